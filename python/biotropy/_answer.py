# SPDX-License-Identifier: Apache-2.0
"""Labelled answers: values with dimensions, coordinates, parameters and reasons, and the outputs that show them.

An answer has the channels of the input in their order. Where one was not measured (by its type, or as it is marked as bad) stand
NaN and a reason, so that names and values are in step in every output.
"""

from __future__ import annotations

import functools
import itertools
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np

from . import _core
from ._arguments import word_of
from ._dimensions import is_frame, is_pandas, is_xarray, without
from ._mne_data import is_mne
from ._packages import needed
from .errors import InvalidInput, in_python

Output = Literal["array", "xarray", "pandas", "dict"]
#: Dimensions and values.
Variable: TypeAlias = tuple[tuple[Any, ...], np.ndarray]

_OUTPUTS = ("array", "xarray", "pandas", "dict")
# Names in results of the program, where those of the core are others.
_NAMES = {"r": "tolerance", "mean": "mean_value"}
_DIMENSIONS = ("epoch", "channel", "partner", "scale", "time", "length")
# Attributes of the values alone, and the arrays in their unit.
OF_VALUES = ("units", "long_name")
_IN_UNIT = {"value", "mean_value", "samples", "surrogate_mean", "surrogate_sd", "complexity_index", "standard_error", "lower", "upper"}


def output_of(output: Any, data: Any, *more: str) -> str:
    """The output that is asked for, one of four or `more`; by default that of the input."""
    if output is None:
        return "xarray" if is_xarray(data) else "pandas" if is_pandas(data) else "array"
    return str(word_of("output", output, (*_OUTPUTS, *more)))


def _dims(coordinate: Any) -> tuple[Any, ...]:
    """Dimensions of a coordinate: of xarray, or a tuple of its dimension and values."""
    return tuple(coordinate.dims) if hasattr(coordinate, "dims") else (coordinate[0],)


def _values(coordinate: Any) -> Any:
    return coordinate.values if hasattr(coordinate, "dims") else coordinate[1]


class Labels(NamedTuple):
    """What the input calls the axes of its series: dimensions, coordinates and attributes, and the places of the channels that are
    measured, if others are not."""

    dims: tuple[Any, ...]
    coords: dict[Any, Any] = {}
    attrs: dict[Any, Any] = {}
    measured: np.ndarray | None = None

    def only(self, dims: Sequence[Any]) -> Labels:
        """Those of some of the dimensions."""
        coords = {name: one for name, one in self.coords.items() if set(_dims(one)) <= set(dims)}
        return Labels(tuple(dims), coords, self.attrs, self.measured if "channel" in dims else None)

    def of_both(self, other: Labels) -> Labels:
        """Without the coordinates, such as the channel, that are others in the second input: a value of both is not that of one."""

        def differ(name: Any) -> bool:
            one, two = np.asarray(_values(self.coords[name])), np.asarray(_values(other.coords[name]))
            same = np.array_equal(one, two, equal_nan=one.dtype.kind == two.dtype.kind == "f")
            return not same or _dims(self.coords[name]) != _dims(other.coords[name])

        held = {name: one for name, one in self.coords.items() if name not in other.coords or not differ(name)}
        if "channel" in held or self.measured is None:
            return self._replace(coords=held)
        return self._replace(coords={name: one for name, one in held.items() if "channel" not in _dims(one)}, measured=None)

    def named(self, names: Sequence[Any]) -> Labels:
        """With these names of the channels."""
        return self._replace(coords={**self.coords, "channel": ("channel", list(names))})

    def names(self) -> list[Any]:
        """Names of the channels; none if they are not known."""
        return list(_values(self.coords["channel"])) if "channel" in self.coords else []

    def measured_names(self, n_channels: int) -> list[str]:
        """Names of the channels that are measured, numbers where they are not known."""
        listed = [str(name) for name in self.names() or range(n_channels)]
        return listed if self.measured is None else [listed[place] for place in self.measured]

    def sizes(self) -> dict[Any, int]:
        return {_dims(one)[0]: len(_values(one)) for one in self.coords.values() if len(_dims(one)) == 1}


@functools.cache
def unnamed(n_axes: int) -> Labels:
    """The axes of an array: the last one is the channel, and before it the epoch."""
    dims = (*(f"axis_{axis}" for axis in range(n_axes - 2)), "epoch", "channel")
    return Labels(dims[len(dims) - n_axes :])


def labels_of(data: Any, time: Any, chosen: list[str], is_picked: bool) -> Labels | None:
    """The labels of a `DataArray` without the dimension `time`, an object of MNE whose channels `chosen` are measured, or a DataFrame;
    None of an array."""
    if is_xarray(data):
        return Labels(tuple(dim for dim in data.dims if dim != time), without(data, time), data.attrs)
    if is_mne(data):
        return _labels_of_mne(data, chosen, is_picked)
    return Labels(("channel",), {"channel": ("channel", data.columns)}) if is_frame(data) else None


def _labels_of_mne(data: Any, chosen: list[str], is_picked: bool) -> Labels:
    """All channels, of which those of data are measured, or the picked ones; the event of each epoch."""
    types = dict(zip(data.ch_names, data.get_channel_types(), strict=True))
    names = chosen if is_picked else list(data.ch_names)
    coords: dict[Any, Any] = {"channel": ("channel", names), "ch_type": ("channel", [types[name] for name in names])}
    measured = None
    if len(chosen) < len(names):
        measured, why = np.array([names.index(name) for name in chosen]), "channels of type {} are measured where picks has them"
        coords["reason"] = ("channel", ["" if name in chosen else why.format(types[name]) for name in names])
    attrs = {"rate": float(data.info["sfreq"])}
    if not hasattr(data, "selection"):
        return Labels(("channel",), coords, attrs, measured)
    words = {number: word for word, number in data.event_id.items()}
    events = [words.get(number, str(number)) for number in data.events[:, 2].tolist()]
    return Labels(("epoch", "channel"), {"epoch": ("epoch", data.selection), "event": ("epoch", events), **coords}, attrs, measured)


def _dataset(variables: Mapping[Any, Any], coords: Mapping[Any, Any], attrs: Mapping[Any, Any]) -> Any:
    """A Dataset in which values have their unit."""
    made = needed("xarray", "xarray").Dataset(variables, coords, {name: one for name, one in attrs.items() if name not in OF_VALUES})
    for name in made.keys() & _IN_UNIT:
        made[name].attrs = {name: one for name, one in attrs.items() if name in OF_VALUES}
    return made


class Answer:
    """Named arrays with dimensions, the first of which is the value, and what is known of them.

    `variables` are the dimensions and values of each array, those of the series in the order of `labels`. `reason` are the
    dimensions and texts of why values are not finite, a list in the order of the dimensions. `coords` come beside those of
    `labels`: dimension, values and, if there are some, attributes. `attrs` are parameters.
    """

    def __init__(self, name: str, labels: Labels, variables: Mapping[str, tuple[tuple[Any, ...], Any]],
                 reason: tuple[tuple[Any, ...], Any] | None = None, coords: Mapping[str, Any] | None = None,
                 attrs: Mapping[str, Any] | None = None) -> None:  # fmt: skip
        own = dict(coords or {})
        if twice := set(labels.dims) & {dim for one in own.values() for dim in _dims(one)} - {"channel"}:
            raise InvalidInput(f"x has the dimension {twice.pop()!r}, as its values would; give another name (rename)")
        self.name, self.attrs = name, {**labels.attrs, **(attrs or {})}
        self.coords = {**{key: one for key, one in labels.coords.items() if key != "reason"}, **own}
        self._measured, self._sizes = labels.measured, labels.sizes()
        self.variables: dict[str, Variable] = {}
        for key, (dims, values) in variables.items():
            self.variables[key] = dims, self._with_all_channels(dims, np.asarray(values))
            self._sizes |= dict(zip(dims, self.variables[key][1].shape, strict=True))
        base = labels.coords.get("reason")
        self.reason: Variable | None = None if base is None else (_dims(base), np.asarray(_values(base), dtype=object))
        if reason is not None and reason[1] is not None:
            self.reason = self._joined(self.reason, *reason)

    def _with_all_channels(self, dims: tuple[Any, ...], values: np.ndarray) -> np.ndarray:
        """With the channels that were not measured: NaN, 0 or an empty text."""
        blank: Any = np.nan if values.dtype.kind == "f" else 0 if values.dtype.kind in "iu" else ""
        along = [place for place, dim in enumerate(dims) if dim in ("channel", "partner")] if self._measured is not None else []
        for place in along:
            known, shape = values, (*values.shape[:place], self._sizes["channel"], *values.shape[place + 1 :])
            values = np.full(shape, blank, dtype=known.dtype)
            values[(*[slice(None)] * place, self._measured)] = known
        return values

    def _joined(self, base: Variable | None, dims: tuple[Any, ...], given: Any) -> Variable:
        texts = np.array([text and in_python(text) for text in np.ravel(np.array(given, dtype=object))], dtype=object)
        texts = texts.reshape(np.shape(given))  # some are long, and most are empty
        if texts.ndim != len(dims):
            sizes = self._sizes if self._measured is None else {**self._sizes, "channel": len(self._measured)}
            texts = texts.reshape([sizes[dim] for dim in dims])
        texts = self._with_all_channels(dims, texts)
        self._sizes |= dict(zip(dims, texts.shape, strict=True))
        if base is not None:
            known = self._broadcast(base, dims)
            texts = np.where(known == "", texts, known)
        return dims, texts

    @property
    def value(self) -> Variable:
        return next(iter(self.variables.values()))

    def arrays(self) -> dict[str, Any]:
        """The values by name; numbers where there are no dimensions."""
        return {name: values.item() if values.ndim == 0 else values for name, (_, values) in self.variables.items()}

    def reasons(self) -> list[str] | None:
        """A reason for each value, in their order; None if none has one."""
        return None if self.reason is None else np.ravel(self._reason_over(self.value[0])).tolist()

    def _broadcast(self, variable: Variable, dims: tuple[Any, ...]) -> np.ndarray:
        own, values = variable
        values = values.transpose([own.index(dim) for dim in dims if dim in own])
        shape = [self._sizes[dim] if dim in own else 1 for dim in dims]
        return np.broadcast_to(values.reshape(shape), [self._sizes[dim] for dim in dims])

    def _reason_within(self, dims: tuple[Any, ...]) -> Variable:
        """The reasons over these dimensions alone: what has a value somewhere along another one has no reason."""
        assert self.reason is not None
        own, texts = self.reason
        for dim in [one for one in own if one not in dims]:
            place = own.index(dim)
            texts = np.where((texts != "").all(axis=place), texts.take(0, axis=place), "")
            own = (*own[:place], *own[place + 1 :])
        return own, texts

    def _reason_over(self, dims: tuple[Any, ...]) -> np.ndarray:
        return self._broadcast(self._reason_within(dims), dims)

    def _reasons_in_table(self, dims: tuple[Any, ...]) -> dict[str, Any]:
        """The reason of each channel that has no value; where there are several, or there are values, by the labels of the others."""
        own, texts = self._reason_within(dims)
        rest = [dim for dim in own if dim != "channel"]
        labels = labels_of_rows([_values(self.coords[dim]) if dim in self.coords else range(self._sizes[dim]) for dim in rest])
        if "channel" not in own:
            return {label: str(text) for label, text in zip(labels, texts.ravel(), strict=True) if text}
        rows = np.moveaxis(texts, own.index("channel"), 0).reshape(-1, len(labels))
        made: dict[str, Any] = {}
        for name, of_one in zip(map(str, self._index(["channel"])), rows, strict=True):
            if of_one.any():
                by_label = {label: str(text) for label, text in zip(labels, of_one, strict=True) if text}
                made[name] = str(of_one[0]) if len(set(of_one)) == 1 else by_label
        return made

    def _coordinates(self, dims: Any) -> dict[Any, Any]:
        return {name: one for name, one in self.coords.items() if set(_dims(one)) <= set(dims)}

    def rendered(self, output: str, whole: bool, of_arrays: Callable[[Answer], Any] | None = None) -> Any:
        """The answer as an output: the value, or the `whole` with all arrays, for which `of_arrays` makes the output 'array'."""
        if output == "array" and whole and of_arrays is not None:
            return of_arrays(self)
        if output == "array" and not whole:
            return self.arrays()[next(iter(self.variables))]
        makers = {"xarray": self._as_xarray, "pandas": self._as_pandas}
        return makers[output](whole) if output in makers else self._as_dict()

    def _named(self) -> dict[str, Variable]:
        """The arrays that the measure has, under the names of the program's results."""
        others: tuple[str, ...] = ("membership_m", "membership_m1", "patterns")
        if "fuzzy" in self.name:
            others = ("matches_m", "matches_m1", "patterns")
        elif self.name == "permen":
            others = ("matches_m", "matches_m1", "membership_m", "membership_m1", "templates_m1", "r")
        return {_NAMES.get(name, name): one for name, one in self.variables.items() if name not in others}

    def _as_xarray(self, whole: bool) -> Any:
        dims, values = self.value
        if not whole:
            reason = {} if self.reason is None else {"reason": self._reason_within(dims)}
            made = needed("xarray", "xarray").DataArray
            return made(values, dims=dims, coords={**self._coordinates(dims), **reason}, name=self.name, attrs=self.attrs)
        return _dataset(*self._with_reason(), self.attrs)

    def _with_reason(self) -> tuple[dict[str, Variable], dict[Any, Any]]:
        """The arrays with the reason, and their coordinates."""
        variables = {**self._named(), **({} if self.reason is None else {"reason": self.reason})}
        return variables, self._coordinates([dim for own, _ in variables.values() for dim in own])

    def _as_dict(self) -> dict[str, Any]:
        variables, coords = self._with_reason()
        return {
            **{name: values for name, (_, values) in variables.items()},
            "coords": {name: np.asarray(_values(one)) for name, one in coords.items()},
            "dims": {name: own for name, (own, _) in variables.items()} | {name: _dims(one) for name, one in coords.items()},
            "attrs": self._plain_attrs(),
        }

    def _plain_attrs(self) -> dict[Any, Any]:
        """The attributes, and the unit of times where coordinates have no attributes."""
        time = self.coords.get("time", ("time", ()))
        said = time.attrs if hasattr(time, "attrs") else dict(*time[2:])
        return {**self.attrs, **({"time_unit": said["units"]} if "units" in said else {})}

    def _index(self, dims: Sequence[Any]) -> Any:
        """Labels of rows or columns; further coordinates of epochs, such as their events, are levels beside them."""
        pandas = needed("pandas", "xarray")
        grid = np.indices([self._sizes[dim] for dim in dims]).reshape(len(dims), -1)
        levels = {}
        for dim, at in zip(dims, grid, strict=True):
            beside = [name for name, one in self.coords.items() if dim == "epoch" != name and _dims(one) == ("epoch",)]
            for name in (dim, *beside):
                held = self.coords.get(name)
                levels[name] = pandas.Index(np.arange(self._sizes[dim]) if held is None else _values(held)).take(at)
        if len(levels) == 1:
            return levels[dims[0]].rename(dims[0])
        return pandas.MultiIndex.from_arrays(list(levels.values()), names=list(levels))

    def _as_pandas(self, whole: bool) -> Any:
        """Columns are the channels, or the partners of a matrix, and all other dimensions are in the index; with the `whole`, columns
        are the arrays."""
        pandas, (dims, values) = needed("pandas", "xarray"), self.value
        reason: dict[str, Any] = {}
        if whole:
            columns = {name: self._broadcast(one, dims).ravel() for name, one in self._named().items() if set(one[0]) <= set(dims)}
            if self.reason is not None:
                columns["reason"] = self._reason_over(dims).ravel()
            if dims:
                made = pandas.DataFrame(columns, index=self._index(dims))
            else:
                made = pandas.Series({name: one[0] for name, one in columns.items()}, name=self.name)
        elif not dims:
            return values[()]
        else:
            last = next((dim for dim in ("partner", "channel") if dim in dims), dims[-1])
            rest = tuple(dim for dim in dims if dim != last)
            rows = np.moveaxis(values, dims.index(last), -1).reshape(-1, self._sizes[last])
            if rest:
                made = pandas.DataFrame(rows, index=self._index(rest), columns=self._index([last]))
            else:
                made = pandas.Series(rows[0], index=self._index([last]), name=self.name)
            if self.reason is not None:
                reason = {"reason": self._reasons_in_table(dims)}
        made.attrs = {"measure": self.name, **self._plain_attrs(), **reason}
        return made


def labels_of_rows(labels: Sequence[Any]) -> list[str]:
    """Texts of the rows of a table, from the labels of each of their dimensions."""
    return [", ".join(map(str, one)) for one in itertools.product(*labels)]


def _reason_coordinate(held: Mapping[str, Any], coords: Mapping[Any, Any], dims: Sequence[Any]) -> tuple[Any, Any]:
    """The coordinate of reasons in the attribute of a table with these dimensions."""
    rest = [dim for dim in dims if dim not in ("channel", "partner")]
    rest = rest if "channel" not in dims or any(isinstance(one, Mapping) for one in held.values()) else []
    labels = labels_of_rows([coords[dim][1] for dim in rest])
    names = map(str, coords["channel"][1]) if "channel" in dims else [None]
    found = [held if name is None else held.get(name, "") for name in names]
    texts = [one.get(label, "") if isinstance(one, Mapping) else one for one in found for label in labels]
    own = (*(["channel"] if "channel" in dims else []), *rest)
    return own, np.array(texts, dtype=object).reshape([len(coords[dim][1]) for dim in own])


def attributes(measure: str, options: dict[str, Any], n_times: int, scales: bool = False) -> dict[str, Any]:
    """Version, unit and every parameter of a result, including defaults, with the names of the program's results. Flags are 'true'
    and 'false', as netCDF has no type for them. A convention may depend on `n_times`, the samples of a series; `scales`: whether it is
    a multiscale entropy."""
    parameters = _core.parameters(measure, options, n_times, scales)
    texts = {name: str(value).lower() for name, value in parameters.items() if isinstance(value, bool)}
    return {"biotropy_version": _core.version(), **parameters, **texts}


def _time_attrs(name: Any, attrs: Mapping[Any, Any]) -> dict[str, Any]:
    return {"units": attrs["time_unit"]} if name == "time" and "time_unit" in attrs else {}


def as_xarray(results: Any) -> Any:
    """A `DataArray` or Dataset of any output with labels, and of the results that have counts; other things as they are."""
    if isinstance(results, Mapping) and "dims" in results and "coords" in results:
        dims = results["dims"]
        variables = {name: (dims[name], values) for name, values in results.items() if name in dims}
        coords = {name: (dims[name], values, _time_attrs(name, results["attrs"])) for name, values in results["coords"].items()}
        return _dataset(variables, coords, results["attrs"])
    if hasattr(results, "value") and hasattr(results, "reason") and not is_pandas(results) and not hasattr(results, "dims"):
        values = np.asarray(results.value)
        scales = {"scale": ("scale", results.scales)} if hasattr(results, "scales") else {}
        labels = unnamed(values.ndim - len(scales))
        dims = (*labels.dims, *scales)
        return Answer("", labels, {"value": (dims, values)}, (dims, results.reason), scales).rendered("xarray", True)
    return _of_pandas(results) if is_pandas(results) and results.index.nlevels and results.index.names[0] is not None else results


def _of_pandas(table: Any) -> Any:
    """A Series, or a DataFrame with a dimension in its columns, as a `DataArray`; one whose columns are arrays as a Dataset."""
    xarray, index = needed("xarray", "xarray"), table.index
    levels = {name: index.get_level_values(name) for name in index.names}
    dims: list[Any] = []
    coords: dict[Any, Any] = {}
    for name, labels in levels.items():
        first = sys.modules["pandas"].Series(labels).groupby(np.asarray(levels.get("epoch", labels)), sort=False)
        if name in _DIMENSIONS or name not in index.names[1:] or first.nunique().max() > 1:
            dims.append(name)
            coords[name] = (name, labels.unique(), _time_attrs(name, table.attrs))
        else:
            coords[name] = ("epoch", np.asarray(first.first()))
    shape = [len(coords[dim][1]) for dim in dims]
    if int(np.prod(shape)) != len(table):
        raise InvalidInput(f"the index of the table has {len(table)} rows; it must have {' x '.join(map(str, shape))}")
    attrs = {name: one for name, one in table.attrs.items() if name != "reason"}
    if not is_frame(table):
        return xarray.DataArray(table.to_numpy().reshape(shape), dims=dims, coords=coords, name=table.name, attrs=attrs)
    last = table.columns.name
    if last is None:
        variables = {name: (tuple(dims), table[name].to_numpy().reshape(shape)) for name in table}
        if "reason" in variables and "partner" in dims:  # of the channel, whatever the partner
            place = dims.index("partner")
            variables["reason"] = (*dims[:place], *dims[place + 1 :]), variables["reason"][1].take(0, axis=place)
        return _dataset(variables, coords, attrs)
    coords[last] = (last, table.columns)
    if "reason" in table.attrs:
        coords["reason"] = _reason_coordinate(table.attrs["reason"], coords, [*dims, last])
    values = table.to_numpy().reshape(*shape, -1)
    made = xarray.DataArray(values, dims=[*dims, last], coords=coords, name=attrs.get("measure"), attrs=attrs)
    return made.transpose(..., *(dim for dim in _DIMENSIONS if dim in made.dims))
