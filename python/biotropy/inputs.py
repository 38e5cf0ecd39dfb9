# SPDX-License-Identifier: Apache-2.0
"""What callers hand in (arrays, MNE objects, xarray) as contiguous rows of doubles, and values back in its shape."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from . import bad_time
from .errors import InvalidInput

Progress = bool | Callable[[int, int], Any]


def is_mne(data: Any) -> bool:
    """Whether this is `mne.Epochs`, `mne.io.Raw` or `mne.Evoked`, found without importing MNE."""
    return any(cls.__module__.split(".")[0] == "mne" for cls in type(data).__mro__) and hasattr(data, "ch_names")


def is_xarray(data: Any) -> bool:
    """Whether this is an `xarray.DataArray`, found without importing xarray."""
    xarray = sys.modules.get("xarray")
    return xarray is not None and isinstance(data, xarray.DataArray)


def require_samples(data: Any, name: str) -> None:
    """An object of MNE that has samples in time; spectra have powers in their place."""
    has_samples = hasattr(data, "times") and not hasattr(data, "freqs")
    if not has_samples or not hasattr(data, "get_data") or not hasattr(data, "info"):
        raise InvalidInput(f"{name} is a {type(data).__name__} of MNE: Raw, Epochs, Evoked or an array is needed")


def _from_mne(data: Any, name: str, gap: int) -> np.ndarray:
    """All channels of an object of MNE; of a continuous recording, NaN where an annotation says that it is bad."""
    require_samples(data, name)
    bads = data.info["bads"]
    if bads:
        listed = ", ".join(bads[:3]) + (", ..." if len(bads) > 3 else "")
        text = f"{name} has {len(bads)} channels marked as bad ({listed}), measured as all others: pick() leaves them out"
        warnings.warn(text, RuntimeWarning, stacklevel=5)
    if hasattr(data, "n_times"):
        return bad_time.samples(data, gap=gap)
    return data.get_data()


def numeric(data: Any, name: str, gap: int = 1) -> np.ndarray:
    """The samples as an array of real numbers, `gap` of them missing behind a seam of two recordings that MNE joined. No
    copy where `data` is an array already."""
    if type(data) is not np.ndarray and is_mne(data):
        data = _from_mne(data, name, gap)
    try:
        array = np.asarray(data)
    except ValueError as error:
        raise InvalidInput(f"{name} is not an array: {error}") from None
    if array.dtype.kind not in "fiu":
        raise InvalidInput(f"{name} has the type {array.dtype}: real numbers are needed")
    return array


def doubles(array: np.ndarray) -> np.ndarray:
    """Contiguous doubles; the array itself where it is that already."""
    return np.ascontiguousarray(array, dtype=np.float64)


class Series(NamedTuple):
    """Rows of one input, a single series as it is, and how values go back into its shape. (A tuple: it is made on every
    call.)"""

    rows: np.ndarray
    shape: tuple[int, ...]
    labelled: Any = None
    time: Any = None

    def reshape(self, values: np.ndarray, last: tuple[int, ...] = ()) -> Any:
        """Values of the rows in the shape of the input without its time axis (and with `last` behind)."""
        shaped = np.asarray(values).reshape(self.shape + last)
        return shaped[()] if shaped.ndim == 0 else shaped

    def label(self, values: Any) -> Any:
        """The values with the coordinates of a `DataArray` that went in; otherwise as they are."""
        if self.labelled is None or np.ndim(values) == 0:
            return values
        first = self.labelled.isel({self.time: 0}, drop=True)
        return first.copy(data=values).rename(None)


def series(data: Any, axis: int | str, name: str = "x", gap: int = 1) -> Series:
    """The time axis last, every other axis in rows. `gap` as for `numeric`."""
    array = numeric(data, name, gap)
    if array.ndim == 1 and axis == -1 and array is data and array.size > 0:
        return Series(doubles(array), ())
    if array.ndim == 0:
        raise InvalidInput(f"{name} is a single number: a series is needed")
    labelled, time = (data, data.dims[_position(data, axis)]) if is_xarray(data) else (None, None)
    position = _position(data, axis) if labelled is not None else axis
    if isinstance(position, str):
        raise InvalidInput(f"axis = {axis!r} is not allowed: {name} has no named axes")
    try:
        moved = np.moveaxis(array, position, -1)
    except np.exceptions.AxisError:
        raise InvalidInput(f"axis = {axis} is not allowed: {name} has {array.ndim} axes") from None
    if moved.shape[-1] == 0:
        raise InvalidInput(f"{name} has no samples")
    rows = doubles(moved)
    if rows.ndim > 1:
        rows = rows.reshape(-1, rows.shape[-1])
    return Series(rows, moved.shape[:-1], labelled, time)


def _position(data: Any, axis: int | str) -> int | str:
    if not isinstance(axis, str):
        return axis
    if axis not in data.dims:
        raise InvalidInput(f"axis = {axis!r} is not allowed: one of {', '.join(map(repr, data.dims))} is needed")
    return data.dims.index(axis)


def file_name(path: Any) -> str:
    """What names a file, for the core."""
    allowed = "the name of a file"
    if isinstance(path, str | os.PathLike):
        name = os.fsdecode(path)
        if name.isprintable() or ("\0" not in name and not any("\ud800" <= c <= "\udfff" for c in name)):
            return name
        allowed = "a name in UTF-8 without a zero byte"
    raise InvalidInput(f"path = {path!r} is not allowed: {allowed} is needed")


def threads(n_jobs: int | None) -> int:
    """`n_jobs` as joblib reads it: None is 1, -1 all cores, -2 all but one; 0 of the core means all."""
    if n_jobs is None:
        return 1
    if isinstance(n_jobs, bool) or not isinstance(n_jobs, int | np.integer) or n_jobs == 0:
        raise InvalidInput(f"n_jobs = {n_jobs!r} is not allowed: None, a positive number, or -1 for all cores is needed")
    if n_jobs > 0:
        return int(n_jobs)
    return max(1, len(os.sched_getaffinity(0)) + 1 + int(n_jobs))


def reporter(progress: Progress) -> Callable[[int, int], Any] | None:
    """A callback for the core: the caller's own, or a line on the standard error stream."""
    if callable(progress):
        return progress
    if not progress:
        return None

    def write(done: int, total: int) -> None:
        end = "\n" if done == total else ""
        print(f"\r{done} of {total} ({100 * done // max(total, 1)} %)", end=end, file=sys.stderr, flush=True)

    return write
