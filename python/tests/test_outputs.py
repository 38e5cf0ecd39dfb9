# SPDX-License-Identifier: Apache-2.0
"""What comes in and what comes out: every family of functions, for every kind of input and every output, has the values of the
array output, bit for bit, under the names of the input."""

import re
import warnings

import numpy as np
import pytest
from conftest import assert_refused

import biotropy
from biotropy._answer import as_xarray

mne = pytest.importorskip("mne")
pandas = pytest.importorskip("pandas")
xarray = pytest.importorskip("xarray")

NAMES = ["Fz", "ECG", "Cz", "Pz"]
SAMPLES = np.random.default_rng(4).standard_normal((5, 4, 120))
INFO = mne.create_info(NAMES, 100.0, ["eeg", "ecg", "eeg", "eeg"])
TIMES = np.arange(120) / 100


def _epochs():
    events = np.column_stack([np.arange(5) * 200, np.zeros(5, int), [1, 2, 1, 2, 1]])
    whole = mne.EpochsArray(SAMPLES, INFO, events, event_id={"rest": 1, "task": 2}, verbose="ERROR")
    return whole.drop([3], verbose="ERROR")


INPUTS = {
    "array": lambda: SAMPLES,
    "list": lambda: SAMPLES[0].tolist(),
    "series": lambda: pandas.Series(SAMPLES[0, 0], index=TIMES, name="Fz"),
    "frame": lambda: pandas.DataFrame(SAMPLES[0].T, columns=NAMES, index=pandas.Index(TIMES, name="time")),
    "frame with a column of time": lambda: pandas.DataFrame(SAMPLES[0].T, columns=NAMES).assign(time=TIMES),
    "cube": lambda: xarray.DataArray(SAMPLES, dims=("epoch", "channel", "time"), coords={"channel": NAMES, "time": TIMES}),
    "turned": lambda: xarray.DataArray(SAMPLES[0].T, dims=("time", "channel"), coords={"channel": NAMES}),
    "raw": lambda: mne.io.RawArray(SAMPLES[0], INFO, verbose="ERROR"),
    "epochs": _epochs,
}
FUNCTIONS = {
    "sampen": lambda x, **how: biotropy.sample_entropy(x, m=1, **how),
    "apen": lambda x, **how: biotropy.approximate_entropy(x, m=1, **how),
    "fuzzyen": lambda x, **how: biotropy.fuzzy_entropy(x, m=1, **how),
    "permen": lambda x, **how: biotropy.permutation_entropy(x, **how),
    "cross-sampen": lambda x, **how: biotropy.cross_sample_entropy(x, x, m=1, **how),
    "mvsampen": lambda x, **how: biotropy.multivariate_sample_entropy(x, r=0.5, **how),
    "multiscale": lambda x, **how: biotropy.multiscale_entropy(x, [1, 3], m=1, r=0.5, **how),
    "mvmultiscale": lambda x, **how: biotropy.multivariate_multiscale_entropy(x, 2, r=0.5, **how),
    "pooled": lambda x, **how: biotropy.sample_entropy(x, m=1, pool_epochs="recording", **how),
    "sliding": lambda x, **how: biotropy.sliding_entropy(x, m=1, window=60, step=20, **how),
    "mvsliding": lambda x, **how: biotropy.sliding_entropy(x, "mvsampen", m=1, r=0.5, window=60, step=20, **how),
    "cross-apen": lambda x, **how: biotropy.pairwise(x, "cross-apen", m=1, **how),
    "mean": lambda x, **how: biotropy.pairwise(x, "cross-sampen", m=1, average=True, **how),
    "scales of pairs": lambda x, **how: biotropy.multiscale_pairwise(x, 2, m=1, r=0.5, **how),
    "prepare": lambda x, **how: biotropy.prepare(x, 100, band=(5, 40), **how),
    "epochs of prepare": lambda x, **how: biotropy.prepare(x, 100, band=(5, 40), epoch=50, **how),
    "count": lambda x, **how: biotropy.count_matches(x, r=0.2, **how),
}
PAIRS = ("cross-apen", "mean", "scales of pairs")
# What a function does not take.
NOT_OF_CUBES = ("mvsliding", "prepare", "epochs of prepare", "count")
NOT_OF_SERIES = ("mvsampen", "mvmultiscale", "mvsliding", "pooled", *PAIRS)


def is_taken(function, given):
    if function == "count":
        return given == "series"
    if given in ("array", "cube", "epochs"):
        return function not in NOT_OF_CUBES
    return function not in NOT_OF_SERIES if given == "series" else function != "pooled"


CASES = [(function, given) for function in FUNCTIONS for given in INPUTS if is_taken(function, given)]


def dims_of(function, given):
    """Dimensions of the value, by what goes in."""
    epochs = ("epoch",) if given in ("array", "cube", "epochs") and function not in ("pooled", "mean") else ()
    channels = () if given == "series" or function.startswith("mv") else ("channel",)
    last = {"multiscale": ("scale",), "mvmultiscale": ("scale",), "sliding": ("time",), "mvsliding": ("time",), "prepare": ("time",), "cross-apen": ("partner",),
            "mean": ("partner",), "scales of pairs": ("partner", "scale"), "epochs of prepare": ("time",), "count": ("length",)}  # fmt: skip
    cut = ("epoch",) if function == "epochs of prepare" else ()
    return (*cut, *epochs, *channels, *last.get(function, ()))


def call(function, x, **how):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        return FUNCTIONS[function](x, **how)


@pytest.mark.parametrize(("function", "given"), CASES)
def test_every_output_has_the_bits_of_the_array(function, given):
    x, dims = INPUTS[given](), dims_of(function, given)
    values = call(function, x, output="array")
    labelled, table, held = (call(function, x, output=output) for output in ("xarray", "pandas", "dict"))
    assert labelled.dims == dims
    assert labelled.name
    np.testing.assert_array_equal(labelled.values, values)
    name = next(one for one in held if one in ("mean_value", "value", "samples", "matches"))
    assert held["dims"][name] == dims
    np.testing.assert_array_equal(held[name], values)
    if not dims:
        assert isinstance(table, float)
        assert table == values
    else:
        again = as_xarray(table)
        np.testing.assert_array_equal(again.transpose(*dims).values, values)
        assert table.attrs == {**labelled.attrs, **table.attrs}
    of_pandas = pandas.Series if len(dims) == 1 else pandas.DataFrame
    defaults = {"cube": xarray.DataArray, "turned": xarray.DataArray, "series": of_pandas if dims else float, "frame": of_pandas,
                "frame with a column of time": of_pandas}  # fmt: skip
    assert isinstance(call(function, x), defaults.get(given, np.ndarray if dims else float) if dims or given in ("cube", "turned") else float)


@pytest.mark.parametrize(("function", "given"), [case for case in CASES if case[1] not in ("array", "list", "series")])
def test_channels_have_their_names_and_those_of_mne_the_reason_why_they_are_not_measured(function, given):
    x, dims = INPUTS[given](), dims_of(function, given)
    if "channel" not in dims:
        return
    labelled, table = (call(function, x, output=output) for output in ("xarray", "pandas"))
    assert labelled.channel.values.tolist() == NAMES
    names = table.index.get_level_values("channel") if "channel" in table.index.names else table.columns
    assert names.unique().tolist() == NAMES
    if given not in ("raw", "epochs"):
        assert "reason" not in labelled.coords
        return
    assert (labelled.reason.values != "").tolist() == [False, True, False, False]
    assert list(table.attrs["reason"]) == ["ECG"]
    assert np.isnan(labelled.sel(channel="ECG")).all()
    others = labelled.drop_sel(channel="ECG")
    assert np.isfinite(others if "partner" not in dims else others.drop_sel(partner="ECG")).all()
    assert labelled.ch_type.values.tolist() == ["eeg", "ecg", "eeg", "eeg"]


@pytest.mark.parametrize("function", ["sampen", "multiscale", "sliding", "cross-apen"])
def test_epochs_have_their_numbers_and_events(function):
    labelled, table = (call(function, _epochs(), output=output) for output in ("xarray", "pandas"))
    assert labelled.epoch.values.tolist() == [0, 1, 2, 4]
    assert labelled.event.values.tolist() == ["rest", "task", "rest", "rest"]
    assert table.index.names[:2] == ["epoch", "event"]
    assert table.xs("rest", level="event").index.get_level_values("epoch").unique().tolist() == [0, 2, 4]
    assert as_xarray(table).event.values.tolist() == labelled.event.values.tolist()


@pytest.mark.parametrize("output", ["array", "xarray"])
def test_values_of_mne_are_in_step_with_its_names(output):
    epochs = _epochs()
    epochs.info["bads"] = ["Cz"]
    values = call("sampen", epochs, output=output)
    by_name = dict(zip(epochs.ch_names, np.asarray(values)[1], strict=True))
    assert by_name["Pz"] == biotropy.sample_entropy(SAMPLES[1, 3], m=1)
    assert np.isnan([by_name["ECG"], by_name["Cz"]]).all()
    assert np.asarray(call("sampen", epochs, picks="data")).shape == (4, 3)
    found = call("sampen", epochs, output="xarray")
    assert (found.reason.sel(channel="Cz") == "the channel is marked as bad").all()
    assert (found.reason.sel(channel="ECG").values != "").all()
    whole = call("sampen", epochs, full_output=True)
    assert len(whole.reason) == whole.value.size
    assert [bool(one) for one in whole.reason[:4]] == [False, True, True, False]
    assert whole.templates_m[0].tolist() == [119, 0, 0, 119]


def test_windows_of_a_table_have_its_times():
    stamps = pandas.date_range("2026-01-01", periods=120, freq="10ms", name="when")
    frame = pandas.DataFrame(SAMPLES[0].T, columns=NAMES, index=stamps)
    found = call("sliding", frame)
    assert found.index.tolist() == stamps[[0, 20, 40, 60]].tolist()
    assert found.columns.tolist() == NAMES
    by_rate = biotropy.sliding_entropy(frame, m=1, window=60, step=20, sfreq=100)
    np.testing.assert_allclose(by_rate.index, [0, 0.2, 0.4, 0.6])
    assert_refused(lambda: biotropy.sliding_entropy(frame, m=1, window=60, step=20, sfreq=50), "invalid_data")
    assert_refused(lambda: biotropy.prepare(INPUTS["frame"](), 50, band=(1, 20)), "invalid_data")
    assert biotropy.prepare(frame.reset_index(drop=True), 100, decimate=2).index.tolist() == pytest.approx(np.arange(60) / 50)


TESTED = {"surrogates": 9, "surrogate_kind": "shuffle"}


@pytest.mark.parametrize("given", ["array", "frame", "cube", "epochs"])
@pytest.mark.parametrize("function", ["sampen", "permen", "cross-sampen", "multiscale", "cross-apen", "mean", "scales of pairs"])
def test_tests_against_surrogates_have_names_in_every_output(function, given):
    x, dims = INPUTS[given](), dims_of(function, given)
    dataset, table, held = (call(function, x, output=output, **TESTED) for output in ("xarray", "pandas", "dict"))
    value = "mean_value" if function == "mean" else "value"
    names = ["surrogate_mean", "surrogate_sd", "z", "p_lower", "p_upper", "p", "q", "p_family", "surrogates_drawn"]
    assert list(dataset.data_vars)[0] == value
    np.testing.assert_array_equal(dataset[value], call(function, x, output="array"))
    for name in names:
        assert dataset[name].dims == dims
        np.testing.assert_array_equal(held[name], dataset[name])
        np.testing.assert_array_equal(table[name], dataset[name].values.ravel())
    assert np.isfinite(dataset.p).any()
    assert dataset.attrs["surrogates"] == 9
    assert "units" not in dataset.attrs
    assert dataset[value].attrs["units"] == "nat"
    xarray.testing.assert_equal(as_xarray(held).drop_vars("reason", errors="ignore"), dataset.drop_vars("reason", errors="ignore"))
    array = call(function, x, output="array", **TESTED)
    tested = array if function in PAIRS else vars(array.surrogates)
    np.testing.assert_array_equal(tested["p_family"], dataset.p_family)


def test_everything_has_what_the_measure_has():
    x = INPUTS["cube"]()
    names = {"sampen": {"value", "matches_m", "matches_m1", "templates_m", "templates_m1", "tolerance"},
             "fuzzyen": {"value", "membership_m", "membership_m1", "templates_m", "templates_m1", "tolerance"},
             "permen": {"value", "patterns", "templates_m"}}  # fmt: skip
    for function, wanted in names.items():
        for output in ("xarray", "pandas"):
            assert set(call(function, x, full_output=True, output=output)) == wanted
        assert set(call(function, x, output="dict")) == wanted | {"coords", "dims", "attrs"}
    curves = call("multiscale", x, full_output=True)
    np.testing.assert_array_equal(curves.complexity_index, call("multiscale", SAMPLES, full_output=True).complexity_index)
    single = biotropy.sample_entropy(pandas.Series(SAMPLES[0, 0]), full_output=True)
    assert single.matches_m == biotropy.sample_entropy(SAMPLES[0, 0], full_output=True).matches_m


def test_counts_of_every_template_have_lengths():
    x = SAMPLES[0, 0]
    totals, counts = biotropy.count_matches(x, r=0.2, per_template=True)
    found = biotropy.count_matches(x, r=0.2, per_template=True, output="xarray")
    assert found.matches.sel(length=3) == totals[1]
    for length, one in zip((2, 3), counts, strict=True):
        held = found.matches_of_template.sel(length=length).values
        assert held[: len(one)].tolist() == one.tolist()
        assert (held[len(one) :] == -1).all()
    assert len(biotropy.count_matches(x, r=0.2, per_template=True, output="pandas")) == found.matches_of_template.size


@pytest.mark.parametrize("function", FUNCTIONS)
def test_other_outputs_are_refused(function):
    given = next(given for one, given in CASES if one == function)
    assert_refused(lambda: call(function, INPUTS[given](), output="numpy"))


def test_a_value_without_a_number_has_its_reason_in_labelled_outputs():
    flat = SAMPLES.copy()
    flat[1, 2] = 0
    for function in ("sampen", "multiscale", "sliding", "cross-apen", "scales of pairs"):
        labelled, held = (call(function, flat, output=output) for output in ("xarray", "dict"))
        at = {"epoch": 1, "channel": labelled.channel.values[2] if "channel" in labelled.coords else 2}
        texts = labelled.reason.sel(at) if "channel" in labelled.coords else labelled.reason.isel(at)
        assert all("equal 0" in str(one) for one in np.ravel(texts))
        assert (labelled.reason.values != "").sum() == np.size(texts)
        np.testing.assert_array_equal(held["reason"], labelled.reason)
    mean = call("mean", flat, output="xarray")
    assert (mean.reason == "").all()


LABELLED = ["xarray", "pandas", "dict"]


@pytest.mark.parametrize("given", ["frame", "cube", "epochs", "raw"])
@pytest.mark.parametrize("output", LABELLED)
def test_pictures_take_labelled_outputs(output, given):
    plot = pytest.importorskip("biotropy.plot")
    x = INPUTS[given]()
    ax = plot.matrix(call("mean", x, output=output), robust=False)
    assert [one.get_text() for one in ax.get_yticklabels()] == ["Fz", "Cz", "Pz", "ECG"]
    curves = call("multiscale", x, output=output)
    ax = plot.curves({"all": curves, "again": curves})
    expected = np.nanmean(call("multiscale", x, output="array").reshape(-1, 2), axis=0)
    np.testing.assert_allclose(plot.curves(curves).lines[0].get_xydata(), np.column_stack([[1, 3], expected]))
    assert len(ax.lines) == 2
    windows = call("sliding", x, output=output)
    ax = plot.time_course(windows)
    values = call("sliding", x, output="array").reshape(-1, 4)
    np.testing.assert_allclose(ax.lines[0].get_xydata(), np.column_stack([[0, 0.2, 0.4, 0.6], values[0]]), atol=1e-12)
    assert "(s)" in ax.get_xlabel()


@pytest.mark.parametrize("function", ["sampen", "multiscale", "sliding", "cross-apen", "mean", "scales of pairs"])
@pytest.mark.parametrize("how", [{}, TESTED], ids=["values", "test"])
def test_reports_take_labelled_outputs(tmp_path, function, how):
    report = pytest.importorskip("biotropy.report")
    pytest.importorskip("plotly")
    if how and function == "sliding":
        return
    x, found = _epochs(), set()
    for output in LABELLED:
        report.write_report(call(function, x, output=output, **how), tmp_path / "page.html")
        page = (tmp_path / "page.html").read_text()
        assert all(f'"{name}"' in page for name in NAMES)
        found.add(re.search(r"<li>The mean of \d+ [\w ]+(?: .without ECG.)? is ([\d.]+)", page)[1])
        assert "channels of type ecg" in page
    assert len(found) == 1
    if function in ("sampen", "multiscale") and not how:
        report.write_report(call(function, SAMPLES, full_output=True), tmp_path / "page.html")
        assert "What was found" in (tmp_path / "page.html").read_text()


@pytest.mark.parametrize("function", ["sampen", "multiscale", "sliding", "cross-apen", "scales of pairs"])
def test_labelled_values_can_be_written_and_opened(tmp_path, function):
    pytest.importorskip("netCDF4")
    for how in ({},) if function == "sliding" else ({}, TESTED):
        made = call(function, _epochs(), output="xarray", **how)
        made.to_netcdf(tmp_path / "one.nc")
        opened = biotropy.open_results(tmp_path / "one.nc")
        name = made.name if not how else "value"
        np.testing.assert_array_equal(opened[name], made if not how else made["value"])
        assert opened.reason.values.astype(str).tolist() == made.reason.values.astype(str).tolist()
        opened.close()


def test_windows_of_samples_are_drawn_in_samples():
    plot = pytest.importorskip("biotropy.plot")
    for output in LABELLED:
        found = call("sliding", SAMPLES[0], output=output)
        assert "samples" in plot.time_course(found).get_xlabel()


@pytest.mark.parametrize("function", [biotropy.sample_entropy, biotropy.pairwise])
def test_reasons_of_epochs_are_in_a_table(rng, function):
    data = rng.standard_normal((3, 2, 300))
    data[1, 1, 5] = np.nan
    xarray = pytest.importorskip("xarray").DataArray(data, dims=("epoch", "channel", "time"), coords={"channel": ["Fz", "Cz"]})
    with pytest.warns(RuntimeWarning):
        table, labelled = function(xarray, output="pandas"), function(xarray)
    assert list(table.attrs["reason"]) == ["Cz"]
    assert table.attrs["reason"]["Cz"] == {"1": labelled.coords["reason"].values[1, 1]}
    assert "nan_policy=" in table.attrs["reason"]["Cz"]["1"]
    assert as_xarray(table).coords["reason"].values.tolist() == labelled.coords["reason"].values.tolist()


def test_reasons_of_windows_are_in_a_table(rng):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(rng.standard_normal((300, 2)), columns=["Fz", "Cz"])
    frame.iloc[150, 0] = np.nan
    with pytest.warns(RuntimeWarning):
        tables = [biotropy.sliding_entropy(one, window=100, step=100, m=1) for one in (frame, frame["Fz"])]
    assert [[*one] for one in (tables[0].attrs["reason"]["Fz"], tables[1].attrs["reason"])] == [["100"], ["100"]]
