# SPDX-License-Identifier: Apache-2.0
"""Recordings as Zarr arrays, in a folder or in a store: only the pieces that a block needs are read."""

from __future__ import annotations

import base64
import hashlib
import math
import struct
from typing import Any

import numpy as np

from ._dimensions import require_order
from ._packages import needed
from ._stores import is_address
from .errors import FileFailed, FileMissing, InvalidInput

# Values that are read at once for the checksum.
_VALUES = 2**22
# Attributes with which xarray and NetCDF make other numbers of those that are stored.
_CODES = ("scale_factor", "add_offset", "_Unsigned")
_DIMENSIONS = "_ARRAY_DIMENSIONS"  # an attribute of the second format; the third has names of its own


def is_name(path: str) -> bool:
    return path.rstrip("/").endswith(".zarr")


def is_array(data: Any) -> bool:
    return type(data).__module__.split(".")[0] == "zarr"


def opened(path: str) -> Any:
    """The array of a path or an address; of a group, its only one of two or three dimensions."""
    zarr = needed("zarr", "store")
    if is_address(path):
        needed("fsspec", "store")
    try:
        found = zarr.open(path.rstrip("/"), mode="r")
    except FileNotFoundError:
        raise FileMissing(f"{path}: no such file") from None
    except Exception as error:
        raise FileFailed(f"{path}: {error or type(error).__name__}") from None
    if isinstance(found, zarr.Group):
        arrays = {name: one for name, one in found.arrays() if one.ndim in (2, 3)}
        if len(arrays) != 1:
            raise InvalidInput(f"{path} is a group with {len(arrays)} arrays of two or three dimensions: one is needed")
        (found,) = arrays.values()
    if found.dtype.kind not in "fiu":
        raise InvalidInput(f"{path} has the type {found.dtype}: real numbers are needed")
    _require_samples(found, path)
    names = found.attrs.get(_DIMENSIONS) or getattr(found.metadata, "dimension_names", None)
    if names and None not in names:
        require_order([str(name) for name in names], path)
    return found


def _require_samples(array: Any, path: str) -> None:
    """Refuse stored numbers that are the samples only after xarray has decoded them."""
    codes = [name for name in _CODES if name in array.attrs]
    # In the second format xarray takes the value of pieces that were never written for missing samples, too.
    fill = array.attrs.get("_FillValue", array.fill_value if _DIMENSIONS in array.attrs else None)
    missing = {"missing_value": array.attrs.get("missing_value"), "_FillValue": fill}
    codes += [name for name, value in missing.items() if value is not None and not _is_nan(value)]
    if codes:
        given = " and ".join(codes)
        raise InvalidInput(f"{path} has {given}: samples that are decoded, with NaN where they are missing, are needed")


def _is_nan(fill: Any) -> bool:
    """Whether a fill value is NaN: a number, or the Base64 that xarray makes of its eight bytes."""
    try:
        return math.isnan(float(fill))
    except (TypeError, ValueError):
        pass
    try:
        return math.isnan(struct.unpack("<d", base64.b64decode(fill))[0])
    except (TypeError, ValueError, struct.error):
        return False


def digest(array: Any) -> str:
    """SHA-256 of type, shape and all values, read in pieces."""
    whole = hashlib.sha256(f"{array.dtype.str} {array.shape}".encode())
    if array.ndim == 3:
        step = max(1, _VALUES // max(1, array.shape[1] * array.shape[2]))
        pieces = (array[at : at + step] for at in range(0, array.shape[0], step))
    else:
        step = max(1, _VALUES // max(1, array.shape[0]))
        pieces = (array[:, at : at + step] for at in range(0, array.shape[1], step))
    for piece in pieces:
        whole.update(np.ascontiguousarray(piece).tobytes())
    return whole.hexdigest()


def channel_names(array: Any, n_channels: int) -> list[str]:
    """The attribute `ch_names`, or numbers."""
    names = array.attrs.get("ch_names")
    if names is None:
        return [str(channel) for channel in range(n_channels)]
    if not isinstance(names, list) or len(names) != n_channels or len(set(map(str, names))) != n_channels:
        raise InvalidInput(f"the attribute ch_names of the Zarr array does not name its {n_channels} channels")
    return [str(name) for name in names]
