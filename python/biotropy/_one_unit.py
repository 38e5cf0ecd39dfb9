# SPDX-License-Identifier: Apache-2.0
"""An absolute r is one number for all channels, which must have one unit, and so must they with the membership exp(-d^n / r) if n is
not 1: of objects of MNE, of a `DataArray` with a coordinate `unit`, as `read_signals` makes it, and of RR intervals it is known."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from . import _core
from ._dimensions import is_xarray
from ._mne_data import channels, is_mne, mne_units
from .errors import InvalidInput
from .heartbeats import RRIntervals

_NAMES = ("convention", "r_unit")  # the options that decide
_NAMES_OF_FUZZY = (*_NAMES, "membership", "fuzzy_power")


def _decides_nothing(options: dict[str, Any], names: tuple[str, ...]) -> bool:
    return options.keys().isdisjoint(names) or all(options.get(name) is None for name in names)


def _needs_one_unit(measures: Iterable[str], options: dict[str, Any]) -> tuple[str, str] | None:
    """What asks for one unit, as is said or, for some measure, by the convention, and what does not."""
    for measure in measures:
        names = _NAMES_OF_FUZZY if "fuzzy" in measure else _NAMES
        said = {name: options[name] for name in names if options.get(name) is not None}
        values = _core.parameters(measure, said, 1000, False)
        if values.get("r_unit") == "absolute":
            return "r_unit = 'absolute'", "an r in units of SD"
        if values.get("membership") == "chen" and values.get("fuzzy_power") != 1:
            return "membership = 'chen'", "the membership 'exponential'"
    return None


def units_of_array(data: Any) -> list[tuple[str, str]]:
    """Unit and name of each channel of a `DataArray`; none if they are unknown."""
    units = data.coords["unit"].values if "unit" in data.coords else np.empty(0)
    names = data.coords["channel"].values if "channel" in data.coords else np.arange(units.size)
    if np.size(names) != units.size:
        names = np.arange(units.size)
    pairs = zip(np.ravel(units), np.ravel(names), strict=True)
    return [(unit, str(name)) for unit, name in pairs if isinstance(unit, str)]


def units_of_channels(data: Any, names: list[str]) -> list[str]:
    """The unit of each channel of an object of MNE, or of records with `units`; empty where it is not known."""
    if is_mne(data):
        return mne_units(data, names)
    held = {name: _core.usual_unit(unit) for unit, name in data.units}
    return [held.get(name, "") for name in names]


def units_of(data: Any, picks: Any, name: str) -> dict[str, str]:
    """The known units of channels, and what to call the first channel that has each."""
    said: list[tuple[str, str]] = []
    if is_mne(data):
        chosen = channels(data, picks, name)
        said = [(unit, f"{channel} of {name}") for unit, channel in zip(mne_units(data, chosen), chosen, strict=True)]
    elif isinstance(data, RRIntervals):
        said = [(data.unit, f"{name} in {data.unit}")]
    elif is_xarray(data):
        said = [(_core.usual_unit(unit), f"{channel} of {name} in {unit}") for unit, channel in units_of_array(data)]
    found: dict[str, str] = {}
    for unit, what in said:
        if unit:
            found.setdefault(unit, what)
    return found


def in_unit_of(options: dict[str, Any], units: Iterable[str] | None) -> dict[str, Any]:
    """The options with an r such as '10 uV' as a number in the unit of the samples, whose channels have these units; None for a check
    without samples."""
    r = options.get("r")
    if not isinstance(r, str):
        return options
    unit = _core.unit_of_r(r) if units is None else next((one for one in units if one), "")
    if options.get("r_unit") not in (None, "absolute"):
        raise InvalidInput(f"r_unit is {options['r_unit']!r}; it must be 'absolute', as r = {r!r} has a unit")
    return {**options, "r": _core.tolerance_in(r, unit), "r_unit": "absolute"}


def refuse_several_units(measures: Iterable[str], options: dict[str, Any], units: dict[str, str]) -> None:
    """Refuse an absolute r, or such a membership, with channels of several units, of which `units` has a channel each."""
    asks = _needs_one_unit(measures, options) if len(units) > 1 else None
    if asks is not None:
        listed = " and ".join(list(units.values())[:2])
        remedy = "" if any(" in " in one for one in units.values()) else ": see picks"  # of objects of MNE
        raise InvalidInput(f"{asks[0]} needs channels of one unit (not both {listed}{remedy}), or {asks[1]}")


def require_one_unit(measures: str | Iterable[str], options: dict[str, Any], picks: Any, **named: Any) -> None:
    """Refuse an absolute r with channels of several units, such as magnetometers and gradiometers, in data under their names in
    messages; an r such as '10 uV' becomes a number in their unit."""
    if _decides_nothing(options, _NAMES_OF_FUZZY) and not isinstance(options.get("r"), str):  # most calls
        return
    units: dict[str, str] = {}
    for name, data in named.items():
        units = {**units, **{unit: said for unit, said in units_of(data, picks, name).items() if unit not in units}}
    if isinstance(options.get("r"), str):
        options |= in_unit_of(options, units)
    refuse_several_units([measures] if isinstance(measures, str) else measures, options, units)


def unit_of(options: dict[str, Any], picks: Any, data: Any, name: str = "x") -> str:
    """The unit of all channels, which a notice of an absolute r names; empty if it is not known."""
    if _decides_nothing(options, _NAMES):  # most calls
        return ""
    units = list(units_of(data, picks, name))
    return units[0] if len(units) == 1 else ""
