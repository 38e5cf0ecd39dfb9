# SPDX-License-Identifier: Apache-2.0
"""Multiscale entropy."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, Unpack, overload

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._bad_channels import name_bad, others
from ._bad_segments import gap_width
from ._dimensions import channels_behind_epochs
from ._inputs import series, taken_run, together, warn_of_epochs_left_out
from ._mne_data import explained
from ._one_unit import require_one_unit, warn_of_tolerance
from ._options import (
    Integer,
    MultiscaleOptions,
    MultivariateMeasure,
    MultivariateMultiscaleOptions,
    Signal,
    UnivariateMeasure,
    explicit,
)
from ._provenance import attributes
from ._surrogate_test import SurrogateTest, channels_of, takes_test, test_of
from ._warn import warn
from .errors import InvalidInput
from .heartbeats import RRIntervals, with_gaps

if TYPE_CHECKING:
    from xarray import DataArray

Scales: TypeAlias = Integer | Iterable[Integer]


@dataclass(frozen=True)
class MultiscaleResult:
    """Curves in the shape of the input without its time axis, the scales last; for a `DataArray` with its coordinates.

    Attributes
    ----------
    scales : array of int, shape (n_scales,)
    value : array, shape (..., n_scales)
        In nats; NaN or infinite values have a `reason`.
    complexity_index : float or array, shape (...)
        Sum of the values of a curve; NaN unless all of them are finite.
    matches_m, matches_m1, samples : array of int, shape (..., n_scales)
        Matching pairs, and the length of the series at the scale.
    reason : list of str or None
        One for each value, in the order of ``value.ravel()``; None if all values are finite.
    surrogates : SurrogateTest or None
        The test against surrogates, if `surrogates` are given.
    """

    scales: np.ndarray
    value: np.ndarray
    complexity_index: Any
    matches_m: np.ndarray
    matches_m1: np.ndarray
    samples: np.ndarray
    reason: list[str] | None
    surrogates: SurrogateTest | None = None


def scale_list(scales: Scales) -> list[int]:
    """The scales of a list, or those from 1 to a number."""
    if isinstance(scales, int | np.integer) and not isinstance(scales, bool):
        return list(range(1, int(scales) + 1))
    is_list = isinstance(scales, Iterable) and not isinstance(scales, str | bytes)
    listed = list(scales) if is_list and np.ndim(scales) < 2 else []
    if is_list and all(isinstance(one, int | np.integer) and not isinstance(one, bool) for one in listed):
        return [int(one) for one in listed]
    shown = listed if is_list and listed else scales
    raise InvalidInput(f"scales = {shown!r} is not allowed: how many scales, or integers of at least 1, are needed")


def _warn(reasons: list[str] | None, scales: list[int], data: Any) -> None:
    if reasons is None:
        return
    wrong = others(reasons)
    if not wrong:
        return
    at = f"series {wrong[0] // len(scales)}, scale {scales[wrong[0] % len(scales)]}"
    warn(f"{len(wrong)} of {len(reasons)} values are not finite; {at}: {explained(reasons[wrong[0]], data)}")


def curves(
    x: Any, scales: Scales, measure: str, full_output: bool, options: dict[str, Any], first_epoch: int = 0
) -> Any:
    """What `multiscale_entropy` returns. `first_epoch` is the number of the first epoch in the recording, on which surrogates
    depend."""
    listed = scale_list(scales)
    given: dict[str, Any] = {name: value for name, value in options.items() if value is not None}
    axis, picks, bads = given.pop("axis", -1), given.pop("picks", None), given.pop("bads", "reject")
    run = taken_run(given)
    takes_test(given, full_output, "full_output=True")
    require_one_unit(measure, given, picks, x=x)
    x = channels_behind_epochs(x, axis, measure, given)
    # Boundaries of recordings of MNE are as wide as the largest scale needs; gaps of intervals are widened at each scale.
    of_x = series(with_gaps(x, given), axis, gap=gap_width(given, max(listed, default=1)), picks=picks, bads=bads)
    rows, gaps, n_channels = np.atleast_2d(of_x.rows), isinstance(x, RRIntervals), channels_of(of_x)
    is_one, is_labelled = of_x.shape == () and of_x.labelled is None, of_x.labelled is not None
    warn_of_tolerance(measure, given, picks, rows, "x", x)
    is_multivariate = measure.startswith("mv")
    if is_multivariate or given.get("pool_epochs") not in (None, "no"):
        core = _core.multiscale_epochs(rows, measure, listed, given, n_channels, *run)
        warn_of_epochs_left_out(rows.reshape(-1, n_channels, rows.shape[1]), given, "x")
        of_x = together(of_x, given, channels=is_multivariate)
    else:
        core = _core.multiscale(rows, measure, listed, given, n_channels, gaps, is_one, *run, first_epoch)
    if not is_multivariate:
        name_bad(core["reason"], x, picks, bads, n_channels, len(listed))
    _warn(core["reason"], listed, x)
    origin = attributes(measure, given, rows.shape[1], scales=True) if is_labelled else {}
    table = {
        name: of_x.reshape(core[name], {"scale": listed}, origin)
        for name in ("value", "matches_m", "matches_m1", "samples")
    }
    if not full_output:
        return table["value"]
    test = core.get("surrogates")
    return MultiscaleResult(
        scales=np.array(listed),
        complexity_index=of_x.reshape(core["complexity_index"], attributes=origin),
        reason=core["reason"],
        surrogates=None if test is None else test_of(test, lambda one: of_x.reshape(one, {"scale": listed}, origin)),
        **table,
    )


@overload
def multiscale_entropy(x: DataArray, scales: Scales = 20, *, measure: UnivariateMeasure = "sampen",
                       full_output: Literal[False] = False, **options: Unpack[MultiscaleOptions]) -> DataArray: ...
@overload
def multiscale_entropy(x: Signal, scales: Scales = 20, *, measure: UnivariateMeasure = "sampen",
                       full_output: Literal[False] = False,
                       **options: Unpack[MultiscaleOptions]) -> NDArray[np.float64]: ...
@overload
def multiscale_entropy(x: Signal, scales: Scales = 20, *, measure: UnivariateMeasure = "sampen",
                       full_output: Literal[True], **options: Unpack[MultiscaleOptions]) -> MultiscaleResult: ...
@explicit(MultiscaleOptions)
def multiscale_entropy(x: Any, scales: Scales = 20, *, measure: UnivariateMeasure = "sampen",
                       full_output: bool = False, **options: Unpack[MultiscaleOptions]) -> Any:
    """Entropy at many time scales.

    Parameters
    ----------
    x : array-like, shape (..., n_times), mne object, xarray.DataArray or RRIntervals
        The series.
    scales : int or iterable of int, default 20
        The scales, or the largest one of those from 1 on.
    measure : {'sampen', 'apen', 'fuzzyen', 'permen'}, default 'sampen'
        The entropy at every scale. An argument below that it does not use is an error.
    full_output : bool, default False
        Return a `MultiscaleResult`.
    {options}

    Returns
    -------
    array, shape (..., n_scales), DataArray or MultiscaleResult
        The value at a scale for which the series is too short or the entropy undefined is NaN or infinite, with the reason
        in a `RuntimeWarning`. For a `DataArray` with its coordinates, the dimension scale last.

    Raises
    ------
    BiotropyError
        As `sample_entropy`.
    """
    return curves(x, scales, measure, full_output, {**options})


@overload
def multivariate_multiscale_entropy(x: DataArray, scales: Scales = 20, *, measure: MultivariateMeasure = "mvsampen",
                                    full_output: Literal[False] = False,
                                    **options: Unpack[MultivariateMultiscaleOptions]) -> DataArray: ...
@overload
def multivariate_multiscale_entropy(x: Signal, scales: Scales = 20, *, measure: MultivariateMeasure = "mvsampen",
                                    full_output: Literal[False] = False,
                                    **options: Unpack[MultivariateMultiscaleOptions]) -> NDArray[np.float64]: ...
@overload
def multivariate_multiscale_entropy(x: Signal, scales: Scales = 20, *, measure: MultivariateMeasure = "mvsampen",
                                    full_output: Literal[True],
                                    **options: Unpack[MultivariateMultiscaleOptions]) -> MultiscaleResult: ...
@explicit(MultivariateMultiscaleOptions)
def multivariate_multiscale_entropy(x: Any, scales: Scales = 20, *, measure: MultivariateMeasure = "mvsampen",
                                    full_output: bool = False,
                                    **options: Unpack[MultivariateMultiscaleOptions]) -> Any:
    """Multivariate multiscale entropy (Ahmed and Mandic 2011): a curve for all channels of an epoch together.

    Parameters
    ----------
    x : array-like, shape (..., n_channels, n_times), mne object or xarray.DataArray
        The channels. They are z-scored, unless `r` is absolute, and then coarse-grained.
    scales : int or iterable of int, default 20
        The scales, or the largest one of those from 1 on.
    measure : {'mvsampen', 'mvfuzzyen'}, default 'mvsampen'
        The entropy at every scale. An argument below that it does not use is an error.
    full_output : bool, default False
        Return a `MultiscaleResult`.
    {options}

    Returns
    -------
    array, shape (..., n_scales), DataArray or MultiscaleResult
        As `multiscale_entropy`, without the axis of the channels.

    Raises
    ------
    BiotropyError
        As `multivariate_sample_entropy`.
    """
    return curves(x, scales, measure, full_output, {**options})
