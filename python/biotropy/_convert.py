# SPDX-License-Identifier: Apache-2.0
"""Recordings of every format that MNE reads, written in one that the library reads without losing a bit.

The samples become 64-bit floats of a BrainVision recording, as MNE has them: types of channels and bad ones go into a table of
channels beside it, annotations into markers, boundaries of joined recordings become segments.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from . import _bad_segments, _edf_checks
from ._inputs import output_file
from ._packages import needed
from ._work.stores import local
from .errors import Unsupported, file_errors

# Numbers read at once.
_PIECE = 1 << 22
_ENDINGS = (".vhdr", ".npy")
_UNITS = {107: "V", 112: "T", 201: "T/m"}
_TYPES = {"mag": "MEGMAG", "ref_meg": "MEGREFMAG", "stim": "TRIG", "hbo": "NIRSHBO", "hbr": "NIRSHBR"}


def _read(source: str) -> Any:
    mne = needed("mne", "mne")
    with file_errors(source):
        os.stat(source)
    # MNE has no error of its own for a file that it cannot read.
    with file_errors(f"{source}: MNE cannot read it", kinds=(Exception,)):
        return mne.io.read_raw(source, preload=False, verbose="WARNING")


def _pieces(raw: Any, keep_bad: bool) -> Iterator[np.ndarray]:
    """Samples of all channels, shape (n_channels, n_times of the piece), NaN in bad segments unless they are kept."""
    step = max(1, _PIECE // len(raw.ch_names))
    for first in range(0, raw.n_times, step):
        last = min(first + step, raw.n_times)
        yield _bad_segments.samples(raw, raw.ch_names, first, last, "keep" if keep_bad else None)


def _type(raw: Any, index: int) -> str:
    """The name that BIDS has for the type of a channel."""
    kind = raw.get_channel_types([index])[0]
    if kind == "grad":
        return "MEGGRADPLANAR" if int(raw.info["chs"][index]["unit"]) == 201 else "MEGGRADAXIAL"
    if kind.startswith("fnirs_cw"):
        return "NIRSCWAMPLITUDE"
    return str(_TYPES.get(kind, kind.upper()))


def _interval(rate: float) -> str:
    """Microseconds between samples, so that the rate read from them is the same number."""
    interval = 1e6 / rate
    nearby = (interval, np.nextafter(interval, 0), np.nextafter(interval, np.inf))
    return repr(float(next((value for value in nearby if 1e6 / value == rate), interval)))


def _field(text: str) -> str:
    return " ".join(text.split()).replace(",", "\\1")


def _header(raw: Any, stem: str) -> str:
    lines = ["Brain Vision Data Exchange Header File Version 1.0", "", "[Common Infos]", "Codepage=UTF-8"]
    lines += [f"DataFile={stem}.eeg", f"MarkerFile={stem}.vmrk", "DataFormat=BINARY", "DataOrientation=MULTIPLEXED"]
    lines += [f"NumberOfChannels={len(raw.ch_names)}", f"SamplingInterval={_interval(raw.info['sfreq'])}"]
    lines += ["", "[Binary Infos]", "BinaryFormat=IEEE_FLOAT_64", "", "[Channel Infos]"]
    for number, (name, channel) in enumerate(zip(raw.ch_names, raw.info["chs"], strict=True), 1):
        lines.append(f"Ch{number}={_field(name)},,1,{_UNITS.get(int(channel['unit']), 'n/a')}")
    return "\n".join(lines) + "\n"


def _markers(raw: Any, stem: str) -> str:
    lines = ["Brain Vision Data Exchange Marker File, Version 1.0", "", "[Common Infos]", "Codepage=UTF-8"]
    lines += [f"DataFile={stem}.eeg", "", "[Marker Infos]", "Mk1=New Segment,,1,1,0,0"]
    rate = raw.info["sfreq"]
    for onset, duration, text in zip(raw.annotations.onset, raw.annotations.duration, raw.annotations.description, strict=True):
        position = int(raw.time_as_index(onset - raw.first_time, use_rounding=True)[0]) + 1
        length = max(1, round(duration * rate))
        if _bad_segments.is_seam(raw, text, duration):
            fields = f"New Segment,,{max(_bad_segments.behind(raw, onset), 0) + 1},1,0,0"
        else:
            kind = "Bad Interval" if text.upper().startswith("BAD") else "Comment"
            fields = f"{kind},{_field(text)},{max(position, 1)},{length},0"
        lines.append(f"Mk{len(lines) - 6}={fields}")
    return "\n".join(lines) + "\n"


def _channel_table(raw: Any) -> str:
    lines = ["name\ttype\tunits\tstatus"]
    for index, name in enumerate(raw.ch_names):
        unit = _UNITS.get(int(raw.info["chs"][index]["unit"]), "n/a")
        lines.append(f"{' '.join(name.split())}\t{_type(raw, index)}\t{unit}\t{'bad' if name in raw.info['bads'] else 'good'}")
    return "\n".join(lines) + "\n"


def _write_samples(raw: Any, path: Path, keep_bad: bool) -> None:
    """Numpy's format has all samples of a channel together, BrainVision all channels of a sample."""
    if path.suffix == ".npy":
        shape = (len(raw.ch_names), int(raw.n_times))
        whole = np.lib.format.open_memmap(path, mode="w+", dtype="<f8", shape=shape)
        first = 0
        for piece in _pieces(raw, keep_bad):
            whole[:, first : first + piece.shape[1]] = piece
            first += piece.shape[1]
        whole.flush()
        return
    with path.open("wb") as file:
        for piece in _pieces(raw, keep_bad):
            file.write(piece.T.astype("<f8", copy=False).tobytes())


def _outputs(target: Path) -> list[Path]:
    if target.suffix == ".npy":
        return [target]
    return [target.with_suffix(".eeg"), target.with_suffix(".vmrk"), target.with_name(f"{target.stem}_channels.tsv"), target]


def convert(source: str, target: str, *, keep_bad: bool = False) -> list[str]:
    """Write a recording that MNE reads as BrainVision (64-bit floats) or NPY.

    Parameters
    ----------
    source : str
        A recording of any format of `mne.io.read_raw`.
    target : str
        ``NAME.vhdr``: BrainVision with ``NAME.eeg``, ``NAME.vmrk`` and ``NAME_channels.tsv``; ``NAME.npy``: samples alone, shape
        (n_channels, n_times). Samples are in the units of MNE (V, T, T/m).
    keep_bad : bool, default False
        Keep samples in segments that annotations mark as bad; by default they become missing (NaN), as in the functions that
        take a recording of MNE.

    Returns
    -------
    list of str
        Files that were written. They appear complete or not at all; existing ones are replaced.

    Raises
    ------
    FileMissing, FileFailed
        The source does not exist, MNE cannot read it, or a file cannot be written.
    Unsupported
        The target is neither .vhdr nor .npy: formats of 16 or 24 bits would round the samples.
    InvalidInput
        The target would replace a file of the source; channels of EDF, BDF or GDF have several rates, or time is missing
        there, where MNE interpolates and joins samples.
    MissingPackage
        MNE is not installed.
    """
    goal = Path(target)
    if goal.suffix not in _ENDINGS:
        raise Unsupported(f"{target}: .vhdr and .npy are written, which keep every bit of the samples")
    with local(source) as (here, _):
        return _converted(here, source, goal, keep_bad)


def _converted(here: str, source: str, goal: Path, keep_bad: bool) -> list[str]:
    """`here` is the file, and `source` what the caller calls it."""
    raw = _read(here)
    _edf_checks.refuse_interpolated(raw, raw.ch_names, source, "a recording of one rate")
    _edf_checks.refuse_missing_time(here, source)
    outputs = _outputs(goal)
    for path in outputs:
        output_file(str(path), here, *filter(None, raw.filenames))
    with file_errors(goal, writes=True), tempfile.TemporaryDirectory(dir=goal.parent, prefix=f".{goal.name}.") as folder:
        parts = [Path(folder, path.name) for path in outputs]
        _write_samples(raw, parts[0], keep_bad)
        if goal.suffix == ".vhdr":
            texts = _markers(raw, goal.stem), _channel_table(raw), _header(raw, goal.stem)
            for part, text in zip(parts[1:], texts, strict=True):
                part.write_text(text, encoding="utf-8")
        for part, path in zip(parts, outputs, strict=True):
            part.replace(path)
    return [str(path) for path in outputs]
