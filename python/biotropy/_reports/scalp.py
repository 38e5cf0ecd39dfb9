# SPDX-License-Identifier: Apache-2.0
"""Panels with maps of the scalp: the places of channels, and rows of values that are drawn side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from .._plots.network_data import places_of
from .._plots.study_results import labels_of
from .._plots.axes import unit_in
from .panels import Panel, axis_of, encoded, ends_of, is_too_large

# A map of fewer channels shows the way of filling it, not the values.
_FEWEST = 4
_SAME_PLACE = 1e-6


@dataclass(frozen=True)
class Scalp:
    """Places of channels in the plane, where the head has the radius 1; null where a channel has none."""

    names: list[str]
    places: list[list[float] | None]
    said: str
    notes: list[str]

    def ends(self, values: np.ndarray) -> list[float] | None:
        """The smallest and the largest value that a map shows."""
        return ends_of(values[..., [place is not None for place in self.places]])

    def panel(self, title: str, values: np.ndarray, axes: list[dict[str, Any]], **content: Any) -> Panel:
        """A panel of values over the axes, the last of which are the rows, a map each, and the channels."""
        ranges = [self.ends(one) for one in np.moveaxis(values, -3, 0)] if values.ndim > 2 else [self.ends(values)]
        held = {"kind": "scalp", "unit": "", "choices": axes, "values": encoded(values), "ranges": ranges,
                "places": self.places, "placesOf": self.said, "columns": axis_of("channel", self.names)}  # fmt: skip
        return Panel(title, {**held, **content})


def scalp_of(table: Any) -> Scalp | None:
    """Where the channels of a result are on the scalp, or None if fewer than four of them have a place."""
    if "channel" not in table.coords:
        return None
    names = [str(one) for one in table["channel"].values]
    places, said, notes = places_of(table, names, every=False)
    if places is None:
        return None
    held: list[list[float] | None] = []
    for place in places:
        is_new = all(one is None or np.hypot(*(place - one)) > _SAME_PLACE for one in held)
        held.append(place.tolist() if np.isfinite(place).all() and is_new else None)
    return Scalp(names, held, said, notes) if sum(one is not None for one in held) >= _FEWEST else None


def recordings_on_scalp(table: Any) -> list[Panel]:
    """The mean over epochs or windows of every channel; of pairs nothing."""
    value = table["value"] if "value" in table else None
    if value is None or "partner" in value.dims or "channel" not in value.dims:
        return []
    scalp = scalp_of(table)
    over = [dim for dim in value.dims if dim in ("epoch", "time")]
    chosen = sorted((str(dim) for dim in value.dims if dim not in (*over, "channel")), key=lambda dim: dim == "scale")
    held = value.where(np.isfinite(value)).mean(over) if over else value
    if scalp is None or is_too_large(held.size):
        return []
    values = held.transpose(*chosen, "channel").values[..., np.newaxis, :].astype(np.float64)
    title = "Means on the scalp" if over else "Values on the scalp"
    axes = [axis_of(dim, labels_of(table, dim)) for dim in chosen]
    taken = [f"{value.sizes[dim]} {'epochs' if dim == 'epoch' else 'windows'}" for dim in over]
    row = f"mean over {' and '.join(taken)}" if over else ""
    # Recordings are compared, so they share a scale of colours; values at several scales are of several sizes.
    shared = {} if "scale" in chosen else {"ranges": [scalp.ends(values)]}
    return [scalp.panel(title, values, axes, rows=axis_of("", [row]), unit=unit_in(value.attrs), **shared)]
