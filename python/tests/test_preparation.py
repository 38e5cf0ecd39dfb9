# SPDX-License-Identifier: Apache-2.0
"""Preparation of arrays: the same numbers as from the program."""

import numpy as np
import pytest

import biotropy

RATE = 200.0
WAYS = [
    {"epoch": 250},
    {"band": (1, 40), "epoch": 250},
    {"band": (0.0, 30.0), "filter": "fir", "taps": 101, "epoch": 200, "overlap": 0.5},
    {"notch": [50], "notch_quality": 20, "epoch": 250},
    {"decimate": 2, "anti_alias": "fir", "epoch": 125},
    {"band": (2.0, 30.0), "order": 3, "notch": [25], "decimate": 2, "epoch": 125, "filter_each": "epoch"},
    {"band": (1, 40)},
]


def arguments(options):
    for name, value in options.items():
        yield "--" + name.replace("_", "-")
        yield from map(str, value) if isinstance(value, list | tuple) else [str(value)]


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


def test_labels(rng):
    xarray = pytest.importorskip("xarray")
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
    one = biotropy.prepare(data.sel(channel="Cz"), epoch=100)
    assert one.dims == ("epoch", "time")


def test_a_constant_channel_is_nan_with_its_reason(rng):
    data = rng.standard_normal((2, 400))
    data[1] = 3.0
    with pytest.warns(RuntimeWarning, match="2 of 4 channels of epochs are NaN; epoch 0, channel 1: all 200 samples equal 3"):
        epochs = biotropy.prepare(data, RATE, band=(1, 40), epoch=200)
    assert np.isnan(epochs[:, 1]).all()
    assert np.isfinite(epochs[:, 0]).all()


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"band": (1, 40), "rate": None}, "rate"),
        ({"band": (40, 1)}, "band"),
        ({"band": 40}, "band = 40 is not allowed: a pair of frequencies in Hz is needed"),
        ({"filter": "elliptic"}, "filter = elliptic"),
        ({"filter_each": "trial"}, "filter_each = trial is not allowed"),
        ({"filter_each": "epoch"}, "filter_each = epoch is not allowed: a band or a notch is needed"),
        ({"notch": "50"}, "notch = '50' is not allowed"),
        ({"decimate": 0}, "decimat"),
        ({"decimate": 2.5}, "decimate = 2.5 is not allowed"),
        ({"epoch": -1}, "epoch = -1 is not allowed"),
        ({"overlap": 1}, "overlap"),
        ({"rate": -1}, "rate = -1 is not allowed"),
        ({"rate": True}, "rate = True is not allowed"),
        ({"n_jobs": 0}, "n_jobs = 0"),
    ],
)
def test_parameters_are_checked(rng, options, text):
    with pytest.raises(ValueError, match=text):
        biotropy.prepare(rng.standard_normal((2, 400)), **{"rate": RATE, **options})


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (np.array([1.0, np.nan, 2.0]), "missing or infinite"),
        (np.zeros((2, 2, 2)), "shape"),
        (np.zeros((2, 0)), "shape"),
        (["a"], "type <U1"),
    ],
)
def test_data_are_checked(data, text):
    with pytest.raises(ValueError, match=text):
        biotropy.prepare(data)
