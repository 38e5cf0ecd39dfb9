# SPDX-License-Identifier: Apache-2.0
"""Copies of remote files on a disk of this machine, with a bound on their size that all processes share.

A copy has a name made of its address and version, so one that is there is that version. Copies in use are locked, in the
shared way, by the processes that use them; the oldest of the others are removed to make room. The system releases the locks
of a process that dies, and a copy is renamed to its name once it is whole.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ..errors import FileFailed, InvalidInput, file_errors

Fill = Callable[[Path], None]
_DEFAULT_BYTES = 20 * 2**30
_UNITS = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}


def folder() -> Path:
    """BIOTROPY_SCRATCH, or a folder of this user among the temporary files of the machine."""
    named = os.environ.get("BIOTROPY_SCRATCH")
    place = Path(named) if named else Path(tempfile.gettempdir(), f"biotropy-scratch-{os.getuid()}")
    with file_errors(f"BIOTROPY_SCRATCH = {str(place)!r}"):
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        owner = place.stat().st_uid
    if owner != os.getuid():
        raise FileFailed(f"BIOTROPY_SCRATCH = {str(place)!r} belongs to another user; give a folder of your own")
    return place


def bound() -> int:
    """Most bytes of all copies: BIOTROPY_SCRATCH_SIZE, such as 500M or 20G."""
    text = os.environ.get("BIOTROPY_SCRATCH_SIZE", "")
    if not text:
        return _DEFAULT_BYTES
    number, unit = (text[:-1], text[-1].upper()) if text[-1].isalpha() else (text, "")
    if not number.isascii() or not number.isdigit() or unit not in _UNITS or int(number) == 0:
        raise InvalidInput(f"BIOTROPY_SCRATCH_SIZE is {text!r}; it must be a size such as 500M or 20G")
    return int(number) * _UNITS[unit]


@contextmanager
def _locked(path: Path, kind: int) -> Iterator[None]:
    with path.open("a") as stream:
        fcntl.flock(stream, kind)
        yield


def _size(entry: Path) -> int:
    """Bytes that are taken or promised by a copy and its companions."""
    try:
        return int((entry / "size").read_text() or 0)
    except (OSError, ValueError):
        return 0


def _taken(place: Path) -> int | None:
    """Bytes of all copies at most, if it is known: a copy that was removed by hand is still counted."""
    try:
        return int((place / ".taken").read_text())
    except (OSError, ValueError):
        return None


def _make_room(place: Path, wanted: int) -> None:
    """Count `wanted` bytes more. If they do not fit, remove copies that no process uses, the oldest first, until an eighth of
    the bound is free, too: to look at every copy takes longer than to fetch one. The index is locked."""
    most = bound()
    taken = _taken(place)
    if wanted <= most and (taken is None or taken + wanted > most):
        taken = _remove_oldest(place, wanted, most)
    if taken is None or taken + wanted > most:
        raise FileFailed(f"a recording of {wanted} bytes does not fit: {taken or 0} of BIOTROPY_SCRATCH_SIZE = {most} bytes are in use")
    (place / ".taken").write_text(str(taken + wanted))


def _remove_oldest(place: Path, wanted: int, most: int) -> int:
    """What is taken afterwards."""
    entries = [entry for entry in place.iterdir() if entry.is_dir()]
    taken = sum(map(_size, entries))
    for entry in sorted(entries, key=lambda one: one.stat().st_mtime) if taken + wanted > most else []:
        if taken + wanted <= most - most // 8:
            break
        with (place / f"{entry.name}.lock").open("a") as stream:
            try:
                fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                continue
            taken -= _size(entry)
            shutil.rmtree(entry, ignore_errors=True)
    return taken


@contextmanager
def copy(key: str, begin: Callable[[], tuple[int, Fill]]) -> Iterator[Path]:
    """The folder of a copy, which stays while this context does. If it is new, `begin` gives its size and a function that
    fills it. One process alone fills it; others wait."""
    place = folder()
    name = hashlib.sha256(key.encode()).hexdigest()[:32]
    entry, lock = place / name, place / f"{name}.lock"
    while True:
        with _locked(lock, fcntl.LOCK_SH):
            if (entry / "whole").exists():
                os.utime(entry)
                yield entry
                return
        with _locked(lock, fcntl.LOCK_EX):
            if not (entry / "whole").exists():
                size, fill = begin()
                _make(place, entry, size)
                try:
                    fill(entry)
                    (entry / "whole").touch()
                except BaseException:
                    shutil.rmtree(entry, ignore_errors=True)
                    raise


def _make(place: Path, entry: Path, size: int) -> None:
    with _locked(place / ".index", fcntl.LOCK_EX):
        shutil.rmtree(entry, ignore_errors=True)
        _make_room(place, size)
        entry.mkdir()
        (entry / "size").write_text(str(size))
