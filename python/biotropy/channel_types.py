# SPDX-License-Identifier: Apache-2.0
"""Channels that record something else beside the signals of interest: heart, eyes, muscles, triggers.

Their entries have no part in the scale of a matrix, and stand at its end.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from .errors import InvalidInput

# Types of MNE, and words that labels begin with where they say the type (EDF+, section 2.1.3.4).
_AUXILIARY = {
    "bio", "chpi", "dipole", "ecg", "eda", "ekg", "emg", "eog", "erg", "event", "exci", "eyegaze", "gof", "gsr", "ias", "light",
    "marker", "misc", "ppg", "pupil", "resp", "respiration", "sao", "sound", "spo", "status", "sti", "stim", "syst",
    "temperature", "trigger",
}  # fmt: skip
SIGNALS = "signals"


def auxiliary_types(names: Sequence[str], ch_types: Any = None) -> list[str]:
    """The type of each auxiliary channel, and `SIGNALS` for every other; all the same where there are no signals.

    Parameters
    ----------
    names : list of str
        Names of the channels.
    ch_types : dict or sequence of str, optional
        The types that are known; otherwise those that the names begin with ("ECG", "EOG left", "EMG1").
    """
    if isinstance(ch_types, Mapping):
        unknown = [name for name in ch_types if name not in names]
        if unknown:
            raise InvalidInput(f"ch_types has {unknown[0]!r}: no channel has that name")
        said = [str(ch_types.get(name, "")) for name in names]
    elif ch_types is not None:
        said = [str(one) for one in ch_types]
        if len(said) != len(names):
            raise InvalidInput(f"ch_types has {len(said)} types: {len(names)} channels need as many")
    else:
        said = [re.split("[^A-Za-z]", name)[0] for name in names]
    found = [one.lower() if one.lower() in _AUXILIARY else SIGNALS for one in said]
    return found if SIGNALS in found else [SIGNALS] * len(found)
