# SPDX-License-Identifier: Apache-2.0
"""Preparation of arrays: the same numbers as from the program."""

import numpy as np
import pytest
from conftest import assert_refused, refused, warned

import biotropy

RATE = 200.0
WAYS = [
    {"epoch": 250},
    {"band": (1, 40), "epoch": 250},
    {"band": (0.0, 30.0), "filter": "fir", "taps": 101, "epoch": 200, "overlap": 0.5},
    {"notch": [50], "notch_quality": 20, "epoch": 250},
    {"decimate": 2, "epoch": "1.5 s"},
    {"decimate": 2, "anti_alias": "fir", "epoch": 125},
    {"band": (2.0, 30.0), "order": 3, "notch": [25], "decimate": 2, "epoch": 125, "filter_each": "epoch"},
    {"band": (1, 40)},
]


def arguments(options):
    for name, value in options.items():
        yield "--" + name.replace("_", "-")
        yield from map(str, value) if isinstance(value, list | tuple) else [str(value)]


def test_what_lies_between_gaps_is_prepared_by_itself(rng):
    pandas = pytest.importorskip("pandas")
    x, times = rng.standard_normal((2, 1000)), np.arange(1000) / RATE
    times[600:] += 2
    frame = pandas.DataFrame(x.T, pandas.Index(times, name="time"), ["Fz", "Cz"])
    parts = [biotropy.prepare(part, RATE, band=(1, 40)) for part in (x[:, :600], x[:, 600:])]
    whole = biotropy.prepare(frame, RATE, band=(1, 40))
    assert np.array_equal(whole.to_numpy().T, np.concatenate(parts, axis=1))
    assert whole.index.tolist() == times.tolist()
    filled = pandas.concat([frame[:600], pandas.DataFrame(np.nan, [3.4, 3.8], frame.columns), frame[600:]]).rename_axis("time")
    pandas.testing.assert_frame_equal(biotropy.prepare(filled, RATE, band=(1, 40)), whole)
    with pytest.warns(biotropy.errors.BiotropyWarning, match="epoch 2"):
        epochs = biotropy.prepare(frame, RATE, band=(1, 40), epoch=250, output="xarray")
    assert np.array_equal(epochs.values[[0, 1, 3]], [parts[0][:, :250], parts[0][:, 250:500], parts[1][:, 150:400]])
    assert np.isnan(epochs.values[2]).all()
    assert epochs.onset.values.tolist() == pytest.approx([0, 1.25, 2.5, 5.75])
    with warned("not_finite"):
        cut, of_filled = (biotropy.prepare(one, RATE, epoch=250, output="xarray") for one in (frame, filled))
    np.testing.assert_array_equal(of_filled.values, cut.values)
    np.testing.assert_allclose(of_filled.onset, cut.onset)
    assert_refused(lambda: biotropy.prepare(frame, RATE, decimate=2))


@pytest.mark.parametrize("options", WAYS, ids=str)
def test_numbers_are_those_of_the_program(rng, tmp_path, program, options):
    data = np.cumsum(rng.standard_normal((3, 1100)), axis=1)
    np.savetxt(tmp_path / "x.csv", data.T, delimiter=",", header="a,b,c", comments="", fmt="%.17g")
    out = tmp_path / "out.nc"
    program("cross", tmp_path / "x.csv", "--rate", RATE, "-m", "1", "-o", out, "--quiet", *arguments(options))
    expected = biotropy.open_results(out)["value"].values
    prepared = biotropy.prepare(data, RATE, **options)
    found = biotropy.pairwise(prepared, m=1)
    assert np.array_equal(found, expected.reshape(found.shape))


def test_shapes(rng):
    data = rng.standard_normal((3, 1030))
    assert biotropy.prepare(data).shape == (3, 1030)
    assert np.array_equal(biotropy.prepare(data, epoch=500), data[:, :1000].reshape(3, 2, 500).transpose(1, 0, 2))
    assert biotropy.prepare(data[0], RATE, decimate=2, epoch=100).shape == (5, 100)
    assert np.array_equal(biotropy.prepare(data[0], RATE, band=(1, 40)), biotropy.prepare(data, RATE, band=(1, 40), n_jobs=2)[0])


def test_labels(rng, xarray):
    data = xarray.DataArray(
        rng.standard_normal((1030, 2)), dims=("time", "channel"), coords={"channel": ["Fz", "Cz"]}, attrs={"rate": RATE}
    )
    epochs = biotropy.prepare(data, band=(1, 40), decimate=2, epoch=100)
    assert epochs.dims == ("epoch", "channel", "time")
    assert epochs.channel.values.tolist() == ["Fz", "Cz"]
    assert epochs.attrs["rate"] == 100.0
    assert epochs.onset.values.tolist() == [0.0, 1.0, 2.0, 3.0, 4.0]
    assert epochs.time.values[1] == 0.01
    assert np.array_equal(epochs.values, biotropy.prepare(data.values.T, RATE, band=(1, 40), decimate=2, epoch=100))
    assert biotropy.prepare(data.sel(channel="Cz"), epoch=100).dims == ("epoch", "time")


def recorded(rng, times, **attributes):
    xarray = pytest.importorskip("xarray")
    coords = {"time": ("time", times, {key: attributes.pop(key) for key in ("units",) if key in attributes})}
    return xarray.DataArray(rng.standard_normal((2, len(times))), dims=("channel", "time"), coords=coords, attrs=attributes)


def test_a_rate_that_is_that_of_before_is_refused(rng):
    data = recorded(rng, np.arange(3000) / 500, rate=500.0)
    changed = [
        data.isel(time=slice(None, None, 2)),
        data.interp(time=np.arange(0, 5.9, 1 / 250)),
        data.coarsen(time=2).mean(keep_attrs=True),
    ]
    for one in changed:
        assert one.attrs["rate"] == 500.0
        for given in ({}, {"sfreq": 500}):
            assert_refused(lambda: biotropy.prepare(one, band=(1, 40), **given), "invalid_data")
        assert_refused(lambda: biotropy.prepare(one, 250, band=(1, 40)))
        del one.attrs["rate"]
        assert np.array_equal(biotropy.prepare(one, 250, band=(1, 40)), biotropy.prepare(one.values, 250, band=(1, 40)))


STAMPS = np.datetime64("2026-01-01") + np.arange(800) * np.timedelta64(2, "ms")


@pytest.mark.parametrize(("times", "attributes"), [
    (np.arange(800) * 0.002, {}), (np.arange(800) * 2, {"units": "ms"}), (np.arange(800) * 2000.0, {"units": "us"}),
    (np.arange(800), {}), (np.arange(800), {"units": "samples"}), (STAMPS, {}), (STAMPS - STAMPS[0], {})])  # fmt: skip
def test_coordinates_of_every_unit_fit(rng, times, attributes):
    data = recorded(rng, times, rate=500, **attributes)
    for notch in ([50], (50.0,), np.array([50.0]), 50, np.float32(50)):
        assert np.array_equal(biotropy.prepare(data, notch=notch), biotropy.prepare(data.values, 500, notch=[50]))
    if times.dtype.kind == "f":
        assert_refused(lambda: biotropy.prepare(data.assign_attrs(rate=490), notch=[50]), "invalid_data")


def test_epochs_begin_where_their_labels_say(rng):
    data = recorded(rng, np.arange(3000) / 500, rate=500.0)
    part = data.sel(time=slice(2, 5))
    epochs = biotropy.prepare(part, band=(1, 40), epoch=500)
    assert epochs.onset.values.tolist() == [2.0, 3.0, 4.0]
    assert epochs.time.values[1] == 0.002
    whole = biotropy.prepare(part, band=(1, 40), decimate=2)
    assert (whole.time.values[:2].tolist(), whole.time.attrs["units"]) == ([2.0, 2.004], "s")
    assert biotropy.prepare(whole, epoch=250).onset.values.tolist() == [2.0, 3.0, 4.0]
    in_ms = part.assign_coords(time=("time", part.time.values * 1000, {"units": "ms"}))
    assert biotropy.prepare(in_ms, epoch=500).onset.values.tolist() == [2.0, 3.0, 4.0]
    counted = recorded(rng, np.arange(1000, 2500))
    assert biotropy.prepare(counted, epoch=500).onset.values.tolist() == [1000.0, 1500.0, 2000.0]
    assert biotropy.prepare(counted, 500, epoch=500).onset.values.tolist() == [2.0, 3.0, 4.0]
    assert biotropy.prepare(recorded(rng, STAMPS), 500, epoch=250).onset.values.tolist() == [0.0, 0.5, 1.0]


def test_the_rate_of_mne_is_that_of_its_info(rng, mne):
    raw = mne.io.RawArray(rng.standard_normal((2, 1000)), mne.create_info(2, 500.0, "eeg"), verbose="ERROR")
    expected = biotropy.prepare(raw.get_data(), 500, band=(1, 40))
    for given in ({}, {"sfreq": 500}):
        assert np.array_equal(biotropy.prepare(raw, band=(1, 40), **given), expected)
    assert_refused(lambda: biotropy.prepare(raw, 250, band=(1, 40)))


def test_bad_channels_are_nan_unless_kept(rng, mne):
    raw = mne.io.RawArray(rng.normal(size=(3, 900)), mne.create_info(["Fz", "Cz", "Pz"], 100.0, "eeg"), verbose="ERROR")
    raw.info["bads"] = ["Cz"]
    kept = biotropy.prepare(raw, band=(1, 30), epoch=300, bads="keep")
    with pytest.warns(RuntimeWarning) as caught:
        left_out = biotropy.prepare(raw, band=(1, 30), epoch=300)
    assert [one.message.code for one in caught] == ["channels_bad"]
    assert np.isnan(left_out[:, 1]).all() and np.array_equal(left_out[:, [0, 2]], kept[:, [0, 2]])


def test_a_constant_channel_is_nan_with_its_reason(rng):
    data = rng.standard_normal((2, 400))
    data[1] = 3.0
    with pytest.warns(biotropy.errors.BiotropyWarning) as told:
        epochs = biotropy.prepare(data, RATE, band=(1, 40), epoch=200)
    assert np.isnan(epochs[:, 1]).all()
    assert np.isfinite(epochs[:, 0]).all()
    assert [one.message.code for one in told] == ["not_finite"]


@pytest.mark.parametrize(("options", "parameter"), [
    ({"band": (1, 40), "sfreq": None}, "sfreq"), ({"band": 40}, "band"), ({"filter": "elliptic"}, "filter"),
    ({"filter_each": "trial"}, "filter_each"), ({"notch": "50"}, "notch"), ({"decimate": 2.5}, "decimate"),
    ({"sfreq": True}, "sfreq"), ({"n_jobs": 0}, "n_jobs"), ({"filter": "fir"}, "filter"),
    ({"order": 6}, "order"), ({"notch_quality": 5}, "notch_quality"), ({"anti_alias": "fir"}, "anti_alias")])  # fmt: skip
def test_parameters_are_checked(rng, options, parameter):
    with refused(parameter=parameter):
        biotropy.prepare(rng.standard_normal((2, 400)), **{"sfreq": RATE, **options})


@pytest.mark.parametrize("data", [np.zeros((2, 2, 2)), np.zeros((2, 0)), ["a"]])
def test_data_are_checked(data):
    assert_refused(lambda: biotropy.prepare(data))


def test_missing_samples_and_reasons_stay_with_epochs(rng, xarray):
    samples = rng.standard_normal((2, 300))
    samples[0, 130], samples[1, 210] = np.nan, 50.0
    data = xarray.DataArray(samples, dims=("channel", "time"), coords={"channel": ["Fz", "Cz"], "time": np.arange(300) / 100})
    with warned("not_finite"):
        epochs = biotropy.prepare(data, 100, epoch=100, reject=40)
    assert np.array_equal(np.isnan(epochs.values[:2]), np.isnan(samples.reshape(2, 3, 100).swapaxes(0, 1)[:2]))
    found = biotropy.sample_entropy(epochs, nan_policy="omit")
    assert np.isfinite(found).sum() == 5 and str(found.reason[2, 1].item()) == str(epochs.reason[2, 1].item()) != ""


def test_times_without_padding_are_those_of_the_samples(rng, xarray):
    samples = rng.standard_normal((2, 400))
    samples[:, :120] = 1.5
    data = xarray.DataArray(samples, dims=("channel", "time"), coords={"channel": ["Fz", "Cz"], "time": 5 + np.arange(400) / 100})
    found = biotropy.prepare(data, 100, padding=100)
    assert np.array_equal(found.values, samples[:, 400 - found.shape[1] :]) and found.shape[1] in (280, 281)
    assert found.time.values[-1] == data.time.values[-1] and len(found.time) == found.shape[1]
    frame = biotropy.prepare(samples, 100, padding=100, output="pandas")
    assert frame.index[0] == pytest.approx((400 - found.shape[1]) / 100)


def test_a_column_of_time_says_the_rate(rng):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"Time (ms)": np.arange(1000) * 5.0, "Fz": rng.standard_normal(1000)})
    prepared = biotropy.prepare(frame, band=(1, 40))
    assert prepared.attrs["rate"] == 200
    assert np.array_equal(prepared["Fz"], biotropy.prepare(frame["Fz"].to_numpy(), 200, band=(1, 40)))
