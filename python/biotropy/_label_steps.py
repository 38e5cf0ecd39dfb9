# SPDX-License-Identifier: Apache-2.0
"""Steps of the labels of samples: whether they are equal but for the places of faults, and what else makes them uneven.

Beats come at times whose steps vary by themselves, and are as long as the intervals that are their values. Labels that are
rounded, such as times of 1024 Hz in whole milliseconds or of long recordings in single precision, lie on a grid, within one mesh
of a straight line: between steps of one length are others that are one mesh longer or shorter, at distances that differ by one
sample, or by two where halves are rounded to even numbers.
"""

from __future__ import annotations

import numpy as np

LEAST_LABELS = 10  # as for the column of time of a table (biotropy/files/formats/csv_time_gaps.cpp)
_MOST_OFF = 0.05  # usual steps: heartbeats vary by more
_LONG_STEP = 1.5
_MOST_LATE = 0.3  # usual steps
_LEAST_LATE = 100  # labels: some beats stay as near
_LEAST_ON_LINE = 10  # labels: fewer are on a line by chance
_LEAST_ODD_STEPS = 3  # of one or two faults, any distance is equal
_MOST_DECIMALS = 9
_ROUND_OFF = 1e-6  # meshes
_SAME_TIME = 0.01  # usual steps
_HALF = 0.51  # meshes: rounding to the next label of a type


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
    if not others.any():
        return back
    mesh = _mesh(numbers)
    if not _are_even(numbers, others, usual, mesh) or (not len(back) and _are_rounded(numbers, mesh)):
        return back
    return np.flatnonzero(others)


def skips(numbers: np.ndarray, place: int) -> bool:
    """Whether samples are missing behind this place. A step that the type of the labels makes one mesh longer is no gap, as there
    may be too few labels yet to see that these are rounded."""
    step, usual = numbers[place + 1] - numbers[place], usual_step(np.diff(numbers))
    if usual is None or not step > _LONG_STEP * usual:
        return False
    longest = usual + (0.0 if numbers.dtype.kind in "iu" else (1 + _ROUND_OFF) * _precision(numbers))
    return bool(step > longest and place in faults(numbers))


def _are_even(numbers: np.ndarray, others: np.ndarray, usual: float, mesh: float) -> bool:
    """Whether all steps but `others` are equal, or would be if the labels were not rounded, or each of them a little late."""
    steps = np.diff(numbers)
    most_off = float(np.abs(steps[~others] - usual).max(initial=0.0))
    if most_off <= _MOST_OFF * usual:
        return True
    ends = np.concatenate([[-1], np.flatnonzero(others), [len(others)]])
    longest = int(np.argmax(np.diff(ends)))
    part = numbers[ends[longest] + 1 : ends[longest + 1] + 1]
    is_rounded = most_off <= _width(part, mesh) and len(part) >= _LEAST_ON_LINE and _on_line(part, mesh)
    return is_rounded or (most_off <= _MOST_LATE * usual and len(part) >= _LEAST_LATE and _are_late(part))


def _are_late(numbers: np.ndarray) -> bool:
    """Whether labels differ from those on a line each by itself, as of a clock that is read late: beats go further away with each
    interval, in steps of the same size."""
    off = numbers - np.linspace(numbers[0], numbers[-1], len(numbers))
    return bool(np.var(off) <= np.var(np.diff(off)))


def _are_rounded(numbers: np.ndarray, mesh: float) -> bool:
    """Whether the labels are equally spaced times that were rounded, rather than times some of which are there twice or missing."""
    meshes = np.rint(np.diff(numbers) / mesh)
    odd = np.flatnonzero(meshes != np.median(meshes))
    if not len(odd) or not _on_line(numbers, mesh):
        return False
    if numbers.dtype.kind == "f" and mesh == _precision(numbers):
        return True
    if len(odd) < _LEAST_ODD_STEPS:
        return False
    if (meshes > 0).all():
        return bool(np.ptp(np.diff(odd)) > 0)  # equal distances are those of every tenth sample that is left out
    times_there = np.diff(np.concatenate([[-1], np.flatnonzero(meshes)]))
    return bool(np.ptp(times_there) > 0)  # each label is there twice in a long table of two channels


def _precision(numbers: np.ndarray) -> float:
    """What the type of the labels resolves, or single precision if it suffices."""
    single = numbers.astype(np.float32)
    return float(np.spacing(np.abs(single if (single == numbers).all() else numbers).max()))


def _mesh(numbers: np.ndarray) -> float:
    """The mesh of the grid that the labels lie on: the largest whole number of the largest decimal place that suffices, or else
    what their type resolves."""
    if numbers.dtype.kind in "iu":
        return float(np.gcd.reduce(numbers - numbers[0]))
    precision = _precision(numbers)
    exact = numbers.astype(np.float64)
    for decimals in range(_MOST_DECIMALS + 1):
        scale = 10.0**decimals
        places = np.rint(exact * scale)
        if 4 * precision * scale > 0.1 or np.abs(places[[0, -1]]).max() > 2**53:
            break
        if (np.abs(exact * scale - places) <= 4 * precision * scale).all():
            return float(np.gcd.reduce((places - places[0]).astype(np.int64))) / scale
    return precision


def _width(numbers: np.ndarray, mesh: float) -> float:
    """One mesh, and what doubles of this size add to it: seconds since 1970 are off by some 1e-7 each."""
    return (1 + _ROUND_OFF) * mesh + 8 * float(np.spacing(np.abs(numbers.astype(np.float64)).max()))


def _on_line(numbers: np.ndarray, mesh: float) -> bool:
    """Whether the labels lie between two parallel lines one mesh apart, as those that are rounded do."""
    rise, places = (numbers - numbers[0]).astype(np.float64), np.arange(len(numbers))
    slope, width = rise[-1] / places[-1], _width(numbers, mesh)
    if np.abs(rise - slope * places).max() > width:
        return False

    def spread(tilt: float) -> float:  # a convex function
        return float(np.ptp(rise - (slope + tilt) * places))

    low, high = -2 * mesh / places[-1], 2 * mesh / places[-1]
    for _ in range(40):
        third = (high - low) / 3
        if min(spread(low + third), spread(high - third)) <= width:
            return True
        low, high = (low, high - third) if spread(low + third) < spread(high - third) else (low + third, high)
    return False


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
