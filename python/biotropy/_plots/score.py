# SPDX-License-Identifier: Apache-2.0
"""Plots of states and events that were found, beside the true ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .._arguments import shaped
from .._labels import as_written, is_missing
from ..errors import InvalidInput
from ..scores import EventScores
from .axes import name_rows, name_time_axis, new_axes
from .legends import legend_beside, literal
from .line_styles import COLORS
from .plot_data import moments_of, segments_of


def _without_decimals(label: Any) -> str:
    is_whole = isinstance(label, float | np.floating) and label.is_integer()
    return str(int(label) if is_whole else label)


def _named(labels: Any, truth: Any, classes: Sequence[Any] | None) -> tuple[list[str | None], list[str | None] | None, list[str]]:
    """Names of labels and true ones, None where there is none, and of the classes. One number has one name: labels beside NaN
    are floats, and their true ones may be integers."""
    both = [one for one in (*labels, *(() if truth is None else truth)) if not is_missing(one)]
    names = sorted(set(map(_without_decimals, both))) if classes is None else [str(name) for name in classes]
    texts = set(names)

    def of(some: Any) -> list[str | None]:
        return [None if is_missing(one) else as_written(one, texts) for one in some]

    return of(labels), None if truth is None else of(truth), names


def hypnogram(labels: Any, times: Any = None, *, classes: Sequence[Any] | None = None, truth: Any = None,
              xlabel: str | None = None, ax: Any = None) -> Any:  # fmt: skip
    """Classes along time as steps, such as sleep stages, above the true ones.

    Parameters
    ----------
    labels : array-like, shape (n_times,)
        The class of each time, by name; None, NaN or a missing value of pandas for none.
    times : array-like, shape (n_times,), optional
        Increasing times; by default the indices of the labels.
    classes : sequence, optional
        The classes from top to bottom; by default all labels, sorted.
    truth : array-like, shape (n_times,), optional
        The true classes.
    xlabel : str, optional
        Label of the horizontal axis for given times; by default they are seconds, shown as seconds, minutes or hours.
    ax : matplotlib Axes, optional
        Where to draw; by default a new figure.

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> import biotropy.plot
    >>> [label.get_text() for label in biotropy.plot.hypnogram(["W", "N1", "N1"], classes=["W", "N1"]).get_yticklabels()]
    ['W', 'N1']

    Raises
    ------
    BiotropyError
        Lengths that differ, times that do not increase, unknown labels.
    """
    listed = list(labels)
    shaped("labels", np.empty(len(listed)), "n_times")
    given, true, names = _named(listed, truth if truth is None else list(truth), classes)
    at = moments_of(times, "times", len(given), "label")
    drawn = segments_of(given, at, names)
    drawn_truth = [] if true is None else segments_of(true, at, names)
    ax = new_axes(ax, figsize=(9, 0.6 + 0.4 * len(names)))
    # Thick true lines below thin found ones, so that both are seen where they agree.
    for segments, width, color, label in ((drawn_truth, 6.0, "0.75", "true"), (drawn, 1.6, COLORS[0], "found")):
        xs = [x for _, first, length in segments for x in (first, first + length, np.nan)]
        ys = [y for number, _, _ in segments for y in (number, number, np.nan)]
        for (number, first, length), (following, start, _) in zip(segments, segments[1:], strict=False):
            if start <= first + length:
                xs += [start, start, np.nan]
                ys += [number, following, np.nan]
        if segments:
            ax.plot(xs, ys, color=color, linewidth=width, solid_capstyle="butt", label=label)
    ax.set_yticks(range(len(names)), [literal(name) for name in names])
    ax.set_ylim(len(names) - 0.5, -0.5)
    ax.margins(x=0)
    name_rows(ax, at, times is not None, xlabel)
    if drawn_truth:
        legend_beside(ax)
    return ax


def events(scores: EventScores, *, duration: float | None = None, ax: Any = None) -> Any:
    """True and found events along time: found and missed ones, and false alarms.

    Parameters
    ----------
    scores : EventScores
        Of one recording, from `biotropy.scores.event_scores`.
    duration : float, optional
        End of the time axis in seconds; by default the scored time.
    ax : matplotlib Axes, optional
        Where to draw; by default a new figure.

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> import biotropy.plot
    >>> from biotropy.scores import event_scores
    >>> biotropy.plot.events(event_scores([(100, 160)], [(120, 150)], 900)).get_xlabel()
    'time (min)'

    Raises
    ------
    BiotropyError
        Scores without events, such as sums over recordings.
    """
    if not isinstance(scores, EventScores) or len(scores.events) != scores.n_events:
        raise InvalidInput("scores must be what event_scores returns for one recording")
    ax = new_axes(ax, figsize=(9, 1.8))
    found, false_alarm = scores.found, scores.false_alarm
    rows = (
        (scores.events[found], 1, COLORS[2], "found"),
        (scores.events[~found], 1, COLORS[1], "missed"),
        (scores.predictions[~false_alarm], 0, COLORS[0], "right"),
        (scores.predictions[false_alarm], 0, COLORS[3], "false alarm"),
    )
    for spans, row, color, label in rows:
        if len(spans):
            bars = [(begin, end - begin) for begin, end in spans]
            ax.broken_barh(bars, (row - 0.35, 0.7), facecolors=color, edgecolor=color, linewidth=0.8, label=label)
    ax.set_yticks([0, 1], ["found events", "true events"])
    ax.set_ylim(-0.6, 1.6)
    end = scores.seconds if duration is None else duration
    ax.set_xlim(0, end)
    name_time_axis(ax, np.array([0.0, end]))
    if scores.n_events or len(scores.predictions):
        legend_beside(ax)
    return ax
