# SPDX-License-Identifier: Apache-2.0
"""Classifiers for persons that they were not trained on, and warnings about them."""

import pickle
import warnings

import numpy as np
import pytest
from conftest import assert_refused, silent, warned

from biotropy.errors import InvalidInput, UnfamiliarRecording
from biotropy.states import SICAMM

STATES = np.repeat(np.tile(["rest", "task"], 12), 250)


def made(rng):
    """Laplace sources whose scales and means differ between the states."""
    task = (STATES == "task")[:, None]
    sources = rng.laplace(size=(len(STATES), 3)) * np.where(task, [1, 2, 1], [2, 1, 1]) + np.where(task, 1, -1)
    return sources @ np.array([[1, 0.4, 0.1], [0.2, 1, 0.3], [0.1, 0.2, 1]]).T


@pytest.fixture(scope="module")
def model():
    return SICAMM(bandwidth="silverman").fit(made(np.random.default_rng(1)), STATES)


@pytest.fixture(scope="module")
def person():
    return made(np.random.default_rng(2)) * [0.4, 3, 2] + [5, -3, 0]


def silent_score(model, samples):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UnfamiliarRecording)
        return model.score(samples, STATES)


def test_without_labels(model, person):
    possible = model.score(made(np.random.default_rng(2)), STATES)
    assert silent_score(model, person) < possible - 0.2
    with silent():
        adapted = model.adapt(person)
        assert adapted.score(person, STATES) > possible - 0.01
    told = adapted.adaptation_
    assert told["adopted"] and told["reason"] == "" and told["vectors"] == len(person) and told["labelled"] == 0
    assert told["log_likelihood"][0] < told["log_likelihood"][1]
    assert set(told["shares"]) == {"rest", "task"}
    assert not hasattr(model, "adaptation_")
    assert np.array_equal(adapted.predict_proba(person), model.adapt(person).predict_proba(person))
    again = pickle.loads(pickle.dumps(adapted))
    assert np.array_equal(again.predict_proba(person), adapted.predict_proba(person))


def test_few_labels(model, person):
    few = np.where(np.arange(len(STATES)) % 250 < 10, STATES, "?")
    adapted = model.adapt(person, few, unlabelled="?")
    assert adapted.adaptation_["labelled"] == 240
    assert adapted.adaptation_["log_loss"][1] < adapted.adaptation_["log_loss"][0]
    assert adapted.score(person, STATES) > 0.9


def test_the_bits_are_those_of_the_program(model, person, program, tmp_path, pandas):
    samples, person = (pandas.DataFrame(x, columns=["a", "b", "c"]) for x in (made(np.random.default_rng(1)), person))
    named = SICAMM(bandwidth="silverman", sfreq=100).fit(samples, STATES)
    named.save(tmp_path / "model.nc")
    person.to_csv(tmp_path / "person.csv", index=False)
    call = [tmp_path / "person.csv", "--rate", 100, "--model", tmp_path / "model.nc", "--events", "none"]
    program("states", "adapt", *call, "-o", tmp_path / "new.nc")
    ours, theirs = named.adapt(person), SICAMM.load(tmp_path / "new.nc")
    assert np.array_equal(ours.unmixing_, theirs.unmixing_)
    assert np.array_equal(ours.bias_, theirs.bias_)


@pytest.mark.parametrize("labels", [np.array([3, 10]), np.array([3.0, 10.0]), np.array([False, True]), np.array(["3", "10"])])
def test_labels_of_a_file_are_found_as_they_are_written(person, tmp_path, labels):
    classes = (STATES == "task").astype(int)
    y = labels[classes]
    fitted = SICAMM(bandwidth="silverman").fit(made(np.random.default_rng(1)), y)
    fitted.save(tmp_path / "model.nc")
    loaded = SICAMM.load(tmp_path / "model.nc")
    assert all(isinstance(name, str) for name in loaded.classes_.tolist())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UnfamiliarRecording)
        whole = [y.astype(int), y.astype(int).astype(object)] if labels.dtype.kind == "f" else []
        for given in (y, y.tolist(), y.astype(object), *whole):
            assert loaded.score(person, given) == fitted.score(person, y)
    if labels.dtype.kind == "i":
        adapted = loaded.adapt(person, y)
        assert np.array_equal(adapted.predict_proba(person), fitted.adapt(person, y).predict_proba(person))
        assert adapted.adaptation_["labelled"] == len(y)
        few = np.where(np.arange(len(y)) % 250 < 10, y, np.nan)
        assert loaded.adapt(person, few, unlabelled=np.nan).adaptation_["labelled"] == 240
        assert_refused(lambda: loaded.adapt(person, np.where(y == 3, 4, y)))
        pytest.raises(ValueError, loaded.score, person, few)


def test_labels_that_are_no_class_are_refused(model, person, tmp_path):
    numbers = (STATES == "task").astype(int)
    model.save(tmp_path / "model.nc")
    numbered = SICAMM(bandwidth="silverman").fit(made(np.random.default_rng(1)), numbers)
    for call in (model.score, model.adapt, SICAMM.load(tmp_path / "model.nc").score):
        for given in (numbers, numbers.astype(object), numbers.astype(float)):
            assert_refused(lambda: call(person, given))
    for given, label in ((STATES, "rest"), (numbers * 2, "2"), (np.where(numbers, 1, -1), "-1")):
        assert_refused(lambda: numbered.score(person, given))


def test_a_classifier_that_fits_stays(model):
    same = made(np.random.default_rng(3))
    with warned("model_kept"):
        adapted = model.adapt(same)
    assert not adapted.adaptation_["adopted"]
    assert np.array_equal(adapted.predict_proba(same), model.predict_proba(same))


def test_features_are_adapted():
    rng = np.random.default_rng(5)
    loud = np.where((STATES == "task")[:, None], [1, 3], [3, 1])
    samples, other = (loud * rng.normal(size=(len(STATES), 2)) * gain for gain in (1, 20))
    model = SICAMM(features="bands", bands=[(5, 20), (20, 40)], window=0.5, hop=0.1, sfreq=100, bandwidth="silverman")
    model.fit(samples, STATES)
    adapted = model.adapt(other)
    assert adapted.adaptation_["adopted"]
    assert silent_score(model, other) < 0.7 < model.score(samples, STATES) - 0.05 < adapted.score(other, STATES)


def test_missing_samples(model, person):
    holed = person.copy()
    holed[::50, 1] = np.nan
    assert model.adapt(holed).adaptation_["missing"] == len(holed[::50])
    assert model.adapt(np.ma.masked_invalid(holed)).adaptation_["missing"] == len(holed[::50])


@pytest.mark.parametrize(
    "change",
    [
        lambda x: (x, np.where(STATES == "task", "nap", STATES)),
        lambda x: (x, STATES[:-1]),
        lambda x: (x * [1, 0, 1],),
    ],
)
def test_what_cannot_be_adapted(model, person, change):
    pytest.raises(InvalidInput, lambda: model.adapt(*change(person)))


@pytest.mark.parametrize("method", ["predict", "predict_proba", "score_samples"])
def test_unfamiliar_recordings_are_said_once_for_each_call(model, person, method):
    known = made(np.random.default_rng(2))
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        getattr(model, method)(known)
        assert said == []
        getattr(model, method)(person)
        assert [one.category for one in said] == [UnfamiliarRecording]
        assert said[0].filename == __file__
        several = np.repeat([0, 1, 2], 2000)
        getattr(model, method)(np.vstack([known[:2000], person[:2000], person[:2000]]), recordings=several)
    assert len(said) == 2
    assert str(said[1].message).startswith("recording 2: ")
    assert str(said[1].message).endswith("; so it is with the recordings 3")
