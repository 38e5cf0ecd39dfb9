# SPDX-License-Identifier: Apache-2.0
"""Panels of a report: arrays of numbers with their labels, ready for JSON.

The last two axes of a panel are drawn, and the reader selects an index of the others. So the page contains each number
once, as base64 of little-endian doubles.
"""

from __future__ import annotations

import base64
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from .._plots.axes import in_seconds_if_stamps, unit_in, unit_of_times, with_unit
from .._plots.channel_order import arrange, is_symmetric
from .._plots.color_scale import bulk
from .._plots.plot_data import labelled
from .._plots.study_results import labels_of, variable
from ..errors import InvalidInput

MOST_VALUES = 2_000_000
# Points of lines that a browser draws at once without delay.
_MOST_POINTS = 100_000
_OF_LINES = "Point at a line for its numbers; a name in the legend hides or shows its line."
_OF_MAPS = "Point at a cell for its numbers; drag to enlarge a part, double-click to go back."
_OF_BOTH = "Both directions of a pair have the same value. "
_FLAG_WORDS = {1: "missing", 2: "outlier", 4: "unexplained", 8: "gap", 16: "warm-up"}


@dataclass(frozen=True)
class Panel:
    """A plot with selectable axes, and the data from which the page draws it."""

    title: str
    content: dict[str, Any]

    @property
    def is_square(self) -> bool:
        """Whether it is a single map between channels, which is not drawn as wide as the page."""
        return self.content["columns"]["name"] == "partner" and self.content["kind"] != "groups"

    @property
    def caption(self) -> str:
        """Meaning of an entry, and use of the mouse."""
        kind, is_symmetric = self.content["kind"], self.content.get("symmetric", False)
        if kind == "network":
            places = self.content["placesOf"]
            return f"Edges between channels ({places}). Point at the middle of an edge, or at its arrow, for its numbers."
        if kind == "scalp":
            marked = f" A ring: {self.content['markedFor']}." if "marked" in self.content else ""
            return f"Seen from above, the nose on top; {self.content['placesOf']}. Colours between the electrodes are interpolated.{marked}"
        if kind == "profiles":
            return "Point at a mark for its numbers; a name in the legend hides or shows its marks."
        if kind == "points":
            return "Large: the mean of a group, with bars of one SD. Small: single subjects. Point at one for its numbers."
        pair = "Entry row → column: templates of the row's channel, compared with the column's partner. "
        what = "" if self.content["columns"]["name"] != "partner" else _OF_BOTH if is_symmetric else pair
        bars = "Bars are one SD. " if "errors" in self.content else ""
        return what + bars + (_OF_LINES if kind in ("curves", "posteriors", "courses") else _OF_MAPS)

    @property
    def alternative(self) -> str:
        """The picture in words, for those who do not see it."""
        rows = self.content["rows"]["labels"]
        drawn = ", ".join(rows[:6]) + (", ..." if len(rows) > 6 else "")
        return f"{self.title}: {len(self.content['columns']['labels'])} x {self.content['columns']['name']} for {drawn}"


@dataclass(frozen=True)
class Panels:
    """The panels of a table, and notes on what was left out and why."""

    panels: list[Panel] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add(self, n_values: int, what: str, make: Callable[[], Panel]) -> None:
        """A panel, or a note if it has too many values."""
        if is_too_large(n_values):
            limit = f"{n_values} values are more than the {MOST_VALUES} that a page holds"
            self.notes.append(f"{what} not drawn: {limit}; the file has them.")
        else:
            self.panels.append(make())


def encoded(values: np.ndarray) -> str:
    """Base64 of little-endian doubles in C order."""
    return base64.b64encode(np.ascontiguousarray(values, dtype="<f8").tobytes()).decode("ascii")


def axis_of(name: str, labels: list[str]) -> dict[str, Any]:
    """An axis of a panel."""
    return {"name": name, "labels": labels}


def _reasons(table: Any, dims: list[str], partner: bool) -> dict[str, str]:
    """Reasons of entries without a value, by flat index; for a matrix the reason of the channel or of its partner."""
    if "reason" not in table:
        return {}
    value = table["value"].transpose(*dims)
    reason = table["reason"].astype(object)
    texts = reason.broadcast_like(value).transpose(*dims).values
    if partner:
        other = reason.rename(channel="partner").assign_coords(partner=value["partner"])
        others = other.broadcast_like(value).transpose(*dims).values
        texts = np.where(texts == "", others, texts)
    missing = ~np.isfinite(value.values).ravel()
    return {str(index): str(texts.flat[index]) for index in np.flatnonzero(missing) if texts.flat[index]}


def ends_of(values: np.ndarray, counted: np.ndarray | None = None) -> list[float] | None:
    """The smallest and the largest finite value; for maps among the entries `counted`, if these have any."""
    part = values if counted is None else values[..., counted]
    finite = part[np.isfinite(part)]
    if finite.size:
        return [float(finite.min()), float(finite.max())]
    return None if counted is None else ends_of(values)


def _bulk_of(values: np.ndarray, counted: np.ndarray | None = None) -> list[float] | None:
    """The same without outliers."""
    part = values if counted is None else values[..., counted]
    finite = part[np.isfinite(part)]
    return list(bulk(finite)) if finite.size else ends_of(values)


def counted_pairs(names: list[str], diagonal: bool) -> np.ndarray:
    """The entries of a matrix that determine its colour scale."""
    how = arrange(np.empty((len(names), len(names))), names)
    counted = np.zeros((len(names), len(names)), dtype=bool)
    counted[np.ix_(how.order, how.order)] = how.counted
    return counted if diagonal else counted & ~np.eye(len(names), dtype=bool)


def _scale(values: np.ndarray, kind: str, names: list[str]) -> dict[str, Any]:
    """Ends of the colour scale or of the vertical axis."""
    if kind == "matrix":
        of_pairs = [counted_pairs(names, diagonal) for diagonal in (True, False)]
        (bulk_of, bulk_off), (whole, whole_off) = ([ends(values, one) for one in of_pairs] for ends in (_bulk_of, ends_of))
        return {"range": bulk_of, "rangeOffDiagonal": bulk_off, "whole": whole, "wholeOffDiagonal": whole_off,
                "symmetric": is_symmetric(values)}  # fmt: skip
    return {"range": _bulk_of(values), "whole": ends_of(values)} if kind == "table" else {"range": ends_of(values)}


def panel_of(kind: str, title: str, data: Any, dims: list[str], extra: dict[str, Any]) -> Panel:
    """A panel of one variable: the last two dimensions are drawn, the others selected by the reader."""
    data = data.transpose(*dims)
    values = data.values.astype(np.float64)
    content = {
        "kind": kind,
        "unit": unit_in(data.attrs),
        "quantity": labelled(data.name, data.attrs),
        "choices": [axis_of(with_unit(dim, unit_of_times(data) if dim == "time" else ""), labels_of(data, dim))
                    for dim in dims[:-2]],
        "rows": axis_of(dims[-2], labels_of(data, dims[-2])),
        "columns": axis_of(dims[-1], labels_of(data, dims[-1])),
        "values": encoded(values),
        **_scale(values, kind, labels_of(data, dims[-1])),
        **extra,
    }
    return Panel(title, content)


def is_too_large(n_values: int) -> bool:
    return n_values > MOST_VALUES


def over_time(table: Any) -> Any:
    """Windows that slide over recordings along the dimension time: the start of each, if it is that of all recordings. Stamps become
    seconds from the first one, as the page draws numbers."""
    if "time" in table.indexes and table["time"].dtype.kind in "mM":
        return table.assign_coords(time=("time", in_seconds_if_stamps(table["time"].values), {"units": "s"}))
    onset = table["value"].coords.get("onset") if "value" in table else None
    if onset is None or not {"epoch"} <= set(onset.dims) <= {"file", "epoch"} or "time" in table.variables:
        return table
    starts = np.atleast_2d(onset.transpose(..., "epoch").values.astype(np.float64))
    times = np.fmax.reduce(starts, axis=0)
    if not (np.isnan(starts) | (starts == times)).all():
        return table
    table = table.drop_vars(["onset", "epoch"], errors="ignore").rename_dims(epoch="time")
    return table.assign_coords(time=("time", times, {"units": str(onset.attrs.get("units", "s"))}))


def _drawn_dims(data: Any) -> tuple[str, list[str]]:
    """The kind of picture and the two axes that it shows."""
    if "partner" in data.dims:
        return "matrix", ["channel", "partner"]
    if "scale" in data.dims:
        return "curves", ["channel", "scale"]
    if "time" in data.dims and 1 < data.sizes["time"] and data.sizes["time"] * data.sizes["channel"] <= _MOST_POINTS:
        return "courses", ["channel", "time"]
    has_one_epoch = "file" in data.dims and data.sizes.get("epoch", 1) == 1
    others = [dim for dim in data.dims if dim != "channel"]
    rows = "file" if has_one_epoch else "epoch" if "epoch" in others else others[-1]
    return "table", [rows, "channel"]


def _check(table: Any) -> None:
    """Refuse a table that is not a result of the program."""
    required = {"value": {"channel"}, "mean_value": {"channel", "partner"}, "posterior": {"time", "class"}}
    if not set(required) & set(getattr(table, "data_vars", ())):
        raise InvalidInput("results has neither value nor mean_value nor posterior; it must be a result of biotropy")
    for name, needed in required.items():
        if name in table:
            variable(table, name, needed, others=True)
    dims = set(table["value"].dims if "value" in table else ("file", "epoch", "channel", "m", "r"))
    if "reason" in table and not set(table["reason"].dims) <= dims:
        raise InvalidInput(f"no result of biotropy: reason is over {', '.join(map(str, table['reason'].dims))}")


def _flags(table: Any) -> dict[str, str]:
    """Flags of samples from the classifier, by index."""
    if "flags" not in table or table["flags"].dims != ("time",):
        return {}
    bits = np.nan_to_num(table["flags"].values).astype(np.int64)
    return {str(k): ", ".join(word for bit, word in _FLAG_WORDS.items() if bits[k] & bit) for k in np.flatnonzero(bits)}


def panels_of(table: Any) -> Panels:
    """The panels of a table of `open_results`, or of a group of it; InvalidInput if it is not a result of the program."""
    _check(table)
    table = over_time(table)
    made = Panels()
    if "mean_value" in table:
        mean = table["mean_value"]
        dims = [*(dim for dim in mean.dims if dim not in ("channel", "partner")), "channel", "partner"]
        epochs = {"epochs": encoded(table["valid_epochs"].transpose(*dims).values)} if "valid_epochs" in table else {}
        made.add(mean.size, "Means over epochs are", partial(panel_of, "matrix", "Mean over epochs", mean, dims, epochs))
    if "value" in table:
        value = table["value"]
        kind, last = _drawn_dims(value)
        dims = [*(dim for dim in value.dims if dim not in last), *last]
        of_pairs = next((f"{dim.capitalize()} by {dim}" for dim in ("epoch", "time") if dim in value.dims), "Pairs of channels")
        titles = {"matrix": of_pairs, "curves": "Curves over scales", "courses": "Values over time", "table": "Values"}
        extra: dict[str, Any] = {}
        if kind == "courses":
            extra["timeUnit"] = str(value.coords["time"].attrs.get("units", "s")) if "time" in value.coords else "windows"
        draw = partial(panel_of, kind, titles[kind], value, dims)
        made.add(value.size, "Single epochs are", lambda: draw({"reasons": _reasons(table, dims, kind == "matrix"), **extra}))
    if "posterior" in table:
        posterior = table["posterior"]
        dims = [*(dim for dim in posterior.dims if dim not in ("time", "class")), "class", "time"]
        extra = {"flags": _flags(table), "timeUnit": str(table.attrs.get("time_unit", "s"))}
        made.add(posterior.size, "Posterior probabilities are",
                 partial(panel_of, "posteriors", "Posterior probabilities", posterior, dims, extra))  # fmt: skip
    return made
