# SPDX-License-Identifier: Apache-2.0
"""Recordings of files that the library reads: channels, their types, bad marks and samples are those of `read_signals`. Of EDF and BDF in
which nothing is missing a block of epochs is read by itself; other files are read whole, once for the blocks of a process that follow
each other."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from .. import _core
from .._warn import issue
from ..errors import InvalidInput

_GRADIOMETERS = ("MEGGRADAXIAL", "MEGGRADPLANAR")
# Words for types that are not those of the library in capital letters.
_TYPES = {"mag": ("MEGMAG",), "grad": _GRADIOMETERS, "meg": ("MEGMAG", *_GRADIOMETERS), "stim": ("TRIG",),
          "eog": ("EOG", "VEOG", "HEOG")}  # fmt: skip


@dataclass(frozen=True)
class EdfRecords:
    """The picked channels of a recording, all of one rate."""

    path: str
    header: Any  #: of the C++ library
    names: list[str]
    signals: list[Any]  #: those of the header
    runs: list[tuple[int, slice]]  #: bytes of a record before channels that follow each other in it, and the rows of these
    units: list[tuple[str, str]]  #: unit of the samples and name of each channel
    bads: Sequence[str]  #: names of channels marked as bad
    filenames: Sequence[str]  #: other files that were read

    @property
    def n_times(self) -> int:
        return int(self.header.n_records * self.signals[0].samples_per_record)

    def epochs(self, first: int, last: int, length: int) -> np.ndarray:
        """Epochs [first, last) of `length` samples, (n_epochs, n_channels, n_times), in the units of the file."""
        parts = []
        for skipped, rows in self.runs:
            part = np.empty((last - first, rows.stop - rows.start, length))
            _core.read_edf_epochs(self.path, self.header, skipped, self.signals[rows], first, part)
            parts.append(part)
        return parts[0] if len(parts) == 1 else np.concatenate(parts, axis=1)


def _places(header: Any) -> Iterator[tuple[Any, int, int]]:
    """Each signal with its first byte in a record, and the one after its last."""
    end = 0
    for signal in header.signals:
        begin, end = end, end + header.sample_bytes * signal.samples_per_record
        yield signal, begin, end


def _runs(found: list[tuple[Any, int, int]]) -> list[tuple[int, slice]]:
    starts = [i for i, one in enumerate(found) if i == 0 or found[i - 1][2] != one[1]]
    return [(found[i][1], slice(i, end)) for i, end in zip(starts, [*starts[1:], len(found)], strict=True)]


@dataclass(frozen=True)
class ArraySamples:
    """A recording as an array of shape (n_epochs, n_channels, n_times) or (n_channels, n_times)."""

    array: Any
    names: list[str]
    units: list[tuple[str, str]]  #: unit and name of channels, where it is known
    missing: Sequence[tuple[int, int, str]] = ()  #: first sample and last + 1 of parts, and what marks them; a seam has no sample
    bads: Sequence[str] = ()  #: names of channels marked as bad
    filenames: Sequence[str] = ()  #: other files that were read


@functools.lru_cache(maxsize=1)
def _kept(path: str, numbers: str, stamp: tuple[int, int]) -> dict[str, Any]:
    """What is in a file, which the next block of it needs as well."""
    return _core.read_joined(path, numbers)


def _whole(path: str, chosen: list[int]) -> ArraySamples:
    stat = Path(path).stat()
    core = _kept(path, ",".join(f"={place + 1}" for place in chosen), (stat.st_mtime_ns, stat.st_size))
    issue(core["notices"], path)
    units = list(zip(core["units"], core["channels"], strict=True))
    bads = [name for name, why in zip(core["channels"], core["bads"], strict=True) if why]
    return ArraySamples(core["samples"], core["channels"], units, core["missing"], bads, core["other_files"])


def _records(path: str, channels: dict[str, Any], chosen: list[int]) -> EdfRecords | None:
    """The channels of a file of EDF or BDF; None if time is missing, something is marked as bad, or they have several rates."""
    if not channels["format"].startswith(("EDF", "BDF")) or channels["has_missing"] or not chosen:
        return None
    header, notices = _core.edf_header(path)
    measured = [one for one in _places(header) if not one[0].annotations]
    if notices or header.n_records == 0 or len(measured) != len(channels["channels"]):
        return None
    found = [measured[place] for place in chosen]
    if len({signal.samples_per_record for signal, _, _ in found}) > 1:
        return None
    issue(channels["notices"], path)
    names = [channels["channels"][place] for place in chosen]
    units = [(channels["units"][place], name) for place, name in zip(chosen, names, strict=True)]
    bads = [name for place, name in zip(chosen, names, strict=True) if channels["bads"][place]]
    return EdfRecords(path, header, names, [one[0] for one in found], _runs(found), units, bads, channels["other_files"])


def _picked(path: str, channels: dict[str, Any], picks: Any) -> list[int]:
    """Places of the channels that `picks` names as in MNE: names, numbers from 0, types, a slice, 'data' or 'all'. A channel of an
    unknown type is one of EEG."""
    names, types = channels["channels"], [one or "EEG" for one in channels["types"]]
    if picks is None or (isinstance(picks, str) and picks == "data"):
        return list(channels["brain"])
    if isinstance(picks, slice) or (isinstance(picks, str) and picks == "all"):
        return list(range(len(names)))[picks if isinstance(picks, slice) else slice(None)]
    found: list[list[int]] = []
    for one in [picks] if isinstance(picks, str | int) else picks:
        if isinstance(one, str):
            of_type = [place for place, held in enumerate(types) if held in _TYPES.get(one, (one.upper(),))]
            found.append([names.index(one)] if one in names else of_type)
        else:
            found.append(list(range(len(names)))[one : one + 1 or None] if isinstance(one, int | np.integer) else [])
    if not found or not all(found):
        listed = ", ".join(dict.fromkeys(one.lower() for one in types))
        raise InvalidInput(f"picks is {picks!r}; it must be names, numbers or types of channels, 'data' or 'all', and "
                           f"{path} has {len(names)} channels of type {listed}", "picks")  # fmt: skip
    return list(dict.fromkeys(itertools.chain(*found)))


def opened(path: str, picks: Any) -> EdfRecords | ArraySamples:
    """The recording. An error is that of the program."""
    channels = _core.describe_channels(path)
    chosen = _picked(path, channels, picks)
    return _records(path, channels, chosen) or _whole(path, chosen)
