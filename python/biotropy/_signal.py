# SPDX-License-Identifier: Apache-2.0
"""What an object is: samples with time last, and what it says of them, for the library's rules (biotropy/study/signal.hpp)."""

from __future__ import annotations

import math
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from . import _core
from ._answer import Labels, labels_of, unnamed
from ._arguments import is_number, number, real, shaped, whole, word_of
from ._dimensions import bad_channels, is_frame, is_pandas, is_xarray, time_axis
from ._inputs import doubles, numeric
from ._mne_data import channels, explained, is_mne, mne_units, refuse_other_objects, samples, seams
from ._warn import issue, warn, warn_of_bad_channels
from .errors import InvalidInput

REASON = "the channel is marked as bad"
BADS = (None, "reject", "keep")
# Names of coordinates that are times of a dimension of another name.
_TIMES = ("time", "times", "t")
_IN_A_SECOND = {"s": 1, "ms": 1e3, "us": 1e6, "ns": 1e9}



class Signal(NamedTuple):
    """Rows of an input, or a single series unchanged, the shape of values, and what is known. (A tuple is fast to construct.)

    `held` is a `_core.Signal` where something is known beside samples; `reasons` are why rows have no value, "" of others, none
    if all have one, and `marked` has the reason of each place of a channel that is marked as bad. `name` is what the caller calls it.
    """

    rows: np.ndarray
    shape: tuple[int, ...]
    labels: Labels | None = None
    held: Any = None
    reasons: Sequence[str] = ()
    marked: Mapping[int, str] = {}
    data: Any = None
    name: str = "x"

    def has_epochs_alone(self) -> bool:
        """Whether the series are epochs of one channel by the name of their dimension."""
        return self.labels is not None and self.labels.dims == ("epoch",)

    @property
    def n_channels(self) -> int:
        """How many series are an epoch: those of the last axis but time, or all where channels are another axis."""
        if self.labels is not None and "channel" in self.labels.dims[:-1]:
            return math.prod(self.shape)
        return max(self.shape[-1], 1) if self.shape and not self.has_epochs_alone() else 1

    def epochs(self) -> np.ndarray:
        """The samples as (n_epochs, n_channels, n_times)."""
        return np.reshape(self.rows, (-1, self.n_channels, self.rows.shape[-1]))

    def array(self) -> np.ndarray:
        """The samples with the axes of the input, time last."""
        return np.reshape(self.rows, (*self.shape, self.rows.shape[-1]))

    def labelled(self) -> Labels:
        return self.labels or unnamed(len(self.shape))

    def variables(self, values: Mapping[str, Any], **last: int) -> dict[str, tuple[tuple[Any, ...], np.ndarray]]:
        """Values of the rows with their dimensions; `last` are additional last ones."""
        dims, shape = (*self.labelled().dims, *last), (*self.shape, *last.values())
        return {name: (dims, np.asarray(one).reshape(shape)) for name, one in values.items()}

    @property
    def unit(self) -> str:
        """The unit of all channels; empty if it is not known, or they have several."""
        if self.held is None:  # most calls
            return ""
        units = set(self.held.units) - {""}
        return units.pop() if len(units) == 1 else ""

    def core(self) -> Any:
        """The signal that the library measures."""
        return self.held or _core.Signal(self.epochs(), self.name, reasons=self.reasons)

    def as_one_epoch(self) -> Signal:
        """The same series, all as channels of one epoch."""
        n = len(self.epochs())
        if n == 1:
            return self
        known: dict[str, Any] = {}
        if self.held is not None:
            known = {"units": self.held.units * n, "rate": self.held.rate, "stamps": np.array(self.held.stamps) if self.held.stamps else None}
        return self._replace(held=_core.Signal(self.rows[np.newaxis], self.name, reasons=self.reasons, **known))

    def each_epoch(self) -> Iterator[Signal]:
        """The channels of every epoch alone."""
        size = self.n_channels
        for number, rows in enumerate(self.epochs()):
            reasons = self.reasons[number * size : (number + 1) * size]
            known = {} if self.held is None else {"units": self.held.units, "channels": self.held.channels, "rate": self.held.rate}
            held = _core.Signal(rows[np.newaxis], self.name, reasons=reasons, **known)
            yield self._replace(rows=rows, shape=(size,), labels=None, reasons=reasons, held=held)

    def without_gaps(self) -> Signal:
        """The same signal, in which no time may be missing."""
        if self.held is not None:
            self.held.require_no_gaps()
        return self

    def together(self, options: dict[str, Any], *, channels: bool) -> Signal:
        """The same rows for values of all epochs together, if `pool_epochs` is asked for, and of all `channels` together:
        without the first axis, and without that of the channels."""
        pooled = options.get("pool_epochs") not in (None, "no")
        if channels and self.has_epochs_alone():
            raise InvalidInput("x has the dimensions 'epoch' and that of time alone; give one of channels")
        axes = ["n_epochs", "n_channels"] if pooled else []
        if channels and not pooled:
            axes = [*["..."] * (len(self.shape) - 1), "n_channels"]
        shaped("x", np.broadcast_to(0.0, (*self.shape, self.rows.shape[-1])), *axes, "n_times")
        kept = slice(1 if pooled else 0, len(self.shape) - (1 if channels else 0))
        return self._replace(shape=self.shape[kept], labels=self.labelled().only(self.labelled().dims[kept]))


def warn_of_values(text: str | None, data: Any = None) -> None:
    """Warn of values of `data` that are not finite, with the text of the library, if it has one."""
    if text:
        warn("not_finite", explained(text, data))


def _clocks(frame: Any, name: str) -> list[int]:
    """Places of the columns that are time by the rules for tables in files (biotropy/files/time_columns.hpp)."""
    heads = [frame.iloc[:200, place] for place in range(frame.shape[1])]
    are_times = [head.dtype.kind in "mM" or isinstance(head.dtype, sys.modules["pandas"].PeriodDtype) for head in heads]
    numbers = [head.to_numpy(np.float64, na_value=np.nan) if head.dtype.kind in "iuf" else np.empty(0) for head in heads]
    words = [next((one for one in head if isinstance(one, str)), "") if head.dtype.kind == "O" else "" for head in heads]
    names = [one if isinstance(one, str) else "" for one in frame.columns]
    kinds = _core.time_columns(names, [one[np.isfinite(one)].tolist() for one in numbers], words)
    if "unclear" in kinds:
        column = frame.columns[kinds.index("unclear")]
        ways = f"{name}.set_index({column!r}) for time, {name}.to_numpy().T for channels alone"
        raise InvalidInput(f"the column {column!r} of {name} may be time; give {ways}")
    return [place for place, kind in enumerate(kinds) if kind != "none" or are_times[place]]


def oriented(data: Any, axis: Any, name: str) -> tuple[Any, Any]:
    """The data and the axis of time, -1 by default. A DataFrame has time down its rows unless `axis` says otherwise, and
    channels in its columns, but for those of time, the first of which comes back as its index where it has none."""
    if type(data) is np.ndarray or not is_frame(data):
        return data, -1 if axis is None else axis
    if word_of("axis", axis, (None, 0, "index", "rows", -2, 1, "columns", -1)) in (1, "columns", -1):
        data = data.T
    clocks = _clocks(data, name)
    if not clocks or len(clocks) == data.shape[1]:
        return data, -1
    listed = ", ".join(repr(data.columns[place]) for place in clocks)
    issue([("note", "time_left_out", f"{name} has time in {listed}, which is no channel")])
    kept = data.iloc[:, [place for place in range(data.shape[1]) if place not in clocks]]
    times = sys.modules["pandas"].Index(data.iloc[:, clocks[0]])
    return kept.set_axis(times, axis=0) if is_count(data.index) else kept, -1


def _columns(frame: Any, name: str) -> np.ndarray:
    """The samples of a DataFrame, a channel in each row."""
    for column, kind in frame.dtypes.items():
        real(f"the column {column!r} of {name}", kind)
    plain = all(isinstance(kind, np.dtype) for kind in frame.dtypes)
    return np.asarray(frame.to_numpy() if plain else frame.to_numpy(np.float64, na_value=np.nan)).T


def refuse_picks(picks: Any, name: str) -> None:
    """Refuse channels that are picked of other data than those of MNE."""
    if picks is not None:
        raise InvalidInput(f"picks is {picks!r}; {name} has no types or names of channels, as MNE has them", "picks")


def look_at_list(data: Any, name: str) -> None:
    """Refuse a list of objects whose labels, channels or gaps an array would not have; Series are looked at one by one."""
    plain, kinds = (int, float, list, tuple, np.ndarray, np.generic), set(map(type, data)) if isinstance(data, list | tuple) else ()
    if all(issubclass(kind, plain) for kind in kinds):  # most lists
        return
    for number, one in enumerate(data):
        if is_mne(one) or is_xarray(one) or is_frame(one) or hasattr(one, "n_gaps"):
            raise InvalidInput(f"{name}[{number}] is a {type(one).__name__}; give a single one, or an array of samples")
        if is_pandas(one):
            read(one, None, f"{name}[{number}]").without_gaps()


def varying(labels: Any) -> Any:
    """An index without the levels that are the same in all samples, as in a group of rows."""
    if labels.nlevels == 1 or not len(labels):
        return labels
    constant = [level for level, codes in enumerate(labels.codes) if (codes == codes[0]).all()]
    return labels.droplevel(constant[: labels.nlevels - 1])


def is_count(labels: Any) -> bool:
    """Whether an index is the one that pandas gives samples without labels."""
    is_range = isinstance(labels, sys.modules["pandas"].RangeIndex)
    return is_range and labels.start == 0 and labels.step == 1 and labels.name is None


def _is_clock(values: np.ndarray) -> bool:
    """Whether these are stamps or durations that rise from sample to sample, unlike the day of each."""
    return len(values) > 1 and values.dtype.kind in "mM" and bool(np.mean(values[1:] > values[:-1]) > 0.5)


def time_labels(data: Any, dimension: Any = None) -> tuple[Any, Mapping[Any, Any]]:
    """The labels of samples as an index of pandas, None if there are none, and their attributes: the index of a Series or
    DataFrame, unless it has numbers of rows, or the coordinate of a dimension of a `DataArray`."""
    if is_pandas(data):
        labels = None if is_count(data.index) else varying(data.index)
        unit = _core.unit_in_name(labels.name) if labels is not None and isinstance(labels.name, str) else ""
        return labels, {"units": unit} if _core.seconds_in(unit) else {}
    if not is_xarray(data) or dimension is None:
        return None, {}
    along = [name for name, one in data.coords.items() if one.dims == (dimension,)]
    names = [dimension] if dimension in _TIMES else []
    clocks = [name for name in along if _is_clock(data.coords[name].values)]
    name = next((one for one in (*names, *_TIMES, dimension, *clocks) if one in along), None)
    if name is None:
        return None, {}
    found = data.indexes[name] if name in data.indexes else sys.modules["pandas"].Index(data.coords[name].values)
    index = varying(found)
    return index, data.coords[index.name if index.name in data.coords else name].attrs


def _parsed(labels: Any) -> Any:
    """Numbers, durations or stamps that are written as text; None if they are words."""
    pandas = sys.modules["pandas"]
    stamps = partial(pandas.to_datetime, utc=True)
    iso = partial(stamps, format="ISO8601")  # isoformat() leaves out the decimals of whole seconds
    for reader in (pandas.to_numeric, pandas.to_timedelta, stamps, iso):
        # Recorded, as pandas cannot pass an error on where it warns that days come first.
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            try:
                found = reader(labels)
            except (ValueError, TypeError):
                continue
        if not any("Could not infer format" in str(one.message) for one in said):
            return found
    return None


def numbers_of(labels: Any) -> np.ndarray | None:
    """Labels as doubles, stamps and durations in seconds, NaN where they are missing; None for words."""
    if labels is None or labels.dtype.kind == "b" or labels.nlevels > 1:
        return None
    labels = labels.to_timestamp() if hasattr(labels, "to_timestamp") else labels  # periods
    if hasattr(labels, "asi8"):
        return np.where(labels.isna(), np.nan, labels.asi8 / _IN_A_SECOND[labels.unit])
    if labels.dtype.kind in "iuf":
        return np.ascontiguousarray(labels.to_numpy(np.float64, na_value=np.nan))
    parsed = _parsed(labels)
    return None if parsed is None or parsed.dtype.kind not in "iufmM" else numbers_of(parsed)


def _count_samples(labels: Any, unit: Any) -> bool:
    """Whether labels are numbers of samples, as their attribute `units` or steps of 1 say."""
    has_steps = unit is None and labels.dtype.kind in "iuf" and len(labels) > 1
    return unit == "samples" or (has_steps and bool(labels[1] - labels[0] == 1))


def seconds_of(labels: Any, attrs: Mapping[Any, Any], rate: float | None, name: str) -> np.ndarray | None:
    """Labels in seconds, or as they are where nothing tells their unit; counts of samples become seconds by the rate. None if
    there are none."""
    if labels is not None and labels.nlevels > 1:
        raise InvalidInput(f"the samples of {name} have labels of {labels.nlevels} levels; give one label for each")
    numbers, unit = numbers_of(labels), attrs.get("units")
    if numbers is None:
        return None
    if _count_samples(labels, unit):
        return numbers if rate is None else numbers / rate
    size = 1.0 if unit is None else _core.seconds_in(str(unit))
    return numbers if size is None and rate is None else None if size is None else numbers * size


def first_time(data: Any, rate: float | None, dimension: Any) -> float:
    """The time of the first sample by its label, in seconds, or in samples without a rate; 0 if no label says it."""
    if is_mne(data):
        return float(data.times[0])
    labels, attrs = time_labels(data, dimension)
    seconds = seconds_of(labels, attrs, rate, "data")
    if seconds is None or labels.dtype.kind == "M" or (rate is None and not _count_samples(labels, attrs.get("units"))):
        return 0.0
    return float(seconds[0])


def rate_of(data: Any) -> float | None:
    """The rate that an object of MNE has, or the attribute `rate` of a `DataArray` if it is a number above 0, or an array of
    one, as files have it; another one, such as a word, may have been meant for something else."""
    if is_mne(data):
        return float(data.info["sfreq"])
    value: Any = data.attrs.get("rate") if is_xarray(data) else None
    value = value.item() if isinstance(value, np.ndarray) and value.size == 1 else value
    return float(value) if is_number(value) and 0 < value < np.inf else None


def rate_of_labels(made: Signal, dimension: Any) -> float | None:
    """The rate that labels of time tell, if they have a unit: stamps, durations, and numbers with the attribute `units`."""
    labels, attrs = time_labels(made.data, dimension)
    has_unit = labels is not None and (labels.dtype.kind in "mM" or _core.seconds_in(str(attrs.get("units"))) is not None)
    return made.held.rate_of_stamps if has_unit and made.held is not None else None


def signal(data: Any, axis: Any = None, name: str = "x", picks: Any = None, bads: str | None = None,
           asked: tuple[str, Any] | None = None) -> Signal:  # fmt: skip
    """As `read`, with a warning of an array without names of its axes that has more series than samples: its first axis may be
    time."""
    is_plain = type(data) is np.ndarray and data.ndim == 1 and data.dtype.char == "d" and len(data) > 0
    if is_plain and axis is None and picks is None and asked is None:  # short calls
        return Signal(doubles(data), (), name=name)
    made = read(data, axis, name, picks, bads, asked)
    if axis in (None, -1):
        warn_of_orientation(made, name)
    return made


def warn_of_orientation(made: Signal, name: str) -> None:
    """Axes that have names, as those of xarray and MNE, are in no doubt."""
    if made.shape and not is_xarray(made.data) and not is_mne(made.data):
        issue(_core.orientation_notices(made.shape[-1], made.rows.shape[-1], name))


def positive(argument: str, value: Any) -> float | None:
    """A finite number above 0, or None."""
    return None if value is None else number(argument, value, 0)


def units_of_array(data: Any) -> list[str]:
    """The unit of each channel of a `DataArray`, empty where it is unknown; none without a coordinate of units."""
    units: Any = np.ravel(data.coords["unit"].values) if "unit" in data.coords else []
    return [unit if isinstance(unit, str) else "" for unit in units]


def _texts(coords: Mapping[Any, Any], name: str) -> list[str]:
    held = coords.get(name)
    return [] if held is None else [str(one) for one in np.ravel(held.values if hasattr(held, "values") else held[1])]


def _held(made: Signal, name: str, chosen: list[str], along: int | None, dimension: Any, asked: tuple[str, Any] | None) -> Any:
    """What is known of the samples, for the rules of the library; None of bare arrays. `along` is the axis of the channels."""
    if type(made.data) is np.ndarray and asked is None:  # most calls
        return None
    data, coords, gaps = made.data, {} if made.labels is None else made.labels.coords, []
    # An attribute outlives what changes the rate, as `isel` with a step, and is looked at where a rate is used.
    rate = None if asked is None and is_xarray(data) else rate_of(data)
    given = None if asked is None else positive(*asked)
    starts: list[float] = []
    units: list[str] = []
    if is_mne(data):
        units, starts, gaps = mne_units(data, chosen), [float(data.times[0])] * len(made.epochs()), seams(data)
    elif is_xarray(data):
        units = units_of_array(data)
        filled = np.ravel(data.coords["in_gap"].values) if "in_gap" in data.coords else []
        gaps = (1 + np.flatnonzero(filled)).tolist()
    elif hasattr(data, "n_gaps"):
        units, chosen = [data.unit], [name]
    labels, attrs = time_labels(data, dimension)
    stamps = seconds_of(labels, attrs, rate or given, name)
    if not (chosen or units or starts or given or rate or stamps is not None):
        return None
    wanted = None if asked is None or given is None else (asked[0], given)
    names = chosen if not units or len(units) == len(chosen) else []
    if along is not None and along < len(made.shape) - 1:
        names, units = (of_rows(one, along, made.shape) if one else one for one in (names, units))
    held = _core.Signal(made.epochs(), name, names, units, _texts(coords, "epoch"), rate, wanted, starts, stamps, gaps, made.reasons,
                        hasattr(data, "n_gaps"))  # fmt: skip
    issue(held.notices)
    return held


def of_rows(of_channels: Sequence[str], along: int, shape: tuple[int, ...]) -> list[str]:
    """Texts of the channels, an axis of the shape, for all rows."""
    sizes = [-1 if axis == along else 1 for axis in range(len(shape))]
    return np.broadcast_to(np.array(of_channels, dtype=object).reshape(sizes), shape).ravel().tolist()


def _reasons(data: Any, n_channels: int) -> dict[int, str]:
    """Places of channels that have no value, by the coordinate `reason` of `prepare` and `read_signals`."""
    why = data.coords.get("reason") if is_xarray(data) else None
    is_of_channels = why is not None and why.ndim == 1 and why.size == n_channels
    return {place: str(one) for place, one in enumerate(why.values) if one} if is_of_channels else {}


def _marked(data: Any, chosen: list[str]) -> dict[int, str]:
    """Places and reasons of the channels that are marked as bad."""
    bads = data.info["bads"] if is_mne(data) else bad_channels(data) if is_xarray(data) else ()
    why = _reasons(data, len(chosen)) if bads else {}
    return {place: why.get(place, REASON) for place, name in enumerate(chosen) if name in bads}


def left_out(marked: Mapping[int, str], names: list[str], bads: str | None, data: Any, name: str) -> Mapping[int, str]:
    """The channels marked as bad that have no value, those of `bads` 'reject', with a warning of their `names`. None is for
    functions without that option, which take them as all others."""
    if not marked or word_of("bads", bads, BADS) == "keep":
        return {}
    listed = [names[place] for place in marked]
    warn_of_bad_channels(name, listed, "" if bads else "pick()" if is_mne(data) else "drop_sel")
    return marked if bads else {}


def read(data: Any, axis: Any = None, name: str = "x", picks: Any = None, bads: str | None = None,
         asked: tuple[str, Any] | None = None, spans: str | None = None) -> Signal:  # fmt: skip
    """The samples, all axes but time flattened, and what is known of them.

    `picks` are channels of an object of MNE, `bads` as for `left_out`, `spans` the same for time that is marked as bad, if it is another,
    and `asked` are the name and value of an argument for the rate.
    """
    if isinstance(data, Signal):
        return data
    bads = word_of("bads", bads, BADS)
    data, axis = oriented(data, axis, name)
    chosen: list[str] = []
    if type(data) is not np.ndarray:
        refuse_other_objects(data, name)
    if is_mne(data):
        chosen = channels(data, picks, name)
        array = samples(data, chosen, name, spans or bads)
    else:
        refuse_picks(picks, name)
        look_at_list(data, name)
        array = numeric(_columns(data, name) if is_frame(data) else data, name)
    place = time_axis(data, axis, name) if is_xarray(data) else axis
    shaped(name, array, *["..."] * (array.ndim - 1), "n_times", least=1, empty=True)
    moved = np.moveaxis(array, whole("axis", place, -array.ndim, array.ndim - 1), -1)
    if moved.shape[-1] == 0:
        raise InvalidInput(f"{name} has no samples")
    dimension = data.dims[place] if is_xarray(data) else None
    labels = labels_of(data, dimension, chosen, picks is not None)
    along = labels.dims.index("channel") if labels is not None and "channel" in labels.dims else None
    if labels is not None and not chosen:
        chosen = _texts(labels.coords, "channel")
    marked = {} if along is None else _marked(data, chosen)
    without = {**left_out(marked, chosen, bads, data, name), **(_reasons(data, len(chosen)) if bads == "reject" else {})}
    reasons: Sequence[str] = ()
    if along is not None and without:
        reasons = of_rows([without.get(place, "") for place in range(moved.shape[along])], along, moved.shape[:-1])
    why = data.coords["reason"] if bads and is_xarray(data) and "reason" in data.coords else None
    if why is not None and labels is not None and why.ndim > 1 and set(why.dims) == set(labels.dims):  # of epochs that are rejected
        of_epochs = np.ravel(why.transpose(*labels.dims))
        reasons = [own or str(one) for own, one in zip(reasons or [""] * len(of_epochs), of_epochs, strict=True)]
    rows = doubles(moved)
    rows = rows.reshape(-1, rows.shape[-1]) if rows.ndim > 1 else rows
    made = Signal(rows, moved.shape[:-1], labels, None, reasons, marked, data, name)
    made = made._replace(held=_held(made, name, chosen, along, dimension, asked))
    rate = None if labels is None or "rate" in labels.attrs else rate_of_labels(made, dimension)
    return made if rate is None else made._replace(labels=labels._replace(attrs={**labels.attrs, "rate": rate}))


def omit_gaps_of_intervals(options: dict[str, Any], *series: Any) -> None:
    """The option `nan_policy` of RR intervals, a NaN of which is a gap, is omit unless it is given."""
    if options.get("nan_policy") is None and any(hasattr(one, "n_gaps") for one in series):
        options["nan_policy"] = "omit"


def in_one_unit(measures: str | Iterable[str], options: dict[str, Any], units: Iterable[tuple[str, str]],
                use: str = "series") -> dict[str, Any]:  # fmt: skip
    """The options, refused where they need one unit of all channels, with an r such as '10 uV' as a number in it. `units` are
    those of the channels, empty where they are unknown, and what to call these."""
    listed = [measures] if isinstance(measures, str) else list(measures)
    known = [(unit, str(name)) for unit, name in units if unit]
    r = _core.one_unit(listed, options, [unit for unit, _ in known], [name for _, name in known], use)
    return options if r is None else {**options, "r": r, "r_unit": "absolute"}


def require_one_unit(measure: str, options: dict[str, Any], *signals: Signal | None, use: str = "series") -> None:
    """The same for the channels of signals; the options are changed."""
    held = [one.held for one in signals if one is not None and one.held is not None]
    if not held and not isinstance(options.get("r"), str):  # most calls
        return
    names = [one.channels or map(str, range(len(one.units))) for one in held]
    pairs = [pair for one, of_one in zip(held, names, strict=True) for pair in zip(one.units, of_one, strict=False)]
    options |= in_one_unit(measure, options, pairs, use)


def _numbers_beside(data: Any, other: Any) -> np.ndarray | None:
    """The labels of the samples, the first axis, of an object. Numbers of rows are labels beside whole numbers alone."""
    if is_pandas(data) and is_count(data.index):
        beside = time_labels(other, None if not is_xarray(other) else other.dims[0])[0]
        return numbers_of(data.index) if beside is not None and beside.dtype.kind in "iu" else None
    dims = ("time",) if is_xarray(data) and "time" in data.dims else getattr(data, "dims", (None,))
    return numbers_of(time_labels(data, dims[0])[0])


def require_same_times(**named: Any) -> None:
    """Refuse labels of samples of the first object that are others in one of the others, which may be None."""
    (first, data), *others = named.items()
    for name, other in others:
        x, y = (None, None) if other is None else (_numbers_beside(data, other), _numbers_beside(other, data))
        if x is not None and y is not None:
            _core.require_same_stamps(x, y, f"{first} and {name}")
