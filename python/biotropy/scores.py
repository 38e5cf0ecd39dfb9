# SPDX-License-Identifier: Apache-2.0
"""Scores of states and of events: agreement of labels, events as SzCORE counts them, and confidence intervals from blocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from . import _core
from ._arguments import different, number, one_of, shaped
from ._arguments import probabilities as rows_of_probabilities
from ._dimensions import is_xarray
from ._inputs import doubles, numeric, threads
from ._labels import as_texts, as_written, is_labelled, recording_lengths, refuse_missing_labels
from ._options import Integer, Real
from ._signal import positive, require_same_times
from ._warn import warn
from .errors import InvalidInput

__all__ = ["EventScores", "StateScores", "event_scores", "state_scores"]
__dir__ = __all__.copy

_SUM_TOLERANCE = 0.01  # of probabilities that were rounded


@dataclass(frozen=True)
class EventScores:
    """Events that were found.

    Attributes
    ----------
    n_events, n_found, n_false_alarms : int
        True events after merging and cutting, those of them that were found, and found events that touch none of these.
    seconds : float
        Scored time.
    sensitivity, precision, f1, false_alarms_per_day : float
        NaN where nothing could be found or false.
    events, predictions : array, shape (n, 2)
        True and found events after merging and cutting, begin and end in seconds; empty where they are sums of recordings.
    found, false_alarm : array of bool
        Of each of `events`, and of `predictions`.
    """

    n_events: int
    n_found: int
    n_false_alarms: int
    seconds: float
    sensitivity: float
    precision: float
    f1: float
    false_alarms_per_day: float
    events: np.ndarray = field(default_factory=lambda: np.empty((0, 2)))
    predictions: np.ndarray = field(default_factory=lambda: np.empty((0, 2)))
    found: np.ndarray = field(default_factory=lambda: np.empty(0, dtype=bool))
    false_alarm: np.ndarray = field(default_factory=lambda: np.empty(0, dtype=bool))


@dataclass(frozen=True)
class StateScores:
    """Scores of labels.

    Attributes
    ----------
    classes : list
        The classes, in the order of `recall`, `precision` and `f1`.
    accuracy, balanced_accuracy, macro_f1, kappa : float
        Share of right labels, mean recall, mean F1, and Cohen's kappa.
    log_loss, brier : float
        Of the probabilities; NaN without them.
    recall, precision, f1 : array, shape (n_classes,)
        NaN of a class without samples, or without labels.
    events : dict of EventScores
        For each class of `event_classes`.
    persons : dict of StateScores
        For each person.
    person_means : dict of dict
        Of each class of events, the means of the rates over the persons in which they are defined, as SzCORE has them.
    intervals : dict of tuple
        Ends of the confidence interval for each score: ``'kappa'``, ``'recall of N2'``, ``'sensitivity of sz'``.
    n_blocks : int
        Blocks that were drawn for the intervals; 0 without intervals.
    """

    classes: list[Any]
    accuracy: float
    balanced_accuracy: float
    macro_f1: float
    kappa: float
    log_loss: float
    brier: float
    recall: np.ndarray
    precision: np.ndarray
    f1: np.ndarray
    events: dict[Any, EventScores] = field(default_factory=dict)
    persons: dict[str, StateScores] = field(default_factory=dict)
    person_means: dict[Any, dict[str, float]] = field(default_factory=dict)
    intervals: dict[str, tuple[float, float]] = field(default_factory=dict)
    n_blocks: int = 0


def _spans(events: Any, name: str) -> np.ndarray:
    array = numeric(events, name) if len(events) else np.empty((0, 2))
    return doubles(shaped(name, array, "n_events", 2, empty=True))


def event_scores(y_true: Any, y_pred: Any, duration: Real, *, tolerance_start: Real = 30.0, tolerance_end: Real = 60.0,
                 minimum_overlap: Real = 0.0, maximum_event: Real = 300.0, minimum_gap: Real = 90.0) -> EventScores:  # fmt: skip
    """Events found against true events of a recording, as SzCORE counts them (Dan et al. 2024).

    The results are those of ``timescoring.scoring.EventScoring``, with the same presets.

    Parameters
    ----------
    y_true, y_pred : array-like, shape (n_events, 2)
        True and found events: begin and end in seconds from the start of the recording, in their order, without overlap.
    duration : float
        Of the recording, in seconds.
    tolerance_start, tolerance_end : float
        Seconds before and after a true event in which it may be found.
    minimum_overlap : float
        Share of a true event, with these seconds, that must be found; 0: any.
    maximum_event : float
        Longer events are cut into several, in seconds.
    minimum_gap : float
        Events closer than that are one, in seconds.

    Returns
    -------
    EventScores

    Examples
    --------
    >>> from biotropy.scores import event_scores
    >>> found = event_scores([(100, 160)], [(120, 150), (1000, 1030)], 3600)
    >>> found.sensitivity, found.precision, found.false_alarms_per_day
    (1.0, 0.5, 24.0)
    """
    rules = {"tolerance_start": tolerance_start, "tolerance_end": tolerance_end, "minimum_overlap": minimum_overlap,
             "maximum_event": maximum_event, "minimum_gap": minimum_gap}  # fmt: skip
    found = _core.event_scores(_spans(y_true, "y_true"), _spans(y_pred, "y_pred"), number("duration", duration), rules)
    for name in ("found", "false_alarm"):
        found[name] = np.array(found[name], dtype=bool)
    return EventScores(**found)


def _labels(y_true: Any, y_pred: Any, classes: Any, unlabelled: Any) -> tuple[list[Any], np.ndarray, np.ndarray]:
    """The classes, and indices of true and found ones; -1 for none."""
    require_same_times(y_true=y_true, y_pred=y_pred)
    refuse_missing_labels(y_true, "y_true", unlabelled)
    refuse_missing_labels(y_pred, "y_pred")
    truth, found = np.asarray(y_true), np.asarray(y_pred)
    shaped("y_pred", found, *shaped("y_true", truth, "n_samples").shape)
    known = is_labelled(truth, unlabelled)
    true = truth[known]
    texts = {one for some in (true, found, () if classes is None else classes) for one in some if isinstance(one, str)}
    true, found = as_texts(true, texts), as_texts(found, texts)
    names = list(np.unique(np.concatenate([true, found]))) if classes is None else list(different("classes", list(classes)))
    index = {label: names.index(one_of("a label", label, names)) for label in (*np.unique(true), *np.unique(found))}
    true_indices = np.full(truth.size, -1, dtype=np.int32)
    true_indices[known] = [index[one] for one in true]
    return names, true_indices, np.array([index[one] for one in found], dtype=np.int32)


def persons_of(persons: Any, recordings: Any, lengths: list[int]) -> list[str]:
    """The person of each recording."""
    n = sum(lengths)
    firsts = np.cumsum([0, *lengths[:-1]])
    if persons is None:
        return [str(one) for one in np.asarray(np.zeros(n, dtype=int) if recordings is None else recordings)[firsts]]
    refuse_missing_labels(persons, "persons")
    names, numbers = np.unique(shaped("persons", np.asarray(persons, dtype=str), n), return_inverse=True)
    return [names[one] for one in _core.persons_of(numbers.astype(np.int32), lengths)]


def _named_columns(probabilities: Any, classes: Any, *labels: Any) -> tuple[Any, Any]:
    """Probabilities as rows of samples, and the classes that the names of their columns are, in this order. Names of a file are
    texts, and the classes are the labels that are written so."""
    if is_xarray(probabilities) and "class" in probabilities.dims and probabilities.ndim == 2:
        rows = probabilities.transpose(..., "class")
        columns = rows.coords["class"].values.tolist() if "class" in rows.coords else None
    elif hasattr(probabilities, "columns"):
        rows, columns = probabilities.to_numpy(), list(probabilities.columns)
        columns = None if columns == list(range(len(columns))) else columns
    else:
        return probabilities, classes
    if columns is None:
        return rows, classes
    if classes is not None and list(map(str, classes)) != list(map(str, columns)):
        raise InvalidInput(f"classes is {list(classes)}; it must be {columns}, the columns of probabilities")
    texts = set(map(str, columns))
    listed = [label for some in labels for label in set(np.asarray(some).ravel().tolist())]
    listed.sort(key=lambda label: isinstance(label, str))  # where some labels are texts, the others are taken as they are written
    as_text = {as_written(label, texts): label for label in listed}
    return rows, [as_text.get(str(name), name) for name in columns] if classes is None else classes


def _probabilities(probabilities: Any, truth: np.ndarray, found: np.ndarray, names: list[Any], is_given: bool) -> np.ndarray:
    """Rows that add up to one, where a label is true."""
    if probabilities is None:
        return np.eye(len(names))[found]
    rows = shaped("probabilities", numeric(probabilities, "probabilities").astype(np.float64), found.size, len(names))
    rows_of_probabilities("probabilities", rows[truth >= 0], _SUM_TOLERANCE)
    agreement = float((rows.argmax(axis=1) == found).mean())
    if not is_given and agreement < 0.5:
        text = (f"y_pred has the class of the largest probability in {100 * agreement:.0f} % of the samples: the columns of probabilities "
                f"are taken to be those of {', '.join(map(str, names))}, unless `classes` says another order")  # fmt: skip
        warn("columns_doubtful", text)
    return doubles(rows)


_OF_LABELS = ("accuracy", "balanced_accuracy", "macro_f1", "kappa", "log_loss", "brier")
_OF_CLASSES = ("recall", "precision", "f1")
_OF_EVENTS = ("sensitivity", "precision", "f1", "false_alarms_per_day")


def _intervals(low: Any, high: Any, names: list[Any], events: list[Any]) -> dict[str, tuple[float, float]]:
    made = {one: (low[0][one], high[0][one]) for one in _OF_LABELS}
    for k, name in enumerate(names):
        made |= {f"{one} of {name}": (low[0][one][k], high[0][one][k]) for one in _OF_CLASSES}
    for e, name in enumerate(events):
        kinds = {one: one if one in ("sensitivity", "false_alarms_per_day") else f"event {one}" for one in _OF_EVENTS}
        made |= {f"{kinds[one]} of {name}": (low[1][e][one], high[1][e][one]) for one in _OF_EVENTS}
    return made


def result_of(made: dict[str, Any], names: list[Any], event_classes: Sequence[Any], has_probabilities: bool) -> StateScores:
    """What the library found, without what needs probabilities if there are none."""

    def scores(labels: dict[str, Any], events: list[dict[str, Any]], **more: Any) -> StateScores:
        values = dict(labels)
        if not has_probabilities:
            values |= {"log_loss": np.nan, "brier": np.nan}
        values |= {one: np.array(values[one]) for one in _OF_CLASSES}
        by_class = {name: EventScores(**one) for name, one in zip(event_classes, events, strict=True)}
        return StateScores(classes=names, events=by_class, **values, **more)

    ends = _intervals(made["low"], made["high"], names, list(event_classes)) if "low" in made else {}
    if not has_probabilities:
        ends = {name: one for name, one in ends.items() if name not in ("log_loss", "brier")}
    return scores(
        made["labels"], made["events"], n_blocks=made.get("blocks", 0), intervals=ends,
        person_means=dict(zip(event_classes, made["person_means"], strict=True)),
        persons={name: scores(labels, events) for name, labels, events in made["persons"]},
    )  # fmt: skip


def state_scores(y_true: Any, y_pred: Any, probabilities: Any = None, *, classes: Sequence[Any] | None = None,
                 unlabelled: Any = None, recordings: Any = None, persons: Any = None, sfreq: Real | None = None,
                 event_classes: Sequence[Any] = (), tolerance_start: Real = 30.0, tolerance_end: Real = 60.0,
                 minimum_overlap: Real = 0.0, maximum_event: Real = 300.0, minimum_gap: Real = 90.0,
                 intervals: Literal["persons", "recordings", "time"] | None = None, interval_time: Real = 60.0,
                 n_resamples: Integer = 2000, confidence: Real = 0.95, random_state: Integer = 1,
                 n_jobs: Integer | None = None) -> StateScores:  # fmt: skip
    """Scores of labels found against true ones: of samples, of events, for every person, with confidence intervals.

    Parameters
    ----------
    y_true, y_pred : array-like, shape (n_samples,)
        True classes and those that were found. Recordings stand one after the other, each in the order of time.
    probabilities : array-like, shape (n_samples, n_classes), optional
        Probabilities of the classes, for log loss and Brier score. Columns of a `DataArray` (dimension class) or a data frame
        have their names.
    classes : sequence, optional
        The classes, in the order of the columns of `probabilities`; by default those of its columns, or all labels, sorted. A
        model that was read from a file may have another order (`classes_`).
    unlabelled : label, optional
        The label in `y_true` of samples of unknown class, of the type of the labels, or NaN. They are not scored; what was found
        there is no event.
    recordings, persons : array-like, shape (n_samples,), optional
        Recording and person of each sample; by default one recording, and a person for each recording.
    sfreq : float, optional
        Samples per second; needed for events and for intervals from stretches of time.
    event_classes : sequence, default ()
        Classes whose events, runs of their label, are scored as by `event_scores`.
    tolerance_start, tolerance_end, minimum_overlap, maximum_event, minimum_gap : float
        As for `event_scores`.
    intervals : {'persons', 'recordings', 'time'}, optional
        What is drawn with replacement for confidence intervals: percentiles of the scores of the draws.
    interval_time, n_resamples, confidence, random_state
        Length of a stretch of time in seconds; number of draws; confidence of the intervals; seed.
    n_jobs : int, optional
        Threads: None is 1, -1 all cores.

    Returns
    -------
    StateScores

    Examples
    --------
    >>> from biotropy.scores import state_scores
    >>> found = state_scores(["W", "N1", "N2", "N2"], ["W", "N2", "N2", "N2"])
    >>> round(found.kappa, 4), round(found.macro_f1, 4)
    (0.5556, 0.6)
    """
    probabilities, classes = _named_columns(probabilities, classes, y_true, y_pred)
    names, truth, found = _labels(y_true, y_pred, classes, unlabelled)
    require_same_times(y_true=y_true, recordings=recordings, persons=persons)
    lengths = recording_lengths(recordings, truth.size)
    rules = {"tolerance_start": tolerance_start, "tolerance_end": tolerance_end, "minimum_overlap": minimum_overlap,
             "maximum_event": maximum_event, "minimum_gap": minimum_gap}  # fmt: skip
    drawn = {"unit": intervals, "interval_time": interval_time, "n_resamples": n_resamples, "confidence": confidence,
             "random_state": random_state}  # fmt: skip
    made = _core.state_scores(
        truth, found, _probabilities(probabilities, truth, found, names, classes is not None), lengths,
        persons_of(persons, recordings, lengths), positive("sfreq", sfreq),
        [names.index(one_of("event_classes", one, names)) for one in event_classes],
        rules, None if intervals is None else drawn, threads(n_jobs),
    )  # fmt: skip
    return result_of(made, names, event_classes, probabilities is not None)
