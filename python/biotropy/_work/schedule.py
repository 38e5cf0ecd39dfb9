# SPDX-License-Identifier: Apache-2.0
"""The tasks of many recordings, and their results on disk."""

from __future__ import annotations

import glob
import hashlib
import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from .. import _core
from .._arguments import whole
from .._inputs import file_name, reporter
from .._options import Progress
from .._warn import issue, warn, warn_of_bad_channels
from ..errors import FileFailed, FileMissing, InvalidInput, Notice
from . import zarr_array
from .recording_results import RecordingResult, ranges_between
from .recording_work import Begun, Work
from .shards import connected
from .stores import is_address, matching

# Tasks of a recording that may get lost with their workers before it fails.
_MOST_LOSSES = 100
# Of many recordings a task begins some, as a task costs Dask about 10 ms; after some seconds it leaves the others, so that the
# last tasks of a few for each thread end at about the same time. Of a cluster without workers yet nobody knows the threads.
_LEAST_TASKS = 256
_LEAST_OF_A_THREAD = 8
_MOST_AT_ONCE = 8
# Epochs of a task in a recording that is continued, until it is known how long one takes.
_USUAL_BLOCK = 8
_LATER_PART = re.compile(r"_split-0*([2-9]|[1-9]\d+)_")  # of a recording, which the first one names
_FOLDERS = (".ds", ".mff", ".zarr")  # that are recordings

Recordings: TypeAlias = str | os.PathLike[str] | Mapping[str, str | os.PathLike[str]] | Iterable[str | os.PathLike[str]]


def _below(folder: Path) -> Iterator[Path]:
    """The recordings in a folder and those below it."""
    for one in sorted(folder.iterdir()):
        if one.name.startswith("."):
            continue
        if one.suffix in _FOLDERS or (one.is_file() and _core.is_recording(one.name) and not _LATER_PART.search(one.name)):
            yield one
        elif one.is_dir():
            yield from _below(one)


def _found(path: str) -> list[str]:
    """The recordings that a path, a folder or a pattern stands for."""
    here = Path(path)
    is_pattern = glob.has_magic(path) and (is_address(path) or not here.exists())
    if not is_pattern and (is_address(path) or not here.is_dir() or here.suffix in _FOLDERS or zarr_array.is_name(path)):
        return [path]
    if is_address(path):
        found = matching(path)
    elif is_pattern:
        found = sorted(glob.glob(path, recursive=True))
    else:
        found = [os.fspath(one) for one in _below(here)]
    if not found:
        raise FileMissing(f"{path}: there are no recordings")
    return found


def _name(path: str) -> str:
    """That of a file without suffix, and of an array in a Zarr store that of the store."""
    parts = Path(path).parts
    return Path(next((part for part in parts if part.endswith(".zarr")), path)).stem


def _named(recordings: Recordings, opens: bool) -> dict[str, str]:
    """The paths by name; with `opens` a function of the caller opens them, which may be folders."""
    if isinstance(recordings, str | os.PathLike):
        recordings = [recordings]
    if isinstance(recordings, Mapping):
        pairs = [(name, file_name(path, addresses=True)) for name, path in recordings.items()]
    else:
        paths = [file_name(path, addresses=True) for path in recordings]
        pairs = [(_name(one), one) for path in paths for one in ([path] if opens else _found(path))]
    named: dict[str, str] = {}
    for name, path in pairs:
        if name in named:
            raise InvalidInput(f"two recordings have the name {name!r}: give them names, as a dict")
        if not isinstance(name, str) or not name or name.startswith(".") or Path(name).name != name:
            raise InvalidInput(f"a recording has the name {name!r}; it must be one for a file")
        named[name] = path
    return named


def _is_new(name: str, folder: Path) -> bool:
    """True if nothing of the recording can have been measured before."""
    return not (folder / f"{name}.nc").exists() and not any((folder / "parts").glob(f"{glob.escape(name)}-*"))


def run(
    work: Work, recordings: Recordings, folder: str | os.PathLike[str], client: Any, block_size: int | None, progress: Progress
) -> dict[str, Path]:
    """The results by name. Recordings that cannot be used are left out with a warning, unless there are no others."""
    where = Path(file_name(folder, "folder"))
    named = _named(recordings, work.read is not None)
    size = None if block_size is None else whole("block_size", block_size, 1)
    work.check()
    where.mkdir(parents=True, exist_ok=True)
    with connected(client) as cluster:
        failed = Schedule(work, named, where, cluster, size).run(reporter(progress))
    parts = where / "parts"
    if parts.is_dir() and not any(parts.iterdir()):
        parts.rmdir()
    said = [reason if named[name] in reason else f"{named[name]}: {reason}" for name, reason in failed.items()]
    if failed and len(failed) == len(named):
        raise FileFailed("; ".join(said))
    for text in said:
        warn("recording_failed", text)
    return {name: where / f"{name}.nc" for name in named if name not in failed}


def _result(work: Work, name: str, described: Any, folder: Path) -> RecordingResult:
    attributes = work.attributes(described)
    facts = [attributes, described.sha256, described.marks, described.channels, described.units, described.bads]
    key = hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()
    attributes |= {"path": described.path, "sha256": described.sha256, "key": key}
    parts, coordinates = folder / "parts" / f"{name}-{key}", work.coordinates(described)
    return RecordingResult(described, attributes, coordinates, folder / f"{name}.nc", parts)


class Schedule:
    """The tasks: some begin recordings, and measure their first epochs; the others measure a block each."""

    def __init__(self, work: Work, named: dict[str, str], folder: Path, client: Any, block_size: int | None):
        from distributed import as_completed

        self.work, self.named, self.folder, self.client, self.block_size = work, named, folder, client, block_size
        self.tasks: dict[Any, tuple[list[str], tuple[int, int] | None]] = {}
        self.running: dict[str, RecordingResult] = {}
        self.failed: dict[str, str] = {}
        self.waiting: Any = as_completed([])
        self.losses = dict.fromkeys(named, 0)
        self.warned: dict[str, set[str]] = {name: set() for name in named}
        self.usual = _USUAL_BLOCK
        self.done, self.left = 0, 0  # blocks; a recording that is not described yet has one at least

    def run(self, report: Callable[[int, int], Any] | None) -> dict[str, str]:
        """Measure all recordings; return the reasons why some failed."""
        from distributed import CancelledError

        names = list(self.named)
        at_once = self.at_once(len(names))
        for first in range(0, len(names), at_once):
            self.submit(names[first : first + at_once])
        for future in self.waiting:
            if future.status == "pending":  # the worker with its result has ended since, and Dask does it again
                self.waiting.add(future)
                continue
            names, at = self.tasks.pop(future)
            self.left -= len(names)
            status, result = future.status, None
            if status == "finished":
                try:
                    result = future.result()
                except CancelledError:
                    status = "lost"
            if status == "finished":
                self.take(names, at, result)
            elif status in ("cancelled", "lost"):
                self.lose(names, at)
            elif len(names) > 1:  # one of them ends every worker that has it, perhaps: each is a task now
                for name in names:
                    self.submit([name])
            else:
                self.fail(names, str(future.exception()))
            if report is not None and self.done:
                report(self.done, self.done + self.left)
        return self.failed

    def at_once(self, recordings: int) -> int:
        """Recordings of a task."""
        threads = sum(self.client.nthreads().values())
        tasks = min(_LEAST_TASKS, _LEAST_OF_A_THREAD * threads) if threads > 0 else _LEAST_TASKS
        return max(1, min(_MOST_AT_ONCE, recordings // tasks))

    def submit(self, names: list[str], at: tuple[int, int] | None = None) -> None:
        if at is None:
            asked = [(self.named[name], self.block_size if _is_new(name, self.folder) else 0) for name in names]
            task = self.client.submit(self.work.begin_some, asked, pure=False)
        else:
            described = self.running[names[0]].described
            task = self.client.submit(self.work.measure_block, described, *at, pure=False)
        self.tasks[task] = (names, at)
        self.left += len(names)
        self.waiting.add(task)

    def lose(self, names: list[str], at: tuple[int, int] | None) -> None:
        """The workers that had the task or its result ended before the result came."""
        for name in names:
            self.losses[name] += 1
        lost = [name for name in names if self.losses[name] > _MOST_LOSSES]
        self.fail(lost, f"the cluster lost {_MOST_LOSSES + 1} of its tasks")
        again = [name for name in names if name not in lost]
        if again:
            self.submit(again, at)

    def fail(self, names: list[str], reason: str) -> None:
        for name in names:
            self.failed.setdefault(name, reason)

    def take(self, names: list[str], at: tuple[int, int] | None, result: Any) -> None:
        if at is not None:
            recording = self.running[names[0]]
            values, notices = result
            self.pass_on(names[0], recording.described.path, at, notices)
            recording.add(*at, values)
            self.done += 1
            if not recording.missing:
                self.running.pop(names[0]).finish()
            return
        for name, outcome in zip(names, result, strict=False):
            if isinstance(outcome, str):
                self.fail([name], outcome)
            else:
                self.describe(name, outcome)
        if len(result) < len(names):
            self.submit(names[len(result) :])

    def pass_on(self, name: str, path: str, at: tuple[int, int], notices: list[Notice]) -> None:
        """Issue notices of a worker, each once for a recording. Results have the reasons of values that are not finite."""
        for notice in notices:
            kind = re.sub(r"\d+", "", notice.text)  # of another block, with other numbers
            if notice.code == "not_finite" or kind in self.warned[name]:
                continue
            self.warned[name].add(kind)
            issue([notice], f"{path}, epochs {at[0]} to {at[1] - 1}")

    def describe(self, name: str, begun: Begun) -> None:
        described = begun.described
        warn_of_bad_channels(described.path, list(described.bads))
        self.pass_on(name, described.path, (0, begun.n_epochs or described.n_epochs), begun.notices)
        recording = _result(self.work, name, described, self.folder)
        if recording.is_done():
            recording.clear()
            return
        if recording.replaces_other():
            other = "is of another measure, recording or other parameters, and is replaced"
            warn("result_replaced", f"{recording.result} {other}: another folder keeps both")
        if begun.values is not None:
            self.done += 1
            if begun.n_epochs == described.n_epochs:
                recording.write(begun.values)
                return
            recording.add(0, begun.n_epochs, begun.values)
        size = self.block_size or begun.n_epochs or self.usual
        self.usual = begun.n_epochs or self.usual
        recording.missing = ranges_between(recording.found(), described.n_epochs, size)
        if not recording.missing:
            recording.finish()
            return
        self.running[name] = recording
        for at in sorted(recording.missing):
            self.submit([name], at)
