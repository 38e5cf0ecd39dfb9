# SPDX-License-Identifier: Apache-2.0
"""Dimensions of a DataArray are identified by name, and results have its coordinates."""

import itertools
import warnings

import numpy as np
import pytest
from conftest import assert_refused, refused, silent, warned

import biotropy
from biotropy._work.blocks import opened
from biotropy.errors import InvalidInput
from biotropy.estimators import EntropyTransformer, PairwiseEntropy
from biotropy.states import SICAMM

xarray = pytest.importorskip("xarray")
ORDERS = list(itertools.permutations(("epoch", "channel", "time")))


@pytest.fixture
def data(rng):
    return xarray.DataArray(
        rng.standard_normal((2, 3, 200)),
        dims=("epoch", "channel", "time"),
        coords={
            "epoch": [4, 9],
            "condition": ("epoch", ["rest", "task"]),
            "channel": ["Fz", "Cz", "Pz"],
            "unit": ("channel", ["uV", "uV", "mV"]),
            "time": np.arange(200) / 100,
            "subject": "sub-01",
        },
        attrs={"path": "one.edf", "units": "uV"},
    )


def assert_labelled(found, data, values, dims, **more):
    assert found.dims == dims
    assert np.array_equal(found, values)
    expected = {"epoch": [4, 9], "condition": ["rest", "task"], "channel": ["Fz", "Cz", "Pz"], "unit": ["uV", "uV", "mV"],
                "subject": "sub-01", **more}  # fmt: skip
    assert {name: found[name].values.tolist() for name in found.coords} == expected
    assert found.attrs["path"] == "one.edf"
    assert found.attrs["units"] == "nat"
    assert found.attrs["biotropy_version"] == biotropy.__version__


@pytest.mark.parametrize("order", ORDERS, ids="-".join)
def test_in_any_order(data, order):
    given, samples = data.transpose(*order), data.values
    rest = tuple(dim for dim in order if dim != "time")
    moved = given.transpose(*rest, "time").values
    for function in (biotropy.approximate_entropy, biotropy.sample_entropy, biotropy.fuzzy_entropy):
        assert_labelled(function(given, m=1), data, function(moved, m=1), rest)
    for function in (biotropy.cross_approximate_entropy, biotropy.cross_sample_entropy, biotropy.cross_fuzzy_entropy):
        crossed = function(given, data[::-1].drop_vars(["epoch", "condition"]), m=1)
        assert_labelled(crossed.transpose("epoch", "channel"), data, function(samples, samples[::-1], m=1), ("epoch", "channel"))
    curves = biotropy.multiscale_entropy(given, [1, 3], m=1)
    assert_labelled(curves, data, biotropy.multiscale_entropy(moved, [1, 3], m=1), (*rest, "scale"), scale=[1, 3])
    matrices = biotropy.pairwise(given, m=1, output="xarray")
    expected = biotropy.pairwise(samples, m=1)
    assert_labelled(matrices, data, expected, ("epoch", "channel", "partner"), partner=["Fz", "Cz", "Pz"])
    assert np.array_equal(biotropy.pairwise(given, m=1), expected)
    features = EntropyTransformer(m=1).fit(given)
    assert np.array_equal(features.transform(given), biotropy.sample_entropy(samples, m=1))
    assert features.get_feature_names_out().tolist() == ["sampen_Fz", "sampen_Cz", "sampen_Pz"]
    pairs = PairwiseEntropy(m=1).fit(given)
    assert np.array_equal(pairs.transform(given), expected.reshape(2, -1))
    assert pairs.get_feature_names_out()[1] == "cross-apen_Fz_Cz"


@pytest.mark.parametrize("order", ORDERS)
def test_series_that_are_taken_together_are_found_by_name(data, order):
    turned, several = data.transpose(*order), {"surrogates": 9, "full_output": True}
    for options in ({"pool_epochs": "recording"}, {"pool_epochs": "epoch"}):
        assert np.array_equal(biotropy.sample_entropy(turned, **options), biotropy.sample_entropy(data.values, **options))
        found = biotropy.multiscale_entropy(turned, 2, **options)
        assert found.dims == ("channel", "scale")
        assert np.array_equal(found, biotropy.multiscale_entropy(data.values, 2, **options))
    for function in (biotropy.multivariate_sample_entropy, lambda x: biotropy.multivariate_multiscale_entropy(x, 2)):
        assert function(turned).dims[0] == "epoch"
        assert np.array_equal(function(turned), function(data.values))
    for function in (biotropy.sample_entropy, lambda x, **more: biotropy.multiscale_entropy(x, 2, **more)):
        found, expected = function(turned, **several), function(data.values, **several).surrogates
        assert np.array_equal(found.q.transpose("epoch", "channel", ...), expected.q)
        assert np.array_equal(found.surrogate_mean.transpose("epoch", "channel", ...), expected.surrogate_mean)
    backwards = data.copy(data=data.values[..., ::-1])
    expected = biotropy.cross_sample_entropy(data.values, backwards.values, m=1, **several)
    found = biotropy.cross_sample_entropy(turned, backwards, m=1, **several)
    assert np.array_equal(found.p_family.transpose("epoch", "channel"), expected.surrogates.p_family)


def test_a_value_of_two_channels_is_called_by_neither(data):
    found = biotropy.cross_sample_entropy(data.sel(channel="Fz"), data.sel(channel="Pz"), m=1)
    assert set(found.coords) == {"epoch", "condition", "subject"}
    other = data.assign_coords(subject="sub-02", condition=("epoch", ["task", "task"]))
    assert set(biotropy.cross_sample_entropy(data, other, m=1).coords) == {"epoch", "channel", "unit"}


def test_epochs_are_no_channels(data):
    one = data.sel(channel="Cz")
    assert_refused(lambda: biotropy.multivariate_sample_entropy(one))
    found = biotropy.sample_entropy(one, surrogates=9)
    assert np.array_equal(found.q, found.p)
    trials = data.rename(epoch="trial").transpose("channel", "trial", "time")
    assert biotropy.multivariate_sample_entropy(trials).dims == ("trial",)
    sensors = data.rename(channel="sensor").transpose("sensor", "time", "epoch")
    assert biotropy.sample_entropy(sensors, pool_epochs="recording").dims == ("sensor",)


def test_a_recording_of_two_dimensions(data):
    one = data[0].T
    assert one.dims == ("time", "channel")
    matrix = biotropy.pairwise(one, m=1, output="xarray")
    assert matrix.dims == ("channel", "partner")
    assert np.array_equal(matrix, biotropy.pairwise(data.values[0], m=1))
    assert matrix.coords["condition"].item() == "rest"
    assert np.array_equal(EntropyTransformer().fit_transform(one), [biotropy.sample_entropy(data.values[0])])
    epochs = data[:, 1].T
    assert np.array_equal(EntropyTransformer().fit_transform(epochs), biotropy.sample_entropy(data.values[:, 1:2]))
    series = biotropy.sample_entropy(data[0, 1])
    assert series.dims == ()
    assert series.coords["channel"].item() == "Cz"
    assert float(series) == biotropy.sample_entropy(data.values[0, 1])


def test_results_and_means_have_coordinates(data):
    result = biotropy.sample_entropy(data, full_output=True)
    assert result.matches_m.sel(channel="Cz", epoch=9).item() == result.matches_m.values[1, 1]
    curves = biotropy.multiscale_entropy(data, 3, full_output=True)
    assert curves.complexity_index.dims == ("epoch", "channel")
    assert curves.value.sel(scale=2, channel="Pz").dims == ("epoch",)
    mean = biotropy.pairwise(data, m=1, average=True, output="xarray")
    assert mean.dims == ("channel", "partner")
    assert "epoch" not in mean.coords
    assert mean.coords["unit"].values.tolist() == ["uV", "uV", "mV"]


def test_one_dimension_may_have_another_name(data):
    expected = biotropy.pairwise(data.values, m=1)
    for other in ({"epoch": "trial"}, {"channel": "sensor"}, {"time": "sample"}):
        renamed = data.rename(other).transpose(..., *other.values())
        matrices = biotropy.pairwise(renamed, m=1, output="xarray")
        assert matrices.dims == ("epoch", "channel", "partner")
        assert np.array_equal(matrices, expected)
    bare = xarray.DataArray(data.values)
    assert np.array_equal(biotropy.pairwise(bare, m=1), expected)
    assert np.array_equal(biotropy.sample_entropy(bare), biotropy.sample_entropy(data.values))


def test_dimensions_that_tell_nothing_are_refused(data):
    other = data.rename(epoch="trial", channel="sensor")
    for call in (biotropy.pairwise, EntropyTransformer().fit, PairwiseEntropy().fit):
        assert_refused(lambda: call(other))
    assert_refused(lambda: biotropy.sample_entropy(data.rename(time="sample").transpose("sample", ...)))
    assert biotropy.sample_entropy(data.rename(time="sample").transpose("sample", ...), axis="sample").shape == (2, 3)
    assert_refused(lambda: biotropy.sample_entropy(xarray.Dataset({"a": data, "b": data})))
    assert_refused(lambda: biotropy.pairwise(xarray.DataTree(xarray.Dataset({"a": data}))))


def test_recordings_that_a_function_opens(data, tmp_path):
    path = tmp_path / "any"
    path.touch()
    turned = data.transpose("time", "channel", "epoch")
    with opened(str(path), None, "data", lambda _: turned) as recording:
        assert recording.describe().channels == ["Fz", "Cz", "Pz"]
        assert recording.describe().n_epochs == 2
        assert np.array_equal(recording.signal(1, 2).epochs(), data.values[1:])


def test_channels_keep_their_order():
    array = xarray.DataArray(
        np.random.default_rng(3).standard_normal((3, 2, 300)),
        dims=("epoch", "channel", "time"), coords={"channel": ["Fz", "Cz"]},
    )  # fmt: skip
    turned = array.isel(channel=[1, 0])
    pytest.raises(ValueError, lambda: EntropyTransformer().fit(array).transform(turned))
    assert_refused(lambda: biotropy.cross_sample_entropy(array, turned))


def test_a_data_frame_has_its_samples_in_rows(rng, pandas):
    frame = pandas.DataFrame(rng.normal(size=(300, 3)), columns=["Fz", "Cz", "Pz"])
    values = biotropy.sample_entropy(frame.to_numpy().T)
    for one in (frame, frame.assign(time=np.arange(300) / 100), frame.astype("Float64")):
        found = biotropy.sample_entropy(one)
        assert found.index.tolist() == ["Fz", "Cz", "Pz"]
        assert np.array_equal(found, values)
        assert np.array_equal(biotropy.sample_entropy(one, axis="index"), values)
    for name, clock in {"Timestamp [ms]": np.arange(300) * 4, "sample": np.arange(300), "when": pandas.date_range("2024", periods=300, freq="s")}.items():
        assert np.array_equal(biotropy.sample_entropy(frame.assign(**{name: clock})), values)
    for axis in (1, -1, "columns"):
        assert np.array_equal(biotropy.sample_entropy(frame.T, axis=axis), values)
    assert biotropy.sample_entropy(frame["Cz"]) == values[1]
    assert frame.apply(biotropy.sample_entropy).tolist() == values.tolist()
    assert np.array_equal(biotropy.surrogates(frame), biotropy.surrogates(frame.to_numpy().T))
    missing = frame.astype("Float64")
    missing.iloc[7, 0] = pandas.NA
    with warned("not_finite"):
        assert np.isnan(biotropy.sample_entropy(missing)).tolist() == [True, False, False]


def test_data_frames_that_are_no_recordings_are_refused(rng, pandas):
    frame = pandas.DataFrame(rng.normal(size=(300, 2)), columns=["Fz", "Cz"])
    times = np.arange(300) / 100
    wrong = [
        ("invalid_argument", frame.assign(condition="rest")),
        ("missing_values", pandas.concat([frame.assign(time=times)] * 2)),  # epochs of MNE
        ("missing_values", frame.assign(timestamp=np.r_[0:150, 190:340] / 100)),
        ("invalid_argument", frame.assign(level=times)),  # rises as time does
        ("invalid_argument", frame.assign(time=frame["Fz"])),
    ]
    for code, given in wrong:
        for function in (biotropy.sample_entropy, biotropy.pairwise):
            assert_refused(lambda: function(given), code)
    with refused():
        biotropy.cross_sample_entropy(frame.assign(time=times), frame.assign(time=times)[["Cz", "Fz"]])
    assert_refused(lambda: biotropy.sample_entropy(frame, axis=2))
    with pytest.raises(InvalidInput):
        biotropy.cross_sample_entropy(frame.assign(time=np.arange(300)), frame.assign(time=np.arange(300) + 5))
    with warned("orientation"):
        biotropy.sample_entropy(frame.T)


def test_a_list_of_labelled_series_is_looked_at(data, rng, pandas):
    turned = [data[0], data[1, [2, 1, 0]]]
    for function in (biotropy.sample_entropy, biotropy.pairwise, EntropyTransformer().fit):
        assert_refused(lambda: function(turned))
        with pytest.raises(InvalidInput):
            series = pandas.Series(rng.standard_normal(205))
            function([series[:200], series.drop(range(50, 55))])
    assert_refused(lambda: biotropy.pairwise([pandas.DataFrame(data.values[0].T)] * 2))
    first, second = (pandas.Series(data.values[0, k]) for k in (0, 1))
    assert np.array_equal(biotropy.pairwise([first, second]), biotropy.pairwise(data.values[0, :2]))
    second.index += 1
    for function in (biotropy.pairwise, lambda x: biotropy.multiscale_pairwise(x, 2)):
        assert_refused(lambda: function([first, second]))
    assert_refused(lambda: biotropy.multivariate_sample_entropy([first, second]))
    assert biotropy.sample_entropy([first, second]).shape == (2,)
    rr = biotropy.clean_rr(np.where(np.arange(200) % 50 == 7, 2.0, 0.8 + 0.01 * data.values[0, 0]))
    assert_refused(lambda: biotropy.sample_entropy([rr, rr], tau=2, nan_policy="omit"))


def test_labels_that_step_over_samples_are_refused(pandas):
    noise = np.random.default_rng(2).normal(size=300)
    seconds = np.arange(300) * 0.004
    seconds[150:] += 5.0
    dropped = pandas.Series(np.where(np.arange(300) == 40, np.nan, noise)).dropna()
    assert_refused(lambda: biotropy.sample_entropy(dropped), "missing_values")
    known = np.where(np.arange(300) == 40, np.nan, noise)
    assert biotropy.sample_entropy(dropped, nan_policy="omit") == biotropy.sample_entropy(known, nan_policy="omit")
    rows = xarray.DataArray(np.stack([noise, noise[::-1]]), dims=("channel", "time"), coords={"time": seconds})
    for function in (biotropy.sample_entropy, biotropy.pairwise, biotropy.multiscale_entropy):
        assert_refused(lambda: function(rows), "missing_values")
    # A missing sample in the place is enough, in every series.
    rows[0, 150] = rows[1, 149] = np.nan
    assert np.isfinite(biotropy.sample_entropy(rows, nan_policy="omit")).all()
    assert np.isfinite(biotropy.sliding_entropy(rows, window=100, step=50, nan_policy="omit")).all()
    rows[1, 149] = 0.0
    expected = biotropy.sample_entropy(np.insert(rows.values, 150, np.nan, axis=1), nan_policy="omit")
    assert np.array_equal(biotropy.sample_entropy(rows, nan_policy="omit"), expected)
    assert_refused(lambda: biotropy.surrogates(rows), "missing_values")
    with warned("not_finite"):
        found = biotropy.sliding_entropy(rows, window=100, step=50)
    apart = [biotropy.sample_entropy(rows.values[1, first : first + 100]) for first in (0, 50, 150, 200)]
    assert np.array_equal(found[1, [0, 1, 3, 4]], apart) and np.isnan(found[:, 2]).all()
    whole = rows.assign_coords(time=pandas.to_timedelta(np.arange(300) * 0.004, unit="s"))
    assert biotropy.sliding_entropy(whole, window="0.4 s", step="0.2 s").shape == (2, 5)  # by the steps of its labels


def test_arrays_with_more_series_than_samples_are_said(rng):
    x = rng.normal(size=(2, 40, 30))
    calls = {
        "x": [biotropy.sample_entropy, biotropy.multivariate_sample_entropy, lambda one: biotropy.multiscale_entropy(one, 2)],
        "data": [biotropy.pairwise, lambda one: biotropy.multiscale_pairwise(one, 2)],
    }
    for name, functions in calls.items():
        for function in functions:
            for array in (x, x[0]):
                with warned("orientation"):
                    function(array)
            for known in (x.swapaxes(1, 2), xarray.DataArray(x[0], dims=("channel", "time"))):
                with warnings.catch_warnings():
                    warnings.filterwarnings("error", "x has .* series|data has .* series", RuntimeWarning)
                    function(known)
    with warnings.catch_warnings():
        warnings.filterwarnings("error", "x has .* series", RuntimeWarning)
        biotropy.sample_entropy(x, axis=1)
        biotropy.sample_entropy(x.swapaxes(1, 2), axis=1)


@pytest.mark.parametrize("transformer", [EntropyTransformer, PairwiseEntropy])
def test_transformers_know_the_axes_that_have_names(rng, transformer):
    x = rng.normal(size=(2, 40, 30))
    x[0, 3, :] = 1.0
    named = xarray.DataArray(x, dims=("epoch", "channel", "time"), coords={"channel": [f"C{i}" for i in range(40)]})
    known = [named, named.transpose("time", "channel", "epoch")]
    mne = pytest.importorskip("mne")
    known.append(mne.EpochsArray(x, mne.create_info(40, 30.0, "mag"), verbose="ERROR"))
    with warned("orientation"):
        wanted = transformer().fit_transform(x)
    for one in known:
        with warnings.catch_warnings():
            warnings.filterwarnings("error", ".* has .* series of", RuntimeWarning)
            np.testing.assert_array_equal(transformer().fit_transform(one), wanted)
    padded = rng.normal(size=(2, 2, 300))
    padded[0, 0, 150:] = 1.0
    with warned("padding"):
        transformer().fit_transform(padded)


def test_channels_marked_as_bad_have_no_value(rng):
    coords = {"channel": ["Fz", "Pz", "Cz"], "time": np.arange(300) / 100}
    data = xarray.DataArray(rng.normal(size=(3, 300)), dims=("channel", "time"), coords=coords, attrs={"bads": ["Pz"]})
    for function in (biotropy.sample_entropy, lambda one: biotropy.pairwise(one, average=True)[1],
                     lambda one: EntropyTransformer().fit_transform(one)[0]):
        with pytest.warns(RuntimeWarning):
            values = np.asarray(function(data))
        assert np.isnan(values).tolist() == ([True] * 3 if "pairwise" in function.__code__.co_names else [False, True, False])
        with silent(RuntimeWarning):
            function(data.drop_sel(channel="Pz"))
    with pytest.warns(RuntimeWarning):
        SICAMM(beta=1.0, bandwidth="silverman").fit(data, np.arange(300) // 75 % 2)
    turned = xarray.concat([data, data], "epoch").transpose("channel", "time", "epoch")
    with pytest.warns(RuntimeWarning):
        values = biotropy.sample_entropy(turned)
    assert np.isnan(values).values.tolist() == [[False] * 2, [True] * 2, [False] * 2]


def test_epochs_of_another_rate_than_was_fitted_are_refused(rng):
    data = xarray.DataArray(rng.normal(size=(4, 2, 300)), dims=("epoch", "channel", "time"), attrs={"rate": 100.0})
    fitted = EntropyTransformer().fit(data)
    wanted = fitted.transform(data)
    np.testing.assert_array_equal(fitted.transform(data.values), wanted)
    np.testing.assert_array_equal(fitted.transform(data.drop_attrs()), wanted)
    assert_refused(lambda: fitted.transform(data.assign_attrs(rate=250.0)))
    np.testing.assert_array_equal(fitted.transform(data.assign_attrs(rate=100.009)), wanted)  # files round rates
    assert_refused(lambda: fitted.transform(data.assign_attrs(rate=100.011)))


@pytest.mark.parametrize("rate", ["fast", "256", np.nan, 0, np.array([1.0, 2.0]), True])
def test_an_attribute_that_is_no_rate_is_ignored_where_none_is_needed(rng, rate):
    data = xarray.DataArray(rng.normal(size=(2, 2, 300)), dims=("epoch", "channel", "time"))
    other = data.assign_attrs(rate=rate)
    np.testing.assert_array_equal(EntropyTransformer().fit_transform(other), EntropyTransformer().fit_transform(data))
    np.testing.assert_array_equal(biotropy.prepare(other[0], epoch=100), biotropy.prepare(data[0], epoch=100))
    np.testing.assert_array_equal(biotropy.prepare(other[0], 256, band=(1, 40)), biotropy.prepare(data[0], 256, band=(1, 40)))
    for needed in ({"band": (1, 40)}, {"notch": [50]}):
        assert_refused(lambda: biotropy.prepare(other[0], **needed))


def test_a_rate_may_be_an_array_of_one_number(rng):
    data = xarray.DataArray(rng.normal(size=(2, 300)), dims=("channel", "time"))
    for rate in (np.array([256.0]), np.array(256), np.float32(256)):
        np.testing.assert_array_equal(
            biotropy.prepare(data.assign_attrs(rate=rate), band=(1, 40)), biotropy.prepare(data, 256, band=(1, 40))
        )
    assert_refused(lambda: biotropy.prepare(data.assign_attrs(rate=np.array([256.0])), 250, band=(1, 40)))


LABELS = {
    "naive": lambda pandas, at: pandas.Timestamp("2026-01-01") + at,
    "of a time zone": lambda pandas, at: (pandas.Timestamp("2026-01-01") + at).tz_localize("Europe/Madrid"),
    "periods": lambda pandas, at: (pandas.Timestamp("2026-01-01") + at).to_period("ms"),
    "durations": lambda pandas, at: at,
    "text": lambda pandas, at: (pandas.Timestamp("2026-01-01") + at).strftime("%Y-%m-%dT%H:%M:%S.%f"),
    "text of a time zone": lambda pandas, at: (pandas.Timestamp("2026-01-01") + at).strftime("%d.%m.%Y %H:%M:%S.%f+0100"),
    "text of durations": lambda pandas, at: at.astype(str),
    "text of numbers": lambda pandas, at: at.total_seconds().astype(str),
    "seconds": lambda pandas, at: at.total_seconds(),
    "whole seconds since 1970": lambda pandas, at: (at.total_seconds() * 1000 + 1_700_000_000_000).astype("int64"),
    "objects": lambda pandas, at: (pandas.Timestamp("2026-01-01") + at).astype(object),
}
ORDERS_OF_LABELS = {
    "missing": ("missing_values", lambda n: np.delete(np.arange(n + 20), np.arange(100, 120))),
    "backwards": ("invalid_data", lambda n: np.arange(n)[::-1]),
    "any": ("invalid_data", lambda n: np.random.default_rng(5).permutation(n)),
    "twice": ("missing_values", lambda n: np.maximum(np.arange(n) - (np.arange(n) >= 40), 0)),
}


@pytest.mark.parametrize("kind", LABELS)
@pytest.mark.parametrize("order", ORDERS_OF_LABELS)
def test_labels_of_every_kind_are_looked_at(kind, order, pandas):
    noise = np.random.default_rng(2).normal(size=300)
    code, of_number = ORDERS_OF_LABELS[order]
    numbers = (np.arange(300), of_number(300))
    made = [LABELS[kind](pandas, pandas.to_timedelta(one * 4, unit="ms")) for one in numbers]
    assert biotropy.sample_entropy(pandas.Series(noise, index=made[0])) == biotropy.sample_entropy(noise)
    assert_refused(lambda: biotropy.sample_entropy(pandas.Series(noise, index=made[1])), code)


def test_samples_of_several_series_are_refused(pandas):
    index = pandas.MultiIndex.from_product([["a", "b"], np.arange(150)])
    with refused():
        biotropy.sample_entropy(pandas.Series(np.random.default_rng(2).normal(size=300), index=index))


def test_the_labels_are_those_of_the_measured_dimension():
    noise = np.random.default_rng(2).normal(size=(12, 300))
    seconds = np.delete(np.arange(310), np.arange(150, 160)) * 0.004
    stamps = (seconds * 1e9).astype("timedelta64[ns]")
    by_epoch = {"coords": {"epoch": [*range(11), 15]}, "dims": ("time", "epoch")}
    calls = {
        "t": [xarray.DataArray(noise[0], dims="t", coords={"t": seconds}), {}],
        "sample": [xarray.DataArray(noise, dims=("a", "sample"), coords={"sample": seconds}), {"axis": "sample"}],
        "time": [xarray.DataArray(noise[0], dims="sample", coords={"time": ("sample", seconds)}), {}],
        "seen": [xarray.DataArray(noise[0], dims="sample", coords={"seen": ("sample", stamps)}), {}],
        "epoch": [xarray.DataArray(noise.T, **by_epoch), {"axis": 1}],
    }  # fmt: skip
    for data, given in calls.values():
        assert_refused(lambda: biotropy.sample_entropy(data, m=1, **given), "missing_values")
    across = xarray.DataArray(noise, dims=("epoch", "time"), coords={"time": seconds})
    assert biotropy.sample_entropy(across, m=1, axis="epoch").shape == (300,)
    other = xarray.DataArray(noise[0], dims="time", coords={"time": np.arange(300), "phase": ("time", seconds % 1)})
    assert biotropy.sample_entropy(other) == biotropy.sample_entropy(noise[0])


CROSSED = [
    biotropy.cross_sample_entropy,
    biotropy.cross_approximate_entropy,
    biotropy.cross_fuzzy_entropy,
    lambda x, y: biotropy.count_matches(x, y, r=0.2),
]


@pytest.mark.parametrize("function", CROSSED)
def test_two_series_have_the_same_labels(function, pandas):
    x, y = np.random.default_rng(2).normal(size=(2, 300))
    seconds = np.arange(300) * 0.004
    expected, first = function(x, y), pandas.Series(x, seconds)
    for labels in (seconds + 1, seconds * 2, np.arange(300)):
        assert_refused(lambda: function(first, pandas.Series(y, labels)))
    with refused():
        coordinates = [xarray.DataArray(one, dims="time", coords={"time": seconds + late}) for one, late in ((x, 0), (y, 1))]
        function(*coordinates)
    for pair in ((first, pandas.Series(y, seconds.copy())), (pandas.Series(x), pandas.Series(y)), (first, y)):
        assert np.array_equal(function(*pair), expected)
    assert np.array_equal(function(pandas.Series(x), pandas.Series(y[:200])), function(x, y[:200]))


def test_features_are_of_samples_in_the_order_of_time():
    noise = np.random.default_rng(2).normal(size=(4, 3, 100))
    coords = {"channel": ["Fz", "Cz", "Pz"], "time": np.delete(np.arange(101), 50) * 0.004}
    data = xarray.DataArray(noise, dims=("epoch", "channel", "time"), coords=coords)
    for estimator in (EntropyTransformer(), PairwiseEntropy()):
        for given in (data, data[0], data[:, 0], data.transpose("time", ...)):
            assert_refused(lambda: estimator.fit(given), "missing_values")
        assert np.isfinite(estimator.fit_transform(data.drop_vars("time"))).all()


def test_labels_that_vary_say_nothing(pandas):
    rng = np.random.default_rng(3)
    noise, expected = rng.normal(size=300), None
    beats = np.cumsum(rng.normal(0.8, 0.1, size=300))  # some intervals are more than one and a half of the median
    beats[200:] += 1.5
    words, truths = [f"{k}th" for k in rng.permutation(300)], rng.random(300) < 0.5
    for index in (np.arange(300) * 0.004, np.round(np.arange(300) / 512, 3), beats, list(map(str, range(300))),
                  np.zeros(300), words, truths):  # fmt: skip
        value = biotropy.sample_entropy(pandas.Series(noise, index=index))
        expected = value if expected is None else expected
        assert value == expected


def test_a_result_has_no_two_dimensions_of_one_name(data):
    x = data[0].rename(time="sample", channel="time")
    assert_refused(lambda: biotropy.sliding_entropy(x, window=100, step=100, axis="sample"))
