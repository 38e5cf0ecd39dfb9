# SPDX-License-Identifier: Apache-2.0
"""A study of the program `biotropy` as tasks of `dask.distributed`: each task computes a shard, and the caller merges them."""

from __future__ import annotations

import ctypes
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from .._arguments import whole
from .._inputs import file_name
from .._packages import needed
from ..errors import FileFailed, MissingPackage, file_errors

# Allowed exit codes. The result lists subjects that cannot be used; a shard may have no others, but the study needs some.
_MEASURED = (0, 3, 4)
_MERGED = (0, 3)
# Message of the program if another process has the lock of the study or of a shard.
_BUSY = "another process is at work"
_WAIT = 0.5  # seconds
# Dask looks at its own threads and event loops so often that it takes 3 % of every worker and 4 % of the caller; this is a tenth.
QUIET = {
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "500ms",
    "distributed.admin.system-monitor.interval": "5s",
}


@contextmanager
def connected(client: Any) -> Iterator[Any]:
    """The given client, or one of a temporary cluster with a process for each core of this machine."""
    distributed = needed("distributed", "distributed")
    if client is not None:
        yield client
        return
    with (
        needed("dask", "distributed").config.set(QUIET),
        distributed.LocalCluster(threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as own,
    ):
        yield own


def study(
    folder: str | os.PathLike[str], *, client: Any = None, shards: int | None = None, program: str | None = None
) -> Path:
    """Measure the subjects of a study on a cluster, and compare its groups.

    Results are written to disk subject by subject, so an interrupted study continues where it stopped. A shard that another
    process is computing is waited for.

    Parameters
    ----------
    folder : path-like
        The study (``biotropy study init``): a folder with ``study.toml``, which all workers must find under this path.
    client : distributed.Client, optional
        By default a cluster on this machine with one process for each core, for the time of the call.
    shards : int, optional
        Number of parts, each a task; by default four for each thread of the cluster.
    program : str, optional
        Path of the program `biotropy` here and on the workers; by default from this environment or the PATH.

    Returns
    -------
    Path
        ``result.nc`` of the study.

    Raises
    ------
    FileMissing
        The study does not exist.
    FileFailed
        A shard or merging failed, with the message of the program, or no subject could be used.
    MissingPackage
        The program was not found.
    """
    if shards is not None:
        shards = whole("shards", shards, 1)
    path = Path(file_name(folder, "folder")).absolute()
    described = path / "study.toml" if path.is_dir() else path
    with file_errors(described):
        described.stat()
    where = program or _program()
    with connected(client) as cluster:
        n = shards or 4 * max(1, sum(cluster.nthreads().values()))
        parts = [[where, "study", "run", described, "--shard", f"{i}/{n}"] for i in range(1, n + 1)]
        cluster.gather([cluster.submit(_run, part, _MEASURED, pure=False) for part in parts])
    _run([where, "study", "merge", described], _MERGED)
    return described.parent / "result.nc"


def _program() -> str:
    beside = Path(sys.executable).parent / "biotropy"
    found = str(beside) if beside.exists() else shutil.which("biotropy")
    if found is None:
        raise MissingPackage("the program biotropy is neither in this environment nor on the PATH", name="biotropy")
    return found


# Loaded on import, because little is allowed between fork and exec. Only Linux has prctl.
_PRCTL = getattr(ctypes.CDLL(None), "prctl", None)
_PR_SET_PDEATHSIG = 1


def _ending_with(parent: int) -> Callable[[], None] | None:
    """A function that a child process calls before exec: the system ends it with its parent, and so releases the lock."""
    if _PRCTL is None:
        return None

    def ask() -> None:
        _PRCTL(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # the parent ended before the call of prctl
            os._exit(1)

    return ask


def _run(command: list[Any], allowed: tuple[int, ...]) -> None:
    """Run the program with one thread, as the cluster runs several tasks, and wait while a lock is held."""
    whole_command = [*map(os.fspath, command), "--quiet", "--threads", "1"]
    while True:
        done = subprocess.run(whole_command, text=True, capture_output=True, preexec_fn=_ending_with(os.getpid()))
        if done.returncode in allowed:
            return
        if _BUSY not in done.stderr:
            said = done.stderr.strip()
            raise FileFailed(f"{' '.join(map(str, command[1:]))} ended with {done.returncode}: {said}")
        time.sleep(_WAIT)
