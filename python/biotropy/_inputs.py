# SPDX-License-Identifier: Apache-2.0
"""Conversion of arguments: arrays of numbers, names of files, threads and progress."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from . import _core
from ._arguments import real, whole
from ._options import Progress
from ._work.stores import is_address, local
from ._warn import warn
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


def numeric(data: Any, name: str) -> np.ndarray:
    """The samples as an array of real numbers, NaN if masked. Arrays are not copied."""
    try:
        array = np.asarray(data if type(data) is np.ndarray else filled(data))
    except ValueError:
        array = np.empty(0, dtype=object)  # lists of several lengths
    kind = array.dtype.kind
    if kind == "f":
        return array
    real(name, array.dtype)
    if array.dtype.itemsize == 8 and array.size > 0:
        if array.max() > _EXACT_INTEGERS or array.min() < -_EXACT_INTEGERS:
            warn("integers_rounded", f"{name}: integers beyond 2^53 were rounded")
    return array


def doubles(array: np.ndarray) -> np.ndarray:
    """Contiguous doubles, without a copy if possible."""
    return np.ascontiguousarray(array, dtype=np.float64)


def file_name(path: Any, argument: str = "path", addresses: bool = False) -> str:
    """The name of a local file, for the C++ library; with `addresses`, or that of a file in a store."""
    name = os.fsdecode(path)
    is_remote = not addresses and is_address(name)  # which would be taken for a folder such as `s3:`
    if is_remote or "\0" in name or any("\ud800" <= c <= "\udfff" for c in name):
        allowed = "a file or folder of this machine" if is_remote else "a name in UTF-8 without a zero byte"
        raise InvalidInput(f"{argument} is {path!r}; it must be {allowed}", argument)
    return name


def output_file(output: str, *sources: Any) -> str:
    """The file to write, with links resolved; addresses, folders, devices and what the result is made of are refused."""
    target = os.path.realpath(output)
    is_there = os.path.exists(target)
    is_source = is_there and any(os.path.exists(one) and os.path.samefile(target, one) for one in sources)
    fault = "what the result is made of" if is_source else "no ordinary file" if is_there and not os.path.isfile(target) else ""
    if is_address(output) or fault:
        raise InvalidInput(f"{output}: it is {fault or 'no file of this machine'}; name another one", "output")
    return target


def threads(n_jobs: int | None) -> int:
    """Number of threads from `n_jobs` with the meaning of joblib: None is 1, -1 all cores, -2 all but one."""
    if n_jobs is None:
        return 1
    if not isinstance(n_jobs, int | np.integer) or n_jobs >= 0:
        return whole("n_jobs", n_jobs, 1)
    # Not every system has the affinity of a process.
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, cores + 1 + int(n_jobs))


def core_of(model: Any) -> Any:
    """The model of the C++ library in a fitted `SICAMM`, or in a file or at its address."""
    if isinstance(model, str | os.PathLike):
        with local(file_name(model, addresses=True)) as (here, _):
            return _core.load_model(here)
    core = getattr(model, "_model", None)
    if not isinstance(core, _core.SicammModel):
        raise InvalidInput(f"model is {model!r}; it must be a SICAMM that is fitted, or the file of a model", "model")
    return core


Run: TypeAlias = tuple[int, str | None, Callable[[int, int], Any] | None]
NO_RUN: Run = (1, None, None)  # what taken_run() makes of options without it


def taken_run(options: dict[str, Any]) -> Run:
    """Threads, device and progress callback, which are removed from the options."""
    device = options.pop("device", None)
    return threads(options.pop("n_jobs", None)), None if device is None else str(device), reporter(options.pop("progress", False))


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
