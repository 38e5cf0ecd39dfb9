# SPDX-License-Identifier: Apache-2.0
"""Filters, decimation and epochs of arrays, as in the preparation of recordings by the program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._dimensions import in_order, is_xarray, without
from ._inputs import doubles, threads, time_last
from ._mne_data import refuse_annotated
from ._options import Integer, Real
from ._rates import agreed_rate, first_time
from ._warn import warn
from .errors import InvalidInput

if TYPE_CHECKING:
    from xarray import DataArray

Filter = Literal["butterworth", "fir"]
FilterEach = Literal["recording", "epoch"]
AntiAlias = Literal["chebyshev", "fir"]


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
def prepare(data: DataArray, rate: Real | None = None, *, band: Sequence[Real] | None = None,
            filter: Filter = "butterworth", order: Integer = 4, taps: Integer = 0, notch: Sequence[Real] = (),
            notch_quality: Real = 30, filter_each: FilterEach = "recording", decimate: Integer = 1,
            anti_alias: AntiAlias = "chebyshev", epoch: Integer = 0, overlap: Real = 0,
            n_jobs: Integer | None = None) -> DataArray: ...
@overload
def prepare(data: ArrayLike, rate: Real | None = None, *, band: Sequence[Real] | None = None,
            filter: Filter = "butterworth", order: Integer = 4, taps: Integer = 0, notch: Sequence[Real] = (),
            notch_quality: Real = 30, filter_each: FilterEach = "recording", decimate: Integer = 1,
            anti_alias: AntiAlias = "chebyshev", epoch: Integer = 0, overlap: Real = 0,
            n_jobs: Integer | None = None) -> NDArray[np.float64]: ...
def prepare(data: Any, rate: Real | None = None, *, band: Sequence[Real] | None = None,
            filter: Filter = "butterworth", order: Integer = 4, taps: Integer = 0, notch: Sequence[Real] = (),
            notch_quality: Real = 30, filter_each: FilterEach = "recording", decimate: Integer = 1,
            anti_alias: AntiAlias = "chebyshev", epoch: Integer = 0, overlap: Real = 0,
            n_jobs: Integer | None = None) -> Any:
    """Zero-phase filters, decimation and epochs, as the program does with the options of the same names.

    Parameters
    ----------
    data : array-like, mne object or xarray.DataArray, shape (n_channels, n_times) or (n_times,)
        A continuous recording, in any unit.
    rate : float, optional
        Sampling rate in Hz, which filters need; by default the attribute `rate` of a `DataArray`, or that of an object of MNE.
        It must agree with these and with the steps of the coordinate time (in its attribute `units`, by default s).
    band : pair of float, optional
        Pass band in Hz: (low, high); low 0 is a low-pass, high infinity a high-pass.
    filter : {'butterworth', 'fir'}, default 'butterworth'
        Kind of the band filter.
    order : int, default 4
        Order of the Butterworth filter; a band-pass has twice as many poles.
    taps : int, default 0
        Taps of the FIR filter, odd; 0: from the width of its transition bands.
    notch : sequence of float, default ()
        Frequencies to remove, in Hz, such as that of the mains.
    notch_quality : float, default 30
        Ratio of the frequency of a notch to its width.
    filter_each : {'recording', 'epoch'}, default 'recording'
        Filter the recording before decimation, or each epoch after it (Martinez-Zarzuela et al. 2013).
    decimate : int, default 1
        Decimation factor; an anti-alias filter is applied first.
    anti_alias : {'chebyshev', 'fir'}, default 'chebyshev'
        Kind of the anti-alias filter.
    epoch : int, default 0
        Samples of an epoch, after decimation; 0: no epochs. Incomplete epochs are left out.
    overlap : float, default 0
        Overlap of consecutive epochs as a fraction, from 0 to below 1.
    n_jobs : int, optional
        Threads: None is 1, -1 all cores.

    Returns
    -------
    array or DataArray, shape (n_epochs, n_channels, n_samples)
        In the unit of `data`; without the first axis if there are no epochs, and without that of channels if `data` has
        none. A channel that is constant in an epoch is NaN there, with a `RuntimeWarning`. A `DataArray` has the
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
    options = dict(
        band=band, filter=filter, order=order, taps=taps, notch=notch, notch_quality=notch_quality,
        filter_each=filter_each, decimate=decimate, anti_alias=anti_alias, epoch=epoch, overlap=overlap,
    )  # fmt: skip
    per_second = agreed_rate("rate", rate, data, is_needed=band is not None or np.asarray(notch).size > 0)
    core = _core.prepare(doubles(np.atleast_2d(array)), per_second, options, threads(n_jobs))
    samples = core["samples"]
    _mark_rejected(samples, core["reasons"])
    samples = samples if array.ndim == 2 else samples[:, 0]
    samples = samples if epoch else samples[0]
    if not is_xarray(data):
        return samples
    return _labelled(samples, core["onsets"] if epoch else None, data, per_second, int(decimate))
