# SPDX-License-Identifier: Apache-2.0
"""Matrices of a cross measure between all channels, at many time scales."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, Unpack, overload

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._bad_channels import name_bad, others, valid_but_bad
from ._bad_segments import gap_width
from ._dimensions import in_order, is_xarray
from ._inputs import doubles, flag, taken_run, time_last, warn_of_epochs_left_out, warn_of_orientation, warn_of_padding
from ._multiscale import Scales, scale_list
from ._mne_data import explained
from ._one_unit import require_one_unit, warn_of_tolerance
from ._options import CrossMeasure, MultiscalePairwiseOptions, Signal, explicit
from ._pairwise import is_pooled, names_of, require_epochs, to_xarray
from ._provenance import attributes
from ._surrogate_test import takes_test, test_of
from ._time_labels import refuse_other_samples_of_list
from ._warn import warn
from .errors import InvalidInput

if TYPE_CHECKING:
    from xarray import DataArray

Output = Literal["array", "xarray", "dict"]
# What the core returns for each scale, the scales first.
_OF_SCALES = ("value", "mean", "valid_epochs", "matches_m", "matches_m1", "templates_m", "templates_m1")


def _warn(core: dict[str, Any], valid: np.ndarray, names: list[str], scales: list[int], average: bool, n_epochs: int,
          data: Any) -> None:  # fmt: skip
    """Warn of the number of values that are not finite (for a mean, of single epochs) and the first reason. `valid` is how many
    values of each entry are finite."""
    n, n_values, reasons = len(names), n_epochs * len(scales) * len(names) ** 2, core["reason"] or []
    valid = valid_but_bad(valid, reasons, n, n_epochs)
    n_missing = n_values - int(valid.sum())
    if n_missing == 0:
        return
    first = next(iter(others(reasons)), None)
    if first is None:
        row, column, scale = np.argwhere(valid < n_epochs)[0]
        why = f"templates have no match, the first at scale {scales[scale]} from {names[row]} in {names[column]}"
    else:
        why = f"epoch {first // n % n_epochs}, channel {names[first % n]}: {explained(reasons[first], data)}"
    of = " before the mean" if average else ""
    warn(f"{n_missing} of {n_values} values are not finite{of}; {why}")


@overload
def multiscale_pairwise(data: Signal, scales: Scales = 20, measure: CrossMeasure = "cross-sampen", *,
                        average: bool = False, output: Literal["array"] = "array",
                        ch_names: Sequence[str] | None = None,
                        **options: Unpack[MultiscalePairwiseOptions]) -> NDArray[np.float64]: ...
@overload
def multiscale_pairwise(data: Signal, scales: Scales = 20, measure: CrossMeasure = "cross-sampen", *,
                        average: bool = False, output: Literal["xarray"], ch_names: Sequence[str] | None = None,
                        **options: Unpack[MultiscalePairwiseOptions]) -> DataArray: ...
@overload
def multiscale_pairwise(data: Signal, scales: Scales = 20, measure: CrossMeasure = "cross-sampen", *,
                        average: bool = False, output: Literal["dict"], ch_names: Sequence[str] | None = None,
                        **options: Unpack[MultiscalePairwiseOptions]) -> dict[str, Any]: ...
@explicit(MultiscalePairwiseOptions)
def multiscale_pairwise(data: Any, scales: Scales = 20, measure: CrossMeasure = "cross-sampen", *,
                        average: bool = False, output: Output = "array", ch_names: Sequence[str] | None = None,
                        **options: Unpack[MultiscalePairwiseOptions]) -> Any:
    """A cross measure between all ordered pairs of channels at many time scales (Yan et al. 2009).

    Parameters
    ----------
    data : array-like, shape (n_epochs, n_channels, n_times) or (n_channels, n_times), mne object or xarray.DataArray
        The recording. Channels are z-scored in every epoch, unless `r` is absolute, and coarse-grained; with
        `tolerance_of` 'scale' they are z-scored at every scale.
    scales : int or iterable of int, default 20
        The scales, or the largest one of those from 1 on.
    measure : {'cross-apen', 'cross-sampen', 'cross-fuzzyen'}, default 'cross-sampen'
        The measure at every scale. An argument below that it does not use is an error.
    average : bool, default False
        Return the mean over the epochs whose value is finite, in memory that does not grow with their number.
    output : {'array', 'xarray', 'dict'}, default 'array'
        An array; an `xarray.DataArray` with names, scales, and the title, version and every parameter as attributes; or a
        dict with values, counts, templates, valid epochs and reasons (a list over scales, epochs and channels), the
        complexity index of every entry, the `samples` of each scale, and with `surrogates`, a `SurrogateTest`, if they are
        given.
    ch_names : list of str, optional
        Names of the channels; by default those of `data`, or numbers.
    {options}

    Returns
    -------
    array, DataArray or dict
        Shape (n_epochs, n_channels, n_channels, n_scales); without the first axis for a single epoch, a mean or pooled epochs.
        An entry that cannot be computed (at a scale that is too short, say) is NaN, with the reason in a `RuntimeWarning`.

    Raises
    ------
    BiotropyError
        As `pairwise`.

    Examples
    --------
    >>> import numpy as np, biotropy
    >>> noise = np.random.default_rng(0).standard_normal((2, 2000))
    >>> biotropy.multiscale_pairwise(noise, scales=3)[0, 1].round(1).tolist()
    [2.2, 1.8, 1.6]
    """
    if output not in ("array", "xarray", "dict"):
        raise InvalidInput(f"output = {output!r} is not allowed: one of 'array', 'xarray', 'dict' is needed")
    listed, average = scale_list(scales), flag("average", average)
    given: dict[str, Any] = {name: value for name, value in options.items() if value is not None}
    tests = takes_test(given, output == "dict", "output='dict'")
    picks, bads, run = given.pop("picks", None), given.pop("bads", "reject"), taken_run(given)
    data = in_order(data, "data") if is_xarray(data) else data
    require_one_unit(measure, given, picks, data=data)
    array = time_last(data, "data", gap_width(given, max(listed, default=1)), picks, bads=bads)
    refuse_other_samples_of_list(data, "data")
    require_epochs(array)
    warn_of_orientation(array, data, "data")
    names = names_of(data, picks, ch_names, array.shape[-2])
    epochs = doubles(array if array.ndim == 3 else array[np.newaxis])
    core = _core.multiscale_pairwise(measure, epochs, listed, given, average, *run)
    core |= {name: np.moveaxis(core[name], 0, -1) for name in _OF_SCALES if name in core}
    core["scales"] = np.array(listed)
    warn_of_padding(epochs, "data")
    warn_of_tolerance(measure, given, picks, epochs, "data", data)
    pooled = is_pooled(given)
    warn_of_epochs_left_out(epochs, given, "data")
    valid = np.isfinite(core["mean"]) if pooled else core["valid_epochs"]
    name_bad(core["reason"], data, picks, bads, len(names))
    _warn(core, valid, names, listed, average, 1 if pooled else len(epochs), data)
    if tests:
        core["surrogates"] = test_of(core["surrogates"], np.asarray)
    if output == "dict":
        return core
    values = core["mean"] if average else core["value"] if array.ndim == 3 and not pooled else core["value"][0]
    if output == "array":
        return np.ascontiguousarray(values)
    return to_xarray(values, names, data, attributes(measure, given, epochs.shape[2], scales=True), listed)
