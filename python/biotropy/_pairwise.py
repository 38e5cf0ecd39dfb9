# SPDX-License-Identifier: Apache-2.0
"""Matrices of a cross measure between all channels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal, Unpack, overload

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._bad_channels import name_bad, others, valid_but_bad
from ._bad_segments import gap_width
from ._dimensions import channel_names, in_order, is_xarray, without
from ._inputs import doubles, flag, taken_run, time_last, warn_of_epochs_left_out, warn_of_orientation, warn_of_padding
from ._mne_data import channels, explained, is_mne
from ._one_unit import require_one_unit, warn_of_tolerance
from ._options import CrossMeasure, PairwiseOptions, Signal, explicit
from ._packages import needed
from ._provenance import attributes
from ._surrogate_test import takes_test, test_of
from ._time_labels import refuse_other_samples_of_list
from ._warn import warn
from .errors import InvalidInput

if TYPE_CHECKING:
    from xarray import DataArray

# Threads, device, progress.
Run = tuple[int, str | None, Callable[[int, int], Any] | None]
Output = Literal["array", "xarray", "mne", "dict"]


def names_of(data: Any, picks: Any, ch_names: Any, n_channels: int) -> list[str]:
    if ch_names is None:
        if is_mne(data):
            return channels(data, picks)
        return channel_names(data) if is_xarray(data) else [str(channel) for channel in range(n_channels)]
    if len(ch_names) != n_channels:
        raise InvalidInput(f"ch_names has {len(ch_names)} names: {n_channels} channels need as many")
    return list(ch_names)


def require_epochs(array: np.ndarray) -> None:
    if array.ndim not in (2, 3):
        raise InvalidInput(f"data has the shape {array.shape}: (n_epochs, n_channels, n_times) is needed")


def to_xarray(
    values: np.ndarray, names: list[str], data: Any, origin: dict[str, Any], scales: list[int] | None = None
) -> Any:
    """Values with the coordinates of an input `DataArray`; for a mean without the coordinates of epochs. Scales are the last
    axis."""
    own = {} if scales is None else {"scale": scales}
    dims = ("epoch", "channel", "partner", *own)
    dims = dims[len(dims) - values.ndim :]
    coords: dict[Any, Any] = {}
    if is_xarray(data):
        left_out = ("time",) if "epoch" in dims else ("time", "epoch")
        coords, origin = without(data, *left_out), {**data.attrs, **origin}
    coords |= {"channel": names, "partner": names, **own}
    made = needed("xarray", "xarray").DataArray
    return made(values, dims=dims, coords=coords, name=origin["measure"], attrs=origin)


def _to_mne(values: np.ndarray, names: list[str], origin: dict[str, Any]) -> Any:
    """An object of `mne_connectivity` with the parameters in its `attrs`."""
    made = needed("mne_connectivity", "mne")
    given = {"n_nodes": len(names), "names": names, "indices": "all", "method": origin["measure"], **origin}
    if values.ndim == 2:
        return made.Connectivity(values.ravel(), **given)
    return made.EpochConnectivity(values.reshape(len(values), -1), **given)


def _warn(core: dict[str, Any], valid: np.ndarray, names: list[str], average: bool, n_epochs: int, data: Any) -> None:
    """Warn of the number of values that are not finite (for a mean, of single epochs) and the first reason. `valid` is how many
    values of each entry are finite."""
    n, reasons = len(names), core["reason"] or []
    valid = valid_but_bad(valid, reasons, n, n_epochs)
    n_missing = n_epochs * n * n - int(valid.sum())
    if n_missing == 0:
        return
    first = next(iter(others(reasons)), None)
    if first is None:
        row, column = np.argwhere(valid < n_epochs)[0]
        why = f"templates have no match, the first from {names[row]} in {names[column]}"
    else:
        why = f"epoch {first // n}, channel {names[first % n]}: {explained(reasons[first], data)}"
    of = " before the mean" if average else ""
    warn(f"{n_missing} of {n_epochs * n * n} values are not finite{of}; {why}")


def is_pooled(given: dict[str, Any]) -> bool:
    return given.get("pool_epochs") not in (None, "no")


def matrices(
    epochs: np.ndarray, names: list[str], measure: str, given: dict[str, Any], average: bool, run: Run, first_epoch: int = 0,
    name: str = "data", data: Any = None, picks: Any = None, bads: str = "keep",
) -> dict[str, Any]:  # fmt: skip
    """What `pairwise` returns as a dict. `first_epoch` is the number of the first epoch in the recording, on which surrogates
    depend, `name` what the caller calls the epochs, and `data`, `picks` and `bads` what they are of, for warnings."""
    epochs = doubles(epochs)
    core: dict[str, Any] = _core.pairwise(measure, epochs, given, average, *run, first_epoch)
    warn_of_padding(epochs, name)
    warn_of_tolerance(measure, given, None, epochs, name, data)
    warn_of_epochs_left_out(epochs, given, name)
    valid = np.isfinite(core["mean"]) if is_pooled(given) else core["valid_epochs"]
    name_bad(core["reason"], data, picks, bads, len(names))
    _warn(core, valid, names, average, 1 if is_pooled(given) else len(epochs), data)
    if "surrogates" in core:
        core["surrogates"] = test_of(core["surrogates"], np.asarray)
    return core


@overload
def pairwise(data: Signal, measure: CrossMeasure = "cross-apen", *, average: bool = False,
             output: Literal["array"] = "array", ch_names: Sequence[str] | None = None,
             **options: Unpack[PairwiseOptions]) -> NDArray[np.float64]: ...
@overload
def pairwise(data: Signal, measure: CrossMeasure = "cross-apen", *, average: bool = False,
             output: Literal["xarray"], ch_names: Sequence[str] | None = None,
             **options: Unpack[PairwiseOptions]) -> DataArray: ...
@overload
def pairwise(data: Signal, measure: CrossMeasure = "cross-apen", *, average: bool = False,
             output: Literal["dict"], ch_names: Sequence[str] | None = None,
             **options: Unpack[PairwiseOptions]) -> dict[str, Any]: ...
@overload
def pairwise(data: Signal, measure: CrossMeasure = "cross-apen", *, average: bool = False,
             output: Literal["mne"], ch_names: Sequence[str] | None = None,
             **options: Unpack[PairwiseOptions]) -> Any: ...
@explicit(PairwiseOptions, m=2)
def pairwise(data: Any, measure: CrossMeasure = "cross-apen", *, average: bool = False, output: Output = "array",
             ch_names: Sequence[str] | None = None, **options: Unpack[PairwiseOptions]) -> Any:
    """A cross measure between all ordered pairs of channels, diagonal included.

    Parameters
    ----------
    data : array-like, shape (n_epochs, n_channels, n_times) or (n_channels, n_times), mne object or xarray.DataArray
        The recording. Channels are z-scored in every epoch unless `r` is absolute. Dimensions of a `DataArray` are
        identified by their names, epoch, channel and time; one of them may have another name.
    measure : {'cross-apen', 'cross-sampen', 'cross-fuzzyen'}, default 'cross-apen'
        Entry (channel, partner) compares templates of `channel` with those of `partner`. An argument below that the
        measure does not use is an error.
    average : bool, default False
        Return the mean over the epochs whose value is finite, in memory that does not grow with their number.
    output : {'array', 'xarray', 'mne', 'dict'}, default 'array'
        An array; an `xarray.DataArray` with names, the coordinates of an input `DataArray`, and the title, version and
        every parameter as attributes; an `mne_connectivity` object with the same in its `attrs`; or a dict with values,
        counts, templates, valid epochs and reasons, and with `surrogates`, a `SurrogateTest` of every epoch or of the
        mean, if they are given. `biotropy.report.write_report` accepts the second and the third.
    ch_names : list of str, optional
        Names of the channels; by default those of `data`, or numbers.
    {options}

    Returns
    -------
    array, DataArray, Connectivity or dict
        Shape (n_epochs, n_channels, n_channels); without the first axis for a single epoch, a mean or pooled epochs. An entry that
        cannot be computed (for example of a constant channel) is NaN, with the reason in a `RuntimeWarning`.

    Raises
    ------
    BiotropyError
        Also a `ValueError`: a parameter that is not allowed, or an array of another shape.
    """
    if output not in ("array", "xarray", "mne", "dict"):
        raise InvalidInput(f"output = {output!r} is not allowed: one of 'array', 'xarray', 'mne', 'dict' is needed")
    given: dict[str, Any] = {name: value for name, value in options.items() if value is not None}
    average = flag("average", average)
    takes_test(given, output == "dict", "output='dict'")
    picks, bads, run = given.pop("picks", None), given.pop("bads", "reject"), taken_run(given)
    data = in_order(data, "data") if is_xarray(data) else data
    require_one_unit(measure, given, picks, data=data)
    array = time_last(data, "data", gap_width(given), picks, bads=bads)
    refuse_other_samples_of_list(data, "data")
    require_epochs(array)
    warn_of_orientation(array, data, "data")
    names = names_of(data, picks, ch_names, array.shape[-2])
    cube = array if array.ndim == 3 else array[np.newaxis]
    core = matrices(cube, names, measure, given, average, run, data=data, picks=picks, bads=bads)
    if output == "dict":
        return core
    is_cube = array.ndim == 3 and not is_pooled(given)
    values = core["mean"] if average else core["value"] if is_cube else core["value"][0]
    if output == "array":
        return values
    origin = attributes(measure, given, array.shape[-1])
    return to_xarray(values, names, data, origin) if output == "xarray" else _to_mne(values, names, origin)
