# SPDX-License-Identifier: Apache-2.0
"""Samples in the order of time, a channel in each column, from an `xarray.DataArray` or a Raw of MNE: dimensions are found by their
names, channels by their labels, and what the object says of its rate and times must fit."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

from . import _core
from ._arguments import number, require_channels
from ._dimensions import bad_channels, channel_names, in_order, is_pandas, is_xarray
from ._inputs import filled
from ._mne_data import channels, is_mne, is_raw, mne_units, refuse_other_objects, samples, seams
from ._signal import numbers_of, rate_of, seconds_of, time_labels, units_of_array, varying
from ._warn import issue, warn_of_bad_channels
from .errors import InvalidInput


class TimedSamples(NamedTuple):
    """Samples (n_samples, n_channels), a data frame if their channels have names, and what is known of them."""

    samples: Any
    rate: float | None = None
    stamps: np.ndarray | None = None
    units: list[tuple[str, str]] = []
    gaps: list[int] = []  #: first samples behind gaps that stamps do not tell

    def missing(self, name: str) -> np.ndarray:
        """Whether each sample stands for missing time: in all channels, and without a rate, by which it takes its own. Gaps that have no
        such sample are an error, as `mark_gap` marks them in a stream."""
        if self.gaps:
            _core.Signal(np.zeros((1, 1, len(self.samples))), name, gaps=self.gaps).require_no_gaps()
        samples = np.asarray(self.samples)
        if self.rate is not None or samples.size == 0:
            return np.zeros(len(samples), dtype=bool)
        return np.asarray(np.isnan(samples.reshape(len(samples), -1)).all(axis=1))

    def recordings(self, lengths: list[int], name: str = "X") -> list[int]:
        """Lengths of recordings, which end where time is missing, too."""
        gaps = self.gaps
        if self.stamps is not None and len(lengths) == 1:  # stamps may begin anew in each of several
            held = known_by_time(self.stamps, None, name)
            issue(held.notices)
            gaps = held.gaps
        return np.diff(np.union1d([0, *gaps], np.cumsum(lengths))).astype(int).tolist()


def known_by_time(stamps: np.ndarray, rate: float | None, name: str, asked: tuple[str, float] | None = None) -> Any:
    """What the library knows of samples at these times."""
    samples = np.zeros((1, 1, len(stamps)))
    return _core.Signal(samples, name, rate=rate, asked=asked, stamps=stamps if len(stamps) else None)


def samples_by_time(X: Any, sfreq: Any, name: str = "X", of_channels: Callable[[Any], Any] = filled) -> TimedSamples:
    """Samples and their rate, which must be `sfreq` if both are known.

    A `DataArray` with labels of its channels becomes a data frame, whose columns have their names. Other data are returned
    as they are, but for masks. A stream has but some of the channels: `of_channels` makes its samples.
    """
    refuse_other_objects(X, name)
    if is_mne(X):
        return _samples_of_mne(X, sfreq, name, of_channels)
    if not is_xarray(X) or X.ndim > 2:
        return TimedSamples(of_channels(filled(X)), sfreq, numbers_of(varying(X.index)) if is_pandas(X) else None)
    ordered = in_order(X, name, ("time", "channel")) if X.ndim == 2 else X
    rate, asked = rate_of(X), None if sfreq is None else ("sfreq", number("sfreq", sfreq, 0))
    labels, attrs = time_labels(ordered, ordered.dims[0])
    known = sfreq if rate is None else rate
    seconds = None if known is None else seconds_of(labels, attrs, known, name)
    rate = known_by_time(np.empty(0) if seconds is None else seconds, rate, name, asked).rate
    values = filled(ordered.values)
    if "channel" in ordered.coords and X.ndim == 2:
        values = sys.modules["pandas"].DataFrame(values, columns=channel_names(ordered))
    warn_of_bad_channels(name, bad_channels(ordered), "drop_sel")
    return TimedSamples(of_channels(values), rate, numbers_of(labels), units_by_channel(ordered))


def _samples_of_mne(raw: Any, sfreq: Any, name: str, of_channels: Callable[[Any], Any]) -> TimedSamples:
    if not is_raw(raw):
        raise InvalidInput(f"{name} is a {type(raw).__name__} of MNE; it must be Raw, or an array (n_samples, n_channels)", name)
    names, asked = channels(raw, None, name), None if sfreq is None else ("sfreq", number("sfreq", sfreq, 0))
    rate = known_by_time(np.empty(0), float(raw.info["sfreq"]), name, asked).rate
    warn_of_bad_channels(name, [one for one in names if one in raw.info["bads"]], "pick()")
    frame = import_module("pandas").DataFrame(samples(raw, names, name).T, columns=names)
    return TimedSamples(of_channels(frame), rate, None, list(zip(mne_units(raw, names), names, strict=True)), seams(raw))


def of_numbered_channels(samples: Any, channels: list[str]) -> Any:
    """Samples for a model whose channels have numbers in place of names. Names that are these numbers must be in their
    order; of others scikit-learn warns, as the channels of the model may have had them."""
    names = list(getattr(samples, "columns", ()))
    if names == channels:
        return samples.to_numpy()
    if set(names) == set(channels):
        require_channels("X", names, channels)
    return samples


def units_by_channel(ordered: Any) -> list[tuple[str, str]]:
    """Unit and name of each channel of a `DataArray`; none if they are unknown."""
    units = units_of_array(ordered)
    names = [str(name) for name in np.ravel(ordered.coords["channel"].values)] if "channel" in ordered.coords else []
    known = names if len(names) == len(units) else map(str, range(len(units)))
    return list(zip(units, known, strict=True)) if any(units) else []


def require_units(model: Any, units: list[tuple[str, str]]) -> None:
    """Refuse channels in other units than those that the model was trained in, where both are known."""
    names = [name for _, name in units]
    if units and set(model.channels) <= set(names):
        model.find_channels(names, "X", [unit for unit, _ in units])


def as_row(x: Any) -> Any:
    """A sample as samples, with the names of its channels."""
    pandas = sys.modules.get("pandas")
    if pandas is not None and isinstance(x, pandas.Series):
        return x.to_frame().T
    if is_xarray(x) and x.ndim == 1:
        return x.rename({x.dims[0]: "channel"}).expand_dims("time")
    return np.asarray(filled(x))[np.newaxis]
