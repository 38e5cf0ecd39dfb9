# SPDX-License-Identifier: Apache-2.0
"""Steps of the labels of samples: whether they are equal but for the places of faults, and what else makes them uneven.

Beats come at times whose steps vary by themselves, and are as long as the intervals that are their values.
"""

from __future__ import annotations

import numpy as np

_MOST_OFF = 0.05  # usual steps: heartbeats vary by more
_LONG_STEP = 1.5


def usual_step(steps: np.ndarray) -> float | None:
    """The median of the rising steps; None if there are none."""
    rising = steps[steps > 0]
    return float(np.median(rising)) if len(rising) else None


def faults(numbers: np.ndarray, pauses: bool = False) -> np.ndarray:
    """Places behind which time goes back and, unless there may be `pauses`, those behind which it stands still or samples are
    missing, where the other steps are equal."""
    steps = np.diff(numbers)
    usual, back = usual_step(steps), np.flatnonzero(steps < 0)
    if usual is None or pauses:
        return back
    others = (steps <= 0) | (steps > _LONG_STEP * usual)
    is_even = bool((np.abs(steps[~others] - usual) <= _MOST_OFF * usual).all())
    return np.flatnonzero(others) if is_even else back


def are_ends_of_intervals(numbers: np.ndarray, samples: np.ndarray) -> bool:
    """Whether the samples are the steps from label to label, in any unit, as RR intervals with the times of their beats are."""
    steps = np.diff(numbers)
    if samples.ndim != 1 or samples.dtype.kind not in "fiu" or not (steps > 0).all():
        return False
    for intervals in (samples[1:], samples[:-1]):
        found = intervals / steps
        found = found[np.isfinite(found)]
        usual = float(np.median(found)) if len(found) else 0.0
        if usual > 0 and (np.abs(found - usual) <= _MOST_OFF * usual).all():
            return True
    return False
