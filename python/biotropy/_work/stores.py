# SPDX-License-Identifier: Apache-2.0
"""Recordings at addresses (s3, http, sftp, memory, ...) through fsspec, copied to the scratch folder of the machine in pieces.

Every piece is asked for again if it may pass. A copy is taken only if its size, and the MD5 where the store gives one, are
those that the store said before, and the store says the same afterwards: no bytes of two versions are ever joined. A file of
S3 that has an MD5 and is no larger than a piece comes by a single request, if that goes well.
"""

from __future__ import annotations

import functools
import hashlib
import itertools
import os
import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from .._packages import needed
from ..errors import FileFailed, FileMissing, InvalidInput, MissingPackage, file_errors
from . import bids_address, scratch

if TYPE_CHECKING:
    from .plain_get import Answer

_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")
_PIECE = 8 * 2**20
# Seconds before another attempt.
_PAUSES = (0.2, 1.0, 3.0, 10.0)
_FINAL = (NotImplementedError, IsADirectoryError, NotADirectoryError)
# Stores whose ETag may be an MD5.
_MD5_STORES = ("s3", "s3a")
# Answers of a store that wait to be read, each on a connection of its own.
_MOST_WAITING = 8
# fsspec keeps one connection to each of these servers and makes it once, with every option that it is given.
_CONNECTED = ("sftp", "ssh")

Value = TypeVar("Value")


def is_address(path: str) -> bool:
    return _ADDRESS.match(path) is not None


@dataclass(frozen=True)
class Remote:
    """A file of a store, in one version."""

    address: str
    size: int
    version: str
    md5: str | None
    answer: Answer | None = None  #: of which the bytes wait


def _said(error: BaseException) -> str:
    return str(error) or type(error).__name__


def _final(address: str, error: BaseException) -> Exception | None:
    """The error to raise for a failure that does not pass."""
    status = getattr(error, "status", None)
    if isinstance(error, FileNotFoundError):
        # fsspec says so of every failure of a web server: the cause tells.
        cause = error.__cause__
        return FileMissing(f"{address}: no such file") if cause is None else _final(address, cause)
    if status in (404, 410):
        return FileMissing(f"{address}: no such file")
    if isinstance(error, PermissionError) or status in (401, 403):
        return FileMissing(f"{address}: may not be read: {error}")
    refused = status is not None and 400 <= status < 500 and status not in (408, 429)
    return FileFailed(f"{address}: {_said(error)}") if refused or isinstance(error, _FINAL) else None


def _again(address: str, what: Callable[[Any, str], Value]) -> Value:
    """The value of `what` of the file system and the path in it, which is called again after failures that may pass."""
    pauses = iter(_PAUSES)
    while True:
        system, path = _system(address)
        try:
            return what(system, path)
        except Exception as error:  # every store has its own exceptions
            final, pause = _final(address, error), next(pauses, None)
            if final is None and pause is None:
                told = error.__cause__ if isinstance(error, FileNotFoundError) and error.__cause__ else error
                final = FileFailed(f"{address}: {len(_PAUSES) + 1} attempts failed, the last with: {_said(told)}")
            if final is not None:
                raise final from None
        if address.split("://")[0] in _CONNECTED:
            type(system).clear_instance_cache()
        time.sleep(pause or 0)


def _system(address: str) -> tuple[Any, str]:
    """The file system of an address, and the path in it. It does not keep lists of files, which may change."""
    fsspec = needed("fsspec", "store")
    try:
        options = {} if address.split("://")[0] in _CONNECTED else {"use_listings_cache": False}
        return fsspec.core.url_to_fs(address, **options)
    except ImportError as error:
        raise MissingPackage(f"{address}: {error}; or, in a checkout of Biotropy, pip install '.[store]'") from None
    except ValueError as error:
        raise InvalidInput(f"path is {address!r}; {error}") from None
    except Exception as error:
        raise FileFailed(f"{address}: {_said(error)}") from None


def matching(address: str) -> list[str]:
    """The addresses that a pattern stands for, in order."""
    return sorted(_again(address, lambda system, path: [system.unstrip_protocol(one) for one in system.glob(path)]))


def look(address: str, is_companion: bool = False) -> Remote:
    """What the store says of a file. A companion is no folder, so a plain answer that it is missing will do."""
    from . import plain_get  # which imports what only stores need

    is_s3 = address.split("://")[0] in _MD5_STORES
    answer = plain_get.ask(*_system(address), _PIECE) if is_s3 else None
    if answer is not None and answer.md5 is not None:
        return Remote(address, answer.size, f"{answer.size}|{answer.md5}", answer.md5, answer)
    if answer is not None and answer.is_missing and is_companion:
        raise FileMissing(f"{address}: no such file")
    said = _again(address, lambda system, path: system.info(path))
    if said.get("type") == "directory" or said.get("size") is None:
        found = f"{said.get('type', 'file')} of the size {said.get('size')}"
        raise FileFailed(f"{address} is a {found}; it must be the address of a file whose size the server knows")
    size, etag = int(said["size"]), str(said.get("ETag") or said.get("etag") or "")
    md5 = plain_get.MD5.fullmatch(etag) if is_s3 and not (answer and answer.is_encrypted) else None
    marks = [etag, *(str(said.get(name, "")) for name in ("LastModified", "mtime", "created", "VersionId"))]
    return Remote(address, size, "|".join([str(size), *([md5[1]] if md5 else marks)]), md5 and md5[1])


def _pieces(remote: Remote) -> Iterator[bytes]:
    for first in range(0, remote.size, _PIECE):
        last = min(first + _PIECE, remote.size)

        def piece(system: Any, path: str, first: int = first, last: int = last) -> bytes:
            data = system.cat_file(path, start=first, end=last)
            if len(data) == remote.size and (first, last) != (0, remote.size):
                data = data[first:last]  # a server without ranges sends everything
            if len(data) != last - first:
                raise OSError(f"{len(data)} bytes came instead of {last - first} from byte {first} on")
            return data

        yield _again(remote.address, piece)


def fetch(remote: Remote, to: Path) -> str:
    """Copy a file, and return its SHA-256."""
    from . import plain_get

    with file_errors(to, writes=True, kinds=(OSError,)):
        came = None if remote.answer is None else plain_get.save(remote.answer, to)
        if came is not None:
            return came
        to.parent.mkdir(parents=True, exist_ok=True)
        for _ in range(2):  # other bytes may have been a fault on the way
            md5, sha256 = hashlib.md5(usedforsecurity=False), hashlib.sha256()
            with to.open("wb") as stream:
                for piece in _pieces(remote):
                    md5.update(piece)
                    sha256.update(piece)
                    stream.write(piece)
            if remote.md5 == md5.hexdigest():
                return sha256.hexdigest()  # the copy is that version, whatever the store has by now
            if remote.md5 is None:
                break
    if remote.md5 is not None or look(remote.address).version != remote.version:
        raise FileFailed(f"{remote.address} has changed while it was read, or was damaged on the way")
    return sha256.hexdigest()


def _companions(remote: Remote, header: Callable[[], str]) -> list[str]:
    """Names of files that are read with a recording: samples, markers or segments of a header."""
    name = _name(remote.address)
    stem, _, ending = name.rpartition(".")
    names = []
    if ending == "vhdr":
        found = re.findall(r"^\s*(?:DataFile|MarkerFile)\s*=\s*(.*?)\s*$", header(), re.MULTILINE)
        names = [one.replace("$b", stem) for one in found if one]
    elif ending == "set":
        names = [f"{stem}.fdt"]
    elif ending in ("atr", "qrs", "wqrs", "ecg"):
        names = [f"{stem}.hea"]
    elif ending == "hea":
        lines = [line.split() for line in header().split("\n") if line.strip() and not line.startswith("#")]
        of_segments = bool(lines) and "/" in lines[0][0]
        names = sorted({line[0] + ".hea" * of_segments for line in lines[1:] if line[0] != "~"})
    return [one for one in dict.fromkeys(names) if one != name and _is_below(one)]


def _is_below(name: str) -> bool:
    """Whether a name in a header is that of a file in its folder or further down."""
    return not {"\\", "?"} & set(name) and not {"", ".", ".."} & set(name.split("/"))


def _all_files(path: str, tables: Sequence[str]) -> dict[str, Remote]:
    """The file of an address, and those that are read with it, and with the segments of a WFDB record: by their paths in the
    folder of the dataset. `tables` are endings of tables that are among them where they are there."""
    dataset, recording = bids_address.split(path)
    found = {recording: look(path)}
    described = list(found)
    while described:
        one = described.pop()
        text = functools.partial(_again, found[one].address, lambda system, inner: system.cat_file(inner).decode("latin-1"))
        for name in _companions(found[one], text):
            place = _beside(one, name)
            if place in found or (one_more := _companion(f"{dataset}/{place}")) is None:
                continue  # the reader says so if it needs the file
            found[place] = one_more if len(found) < _MOST_WAITING else _left(one_more)
            if place.endswith(".hea") and one.endswith(".hea"):
                described.append(place)
    for name in _parts(_name(path)):
        if (part := _companion(f"{dataset}/{_beside(recording, name)}")) is None:
            break  # the reader says so if the part before names it
        found[_beside(recording, name)] = _left(part)
    endings = ["_physio.json"] if recording.endswith("_physio.tsv.gz") else tables
    for ending in endings:
        found |= _inherited(dataset, recording, ending)
    return found


def _inherited(dataset: str, recording: str, ending: str) -> dict[str, Remote]:
    """The files with this ending that hold most for a recording; the reader says so if they are several."""
    for places in bids_address.candidates(recording, ending):
        there = {place: _companion(f"{dataset}/{place}") for place in places}
        found = {place: one for place, one in there.items() if one is not None}
        if found:
            return found
    return {}


def _companion(address: str) -> Remote | None:
    """None if there is no such file."""
    try:
        return look(address, is_companion=True)
    except FileMissing:
        return None


def _beside(place: str, name: str) -> str:
    return place[: place.rfind("/") + 1] + name


def _parts(name: str) -> Iterator[str]:
    """Names of the files in which a FIF recording goes on, as MNE and MEGIN choose them."""
    split = re.fullmatch(r"(.*_split-)(\d+)(_.*\.fif)", name)
    if split:
        before, number, after = split.groups()
        yield from (f"{before}{part:0{len(number)}}{after}" for part in itertools.count(int(number) + 1))
    elif name.endswith(".fif"):
        yield from (f"{name.removesuffix('.fif')}-{part}.fif" for part in itertools.count(1))


def _left(remote: Remote) -> Remote:
    """The file without the answer that waits."""
    if remote.answer is not None:
        remote.answer.leave()
    return replace(remote, answer=None)


def _name(address: str) -> str:
    return address.rsplit("/", 1)[1].split("?")[0]


def _fill(files: dict[str, Remote], place: Path) -> None:
    for name, one in files.items():
        digest = fetch(one, place / "files" / name)
        with (place / "sha256").open("a") as stream:
            stream.write(f"{digest}  {name}\n")


@contextmanager
def local(path: str, version: str | None = None, tables: Sequence[str] = ()) -> Iterator[tuple[str, str | None]]:
    """A path of this machine for a path or an address, and the version of the files at the address. The copy stays for the
    time of the context. Another version than the given one is an error; a copy of that one is taken without a question to
    the store. `tables` are endings of tables of BIDS ("_channels.tsv"); those that hold for the recording are read, too."""
    if not is_address(path):
        yield path, None
        return
    if path.startswith(("file://", "local://")):
        yield _system(path)[1], None
        return
    if _name(path) in ("", ".", ".."):
        raise InvalidInput(f"path is {path!r}; it must be the address of a file")
    known = _all_files(path, tables) if version is None else {}
    key = version or _version(known)

    def begin() -> tuple[int, scratch.Fill]:
        files = known or _all_files(path, tables)
        if _version(files) != key:
            raise FileFailed(f"{path} has changed since it was first read")
        return sum(one.size for one in files.values()), functools.partial(_fill, files)

    try:
        with scratch.copy(key, begin) as place:
            yield os.fspath(place / "files" / bids_address.split(path)[1]), key
    finally:
        for one in known.values():
            _left(one)


def checksums(copy: str) -> dict[Path, str]:
    """The SHA-256 of the files of a copy, by their paths on this machine; they were found when they came."""
    files = next(folder for folder in Path(copy).parents if (folder.parent / "sha256").exists())
    lines = (files.parent / "sha256").read_text().splitlines()
    return {files / name: digest for digest, name in (line.split("  ", 1) for line in lines)}


def _version(files: dict[str, Remote]) -> str:
    return "\n".join(f"{one.address} {one.version}" for one in files.values())
