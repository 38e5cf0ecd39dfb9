# SPDX-License-Identifier: Apache-2.0
"""Permutation entropy from Python: values, results, arrays, features and curves. Other packages: test_peers.py."""

import math
from collections import Counter

import numpy as np
import pytest
from conftest import assert_refused, portable

import biotropy
from biotropy.estimators import EntropyTransformer


def naive(x, m=3, tau=1):
    templates = [tuple(np.argsort(x[i : i + m * tau : tau], kind="stable")) for i in range(len(x) - (m - 1) * tau)]
    return -sum(n / len(templates) * math.log(n / len(templates)) for n in Counter(templates).values())


@pytest.mark.parametrize(("m", "tau"), [(2, 1), (3, 1), (3, 4), (6, 2)])
def test_values_from_the_definition(m, tau):
    for x in (portable(1, 800), np.round(4 * portable(2, 800))):
        assert biotropy.permutation_entropy(x, m, tau=tau) == pytest.approx(naive(x, m, tau), abs=1e-12)


def test_example_of_bandt_and_pompe():
    x = [4, 7, 9, 10, 6, 11, 3]
    assert biotropy.permutation_entropy(x, 2, base="2") == pytest.approx(0.918, abs=5e-4)
    result = biotropy.permutation_entropy(x, base="2", full_output=True)
    assert result.value == pytest.approx(1.522, abs=5e-4)
    assert (result.templates_m, result.patterns, result.matches_m, result.reason) == (5, 3, 0, None)


def test_options():
    x = np.round(4 * portable(3, 500))
    plain = biotropy.permutation_entropy(x)
    assert biotropy.permutation_entropy(x, normalise=True) == pytest.approx(plain / math.log(6), abs=1e-14)
    assert biotropy.permutation_entropy(x, ties="equal") > plain
    assert biotropy.permutation_entropy(x, weighted=True) != plain
    gap = np.where(np.arange(500) == 100, np.nan, x)
    assert biotropy.permutation_entropy(gap, nan_policy="omit", full_output=True).templates_m == 498 - 3
    for wrong in ({"ties": "first"}, {"weighted": 2}, {"m": 13}, {"m": 1}, {"base": "2", "normalise": True}):
        assert_refused(lambda: biotropy.permutation_entropy(x, **wrong), parameter=next(iter(wrong)))
    for option in ("r", "theiler", "boundary"):
        pytest.raises(TypeError, biotropy.permutation_entropy, x, **{option: 1})


def test_many_series_features_and_scales():
    epochs = np.stack([portable(seed, 300) for seed in range(6)]).reshape(3, 2, 300)
    values = biotropy.permutation_entropy(epochs, n_jobs=2)
    assert values.shape == (3, 2)
    assert values[1, 1] == biotropy.permutation_entropy(epochs[1, 1])
    features = EntropyTransformer(("sampen", "permen")).fit_transform(epochs)
    assert np.array_equal(features[:, 2:], values)
    assert np.array_equal(features[:, :2], biotropy.sample_entropy(epochs))
    assert EntropyTransformer("permen", m=4, normalise=True).fit_transform(epochs).max() <= 1.0
    curve = biotropy.multiscale_entropy(epochs[0, 0], [1, 3], measure="permen")
    assert curve[0] == values[0, 0]
    assert curve[1] == pytest.approx(naive(epochs[0, 0].reshape(-1, 3).mean(axis=1)), abs=1e-12)


def test_labelled_results_name_their_unit(xarray):
    x = xarray.DataArray(np.stack([portable(1, 200), portable(2, 200)]), dims=("channel", "time"))
    found = biotropy.permutation_entropy(x, normalise=True)
    assert (found.attrs["title"], found.attrs["units"], found.attrs["m"]) == ("PermEn", "1", 3)
    assert biotropy.permutation_entropy(x, base="2").attrs["units"] == "bit"


def test_labelled_results_go_into_files(tmp_path, xarray):
    x = xarray.DataArray(np.stack([portable(1, 200), portable(2, 200)]), dims=("channel", "time"))
    calls = [
        lambda: biotropy.permutation_entropy(x, weighted=True),
        lambda: biotropy.sliding_entropy(x, "permen", weighted=True, window=100, step=50),
        lambda: biotropy.multiscale_entropy(x, 2, measure="permen", weighted=True),
    ]
    for call in calls:
        found = call()
        found.to_netcdf(tmp_path / "values.nc")
        with xarray.open_dataarray(tmp_path / "values.nc") as read:
            assert (read.attrs["weighted"], read.attrs["normalise"]) == ("true", "false")
            np.testing.assert_array_equal(read, found)
