# SPDX-License-Identifier: Apache-2.0
"""Filters, decimation and epochs of arrays, as in the preparation of recordings by the program."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Unpack, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._dimensions import in_order, is_xarray, without
from ._inputs import doubles, threads, time_last
from ._mne_data import refuse_annotated
from ._options import PreparationOptions, Real, explicit
from ._rates import agreed_rate, first_time
from ._warn import warn
from .errors import InvalidInput

if TYPE_CHECKING:
    from xarray import DataArray

# Of files, with labels, sidecars and events.
_OF_RECORDINGS = ("channels", "notch_line", "bad_spans")


def _finite(data: Any) -> np.ndarray:
    array = time_last(data, "data")
    if array.ndim not in (1, 2) or array.shape[-1] == 0:
        raise InvalidInput(f"data has the shape {array.shape}: (n_channels, n_times) or (n_times,) is needed")
    refuse_annotated(data, array, "data")
    if not np.isfinite(array).all():
        raise InvalidInput("data has missing or infinite samples, which filters spread: finite ones are needed")
    return array


def _mark_rejected(samples: np.ndarray, reasons: list[str] | None) -> None:
    if reasons is None:
        return
    wrong = [i for i, reason in enumerate(reasons) if reason]
    samples.reshape(len(reasons), -1)[wrong] = np.nan
    epoch, channel = divmod(wrong[0], samples.shape[1])
    warn(f"{len(wrong)} of {len(reasons)} channels of epochs are NaN; epoch {epoch}, channel {channel}: {reasons[wrong[0]]}")


def _labelled(samples: np.ndarray, onsets: np.ndarray | None, data: Any, per_second: float | None, decimate: int) -> Any:
    """Samples with the coordinates of the input `DataArray`, those of time too where its samples stay; time begins anew in each
    epoch."""
    rate, first = per_second and per_second / decimate, first_time(data, per_second)
    dims = data.dims if onsets is None else ("epoch", *data.dims)
    times = np.arange(samples.shape[-1]) / (rate or 1) + (first if onsets is None else 0.0)
    coords = without(data, "time") | {"time": ("time", times, {"units": "s" if rate else "samples"})}
    if onsets is None and decimate == 1 and "time" in data.coords:
        coords = dict(data.coords)
    if onsets is not None:
        coords["onset"] = ("epoch", first + onsets)
    origin = data.attrs if rate is None else {**data.attrs, "rate": rate}
    return type(data)(samples, dims=dims, coords=coords, attrs=origin)


@overload
def prepare(data: DataArray, rate: Real | None = None, **options: Unpack[PreparationOptions]) -> DataArray: ...
@overload
def prepare(data: ArrayLike, rate: Real | None = None, **options: Unpack[PreparationOptions]) -> NDArray[np.float64]: ...
@explicit(PreparationOptions, without=_OF_RECORDINGS)
def prepare(data: Any, rate: Real | None = None, **options: Unpack[PreparationOptions]) -> Any:
    """Zero-phase filters, decimation and epochs, as the program does with the options of the same names.

    Parameters
    ----------
    data : array-like, mne object or xarray.DataArray, shape (n_channels, n_times) or (n_times,)
        A continuous recording, in any unit.
    rate : float, optional
        Sampling rate in Hz, which filters need; by default the attribute `rate` of a `DataArray`, or that of an object of MNE.
        It must agree with these and with the steps of the coordinate time (in its attribute `units`, by default s).
    {options}

    Returns
    -------
    array or DataArray, shape (n_epochs, n_channels, n_samples)
        In the unit of `data`; without the first axis if there are no epochs, and without that of channels if `data` has
        none. A channel that is rejected in an epoch (constant, or by an option) is NaN there, with a `RuntimeWarning`. A `DataArray` has the
        coordinates of the input (that of time in seconds, if there are epochs or decimation), the new `rate`, and `onset`, the start of each epoch in seconds (in samples without a rate)
        from where the coordinate time of the input counts (from the first sample if it has stamps).

    Raises
    ------
    BiotropyError
        Also a `ValueError`: missing or infinite samples, too few of them, no rate or two, or a parameter that is not allowed.

    Examples
    --------
    >>> import biotropy, numpy as np
    >>> eeg = np.random.default_rng(0).standard_normal((3, 4000))
    >>> biotropy.prepare(eeg, 400, band=(1, 40), notch=[50], decimate=2, epoch=500).shape
    (4, 3, 500)
    """
    if is_xarray(data):
        data = data.rename({data.dims[0]: "time"}) if data.ndim == 1 else in_order(data, "data")
    array = _finite(data)
    for name in set(options) & set(_OF_RECORDINGS):
        raise InvalidInput(f"{name} needs a recording: there is no such parameter of arrays")
    n_jobs = options.pop("n_jobs", None)
    is_needed = options.get("band") is not None or np.asarray(options.get("notch", ())).size > 0
    per_second = agreed_rate("rate", rate, data, is_needed=is_needed)
    core = _core.prepare(doubles(np.atleast_2d(array)), per_second, dict(options), threads(n_jobs))
    samples = core["samples"]
    _mark_rejected(samples, core["reasons"])
    samples = samples if array.ndim == 2 else samples[:, 0]
    cut = bool(options.get("epoch") or options.get("window"))
    samples = samples if cut else samples[0]
    if not is_xarray(data):
        return samples
    return _labelled(samples, core["onsets"] if cut else None, data, per_second, int(options.get("decimate") or 1))
