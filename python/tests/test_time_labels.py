# SPDX-License-Identifier: Apache-2.0
"""Labels of samples in time that are right though their steps are not equal, and faults among such labels."""

from datetime import datetime, timedelta

import numpy as np
import pytest
from conftest import assert_refused, refused, silent

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
    assert_refused(lambda: biotropy.sample_entropy(series), "missing_values")
    with_gap = np.insert(series.values, 40, np.nan)
    assert biotropy.sample_entropy(series, nan_policy="omit") == biotropy.sample_entropy(with_gap, nan_policy="omit")
    np.testing.assert_array_equal(biotropy.clean_rr(series).rr, with_gap)
    assert_refused(lambda: biotropy.clean_rr(series[::-1]), "invalid_data")


def test_equal_steps_have_gaps_though_values_are_equal_too():
    index = np.delete(np.arange(310), np.arange(100, 110)) * 0.004
    for values in (np.full(300, 0.004), np.random.default_rng(0).normal(size=300)):
        assert_refused(lambda: biotropy.sample_entropy(pandas.Series(values, index=index)), "missing_values")


ROUNDED = {
    **{f"ms of {rate} Hz": np.round(np.arange(2000) * 1000 / rate).astype(int) for rate in (700, 1024, 1200, 2048, 5000, 30000)},
    "seconds of 512 Hz": np.round(np.arange(2000) / 512, 3),
    "seconds of 2048 Hz": np.round(np.arange(2000) / 2048, 3),
    "seconds since 1970": 1.7e9 + np.round(np.arange(2000) / 1200, 3),
    **{f"seconds since 1970 of {rate} Hz": np.round(1.7e9 + np.arange(2000) / rate, 3) for rate in (300, 360, 512)},
    "truncated": np.floor(np.arange(2000) * 1000 / 1024 + 0.7).astype(int),
    "single precision": (40000 + np.arange(2000) / 250).astype("f4"),
    "single precision in double": (80000 + np.arange(2000) / 250).astype("f4").astype("f8"),
}


@pytest.mark.parametrize("kind", ROUNDED)
def test_labels_may_be_rounded(kind):
    noise, labels = np.random.default_rng(0).normal(size=2000), ROUNDED[kind]
    for given in (pandas.Series(noise, labels), xarray.DataArray(noise, dims="time", coords={"time": labels})):
        assert biotropy.sample_entropy(given) == biotropy.sample_entropy(noise)


def test_faults_at_places_without_a_rule_are_no_rounding():
    rng = np.random.default_rng(0)
    noise = rng.normal(size=1900)
    kept = {
        "missing at random": np.sort(rng.choice(2000, 1900, replace=False)),
        "one": np.delete(np.arange(1901), 950),
        "two": np.delete(np.arange(1902), [634, 1268]),
        "a row twice": np.sort(np.append(np.arange(1899), 700)),
    }
    unclear = {"twice at random": np.sort(rng.choice(2000, 1900)), "two channels": np.arange(1900) // 2}
    for what, numbers in {**kept, **unclear}.items():
        for index in (numbers, numbers * 0.004, pandas.to_timedelta(numbers * 4, unit="ms")):
            series = pandas.Series(noise, index=index, name=what)
            with pytest.raises(InvalidInput) if what in kept else pytest.warns(RuntimeWarning):
                biotropy.sample_entropy(series)


def trained():
    pytest.importorskip("sklearn")
    from biotropy.states import SICAMM

    y = np.repeat([0, 1, 0, 1], 500)
    X = np.random.default_rng(0).laplace(size=(2000, 2)) + 2 * y[:, None]
    return SICAMM(beta=1.0, sfreq=250.0).fit(X, y), X, y


def test_a_classifier_takes_times_in_single_precision():
    model, X, y = trained()
    data = xarray.DataArray(X, dims=("time", "channel"), coords={"time": ROUNDED["single precision"]}, attrs={"rate": 250.0})
    np.testing.assert_array_equal(type(model)(beta=1.0).fit(data, y).unmixing_, model.unmixing_)


def test_other_stamps_than_those_of_the_clock_say_nothing():
    noise, seconds = np.random.default_rng(0).normal(size=300), np.arange(300) * 600
    stamps = np.datetime64("2024-01-01") + seconds.astype("timedelta64[s]")
    day = ("time", stamps.astype("datetime64[D]"))
    data = xarray.DataArray(noise, dims="time", coords={"time": stamps, "day": day, "since": ("time", stamps - day[1])})
    without = data.drop_vars(["time", "since"])
    for given in (data, data.assign_coords(time=seconds), without, data.assign_coords(t=("time", seconds % 60))):
        assert biotropy.sample_entropy(given) == biotropy.sample_entropy(noise)
    missing = np.delete(np.arange(310), np.arange(150, 160))
    for coords in ({"sample": np.arange(300), "time": ("sample", missing)}, {"seen": ("sample", missing.astype("timedelta64[s]"))}):
        with refused("missing_values"):
            biotropy.sample_entropy(xarray.DataArray(noise, dims="sample", coords=coords))


def test_levels_of_an_index_that_are_the_same_in_all_samples_say_nothing():
    noise, seconds = np.random.default_rng(0).normal(size=600), np.arange(300) * 0.004
    index = pandas.MultiIndex.from_product([["s1"], ["rest", "task"], seconds], names=["subject", "state", "time"])
    series = pandas.Series(noise, index=index)
    wanted = [biotropy.sample_entropy(noise[:300]), biotropy.sample_entropy(noise[300:])]
    assert series.groupby(level="state").apply(biotropy.sample_entropy).tolist() == wanted
    array = xarray.DataArray(noise, dims="sample", coords=xarray.Coordinates.from_pandas_multiindex(index, "sample"))
    assert biotropy.sample_entropy(array[:300]) == wanted[0]
    assert biotropy.sample_entropy(pandas.Series(noise[:300], index=index[[0] * 300])) == wanted[0]
    assert_refused(lambda: biotropy.sample_entropy(series))
    assert_refused(lambda: biotropy.sample_entropy(series[:300].drop(seconds[40:50], level="time")), "missing_values")


def test_a_missing_label_says_nothing():
    noise, seconds = np.random.default_rng(0).normal(size=300), np.arange(300) * 0.004
    labels = pandas.Index(np.where(np.arange(300) == 16, np.nan, seconds))
    durations = pandas.to_timedelta(labels, unit="s")
    stamps = pandas.Timestamp("2026-01-01") + durations
    numbers = [labels, labels.fillna(np.inf), pandas.Index(pandas.array(labels, dtype="Float64")), labels.astype(object)]
    kinds = [*numbers, durations, stamps, stamps.tz_localize("Asia/Tokyo"), stamps.astype(str)]
    with silent():
        for index in kinds:
            assert biotropy.sample_entropy(pandas.Series(noise, index=index)) == biotropy.sample_entropy(noise)
        none = pandas.Series(noise, index=np.full(300, np.nan))
        assert biotropy.sample_entropy(none) == biotropy.sample_entropy(noise)
        intervals = pandas.Series(0.8 + 0.01 * noise, index=stamps)
        assert len(biotropy.clean_rr(intervals)) == 300


PIECES = {
    **ROUNDED,
    "jitter": np.arange(2000) + 0.1 * np.random.default_rng(1).normal(size=2000),
    "stamps with jitter": pandas.to_datetime((np.arange(2000) + 0.1 * np.random.default_rng(1).normal(size=2000)) * 4, unit="ms"),
    "uneven": np.cumsum(np.random.default_rng(1).uniform(0.5, 2.0, size=2000)),
}


@pytest.mark.parametrize("kind", PIECES)
@pytest.mark.parametrize("size", [1, 2, 7, 200])
def test_pieces_are_taken_as_the_whole_is(kind, size):
    labels, n = PIECES[kind], 400
    series = pandas.Series(np.random.default_rng(0).normal(size=n), index=labels[:n])
    sliding = biotropy.SlidingEntropy(window=100, step=100)
    found = [sliding.push(series[at : at + size]).values for at in range(0, n, size)]
    wanted = biotropy.SlidingEntropy(window=100, step=100).push(series.values).values
    np.testing.assert_array_equal(np.concatenate(found), wanted)


def test_rows_with_jitter_are_classified_one_by_one():
    model, X, _ = trained()
    frame = pandas.DataFrame(X, index=PIECES["stamps with jitter"])
    wanted = model.predict_proba(X[:100])
    np.testing.assert_array_equal([model.step(row) for _, row in frame[:100].iterrows()], wanted)


@pytest.mark.parametrize("size", [1, 2, 7, 140])
def test_a_gap_between_pieces_is_found(size):
    x = np.random.default_rng(0).normal(size=500)
    rounded = [(20, ROUNDED[kind]) for kind in ("ms of 1024 Hz", "single precision")]
    for lost, index in ((1, np.arange(500)), (1, np.arange(500) * 0.004), *rounded):
        series, sliding = pandas.Series(x, index[:500]), biotropy.SlidingEntropy(window=100)
        for at in range(0, 280, size):
            sliding.push(series[at : at + size])
        late = at + size + lost
        for _ in range(2):
            assert_refused(lambda: sliding.push(series[late : late + size]), "missing_values")
        sliding.mark_gap()
        sliding.push(series[late : late + size])


def nearly(n=1000):
    """Times of 250 Hz, each made in another way."""
    stamps = pandas.date_range("2026-01-01", periods=n, freq="4ms")
    aware = stamps.tz_localize("UTC")
    return {
        "numbers": [np.arange(n) / 250, np.arange(n) * 0.004, np.linspace(0, (n - 1) / 250, n), (np.arange(n) / 250).astype("f4")],
        "late numbers": [40000 + np.arange(n) / 250, (40000 + np.arange(n) / 250).astype("f4")],
        "stamps": [stamps, stamps[0] + pandas.to_timedelta(np.arange(n) * 0.004, unit="s") + pandas.Timedelta(3, "ns")],
        "zones": [aware, aware.tz_convert("Europe/Madrid"), aware.tz_convert("Asia/Tokyo")],
        "durations": [pandas.to_timedelta(np.arange(n) * 4, unit="ms"), pandas.to_timedelta(np.arange(n) * 4_000_001, unit="ns")],
    }


@pytest.mark.parametrize("kind", nearly())
def test_times_that_differ_by_rounding_are_the_same(kind):
    x, y = np.random.default_rng(0).normal(size=(2, 1000))
    wanted = biotropy.cross_sample_entropy(x, y)
    first, *others = nearly()[kind]
    for other in others:
        for left, right in ((first, other), (other, first)):
            assert biotropy.cross_sample_entropy(pandas.Series(x, left), pandas.Series(y, right)) == wanted
        late = other.shift(1, freq="4ms") if hasattr(other, "shift") else (first + 0.02).astype(other.dtype)
        assert_refused(lambda: biotropy.cross_sample_entropy(pandas.Series(x, first), pandas.Series(y, late)))
        if kind != "zones":  # which xarray has none of
            arrays = [xarray.DataArray(one, dims="time", coords={"time": at}) for one, at in ((x, first), (y, other))]
            assert biotropy.cross_sample_entropy(*arrays) == wanted


def test_labels_are_the_same_within_half_a_step():
    x, y = np.random.default_rng(0).normal(size=(2, 300))
    numbers = np.arange(300) * 1000
    assert np.isfinite(biotropy.cross_sample_entropy(pandas.Series(x, numbers), pandas.Series(y, numbers + 400.0)))
    for index in (numbers + 600, numbers * 2):
        assert_refused(lambda: biotropy.cross_sample_entropy(pandas.Series(x, numbers), pandas.Series(y, index)))


def test_labels_of_a_classifier_may_be_rounded():
    model, X, y = trained()
    from biotropy.scores import state_scores

    times = np.arange(2000) / 250
    data = xarray.DataArray(X, dims=("time", "channel"), coords={"time": times})
    classes = xarray.DataArray(y, dims="time", coords={"time": np.arange(2000) * 0.004})
    np.testing.assert_array_equal(type(model)(beta=1.0).fit(data, classes).unmixing_, model.unmixing_)
    frame = pandas.DataFrame(X, index=times)
    series = pandas.Series(y, classes.time.values)
    np.testing.assert_array_equal(type(model)(beta=1.0).fit(frame, series).unmixing_, model.unmixing_)
    found, truth = pandas.Series(model.predict(X), classes.time.values), pandas.Series(y, times)
    assert state_scores(truth, found).kappa == state_scores(y, found.values).kappa


def test_a_prepared_signal_has_the_times_of_the_signal():
    stamps = np.datetime64("2026-01-01") + np.arange(3000) * np.timedelta64(4, "ms")
    noise = np.random.default_rng(0).normal(size=(2, 3000))
    for times in (np.arange(3000) / 250, stamps):
        coords = {"channel": ["Fz", "Cz"], "time": times, "block": ("time", np.arange(3000) // 500)}
        signal = xarray.DataArray(noise, dims=("channel", "time"), coords=coords, attrs={"rate": 250.0})
        part = signal.isel(time=slice(500, 2000))
        prepared = biotropy.prepare(part, notch=[50])
        assert prepared.indexes["time"].equals(part.indexes["time"]) and (prepared - part).shape == (2, 1500)
        assert prepared.block.equals(part.block)
        assert np.isfinite(biotropy.cross_sample_entropy(prepared.sel(channel="Fz"), part.sel(channel="Fz")))


def test_stamps_in_text_may_have_decimals_or_not():
    start, noise = datetime(2024, 1, 31, 10, 20), np.random.default_rng(0).normal(size=2000)
    whole = [(start + timedelta(seconds=at / 100)).isoformat() for at in range(2000)]  # every hundredth without decimals
    assert {len(text) for text in whole} == {19, 26}
    assert biotropy.sample_entropy(pandas.Series(noise, whole)) == biotropy.sample_entropy(noise)
    with refused("missing_values"):
        biotropy.sample_entropy(pandas.Series(noise[:1000], whole[:500] + whole[1500:]))


def test_labels_that_are_no_real_numbers_say_nothing():
    noise, complex_ones = np.random.default_rng(0).normal(size=300), np.arange(300) * 1j
    numbers = [2**64 + at for at in range(300)]
    series = [pandas.Series(noise, index=labels) for labels in (complex_ones, numbers, [str(one) for one in numbers])]
    for given in (*series, xarray.DataArray(noise, dims="time", coords={"time": complex_ones})):
        assert biotropy.sample_entropy(given) == biotropy.sample_entropy(noise)


def test_stamps_in_text_may_begin_with_the_day(capfd):
    start, noise = datetime(2024, 1, 31), np.random.default_rng(0).normal(size=300)
    index = [(start + timedelta(seconds=5 * at)).strftime("%d.%m.%Y %H:%M:%S") for at in range(400)]
    with silent():
        assert biotropy.sample_entropy(pandas.Series(noise, index[:300])) == biotropy.sample_entropy(noise)
        with refused("missing_values"):
            biotropy.sample_entropy(pandas.Series(noise, index[:100] + index[200:]))
    assert capfd.readouterr() == ("", "")


def test_steady_values_at_a_steady_rate_are_no_heartbeats(rng):
    values = np.round(97 + rng.normal(0, 0.8, 600))
    values[300:304] = 80, 62, 60, 75
    for saturation in (values, values / 97, 1000 * values / 97):
        frame = pandas.DataFrame({"SpO2": saturation}, index=pandas.to_timedelta(np.arange(600), unit="s"))
        assert np.array_equal(biotropy.sample_entropy(frame), [biotropy.sample_entropy(saturation)])
        assert biotropy.prepare(frame, band=(0, 0.2)).shape == (600, 1)


def test_epochs_and_trials_must_have_the_same_times(rng):
    first, second = (
        xarray.DataArray(rng.standard_normal((3, 200)), dims=(dim, "time"), coords={"time": ("time", np.arange(200) / rate, {"units": "s"})})
        for dim, rate in (("epoch", 100), ("trial", 200))
    )
    assert_refused(lambda: biotropy.cross_sample_entropy(first, second))
    expected = biotropy.cross_sample_entropy(first.values, second.values)
    assert np.array_equal(biotropy.cross_sample_entropy(first, second.values), expected)
    assert np.array_equal(biotropy.cross_sample_entropy(first.values, second), expected)


def test_numbers_of_rows_are_times_beside_other_numbers(rng):
    x, y = (pandas.Series(rng.standard_normal(300)) for _ in "xy")
    for first, second in ((x[:200], y[100:]), (x[100:], y[:200]), (x[50:250], y[100:])):
        assert_refused(lambda first=first, second=second: biotropy.cross_sample_entropy(first, second))
    assert biotropy.cross_sample_entropy(x[100:], y[100:]) == biotropy.cross_sample_entropy(x.values[100:], y.values[100:])


@pytest.mark.parametrize("rate", [250, 1000, 512 / 3, 50_000])
def test_the_rate_of_stamps_is_as_round_as_they_are(rate):
    index = pandas.Timestamp("2024-07-01") + pandas.to_timedelta(np.round(np.arange(2000) * 1e9 / rate), unit="ns")
    frame = pandas.DataFrame({"Fz": np.sin(np.arange(2000.0) ** 1.5)}, index=index)
    assert biotropy.prepare(frame, band=(0, rate / 4), output="xarray").attrs["rate"] == pytest.approx(rate, rel=1e-15 if rate % 10 == 0 else 1e-6)
