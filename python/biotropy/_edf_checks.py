# SPDX-License-Identifier: Apache-2.0
"""What MNE does to samples of EDF, BDF and GDF without a word: it interpolates channels to the rate of the fastest one, by other
numbers for every piece that it reads, and it joins what is before and behind missing time. Such recordings are refused."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _core
from ._warn import warn
from .errors import BiotropyError, InvalidInput

_PICKS = "picks = a list of names of channels of one rate"


def _interpolated(raw: Any, names: list[str]) -> tuple[dict[str, float], float]:
    """Rates in their file, in Hz, of those of the channels that MNE interpolates when it reads them, and of the fastest channel. (A
    recording may have been resampled since.)"""
    rates: dict[str, float] = {}
    fastest = float(raw.info["sfreq"])
    # MNE says nowhere else which channels these are.
    for file, picked in zip(raw._raw_extras, raw._read_picks, strict=False):
        if not isinstance(file, dict) or "max_samp" not in file:
            continue
        at_once, places = np.asarray(file["n_samps"])[file["sel"]], dict(zip(raw.ch_names, picked, strict=False))
        of_file = [name for name in names if places.get(name, -1) in range(len(at_once))]  # others were added in memory
        length, parts = file["record_length"]
        fastest = float(file["max_samp"] * parts / length)
        for name in of_file:
            own = at_once[places[name]]
            if own != file["max_samp"]:
                rates[name] = float(own * parts / length)
    return rates, fastest


def _said(rates: dict[str, float], fastest: float) -> str:
    listed = ", ".join(list(rates)[:3]) + (", ..." if len(rates) > 3 else "")
    found = " and ".join(f"{rate:g}" for rate in sorted({*rates.values(), fastest}))
    return f"has channels of {found} Hz, and MNE interpolates the slower ones ({listed})"


def warn_of_interpolated(raw: Any, names: list[str], name: str) -> None:
    """Warn if samples of the channels `names` of a recording that the caller opened are interpolated."""
    rates, fastest = _interpolated(raw, names)
    if rates:
        warn("interpolated", f"{name} {_said(rates, fastest)}, which is measured: biotropy.read_signals has them as they are")


def refuse_interpolated(raw: Any, names: list[str], path: str, needed: str = _PICKS) -> None:
    """Refuse a recording of MNE if samples of the channels `names` would be interpolated when they are read, those of each piece
    by themselves. `needed` is what the caller may do."""
    rates, fastest = ({}, 0.0) if raw.preload else _interpolated(raw, names)
    if not rates:
        return
    raise InvalidInput(
        f"{path} {_said(rates, fastest)}; give {needed}; "
        "biotropy.read_signals (as `read` of biotropy.distributed) and the program measure channels of one rate as they are"
    )


def refuse_missing_time(here: str, path: str) -> None:
    """Refuse EDF and BDF that leave time out, where MNE would join the samples and leave its annotations behind. `here` is the
    file, and `path` what the caller calls it."""
    try:
        if not _core.edf_header(here)[0].has_gaps:
            return
    except BiotropyError:  # another format, or a header with a fault
        return
    first = _core.read_signals(here, "1", 1, {"ignore_channel_table": True})
    n_gaps = len(first["gaps"])
    if n_gaps:
        at = int(np.flatnonzero(np.isnan(first["samples"][0]))[0])
        raise InvalidInput(
            f"{path}: time is missing at {n_gaps} place{'s' if n_gaps > 1 else ''}, the first before sample {at} of channel 1; "
            "MNE would join the samples: use biotropy.read_signals with gap_fill"
        )
