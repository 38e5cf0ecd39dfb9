# SPDX-License-Identifier: Apache-2.0
"""Filters, decimation and epochs of arrays, as in the preparation of recordings by the program."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Unpack, overload

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._answer import Answer, Output, output_of
from ._arguments import one_of, shaped
from ._dimensions import in_order, is_xarray
from ._inputs import threads
from ._mne_data import refuse_annotated
from ._options import PreparationOptions, Real, Signal, explicit
from ._signal import first_time, left_out, rate_of_labels, read, time_labels, warn_of_values
from .errors import InvalidInput

if TYPE_CHECKING:
    from xarray import DataArray

# Of files, with labels, sidecars and events.
_OF_RECORDINGS = ("channels", "notch_line")


def _coords(data: Any, onsets: np.ndarray | None, n_times: int, per_second: float | None, decimate: int) -> dict[Any, Any]:
    """Times, which are those of the data where its samples stay and begin anew in each epoch, and the onsets of epochs."""
    rate = per_second and per_second / decimate
    (labels, attrs), first = time_labels(data, "time"), first_time(data, per_second, "time")
    stays = onsets is None and decimate == 1
    if stays and is_xarray(data) and "time" in data.coords:
        return {name: one for name, one in data.coords.items() if "time" in one.dims}
    times = np.arange(n_times) / (rate or 1) + (first if onsets is None else 0.0)
    made = ("time", times, {"units": "s" if rate else "samples"})
    if stays and labels is not None and labels.dtype.kind in "iufmM":
        made = ("time", labels.values, dict(attrs))
    return {"time": made} if onsets is None else {"time": made, "onset": ("epoch", first + onsets)}


@overload
def prepare(data: DataArray, sfreq: Real | None = None, *, output: None = None, bads: Literal["reject", "keep"] = ...,
            **options: Unpack[PreparationOptions]) -> DataArray: ...
@overload
def prepare(data: Signal, sfreq: Real | None = None, *, output: Literal["array"] | None = None, bads: Literal["reject", "keep"] = ...,
            **options: Unpack[PreparationOptions]) -> NDArray[np.float64]: ...
@overload
def prepare(data: Signal, sfreq: Real | None = None, *, output: Output, bads: Literal["reject", "keep"] = ...,
            **options: Unpack[PreparationOptions]) -> Any: ...
@explicit(PreparationOptions, without=_OF_RECORDINGS)
def prepare(data: Any, sfreq: Real | None = None, *, output: Output | None = None, bads: Literal["reject", "keep"] = "reject", **options: Unpack[PreparationOptions]) -> Any:
    """Zero-phase filters, decimation and epochs, as the program does with the options of the same names.

    Parameters
    ----------
    data : array-like, shape (n_channels, n_times) or (n_times,), DataArray, Series, DataFrame or mne object
        A continuous recording, in any unit.
    sfreq : float, optional
        Sampling rate in Hz, which filters need; by default the attribute `rate` of a `DataArray`, or that of an object of MNE.
        It must agree with these and with the steps of the coordinate time (in its attribute `units`, by default s) or index.
    output : {'array', 'xarray', 'pandas', 'dict'}, optional
        As for `sample_entropy`; in a DataFrame time (behind the epoch) is in the index. Channels that are not of data are NaN.
    bads : {'reject', 'keep'}, default 'reject'
        Channels that MNE or the attribute `bads` of a `DataArray` marks as bad are NaN, or prepared as all others.
    {options}

    Returns
    -------
    array, DataArray, Series, DataFrame or dict, shape (n_epochs, n_channels, n_samples)
        What lies between gaps of time is filtered by itself. In the unit of `data`; without the first axis if there are no epochs, and without that of channels if `data` has
        none. A channel that is rejected in an epoch (constant, or by an option) is NaN there, with a `RuntimeWarning`. A labelled output has the
        coordinates of the input (that of time in seconds, if there are epochs or decimation), the new `rate`, and `onset`, the start of each epoch in seconds (in samples without a rate)
        from where the coordinate time of the input counts (from the first sample if it has stamps).

    Raises
    ------
    BiotropyError
        Also a `ValueError`: missing or infinite samples and a filter, too few samples, no rate or two, or a parameter that is not allowed.

    See Also
    --------
    read_signals : Recordings of files.
    sample_entropy, pairwise : Measures of the epochs.

    Examples
    --------
    >>> import biotropy, numpy as np
    >>> eeg = np.random.default_rng(0).standard_normal((3, 4000))
    >>> biotropy.prepare(eeg, 400, band=(1, 40), notch=[50], decimate=2, epoch=500).shape
    (4, 3, 500)
    """
    form = output_of(output, data)
    if is_xarray(data):
        data = data.rename({data.dims[0]: "time"}) if data.ndim == 1 else in_order(data, "data")
    of = read(data, None, "data", bads="keep", asked=("sfreq", sfreq))
    data, array = of.data, shaped("data", of.array(), "n_channels", "n_times", least=1)
    refuse_annotated(data, array, "data")
    for name in _OF_RECORDINGS:
        one_of(f"{name} of arrays", options.get(name), [None])
    n_jobs = options.pop("n_jobs", None)
    known = None if of.held is None else of.held.rate
    per_second = known or rate_of_labels(of, "time" if is_xarray(data) else None)
    decimate = int(options.get("decimate") or 1)
    cut, gaps = bool(options.get("epoch") or options.get("window")), [] if of.held is None else of.held.gaps
    if gaps and decimate > 1 and not cut:
        raise InvalidInput("decimate of data in which time is missing needs epoch", "decimate")
    stamps = of.held.stamps if gaps and per_second == of.held.rate_of_stamps else []
    core = _core.prepare(np.atleast_2d(array), per_second, dict(options), threads(n_jobs), gaps, stamps)
    samples = core["samples"]
    if gaps and not cut:  # as labels tell where time is missing, without the samples that were put there
        samples = np.delete(samples, np.array(gaps) + np.arange(len(gaps)), axis=-1)
    warn_of_values(core["reasons"], None, lambda place: "epoch {}, channel {}".format(*divmod(place, samples.shape[1])))
    samples[:, list(left_out(of.marked, of.labelled().names() if of.marked else [], bads, data, "data"))] = np.nan
    samples = samples if array.ndim == 2 else samples[:, 0]
    samples = samples if cut else samples[0]
    labels = of.labelled()
    dims = (*(("epoch",) if cut else ()), *labels.dims, "time")
    coords = {} if form == "array" else _coords(data, core["onsets"] if cut else None, samples.shape[-1], per_second, decimate)
    said = {} if per_second is None else {"rate": per_second / decimate}
    return Answer("samples", labels, {"samples": (dims, samples)}, coords=coords, attrs=said).rendered(form, False)
