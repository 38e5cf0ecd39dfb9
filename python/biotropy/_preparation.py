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
from ._signal import first_time, rate_of_labels, read, time_labels, warn_of_orientation, warn_of_values
from .errors import InvalidInput

if TYPE_CHECKING:
    from xarray import DataArray

# Of files, with labels, sidecars and events.
_OF_RECORDINGS = ("channels", "notch_line")


def _coords(data: Any, cut: bool, onsets: np.ndarray, kept: np.ndarray, n_times: int, rate: float | None, decimate: int,
            gaps: list[int]) -> dict[Any, Any]:  # fmt: skip
    """Times, which are those of the `kept` samples of the data where they stay and begin anew in each epoch, and the onsets of
    epochs."""
    (labels, attrs), onsets = time_labels(data, "time"), first_time(data, rate, "time") + onsets
    if gaps:
        return _in_gaps((labels, attrs), kept, gaps, rate)
    stays = not cut and decimate == 1
    if stays and is_xarray(data) and "time" in data.coords:
        return {name: one for name, one in data.isel(time=kept).coords.items() if "time" in one.dims}
    times = np.arange(n_times) / (rate / decimate if rate else 1) + (0.0 if cut else onsets[0])
    made = ("time", times, {"units": "s" if rate else "samples"})
    if stays and labels is not None and labels.dtype.kind in "iufmM":
        made = ("time", labels[kept], dict(attrs))
    return {"time": made, "onset": ("epoch", onsets)} if cut else {"time": made}


def _gaps(of: Any, rate: float | None, form: str) -> tuple[list[int], np.ndarray, bool]:
    """The samples behind gaps, the stamps of all samples, and whether labels of time show the gaps."""
    gaps = [] if of.held is None else of.held.gaps
    stamps = np.array(of.held.stamps if gaps and rate == of.held.rate_of_stamps else [], dtype=np.float64)
    return gaps, stamps, form != "array" and {*gaps} <= {*_core.read_stamps(stamps, 1 / (rate or 1))[2]}


def _in_gaps(labels: tuple[Any, Any], kept: np.ndarray, gaps: list[int], rate: float | None) -> dict[str, Any]:
    """Times of the `kept` samples and, midway, of one in each gap."""
    of, attrs = kept / (rate or 1), {"units": "s" if rate else "samples"}
    if labels[0] is not None and labels[0].dtype.kind in "iufmM":
        of, attrs = np.asarray(labels[0])[kept], dict(labels[1])
        of = of.astype(np.float64) if of.dtype.kind in "iu" else of
    middle = of[np.subtract(gaps, 1)] + (of[gaps] - of[np.subtract(gaps, 1)]) / 2
    filled = np.insert(np.zeros(len(of), dtype=bool), gaps, True)
    return {"time": ("time", np.insert(of, gaps, middle), attrs), "in_gap": ("time", filled)}


def _first_kept(onset: float, stamps: Any, rate: float | None) -> int:
    """The first sample of a recording without its padding, by the time from its start."""
    return int(np.searchsorted(np.subtract(stamps, stamps[0]), onset - 0.5 / rate)) if rate and len(stamps) else round(onset * (rate or 1))


def _without_put(samples: np.ndarray, gaps: list[int]) -> np.ndarray:
    """The samples without those that were put into gaps, as labels say where time is missing."""
    places = np.array(gaps, dtype=int) + np.arange(len(gaps))
    return np.delete(samples, places[places < samples.shape[-1]], axis=-1)


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
        A continuous recording, without epochs, in any unit.
    sfreq : float, optional
        Sampling rate in Hz, which filters need; by default the attribute `rate` of a `DataArray`, or that of an object of MNE.
        It must agree with these and with the steps of the coordinate time (in its attribute `units`, by default s) or index.
    output : {'array', 'xarray', 'pandas', 'dict'}, optional
        As for `sample_entropy`; in a DataFrame time (behind the epoch) is in the index. Channels that are not of data are NaN.
    bads : {'reject', 'keep'}, default 'reject'
        Channels that MNE or the attribute `bads` of a `DataArray` marks as bad are NaN, or prepared as all others; so is time that
        annotations of MNE mark as bad, which filters and decimation refuse: MNE can filter it before (`Raw.filter`).
    {options}

    Returns
    -------
    array, DataArray, Series, DataFrame or dict, shape (n_epochs, n_channels, n_samples)
        In the unit of `data`; without the first axis if there are no epochs, and without that of channels if `data` has none. What lies
        between gaps of time is filtered by itself, and a missing sample stays one. A channel that is rejected in an epoch (constant, or by an
        option) is NaN there, with a `RuntimeWarning` and the coordinate `reason`. Labelled outputs have the coordinates of the input (time in
        seconds, if there are epochs or decimation), the new `rate`, and `onset`, the start of each epoch in seconds (samples without a rate)
        from where the time of the input counts (from the first sample if it has stamps).

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
    of = read(data, None, "data", bads=bads, asked=("sfreq", sfreq))
    data, array = of.data, shaped("data", of.array(), "n_channels", "n_times", least=1)
    warn_of_orientation(of, "data")
    decimate = int(options.get("decimate") or 1)
    if decimate > 1 or any(options.get(name) is not None for name in ("band", "notch")):
        refuse_annotated(data, array, "data", "filter it by MNE (data.copy().filter, resample), ")
    for name in _OF_RECORDINGS:
        one_of(f"{name} of arrays", options.get(name), [None])
    n_jobs, per_second = threads(options.pop("n_jobs", None)), (None if of.held is None else of.held.rate) or rate_of_labels(of, "time" if is_xarray(data) else None)
    cut = bool(options.get("epoch") or options.get("window"))
    gaps, stamps, told = _gaps(of, per_second, form)
    if gaps and not cut and (decimate > 1 or not (told or form == "xarray")):
        raise InvalidInput("time is missing, which decimated samples, and arrays and tables without its labels, do not show; give epoch", "epoch")
    core = _core.prepare(of.core(), per_second, dict(options), n_jobs)
    samples, onsets, left_out = core["samples"], core["onsets"], core["left_out"].astype(int)
    rows = np.delete(np.arange(array.shape[-1]), left_out)
    gaps = np.unique(gaps - np.searchsorted(left_out, gaps)).tolist()
    first = 0 if cut or decimate > 1 else _first_kept(onsets[0], stamps[rows] if len(stamps) else [], per_second)
    gaps = [gap - first for gap in gaps if first < gap and not cut]
    samples = _without_put(samples, gaps) if told else samples
    labels = of.labelled()
    warn_of_values(core["not_finite"])
    samples = (samples if array.ndim == 2 else samples[:, 0])[slice(None) if cut else 0]
    dims = (*(("epoch",) if cut else ()), *labels.dims, "time")
    kept = rows[first : first + samples.shape[-1] - (0 if told else len(gaps))]
    coords = {} if form == "array" else _coords(data, cut, onsets, kept, samples.shape[-1], per_second, decimate, [] if told else gaps)
    said = {} if per_second is None else {"rate": per_second / decimate}
    return Answer("samples", labels, {"samples": (dims, samples)}, (dims[:-1], core["reasons"]) if cut else None, coords, said).rendered(form, False)
