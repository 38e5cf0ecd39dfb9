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
from ._dimensions import is_xarray, measured_axis
from ._label_steps import LEAST_LABELS, are_ends_of_intervals, are_same_times, faults, read_stamps, skips
from ._mne_data import is_mne
from ._warn import warn
from .errors import InvalidInput

_KEPT_LABELS = 100
# Names of coordinates that are times of a dimension of another name.
_TIMES = ("time", "times", "t")


def _labels(data: Any, place: int | None) -> Iterator[tuple[str, Any]]:
    """What labels are called, and the labels as an index of pandas."""
    pandas = sys.modules.get("pandas")
    if pandas is not None and isinstance(data, pandas.Series | pandas.DataFrame):
        yield "its index", varying(data.index)
    if pandas is None or place is None:
        return
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


def _refusal(name: str, what: str, before: Any, behind: Any, step: Any, remedy: str) -> InvalidInput:
    if step < 0:
        return InvalidInput(f"{name}: {what} goes back from {before} to {behind}; bring the samples to the order of time "
                            f"(sort_index, sortby) or, if they are in this order, {name}.values")  # fmt: skip
    if step == 0:
        return InvalidInput(f"{name}: {what} has {before} twice, where its steps are equal otherwise; leave one sample "
                            f"of each time or, if the labels are rounded, {name}.values")  # fmt: skip
    return InvalidInput(f"{name}: {what} goes from {before} to {behind}, where its steps are equal otherwise: "
                        f"samples are missing there. {remedy}, or, if nothing is missing, {name}.values")  # fmt: skip


def _refuse_missing_labels(numbers: np.ndarray, name: str, what: str) -> None:
    missing = np.flatnonzero(~np.isfinite(numbers))
    if len(missing):
        raise InvalidInput(f"{name}: {what} has no label for {len(missing)} of {len(numbers)} samples, the first at {missing[0]}: "
                           f"give one label for each sample or, if these follow each other in time, {name}.values")  # fmt: skip


def refuse_missing_time(data: Any, name: str, axis: Any = -1, remedy: str = _AS_NAN, pauses: bool = False,
                        samples: np.ndarray | None = None) -> None:  # fmt: skip
    """Refuse data whose labels show that samples are missing, that there are two of one time, or that time goes back; with
    `pauses` the last alone. `axis` is the number or name of the measured dimension of a `DataArray`, `remedy` what to do
    about missing samples, and `samples` those that are used, time first, by default all."""
    place = measured_axis(data, axis) if is_xarray(data) else None
    for what, labels in _labels(data, place):
        if labels.nlevels > 1:
            raise InvalidInput(f"{name}: {what} has {labels.nlevels} levels: the samples of one series, with one label each, are "
                               f"needed or, if all are of one series, {name}.values")  # fmt: skip
        numbers = _numbers(labels) if len(labels) >= LEAST_LABELS else None
        if numbers is None or np.isnan(numbers).all():
            continue
        if not pauses:
            _refuse_missing_labels(numbers, name, what)
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
            raise _refusal(name, what, labels[at], labels[at + 1], numbers[at + 1] - numbers[at], remedy)
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
                raise _refusal(name, what, self._label, labels[0], numbers[0] - before[-1], remedy)
            self._numbers, self._label, self._missing = joined[-_KEPT_LABELS:], labels[-1], missing[-1]
            return
        self.forget()

    def _is_missing_before(self, first: np.ndarray) -> bool:
        """Whether in each series the last sample, or the `first` one of the next piece, is missing."""
        return self._missing.shape == first.shape and bool((self._missing | first).all())


def is_count(labels: Any) -> bool:
    """Whether an index is the one that pandas gives samples without labels."""
    return isinstance(labels, sys.modules["pandas"].RangeIndex) and labels.start == 0 and labels.step == 1


def _is_unlabelled(labels: Any, others: Any) -> bool:
    """Whether an index says nothing of samples with the `others`: they are not numbered, or without labels as well."""
    return is_count(labels) and (is_count(others) or others.dtype.kind not in "iu")


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


def _bare(names: str) -> str:
    return "if they are right as they are, " + " and ".join(f"{name}.values" for name in names.split(" and "))


def refuse_other_samples(x: Any, y: Any, names: str = "x and y") -> None:
    """Refuse two DataArrays with a dimension of one name and other labels, and two objects of pandas of another index. Labels
    agree if they differ by a small part of a step."""
    if is_xarray(x) and is_xarray(y):
        for dimension in x.indexes.keys() & y.indexes.keys():
            if not _agree(x.indexes[dimension], y.indexes[dimension]):
                raise InvalidInput(f"{names} differ in their coordinates of {dimension!r}; they must be equal, in one order "
                                   f"or, {_bare(names)}")  # fmt: skip
    pandas = sys.modules.get("pandas")
    if pandas is None or not all(isinstance(one, pandas.Series | pandas.DataFrame) and len(one) for one in (x, y)):
        return
    if not _agree(x.index, y.index) and not _is_unlabelled(x.index, y.index) and not _is_unlabelled(y.index, x.index):
        found = f"{len(x)} labels from {x.index[0]} and {len(y)} from {y.index[0]}"
        raise InvalidInput(f"{names} differ in their index ({found}); they must be equal, in one order or, {_bare(names)}")


def refuse_other_rows(x: Any, y: Any, names: str) -> None:
    """As `refuse_other_samples`, also of a `DataArray` whose first dimension has labels and an object of pandas."""
    refuse_other_samples(x, y, names)
    pandas = sys.modules.get("pandas")
    for one, other in ((x, y), (y, x)):
        if is_xarray(one) and pandas is not None and isinstance(other, pandas.Series | pandas.DataFrame):
            labels = one.indexes.get(one.dims[0])
            if labels is not None and not _agree(labels, other.index) and not is_count(other.index):
                raise InvalidInput(f"{names} differ in the labels of their rows (from {labels[0]!r} and {other.index[0]!r}): equal "
                                   "in one order, or, if they are right as they are, .values of both")  # fmt: skip


def refuse_others_of(**named: Any) -> None:
    """As `refuse_other_samples`, of the first one of all beside each of the others that is given."""
    (name, first), *others = named.items()
    for other, data in others:
        if data is not None:
            refuse_other_samples(first, data, f"{name} and {other}")


def refuse_other_samples_of_list(data: Any, name: str) -> None:
    """Refuse a list of series of pandas that differ in their index, where they are compared with each other."""
    for number, one in enumerate(data[1:], 1) if isinstance(data, list | tuple) else ():
        refuse_other_samples(data[0], one, f"{name}[0] and {name}[{number}]")


def refuse_other_labels(x: Any, y: Any) -> None:
    """Refuse two DataArrays or two Series whose labels differ, and two objects of MNE of different rates or, as Epochs may have
    them, first times: `x` and `y` are compared in the order of the samples."""
    refuse_other_samples(x, y)
    if is_mne(x) and is_mne(y):
        rates = [float(one.info["sfreq"]) for one in (x, y)]
        if not _core.is_same_rate(*rates):
            raise InvalidInput(f"x and y have info['sfreq'] {rates[0]:.10g} and {rates[1]:.10g} Hz; they must have one rate")
        begins = [float(one.times[0]) for one in (x, y)]
        if abs(begins[0] - begins[1]) * rates[0] > 0.5:
            raise InvalidInput(f"x and y begin at {begins[0]:g} and {begins[1]:g} s; give the same times or, if they are right "
                               "as they are, get_data() of both")  # fmt: skip
