# SPDX-License-Identifier: Apache-2.0
"""Recordings that are read without MNE: EDF and BDF in a fraction of its processor time, and formats that it does not read. Samples
are those of `read_signals`, in the unit of the file.

MNE has to open EDF and BDF that are out of the ordinary in any way: the header has a fault or letters beyond ASCII, labels are not
all different, the picked channels have several rates, time is missing, an annotation may mark a bad segment, or the channels are
picked by numbers or types. Channels of one rate are read at this rate, also beside faster ones, to whose rate MNE would interpolate
them.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from . import _core
from ._signals import channel_list
from ._warn import warn
from .errors import BiotropyError, InvalidInput

# The endings by which MNE chooses its reader, and whether files are BDF.
_ENDINGS = {".edf": False, ".bdf": True}
# Channels of these names, in any case, are triggers for MNE.
_TRIGGERS = ("status", "trigger")
_VERSION_BYTES = 8
# How formats of recordings with annotations begin.
_OF_MNE = ("EDF", "BDF", "GDF", "BrainVision", "EEGLAB", "FIF")


@dataclass(frozen=True)
class EdfRecords:
    """The picked channels of a recording, all of one rate."""

    path: str
    header: dict[str, Any]
    names: list[str]
    signals: list[dict[str, Any]]  #: those of the header
    runs: list[tuple[int, slice]]  #: bytes of a record before channels that follow each other in it, and the rows of these
    units: list[tuple[str, str]]  #: unit of the samples and name of each channel

    @property
    def n_times(self) -> int:
        return int(self.header["n_records"]) * int(self.signals[0]["samples_per_record"])

    def epochs(self, first: int, last: int, length: int) -> np.ndarray:
        """Epochs [first, last) of `length` samples, (n_epochs, n_channels, n_times), in the units of the file."""
        parts = []
        for skipped, rows in self.runs:
            part = np.empty((last - first, rows.stop - rows.start, length))
            _core.read_edf_epochs(self.path, self.header, skipped, self.signals[rows], first, part)
            parts.append(part)
        return parts[0] if len(parts) == 1 else np.concatenate(parts, axis=1)


def _places(header: dict[str, Any]) -> Iterator[tuple[dict[str, Any], int, int]]:
    """Each signal with its first byte in a record, and the one after its last."""
    end, width = 0, 3 if header["is_bdf"] else 2
    for signal in header["signals"]:
        begin, end = end, end + width * signal["samples_per_record"]
        yield signal, begin, end


def _is_plain(path: Path, header: dict[str, Any], is_bdf: bool) -> bool:
    """Whether MNE reads what the header says, no more and no less."""
    measured = [signal for signal in header["signals"] if not signal["annotations"]]
    labels = {signal["label"] for signal in measured}
    if header["warnings"] or header["has_gaps"] or header["may_mark"] or header["n_records"] == 0:
        return False
    if header["is_bdf"] != is_bdf or "" in labels or len(labels) != len(measured):
        return False
    with path.open("rb") as stream:
        text = stream.read(header["header_bytes"])[_VERSION_BYTES:]
    return text.isascii() and text.decode("ascii").isprintable()


def _are_names(picks: Any) -> bool:
    """Whether these are names of channels for MNE and nothing else; words in small letters may be types."""
    is_list = isinstance(picks, list | tuple) and all(isinstance(name, str) and not name.islower() for name in picks)
    return is_list and len(set(picks)) == len(picks)


def _picked(header: dict[str, Any], picks: Any) -> list[tuple[dict[str, Any], int, int]]:
    """Signals of the channels that MNE would pick, in its order; none if it knows more of them, or they have several rates."""
    found = [one for one in _places(header) if not one[0]["annotations"]]
    if isinstance(picks, list | tuple):
        named = {one[0]["label"]: one for one in found}
        found = [named[name] for name in picks] if set(picks) <= named.keys() else []
    elif picks != "all":
        found = [one for one in found if one[0]["label"].lower() not in _TRIGGERS]
    if any(one[0]["label"].lower() in _TRIGGERS for one in found):
        return []  # MNE masks bits of triggers
    return found if len({one[0]["samples_per_record"] for one in found}) == 1 else []


def _runs(found: list[tuple[dict[str, Any], int, int]]) -> list[tuple[int, slice]]:
    starts = [i for i, one in enumerate(found) if i == 0 or found[i - 1][2] != one[1]]
    return [(found[i][1], slice(i, end)) for i, end in zip(starts, [*starts[1:], len(found)], strict=True)]


def opened(path: str, picks: Any) -> EdfRecords | None:
    """The recording, or None if MNE has to open it."""
    here = Path(path)
    is_bdf = _ENDINGS.get(here.suffix)
    if is_bdf is None or not (picks is None or isinstance(picks, str) and picks in ("data", "all") or _are_names(picks)):
        return None
    try:
        header = _core.edf_header(path)
    except BiotropyError:
        return None
    found = _picked(header, picks) if _is_plain(here, header, is_bdf) else []
    if not found:
        return None
    signals = [signal for signal, _, _ in found]
    units = [(signal["unit"], signal["label"]) for signal in signals]
    return EdfRecords(path, header, [signal["label"] for signal in signals], signals, _runs(found), units)


@dataclass(frozen=True)
class ArraySamples:
    """A recording as an array of shape (n_epochs, n_channels, n_times) or (n_channels, n_times)."""

    array: Any
    names: list[str]
    units: list[tuple[str, str]]  #: unit and name of channels, where it is known


@functools.lru_cache(maxsize=1)
def _kept(path: str, names: str, stamp: tuple[int, int]) -> dict[str, Any]:
    """What is in a file, which the next block of it needs as well."""
    return _core.read_signals(path, names, 0, {"ignore_channel_table": True})


def whole(path: str, picks: Any) -> ArraySamples | None:
    """A recording as `read_signals` reads it; None if it is in a format for MNE, which knows bad segments. An error is that of the
    program."""
    if not (picks is None or isinstance(picks, str) and picks in ("data", "all") or _are_names(picks)):
        raise InvalidInput(f"picks = {picks!r} is not allowed: {path} has no types of channels; names, 'data' or 'all' is needed")
    stat = Path(path).stat()
    names = channel_list(list(picks)) if isinstance(picks, list | tuple) else ""
    core = _kept(path, names, (stat.st_mtime_ns, stat.st_size))
    if core["format"].startswith(_OF_MNE):
        return None
    for text in core["warnings"]:
        warn(f"{path}: {text}")
    return ArraySamples(core["samples"], core["channels"], list(zip(core["units"], core["channels"], strict=True)))
