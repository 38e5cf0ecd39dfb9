# SPDX-License-Identifier: Apache-2.0
"""A study of the program `biotropy` as tasks of `dask.distributed`: each task is a shard, and the caller joins them."""

from __future__ import annotations

import ctypes
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .clusters import connected
from .errors import FileFailed, FileMissing, MissingPackage
from .inputs import file_name, whole

# Exit codes: subjects that cannot be used are told in the result, and a shard may hold nothing but such subjects. Where
# nothing is left of all shards, there is no result.
_MEASURED = (0, 3, 4)
_JOINED = (0, 3)
# What the program says where another one holds the lock of the study or of a shard.
_BUSY = "another process is at work"
_BETWEEN_LOOKS = 0.5  # seconds


def study(
    folder: str | os.PathLike[str], *, client: Any = None, shards: int | None = None, program: str | None = None
) -> Path:
    """Measure the subjects of a study on a cluster, and compare its groups.

    What is measured is on the disk, subject by subject, and is kept: a study that was interrupted goes on. A shard that
    another process is at work on is waited for.

    Parameters
    ----------
    folder : path-like
        The study (``biotropy study init``): a folder with ``study.toml``, which all workers have to see under this path.
    client : distributed.Client, optional
        By default a cluster on this machine, with one process for each core, for as long as the call takes.
    shards : int, optional
        Parts, each a task; by default four for each thread of the cluster.
    program : str, optional
        The program `biotropy` on the workers and here; by default the one of this environment, or of the PATH.

    Returns
    -------
    Path
        ``result.nc`` of the study.

    Raises
    ------
    FileMissing
        There is no such study.
    FileFailed
        What the program said where a shard, or joining them, failed, or where no subject could be used.
    MissingPackage
        There is no program.
    """
    if shards is not None:
        shards = whole("shards", shards, 1)
    place = Path(file_name(folder, "folder")).absolute()
    described = place / "study.toml" if place.is_dir() else place
    if not described.is_file():
        raise FileMissing(f"{described}: no such file")
    where = program or _program()
    with connected(client) as cluster:
        n = shards or 4 * max(1, sum(cluster.nthreads().values()))
        parts = [[where, "study", "run", described, "--shard", f"{i}/{n}"] for i in range(1, n + 1)]
        cluster.gather([cluster.submit(_run, part, _MEASURED, pure=False) for part in parts])
    _run([where, "study", "merge", described], _JOINED)
    return described.parent / "result.nc"


def _program() -> str:
    beside = Path(sys.executable).parent / "biotropy"
    found = str(beside) if beside.exists() else shutil.which("biotropy")
    if found is None:
        raise MissingPackage("the program biotropy is neither in this environment nor on the PATH", name="biotropy")
    return found


# Loaded here, because little may be done between fork and exec. Linux alone has it.
_PRCTL = getattr(ctypes.CDLL(None), "prctl", None)
_PR_SET_PDEATHSIG = 1


def _ending_with(parent: int) -> Callable[[], None] | None:
    """Done by a child before its program begins: the system ends it with its parent, whose lock would be held on otherwise."""
    if _PRCTL is None:
        return None

    def ask() -> None:
        _PRCTL(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # it ended before it could be asked
            os._exit(1)

    return ask


def _run(command: list[Any], allowed: tuple[int, ...]) -> None:
    """One thread for each task: the cluster says how many run at once."""
    whole_command = [*map(os.fspath, command), "--quiet", "--threads", "1"]
    while True:
        done = subprocess.run(whole_command, text=True, capture_output=True, preexec_fn=_ending_with(os.getpid()))
        if done.returncode in allowed:
            return
        if _BUSY not in done.stderr:
            said = done.stderr.strip()
            raise FileFailed(f"{' '.join(map(str, command[1:]))} ended with {done.returncode}: {said}")
        time.sleep(_BETWEEN_LOOKS)
