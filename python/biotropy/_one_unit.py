# SPDX-License-Identifier: Apache-2.0
"""An absolute r is one number for all channels, which must have one unit: of objects of MNE, of a `DataArray` with a coordinate
`unit`, as `read_signals` makes it, and of RR intervals it is known."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from . import _core
from ._dimensions import is_xarray
from ._edf_records import EdfRecords
from ._mne_data import channels, is_mne
from .errors import InvalidInput
from .heartbeats import RRIntervals


def _is_absolute(measures: Iterable[str], options: dict[str, Any]) -> bool:
    """Whether r is absolute, as is said or, for some measure, by the convention."""
    unit, convention = options.get("r_unit"), options.get("convention")
    if unit is not None or convention is None:
        return bool(isinstance(unit, str) and unit == "absolute")
    return any(_core.parameters(one, {"convention": convention}, 1000, False).get("r_unit") == "absolute" for one in measures)


def _of_array(data: Any) -> list[tuple[str, str]]:
    """Unit and name of each channel of a `DataArray`; none if they are unknown."""
    units = data.coords["unit"].values if "unit" in data.coords else np.empty(0)
    names = data.coords["channel"].values if "channel" in data.coords else np.arange(units.size)
    if np.size(names) != units.size:
        names = np.arange(units.size)
    pairs = zip(np.ravel(units), np.ravel(names), strict=True)
    return [(unit, str(name)) for unit, name in pairs if isinstance(unit, str)]


def units_of(data: Any, picks: Any, name: str) -> dict[str, str]:
    """The known units of channels, and what to call the first channel that has each."""
    said: list[tuple[str, str]] = []
    if is_mne(data):  # units are numbers there
        chosen = set(channels(data, picks, name))
        said = [(str(int(one["unit"])), f"{one['ch_name']} of {name}") for one in data.info["chs"] if one["ch_name"] in chosen]
    elif isinstance(data, RRIntervals):
        said = [(data.unit, f"{name} in {data.unit}")]
    elif is_xarray(data) or isinstance(data, EdfRecords):
        pairs = _of_array(data) if is_xarray(data) else data.units
        said = [(_core.usual_unit(unit), f"{channel} of {name} in {unit}") for unit, channel in pairs]
    found: dict[str, str] = {}
    for unit, what in said:
        if unit:
            found.setdefault(unit, what)
    return found


def refuse_several_units(measures: Iterable[str], options: dict[str, Any], units: dict[str, str]) -> None:
    """Refuse an absolute r with channels of several units, of which `units` has a channel each."""
    if len(units) > 1 and _is_absolute(measures, options):
        listed = " and ".join(list(units.values())[:2])
        remedy = ": see picks" if all(unit.isdigit() for unit in units) else ""
        raise InvalidInput(f"r_unit = 'absolute' is not allowed: channels of one unit (not both {listed}{remedy}), or an r in "
                           "units of SD, are needed")  # fmt: skip


def require_one_unit(measures: str | Iterable[str], options: dict[str, Any], picks: Any, **named: Any) -> None:
    """Refuse an absolute r with channels of several units, such as magnetometers and gradiometers, in data under their names in
    messages."""
    if options.get("r_unit") != "absolute" and options.get("convention") is None:  # most calls
        return
    units: dict[str, str] = {}
    for name, data in named.items():
        units = {**units, **{unit: said for unit, said in units_of(data, picks, name).items() if unit not in units}}
    refuse_several_units([measures] if isinstance(measures, str) else measures, options, units)
