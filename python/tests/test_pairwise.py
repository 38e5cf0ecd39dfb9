# SPDX-License-Identifier: Apache-2.0
import numpy as np
import pytest
from conftest import assert_refused

import biotropy


def test_entries_are_cross_entropies(rng):
    data = rng.standard_normal((2, 3, 150))
    values = biotropy.pairwise(data, m=1)
    assert values.shape == (2, 3, 3)
    for channel in range(3):
        for partner in range(3):
            expected = biotropy.cross_approximate_entropy(data[1, channel], data[1, partner], m=1)
            assert values[1, channel, partner] == pytest.approx(expected, abs=1e-13)
    assert np.array_equal(biotropy.pairwise(data[0], m=1), values[0])
    assert np.array_equal(biotropy.pairwise(data, m=1, average=True), values.sum(axis=0) / 2)
    symmetric = biotropy.pairwise(data, "cross-sampen", m=1)
    assert np.array_equal(symmetric, symmetric.transpose(0, 2, 1))


def test_a_flat_channel_is_nan_with_its_reason(rng):
    data = rng.standard_normal((2, 3, 100))
    data[1, 2] = 0.0
    result = biotropy.pairwise(data, m=1, output="dict")
    assert np.isnan(result["value"][1, 2]).all()
    assert np.isnan(result["value"][1, :, 2]).all()
    assert np.isfinite(result["value"][0]).all()
    assert result["valid_epochs"].tolist() == [[2, 2, 1], [2, 2, 1], [1, 1, 1]]
    assert "100 samples equal 0" in result["reason"][1, 2]


def test_the_first_pair_without_a_match_is_named(rng):
    data = np.stack([rng.standard_normal(60), rng.standard_normal(60) ** 5])
    with pytest.warns(RuntimeWarning, match="channel Fz, partner Cz: "):
        biotropy.pairwise(data, "cross-sampen", m=8, r=0.1, ch_names=["Fz", "Cz"])


def test_words_are_no_flags(rng):
    assert_refused(lambda: biotropy.pairwise(rng.standard_normal((2, 60)), average="no"))


def test_xarray(rng, xarray):
    data = xarray.DataArray(rng.standard_normal((2, 3, 100)), dims=("epoch", "channel", "time"), coords={"channel": ["Fz", "Cz", "Pz"]})
    values = biotropy.pairwise(data, m=1, output="xarray")
    assert values.dims == ("epoch", "channel", "partner")
    fz_pz = values.sel(channel="Fz", partner="Pz")[1]
    assert float(fz_pz) == pytest.approx(biotropy.cross_approximate_entropy(data.values[1, 0], data.values[1, 2], m=1))
    univariate = biotropy.sample_entropy(data, axis="time")
    assert univariate.dims == ("epoch", "channel")
    assert univariate.sel(channel="Cz").shape == (2,)
    assert_refused(lambda: biotropy.sample_entropy(data, axis="times"))


@pytest.mark.parametrize("options", [
    {"measure": "sampen"}, {"measure": "coherence"}, {"output": "list"}, {"ch_names": ["a"]}, {"colour": 1}, {"m": 0}])  # fmt: skip
def test_parameters_are_checked(rng, options):
    pytest.raises(ValueError, lambda: biotropy.pairwise(rng.standard_normal((2, 50)), **options))


def test_shapes_are_checked(rng):
    for shape in ((50,), (2, 2, 2, 50)):
        assert_refused(lambda: biotropy.pairwise(rng.standard_normal(shape)))
