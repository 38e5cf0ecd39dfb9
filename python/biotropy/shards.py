# SPDX-License-Identifier: Apache-2.0
"""A study of the program `biotropy` as tasks of `dask.distributed`: each task is a shard, and the caller joins them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from .clusters import connected
from .errors import FileFailed, FileMissing, InvalidInput, MissingPackage

# Exit codes: subjects that cannot be used are told in the result, and a shard may hold nothing but such subjects. Where
# nothing is left of all shards, there is no result.
_MEASURED = (0, 3, 4)
_JOINED = (0, 3)


def study(
    folder: str | os.PathLike[str], *, client: Any = None, shards: int | None = None, program: str | None = None
) -> Path:
    """Measure the subjects of a study on a cluster, and compare its groups.

    What is measured is on the disk, subject by subject, and is kept: a study that was interrupted goes on.

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
    if shards is not None and shards < 1:
        raise InvalidInput(f"shards = {shards} is not allowed: a positive number is needed")
    place = Path(folder).absolute()
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


def _run(command: list[Any], allowed: tuple[int, ...]) -> None:
    """One thread for each task: the cluster says how many run at once."""
    done = subprocess.run([*map(os.fspath, command), "--quiet", "--threads", "1"], text=True, capture_output=True)
    if done.returncode not in allowed:
        raise FileFailed(f"{' '.join(map(str, command[1:]))} ended with {done.returncode}: {done.stderr.strip()}")
