# SPDX-License-Identifier: Apache-2.0
"""Auxiliary channels: heart, eyes, muscles, triggers. They are excluded from the colour scale of a matrix and drawn last."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from .._arguments import one_each, one_of

# Types of MNE, and types with which labels begin (EDF+, section 2.1.3.4).
_AUXILIARY = {
    "bio", "chpi", "dipole", "ecg", "eda", "ekg", "emg", "eog", "erg", "event", "exci", "eyegaze", "gof", "gsr", "ias", "light",
    "marker", "misc", "ppg", "pupil", "resp", "respiration", "sao", "sound", "spo", "status", "sti", "stim", "syst",
    "temperature", "trigger",
}  # fmt: skip
SIGNALS = "signals"


def auxiliary_types(names: Sequence[str], ch_types: Any = None) -> list[str]:
    """The type of each auxiliary channel, and `SIGNALS` for all others; `SIGNALS` for all channels if all are auxiliary. By default
    types are those with which names begin ("ECG", "EOG left", "EMG1")."""
    if isinstance(ch_types, Mapping):
        for name in ch_types:
            one_of("a channel of ch_types", name, names)
        given = [str(ch_types.get(name, "")) for name in names]
    elif ch_types is not None:
        given = [str(one) for one in one_each("ch_types", ch_types, len(names), "channel")]
    else:
        given = [re.split("[^A-Za-z]", name)[0] for name in names]
    found = [one.lower() if one.lower() in _AUXILIARY else SIGNALS for one in given]
    return found if SIGNALS in found else [SIGNALS] * len(found)
