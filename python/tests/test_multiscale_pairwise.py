# SPDX-License-Identifier: Apache-2.0
import numpy as np
import pytest
from conftest import assert_refused

import biotropy


def coarse(x, scale, start=0):
    n = (len(x) - start) // scale
    return x[start : start + n * scale].reshape(n, scale).mean(axis=1)


def z_scored(x):
    return (x - x.mean()) / x.std(ddof=1)


@pytest.mark.parametrize("measure", ["cross-sampen", "cross-apen", "cross-fuzzyen"])
def test_a_scale_is_the_measure_of_both_coarse_grained_series(rng, measure):
    data = rng.standard_normal((2, 3, 240))
    function = {"cross-sampen": biotropy.cross_sample_entropy, "cross-apen": biotropy.cross_approximate_entropy,
                "cross-fuzzyen": biotropy.cross_fuzzy_entropy}[measure]  # fmt: skip
    values = biotropy.multiscale_pairwise(data, [1, 3], measure, r=0.4)
    assert values.shape == (2, 3, 3, 2)
    assert np.array_equal(values[..., 0], biotropy.pairwise(data, measure, m=2, r=0.4))
    u, v = (coarse(z_scored(one), 3) for one in (data[1, 0], data[1, 2]))
    assert values[1, 0, 2, 1] == pytest.approx(function(u, v, r=0.4, r_unit="absolute"), abs=1e-10)
    of_scale = biotropy.multiscale_pairwise(data, [3], measure, r=0.4, tolerance_of="scale")
    assert of_scale[1, 0, 2, 0] == pytest.approx(function(coarse(data[1, 0], 3), coarse(data[1, 2], 3), r=0.4), abs=1e-10)
    composite = biotropy.multiscale_pairwise(data[1], [3], measure, r=0.4, method="cmse")
    starts = [[coarse(z_scored(data[1, c]), 3, start) for c in (0, 2)] for start in range(3)]
    mean = np.mean([function(*pair, r=0.4, r_unit="absolute") for pair in starts])
    assert composite[0, 2, 0] == pytest.approx(mean, abs=1e-10)


def test_everything_else_is_in_the_dict(rng):
    data = rng.standard_normal((4, 2, 120))
    whole = biotropy.multiscale_pairwise(data, 3, r=0.5, output="dict", surrogates=19)
    assert whole["coords"]["scale"].tolist() == [1, 2, 3]
    assert whole["samples"].tolist() == [120, 60, 40]
    assert whole["value"].shape == whole["matches_m1"].shape == (4, 2, 2, 3)
    assert whole["templates_m"].shape == (4, 2, 3)
    assert np.array_equal(whole["complexity_index"], whole["value"].sum(axis=-1))
    assert whole["p_upper"].shape == (4, 2, 2, 3)
    mean = biotropy.multiscale_pairwise(data, 3, r=0.5, average=True)
    assert np.array_equal(mean, whole["mean_value"])
    pooled = biotropy.multiscale_pairwise(data, 3, r=0.5, pool_epochs="recording")
    assert pooled.shape == (2, 2, 3)
    assert np.isfinite(pooled).all()


def test_xarray(rng):
    pytest.importorskip("xarray")
    values = biotropy.multiscale_pairwise(
        rng.standard_normal((2, 150)), [2, 4], output="xarray", ch_names=["Fz", "Cz"], method="rcmse", r=0.5
    )
    assert values.dims == ("channel", "partner", "scale")
    assert np.isfinite(values.sel(channel="Fz", partner="Cz", scale=4).item())
    assert values.attrs["method"] == "rcmse"
    assert values.attrs["tolerance_of"] == "original"


def test_a_scale_that_is_too_short_has_a_reason(rng):
    with pytest.warns(RuntimeWarning, match="9 of 18 values are not finite; scale 50, channel b: "):
        biotropy.multiscale_pairwise(rng.standard_normal((3, 100)), [1, 50], r=1.0, ch_names=["b", "c", "d"])


@pytest.mark.parametrize(("options", "parameter"), [
    ({"measure": "sampen"}, "measure"), ({"measure": "cross-apen", "method": "rcmse"}, "method"), ({"scales": 0}, "scales"),
    ({"output": "mne"}, "output")])  # fmt: skip
def test_parameters_are_checked(rng, options, parameter):
    assert_refused(lambda: biotropy.multiscale_pairwise(rng.standard_normal((2, 50)), **options), parameter=parameter)
