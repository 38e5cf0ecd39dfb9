# SPDX-License-Identifier: Apache-2.0
"""Labels of samples as stamps, for which the library has one rule (biotropy/series/stamps.hpp): whether they are even, and where time
is missing or goes back."""

from __future__ import annotations

import numpy as np

from . import _core

LEAST_LABELS = _core.least_stamps
_MOST_OFF = 0.05  # usual steps by which the times of beats and intervals may differ
_SAME_TIME = 0.01  # usual steps
_HALF = 0.51  # meshes: rounding to the next label of a type


def usual_step(steps: np.ndarray) -> float | None:
    """The median of the rising steps; None if there are none."""
    rising = steps[steps > 0]
    return float(np.median(rising)) if len(rising) else None


def read_stamps(numbers: np.ndarray, step: float | None = None) -> tuple[str, float, np.ndarray, np.ndarray]:
    """The kind of the stamps, their step, and the positions and lengths in samples of their gaps."""
    if numbers.dtype.kind in "iu" and len(numbers):
        numbers = numbers - numbers[0]  # stamps in nanoseconds are beyond the doubles
    kind, mean, gaps, missing = _core.read_stamps(np.ascontiguousarray(numbers, dtype=np.float64), step)
    return kind, mean, gaps, missing


def faults(numbers: np.ndarray, pauses: bool = False) -> np.ndarray:
    """Places behind which time goes back and, unless there may be `pauses`, those behind which it stands still or samples are
    missing."""
    kind, _, gaps, _ = read_stamps(numbers)
    return np.flatnonzero(np.diff(numbers) < 0) if pauses or kind == "uneven" else gaps.astype(int) - 1


def skips(numbers: np.ndarray, place: int) -> bool:
    """Whether samples are missing behind this place. A step that the type of the labels makes one mesh longer is no gap, as there
    may be too few labels yet to see that these are rounded."""
    step, usual = numbers[place + 1] - numbers[place], usual_step(np.diff(numbers))
    mesh = 0.0 if numbers.dtype.kind in "iu" else 1.001 * _precision(numbers)
    return usual is not None and bool(step > usual + mesh and place in faults(numbers))


def _precision(numbers: np.ndarray) -> float:
    """What the type of the labels resolves, or single precision if it suffices."""
    single = numbers.astype(np.float32)
    return float(np.spacing(np.abs(single if (single == numbers).all() else numbers).max()))


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


def are_same_times(numbers: np.ndarray, others: np.ndarray) -> bool:
    """Whether as many numbers, in any order of time, are equal but for a small part of a step, or what their types resolve."""
    steps = np.diff(np.sort(numbers.astype(np.float64)))
    usual = usual_step(steps) or 0.0
    allowed = max(_SAME_TIME * usual, _HALF * max(_precision(one) for one in (numbers, others) if one.dtype.kind == "f"))
    return bool((np.abs(numbers.astype(np.float64) - others) <= allowed).all())


def in_seconds_if_stamps(times: np.ndarray) -> np.ndarray:
    """Stamps as seconds from the first one, durations in seconds, and other times as they are."""
    if times.dtype.kind == "M" and times.size:
        times = times - times[0]
    return np.asarray(times / np.timedelta64(1, "s")) if times.dtype.kind == "m" else times
