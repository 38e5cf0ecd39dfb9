# SPDX-License-Identifier: Apache-2.0
import pickle

import numpy as np
import pytest
from conftest import assert_refused, warned
import sklearn
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV, GroupKFold, cross_val_score, cross_validate
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

from biotropy.states import SICAMM

SEQUENTIAL = "the classes are a Markov chain: what a sample is depends on the samples before it"
NOT_MET = {"check_methods_sample_order_invariance": SEQUENTIAL, "check_methods_subset_invariance": SEQUENTIAL}


# The checks train on a few dozen samples, which causes warnings.
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@parametrize_with_checks([SICAMM()], expected_failed_checks=lambda estimator: NOT_MET)
def test_estimator_checks(estimator, check):
    check(estimator)


@pytest.fixture
def problem(rng):
    """Two classes of the same covariance that change every 250 samples."""
    y = np.array(["rest", "task"])[np.arange(3000) // 250 % 2]
    mixing = np.array([[1.0, 0.4], [-0.3, 1.2]])
    X = rng.laplace(size=(3000, 2)) @ mixing.T + 1.5 * (y == "task")[:, None]
    return X, y


def test_training_and_its_attributes(problem):
    X, y = problem
    model = SICAMM().fit(X[:2000], y[:2000])
    assert model.score(X[2000:], y[2000:]) > 0.95
    assert model.classes_.tolist() == ["rest", "task"]
    assert model.unmixing_.shape == (2, 2, 2)
    assert model.bias_[1] == pytest.approx(X[:2000][y[:2000] == "task"].mean(axis=0))
    assert model.transitions_.sum(axis=1) == pytest.approx(1.0)
    assert model.predict_proba(X).sum(axis=1) == pytest.approx(1.0)
    assert model.score_samples(X).shape == (3000,)
    smoothed = SICAMM(decoder="smoother").fit(X[:2000], y[:2000])
    assert smoothed.score(X[2000:], y[2000:]) >= model.score(X[2000:], y[2000:])


@pytest.fixture
def amplitudes(rng):
    """Two classes that differ in amplitude alone."""
    y = np.array(["rest", "task"])[np.arange(4000) // 250 % 2]
    return rng.laplace(size=(4000, 4)) * np.where(y == "task", 1.5, 1.0)[:, None], y


def test_an_average_reference_is_projected_out(amplitudes):
    X, y = amplitudes
    referenced = X - X.mean(axis=1, keepdims=True)
    with warned("directions_left_out"):
        model = SICAMM().fit(referenced[:2000], y[:2000])
    assert model.rank_ == 3
    assert np.abs(model.null_space_) == pytest.approx(np.full((1, 4), 0.5))
    assert model.unmixing_.shape == (2, 3, 4)
    assert model.unmixing_.sum(axis=2) == pytest.approx(np.zeros((2, 3)), abs=1e-12)
    basis = np.linalg.svd(np.ones((1, 4)))[2][1:]
    by_hand = SICAMM().fit(referenced[:2000] @ basis.T, y[:2000])
    assert by_hand.rank_ == 3
    assert by_hand.null_space_.shape == (0, 3)
    expected = by_hand.score(referenced[2000:] @ basis.T, y[2000:])
    assert model.score(referenced[2000:], y[2000:]) == pytest.approx(expected, abs=0.005)
    # Samples with another reference are brought to that of the training, with a word.
    with warned("directions_ignored"):
        found = model.predict_proba(X[2000:])
    assert found == pytest.approx(model.predict_proba(referenced[2000:]), abs=1e-9)
    kept = pickle.loads(pickle.dumps(model))
    assert np.array_equal(kept.predict_proba(referenced[:100]), model.predict_proba(referenced[:100]))


def test_samples_without_all_directions_are_said(amplitudes):
    X, y = amplitudes
    model = SICAMM().fit(X, y)
    assert model.rank_ == 4
    flat = X.copy()
    flat[:, 2] = 0
    with warned("directions_missing", "unfamiliar"):
        model.predict(flat)
    assert_refused(lambda: SICAMM(rank_tolerance=2).fit(X, y), parameter="rank_tolerance")
    # A channel that is flat in one class is left out for both.
    flat[y == "task", 1] = 5
    flat[:, 2] = X[:, 2]
    with pytest.warns(RuntimeWarning, match="class 'task' varies in 3 of 4 directions .* without '1'"):
        assert SICAMM().fit(flat, y).rank_ == 3


def test_steps_are_the_filter_to_the_last_bit(problem):
    X, y = problem
    model = SICAMM().fit(X, y)
    posteriors = model.predict_proba(X[:200])
    assert np.array_equal(np.stack([model.step(x) for x in X[:200]]), posteriors)
    assert not np.array_equal(model.step(X[0]), posteriors[0])
    assert np.array_equal(model.reset().step(X[0]), posteriors[0])
    assert_refused(lambda: model.step(np.zeros(3)), "invalid_data")


@pytest.mark.parametrize("unlabelled", [None, "none"])
def test_missing_samples_are_left_out(problem, unlabelled, tmp_path):
    X, y = problem
    y = np.where(np.arange(len(y)) % 3 == 0, "none", y) if unlabelled else y
    missing = np.arange(len(y)) % 50 == 7
    holed = X.copy()
    holed[missing, 1] = np.nan
    # Masked samples have numbers behind the mask, which must not count.
    masked = np.ma.masked_array(np.where(missing[:, None], 1e3, X), mask=np.isnan(holed))
    model = SICAMM(unlabelled=unlabelled, beta=1.0).fit(holed, y)
    assert model.bias_[0] == pytest.approx(SICAMM(unlabelled=unlabelled, beta=1.0).fit(X, y).bias_[0], abs=0.2)
    again = SICAMM(unlabelled=unlabelled, beta=1.0).fit(masked.copy(), y)
    assert np.array_equal(again.unmixing_, model.unmixing_) and np.array_equal(again.bias_, model.bias_)
    posteriors = model.predict_proba(holed)
    assert np.array_equal(model.predict_proba(masked), posteriors) and np.isfinite(posteriors).all()
    assert np.array_equal([model.step(x) for x in holed], posteriors)
    assert (model.score_samples(holed)[missing] == 0).all()
    model.save(tmp_path / "model.nc")
    assert np.array_equal(SICAMM.load(tmp_path / "model.nc").predict_proba(holed), posteriors)


def test_recordings_do_not_follow_each_other(problem):
    X, y = problem
    recordings = np.arange(3000) // 250
    model = SICAMM().fit(X, y, recordings=recordings)
    assert np.all(np.diag(model.transitions_) > 0.995)
    assert np.array_equal(model.predict_proba(X, recordings=recordings)[250:500], model.predict_proba(X[250:500]))
    assert_refused(lambda: model.predict(X, recordings=np.arange(3000) % 2))
    assert_refused(lambda: model.predict(X, recordings=[1, 2, 3]))


def test_the_score_is_that_of_the_recordings(problem):
    X, y = problem
    recordings = np.arange(3000) // 250
    model = SICAMM().fit(X, y, recordings=recordings)
    hard = X + 4.0 * np.random.default_rng(5).standard_normal(X.shape)
    right = model.predict(hard, recordings=recordings) == y
    assert model.score(hard, y, recordings=recordings) == right.mean()
    assert model.score(hard, y) == (model.predict(hard) == y).mean() != right.mean()
    weights = np.where(y == 0, 3.0, 1.0)
    assert model.score(hard, y, weights, recordings) == pytest.approx(np.average(right, weights=weights))
    assert_refused(lambda: model.score(X, y, recordings=np.arange(3000) % 2))


def test_few_labels_are_enough(problem):
    X, y = problem
    partly = y.astype(object)
    partly[600:] = "?"
    assert SICAMM(unlabelled="?").fit(X, partly.astype(str)).score(X[600:], y[600:]) > 0.97


def test_what_learning_from_few_labels_has_no_use_for(problem):
    X, y = problem
    y = np.where(np.arange(len(y)) < 600, y, "none")
    for unused in ({"method": "jade"}, {"refine": True}, {"n_folds": 3}, {"tol": 1e-3}):
        assert_refused(lambda: SICAMM(unlabelled="none", **unused).fit(X, y), parameter=next(iter(unused)))


def test_only_the_fixed_lag_decoder_has_a_lag(problem):
    X, y = problem
    model = SICAMM(decoder="fixed-lag", lag=10).fit(X, y)
    assert model.predict(X).shape == y.shape
    for use in (model.predict, model.predict_proba, model.score_samples):
        for decoder in ("filter", "smoother", "viterbi"):
            assert_refused(lambda: model.set_params(decoder=decoder) and use(X), parameter="lag")


def test_a_pickled_model_gives_the_same_bits(problem, tmp_path):
    X, y = problem
    model = SICAMM().fit(X, y)
    again = pickle.loads(pickle.dumps(model))
    assert np.array_equal(again.predict_proba(X), model.predict_proba(X))
    model.save(tmp_path / "model.nc")
    assert (tmp_path / "model.nc").stat().st_size > 0
    assert pickle.loads(pickle.dumps(SICAMM(lag=3))).lag == 3


def test_cross_validation_by_recordings(problem):
    X, y = problem
    pipeline = make_pipeline(StandardScaler(), SICAMM())
    assert cross_val_score(pipeline, X, y, groups=np.arange(3000) // 500, cv=GroupKFold(3)).min() > 0.9


def test_a_grid_over_groups_and_a_pickled_search(problem):
    X, y = problem
    pipeline = make_pipeline(StandardScaler(), SICAMM(beta=1.0))
    grid = {"sicamm__method": ["fastica", "jade"], "sicamm__bandwidth": ["silverman"]}
    search = GridSearchCV(pipeline, grid, cv=GroupKFold(3)).fit(X, y, groups=np.arange(3000) // 500)
    assert search.best_score_ > 0.9
    again = pickle.loads(pickle.dumps(search))
    assert np.array_equal(again.predict_proba(X), search.predict_proba(X))


def test_recordings_are_routed_to_every_fold(problem):
    X, y = problem
    recordings = np.arange(3000) // 250
    with sklearn.config_context(enable_metadata_routing=True):
        model = SICAMM(bandwidth="silverman", beta=1.0).set_fit_request(recordings=True).set_score_request(recordings=True)
        params = {"recordings": recordings, "groups": recordings}
        found = cross_validate(model, X, y, cv=GroupKFold(3), params=params, return_estimator=True)
    # Each recording has one class, so there is no transition between classes.
    assert all(np.diag(one.transitions_).min() > 0.995 for one in found["estimator"])
    folds = GroupKFold(3).split(X, y, recordings)
    for one, score, (_, left_out) in zip(found["estimator"], found["test_score"], folds, strict=True):
        assert score == one.score(X[left_out], y[left_out], recordings=recordings[left_out])


def test_mistakes(problem):
    X, y = problem
    pytest.raises(NotFittedError, lambda: SICAMM().predict(X))
    with pytest.raises(ValueError, match="1 class"):
        SICAMM().fit(X, np.zeros(3000))
    for name, wrong in {"method": "pca", "beta": 2.0, "n_folds": 1, "max_iter": -1, "smoothing": "x", "tol": 2.0}.items():
        assert_refused(lambda: SICAMM(**{name: wrong}).fit(X, y), parameter=name)
    model = SICAMM(decoder="guess").fit(X, y)
    assert_refused(lambda: model.predict(X), parameter="decoder")
    with pytest.raises(ValueError, match="features"):
        SICAMM().fit(X, y).predict(X[:, :1])


def test_samples_are_those_of_the_model(problem):
    X, y = problem
    model = SICAMM().fit(X, y)
    drawn, classes = model.sample(20_000)
    assert (drawn.shape, classes.shape) == ((20_000, 2), (20_000,))
    assert set(classes) == {"rest", "task"}
    for name in ("rest", "task"):
        own, learnt = drawn[classes == name], X[y == name]
        assert own.mean(axis=0) == pytest.approx(learnt.mean(axis=0), abs=0.15)
        assert np.cov(own.T) == pytest.approx(np.cov(learnt.T), rel=0.15, abs=0.1)
    changes = np.mean(classes[1:] != classes[:-1])
    assert changes == pytest.approx(1 - np.diag(model.transitions_).mean(), abs=0.004)
    assert model.score(drawn, classes) > 0.95


def test_samples_depend_on_the_seed(problem):
    model = SICAMM().fit(*problem)
    X, y = model.sample(50)
    assert all(map(np.array_equal, (X, y), model.sample(50, random_state=1)))
    assert not np.array_equal(X, model.sample(50, random_state=2)[0])
    assert all(map(np.array_equal, (X, y), pickle.loads(pickle.dumps(model)).sample(50)))
    assert model.sample()[0].shape == (1, 2)


def test_samples_that_cannot_be_drawn(problem):
    pytest.raises(NotFittedError, lambda: SICAMM().sample())
    model = SICAMM().fit(*problem)
    for arguments in ((0,), (1.5,), (True,), (1, -1)):
        assert_refused(lambda: model.sample(*arguments))


def test_a_subclass_has_parameters_of_its_own():
    class Named(SICAMM):
        def __init__(self, name="", beta=1.0):
            super().__init__(beta=beta)
            self.name = name

    assert Named("a", 2.0).get_params() == {"name": "a", "beta": 2.0}
