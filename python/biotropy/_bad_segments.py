# SPDX-License-Identifier: Apache-2.0
"""Samples of a continuous recording of MNE, NaN in segments that annotations mark as bad.

Where MNE concatenated recordings, the boundary is a bad annotation without duration; boundaries of EEGLAB and new segments of
BrainVision and GDF are other annotations, of any duration. They cover no sample, but no template may span one, so the samples
after it are set to missing: as many as a delay could step over. An annotation that names channels applies to these channels
only.
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


def _bad(found: Iterable[Mark], first: int, epoch: int, gap: int) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """First sample, last sample + 1 and channels of the samples that are missing, from the sample `first` on."""
    for begin, end, names, _ in found:
        if begin < end:
            yield begin, end, names
        elif begin > first and begin % epoch:
            yield begin, min(begin + gap, begin - begin % epoch + epoch), names


def first_mark(raw: Any) -> tuple[str, float] | None:
    """Word and time in seconds of the first annotation that makes samples missing; None if there is none."""
    found = [(begin, text) for begin, end, _, text in marks(raw) if begin < raw.n_times and max(begin, end) > 0]
    begin, text = min(found, default=(0, ""))
    return (text, max(begin, 0) / float(raw.info["sfreq"])) if found else None


def starts_behind_seams(raw: Any, starts: np.ndarray, gap: int) -> np.ndarray:
    """The places of the windows, by their first samples, whose first samples are missing for a seam before them alone."""
    seams = [begin for begin, end, _, _ in marks(raw) if begin >= end]
    return np.unique([place for seam in seams for place in np.flatnonzero((starts >= seam) & (starts < seam + gap))]).astype(int)


def samples(
    raw: Any, names: list[str], first: int = 0, last: int | None = None, *, epoch: int | None = None, gap: int = 1
) -> np.ndarray:
    """Samples [first, last) of the channels `names`, shape (n_channels, last - first), in the units of MNE.

    `epoch` is the number of samples that are measured together (default: all): a boundary of recordings between two epochs
    needs no missing samples, nor does one at or before `first`. `gap` is the number of samples set to missing after any other
    boundary.
    """
    last = raw.n_times if last is None else last
    picks = [raw.ch_names.index(name) for name in names]
    data = raw.get_data(picks=picks, start=first, stop=last, verbose="WARNING")
    return without_marked(data, names, marks(raw), first, epoch or raw.n_times, gap)


def without_marked(data: np.ndarray, names: list[str], found: Iterable[Mark], first: int, epoch: int, gap: int) -> np.ndarray:
    """The same of the samples from `first` on of any recording, which are changed."""
    last = first + data.shape[-1]
    for begin, end, marked in _bad(found, first, epoch, gap):
        if begin >= last or end <= first:
            continue
        rows = np.isin(names, marked) if marked else slice(None)
        data[rows, max(begin - first, 0) : end - first] = np.nan
    return data
