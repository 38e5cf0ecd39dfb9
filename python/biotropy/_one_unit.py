# SPDX-License-Identifier: Apache-2.0
"""An absolute r is one number for all channels, which must have one unit: of objects of MNE it is known."""

from __future__ import annotations

from typing import Any

from ._mne_data import channels, is_mne
from .errors import InvalidInput


def require_one_unit(options: dict[str, Any], picks: Any, **named: Any) -> None:
    """Refuse an absolute r with channels of several units, such as magnetometers and gradiometers, in data under their names in
    messages."""
    if options.get("r_unit") != "absolute":
        return
    one_of = {}
    for name, data in named.items():
        chosen = set(channels(data, picks, name)) if is_mne(data) else ()
        for channel in data.info["chs"] if chosen else ():
            if channel["ch_name"] in chosen:
                one_of.setdefault(int(channel["unit"]), f"{channel['ch_name']} of {name}")
    if len(one_of) > 1:
        listed = " and ".join(list(one_of.values())[:2])
        raise InvalidInput(f"r_unit = 'absolute' is not allowed: channels of one unit (not both {listed}: see picks), or an r in units "
                           "of SD, are needed")  # fmt: skip
