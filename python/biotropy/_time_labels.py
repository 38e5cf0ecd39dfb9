# SPDX-License-Identifier: Apache-2.0
"""Labels of the samples in time: the index of a `pandas.Series`, or of a `pandas.DataFrame` of samples in rows, and the coordinate
of the measured dimension of an `xarray.DataArray`.

By the rule for stamps, samples are missing where a label is too late (as after `dropna`), and templates would cross
the place, unless a missing sample (NaN) stands there; where a label stands twice, there are two samples of one time; and where they
go back, the samples are in another order than that of time. Uneven labels are not looked at, with a warning, unless their steps are
the samples, as those of heartbeats. Labels that are all the same, and words, are ignored.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from . import _core
from ._dimensions import is_pandas, is_xarray, measured_axis
from ._label_steps import LEAST_LABELS, are_ends_of_intervals, are_same_times, faults, read_stamps, skips
from ._mne_data import is_mne
from ._warn import warn
from .errors import InvalidInput

_KEPT_LABELS = 100
# Names of coordinates that are times of a dimension of another name.
_TIMES = ("time", "times", "t")


def _labels(data: Any, place: int | None) -> Iterator[tuple[str, Any]]:
    """What labels are called, and the labels as an index of pandas."""
    if is_pandas(data):
        yield "its index", varying(data.index)
    if place is None:
        return
    pandas = sys.modules["pandas"]
    dim = data.dims[place]
    along = {coordinate: values for coordinate, values in data.coords.items() if values.dims == (dim,)}
    clocks = [one for one in along if one == dim or (one in _TIMES and not (dim in _TIMES and dim in along))]
    for coordinate in clocks or [one for one, values in along.items() if _is_clock(values.values)]:
        found = data.indexes[coordinate] if coordinate in data.indexes else pandas.Index(along[coordinate].values)
        yield f"its coordinate {coordinate!r}", varying(found)


def varying(labels: Any) -> Any:
    """An index without the levels that are the same in all samples, as in a group of rows."""
    if labels.nlevels == 1 or not len(labels):
        return labels
    constant = [level for level, codes in enumerate(labels.codes) if (codes == codes[0]).all()]
    return labels.droplevel(constant[: labels.nlevels - 1])


def _is_clock(values: np.ndarray) -> bool:
    """Whether these are stamps or durations that rise from sample to sample, unlike the day of each."""
    return len(values) > 1 and values.dtype.kind in "mM" and bool(np.mean(values[1:] > values[:-1]) > 0.5)


def _parsed(labels: Any) -> Any:
    """Numbers, durations or stamps that are written as text; None if they are words."""
    pandas = sys.modules["pandas"]
    stamps = partial(pandas.to_datetime, utc=True)
    iso = partial(stamps, format="ISO8601")  # isoformat() leaves out the decimals of whole seconds
    for read in (pandas.to_numeric, pandas.to_timedelta, stamps, iso):
        # Recorded, as pandas cannot pass an error on where it warns that days come first.
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            try:
                found = read(labels)
            except (ValueError, TypeError):
                continue
        if not any("Could not infer format" in str(one.message) for one in said):
            return found
    return None


def _numbers(labels: Any) -> np.ndarray | None:
    """The labels as numbers, NaN where they are missing; None if they are words, complex, or longer than 64 bits."""
    if labels.dtype.kind == "b":
        return None
    if hasattr(labels, "asi8"):  # stamps in any time zone, durations, periods
        numbers = np.asarray(labels.asi8)
        return np.where(labels.isna(), np.nan, numbers) if labels.hasnans else numbers
    values = labels.to_numpy()
    if values.dtype.kind in "iumM":
        return np.asarray(values.astype(np.int64))
    if values.dtype.kind == "f":
        return np.asarray(values)
    parsed = _parsed(labels)
    return None if parsed is None or parsed.dtype.kind not in "iufmM" else _numbers(parsed)


def _missing(samples: np.ndarray) -> np.ndarray:
    """Whether each sample is missing (NaN), of each series in a column."""
    missing = np.isnan(samples) if samples.dtype.kind == "f" else np.zeros(samples.shape, dtype=bool)
    return np.asarray(missing.reshape(len(samples), -1))


def _crossed(places: np.ndarray, samples: np.ndarray) -> np.ndarray:
    """Places without a missing sample before or behind them, in any series."""
    return np.asarray(places[~(_missing(samples[places]) | _missing(samples[places + 1])).all(axis=1)])


_DOUBTS = {
    "uneven": "has uneven steps: the samples are taken as evenly spaced, and no gap is looked for",
    "packets": "has one label for several samples: they are taken as evenly spaced samples of one series",
}
_AS_NAN = "Give them as NaN (reindex), which most functions leave out with nan_policy='omit'"


def _refusal(name: str, what: str, fault: str, remedy: str) -> InvalidInput:
    return InvalidInput(f"{name}: {what} {fault}. {remedy} or, if they are right as they are, {name}.values")


def _step(name: str, what: str, before: Any, behind: Any, step: Any, remedy: str) -> InvalidInput:
    if step < 0:
        return _refusal(name, what, f"goes back from {before} to {behind}", "Bring the samples to the order of time (sort_index, sortby)")
    if step == 0:
        return _refusal(name, what, f"has {before} twice, where its steps are equal otherwise", "Leave one sample of each time")
    return _refusal(name, what, f"goes from {before} to {behind}, where its steps are equal otherwise: samples are missing there", remedy)


def refuse_missing_time(data: Any, name: str, axis: Any = -1, remedy: str = _AS_NAN, pauses: bool = False,
                        samples: np.ndarray | None = None) -> None:  # fmt: skip
    """Refuse data whose labels show that samples are missing, that there are two of one time, or that time goes back; with
    `pauses` the last alone. `axis` is the number or name of the measured dimension of a `DataArray`, `remedy` what to do
    about missing samples, and `samples` those that are used, time first, by default all."""
    place = measured_axis(data, axis) if is_xarray(data) else None
    for what, labels in _labels(data, place):
        if labels.nlevels > 1:
            raise _refusal(name, what, f"has {labels.nlevels} levels", "Give the samples of one series, with one label each")
        numbers = _numbers(labels) if len(labels) >= LEAST_LABELS else None
        if numbers is None or np.isnan(numbers).all():
            continue
        missing = np.flatnonzero(~np.isfinite(numbers))
        if len(missing) and not pauses:
            fault = f"has no label for {len(missing)} of {len(numbers)} samples, the first at {missing[0]}"
            raise _refusal(name, what, fault, "Give one label for each sample")
        places = faults(numbers, pauses)
        doubt = "" if pauses else _DOUBTS.get(read_stamps(numbers)[0], "")
        if not len(places) and not doubt:
            continue
        if samples is None:  # arrays that are read when they are used are read here too
            samples = np.moveaxis(np.asarray(data), place or 0, 0)
        places = _crossed(places, samples) if len(places) else places
        if are_ends_of_intervals(numbers, samples):
            continue
        if len(places):
            at = int(places[0])
            raise _step(name, what, labels[at], labels[at + 1], numbers[at + 1] - numbers[at], remedy)
        if doubt:
            warn("times_uneven", f"{name}: {what} {doubt}. If they are, {name}.values")


class LastLabel:
    """The last labels of samples that come in pieces: one that steps over samples between two of them is refused, once the labels
    of enough samples are known. Labels may begin anew in each piece, so that others say nothing."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """What comes next follows nothing."""
        self._numbers, self._label, self._missing = np.empty(0), None, np.empty(0, dtype=bool)

    def require_next(self, data: Any, name: str, axis: Any, remedy: str, samples: np.ndarray) -> None:
        """Refuse a piece that begins behind missing samples, unless a missing one (NaN) stands there in each series; arguments as
        for `refuse_missing_time`."""
        if not len(samples):
            return
        for what, labels in _labels(data, measured_axis(data, axis) if is_xarray(data) else None):
            numbers = _numbers(labels) if labels.nlevels == 1 and len(labels) else None
            if numbers is None or not np.isfinite(numbers).all():
                continue
            before = self._numbers if self._numbers.dtype == numbers.dtype else numbers[:0]
            if len(before) and numbers[0] < before[-1]:
                before = before[:0]
            joined, missing = np.concatenate([before, numbers]), _missing(samples)
            is_known = len(before) and len(joined) >= LEAST_LABELS
            if is_known and skips(joined, len(before) - 1) and not self._is_missing_before(missing[0]):
                raise _step(name, what, self._label, labels[0], numbers[0] - before[-1], remedy)
            self._numbers, self._label, self._missing = joined[-_KEPT_LABELS:], labels[-1], missing[-1]
            return
        self.forget()

    def _is_missing_before(self, first: np.ndarray) -> bool:
        """Whether in each series the last sample, or the `first` one of the next piece, is missing."""
        return self._missing.shape == first.shape and bool((self._missing | first).all())


def is_count(labels: Any) -> bool:
    """Whether an index is the one that pandas gives samples without labels."""
    return isinstance(labels, sys.modules["pandas"].RangeIndex) and labels.start == 0 and labels.step == 1


def _agree(labels: Any, others: Any) -> bool:
    """Whether two indexes are the same, but for rounding and time zones."""
    if labels.equals(others):
        return True
    if len(labels) != len(others) or labels.nlevels > 1 or others.nlevels > 1 or labels.hasnans or others.hasnans:
        return False
    stamps, durations = sys.modules["pandas"].DatetimeIndex, sys.modules["pandas"].TimedeltaIndex
    are_stamps = all(isinstance(one, stamps) for one in (labels, others)) and (labels.tz is None) == (others.tz is None)
    if are_stamps or all(isinstance(one, durations) for one in (labels, others)):
        seconds = [np.asarray((one - labels[0]).total_seconds()) for one in (labels, others)]
        return are_same_times(*seconds)
    kinds = [one.dtype.kind for one in (labels, others)]
    return set(kinds) <= set("iuf") and "f" in kinds and are_same_times(labels.to_numpy(), others.to_numpy())


def _pairs(x: Any, y: Any, rows: bool) -> Iterator[tuple[str, Any, Any]]:
    """Labels of both for the same samples, and what they are called."""
    if is_xarray(x) and is_xarray(y):
        for dimension in x.indexes.keys() & y.indexes.keys():
            yield f"coordinates of {dimension!r}", x.indexes[dimension], y.indexes[dimension]
    are_tables = [is_pandas(one) for one in (x, y)]
    if all(are_tables) or (any(are_tables) and rows and any(map(is_xarray, (x, y)))):
        one, other = (one.index if is_pandas(one) else one.indexes.get(one.dims[0]) for one in (x, y))
        # Numbers of rows are labels beside others of whole numbers alone.
        for labels, beside in ((one, other), (other, one)):
            if labels is None or not len(labels) or (is_count(labels) and (is_count(beside) or not all(are_tables) or beside.dtype.kind not in "iu")):
                return
        yield "index", one, other


def refuse_other_samples(x: Any, y: Any, names: str = "x and y", rows: bool = False) -> None:
    """Refuse two DataArrays with a dimension of one name and other labels, two objects of pandas of another index and, with `rows`,
    a `DataArray` whose first dimension has labels and an object of pandas. Labels agree if they differ by a small part of a step."""
    for where, one, other in _pairs(x, y, rows):
        if not _agree(one, other):
            found = f"{len(one)} labels from {one[0]} and {len(other)} from {other[0]}" if len(one) and len(other) else "one has none"
            bare = " and ".join(f"{name}.values" for name in names.split(" and "))
            raise InvalidInput(f"{names} differ in their {where} ({found}); they must be equal, in one order or, if they are right "
                               f"as they are, {bare}")  # fmt: skip


def refuse_others_of(**named: Any) -> None:
    """As `refuse_other_samples`, of the first one of all beside each of the others that is given."""
    (name, first), *others = named.items()
    for other, data in others:
        if data is not None:
            refuse_other_samples(first, data, f"{name} and {other}")


def refuse_other_samples_of_list(data: Any, name: str) -> None:
    """Refuse a list of series of pandas that differ in their index, where they are compared with each other."""
    if isinstance(data, list | tuple):
        refuse_others_of(**{f"{name}[{number}]": one for number, one in enumerate(data)})


def refuse_other_labels(x: Any, y: Any) -> None:
    """Refuse two DataArrays or two Series whose labels differ, and two objects of MNE of different rates or, as Epochs may have
    them, first times: `x` and `y` are compared in the order of the samples."""
    refuse_other_samples(x, y)
    if is_mne(x) and is_mne(y):
        (rate, begin), (other_rate, other_begin) = ((float(one.info["sfreq"]), float(one.times[0])) for one in (x, y))
        if not _core.is_same_rate(rate, other_rate) or abs(begin - other_begin) * rate > 0.5:
            raise InvalidInput(f"x begins at {begin:g} s and has {rate:.10g} Hz, and y begins at {other_begin:g} s and has {other_rate:.10g} Hz; "
                               "give the same times or, if they are right as they are, get_data() of both")  # fmt: skip
