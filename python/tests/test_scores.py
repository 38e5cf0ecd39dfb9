# SPDX-License-Identifier: Apache-2.0
"""Scores of states against scikit-learn, and of events against timescoring, the library of SzCORE."""

import numpy as np
import pytest
from sklearn.metrics import balanced_accuracy_score, cohen_kappa_score, f1_score, log_loss, precision_score

from biotropy.errors import BiotropyError
from biotropy.scores import event_scores, state_scores

pytest.importorskip("timescoring")
from timescoring.annotations import Annotation  # noqa: E402
from timescoring.scoring import EventScoring  # noqa: E402

RULES = ("tolerance_start", "tolerance_end", "minimum_overlap", "maximum_event", "minimum_gap")


def drawn_events(rng, duration, n):
    """Events without overlap, at times of 10 ms."""
    times = np.unique(rng.integers(0, round(duration * 100), 2 * n))
    return [(a / 100, b / 100) for a, b in times[: times.size // 2 * 2].reshape(-1, 2)]


def same(ours, theirs):
    assert (ours.n_events, ours.n_found, ours.n_false_alarms) == (theirs.refTrue, theirs.tp, theirs.fp)
    for own, other in (("sensitivity",) * 2, ("precision",) * 2, ("f1",) * 2, ("false_alarms_per_day", "fpRate")):
        np.testing.assert_allclose(getattr(ours, own), getattr(theirs, other), rtol=1e-12)


@pytest.mark.parametrize("seed", range(60))
def test_events_are_those_of_timescoring(seed):
    rng = np.random.default_rng(seed)
    duration = float(rng.integers(600, 40000)) / 10
    truth, found = (drawn_events(rng, duration, rng.integers(0, 14)) for _ in range(2))
    rules = [(30, 60, 0, 300, 90), (0, 0, 0, 1e6, 0), (5, 2.5, 0.3, 60, 10), (30, 60, 0.9, 20, 0.05)][seed % 4]
    n = round(duration * 256)
    theirs = EventScoring(Annotation(truth, 256, n), Annotation(found, 256, n), EventScoring.Parameters(*rules[:5]))
    ours = event_scores(truth, found, duration, **dict(zip(RULES, rules, strict=True)))
    same(ours, theirs)
    assert [tuple(one) for one in ours.events] == theirs.ref.events
    assert [tuple(one) for one in ours.predictions] == theirs.hyp.events


@pytest.mark.parametrize("seed", range(12))
def test_events_of_labels_are_those_of_timescoring(seed):
    rng = np.random.default_rng(seed)
    labels = [np.repeat(rng.random(80) < 0.25, rng.integers(1, 400, 80))[:12000] for _ in range(2)]
    n = min(map(len, labels)) // 10 * 10
    truth, found = (one[:n] for one in labels)
    theirs = EventScoring(Annotation(truth, 10), Annotation(found, 10))
    names = np.array(["bckg", "sz"])
    scores = state_scores(names[truth.astype(int)], names[found.astype(int)], sfreq=10, event_classes=["sz"], classes=["bckg", "sz"])
    same(scores.events["sz"], theirs)


def test_presets_are_those_of_timescoring():
    theirs = EventScoring.Parameters()
    ours = event_scores.__kwdefaults__
    assert [ours[one] for one in RULES] == [theirs.toleranceStart, theirs.toleranceEnd, theirs.minOverlap,
                                           theirs.maxEventDuration, theirs.minDurationBetweenEvents]  # fmt: skip


def drawn_labels(seed, n=400, classes=4):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, classes, n)
    found = np.where(rng.random(n) < 0.6, truth, rng.integers(0, classes, n))
    return truth, found, rng.dirichlet(np.ones(classes), n)


@pytest.mark.parametrize("seed", range(5))
def test_scores_of_labels_are_those_of_scikit_learn(seed):
    truth, found, probabilities = drawn_labels(seed)
    scores = state_scores(truth, found, probabilities)
    pairs = (
        (scores.kappa, cohen_kappa_score(truth, found)),
        (scores.macro_f1, f1_score(truth, found, average="macro")),
        (scores.balanced_accuracy, balanced_accuracy_score(truth, found)),
        (scores.log_loss, log_loss(truth, probabilities)),
        (scores.precision, precision_score(truth, found, average=None)),
        (scores.f1, f1_score(truth, found, average=None)),
    )
    for ours, theirs in pairs:
        np.testing.assert_allclose(ours, theirs, rtol=1e-12)


def test_persons_and_unlabelled_samples():
    truth, found, _ = drawn_labels(7)
    recordings = np.repeat(["a", "b", "c", "d"], 100)
    persons = np.repeat(["one", "two", "one", "three"], 100)
    hidden = np.where(np.arange(400) % 7 == 0, -1, truth)
    scores = state_scores(hidden, found, recordings=recordings, persons=persons, unlabelled=-1)
    known = hidden >= 0
    assert list(scores.persons) == ["one", "two", "three"]
    for person, one in scores.persons.items():
        chosen = known & (persons == person)
        np.testing.assert_allclose(one.kappa, cohen_kappa_score(truth[chosen], found[chosen]), rtol=1e-12)
    assert np.isnan(scores.log_loss)


def test_intervals_hold_the_score_and_repeat():
    truth, found, probabilities = drawn_labels(3, n=3000)
    recordings = np.repeat(np.arange(30), 100)
    one, again = (state_scores(truth, found, probabilities, recordings=recordings, intervals="persons", n_resamples=300,
                               n_jobs=jobs) for jobs in (1, 2))  # fmt: skip
    assert one.intervals == again.intervals
    assert one.n_blocks == 30
    for name in ("kappa", "macro_f1", "log_loss"):
        low, high = one.intervals[name]
        assert low < getattr(one, name) < high
    # Independent samples: the interval of accuracy is about that of a binomial share.
    low, high = one.intervals["accuracy"]
    assert 0.6 < (high - low) / (2 * 1.96 * np.sqrt(one.accuracy * (1 - one.accuracy) / 3000)) < 1.5
    by_time = state_scores(truth, found, intervals="time", sfreq=10, interval_time=20, n_resamples=100)
    assert by_time.n_blocks == 15
    assert "log_loss" not in by_time.intervals


@pytest.mark.parametrize(
    "call",
    [
        lambda: event_scores([(1, 2, 3)], [], 10),
        lambda: event_scores([], [(1, 2)], "x"),
        lambda: state_scores([0, 1], [0, 1, 1]),
        lambda: state_scores([0, 1], [0, 2], classes=[0, 1]),
        lambda: state_scores([0, 1], [0, 1], [[1, 0]]),
        lambda: state_scores([0, 1], [0, 1], event_classes=[1]),
        lambda: state_scores([0, 1], [0, 1], minimum_gap=5),
        lambda: state_scores([0, 1], [0, 1], persons=["a", "b"]),
        lambda: state_scores([0, 1], [0, 1], recordings=[1, 2], persons=[np.nan] * 2),
        lambda: state_scores(["a", "b", None], ["a", "b", "b"]),
        lambda: state_scores([0.0, 1.0, 1.0], [0.0, 1.0, np.nan]),
        lambda: state_scores([0, 1], [0, 1], recordings=["a", None]),
    ],
)
def test_refuses(call):
    pytest.raises(BiotropyError, call)


def test_numbers_are_the_labels_of_a_file_that_are_so_written(pandas):
    truth, found, p = drawn_labels(5, classes=3)
    expected = state_scores(truth, found, p, classes=[0, 1, 2])
    whole, text, decimals = found.astype(float), found.astype(str), found.astype(float).astype(str)
    for true in (truth, truth.astype(float), truth.astype(object), np.array([*truth, None])[:-1]):
        for other in (text, text.astype(object), decimals):
            scores = state_scores(true, other)
            assert (scores.kappa, scores.classes) == (expected.kappa, sorted(set(other)))
            assert state_scores(other, true).kappa == pytest.approx(expected.kappa, rel=1e-12)
    frame = pandas.DataFrame(p, columns=["0", "1", "2"])
    for pair in ((truth.astype(float), whole), (truth, whole), (truth, text), (truth.astype(str), whole), (truth, found)):
        scores = state_scores(*pair, frame)
        assert (scores.log_loss, scores.kappa) == (expected.log_loss, expected.kappa)
        assert state_scores(*pair, p, classes=["0", "1", "2"]).log_loss == expected.log_loss
    marked = np.where(np.arange(truth.size) < 9, np.nan, truth)
    assert state_scores(marked, text, unlabelled=np.nan).kappa == state_scores(truth[9:], found[9:]).kappa
    assert state_scores([True, False], ["True", "False"]).accuracy == 1
    for labels in ([0, 1], [True, False]):
        pytest.raises(BiotropyError, state_scores, labels, ["W", "N1"])


def test_labels_without_a_class_are_known():
    assert state_scores([0, 1, 1, -1], [0, 1, 1, 0], unlabelled=-1).accuracy == 1.0
    assert state_scores([0.0, 1.0, 1.0, np.nan], [0.0, 1.0, 1.0, 0.0], unlabelled=np.nan).accuracy == 1.0
    pytest.raises(BiotropyError, state_scores, [0, 1, 1, -1], [0, 1, 1, 1], unlabelled="-1")
    pytest.raises(BiotropyError, lambda: state_scores(np.ma.masked_array([0, 1, 1, 0], [0, 0, 0, 1]), [0, 1, 1, 1]))
    pandas = pytest.importorskip("pandas")
    truth = pandas.Series([0, 1, 1, 0], index=[3, 4, 5, 6])
    pytest.raises(BiotropyError, state_scores, truth, truth[::-1])
    for name in ("recordings", "persons"):
        with pytest.raises(BiotropyError):
            state_scores(truth, truth, **{"recordings": truth.index, name: pandas.Series([1, 1, 2, 2], index=[6, 5, 4, 3])})


def test_columns_of_probabilities_have_the_order_that_they_say(xarray, pandas):
    truth, found, probabilities = drawn_labels(3)
    found, names = probabilities.argmax(axis=1), [2, 0, 1, *range(3, probabilities.shape[1])]
    expected = log_loss(truth, probabilities)
    turned = probabilities[:, names]
    as_text = [str(name) for name in names]
    labelled = xarray.DataArray(turned.T, dims=("class", "time"), coords={"class": as_text})
    for rows in (labelled, labelled.T, pandas.DataFrame(turned, columns=names), pandas.DataFrame(probabilities)):
        np.testing.assert_allclose(state_scores(truth, found, rows).log_loss, expected, rtol=1e-12)
    np.testing.assert_allclose(state_scores(truth, found, turned, classes=names).log_loss, expected, rtol=1e-12)
    assert state_scores(truth, found, labelled, classes=names).classes == names
    pytest.raises(BiotropyError, lambda: state_scores(truth, found, labelled, classes=sorted(names)))
    with pytest.warns(RuntimeWarning, match="y_pred has the class of the largest probability in .* 0, 1, 2"):
        state_scores(truth, found, turned)
    pytest.raises(BiotropyError, state_scores, truth % 2, found % 2, turned)
    halves = np.where(np.arange(truth.size)[:, None] == 5, 0.5, 1.0) * probabilities
    pytest.raises(BiotropyError, state_scores, truth, found, halves)
    hidden = np.where(np.arange(truth.size) == 5, -1, truth)
    assert np.isfinite(state_scores(hidden, found, halves, unlabelled=-1).log_loss)
