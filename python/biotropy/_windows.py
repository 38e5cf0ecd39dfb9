# SPDX-License-Identifier: Apache-2.0
"""Entropies in windows that slide over a recording, or over samples as they come."""

from __future__ import annotations

import math
from functools import partial
from typing import Any, NamedTuple, Unpack

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from ._answer import Answer, Output, attributes, output_of
from ._arguments import grid_of, one_of, require_channels, shaped, whole, word_of
from ._dimensions import channels_behind_epochs, is_xarray, time_axis
from ._inputs import doubles, numeric, taken_run
from ._labels import with_numbers
from ._mne_data import is_mne
from ._measures import OPTIONS, UNCERTAIN
from ._multiscale import Scales, scale_list
from ._options import CrossMeasure, Integer, MultivariateMeasure, Real, Signal, UnivariateMeasure, WindowOptions
from ._samples_by_time import samples_by_time
from ._signal import (
    first_time,
    in_one_unit,
    look_at_list,
    omit_gaps_of_intervals,
    positive,
    rate_of_labels,
    require_one_unit,
    seconds_of,
    signal,
    time_labels,
    warn_of_values,
)
from ._surrogate_test import TESTED
from ._warn import issue

_REMEDY = "Give them as NaN or their times, or call mark_gap between them"


class _Values(NamedTuple):
    times: np.ndarray
    values: np.ndarray


class SlidingValues(_Values):
    """Values of windows, in the order of time: a tuple of times and values.

    Attributes
    ----------
    times : array, shape (n_windows,)
        Start of each window, in seconds (in samples if the sampling rate is unknown).
    values : array, shape (n_windows, n_channels) or (n_windows, n_pairs)
        NaN or infinite where the measure has no value.
    unit : str or None
        Unit of the times, 's' or 'samples'; None if it is not known.
    """

    unit: str | None = None


def _start_times(of_x: Any, dimension: Any, starts: np.ndarray, sfreq: float | None) -> tuple[str, np.ndarray, dict[Any, Any]]:
    """The coordinate time of windows: the labels of their first samples, with their attributes, or with a rate seconds. Objects of
    MNE have times, such as those to an event."""
    x, has_gaps = of_x.data, of_x.held is not None and bool(of_x.held.gaps)
    if is_mne(x):
        return "time", np.asarray(x.times)[starts], {"units": "s"}
    labels, attrs = time_labels(x, dimension)
    labels = labels if labels is not None and labels.dtype.kind in "iufmM" else None
    if sfreq is None:
        return ("time", starts, {"units": "samples"}) if labels is None else ("time", labels[starts], dict(attrs))
    seconds = seconds_of(labels, attrs, sfreq, "x") if has_gaps else None
    if seconds is None:
        return "time", first_time(x, sfreq, dimension) + starts / sfreq, {"units": "s"}
    return "time", seconds[starts] - (seconds[0] if labels.dtype.kind == "M" else 0.0), {"units": "s"}


def _asked(of_x: Any, by_epochs: bool, measure: str, given: dict[str, Any], run: Any, **how: Any) -> dict[str, Any]:
    """The answer for a signal, or for each of its epochs, as that for one with the channels of all. The windows of an epoch have
    surrogates of their own."""
    cores: list[dict[str, Any]] = []
    for number, part in enumerate(of_x.each_epoch() if by_epochs else [of_x]):
        first = len(cores) * len(cores[0]["start"]) if cores else 0
        cores.append(_core.answer(measure, part.core(), None, given, *run, first_epoch=first, **how))
        text = cores[-1]["not_finite"]
        warn_of_values(f"epoch {number}: {text}" if text and by_epochs else text, of_x.data)
    if len(cores) == 1:
        return cores[0]
    starts, n_reasons = cores[0]["start"], math.prod(cores[0]["value"].shape)
    names = [name for name in ("value", *UNCERTAIN, *TESTED) if name in cores[0]]
    reasons = [np.reshape(core["reason"] or [""] * n_reasons, (len(starts), -1)) for core in cores]
    return {name: np.concatenate([core[name] for core in cores], axis=1) for name in names} | {
        "start": starts, "reason": np.concatenate(reasons, axis=1).ravel().tolist()}  # fmt: skip


def _names(of_x: Any, has_epochs: bool) -> list[str]:
    """Names of the series of a window: channels, and where they are behind each other those of several epochs."""
    names = of_x.labelled().measured_names(of_x.n_channels)
    n = len(of_x.rows) // len(names)
    return names if has_epochs or n == 1 else [f"{name} of epoch {epoch}" for epoch in range(n) for name in names]


def _entries(core: dict[str, Any], of_x: Any, pairs: bool, inner: dict[str, list[Any]]) -> tuple[dict[str, Any], Any]:
    """Values and numbers of the test, and reasons, with their dimensions; time is the last. The `inner` axes, scales or several m
    and r, are the first of pairs."""
    dims, shape, n_starts = of_x.labelled().dims, of_x.shape, len(core["start"])
    sizes = tuple(map(len, inner.values()))

    def ordered(values: np.ndarray, *partners: int, name: str = "value") -> np.ndarray:
        first = (*(sizes if pairs and name not in TESTED else ()), n_starts)
        moved = np.moveaxis(values.reshape(*first, -1), range(len(first)), range(-len(first), 0))
        return moved.reshape(*shape, *partners, *sizes, n_starts)

    reasons = core["reason"] and ordered(np.array(core["reason"], dtype=object))
    entry, partners = (*dims, *(("partner",) if pairs else ()), *inner, "time"), shape if pairs else ()
    names = [name for name in ("value", *UNCERTAIN, *TESTED) if name in core]
    return {name: (entry, ordered(core[name], *partners, name=name)) for name in names}, ((*dims, *inner, "time"), reasons)


def sliding_entropy(x: Signal, measure: UnivariateMeasure | CrossMeasure | MultivariateMeasure = "sampen", *, window: Integer | str,
                    step: Integer | str, scales: Scales | None = None, sfreq: Real | None = None, output: Output | None = None,
                    **options: Unpack[WindowOptions]) -> Any:  # fmt: skip
    """An entropy in windows that slide over a recording.

    ApEn and SampEn keep their counts from window to window. Every value is that of its window alone, bit for bit.

    Parameters
    ----------
    x : array-like, shape (..., n_times), DataArray, Series, DataFrame or mne object
        The recording, or with `pool_epochs` epochs of the same course, such as trials: the counts of a window are summed over them.
    measure : str, default 'sampen'
        The entropy of each channel ('sampen', 'apen', 'fuzzyen', 'permen'), of each ordered pair of channels ('cross-apen',
        'cross-sampen', 'cross-fuzzyen') or of all channels together ('mvsampen', 'mvfuzzyen'), in each window.
    window : int or str
        Length of a window: samples, or seconds as "2 s" where the sampling rate is known.
    step : int or str
        From one window to the next, as `window`. Samples at the end that fill no window are left out.
    scales : int or iterable of int, optional
        Time scales, as for `multiscale_entropy`.
    sfreq : float, optional
        Sampling rate in Hz, which must be that of the object if it has one. By default lengths in seconds need labels of time with a
        unit, such as stamps, and times are these labels, those of an object of MNE (from its event), or samples.
    output : {'array', 'xarray', 'pandas', 'dict'}, optional
        As for `sample_entropy`; labelled outputs have the starts of the windows as time.
    **options
        Those of the function of the measure, such as `sample_entropy`: m, tau, r, ..., axis, picks, n_jobs, progress. With
        `surrogates` each window is compared with its own, and with these or `standard_error` the result is a Dataset or a dict.

    Returns
    -------
    array, DataArray, Dataset, Series, DataFrame or dict
        Shape (...[, n_scales | n_m, n_r], n_windows), of pairs (n_channels, n_channels[, ...], n_windows), of all channels without the
        first. A window without a value, as with a missing sample, is NaN or infinite, with the reason in a `RuntimeWarning`.

    Raises
    ------
    BiotropyError
        Also a `ValueError`: a window that is shorter than the measure needs or longer than the recording, a step of 0, or
        a parameter that is not allowed.

    Examples
    --------
    >>> import biotropy, numpy as np
    >>> eeg = np.random.default_rng(0).standard_normal((2, 3000))
    >>> biotropy.sliding_entropy(eeg, "sampen", window=1000, step=10).shape
    (2, 201)
    """
    form, given = output_of(output, x), {name: value for name, value in options.items() if value is not None}
    listed = None if scales is None else scale_list(scales)
    inner: dict[str, list[Any]] = grid_of(given) if listed is None else {"scale": listed}
    measure = word_of("measure", measure, [*OPTIONS])
    pairs, joint, tests = measure[:5] == "cross", measure[:2] == "mv", bool(given.get("surrogates") or given.get("standard_error"))
    axis, picks, bads, run = given.pop("axis", None), given.pop("picks", None), given.pop("bads", "reject"), taken_run(given)
    omit_gaps_of_intervals(given, x)
    asked = None if sfreq is None and not {type(window), type(step)} & {str} else ("sfreq", sfreq)
    of_x = signal(channels_behind_epochs(x, axis, measure, given), axis, "x", picks, bads, asked)
    require_one_unit(measure, given, of_x, use="scales" if listed else "series")
    dimension = of_x.data.dims[time_axis(x, -1 if axis is None else axis, "x")] if is_xarray(x) else None
    pooled = given.get("pool_epochs") not in (None, "no")
    if (pairs or joint) and not pooled:
        shaped("x", np.broadcast_to(0.0, (*of_x.shape, of_x.rows.shape[-1])), "n_channels", "n_times")
    of_values = of_x.together(given, channels=joint) if joint or pooled else of_x
    known = None if of_x.held is None else of_x.held.rate
    rate = known or rate_of_labels(of_x, dimension)
    length, apart = _core.samples_of("window", window, rate), _core.samples_of("step", step, rate)
    by_epochs = tests and not pooled and len(of_x.epochs()) > 1
    one_each = of_x if pooled or by_epochs else of_x.as_one_epoch()
    core = _asked(one_each, by_epochs, measure, given, run, window=(length, apart), pairs=pairs, scales=listed, grid=True, names=_names(of_x, by_epochs or pooled))
    labels, (variables, why) = of_values.labelled(), _entries(core, of_values, pairs, inner)
    parameters = {key: one for key, one in attributes(measure, given, length, scales=listed is not None).items() if key not in inner}
    origin = {**parameters, "window": length, "step": apart, "time": "start of the window", **({"rate": rate} if rate else {})}
    coords: dict[str, Any] = {"partner": ("partner", labels.names())} if pairs and labels.names() else {}
    coords |= {"time": _start_times(of_x, dimension, core["start"], known if asked else None), **{key: (key, values) for key, values in inner.items()}}
    return Answer(measure, labels, variables, why, coords, origin).rendered("dict" if tests and form == "array" else form, tests)


class SlidingEntropy:
    """An entropy of samples as they come, in a window that slides.

    Each value is that of the measure on the samples of the window, bit for bit. ApEn and SampEn, and with
    ``r_unit="absolute"`` Cross-ApEn and Cross-SampEn, keep their counts from sample to sample; other measures measure each
    window anew.

    Parameters
    ----------
    measure : {'sampen', 'apen', 'fuzzyen', 'permen', 'cross-apen', 'cross-sampen', 'cross-fuzzyen'}, default 'sampen'
        The entropy of each channel, or of each pair of channels.
    window : int or str
        Length of the window: samples, or seconds as "2 s" with `sfreq`.
    step : int or str, default 1
        From one window to the next, as `window`.
    n_channels : int, default 1
        Channels of the samples.
    sfreq : float, optional
        Sampling rate in Hz; without it, times are samples.
    gap : float, optional
        Time between stamps, in seconds, above which samples are missing; by default that of 1.5 samples,
        for which samples with stamps need the rate.
    **options
        Those of the function of the measure, such as `sample_entropy`: m, tau, r, r_unit, ...

    Attributes
    ----------
    pairs : list of tuple of int
        For a cross measure the channels of each value: (templates from, matched in).
    position : int
        Index of the next sample, including lost ones.

    Raises
    ------
    BiotropyError
        Also a `ValueError`: a window that is shorter than the measure needs, or a parameter that is not allowed.

    Examples
    --------
    >>> import numpy as np
    >>> from biotropy import SlidingEntropy
    >>> sliding = SlidingEntropy("sampen", window=200, sfreq=100)
    >>> sliding.push(np.sin(np.arange(150.0))).values.shape
    (0, 1)
    >>> times, values = sliding.push(np.sin(np.arange(150.0, 202.0)))
    >>> times.tolist(), values.shape
    ([0.0, 0.01, 0.02], (3, 1))
    """

    def __init__(self, measure: UnivariateMeasure | CrossMeasure = "sampen", *, window: Integer | str, step: Integer | str = 1,
                 n_channels: Integer = 1, sfreq: Real | None = None, gap: Real | None = None,
                 **options: Any) -> None:  # fmt: skip
        given = {name: value for name, value in options.items() if value is not None}
        one_of("pool_epochs of windows", given.get("pool_epochs"), [None, "no"])
        self._n_channels = whole("n_channels", n_channels, 1)
        self._sfreq = positive("sfreq", sfreq)
        self._has_seconds = self._sfreq is not None
        self._given: tuple[str, dict[str, Any]] = (measure, dict(given))
        self._names: list[str] = []
        self._units: list[tuple[str, str]] = []  # of earlier samples, and of what channel
        self._last = _core.StampFollower()
        length, apart = (_core.samples_of(name, one, self._sfreq) for name, one in (("window", window), ("step", step)))
        self._stream = _core.EntropyStream(measure, self._n_channels, length, apart, self._sfreq, positive("gap", gap), given)  # fmt: skip

    @property
    def pairs(self) -> list[tuple[int, int]]:
        return self._stream.pairs

    @property
    def position(self) -> int:
        return self._stream.position

    def push(self, samples: ArrayLike, times: ArrayLike | None = None) -> SlidingValues:
        """The next samples, and the values of the windows that end with one of them.

        Parameters
        ----------
        samples : array-like, shape (n_samples, n_channels), or (n_samples,) of one channel
            NaN marks a missing sample. A `DataArray` has the dimensions time and channel, in any order, and the rate `sfreq`; its
            channels, and those of a data frame of samples in rows, are found by the labels of the first one. Labels of time that
            step over samples, also from one call to the next once a hundred are known, are an error without `times`.
        times : array-like, shape (n_samples,), optional
            Time stamps in seconds; NaN where there is none. Samples that are missing are a gap, across which no window
            reaches.

        Returns
        -------
        SlidingValues
        """
        measure, options = self._given
        if getattr(samples, "n_gaps", 0) and isinstance(options.get("tau"), int | np.integer):
            one_of("tau of RR intervals with gaps", options["tau"], [1])  # windows are counted in samples
        array, names, units = self._array(samples, times is None)
        in_one_unit(measure, options, [*self._units, *units])
        stamps = [] if times is None else [float(time) for time in np.ravel(numeric(times, "times"))]
        known = {unit for unit, _ in (*self._units, *units)} - {""}
        *found, notices = self._stream.push(doubles(array), stamps, known.pop() if len(known) == 1 else "")
        self._names = self._names or names
        self._units = self._units or [(unit, f"{name} of earlier samples") for unit, name in units]
        issue(notices)
        made = SlidingValues(*found)
        self._has_seconds = self._has_seconds or times is not None
        made.unit = "s" if self._has_seconds else "samples"
        return made

    def mark_gap(self, lost: Integer = 0) -> None:
        """Samples are missing before the next one: no window reaches across.

        Parameters
        ----------
        lost : int, default 0
            How many of them count in the times of samples without stamps.
        """
        self._stream.mark_gap(whole("lost", lost, 0))
        self._last.forget()

    def _array(self, samples: Any, is_followed: bool) -> tuple[np.ndarray, list[str], list[tuple[str, str]]]:
        """Samples in the shape (n_samples, n_channels), the names that they have, and the units of channels."""
        names: list[str] = []
        look_at_list(samples, "samples")
        known = samples_by_time(samples, self._sfreq, "samples", partial(self._of_channels, names=names))
        self._last.follow(known.stamps if is_followed else None, known.missing("samples"), "samples", _REMEDY)
        return known.samples, names, known.units

    def _shaped(self, array: np.ndarray) -> np.ndarray:
        if array.ndim == 1 and (self._n_channels == 1 or array.size == 0):  # a list without samples has no channels
            array = array.reshape(-1, self._n_channels)
        return shaped("samples", array, "n_samples", self._n_channels, empty=True)

    def _of_channels(self, samples: Any, names: list[str]) -> np.ndarray:
        """Columns in the order of the first ones that had names, which are put into `names`."""
        columns = list(getattr(samples, "columns", ()))
        names += columns if all(isinstance(name, str) for name in columns) else []
        if names and self._names and names != self._names:
            if sorted(names) != sorted(self._names) or len(set(names)) < len(names):
                require_channels("samples", names, self._names)
            samples = samples[self._names]
        return self._shaped(numeric(with_numbers(np.asarray(samples)), "samples"))
