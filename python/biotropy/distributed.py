# SPDX-License-Identifier: Apache-2.0
"""Many recordings on many machines: blocks of epochs are tasks of `dask.distributed`.

The values of a block are written to disk as soon as they are computed, under a key made of the content of the recording,
every parameter and the version. So an interrupted run continues where it stopped, and values are never reused after a
change. If a worker dies, Dask gives its blocks to another one. Only the caller writes files.
"""

from __future__ import annotations

import ctypes
import functools
import glob
import hashlib
import inspect
import json
import os
import re
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Unpack

import numpy as np

from . import _core, _multiscale, _pairwise
from ._bad_segments import gap_width
from ._blocks import Described, begin, block
from ._inputs import file_name, reporter, taken_run, whole
from ._one_unit import refuse_several_units
from ._options import CrossMeasure, Progress, RecordingCurveOptions, RecordingMatrixOptions, UnivariateMeasure, explicit
from ._packages import needed
from ._recording_results import RecordingResult
from ._shards import connected, study
from ._warn import collected, warn, warn_of_bad_channels
from .errors import FileFailed, InvalidInput

__all__ = ["multiscale_entropy", "pairwise", "study"]

# Tasks of a recording that may get lost with their workers before it fails.
_MOST_LOSSES = 100
# Of many recordings a task begins some, as a task costs Dask about 10 ms; after so many seconds it leaves the others, so that
# the last tasks of a few for each thread end at about the same time. Of a cluster without workers yet nobody knows the threads.
_LEAST_TASKS = 256
_LEAST_OF_A_THREAD = 8
_MOST_AT_ONCE = 8
_TASK_SECONDS = 2.0

Recordings = Mapping[str, str | os.PathLike[str]] | Iterable[str | os.PathLike[str]]


@explicit(RecordingMatrixOptions, m=2)
def pairwise(
    recordings: Recordings,
    measure: CrossMeasure = "cross-apen",
    *,
    folder: str | os.PathLike[str],
    client: Any = None,
    epoch: int | None = None,
    picks: Any = "data",
    read: Callable[[str], Any] | None = None,
    block_size: int = 8,
    n_jobs: int | None = None,
    device: str | None = None,
    progress: Progress = False,
    **parameters: Unpack[RecordingMatrixOptions],
) -> dict[str, Path]:
    """Matrices of a cross measure of many recordings, as tasks of Dask.

    Parameters
    ----------
    recordings : list of paths, or dict of names and paths
        Files that MNE reads, and `.npy` files and Zarr arrays (`.zarr`) of shape (n_epochs, n_channels, n_times) or
        (n_channels, n_times), which workers must find under these paths, or at these addresses (s3, http, sftp and others of
        fsspec). Default names are those of the files without suffix.
    measure : {'cross-apen', 'cross-sampen', 'cross-fuzzyen'}, default 'cross-apen'
        As for `biotropy.pairwise`.
    folder : path-like
        Folder of the results: NAME.nc for each recording, with the dimensions epoch, channel and partner; one of another measure
        or recording, or of other parameters, is replaced, with a warning. With `surrogates`
        the numbers of the tests are among the variables; they are those of `biotropy.pairwise` of the whole recording.
    client : distributed.Client, optional
        By default a cluster on this machine with one process for each core, for the time of the call.
    epoch : int, optional
        Samples of an epoch of continuous recordings; by default the whole recording. Incomplete epochs are left out. Recordings
        that have epochs keep theirs, and another length is an error.
    picks : str or list, default 'data'
        Channels, as in MNE. Of EDF, BDF and GDF with several rates, names of channels of one rate.
    read : callable, optional
        Function that opens a path and returns an array, `mne.io.Raw`, `mne.Epochs` or `xarray.DataArray`. It is sent to
        the workers. The key of the results covers its code, its arguments, the content of the path, an array that it returns and
        the bad segments of a Raw, but no other files that it reads.
    block_size : int, default 8
        Epochs of one task.
    n_jobs : int, optional
        Threads of a task: None is 1.
    device : str, optional
        Device of a worker, as for `biotropy.pairwise`; the results are the same.
    progress : bool or callable, default False
        Report the number of blocks on the standard error stream, or call ``progress(done, total)``.
    {options}

    Returns
    -------
    dict of str and Path
        The result of each recording.

    Raises
    ------
    BiotropyError
        Immediately for parameters that are not allowed; for recordings that cannot be used, after all others.
    """
    work = _Work("pairwise", measure, {**parameters}, epoch, picks, read, {"n_jobs": n_jobs, "device": device})
    return _run(work, recordings, Path(file_name(folder, "folder")), client, block_size, progress)


@explicit(RecordingCurveOptions)
def multiscale_entropy(
    recordings: Recordings,
    scales: _multiscale.Scales = 20,
    *,
    folder: str | os.PathLike[str],
    measure: UnivariateMeasure = "sampen",
    client: Any = None,
    epoch: int | None = None,
    picks: Any = "data",
    read: Callable[[str], Any] | None = None,
    block_size: int = 8,
    n_jobs: int | None = None,
    device: str | None = None,
    progress: Progress = False,
    **parameters: Unpack[RecordingCurveOptions],
) -> dict[str, Path]:
    """Multiscale curves of every epoch and channel of many recordings, as tasks of Dask.

    Parameters
    ----------
    recordings, folder, client, epoch, picks, read, block_size, n_jobs, device, progress
        As for `pairwise`; the dimensions of the results are epoch, channel and scale. With `surrogates` the numbers of the
        tests are those of `biotropy.multiscale_entropy` of the whole recording.
    scales, measure
        As for `biotropy.multiscale_entropy`.
    {options}

    Returns
    -------
    dict of str and Path
        The result of each recording.

    Raises
    ------
    BiotropyError
        As `pairwise`.
    """
    given = {"scales": _multiscale.scale_list(scales), **parameters}
    work = _Work("multiscale", measure, given, epoch, picks, read, {"n_jobs": n_jobs, "device": device})
    return _run(work, recordings, Path(file_name(folder, "folder")), client, block_size, progress)


@dataclass(frozen=True)
class _Work:
    """The computation for every block, which is sent to the workers."""

    kind: str
    measure: str
    parameters: dict[str, Any]
    epoch: int | None
    picks: Any
    read: Callable[[str], Any] | None
    run: dict[str, Any]

    def begin(self, path: str, most: int) -> tuple[Described, dict[str, np.ndarray] | None, list[str]]:
        """The description, the values of all epochs if they are at most `most`, and warnings: so a recording of one block is
        fetched and opened once, by one worker."""
        _keep_freed_memory()
        with collected() as warnings:
            described, samples = begin(path, self.epoch, self.picks, self.read, most, self.gap())
            refuse_several_units([self.measure], self.parameters, described.units)
            return described, None if samples is None else self.measure_epochs(samples, 0), warnings

    def begin_some(self, asked: list[tuple[str, int]]) -> list[Any]:
        """What `begin` returns, or why it failed, of the first recordings: as many as a short task has time for."""
        outcomes: list[Any] = []
        end = time.monotonic() + _TASK_SECONDS
        while len(outcomes) < len(asked) and (not outcomes or time.monotonic() < end):
            try:
                outcomes.append(self.begin(*asked[len(outcomes)]))
            except Exception as error:  # of the recording, or of a function of the caller
                outcomes.append(str(error))
        return outcomes

    def gap(self) -> int:
        return gap_width(self.parameters, max(self.parameters.get("scales", ()), default=1))

    def measure_epochs(self, epochs: np.ndarray, first: int) -> dict[str, np.ndarray]:
        """`first` is the number of the first of them in the recording."""
        if self.kind == "multiscale":
            given = {**self.run, **self.parameters}
            curves = _multiscale.curves(epochs, given.pop("scales"), self.measure, True, given, first)
            values = {name: getattr(curves, name) for name in ("value", "matches_m", "matches_m1", "samples")}
            values |= {} if curves.surrogates is None else vars(curves.surrogates)
            return {**values, "reason": _reasons(curves.reason, curves.value.shape)}
        given = {name: value for name, value in {**self.run, **self.parameters}.items() if value is not None}
        names = [str(channel) for channel in range(epochs.shape[1])]
        matrices = _pairwise.matrices(epochs, names, self.measure, given, False, taken_run(given), first)
        values = {name: matrices[name] for name in ("value", "matches_m", "matches_m1")}
        values |= vars(matrices["surrogates"]) if "surrogates" in matrices else {}
        return {**values, "reason": _reasons(matrices["reason"], epochs.shape[:2])}

    def measure_block(
        self, path: str, version: str | None, first: int, last: int
    ) -> tuple[dict[str, np.ndarray], list[str]]:
        """Values, and warnings."""
        _keep_freed_memory()
        with collected() as warnings:
            samples = block(path, self.epoch, self.picks, self.read, first, last, self.gap(), version)
            return self.measure_epochs(samples, first), warnings

    def check(self) -> None:
        """Refuse parameters that are not allowed before any recording is read."""
        for name in ("average", "output", "ch_names", "axis", "full_output"):
            if name in self.parameters:
                raise InvalidInput(f"{name} is not allowed: results of recordings have all epochs, in one form")
        if self.parameters.get("surrogates") and self.parameters.get("surrogate_kind") == "epochs":
            raise InvalidInput("surrogate_kind = 'epochs' is not allowed: a task has some epochs alone, and exchanges none")
        if self.parameters.get("pool_epochs") not in (None, "no"):
            pool = self.parameters["pool_epochs"]
            raise InvalidInput(f"pool_epochs = {pool!r} is not allowed: 'no' is needed, as a task has some epochs alone")
        trial = np.random.default_rng(0).standard_normal((1, 2, 256))
        self.measure_epochs(trial, 0)

    def attributes(self) -> dict[str, Any]:
        recipe = {"epoch": self.epoch, "picks": self.picks, "read": _digest_of(self.read)}
        given = {name: value for name, value in self.parameters.items() if value is not None}
        return {
            "title": "Biotropy results",
            "measure": self.measure,
            "parameters": json.dumps({**given, **recipe}, sort_keys=True, default=repr),
            "biotropy_version": _core.version(),
        }

    def coordinates(self, channels: list[str]) -> dict[str, np.ndarray]:
        """Those of the last two dimensions of results; the first is epoch."""
        names = np.array(channels)
        if self.kind == "multiscale":
            return {"channel": names, "scale": np.array(self.parameters["scales"])}
        return {"channel": names, "partner": names}


@functools.cache
def _keep_freed_memory() -> None:
    """Let a process of Dask use its memory again. Dask sets a threshold with which glibc gives every larger array back to the
    system, and the counting then spends a quarter of its time on new pages. At most 64 MiB are kept."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)  # of glibc alone
    if mallopt is not None and "MALLOC_TRIM_THRESHOLD_" in os.environ:
        trim, map_alone = -1, -3  # M_TRIM_THRESHOLD and M_MMAP_THRESHOLD of malloc.h
        mallopt(trim, 64 * 2**20)
        mallopt(map_alone, 32 * 2**20)


def _digest_of(read: Callable[[str], Any] | None) -> str | None:
    """Checksum of a function: its pickle and, as that may be only a name, its source."""
    if read is None:
        return None
    inner = read.func if isinstance(read, functools.partial) else read
    try:
        source = inspect.getsource(inner)
    except (OSError, TypeError):
        source = ""
    return hashlib.sha256(needed("cloudpickle", "distributed").dumps(read) + source.encode()).hexdigest()


def _reasons(reasons: list[str] | None, shape: tuple[int, ...]) -> np.ndarray:
    """Reasons why values are NaN or infinite; empty for finite values."""
    return np.zeros(shape, dtype="U1") if reasons is None else np.array(reasons, dtype=str).reshape(shape)


def _named(recordings: Recordings) -> dict[str, str]:
    if isinstance(recordings, str | os.PathLike):
        recordings = [recordings]
    is_named = isinstance(recordings, Mapping)
    named: dict[str, str] = {}
    for name, path in recordings.items() if is_named else ((Path(path).stem, path) for path in recordings):
        if name in named:
            raise InvalidInput(f"two recordings have the name {name!r}: give them names, as a dict")
        if not isinstance(name, str) or not name or name.startswith(".") or Path(name).name != name:
            raise InvalidInput(f"the name {name!r} of a recording is not allowed: a name for a file is needed")
        named[name] = file_name(path, addresses=True)
    return named


def _begin(work: _Work, name: str, described: Described, folder: Path, block_size: int) -> RecordingResult:
    attributes = work.attributes()
    text = json.dumps([attributes, described.sha256, described.marks, described.channels, block_size], sort_keys=True)
    key = hashlib.sha256(text.encode()).hexdigest()
    attributes |= {"path": described.path, "sha256": described.sha256, "key": key}
    starts = range(0, described.n_epochs, block_size)
    blocks = [(first, min(first + block_size, described.n_epochs)) for first in starts]
    parts, coordinates = folder / "parts" / f"{name}-{key}", work.coordinates(described.channels)
    recording = RecordingResult(described, attributes, coordinates, folder / f"{name}.nc", parts, blocks)
    if not recording.is_done():
        recording.missing = {at for at in blocks if not recording.part(*at).exists()}
    return recording


def _is_new(name: str, folder: Path) -> bool:
    """True if nothing of the recording can have been measured before."""
    return not (folder / f"{name}.nc").exists() and not any((folder / "parts").glob(f"{glob.escape(name)}-*"))


def _run(
    work: _Work, recordings: Recordings, folder: Path, client: Any, block_size: int, progress: Progress
) -> dict[str, Path]:
    named = _named(recordings)
    block_size = whole("block_size", block_size, 1)
    work.check()
    folder.mkdir(parents=True, exist_ok=True)
    with connected(client) as cluster:
        failed = _Schedule(work, named, folder, cluster, block_size).run(reporter(progress))
    parts = folder / "parts"
    if parts.is_dir() and not any(parts.iterdir()):
        parts.rmdir()
    if failed:
        raise FileFailed("; ".join(f"{named[name]}: {reason}" for name, reason in failed.items()))
    return {name: folder / f"{name}.nc" for name in named}


class _Schedule:
    """The tasks: some begin recordings, and measure those of one block; the others measure a block each."""

    def __init__(self, work: _Work, named: dict[str, str], folder: Path, client: Any, block_size: int):
        from distributed import as_completed

        self.work, self.named, self.folder, self.client, self.block_size = work, named, folder, client, block_size
        self.tasks: dict[Any, tuple[list[str], tuple[int, int] | None]] = {}
        self.running: dict[str, RecordingResult] = {}
        self.failed: dict[str, str] = {}
        self.waiting: Any = as_completed([])
        self.losses = dict.fromkeys(named, 0)
        self.warned: dict[str, set[str]] = {name: set() for name in named}
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
            task = self.client.submit(self.work.measure_block, described.path, described.version, *at, pure=False)
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
            values, warnings = result
            self.pass_on(names[0], recording.described.path, at, warnings)
            recording.add(*at, values)
            self.done += 1
            if not recording.missing:
                self.running.pop(names[0]).finish()
            return
        for name, outcome in zip(names, result, strict=False):
            if isinstance(outcome, str):
                self.fail([name], outcome)
            else:
                self.describe(name, *outcome)
        if len(result) < len(names):
            self.submit(names[len(result) :])

    def pass_on(self, name: str, path: str, at: tuple[int, int], warnings: list[str]) -> None:
        """Issue warnings of a worker, each kind once for a recording. Results have the reasons of values that are not finite."""
        for text in warnings:
            kind = re.sub(r"\d+", "", text)
            if " are not finite" in text or kind in self.warned[name]:
                continue
            self.warned[name].add(kind)
            warn(f"{path}, epochs {at[0]} to {at[1] - 1}: {text}")

    def describe(self, name: str, described: Described, values: dict[str, np.ndarray] | None, warnings: list[str]) -> None:
        warn_of_bad_channels(described.path, list(described.bads), "picks")
        self.pass_on(name, described.path, (0, described.n_epochs), warnings)
        recording = _begin(self.work, name, described, self.folder, self.block_size)
        if recording.missing and recording.replaces_other():
            other = "is of another measure, recording or other parameters, and is replaced"
            warn(f"{recording.result} {other}: another folder keeps both")
        if values is not None and recording.missing:
            recording.write(values)
            self.done += 1
        if recording.missing:
            self.running[name] = recording
        for at in sorted(recording.missing):
            self.submit([name], at)
        if not recording.missing and recording.parts.is_dir():
            recording.finish()
