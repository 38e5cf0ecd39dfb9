# SPDX-License-Identifier: Apache-2.0
"""Recordings as Zarr arrays, in a folder or in a store: only the pieces that a block needs are read, and stored numbers become
samples, with NaN where they are missing, by the attributes of CF (those of xarray) or of biosigIO (a scale for each channel)."""

from __future__ import annotations

import base64
import hashlib
import math
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from .._arguments import different, finite, one_each, real
from .._dimensions import ROLES, roles_of
from .._inputs import numeric
from .._packages import needed
from ..errors import InvalidInput, file_errors
from .stores import is_address

# Values that are read at once for the checksum.
_VALUES = 2**22
_DIMENSIONS = "_ARRAY_DIMENSIONS"  # an attribute of the second format; the third has names of its own
# Names of factor and summand, as CF and as biosigIO have them.
_MAPS = (("scale_factor", "add_offset"), ("scale", "offset"))
_FORMULA = "physical=digital*scale+offset"  # the one of biosigIO
_HEADERS = ("zarr.json", ".zgroup", ".zarray")


@dataclass(frozen=True)
class ZarrSamples:
    """An array of shape (n_epochs, n_channels, n_times) or (n_channels, n_times). Its pieces are samples."""

    array: Any
    names: list[str]
    units: list[tuple[str, str]]  #: unit and name of each channel, where it is known
    stored: np.dtype[Any]  #: type of the stored numbers, which may be declared as another one than the array's
    factor: Any = 1.0  #: of all channels, or (n_channels, 1)
    summand: Any = 0.0
    missing: tuple[float, ...] = ()  #: stored numbers that stand for missing samples

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self.array.shape)

    @property
    def ndim(self) -> int:
        return len(self.shape)

    def __len__(self) -> int:
        return self.shape[0]

    def digest(self) -> str:
        """The checksum of the samples."""
        return digest(self, self.array.dtype.str)

    def __getitem__(self, at: Any) -> np.ndarray:
        held = np.asarray(self.array[at])
        values = held.view(self.stored)
        if np.ndim(self.factor) or np.ndim(self.summand) or self.factor != 1 or self.summand != 0 or self.missing:
            values = values.astype(np.float64) * self.factor + self.summand
            values[np.isin(held, self.missing)] = np.nan
        return values


def is_name(path: str) -> bool:
    """Whether a folder, or an address with a part that ends in `.zarr`, holds Zarr arrays."""
    if any(part.endswith(".zarr") for part in path.split("/")):
        return True
    return not is_address(path) and any((Path(path) / header).is_file() for header in _HEADERS)


def is_array(data: Any) -> bool:
    return type(data).__module__.split(".")[0] == "zarr"


def opened(path: str) -> ZarrSamples:
    """The array of a path or an address; of a group, the only one of two or three dimensions in it or, if it has none, in the
    groups below."""
    zarr = needed("zarr", "store")
    if is_address(path):
        needed("fsspec", "store")
    address = path.rstrip("/")
    with file_errors(path, kinds=(Exception,)):  # every store has its own exceptions
        found = zarr.open(address, mode="r")
    if isinstance(found, zarr.Group):
        arrays = dict(_arrays(zarr, found, ""))
        if len(arrays) != 1:
            listed = ", ".join(list(arrays)[:5])
            those = f" ({listed}); name one" if arrays else "; it must have one"
            raise InvalidInput(f"{path} is a group with {len(arrays)} arrays of two or three dimensions{those}")
        ((name, found),) = arrays.items()
        address = f"{address}/{name}"
    return of(found, path, _group_of(zarr, address))


def _arrays(zarr: Any, group: Any, before: str) -> Iterator[tuple[str, Any]]:
    found = [(f"{before}{name}", one) for name, one in group.arrays() if one.ndim in (2, 3)]
    yield from found
    for name, below in () if found else group.groups():
        yield from _arrays(zarr, below, f"{before}{name}/")


def _group_of(zarr: Any, address: str) -> Mapping[str, Any]:
    """Attributes of the group around an array; none if it is alone."""
    try:
        return dict(zarr.open_group(address.rsplit("/", 1)[0], mode="r").attrs)
    except Exception:  # every store has its own exceptions for what is not there
        return {}


def of(array: Any, path: str, around: Mapping[str, Any] | None = None) -> ZarrSamples:
    """The samples of a Zarr array; `around` are the attributes of its group."""
    real(path, array.dtype)
    dims = array.attrs.get(_DIMENSIONS) or getattr(array.metadata, "dimension_names", None)
    if dims and None not in dims:
        roles_of([str(name) for name in dims], path, ROLES[-len(dims) :], in_order=True)
    n_channels = array.shape[-2] if array.ndim > 1 else 1
    factor, summand = _map(array, path, n_channels)
    names, units = _channels(array, around or {}, n_channels)
    return ZarrSamples(array, names, units, _stored_type(array), factor, summand, _missing(array))


def _map(array: Any, path: str, n_channels: int) -> tuple[Any, Any]:
    """Factor and summand that make samples of stored numbers."""
    given = [names for names in _MAPS if set(names) & set(array.attrs)]
    formula = str(array.attrs.get("physical_formula", _FORMULA)).replace(" ", "")
    if len(given) > 1 or formula != _FORMULA:
        raise InvalidInput(f"{path} has more than one scale and offset, or a formula other than {_FORMULA}")
    numbers = []
    for name, usual in zip(given[0] if given else (), (1.0, 0.0), strict=False):
        said = f"{name} of {path}"
        value = finite(said, numeric(array.attrs.get(name, usual), said))
        one_each(said, value.ravel(), 1 if value.size == 1 else n_channels, "channel")
        numbers.append(float(value.item()) if value.size == 1 else value.astype(np.float64).reshape(-1, 1))
    return (numbers[0], numbers[1]) if numbers else (1.0, 0.0)


def _stored_type(array: Any) -> np.dtype[Any]:
    declared = str(array.attrs.get("_Unsigned", "")).lower()
    kind = {("i", "true"): "u", ("u", "false"): "i"}.get((array.dtype.kind, declared), array.dtype.kind)
    return np.dtype(f"{array.dtype.byteorder}{kind}{array.dtype.itemsize}")


def _missing(array: Any) -> tuple[float, ...]:
    """Stored numbers that stand for missing samples; NaN is one in any case."""
    # In the second format xarray takes the value of pieces that were never written for missing samples, too.
    fill = array.attrs.get("_FillValue", array.fill_value if _DIMENSIONS in array.attrs else None)
    given = [fill, *np.ravel(np.asarray(array.attrs.get("missing_value"), dtype=object))]
    numbers = [_number(value) for value in given if value is not None]
    return tuple(number for number in numbers if not math.isnan(number))


def _number(fill: Any) -> float:
    """A fill value: a number, or the Base64 that xarray makes of its eight bytes."""
    try:
        return float(fill)
    except (TypeError, ValueError):
        return float(struct.unpack("<d", base64.b64decode(fill))[0])


def digest(array: Any, stored: str) -> str:
    """SHA-256 of type, shape and all values, read in pieces; `stored` is the type in the file."""
    whole = hashlib.sha256(f"{stored} {array.shape}".encode())
    if array.ndim == 3:
        step = max(1, _VALUES // max(1, array.shape[1] * array.shape[2]))
        pieces = (array[at : at + step] for at in range(0, array.shape[0], step))
    else:
        step = max(1, _VALUES // max(1, array.shape[0]))
        pieces = (array[:, at : at + step] for at in range(0, array.shape[1], step))
    for piece in pieces:
        whole.update(np.ascontiguousarray(piece).tobytes())
    return whole.hexdigest()


def _channels(array: Any, around: Mapping[str, Any], n_channels: int) -> tuple[list[str], list[tuple[str, str]]]:
    """Names, and units with names: the attribute `ch_names`, or the list `channels` of biosigIO's groups, or numbers; and the
    attribute `units` of CF, or those of the list."""
    rows = around.get("channels")
    rows = [one for one in rows if isinstance(one, Mapping)] if isinstance(rows, list) else []
    rows = sorted(rows, key=lambda one: one.get("row_index", 0)) if len(rows) == n_channels else []
    names = array.attrs.get("ch_names", [one.get("label") for one in rows] or None)
    if names is None:
        names = [str(channel) for channel in range(n_channels)]
    listed = one_each("ch_names", names if isinstance(names, list) else [names], n_channels, "channel of the Zarr array")
    names = list(different("ch_names", [str(name) for name in listed]))
    units = [str(one.get("unit", "")) for one in rows] or [str(array.attrs.get("units", ""))] * n_channels
    return names, [(unit, name) for unit, name in zip(units, names, strict=True) if unit not in ("", "n/a")]
