# SPDX-License-Identifier: Apache-2.0
"""Result files of recordings: NAME.nc, and until all blocks of epochs are measured a file for each that is."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from .._packages import needed
from .blocks import Described


@dataclass
class RecordingResult:
    """The result of a recording: a file, and until it is complete a file for each block."""

    described: Described
    attributes: dict[str, str]
    coordinates: dict[str, np.ndarray]  #: of the last two dimensions
    result: Path
    parts: Path
    missing: set[tuple[int, int]] = field(default_factory=set)

    def part(self, first: int, last: int) -> Path:
        return self.parts / f"{first}-{last}.npz"

    def found(self) -> list[tuple[int, int]]:
        """Blocks that are on disk, none of which overlaps another one."""
        names = (re.fullmatch(r"(\d+)-(\d+)\.npz", one.name) for one in self.parts.glob("*.npz"))
        blocks: list[tuple[int, int]] = []
        for first, last in sorted((int(name[1]), int(name[2])) for name in names if name):
            if not blocks or first >= blocks[-1][1]:
                blocks.append((first, last))
        return blocks

    def is_done(self) -> bool:
        if not self.result.exists():
            return False
        try:
            with _netcdf(self.result, "r") as earlier:
                return getattr(earlier, "key", None) == self.attributes["key"]
        except OSError:
            return False

    def replaces_other(self) -> bool:
        """Whether there is a result of another measure, another recording, or other parameters in its place."""
        try:
            with _netcdf(self.result, "r") as earlier:
                held = {name: earlier.getncattr(name) for name in earlier.ncattrs()}
                others = {name for name, value in self.attributes.items() if held.get(name) != value}
                return bool(others & {"measure", "parameters"}) or {"path", "sha256"} <= others
        except OSError:
            return False

    def add(self, first: int, last: int, values: Mapping[str, np.ndarray]) -> None:
        self.parts.mkdir(parents=True, exist_ok=True)
        with _replacing(self.part(first, last)) as temporary, temporary.open("wb") as stream:
            np.savez(stream, **values)
        self.missing.discard((first, last))

    def finish(self) -> None:
        parts = []
        for first, last in self.found():
            with np.load(self.part(first, last)) as part:
                parts.append(dict(part))
        self.write({name: np.concatenate([part[name] for part in parts]) for name in parts[0]})
        self.clear()

    def clear(self) -> None:
        """Remove the blocks of a result that is complete."""
        if self.parts.is_dir():
            shutil.rmtree(self.parts)

    def write(self, values: Mapping[str, np.ndarray]) -> None:
        with _replacing(self.result) as temporary, _netcdf(temporary, "w") as file:
            file.setncatts(self.attributes)
            dimensions = ("epoch", *self.coordinates)
            for name, length in zip(dimensions, values["value"].shape, strict=True):
                file.createDimension(name, length)
            for name, array in values.items():
                is_of_channels = name == "reason" and self.coordinates.keys() >= {"partner", "scale"}
                _add(file, name, array, ("epoch", "channel", "scale") if is_of_channels else dimensions[: array.ndim])
            for name, array in self.coordinates.items():
                _add(file, name, array, (name,))
            if "channel" in self.coordinates and any(self.described.units):
                _add(file, "channel_unit", np.array(self.described.units), ("channel",))
        self.missing.clear()


def ranges_between(blocks: list[tuple[int, int]], end: int, size: int) -> set[tuple[int, int]]:
    """What lies between blocks in increasing order and up to the end, in ranges of at most a size."""
    ends, starts = [0, *(last for _, last in blocks)], [*(first for first, _ in blocks), end]
    gaps = zip(ends, starts, strict=True)
    return {(first, min(first + size, stop)) for begin, stop in gaps for first in range(begin, stop, size)}


def _add(file: Any, name: str, array: np.ndarray, dimensions: tuple[str, ...]) -> None:
    is_text = array.dtype.kind == "U"
    missing = np.nan if array.dtype.kind == "f" else None
    variable = file.createVariable(name, str if is_text else array.dtype, dimensions, fill_value=missing)
    variable.set_auto_maskandscale(False)
    if not is_text:
        variable[:] = array
    elif (array != "").any():  # a text is empty until it is written, and each takes a step of its own
        variable[:] = array.astype(object)


@contextmanager
def _netcdf(path: Path, mode: str) -> Any:
    """A file of results, in the form that xarray writes. With a client, xarray asks the scheduler for a lock some twenty times
    for a file; threads of this process alone use the library here, in turn with those in xarray."""
    lock = needed("xarray.backends.netCDF4_", "xarray").NETCDF4_PYTHON_LOCK
    with lock, needed("netCDF4", "xarray").Dataset(path, mode) as file:
        yield file


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
