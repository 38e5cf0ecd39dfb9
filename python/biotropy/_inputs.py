# SPDX-License-Identifier: Apache-2.0
"""Conversion of arguments (arrays, MNE objects, xarray) to contiguous rows of doubles, and of values to their shape."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from . import _core
from ._arguments import one_of, real, shaped, whole
from ._answer import Labels, labels_of, unnamed
from ._bad_channels import without_bad
from ._dimensions import is_frame, is_xarray, time_axis
from ._mne_data import is_mne, refuse_other_objects, samples
from ._options import Progress
from ._work.stores import is_address
from ._time_labels import refuse_missing_time
from ._warn import issue, warn
from .errors import InvalidInput

_EXACT_INTEGERS = 2**53


def _holds_masks(data: Any) -> bool:
    if isinstance(data, list | tuple):
        nested = (list, tuple, np.ma.MaskedArray)
        return any(issubclass(kind, nested) for kind in set(map(type, data))) and any(map(_holds_masks, data))
    return isinstance(data, np.ma.MaskedArray)


def filled(data: Any) -> Any:
    """Replace masked samples of an array, or of arrays in a list, by NaN. Data without a mask are returned unchanged."""
    if not _holds_masks(data):
        return data
    if isinstance(data, list | tuple):
        return [filled(one) for one in data]
    if data.dtype.kind not in "fiu" or not np.ma.is_masked(data):
        return np.asarray(data)
    return data.astype(np.float64).filled(np.nan)


def numeric(data: Any, name: str, gap: int = 1, picks: Any = None, bads: str | None = None) -> np.ndarray:
    """The samples as an array of real numbers, NaN if masked; from an object of MNE those of the channels `picks`, of which
    `gap` are missing after a boundary of concatenated recordings. `bads` as for `without_bad`. Arrays are not copied."""
    if type(data) is not np.ndarray:
        if is_mne(data):
            return without_bad(samples(data, picks, name, gap), data, picks, bads, name)
        refuse_other_objects(data, name)
        data = filled(without_bad(data, data, None, bads, name) if is_xarray(data) else data)
    if picks is not None:
        raise InvalidInput(f"picks is {picks!r}; {name} has no types or names of channels, as MNE has them")
    array = np.asarray(data)
    kind = array.dtype.kind
    if kind == "f":
        return array
    real(name, array.dtype)
    if array.dtype.itemsize == 8 and array.size > 0:
        if array.max() > _EXACT_INTEGERS or array.min() < -_EXACT_INTEGERS:
            warn("integers_rounded", f"{name}: integers beyond 2^53 were rounded")
    return array


def oriented(data: Any, axis: Any, name: str) -> tuple[Any, Any]:
    """The data and the axis of time, -1 by default. A DataFrame has time down its rows unless `axis` says otherwise, and channels in
    its columns, but for one called time; it comes back with time in its index."""
    if type(data) is np.ndarray or not is_frame(data):
        return data, -1 if axis is None else axis
    if one_of("axis", axis, (None, 0, "index", "rows", -2, 1, "columns", -1)) in (1, "columns", -1):
        data = data.T
    return data.set_index("time") if "time" in data.columns else data, -1


def _columns(frame: Any, name: str) -> np.ndarray:
    """The samples of a DataFrame, a channel in each row."""
    for column, kind in frame.dtypes.items():
        real(f"the column {column!r} of {name}", kind)
    plain = all(isinstance(kind, np.dtype) for kind in frame.dtypes)
    return np.asarray(frame.to_numpy() if plain else frame.to_numpy(np.float64, na_value=np.nan)).T


def look_at_list(data: Any, name: str) -> None:
    """Refuse a list of objects whose labels, channels or gaps an array of them would not have; Series of pandas are looked at one
    by one."""
    plain = (int, float, list, tuple, np.ndarray, np.generic)
    if not isinstance(data, list | tuple) or all(issubclass(kind, plain) for kind in set(map(type, data))):  # most lists
        return
    for number, one in enumerate(data):
        if is_mne(one) or is_xarray(one) or is_frame(one) or hasattr(one, "n_gaps"):
            raise InvalidInput(f"{name}[{number}] is a {type(one).__name__}; give a single one, or an array of samples")
        refuse_missing_time(one, f"{name}[{number}]")


def time_last(
    data: Any, name: str, gap: int = 1, picks: Any = None, axis: Any = -1, pauses: bool = False, bads: str | None = None
) -> np.ndarray:
    """As `numeric`, of data whose last axis is time, or `axis` of a `DataArray`, or the rows of a DataFrame. Labels that show that
    time is missing, unless there may be `pauses`, or goes back, are refused."""
    if type(data) is not np.ndarray:
        look_at_list(data, name)
        columns = _columns(data, name) if is_frame(data) else data
        refuse_missing_time(data, name, axis, pauses=pauses)
        data = columns
    return numeric(data, name, gap, picks, bads)


def doubles(array: np.ndarray) -> np.ndarray:
    """Contiguous doubles, without a copy if possible."""
    return np.ascontiguousarray(array, dtype=np.float64)


def warn_of_padding(rows: np.ndarray, name: str) -> None:
    """Warn of series that begin or end in equal samples, which may be padding. Constant series are excluded, as they have
    no value and a reason."""
    if found := _core.padding_notices(rows, name):
        issue(found)


def warn_of_orientation(array: np.ndarray, data: Any, name: str) -> None:
    """Warn of an array without names of its axes that has more series than samples: its first axis may be time."""
    if array.ndim > 1 and array.shape[-2] > array.shape[-1] > 0 and not is_xarray(data) and not is_mne(data):
        where = "in the rows" if is_frame(data) else "the last axis"
        warn("orientation", f"{name} has {array.shape[-2]} series of {array.shape[-1]} samples: time is {where}")


class Series(NamedTuple):
    """Rows of an input, or a single series unchanged, the shape of values, and the labels that the input has. (A tuple, which is fast
    to construct: every call does.)"""

    rows: np.ndarray
    shape: tuple[int, ...]
    labels: Labels | None = None

    def has_epochs_alone(self) -> bool:
        """Whether the series are epochs of one channel by the name of their dimension."""
        return self.labels is not None and self.labels.dims == ("epoch",)

    def labelled(self) -> Labels:
        return self.labels or unnamed(len(self.shape))

    def variables(self, values: Mapping[str, Any], **last: int) -> dict[str, tuple[tuple[Any, ...], np.ndarray]]:
        """Values of the rows with their dimensions; `last` are additional last ones."""
        dims, shape = (*self.labelled().dims, *last), (*self.shape, *last.values())
        return {name: (dims, np.asarray(one).reshape(shape)) for name, one in values.items()}


def together(of: Series, options: dict[str, Any], *, channels: bool) -> Series:
    """The same rows, with the shape of values of all epochs together if `pool_epochs` is asked for, and of all channels
    together if `channels` is true: without the first axis, and without that of the channels."""
    pooled = options.get("pool_epochs") not in (None, "no")
    if channels and of.has_epochs_alone():
        raise InvalidInput("x has the dimensions 'epoch' and that of time alone; give one of channels, as they have one value")
    axes = ["n_epochs", "n_channels"] if pooled else [*["..."] * (len(of.shape) - 1), "n_channels"] if channels else []
    shaped("x", np.broadcast_to(0.0, (*of.shape, of.rows.shape[-1])), *axes, "n_times")
    kept = slice(1 if pooled else 0, len(of.shape) - (1 if channels else 0))
    return Series(of.rows, of.shape[kept], of.labelled().only(of.labelled().dims[kept]))


def series(
    data: Any, axis: Any = None, name: str = "x", gap: int = 1, picks: Any = None, bads: str | None = None
) -> Series:
    """The series as rows: time last, all other axes flattened. `gap`, `picks` and `bads` as for `numeric`."""
    if type(data) is np.ndarray and data.ndim == 1 and data.dtype.char == "d" and axis is None and picks is None and len(data):  # short calls
        rows = doubles(data)
        warn_of_padding(rows, name)
        return Series(rows, ())
    data, axis = oriented(data, axis, name)
    array = time_last(data, name, gap, picks, axis, bads=bads)
    time = time_axis(data, axis, name) if is_xarray(data) else axis
    shaped(name, array, *["..."] * (array.ndim - 1), "n_times", least=1, empty=True)
    moved = np.moveaxis(array, whole("axis", time, -array.ndim, array.ndim - 1), -1)
    if moved.shape[-1] == 0:
        raise InvalidInput(f"{name} has no samples")
    if axis == -1:
        warn_of_orientation(array, data, name)
    rows = doubles(moved)
    if rows.ndim > 1:
        rows = rows.reshape(-1, rows.shape[-1])
    warn_of_padding(rows, name)
    return Series(rows, moved.shape[:-1], labels_of(data, data.dims[time] if is_xarray(data) else None, picks))


def refuse_address(path: Any, argument: str = "path") -> None:
    """Refuse network addresses, which would be taken for folders such as `s3:`."""
    if is_address(os.fsdecode(path)):
        raise InvalidInput(f"{argument} is {path!r}; it must be a file or folder of this machine")


def file_name(path: Any, argument: str = "path", addresses: bool = False) -> str:
    """The name of a local file, for the C++ library; with `addresses`, or that of a file in a store."""
    name = os.fsdecode(path)
    if not addresses:
        refuse_address(name, argument)
    if "\0" in name or any("\ud800" <= c <= "\udfff" for c in name):
        raise InvalidInput(f"{argument} is {path!r}; it must be a name in UTF-8 without a zero byte")
    return name


def threads(n_jobs: int | None) -> int:
    """Number of threads from `n_jobs` with the meaning of joblib: None is 1, -1 all cores, -2 all but one."""
    if n_jobs is None:
        return 1
    if not isinstance(n_jobs, int | np.integer) or n_jobs >= 0:
        return whole("n_jobs", n_jobs, 1)
    # Not every system has the affinity of a process.
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, cores + 1 + int(n_jobs))


Run: TypeAlias = tuple[int, str | None, Callable[[int, int], Any] | None]
NO_RUN: Run = (1, None, None)  # what taken_run() makes of options that say nothing of it


def taken_run(options: dict[str, Any]) -> Run:
    """Threads, device and progress callback, which are removed from the options."""
    device = options.pop("device", None)
    return threads(options.pop("n_jobs", None)), device and str(device), reporter(options.pop("progress", False))


def reporter(progress: Progress) -> Callable[[int, int], Any] | None:
    """A progress callback: the given one, or one that writes to the standard error stream."""
    if callable(progress):
        return progress
    if not progress:
        return None

    def write(done: int, total: int) -> None:
        end = "\n" if done == total else ""
        print(f"\r{done} of {total} ({100 * done // max(total, 1)} %)", end=end, file=sys.stderr, flush=True)

    return write
