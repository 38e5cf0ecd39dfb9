# SPDX-License-Identifier: Apache-2.0
"""Multiscale entropy."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, Unpack, get_args, overload

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._arguments import whole as whole_number
from ._answer import Answer, Output, attributes, output_of
from ._dimensions import channels_behind_epochs
from ._inputs import taken_run
from ._options import (
    Integer,
    MultiscaleOptions,
    MultivariateMeasure,
    MultivariateMultiscaleOptions,
    Signal,
    UnivariateMeasure,
    explicit,
)
from ._signal import omit_gaps_of_intervals, require_one_unit, signal, warn_of_values
from ._surrogate_test import SurrogateTest, test_in, test_of

if TYPE_CHECKING:
    from xarray import DataArray, Dataset

Scales: TypeAlias = Integer | str | Iterable[Integer]


@dataclass(frozen=True)
class MultiscaleResult:
    """Curves in the shape of the input without its time axis, the scales last.

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
    """The scales of a list, of a text such as '1-20', or those from 1 to a number."""
    if isinstance(scales, Iterable) and not isinstance(scales, str):
        return [whole_number("scales", one, 1) for one in scales]
    return _core.scale_list(scales if isinstance(scales, str) else str(whole_number("scales", scales, 1)))


_FIELDS = ("value", "matches_m", "matches_m1", "samples")


def _result(answer: Answer) -> MultiscaleResult:
    arrays, scales = answer.arrays(), answer.coords["scale"][1]
    fields = {name: arrays[name] for name in (*_FIELDS, "complexity_index")}
    return MultiscaleResult(scales=np.array(scales), **fields, reason=answer.reasons(), surrogates=test_in(arrays))


def curves(
    x: Any, scales: Scales, measure: str, full_output: bool, output: str | None, options: dict[str, Any], first_epoch: int = 0
) -> Any:
    """What `multiscale_entropy` returns. `first_epoch` is the number of the first epoch in the recording, on which surrogates
    depend."""
    listed, output = scale_list(scales), output_of(output, x)
    given: dict[str, Any] = {name: value for name, value in options.items() if value is not None}
    axis, picks, bads = given.pop("axis", None), given.pop("picks", None), given.pop("bads", "reject")
    run, whole = taken_run(given), bool(full_output or given.get("surrogates") or output == "dict")
    omit_gaps_of_intervals(given, x)
    x = channels_behind_epochs(x, axis, measure, given)
    of_x, is_multivariate = signal(x, axis, "x", picks, bads), measure.startswith("mv")
    require_one_unit(measure, given, of_x, use="scales")
    is_together = is_multivariate or given.get("pool_epochs") not in (None, "no")
    core = _core.answer(
        measure, of_x.core(), None, given, *run, scales=listed, first_epoch=first_epoch,
        raises=of_x.shape == () and of_x.labels is None and not is_together,
    )  # fmt: skip
    if is_together:
        of_x = of_x.together(given, channels=is_multivariate)
    warn_of_values(core["not_finite"], x)
    if output == "array" and not whole and of_x.labels is None:  # short calls
        return core["value"].reshape((*of_x.shape, len(listed)))
    fields = {name: core[name] for name in (_FIELDS if whole else _FIELDS[:1])}
    variables = of_x.variables({**fields, **test_of(core)}, scale=len(listed))
    variables |= of_x.variables({"complexity_index": core["complexity_index"]}) if whole else {}
    labels, origin = of_x.labelled(), {} if output == "array" else attributes(measure, given, of_x.rows.shape[-1], scales=True)
    made = Answer(measure, labels, variables, ((*labels.dims, "scale"), core["reason"]), {"scale": ("scale", listed)}, origin)
    return made.rendered(output, whole, _result)


@overload
def multiscale_entropy(x: DataArray, scales: Scales = 20, *, measure: UnivariateMeasure = "sampen",
                       full_output: Literal[False] = False, output: None = None,
                       **options: Unpack[MultiscaleOptions]) -> DataArray: ...
@overload
def multiscale_entropy(x: DataArray, scales: Scales = 20, *, measure: UnivariateMeasure = "sampen",
                       full_output: Literal[True], output: None = None,
                       **options: Unpack[MultiscaleOptions]) -> Dataset: ...
@overload
def multiscale_entropy(x: Signal, scales: Scales = 20, *, measure: UnivariateMeasure = "sampen",
                       full_output: Literal[False] = False, output: Literal["array"] | None = None,
                       **options: Unpack[MultiscaleOptions]) -> NDArray[np.float64]: ...
@overload
def multiscale_entropy(x: Signal, scales: Scales = 20, *, measure: UnivariateMeasure = "sampen", full_output: Literal[True],
                       output: Literal["array"] | None = None,
                       **options: Unpack[MultiscaleOptions]) -> MultiscaleResult: ...
@overload
def multiscale_entropy(x: Signal, scales: Scales = 20, *, measure: UnivariateMeasure = "sampen", full_output: bool = False,
                       output: Output, **options: Unpack[MultiscaleOptions]) -> Any: ...
@explicit(MultiscaleOptions, ("output",), measures=get_args(UnivariateMeasure))
def multiscale_entropy(x: Any, scales: Scales = 20, *, measure: UnivariateMeasure = "sampen",
                       full_output: bool = False, output: Output | None = None, **options: Unpack[MultiscaleOptions]) -> Any:
    """Entropy at many time scales.

    The curve separates noise, whose entropy falls with the scale, from signals that are complex at long scales too. `scales`
    should leave some 10^m samples at the largest scale.

    Parameters
    ----------
    x : array-like, shape (..., n_times), DataArray, Series, DataFrame, mne object or RRIntervals
        The series.
    scales : int, str or iterable of int, default 20
        The scales, in samples ('1-20'), or the largest one of those from 1 on.
    measure : {'sampen', 'apen', 'fuzzyen', 'permen'}, default 'sampen'
        The entropy at every scale. An argument below that it does not use is an error.
    full_output : bool, default False
        Also return the counts and the complexity index, as a `MultiscaleResult`, a Dataset or a DataFrame.
    {options}

    Returns
    -------
    array, shape (..., n_scales), MultiscaleResult, DataArray, Dataset, Series, DataFrame or dict
        The dimension scale last. The value at a scale for which the series is too short or the entropy undefined is NaN or
        infinite, with the reason in a `RuntimeWarning` and in labelled outputs.

    See Also
    --------
    multivariate_multiscale_entropy, multiscale_pairwise : Of all channels together, and between channels.
    sample_entropy : The measures at one scale.

    Examples
    --------
    >>> import numpy as np, biotropy
    >>> noise = np.random.default_rng(0).standard_normal(5000)
    >>> biotropy.multiscale_entropy(noise, scales=3).round(1).tolist()
    [2.2, 1.8, 1.7]

    Raises
    ------
    BiotropyError
        As `sample_entropy`.

    Notes
    -----
    Costa et al. (2002), https://doi.org/10.1103/PhysRevLett.89.068102. `method`: 'cmse' Wu et al. (2013), 'rcmse' Wu et al. (2014),
    'rmse' Valencia et al. (2009).
    """
    return curves(x, scales, measure, full_output, output, {**options})


@overload
def multivariate_multiscale_entropy(x: DataArray, scales: Scales = 20, *, measure: MultivariateMeasure = "mvsampen",
                                    full_output: Literal[False] = False, output: None = None,
                                    **options: Unpack[MultivariateMultiscaleOptions]) -> DataArray: ...
@overload
def multivariate_multiscale_entropy(x: DataArray, scales: Scales = 20, *, measure: MultivariateMeasure = "mvsampen",
                                    full_output: Literal[True], output: None = None,
                                    **options: Unpack[MultivariateMultiscaleOptions]) -> Dataset: ...
@overload
def multivariate_multiscale_entropy(x: Signal, scales: Scales = 20, *, measure: MultivariateMeasure = "mvsampen",
                                    full_output: Literal[False] = False, output: Literal["array"] | None = None,
                                    **options: Unpack[MultivariateMultiscaleOptions]) -> NDArray[np.float64]: ...
@overload
def multivariate_multiscale_entropy(x: Signal, scales: Scales = 20, *, measure: MultivariateMeasure = "mvsampen",
                                    full_output: Literal[True], output: Literal["array"] | None = None,
                                    **options: Unpack[MultivariateMultiscaleOptions]) -> MultiscaleResult: ...
@overload
def multivariate_multiscale_entropy(x: Signal, scales: Scales = 20, *, measure: MultivariateMeasure = "mvsampen",
                                    full_output: bool = False, output: Output,
                                    **options: Unpack[MultivariateMultiscaleOptions]) -> Any: ...
@explicit(MultivariateMultiscaleOptions, ("output",), measures=get_args(MultivariateMeasure))
def multivariate_multiscale_entropy(x: Any, scales: Scales = 20, *, measure: MultivariateMeasure = "mvsampen",
                                    full_output: bool = False, output: Output | None = None,
                                    **options: Unpack[MultivariateMultiscaleOptions]) -> Any:
    """Multivariate multiscale entropy: a curve for all channels of an epoch together.

    Parameters
    ----------
    x : array-like, shape (..., n_channels, n_times), DataArray, DataFrame or mne object
        The channels. They are z-scored, unless `r` is absolute, and then coarse-grained.
    scales : int, str or iterable of int, default 20
        The scales, in samples ('1-20'), or the largest one of those from 1 on.
    measure : {'mvsampen', 'mvfuzzyen'}, default 'mvsampen'
        The entropy at every scale. An argument below that it does not use is an error.
    full_output : bool, default False
        Also return the counts and the complexity index, as a `MultiscaleResult`, a Dataset or a DataFrame.
    {options}

    Returns
    -------
    array, shape (..., n_scales), MultiscaleResult, DataArray, Dataset, Series, DataFrame or dict
        As `multiscale_entropy`, without the axis of the channels.

    Examples
    --------
    >>> import numpy as np, biotropy
    >>> noise = np.random.default_rng(0).standard_normal((3, 1000))
    >>> biotropy.multivariate_multiscale_entropy(noise, scales=3).shape
    (3,)

    Raises
    ------
    BiotropyError
        As `multivariate_sample_entropy`.

    Notes
    -----
    Ahmed and Mandic (2011), https://doi.org/10.1103/PhysRevE.84.061918.
    """
    return curves(x, scales, measure, full_output, output, {**options})
