# SPDX-License-Identifier: Apache-2.0
"""Samples of a continuous recording of MNE, NaN in segments that annotations mark as bad, and its seams.

Where MNE concatenated recordings, the boundary is a bad annotation without duration; boundaries of EEGLAB and new segments of
BrainVision and GDF are other annotations, of any duration. They cover no sample, but no template may span one. An annotation that names
channels applies to these channels only.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from . import _core

_NEW_SEGMENT_OF_GDF = "32766"
# Samples by which an onset may be late. EEGLAB has boundaries half a sample before the first one behind them, and FIF rounds.
_LATE = 0.25


def is_seam(raw: Any, text: str, duration: float) -> bool:
    """Whether an annotation says that the samples before and behind its onset did not follow each other."""
    files = getattr(raw, "filenames", None) or (None,)
    ending = "" if files[0] is None else Path(files[0]).suffix.lower()
    is_mark = _core.marks_boundary(text, ending == ".set") or (ending == ".gdf" and text == _NEW_SEGMENT_OF_GDF)
    return is_mark and not (duration > 0 and text.lower().startswith("bad"))


def behind(raw: Any, onset: float) -> int:
    """The first sample behind a seam."""
    at: float = (onset - raw.first_time) * raw.info["sfreq"]
    return math.ceil(at - _LATE)


# First sample, last sample + 1, channels and word.
Mark: TypeAlias = tuple[int, int, tuple[str, ...], str]


def marks(raw: Any) -> Iterator[Mark]:
    """First sample, last sample + 1, channels (empty: all) and word of each bad segment; of a seam the first is the last one."""
    given = raw.annotations
    for onset, duration, text, names in zip(
        given.onset, given.duration, given.description, given.ch_names, strict=True
    ):
        if is_seam(raw, text, duration):
            begin = behind(raw, onset)
            yield begin, begin, names, text
        elif text.upper().startswith("BAD"):
            start = onset - raw.first_time
            begin, end = (int(i) for i in raw.time_as_index([start, start + duration], use_rounding=True))
            yield begin, end, names, text


def seams(found: Iterable[Mark], n_times: int) -> list[int]:
    """The first samples behind seams within a recording."""
    return sorted({begin for begin, end, _, _ in found if begin >= end and 0 < begin < n_times})


def first_mark(raw: Any) -> tuple[str, float] | None:
    """Word and time in seconds of the first annotation that makes samples missing; None if there is none."""
    found = [(begin, text) for begin, end, _, text in marks(raw) if begin < raw.n_times and max(begin, end) > 0]
    begin, text = min(found, default=(0, ""))
    return (text, max(begin, 0) / float(raw.info["sfreq"])) if found else None


def samples(raw: Any, names: list[str], first: int = 0, last: int | None = None, bads: str | None = None) -> np.ndarray:
    """Samples [first, last) of the channels `names`, shape (n_channels, last - first), in the units of MNE; with `bads` 'keep' those in
    bad segments too."""
    picks = [raw.ch_names.index(name) for name in names]
    data = raw.get_data(picks=picks, start=first, stop=raw.n_times if last is None else last, verbose="WARNING")
    return data if bads == "keep" else without_marked(data, names, marks(raw), first)


def without_marked(data: np.ndarray, names: list[str], found: Iterable[Mark], first: int) -> np.ndarray:
    """The same of the samples from `first` on of any recording, which are changed."""
    last = first + data.shape[-1]
    for begin, end, marked, _ in found:
        if begin < min(end, last) and end > first:
            data[np.isin(names, marked) if marked else slice(None), max(begin - first, 0) : end - first] = np.nan
    return data
