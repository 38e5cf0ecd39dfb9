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
import shutil
import tempfile
from collections.abc import Callable, Iterable, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Unpack

import numpy as np

from . import _core, _multiscale, _pairwise
from ._bad_segments import gap_width
from ._blocks import Described, begin, block
from ._inputs import file_name, reporter, taken_run, whole
from ._options import CrossMeasure, Progress, RecordingCurveOptions, RecordingMatrixOptions, UnivariateMeasure, explicit
from ._packages import needed
from ._shards import connected, study
from .errors import FileFailed, InvalidInput

__all__ = ["multiscale_entropy", "pairwise", "study"]

# Tasks of a recording that may get lost with their workers before it fails.
_MOST_LOSSES = 100

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
        Folder of the results: NAME.nc for each recording, with the dimensions epoch, channel and partner. With `surrogates`
        the numbers of the tests are among the variables; they are those of `biotropy.pairwise` of the whole recording.
    client : distributed.Client, optional
        By default a cluster on this machine with one process for each core, for the time of the call.
    epoch : int, optional
        Samples of an epoch of continuous recordings; by default the whole recording. Incomplete epochs are left out.
    picks : str or list, default 'data'
        Channels, as in MNE.
    read : callable, optional
        Function that opens a path and returns an array, `mne.io.Raw`, `mne.Epochs` or `xarray.DataArray`. It is sent to
        the workers. The key of the results covers its code, its arguments and the content of the path, but no other files
        that it reads.
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

    def begin(self, path: str, most: int) -> tuple[Described, dict[str, np.ndarray] | None]:
        """The description, and the values of all epochs if they are at most `most`: so a recording of one block is fetched and
        opened once, by one worker."""
        _keep_freed_memory()
        described, samples = begin(path, self.epoch, self.picks, self.read, most, self.gap())
        return described, None if samples is None else self.measure_epochs(samples, 0)

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

    def measure_block(self, path: str, version: str | None, first: int, last: int) -> dict[str, np.ndarray]:
        _keep_freed_memory()
        samples = block(path, self.epoch, self.picks, self.read, first, last, self.gap(), version)
        return self.measure_epochs(samples, first)

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

    def dataset(self, described: Described, values: Mapping[str, np.ndarray], key: str) -> Any:
        xarray = needed("xarray", "xarray")
        last = "scale" if self.kind == "multiscale" else "partner"
        coordinates = {"channel": described.channels}
        coordinates[last] = self.parameters["scales"] if last == "scale" else described.channels
        return xarray.Dataset(
            {name: (("epoch", "channel", last)[: array.ndim], array) for name, array in values.items()},
            coords=coordinates,
            attrs={**self.attributes(), "path": described.path, "sha256": described.sha256, "key": key},
        )


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


@dataclass
class _Recording:
    """A recording, its blocks and its result."""

    described: Described
    key: str
    result: Path
    parts: Path
    blocks: list[tuple[int, int]]
    missing: set[tuple[int, int]] = field(default_factory=set)

    def part(self, first: int, last: int) -> Path:
        return self.parts / f"{first}-{last}.npz"

    def is_done(self) -> bool:
        if not self.result.exists():
            return False
        try:
            with needed("xarray", "xarray").open_dataset(self.result, engine="netcdf4") as earlier:
                return earlier.attrs.get("key") == self.key
        except (OSError, ValueError):
            return False

    def add(self, first: int, last: int, values: Mapping[str, np.ndarray]) -> None:
        self.parts.mkdir(parents=True, exist_ok=True)
        with _replacing(self.part(first, last)) as temporary, temporary.open("wb") as stream:
            np.savez(stream, **values)
        self.missing.discard((first, last))

    def finish(self, work: _Work) -> None:
        parts = []
        for first, last in self.blocks:
            with np.load(self.part(first, last)) as part:
                parts.append(dict(part))
        self.write(work, {name: np.concatenate([part[name] for part in parts]) for name in parts[0]})
        shutil.rmtree(self.parts)

    def write(self, work: _Work, values: Mapping[str, np.ndarray]) -> None:
        # With a client xarray locks the file through the scheduler, once for every variable and more.
        with _replacing(self.result) as temporary, needed("dask", "distributed").config.set(scheduler="threads"):
            work.dataset(self.described, values, self.key).to_netcdf(temporary, engine="netcdf4")
        self.missing.clear()


@contextmanager
def _replacing(path: Path) -> Any:
    """A temporary file that replaces `path` when it is complete, and is deleted after an error."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    os.close(handle)
    temporary = Path(name)
    try:
        yield temporary
        with temporary.open("rb") as stream:
            os.fsync(stream.fileno())
        temporary.chmod(0o644)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


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


def _begin(work: _Work, name: str, described: Described, folder: Path, block_size: int) -> _Recording:
    text = json.dumps([work.attributes(), described.sha256, described.channels, block_size], sort_keys=True)
    key = hashlib.sha256(text.encode()).hexdigest()
    starts = range(0, described.n_epochs, block_size)
    blocks = [(first, min(first + block_size, described.n_epochs)) for first in starts]
    recording = _Recording(described, key, folder / f"{name}.nc", folder / "parts" / f"{name}-{key}", blocks)
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
        failed = _schedule(work, named, folder, cluster, block_size, reporter(progress))
    parts = folder / "parts"
    if parts.is_dir() and not any(parts.iterdir()):
        parts.rmdir()
    if failed:
        raise FileFailed("; ".join(f"{named[name]}: {reason}" for name, reason in failed.items()))
    return {name: folder / f"{name}.nc" for name in named}


def _schedule(
    work: _Work,
    named: dict[str, str],
    folder: Path,
    client: Any,
    block_size: int,
    report: Callable[[int, int], Any] | None,
) -> dict[str, str]:
    """Describe every recording and measure its blocks; return the reasons why recordings failed."""
    from distributed import CancelledError, as_completed

    tasks: dict[Any, tuple[str, tuple[int, int] | None]] = {}
    running, failed, done = {}, {}, 0

    def submit(name: str, at: tuple[int, int] | None) -> Any:
        if at is None:
            task = client.submit(work.begin, named[name], block_size if _is_new(name, folder) else 0, pure=False)
        else:
            described = running[name].described
            task = client.submit(work.measure_block, described.path, described.version, *at, pure=False)
        tasks[task] = (name, at)
        return task

    waiting = as_completed([submit(name, None) for name in named])
    losses = dict.fromkeys(named, 0)
    for future in waiting:
        if future.status == "pending":  # the worker with its result has ended since, and Dask does it again
            waiting.add(future)
            continue
        name, at = tasks.pop(future)
        lost, result = future.status in ("cancelled", "lost"), None
        try:
            if future.status == "finished":
                result = future.result()
        except CancelledError:
            lost = True
        if lost:  # the workers that had the task or its result ended before the result came
            losses[name] += 1
            if losses[name] > _MOST_LOSSES:
                failed.setdefault(name, f"the cluster lost {losses[name]} of its tasks")
            else:
                waiting.add(submit(name, at))
        elif future.status != "finished":
            failed.setdefault(name, str(future.exception()))
        elif at is None:
            described, values = result
            running[name] = recording = _begin(work, name, described, folder, block_size)
            if values is not None and recording.missing:
                recording.write(work, values)
                done += 1
            for block_at in sorted(recording.missing):
                waiting.add(submit(name, block_at))
            if not recording.missing and recording.parts.is_dir():
                recording.finish(work)
        else:
            running[name].add(*at, result)
            done += 1
            if not running[name].missing:
                running[name].finish(work)
        if report is not None and done:
            report(done, done + len(tasks))  # a recording that is not described yet has one block at least
    return failed
