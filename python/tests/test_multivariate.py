# SPDX-License-Identifier: Apache-2.0
"""Measures of all channels together, and of all epochs."""

import numpy as np
import pytest
from conftest import warned

import biotropy
from biotropy.estimators import EntropyTransformer, PairwiseEntropy


def composite(x, m, tau, extended):
    """Rows are the delay vectors of length m, or those in which one channel has one sample more."""
    n = x.shape[1] - max(np.multiply(m, tau))
    return np.array([[x[k, i + s * tau[k]] for k in range(len(m)) for s in range(m[k] + (k == extended))] for i in range(n)])


def share(vectors, r):
    """Share of the pairs of different vectors that match."""
    near = np.abs(vectors[:, np.newaxis] - vectors).max(axis=2) <= r
    n = len(vectors)
    return (near.sum() - n) / (n * (n - 1))


def naive(x, m, tau, r, approach="full"):
    longer = [composite(x, m, tau, k) for k in range(len(m))]
    at_m1 = share(np.vstack(longer), r) if approach == "full" else np.mean([share(one, r) for one in longer])
    return -np.log(at_m1 / share(composite(x, m, tau, None), r))


def z_scored(x):
    return (x - x.mean(axis=-1, keepdims=True)) / x.std(axis=-1, ddof=1, keepdims=True)


@pytest.fixture
def x():
    return np.random.default_rng(1).normal(size=(3, 2, 120)).cumsum(axis=-1)


@pytest.mark.parametrize("approach", ["full", "naive"])
def test_the_value_is_that_of_the_equations(x, approach):
    values = biotropy.multivariate_sample_entropy(x, r=0.15, approach=approach)
    assert values.shape == (3,)
    expected = [naive(z_scored(one), [2, 2], [1, 1], 0.3, approach) for one in x]
    np.testing.assert_allclose(values, expected, rtol=1e-12)


def test_every_channel_has_its_own_m_and_tau(x):
    own = {"channel_m": (1, 3), "channel_tau": [2, 1]}
    value = biotropy.multivariate_sample_entropy(x[0], r=0.15, **own)
    np.testing.assert_allclose(value, naive(z_scored(x[0]), [1, 3], [2, 1], 0.3), rtol=1e-12)
    assert biotropy.multivariate_sample_entropy(x[0], r=0.15, channel_m="1,3", channel_tau="2,1") == value
    pytest.raises(biotropy.BiotropyError, biotropy.multivariate_sample_entropy, x[0], channel_m=(1, 3, 2))
    pytest.raises(biotropy.BiotropyError, biotropy.multivariate_sample_entropy, x[0, 0])


def test_curves(x):
    curve = biotropy.multivariate_multiscale_entropy(x, 2, r=0.15, full_output=True)
    assert curve.value.shape == (3, 2)
    halves = z_scored(x).reshape(3, 2, 60, 2).mean(axis=-1)
    np.testing.assert_allclose(curve.value[:, 1], [naive(one, [2, 2], [1, 1], 0.3) for one in halves], rtol=1e-12)
    assert biotropy.multivariate_fuzzy_entropy(x).shape == (3,)


def counts(x, r):
    """Pairs i < j of templates that match at m = 2 and at 3."""
    def matching(length):
        vectors = np.array([x[i : i + length] for i in range(len(x) - 2)])
        near = np.abs(vectors[:, np.newaxis] - vectors).max(axis=2) <= r
        return (near.sum() - len(vectors)) // 2

    return np.array([matching(2), matching(3)])


def test_counts_of_epochs_are_pooled(x):
    result = biotropy.sample_entropy(x, pool_epochs="recording", full_output=True)
    for channel in range(2):
        r = 0.2 * x[:, channel].std(ddof=1)
        b, a = sum(counts(one, r) for one in x[:, channel])
        assert (result.matches_m[channel], result.matches_m1[channel]) == (b, a)
        assert result.value[channel] == pytest.approx(np.log(b / a), rel=1e-14)
    own = biotropy.sample_entropy(x, pool_epochs="epoch", full_output=True)
    b, a = sum(counts(one, 0.2 * one.std(ddof=1)) for one in x[:, 0])
    assert (own.matches_m[0], own.matches_m1[0]) == (b, a)
    assert biotropy.multiscale_entropy(x, 3, pool_epochs="recording").shape == (2, 3)
    assert np.ndim(biotropy.multivariate_sample_entropy(x, r=0.15, pool_epochs="epoch")) == 0
    assert biotropy.pairwise(x, "cross-sampen", pool_epochs="recording").shape == (2, 2)


def test_epochs_that_are_left_out_of_pooled_counts_are_said(x):
    holed = x.copy()
    holed[1, 0, 5] = np.nan
    for given in ({"pool_epochs": "recording"}, {"pool_epochs": "epoch"}):
        kept = biotropy.sample_entropy(np.delete(x[:, :1], 1, axis=0), **given)
        with warned("epochs_left_out"):
            assert np.array_equal(biotropy.sample_entropy(holed[:, :1], **given), kept)
        with warned("epochs_left_out"):
            assert np.array_equal(biotropy.multiscale_entropy(holed[:, :1], [1], **given)[:, 0], kept)
        with warned("epochs_left_out"):
            found = biotropy.pairwise(holed, "cross-sampen", output="dict", **given)
        assert found["valid_epochs"].tolist() == [[len(x) - 1, len(x) - 1], [len(x) - 1, len(x)]]
        with warned("epochs_left_out"):
            found = biotropy.multiscale_pairwise(holed, [1], output="dict", **given)
        assert found["valid_epochs"][:, :, 0].tolist() == [[len(x) - 1, len(x) - 1], [len(x) - 1, len(x)]]


def test_pooling_needs_epochs(x):
    pytest.raises(biotropy.BiotropyError, biotropy.sample_entropy, x[0], pool_epochs="epoch")
    for transformer in (EntropyTransformer(pool_epochs="epoch"), PairwiseEntropy("cross-sampen", pool_epochs="epoch")):
        pytest.raises(biotropy.BiotropyError, transformer.fit, x)


@pytest.mark.parametrize("shape", [(0, 300), (2, 0, 300), (0, 2, 300)])
@pytest.mark.parametrize("function", [biotropy.multivariate_sample_entropy, biotropy.multivariate_multiscale_entropy])
def test_no_series_is_an_error(function, shape):
    pytest.raises(ValueError, lambda: function(np.zeros(shape)))
