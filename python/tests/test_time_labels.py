# SPDX-License-Identifier: Apache-2.0
"""Labels of samples in time that are right though their steps are not equal, and faults among such labels."""

import numpy as np
import pytest

import biotropy
from biotropy.errors import InvalidInput

pandas = pytest.importorskip("pandas")
xarray = pytest.importorskip("xarray")


def beats(sd, n=300):
    rr = 0.8 + sd * np.random.default_rng(0).standard_normal(n)
    rr[n // 2] = 1.3
    return rr


@pytest.mark.parametrize("sd", [0.04, 0.004])
def test_times_of_beats_may_have_a_long_interval(sd):
    rr = beats(sd)
    times = np.cumsum(rr)
    stamps = pandas.Timestamp("2026-01-01") + pandas.to_timedelta(times, unit="s")
    wanted = biotropy.sample_entropy(rr)
    indexes = [times, times - rr, np.round(times, 3), times * 1000, stamps, stamps.tz_localize("Europe/Madrid")]
    for index in indexes:
        assert biotropy.sample_entropy(pandas.Series(rr, index=index)) == wanted
        assert biotropy.clean_rr(pandas.Series(rr, index=index)).rr.tolist() == biotropy.clean_rr(rr).rr.tolist()
    in_ms = pandas.Series((rr * 1000).round().astype(int), index=stamps)
    assert biotropy.sample_entropy(in_ms) == biotropy.sample_entropy(in_ms.values)
    assert biotropy.sample_entropy(xarray.DataArray(rr, dims="beat", coords={"time": ("beat", times)})) == wanted


def test_intervals_before_cleaning_may_have_pauses_and_not_go_back():
    rr = beats(0.004)
    series = pandas.Series(rr, index=np.cumsum(rr)).drop(np.cumsum(rr)[40:60])
    with pytest.raises(InvalidInput, match="samples are missing there"):
        biotropy.sample_entropy(series)
    assert biotropy.clean_rr(series).rr.tolist() == biotropy.clean_rr(series.values).rr.tolist()
    with pytest.raises(InvalidInput, match="x: its index goes back"):
        biotropy.clean_rr(series[::-1])


def test_equal_steps_have_gaps_though_values_are_equal_too():
    index = np.delete(np.arange(310), np.arange(100, 110)) * 0.004
    for values in (np.full(300, 0.004), np.random.default_rng(0).normal(size=300)):
        with pytest.raises(InvalidInput, match="samples are missing there"):
            biotropy.sample_entropy(pandas.Series(values, index=index))
