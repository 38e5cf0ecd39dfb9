# SPDX-License-Identifier: Apache-2.0
"""Sliding windows: every value is that of the measure on the samples of the window alone."""

import warnings
from functools import partial

import biotropy
import numpy as np
import pytest
from conftest import assert_refused, refused, warned

MEASURES = {
    "sampen": biotropy.sample_entropy,
    "apen": biotropy.approximate_entropy,
    "fuzzyen": biotropy.fuzzy_entropy,
    "permen": biotropy.permutation_entropy,
}
CROSS = {
    "cross-sampen": biotropy.cross_sample_entropy,
    "cross-apen": biotropy.cross_approximate_entropy,
    "cross-fuzzyen": biotropy.cross_fuzzy_entropy,
}
JOINT = {"mvsampen": biotropy.multivariate_sample_entropy, "mvfuzzyen": biotropy.multivariate_fuzzy_entropy}


def noise(*shape, seed=0):
    return np.random.default_rng(seed).standard_normal(shape)


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("step", [1, 40])
def test_every_window_is_measured_alone(measure, step):
    x = noise(2, 400)
    found = biotropy.sliding_entropy(x, measure, window=150, step=step)
    starts = np.arange(0, 400 - 150 + 1, step)
    expected = np.stack([MEASURES[measure](x[:, start : start + 150]) for start in starts], axis=1)
    np.testing.assert_array_equal(found, expected)


def test_windows_of_intervals_leave_out_their_gaps():
    rr = 0.8 + 0.05 * noise(300)
    rr[[60, 150, 240]] = 3.0
    cleaned = biotropy.clean_rr(rr)
    found = biotropy.sliding_entropy(cleaned, window=100, step=50)
    wanted = [biotropy.sample_entropy(cleaned.rr[i : i + 100], nan_policy="omit") for i in range(0, 201, 50)]
    np.testing.assert_array_equal(found, wanted)
    wide = np.repeat(cleaned.rr, 1 + np.isnan(cleaned.rr))  # as wide as the delay
    found = biotropy.sliding_entropy(cleaned, window=100, step=50, tau=2)
    wanted = [biotropy.sample_entropy(wide[i : i + 100], tau=2, nan_policy="omit") for i in range(0, len(wide) - 99, 50)]
    np.testing.assert_array_equal(found, wanted)
    assert_refused(lambda: biotropy.SlidingEntropy(window=100, tau=2, nan_policy="omit").push(cleaned))
    whole = biotropy.clean_rr(rr[:60])
    assert np.isfinite(biotropy.sliding_entropy(whole, "apen", window=50, step=5, tau=2)).all()


def test_pairs_and_tests_of_windows_are_those_of_epochs():
    x = noise(300, 3).T
    epochs = np.stack([x[:, start : start + 100] for start in (0, 80, 160)])
    options = {"m": 1, "r": 0.3}
    pairs = biotropy.sliding_entropy(x, "cross-sampen", window=100, step=80, output="xarray", **options)
    assert pairs.dims == ("channel", "partner", "time")
    assert np.array_equal(np.moveaxis(pairs.values, -1, 0), biotropy.pairwise(epochs, "cross-sampen", **options))
    tests = {"surrogates": 19, "surrogate_seed": 3, **options}
    for measure, alone in (("sampen", biotropy.sample_entropy), ("cross-apen", partial(biotropy.pairwise, measure="cross-apen"))):
        found = biotropy.sliding_entropy(x, measure, window=100, step=80, output="xarray", **tests)
        wanted = alone(epochs, output="xarray", **tests)
        for name in ("value", "surrogate_mean", "p", "q", "p_family"):
            assert np.array_equal(np.moveaxis(found[name].values, -1, 0), wanted[name].values, equal_nan=True), name
    found = biotropy.sliding_entropy(x, "cross-sampen", window=100, step=80, scales=[1, 2], output="xarray", **tests)
    wanted = biotropy.multiscale_pairwise(epochs, [1, 2], output="xarray", measure="cross-sampen", **tests)
    for name in ("value", "surrogate_mean", "p", "q", "p_family"):
        assert np.array_equal(np.moveaxis(found[name].values, -1, 0), wanted[name].values, equal_nan=True), name
    errors = biotropy.sliding_entropy(x, window=100, step=80, standard_error=True, **options)
    wanted = biotropy.sample_entropy(epochs, standard_error=True, **options)
    assert np.array_equal(errors["standard_error"], np.moveaxis(wanted.standard_error, 0, -1))
    for refused_option in ({"surrogates": 19}, {"standard_error": True}):
        stream = pytest.raises(biotropy.BiotropyError, biotropy.SlidingEntropy, "sampen", window=100, **refused_option)
        assert stream.value.parameter == next(iter(refused_option))
    several = np.stack([x, x[::-1] ** 3])
    found = biotropy.sliding_entropy(several, window=100, step=80, output="dict", **tests)
    wanted = biotropy.sample_entropy(np.concatenate([epochs, epochs[:, ::-1] ** 3]), output="dict", **tests)  # epochs in the order of time
    for name in ("value", "surrogate_mean", "p", "q", "p_family"):
        assert np.array_equal(found[name], np.moveaxis(wanted[name].reshape(2, 3, 3), 1, -1), equal_nan=True), name
    frame = biotropy.sliding_entropy(x, "sampen", window=100, step=80, output="pandas", **tests)
    assert {"value", "p"} <= set(frame.columns)
    pytest.raises(biotropy.BiotropyError, biotropy.sliding_entropy, x[0], "cross-sampen", window=100, step=80)


@pytest.mark.parametrize("measure", ["sampen", "cross-sampen", "mvsampen"])
@pytest.mark.parametrize("several", [{"m": [1, 2], "r": [0.2, 0.3]}, {"m": [2]}, {"r": [0.2]}])
def test_several_m_and_r_of_windows_are_those_of_epochs(measure, several):
    x = noise(2, 260, seed=4)
    x[1, 250] = np.nan
    epochs = np.stack([x[:, start : start + 100] for start in (0, 80, 160)])
    alone = {"sampen": biotropy.sample_entropy, "cross-sampen": partial(biotropy.pairwise, measure="cross-sampen"), **JOINT}[measure]
    with warned("not_finite"):
        found = biotropy.sliding_entropy(x, measure, window=100, step=80, output="xarray", **several)
        wanted = alone(epochs, output="xarray", **several)
    assert found.dims == (*wanted.dims[1:], "time")
    assert np.array_equal(np.moveaxis(found.values, -1, 0), wanted.values, equal_nan=True)
    for name, values in several.items():
        assert found[name].values.tolist() == values
    assert set(several).isdisjoint(found.attrs)
    assert np.array_equal(found.reason.values != "", np.moveaxis(wanted.reason.values != "", 0, -1))


@pytest.mark.parametrize("measure", JOINT)
@pytest.mark.parametrize(("step", "options"), [(1, {"m": 1}), (60, {"channel_m": "2,1,1", "channel_tau": "1,3,2", "r": 0.3})])
def test_all_channels_together_have_one_value_a_window(measure, step, options):
    x = noise(3, 200, seed=2)
    x[1, 195] = np.nan
    epochs = np.stack([x[:, start : start + 80] for start in range(0, 121, step)])
    with warned("not_finite"):
        found = biotropy.sliding_entropy(x, measure, window=80, step=step, **options)
        wanted = JOINT[measure](epochs, **options)
    np.testing.assert_array_equal(found, wanted)
    assert np.array_equal(np.isnan(found), np.isnan(epochs).any(axis=(1, 2)))
    tested, known = (
        function(output="dict", surrogates=9, surrogate_kind="shuffle", **options)
        for function in (partial(biotropy.sliding_entropy, x[:, :195], measure, window=80, step=60), partial(JOINT[measure], epochs[::60 // step][:2]))
    )
    for name in ("value", "surrogate_mean", "p"):
        np.testing.assert_array_equal(tested[name], known[name])
    for wrong in (x[0], epochs):
        assert_refused(lambda: biotropy.sliding_entropy(wrong, measure, window=40, step=40))


def test_windows_of_all_channels_are_those_of_the_program(program, tmp_path):
    x = noise(2, 500, seed=3)
    np.savetxt(tmp_path / "x.csv", x.T, delimiter=",", header="a,b", comments="", fmt="%.17g")
    program("entropy", tmp_path / "x.csv", "--measure", "mvsampen", "--epoch", "200", "--overlap", "0.5", "--output", tmp_path / "x.nc")
    wanted = biotropy.open_results(tmp_path / "x.nc")["value"].values[:, 0]
    np.testing.assert_array_equal(biotropy.sliding_entropy(x, "mvsampen", window=200, step=100), wanted)


@pytest.mark.parametrize(("measure", "dims"), [("sampen", ["channel"]), ("mvsampen", []), ("cross-sampen", ["channel", "partner"])])
def test_scales_of_windows_are_those_of_their_samples(measure, dims):
    x = np.random.default_rng(8).standard_normal((2, 700))
    curves = {"sampen": biotropy.multiscale_entropy, "mvsampen": biotropy.multivariate_multiscale_entropy}.get(measure, biotropy.multiscale_pairwise)
    found = biotropy.sliding_entropy(x, measure, window=300, step=200, scales=[1, 3], method="rcmse", output="xarray")
    assert found.dims == (*dims, "scale", "time")
    assert found.scale.values.tolist() == [1, 3]
    for window in range(3):
        own = curves(x[:, 200 * window : 200 * window + 300], scales=[1, 3], measure=measure, method="rcmse")
        assert np.array_equal(found.values[..., window], own)


@pytest.mark.parametrize(("measure", "options", "of_window"), [
    ("sampen", {}, biotropy.sample_entropy),
    ("sampen", {"scales": [1, 2]}, lambda x, **options: biotropy.multiscale_entropy(x, [1, 2], **options)),
    ("mvsampen", {}, biotropy.multivariate_sample_entropy),
    ("cross-sampen", {}, lambda x, **options: biotropy.pairwise(x, "cross-sampen", **options)),
])  # fmt: skip
def test_windows_over_all_epochs(rng, measure, options, of_window):
    epochs = rng.standard_normal((6, 2, 120))
    found = biotropy.sliding_entropy(epochs, measure, window=60, step=20, pool_epochs="recording", **options)
    for place, start in enumerate(range(0, 61, 20)):
        assert np.array_equal(found[..., place], of_window(epochs[..., start : start + 60], pool_epochs="recording"))


@pytest.mark.parametrize("pool", ["recording", "epoch"])
def test_an_epoch_with_a_missing_sample_counts_in_no_window(rng, pool):
    x, given = rng.standard_normal((5, 2, 200)), {"window": 60, "step": 50, "pool_epochs": pool}
    x[1, 0, 150] = np.nan
    with warned("epochs_left_out"):
        found = biotropy.sliding_entropy(x, **given)
    np.testing.assert_array_equal(found[0], biotropy.sliding_entropy(np.delete(x[:, :1], 1, axis=0), **given)[0])
    np.testing.assert_array_equal(found[1], biotropy.sliding_entropy(x[:, 1:], **given)[0])


def test_windows_in_seconds():
    x = noise(300)
    values = biotropy.sliding_entropy(x, window="1 s", step="0.2s", sfreq=100)
    assert np.array_equal(values, biotropy.sliding_entropy(x, window=100, step=20))
    live = biotropy.SlidingEntropy(window="1 s", step="0.2 s", sfreq=100)
    assert np.array_equal(live.push(x).values[:, 0], values)


def test_labelled_values_have_the_start_of_each_window(xarray):
    x = noise(2, 300)
    made = biotropy.sliding_entropy(x, window=100, step=50, sfreq=100, output="xarray")
    assert made.dims == ("channel", "time")
    np.testing.assert_allclose(made.time, [0.0, 0.5, 1.0, 1.5, 2.0])
    assert (made.attrs["window"], made.attrs["step"], made.attrs["m"]) == (100, 50, 2)
    named = xarray.DataArray(x, dims=("channel", "time"), coords={"channel": ["Fz", "Cz"], "time": 5 + np.arange(300) / 100})
    of_named = biotropy.sliding_entropy(named, window=100, step=50)
    np.testing.assert_allclose(of_named.time, [5.0, 5.5, 6.0, 6.5, 7.0])
    assert list(of_named.channel.values) == ["Fz", "Cz"]
    recording = xarray.DataArray(x, dims=("channel", "time"), attrs={"rate": 100.0})
    in_seconds = biotropy.sliding_entropy(recording, window="1 s", step="0.5 s")
    assert np.array_equal(in_seconds, made)
    assert np.array_equal(in_seconds.time, made.time)
    np.testing.assert_array_equal(of_named, made)


def test_windows_of_stacked_samples_have_the_times_of_their_level(xarray):
    times = ("time", 5 + np.arange(300) / 100, {"units": "s"})
    named = xarray.DataArray(noise(1, 300), dims=("epoch", "time"), coords={"epoch": [7], "time": times})
    wanted = biotropy.sliding_entropy(named[0], window=100, step=50)
    xarray.testing.assert_identical(biotropy.sliding_entropy(named.stack(s=("epoch", "time")), window=100, step=50),
                                    wanted.drop_vars("epoch"))  # fmt: skip


def test_a_rate_must_be_that_of_the_recording(xarray):
    x = noise(300)
    named = xarray.DataArray(x, dims="t", coords={"t": ("t", 5000 + np.arange(300) * 10.0, {"units": "ms"})})
    given = {"window": 100, "step": 50}
    np.testing.assert_allclose(biotropy.sliding_entropy(named, **given).time, [5000.0, 5500.0, 6000.0, 6500.0, 7000.0])
    np.testing.assert_allclose(biotropy.sliding_entropy(named, **given, sfreq=100).time, [5.0, 5.5, 6.0, 6.5, 7.0])
    assert_refused(lambda: biotropy.sliding_entropy(named, **given, sfreq=500), "invalid_data")
    assert_refused(lambda: biotropy.sliding_entropy(named.drop_vars("t").assign_attrs(rate=100.0), **given, sfreq=500))
    mne = pytest.importorskip("mne")
    raw = mne.io.RawArray(x[np.newaxis], mne.create_info(1, 100.0, "eeg"), verbose="ERROR")
    assert_refused(lambda: biotropy.sliding_entropy(raw, **given, sfreq=500))


def test_windows_of_stamps_keep_their_time_zone():
    pandas = pytest.importorskip("pandas")
    index = pandas.date_range("2024-07-01 09:00", periods=600, freq="10ms", tz="Europe/Madrid")
    frame = pandas.DataFrame({"Fz": noise(600)}, index=index)
    assert biotropy.sliding_entropy(frame, window=200, step=200).index.tolist() == index[:401:200].tolist()
    assert biotropy.prepare(frame, band=(1, 40)).index.equals(index)


def test_windows_behind_a_gap_have_the_times_of_their_labels(xarray):
    x, times = noise(2, 1003), np.concatenate([np.arange(500) / 100, [8, 11, 14], 20 + np.arange(500) / 100])
    x[:, 500:503] = np.nan  # as read_signals fills a gap
    signals = xarray.DataArray(x, dims=("channel", "time"), coords={"time": ("time", times, {"units": "s"})}, attrs={"rate": 100.0})
    with warned("not_finite"):
        by_rate = biotropy.sliding_entropy(signals, window=200, step=100, sfreq=100)
        np.testing.assert_array_equal(by_rate.time, biotropy.sliding_entropy(signals, window=200, step=100).time)
    np.testing.assert_allclose(by_rate.time, [0, 1, 2, 3, 4, 5 + 3, 20.97, 21.97, 22.97])
    sliding = biotropy.SlidingEntropy("sampen", window=200, step=100, n_channels=2, sfreq=100)
    assert_refused(lambda: sliding.push(signals), "missing_values")
    assert_refused(lambda: biotropy.SlidingEntropy("sampen", window=200, sfreq=100).push(signals[0]), "missing_values")
    assert sliding.push(signals, signals.time).times[3:].round(6).tolist() == [3, 20, 21, 22, 23]


def test_windows_over_a_gap_have_a_value_where_missing_samples_are_left_out(xarray):
    x, times = noise(2, 600), np.concatenate([np.arange(250) / 100, 20 + np.arange(350) / 100])
    signals = xarray.DataArray(x, dims=("channel", "time"), coords={"time": ("time", times, {"units": "s"})})
    given = {"window": 200, "step": 75, "tau": 3}
    found = biotropy.sliding_entropy(signals, **given, nan_policy="omit")
    filled = np.insert(x, [250] * 3, np.nan, axis=1)
    wanted = [biotropy.sample_entropy(filled[:, i : i + 200], tau=3, nan_policy="omit") for i in range(0, 404, 75)]
    np.testing.assert_array_equal(found, np.stack(wanted, axis=1))
    np.testing.assert_allclose(found.time, [0, 0.75, 1.5, 2.25, 20.47, 21.22])
    at_scales = biotropy.sliding_entropy(signals, **given, nan_policy="omit", scales=2)
    piece = signals.isel(time=slice(75, 274))  # and the gap
    np.testing.assert_array_equal(at_scales[..., 1], biotropy.multiscale_entropy(piece, 2, tau=3, nan_policy="omit"))
    with warned("not_finite"):
        without = biotropy.sliding_entropy(signals, **given)
    np.testing.assert_array_equal(np.isnan(without[0]), [i < 250 < i + 200 for i in range(0, 401, 75)])
    assert without.shape == found.shape


def test_windows_of_mne_have_times_and_names():
    mne, given = pytest.importorskip("mne"), {"window": 100, "step": 50, "output": "xarray"}
    pytest.importorskip("xarray")
    info = mne.create_info(["Fz", "EOG", "Pz"], 100.0, ["eeg", "eog", "eeg"])
    epochs = mne.EpochsArray(noise(4, 3, 250), info, tmin=-0.5, verbose="ERROR")
    raw = mne.io.RawArray(noise(3, 300), info, first_samp=777, verbose="ERROR")
    for data, times in ((epochs, [-0.5, 0, 0.5, 1]), (epochs.average(), [-0.5, 0, 0.5, 1]), (raw, [0, 0.5, 1, 1.5, 2])):
        for more in ({}, {"sfreq": 100}):
            found = biotropy.sliding_entropy(data, picks=["Pz", "Fz"], **given, **more)
            np.testing.assert_allclose(found.time, times, atol=1e-12)
            assert found.time.attrs["units"] == "s"
            assert found.channel.values.tolist() == ["Pz", "Fz"]
    assert found.sel(channel="Fz").values[1] == biotropy.sample_entropy(raw.get_data(["Fz"])[0, 50:150])
    assert biotropy.sliding_entropy(epochs, **given).dims == ("epoch", "channel", "time")


def test_a_missing_sample_takes_only_its_windows():
    x = noise(300)
    x[150] = np.nan
    with warned("not_finite"):
        found = biotropy.sliding_entropy(x, window=100, step=10)
    np.testing.assert_array_equal(np.isnan(found), [10 * i <= 150 < 10 * i + 100 for i in range(21)])
    assert np.isfinite(biotropy.sliding_entropy(x, window=100, step=10, nan_policy="omit")).all()


def test_pairs_whose_templates_have_no_match_come_with_a_warning():
    with warned("not_finite"):
        found = biotropy.sliding_entropy(noise(2, 60), "cross-sampen", window=30, step=30, r=1e-6)
    assert not np.isfinite(found[0, 1]).any()


@pytest.mark.parametrize(
    ("name", "wrong"),
    [("window", 0), ("window", 3), ("window", 301), ("step", 0), ("window", "1 s"), ("window", 1.5), ("window", True),
     ("measure", "mse"), ("sfreq", -1), ("output", "list"), ("r", -1)],
)  # fmt: skip
def test_mistakes_are_named(name, wrong):
    arguments = {"measure": "sampen", "window": 100, "step": 10, name: wrong}
    if wrong == 3:
        with warned("not_finite"):
            biotropy.sliding_entropy(noise(300), **arguments)
        return
    with refused() as error:
        biotropy.sliding_entropy(noise(300), **arguments)
    assert error.value.parameter in ("", name)


@pytest.mark.parametrize("measure", [*MEASURES, *CROSS])
def test_samples_as_they_come(measure):
    x = noise(260, 2, seed=1)
    sliding = biotropy.SlidingEntropy(measure, window=100, step=20, n_channels=2, sfreq=50)
    parts = [sliding.push(part) for part in np.array_split(x, 9)]
    times, values = (np.concatenate(column) for column in zip(*parts, strict=True))
    np.testing.assert_allclose(times, np.arange(9) * 20 / 50)
    for time, row in zip(times, values, strict=True):
        part = x[round(50 * time) : round(50 * time) + 100]
        for (first, second), value in zip(sliding.pairs, row, strict=True):
            function = MEASURES.get(measure) or CROSS[measure]
            args = (part[:, first],) if measure in MEASURES else (part[:, first], part[:, second])
            assert value == function(*args)


def test_a_gap_begins_anew():
    x = noise(200)
    sliding = biotropy.SlidingEntropy(window=50, step=10, sfreq=10)
    first = sliding.push(x[:80])
    sliding.mark_gap(lost=20)
    second = sliding.push(x[80:])
    assert (first.times.size, second.times[0], sliding.position) == (4, 10.0, 220)
    assert second.values[0, 0] == biotropy.sample_entropy(x[80:130])
    stamped = biotropy.SlidingEntropy(window=50, step=10, sfreq=10)
    stamped.push(x[:80], times=np.arange(80) / 10)
    again = stamped.push(x[80:], times=10 + np.arange(120) / 10)
    np.testing.assert_array_equal(again.values, second.values)


def test_stamps_of_another_rate():
    sliding = biotropy.SlidingEntropy(window=50, step=10, sfreq=100)
    with warned("rates_differ") as caught:
        assert not sliding.push(noise(500), times=np.arange(500) / 50).times.size
        sliding.push(noise(500), times=np.arange(500, 1000) / 50)
    assert len(caught) == 1


@pytest.mark.parametrize(("r", "expected"), [(1e3, 1), (1e-9, 1), (0.2, 0)])
def test_a_tolerance_in_another_unit_is_said_once_a_stream(r, expected):
    sliding = biotropy.SlidingEntropy(window=50, step=10, r=r, r_unit="absolute")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for _ in range(3):
            sliding.push(noise(200))
    assert len(caught) == expected
    assert all(f"r is {r:g}" in str(one.message) for one in caught)


def test_mistakes_of_live_samples():
    assert_refused(lambda: biotropy.SlidingEntropy(window=3), parameter="window")
    assert_refused(lambda: biotropy.SlidingEntropy("cross-apen", window=30), parameter="channels")
    sliding = biotropy.SlidingEntropy(window=30, n_channels=2)
    assert_refused(lambda: sliding.push(np.zeros(10)))
    assert_refused(lambda: sliding.push(np.zeros((2, 2)), times=[0.0]), "invalid_data")


def test_the_picture_has_a_line_for_each_channel():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    pytest.importorskip("xarray")
    from biotropy import plot

    made = biotropy.sliding_entropy(noise(2, 300), window=100, step=50, sfreq=100, output="xarray")
    ax = plot.time_course(made)
    assert [line.get_label() for line in ax.lines] == ["0", "1"]
    for line, values in zip(ax.lines, made.values, strict=True):
        np.testing.assert_array_equal(line.get_ydata(), values)
        np.testing.assert_array_equal(line.get_xdata(), made.time)
    assert ax.get_xlabel() == "start of the window (s)"
    live = biotropy.SlidingEntropy(window=100, step=50, sfreq=100).push(noise(300))
    np.testing.assert_array_equal(plot.time_course(live).lines[0].get_xdata(), live.times)
    pytest.raises(biotropy.BiotropyError, plot.time_course, made.values, times=[0, 1])


def test_a_stream_with_an_absolute_tolerance_stays_in_its_unit(rng, xarray):
    data = xarray.DataArray(rng.normal(size=(2, 300)), dims=("channel", "time"), coords={"channel": ["Fz", "Cz"]})
    in_uv, in_mv = (data.assign_coords(unit=("channel", [unit, unit])) for unit in ("uV", "mV"))
    for measure in ("sampen", "cross-sampen"):
        stream = biotropy.SlidingEntropy(measure, window=200, step=100, n_channels=2, r=0.2, r_unit="absolute")
        for accepted in (data, in_uv, data):
            stream.push(accepted)
        assert_refused(lambda: stream.push(in_mv))
        stream.push(in_uv)
    relative = biotropy.SlidingEntropy(window=200, n_channels=2)
    relative.push(in_uv)
    relative.push(in_mv)
