# SPDX-License-Identifier: Apache-2.0
import pickle

import numpy as np
import pytest
from conftest import assert_refused
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, GroupKFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import parametrize_with_checks

import biotropy
from biotropy.estimators import EntropyTransformer, PairwiseEntropy


# Rows of a few numbers are too short for templates: their features are NaN, with a warning.
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@parametrize_with_checks([EntropyTransformer(), EntropyTransformer(("apen", "fuzzyen"), nan_policy="omit"), PairwiseEntropy()])
def test_estimator_checks(estimator, check):
    check(estimator)


def test_features_are_the_measures(rng):
    X = rng.standard_normal((3, 2, 200))
    transformer = EntropyTransformer(measures=("sampen", "apen"), r=0.3).fit(X)
    features = transformer.transform(X)
    assert transformer.get_feature_names_out().tolist() == ["sampen_ch0", "sampen_ch1", "apen_ch0", "apen_ch1"]
    assert features[2, 1] == biotropy.sample_entropy(X[2, 1], r=0.3)
    assert features[0, 2] == biotropy.approximate_entropy(X[0, 0], r=0.3)
    pairs = PairwiseEntropy(diagonal=False).fit(X)
    assert pairs.get_feature_names_out().tolist() == ["cross-apen_ch0_ch1", "cross-apen_ch1_ch0"]
    matrices = biotropy.pairwise(X)
    assert np.array_equal(pairs.transform(X), np.stack([matrices[:, 0, 1], matrices[:, 1, 0]], axis=1))
    flat = PairwiseEntropy(n_channels=2).fit_transform(X.reshape(3, -1))
    assert np.array_equal(flat, matrices.reshape(3, -1))


def test_what_does_not_fit_is_refused(rng):
    X = rng.standard_normal((3, 2, 100))
    transformer = EntropyTransformer().fit(X)
    pytest.raises(ValueError, transformer.transform, X[:, :, :50])
    pytest.raises(ValueError, lambda: EntropyTransformer().fit(X[None]))
    pytest.raises(ValueError, lambda: EntropyTransformer("entropy").fit(X).transform(X))
    pytest.raises(ValueError, lambda: PairwiseEntropy(n_channels=3).fit(X.reshape(3, -1)))


@pytest.mark.parametrize("estimator", [EntropyTransformer(), PairwiseEntropy()], ids=str)
def test_a_data_array_of_another_number_of_axes_is_refused_as_an_array_is(rng, estimator, xarray):
    for shape, said in (((), "got scalar array"), ((100,), "Expected 2D array, got 1D array"), ((1, 2, 2, 100), "X has 4 axes")):
        samples = rng.standard_normal(shape)
        named = xarray.DataArray(samples, dims=("subject", "epoch", "electrode", "time")[4 - len(shape) :])
        for given in (samples, named, xarray.DataArray(samples)):
            pytest.raises(ValueError, estimator.fit, given)


def test_measures_may_be_an_array_of_names(rng):
    x = rng.standard_normal((3, 300))
    wanted = EntropyTransformer(["apen", "sampen"]).fit(x)
    found = EntropyTransformer(np.array(["apen", "sampen"])).fit(x)
    np.testing.assert_array_equal(found.transform(x), wanted.transform(x))
    assert found.get_feature_names_out().tolist() == wanted.get_feature_names_out().tolist()
    for wrong in (np.array(["apen", "apen"]), np.array([1, 2])):
        assert_refused(lambda: EntropyTransformer(wrong).fit(x))


def test_options_that_a_measure_does_not_have_are_refused_by_fit(rng):
    X = rng.standard_normal((3, 2, 100))
    for measures, options in (("permen", {"r": 0.2}), (("sampen", "permen"), {"fuzzy_power": 2}), ("apen", {"membership": "exponential"})):
        (name,) = options
        pytest.raises(biotropy.BiotropyError, lambda: EntropyTransformer(measures, **options).fit(X))
    for estimator in (EntropyTransformer(m=[1, 2]), PairwiseEntropy(r=[0.1, 0.2]), EntropyTransformer(None), EntropyTransformer(bads="x")):
        assert_refused(lambda one=estimator: one.fit(X))


def test_an_option_is_for_the_measures_that_have_it(rng):
    X = rng.standard_normal((3, 2, 100))
    both = EntropyTransformer(("sampen", "permen"), r=0.3, m=3, normalise=True).fit_transform(X)
    alone = [EntropyTransformer("sampen", r=0.3, m=3), EntropyTransformer("permen", m=3, normalise=True)]
    np.testing.assert_array_equal(both, np.hstack([one.fit_transform(X) for one in alone]))


@pytest.mark.parametrize("estimator", [EntropyTransformer(), PairwiseEntropy()], ids=str)
def test_missing_samples_name_the_option(rng, estimator):
    X = rng.standard_normal((3, 2, 100))
    X[1, 0, 5] = np.nan
    assert_refused(lambda: estimator.fit(X))
    assert np.isfinite(clone(estimator).set_params(nan_policy="omit").fit_transform(X)).all()


@pytest.mark.parametrize("diagonal", ["no", 0, None])
def test_words_are_no_flags(rng, diagonal):
    assert_refused(lambda: PairwiseEntropy(diagonal=diagonal).fit(rng.standard_normal((3, 2, 100))))


def test_pipelines_grids_and_groups(rng):
    n = 24
    y = np.arange(n) % 2
    smooth = np.cumsum(rng.standard_normal((n, 300)), axis=1)
    X = np.where(y[:, None] == 1, smooth, rng.standard_normal((n, 300)))
    pipeline = make_pipeline(EntropyTransformer(), LogisticRegression())
    groups = np.repeat(np.arange(6), 4)
    assert cross_val_score(pipeline, X, y, groups=groups, cv=GroupKFold(3)).mean() == 1.0
    search = GridSearchCV(pipeline, {"entropytransformer__r": [0.1, 0.2]}, cv=3).fit(X, y)
    again = pickle.loads(pickle.dumps(search.best_estimator_))
    assert np.array_equal(again.predict(X), search.predict(X))


@pytest.mark.parametrize("estimator", [EntropyTransformer(("apen", "sampen"), r=0.3), PairwiseEntropy(diagonal=False)], ids=str)
def test_pickled_and_cloned_transformers_give_the_same_bits(rng, estimator):
    X = rng.standard_normal((4, 3, 200))
    fitted = clone(estimator).fit(X)
    again = pickle.loads(pickle.dumps(fitted))
    assert np.array_equal(again.transform(X), fitted.transform(X))
    assert again.get_feature_names_out().tolist() == fitted.get_feature_names_out().tolist()
    assert pickle.loads(pickle.dumps(estimator)).get_params() == estimator.get_params() == clone(fitted).get_params()


def test_matrices_in_pipelines_grids_and_groups(rng):
    """Two classes that differ in the coupling of their channels."""
    n = 24
    y = np.arange(n) % 2
    X = rng.standard_normal((n, 2, 200))
    X[y == 1, 1] = X[y == 1, 0] + 0.1 * X[y == 1, 1]
    pipeline = make_pipeline(PairwiseEntropy("cross-sampen", diagonal=False), LogisticRegression())
    groups = np.repeat(np.arange(6), 4)
    assert cross_val_score(pipeline, X, y, groups=groups, cv=GroupKFold(3)).mean() > 0.9
    grid = {"pairwiseentropy__m": [1, 2], "pairwiseentropy__measure": ["cross-apen", "cross-sampen"]}
    search = GridSearchCV(pipeline, grid, cv=GroupKFold(3)).fit(X, y, groups=groups)
    assert search.best_score_ > 0.9
    assert np.array_equal(pickle.loads(pickle.dumps(search)).predict(X), search.predict(X))


@pytest.mark.parametrize("made", [EntropyTransformer, PairwiseEntropy])
def test_epochs_in_another_unit_than_was_fitted_are_refused_with_an_absolute_tolerance(rng, made, xarray):
    data = xarray.DataArray(rng.normal(size=(4, 2, 300)), dims=("epoch", "channel", "time"), coords={"channel": ["Fz", "Cz"]})
    in_uv, in_mv = (data.assign_coords(unit=("channel", [unit, unit])) for unit in ("uV", "mV"))
    fitted = made(r=0.2, r_unit="absolute").fit(in_uv)
    wanted = fitted.transform(data)
    np.testing.assert_array_equal(fitted.transform(in_uv), wanted)
    assert_refused(lambda: fitted.transform(in_mv))
    made(r=0.2).fit(in_uv).transform(in_mv)
    made(r=0.2, r_unit="absolute").fit(data).transform(in_mv)
