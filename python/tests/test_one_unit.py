# SPDX-License-Identifier: Apache-2.0
"""One number for all channels, such as an absolute r, needs one unit of them all."""

import numpy as np
import pytest
from conftest import assert_refused

import biotropy
from biotropy.estimators import EntropyTransformer

xarray = pytest.importorskip("xarray")


def test_an_absolute_tolerance_is_for_channels_of_one_unit(rng):
    coords = {"channel": ["Fz", "T", "Cz"], "unit": ("channel", ["uV", "C", "\u00b5V"])}
    data = xarray.DataArray(rng.normal(size=(3, 300)), dims=("channel", "time"), coords=coords)
    absolute = {"r": 0.5, "r_unit": "absolute"}
    for function in (
        biotropy.sample_entropy,
        biotropy.multivariate_sample_entropy,
        biotropy.pairwise,
        lambda x, **one: biotropy.multiscale_entropy(x, 2, **one),
        lambda x, **one: biotropy.sliding_entropy(x, window=100, step=100, **one),
        lambda x, **one: EntropyTransformer(**one).fit(x),
    ):
        assert_refused(lambda: function(data, **absolute))
        function(data.sel(channel=["Fz", "Cz"]), **absolute)
        function(data, r=0.2)
    assert_refused(lambda: biotropy.cross_sample_entropy(data.sel(channel="T"), data.sel(channel="Cz"), **absolute))
    assert_refused(lambda: biotropy.fuzzy_entropy(data, convention="entropyhub"))  # where r of fuzzy entropy is absolute
    assert_refused(lambda: biotropy.count_matches(data.sel(channel="T"), data.sel(channel="Cz"), r=0.5))


def test_an_absolute_tolerance_is_for_intervals_of_one_unit(rng):
    rr = 0.8 + 0.05 * rng.normal(size=200)
    in_s, in_ms = biotropy.clean_rr(rr), biotropy.clean_rr(1000 * rr)
    assert_refused(lambda: biotropy.cross_sample_entropy(in_s, in_ms, r=0.02, r_unit="absolute"))
    biotropy.cross_sample_entropy(in_s, in_ms, r=0.2)


def test_a_tolerance_with_a_unit_is_a_number_in_that_of_the_samples(rng):
    samples = rng.normal(size=(2, 300))
    known = biotropy.pairwise(samples, r=0.5, r_unit="absolute")
    labelled = xarray.DataArray(samples, dims=("channel", "time"), coords={"unit": ("channel", ["mV", "millivolts"])})
    for r in ("0.5 mV", "500 uV", "500µV", "5e-4 V"):
        assert np.array_equal(biotropy.pairwise(labelled, r=r), known)
    assert np.array_equal(biotropy.sample_entropy(labelled, r="500 uV"), biotropy.sample_entropy(samples, r=0.5, r_unit="absolute"))
    mne = pytest.importorskip("mne")
    raw = mne.io.RawArray(samples * 1e-3, mne.create_info(2, 100.0, "eeg"), verbose="ERROR")
    assert np.allclose(biotropy.pairwise(raw, r="500 uV"), known, rtol=1e-6)
    for data, options in (
        (samples, {"r": "500 uV"}),
        (labelled, {"r": "500 nT"}),
        (labelled, {"r": "500 uV", "r_unit": "sd"}),
        (labelled, {"r": "much"}),
    ):
        assert_refused(lambda: biotropy.pairwise(data, **options))
