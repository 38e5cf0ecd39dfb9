# SPDX-License-Identifier: Apache-2.0
"""Time along an axis in the unit that fits: data stay in seconds, and the labels are seconds, minutes or hours."""

from __future__ import annotations

from typing import Any

import numpy as np

from .packages import needed

# From how many seconds on, the unit, its seconds, and the steps between labels.
_UNITS = ((3 * 3600, "h", 3600), (10 * 60, "min", 60), (0, "s", 1))


def name_time_axis(ax: Any, times: np.ndarray) -> None:
    """Labels of the horizontal axis for data at such times, in seconds."""
    finite = times[np.isfinite(times)]
    seconds = np.ptp(finite) if finite.size else 0.0
    unit, size = next((unit, size) for least, unit, size in _UNITS if seconds >= least)
    ax.set_xlabel(f"time ({unit})")
    if size == 1:
        return
    ticker = needed("matplotlib.ticker", "plot")

    class InUnits(ticker.MaxNLocator):
        """Ticks at round numbers of the unit."""

        def tick_values(self, vmin: float, vmax: float) -> Any:
            return super().tick_values(vmin / size, vmax / size) * size

    ax.xaxis.set_major_locator(InUnits(nbins=9, steps=[1, 2, 3, 4, 5, 6, 10]))
    ax.xaxis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value / size:g}"))
