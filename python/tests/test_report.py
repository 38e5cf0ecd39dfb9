# SPDX-License-Identifier: Apache-2.0
"""Pages of results: complete, without network, drawn from the numbers of the file."""

import json
import os
import resource
import subprocess
import sys

import numpy as np
import pytest
from conftest import assert_refused

import biotropy

plotly = pytest.importorskip("plotly")
xarray = pytest.importorskip("xarray")

from report_page import drawn_by_the_page, numbers, numbers_in, only_figure, page_of  # noqa: E402

from biotropy._plots.network_data import by_name  # noqa: E402
from biotropy._reports import panels as report_panels  # noqa: E402
from biotropy._reports.html import decimals_of, probability, signed  # noqa: E402
from biotropy._reports.left_out import kinds_of, left_out, notices_of  # noqa: E402
from biotropy._reports.tables import table_of  # noqa: E402
from biotropy.__main__ import main  # noqa: E402
from biotropy.report import write_report  # noqa: E402

@pytest.fixture
def made(program, tmp_path, rng):
    """A page and the result that it shows, from a command of the program and recordings of two channels."""

    def run(command, *options, recordings=1):
        paths = []
        for number in range(recordings):
            samples = rng.standard_normal((600, 2))
            samples[400:, 1] *= 1e-3
            paths.append(tmp_path / f"x{number}.csv")
            np.savetxt(paths[-1], samples, delimiter=",", header="<b>A</b>,B", comments="")
        out = tmp_path / "out.nc"
        program(command, *paths, *options, "--quiet", "-o", out)
        return page_of(out, tmp_path), biotropy.open_results(out)

    return run


def test_matrices(made, tmp_path):
    page, results = made("cross", "-m", 1, "--epoch", 200, "--flat", 0.1, recordings=2)
    mean, epochs = page.panels
    assert np.array_equal(numbers(mean), results["mean_value"].values)
    assert np.array_equal(numbers(mean, "epochs"), results["valid_epochs"].values)
    assert np.array_equal(numbers(epochs), results["value"].values, equal_nan=True)
    assert [choice["name"] for choice in epochs["choices"]] == ["file", "epoch"]
    assert mean["rows"]["labels"] == ["<b>A</b>", "B"]
    figures = drawn_by_the_page(page.panels, tmp_path)
    assert len(figures) == 2 + 3
    shown = figures[-1].data[0]
    assert np.array_equal(np.array(shown.z, dtype=float), results["value"].values[1, 2], equal_nan=True)
    first = figures[1].data[0]
    assert first.text[0][1].startswith("&lt;b&gt;A&lt;/b&gt; → B<br>")
    assert float(first.text[0][1].split("<br>")[1].split()[0]) == pytest.approx(results["value"].values[0, 0, 0, 1], 1e-6)
    assert figures[0].data[0].text[0][1].endswith("<br>2 epochs")
    assert first.zmin == np.nanmin(results["value"].values)


def test_rejected_epochs_are_listed_and_grey(made, tmp_path):
    page, results = made("cross", "-m", 1, "--epoch", 200, "--flat", 0.1)
    reason = str(results["reason"].values[2, 1])
    assert "below the limit" in reason
    assert page.tables["Epochs of channels without a value"][1:] == [["2", "B", reason]]
    assert page.tables["Reasons"][1][:2] == [reason, "1"]
    epochs = page.panels[1]
    # Flat indices of (2, A, B), (2, B, A) and (2, B, B).
    assert epochs["reasons"] == {"9": reason, "10": reason, "11": reason}
    assert np.isnan(numbers(epochs)[2]).tolist() == [[False, True], [True, True]]
    figures = drawn_by_the_page(page.panels[1:], tmp_path)
    last = figures[-1].data[0]
    assert [value is None for row in last.z for value in row] == [False, True, True, True]
    assert [reason in text for row in last.text for text in row] == [False, True, True, True]


@pytest.mark.parametrize("options", [{}, {"average": True, "surrogates": 3}, {"m": [1, 2]}, {"scales": 2}])
def test_pairs_without_a_match_are_counted(options, rng):
    samples = rng.standard_normal((4, 3, 30))
    samples[1, 2] = 0
    run = biotropy.multiscale_pairwise if "scales" in options else biotropy.pairwise
    given = {"m": 2, "measure": "cross-sampen", "output": "xarray"} | options
    with pytest.warns(RuntimeWarning):
        values = run(samples, **given | {"average": False, "surrogates": None})
        told, _ = left_out(table_of(run(samples, **given)))
    used = values.transpose(..., "channel", "partner").values[..., np.triu(~np.eye(3, dtype=bool))]
    used = used[~np.isnan(used)]  # of a constant channel
    counted = [int(word) for word in told[0].split() if word.isdecimal()]
    assert counted == [np.isinf(used).sum(), used.size]


def test_parameters_and_provenance(made, tmp_path):
    page, results = made("entropy", "--measure", "apen", "--epoch", 200)
    parameters, provenance = dict(page.tables["Parameters"]), dict(page.tables["Provenance"])
    assert (parameters["measure"], parameters["r"]) == ("apen", "0.2")
    assert provenance["command_line"] == results.attrs["command_line"]
    assert provenance["sha256"] == results.attrs["sha256"]
    means = results["value"].mean("epoch").values
    assert page.column("Means over epochs", "mean (nat)") == pytest.approx(means)
    assert page.column("Means over epochs", "SD") == pytest.approx(results["value"].std("epoch", ddof=1).values)
    text = (tmp_path / "out.html").read_text()
    order = [text.index(f">{title}<") for title in ("What was found", "Values", "Provenance", "Parameters")]
    assert order == sorted(order)
    (values,) = page.panels
    assert np.array_equal(numbers(values), results["value"].values)
    assert (values["rows"]["name"], values["columns"]["name"]) == ("epoch", "channel")


def test_curves(made, tmp_path):
    page, results = made("multiscale", "--scales", "1-5", "--epoch", 200)
    (curves,) = page.panels
    assert np.array_equal(numbers(curves), results["value"].values)
    figure = drawn_by_the_page(page.panels, tmp_path)[-1]
    assert [list(trace.y) for trace in figure.data] == results["value"].values[-1].tolist()
    assert list(figure.data[0].x) == [1, 2, 3, 4, 5]


def test_posteriors(program, tmp_path):
    program("states", "simulate", "P3", "-o", tmp_path / "train", "--samples", 2000, "--quiet")
    program("states", "train", tmp_path / "train.csv", "--rate", 100, "-o", tmp_path / "model.nc", "--quiet")
    lines = (tmp_path / "train.csv").read_text().splitlines()
    lines[100] = "99,99,99"
    series, out = tmp_path / "next.csv", tmp_path / "out.nc"
    series.write_text("\n".join(lines[:500]) + "\n")
    program("states", "classify", series, "--rate", 100, "--model", tmp_path / "model.nc", "--quiet", "-o", out)
    results = biotropy.open_results(out)
    page = page_of(out, tmp_path)
    (panel,) = page.panels
    assert np.array_equal(numbers(panel), results["posterior"].values.T)
    assert [float(label) for label in panel["columns"]["labels"]] == pytest.approx(results["time"].values, rel=1e-11)
    (figure,) = drawn_by_the_page(page.panels, tmp_path)
    assert [trace.name for trace in figure.data] == results["class"].values.tolist()
    assert np.array_equal(np.array([trace.y for trace in figure.data]), results["posterior"].values.T)
    assert results["flags"].values[99] == 2
    assert figure.data[1].text[99].endswith("<br>outlier")
    from biotropy import plot

    ax = plot.posteriors(results)
    assert [layer.get_label() for layer in ax.collections] == results["class"].values.tolist()


def test_recordings_of_other_channels_have_sections(program, tmp_path, rng):
    one, two, out = tmp_path / "one.txt", tmp_path / "two.csv", tmp_path / "out.nc"
    np.savetxt(one, rng.standard_normal(400))
    np.savetxt(two, rng.standard_normal((400, 2)), delimiter=",", header="a,b", comments="")
    program("entropy", one, two, "--quiet", "-o", out)
    page = page_of(out, tmp_path)
    assert [panel["columns"]["labels"] for panel in page.panels] == [["col1"], ["a", "b"]]


def test_what_was_found_is_said_first(made):
    page, results = made("cross", "-m", 1, "--epoch", 200, "--flat", 0.1)
    mean = results["mean_value"].values
    pairs = {"<b>A</b> → B": mean[0, 1], "B → <b>A</b>": mean[1, 0]}
    low, high = min(pairs, key=pairs.get), max(pairs, key=pairs.get)
    found = numbers_in(page.sentences[0])
    assert found[0] == 2
    assert found[1:] == pytest.approx([np.mean(list(pairs.values())), pairs[low], pairs[high]], abs=np.std(list(pairs.values())) / 10)
    assert page.sentences[0].index(low) < page.sentences[0].index(high)
    assert numbers_in(page.sentences[1])[:2] == [1, 6]


def test_an_epoch_of_padding_is_said_and_takes_no_colour(tmp_path, rng):
    values = rng.uniform(0.4, 0.6, (31, 20))
    values[30] = 0.002
    page = page_of(table(value=(("epoch", "channel"), values)), tmp_path)
    assert page.panels[0]["range"] == [values[:30].min(), values[:30].max()]
    assert any("Epoch 30 is far from all others in most channels" in sentence for sentence in page.sentences)
    (figure,) = {json.dumps(one.to_dict()): one for one in drawn_by_the_page(page.panels, tmp_path)}.values()
    drawn, hatched = figure.data
    assert (drawn.zmin, drawn.zmax) == (values[:30].min(), values[:30].max())
    assert list(zip(hatched.x, hatched.y, strict=True)) == [(k, 30) for k in range(20)]
    assert page.panels[0]["whole"] == [0.002, values.max()]


def test_entries_with_an_ecg_do_not_take_the_scale(tmp_path, rng):
    values = rng.uniform(0.4, 0.6, (3, 3))
    values[2, :2] = values[:2, 2] = 1.4
    results = table(mean_value=(("channel", "partner"), values)).assign_coords(channel=["Fz", "Cz", "ECG"], partner=["Fz", "Cz", "ECG"])
    page = page_of(results, tmp_path)
    (panel,) = page.panels
    assert panel["range"] == [values[:2, :2].min(), values[:2, :2].max()]
    assert panel["rangeOffDiagonal"] == sorted([values[0, 1], values[1, 0]])
    assert numbers_in(page.sentences[0])[:2] == [2, pytest.approx((values[0, 1] + values[1, 0]) / 2, abs=0.01)]


@pytest.mark.parametrize("kind", ["DataArray", "Connectivity"])
def test_results_of_the_package_have_a_title_and_parameters(tmp_path, kind):
    values = np.array([[1.0, 2.0], [3.0, 4.0]])
    coords = {"channel": ["a", "b"], "partner": ["a", "b"]}
    attributes = {"title": "Cross-ApEn", "units": "nat", "measure": "cross-apen", "r": 0.2}
    results = xarray.DataArray(values, dims=("channel", "partner"), coords=coords, name="cross-apen", attrs=attributes)
    if kind == "Connectivity":
        connectivity = pytest.importorskip("mne_connectivity").Connectivity
        results = connectivity(values.ravel(), 2, names=["a", "b"], indices="all", method="cross-apen", **attributes)
    page = page_of(results, tmp_path)
    assert page.title == "Cross-ApEn"
    pairs = dict(page.tables["Parameters"])
    assert (pairs["measure"], pairs["r"]) == ("cross-apen", "0.2")
    (panel,) = page.panels
    assert np.array_equal(numbers(panel), values)
    assert panel["rows"]["labels"] == ["a", "b"]


def test_a_labelled_result_without_a_title_has_its_name(tmp_path, rng):
    one = xarray.DataArray(rng.uniform(size=3), dims="channel", name="sampen", attrs={"m": 2})
    page = page_of(one, tmp_path)
    assert page.title == "sampen"
    assert dict(page.tables["Parameters"])["m"] == "2"
    in_a_dataset = page_of(one.expand_dims("epoch").to_dataset(name="value").assign_attrs(title="SampEn"), tmp_path)
    assert in_a_dataset.title == "SampEn"
    assert dict(in_a_dataset.tables["Parameters"])["m"] == "2"


def test_lines_of_many_channels_differ(tmp_path, rng):
    page = page_of(table(value=(("epoch", "channel", "scale"), rng.uniform(size=(1, 21, 3)))), tmp_path)
    figure = drawn_by_the_page(page.panels, tmp_path)[-1]
    assert len({(trace.line.color, trace.line.dash) for trace in figure.data}) == 21


@pytest.mark.parametrize(("unit", "title", "ticks"), [({}, "h", [0, 5, 10]), ({"time_unit": "samples"}, "samples", [0, 18000, 36000])])
def test_times_of_hours_are_in_hours_and_samples_are_no_seconds(tmp_path, unit, title, ticks):
    results = table(posterior=(("time", "class"), np.full((3, 2), 0.5))).assign_coords(time=[0.0, 18000.0, 36000.0])
    figure = only_figure(results.assign_attrs(**unit), tmp_path)
    assert figure.layout.xaxis.title.text == f"time ({title})"
    assert list(figure.data[0].x) == ticks


def test_windows_are_lines_over_time(made, tmp_path):
    page, results = made("entropy", "--window", 200, "--step", 100, "--rate", 10, "--flat", 0.1)
    (panel,) = page.panels
    assert (panel["kind"], panel["rows"]["labels"], panel["timeUnit"]) == ("courses", ["<b>A</b>", "B"], "s")
    assert [float(label) for label in panel["columns"]["labels"]] == list(results["onset"].values) == [0, 10, 20, 30, 40]
    assert np.array_equal(numbers(panel), results["value"].values.T, equal_nan=True)
    (figure,) = {json.dumps(one.to_dict()): one for one in drawn_by_the_page(page.panels, tmp_path)}.values()
    assert (figure.layout.xaxis.title.text, figure.layout.yaxis.title.text) == ("start of the window (s)", "SampEn (nat)")
    line = figure.data[1]
    assert (line.mode, list(line.x), line.y[4]) == ("lines", [0, 10, 20, 30, 40], None)
    assert "below the limit" in line.text[4]
    several, _ = made("entropy", "--window", 200, "--step", 100, recordings=2)
    (panel,) = several.panels
    assert ([choice["name"] for choice in panel["choices"]], panel["timeUnit"]) == (["file"], "samples")
    epochs, _ = made("entropy", "--epoch", 200)
    assert epochs.panels[0]["kind"] == "table"
    pairs, _ = made("cross", "--window", 200, "--step", 100, "--rate", 10)
    assert pairs.panels[1]["choices"][0]["labels"] == ["0", "10", "20", "30", "40"]


def test_windows_of_the_package_are_lines_over_time(tmp_path, rng):
    values = biotropy.sliding_entropy(rng.standard_normal((2, 300)), window=100, step=50, sfreq=0.01, output="xarray")
    (panel,) = page_of(values, tmp_path).panels
    assert (panel["kind"], panel["rows"]["labels"], panel["timeUnit"]) == ("courses", ["0", "1"], "s")
    figure = only_figure(values, tmp_path)
    assert figure.layout.xaxis.title.text == "start of the window (h)"
    assert list(figure.data[0].x) == pytest.approx(values.time.values / 3600)
    many = xarray.DataArray(np.zeros((3, 40_000)), dims=("channel", "time"), name="sampen")
    (panel,) = page_of(many, tmp_path).panels
    assert panel["kind"] == "table"


def test_nothing_comes_from_the_network(made, tmp_path):
    page, _ = made("entropy")
    assert page.addresses == []
    assert "link" not in page.tags
    text = (tmp_path / "out.html").read_text()
    assert "default-src 'none'" in text
    assert plotly.offline.get_plotlyjs() in text


def table(**variables):
    return xarray.Dataset({name: (dims, np.asarray(values)) for name, (dims, values) in variables.items()})


def test_texts_of_a_file_are_no_markup(tmp_path):
    evil = '</script><script>alert(1)</script><img src=x onerror="alert(2)">\udcff'
    results = table(value=(("epoch", "channel"), [[np.nan, 1.0]]), reason=(("epoch", "channel"), [[evil, ""]]))
    results = results.assign_coords(channel=[evil, "b"])
    results.attrs = {"title": evil, "measure": evil, "notices": evil, evil: 1}
    page = page_of(results, tmp_path)
    assert "img" not in page.tags
    assert page.tags.count("script") == 3
    assert page.panels[0]["columns"]["labels"][0] == evil
    assert page.panels[0]["reasons"] == {"0": evil}


def test_large_numbers_keep_their_zeros(tmp_path):
    values = [0.0, 10.0, 1000000.0, -1230000.0, 100.5, 2.5e-10, 1e21]
    figure = only_figure(table(value=(("epoch", "channel"), [values])), tmp_path)
    told = [text.split("<br>")[1].strip() for text in figure.data[0].text[0]]
    assert told == ["0", "10", "1000000", "-1230000", "100.5", "2.5e-10", "1e+21"]
    assert [float(one) for one in told] == values


def test_all_flags_of_samples_are_told(tmp_path):
    results = table(posterior=(("time", "class"), np.full((5, 2), 0.5)), flags=(("time",), [0.0, 8.0, 16.0, 25.0, 6.0]))
    figure = only_figure(results.assign_coords(time=np.arange(5.0)), tmp_path)
    told = [text.split("<br>")[2:] for text in figure.data[0].text]
    assert told == [[], ["gap"], ["warm-up"], ["missing, gap, warm-up"], ["outlier, unexplained"]]


def test_numbers_without_a_unit_have_none(tmp_path):
    values = xarray.DataArray([[0.25, 0.75]], dims=("epoch", "channel"), name="permen", attrs={"units": "1"})
    page = page_of(values, tmp_path)
    assert numbers_in(page.sentences[0])[:2] == [2, 0.5]
    assert page.panels[0]["unit"] == ""


def test_epochs_that_a_recording_does_not_have_are_not_counted(tmp_path):
    reason = np.full((2, 3, 2), "", dtype=object)
    reason[1, 0, 1] = "flat"
    both = ("file", "epoch", "channel")
    results = table(value=(both, np.where(reason == "", 1.0, np.nan)), reason=(both, reason), n_epochs=(("file",), [3.0, 1.0]))
    page = page_of(results, tmp_path)
    assert page.tables["Reasons"][1:] == [["flat", "1", "1 (1)", "1 (1)"]]
    assert numbers_in(page.sentences[-1]) == [1, 8, 1]


def test_a_single_signal_is_compared_with_the_heart(tmp_path):
    names = {"channel": ["Fz", "ECG"], "partner": ["Fz", "ECG"]}
    page = page_of(table(mean_value=(("channel", "partner"), [[0.5, 1.5], [1.25, 1.0]])).assign_coords(names), tmp_path)
    assert numbers_in(page.sentences[0]) == [2, 1.38, 1.25, 1.5]
    assert page.sentences[0].index("ECG → Fz") < page.sentences[0].index("Fz → ECG")
    (panel,) = page.panels
    assert (panel["range"], panel["rangeOffDiagonal"]) == ([0.5, 1.5], [1.25, 1.5])
    alone = table(mean_value=(("channel", "partner"), [[0.5]]))
    assert page_of(alone, tmp_path).sentences == ["No pair of different channels is a finite number."]


def test_infinite_and_missing_values_are_said(tmp_path):
    values = [[np.inf, 1.0, -np.inf, np.nan]]
    figure = only_figure(table(value=(("epoch", "channel"), values)), tmp_path)
    assert list(figure.data[0].z[0]) == [None, 1.0, None, None]
    assert [text.split("<br>")[1].strip() for text in figure.data[0].text[0]] == ["Infinity", "1", "-Infinity", "NaN"]
    assert page_of(table(value=(("epoch", "channel"), [[np.nan]])), tmp_path).panels[0]["range"] is None


def test_axes_that_are_not_drawn_are_choices(tmp_path, rng):
    values = rng.uniform(size=(2, 3, 4, 5))
    (panel,) = page_of(table(value=(("m", "r", "epoch", "channel"), values)), tmp_path).panels
    assert [choice["name"] for choice in panel["choices"]] == ["m", "r"]
    figures = drawn_by_the_page([panel], tmp_path)
    assert np.array_equal(np.array(figures[-1].data[0].z), values[1, 2])


def test_large_results_say_what_is_left_out(tmp_path, monkeypatch):
    monkeypatch.setattr(report_panels, "MOST_VALUES", 4)
    both = ("channel", "partner")
    results = table(value=(("epoch", *both), np.ones((3, 2, 2))), mean_value=(both, np.ones((2, 2))))
    assert [panel["choices"] for panel in page_of(results, tmp_path).panels] == [[]]
    assert "12 values are more than the 4 that a page holds" in (tmp_path / "out.html").read_text()


@pytest.mark.parametrize(
    "results",
    [
        table(other=(("x",), [1.0])),
        table(value=(("epoch", "channel"), [["a"]])),
        table(value=(("epoch", "channel"), [[1.0]]), reason=(("x",), [""])),
        np.zeros(3),
    ],
)
def test_what_is_no_result_is_refused(tmp_path, results):
    assert_refused(lambda: write_report(results, tmp_path / "out.html"))
    assert list(tmp_path.iterdir()) == []


def run_module(*arguments, **options):
    command = [sys.executable, "-m", "biotropy", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)


@pytest.fixture
def command(capsys):
    """Run a command of the package in this process: exit code, output and errors."""

    def run(*arguments):
        try:
            code = main([*map(str, arguments)])
        except SystemExit as ended:
            code = ended.code
        return (code, *capsys.readouterr())

    return run


@pytest.fixture
def written(program, tmp_path, rng):
    """The files of a series and of its entropy."""
    series, out = tmp_path / "x.txt", tmp_path / "out.nc"
    np.savetxt(series, rng.standard_normal(300))
    program("entropy", series, "--quiet", "-o", out)
    return series, out


def test_the_command(written, command, tmp_path):
    series, out = written
    assert command("report", out)[0] == 0
    assert command("report", out, "-o", tmp_path / "other.html")[0] == 0
    assert (tmp_path / "out.html").read_bytes() == (tmp_path / "other.html").read_bytes()
    before = out.read_bytes()
    for arguments, code, text in [
        (("report", tmp_path / "none.nc"), 3, "no such file"),
        (("report", series), 3, "x.txt"),
        (("report", out, "-o", out), 2, "out.nc"),
        (("report", out, "-o", tmp_path), 2, "no ordinary file"),
        (("report", out, "-o", "/dev/null"), 2, "no ordinary file"),
        (("report", out, "-o", tmp_path / "none" / "x.html"), 5, "No such file"),
        (("report", out, "--colour"), 2, "--colour"),
        (("rapport", out), 2, "rapport"),
        ((), 2, "COMMAND"),
    ]:
        *ended, errors = command(*arguments)
        assert ended == [code, ""]
        assert text in errors
        assert errors.count("\n") == 1
    assert out.read_bytes() == before


def test_a_page_that_cannot_be_written_leaves_nothing(written, tmp_path):
    out, page = written[1], tmp_path / "out.html"
    page.write_text("before")
    full = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))  # noqa: E731
    done = run_module("report", out, preexec_fn=full)
    assert done.returncode == 5
    assert "File too large" in done.stderr
    assert page.read_text() == "before"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.html", "out.nc", "x.txt"]


def test_a_damaged_result_is_an_error(written, command):
    out = written[1]
    whole = out.read_bytes()
    for size in (0, 8, 100, len(whole) // 2, len(whole) - 1):
        out.write_bytes(whole[:size])
        code, _, errors = command("report", out)
        assert code == 3, (size, errors)
        assert errors.startswith(f"biotropy: {out}: ")


def results_of_python(rng):
    data = xarray.DataArray(rng.standard_normal((2, 3, 200)), dims=("epoch", "channel", "time"),
                            coords={"channel": ["Fz", "Cz", "Pz"], "epoch": [3, 5]}, attrs={"path": "one.edf"})  # fmt: skip
    yield "matrix", biotropy.pairwise(data, m=1, tau=2, output="xarray"), "Cross-ApEn"
    yield "matrix", biotropy.pairwise(data[0], m=1, tau=2, output="xarray"), "Cross-ApEn"
    yield "table", biotropy.sample_entropy(data, tau=2), "SampEn"
    yield "table", biotropy.sample_entropy(data[0], tau=2), "SampEn"
    yield "table", biotropy.sample_entropy(data[0, 1], tau=2), "SampEn"
    yield "curves", biotropy.multiscale_entropy(data, 2, tau=2), "MSE of SampEn"
    yield "curves", biotropy.multiscale_entropy(data[0, 1], 2, tau=2), "MSE of SampEn"


def test_results_of_python_say_what_they_are(tmp_path, rng):
    for kind, result, title in results_of_python(rng):
        page = page_of(result, tmp_path)
        assert [panel["kind"] for panel in page.panels] == [kind]
        assert np.array_equal(numbers(page.panels[0]).ravel(), result.values.ravel())
        rows = dict(page.tables["Parameters"])
        expected = {"measure": result.attrs["measure"], "convention": "richman-moorman", "tau": "2", "r": "0.2", "units": "nat",
                    "path": "one.edf"}  # fmt: skip
        assert {name: rows[name] for name in expected} == expected
        assert f"<h1>{title}</h1>" in (tmp_path / "out.html").read_text()
        assert page.tables["Provenance"] == [["biotropy_version", biotropy.__version__]]


def test_results_of_mne_connectivity(tmp_path, rng):
    pytest.importorskip("mne_connectivity")
    data = rng.standard_normal((2, 3, 200))
    for given in (data, data[0]):
        result = biotropy.pairwise(given, m=1, r=0.25, output="mne", ch_names=["Fz", "Cz", "Pz"])
        page = page_of(result, tmp_path)
        assert np.array_equal(numbers(page.panels[0]).ravel(), biotropy.pairwise(given, m=1, r=0.25).ravel())
        assert page.panels[0]["rows"]["labels"] == ["Fz", "Cz", "Pz"]
        assert dict(page.tables["Parameters"])["r"] == "0.25"


def test_without_plotly_the_error_says_how(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "plotly.offline", None)
    with pytest.raises(ImportError, match=r"checkout of Biotropy, pip install '.\[report\]'"):
        write_report(table(value=(("epoch", "channel"), [[1.0]])), tmp_path / "out.html")


def test_the_program_hands_over_to_the_package(written, program, tmp_path, monkeypatch):
    out = written[1]
    assert run_module("report", out, "-o", tmp_path / "module.html").returncode == 0
    monkeypatch.setenv("PATH", os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]]))
    program("report", out, "-o", tmp_path / "program.html")
    assert (tmp_path / "program.html").read_bytes() == (tmp_path / "module.html").read_bytes()
    failed = pytest.raises(subprocess.CalledProcessError, program, "report", tmp_path / "none.nc")
    assert failed.value.returncode == 3
    assert "no such file" in failed.value.stderr


def test_a_symmetric_matrix_has_each_pair_once(tmp_path, rng):
    half = np.triu(rng.uniform(size=(4, 4)), 1)
    (panel,) = (page := page_of(table(mean_value=(("channel", "partner"), half + half.T)), tmp_path)).panels
    assert numbers_in(page.sentences[0])[0] == 6
    assert panel["symmetric"] and panel["rangeOffDiagonal"] == [half[half > 0].min(), half.max()]
    first = drawn_by_the_page([panel], tmp_path)[0]
    assert first.layout.xaxis.title.text == first.layout.yaxis.title.text
    assert [first.data[0].z[k][k] for k in range(4)] == [None] * 4
    half[0, 1] += 1
    assert not page_of(table(mean_value=(("channel", "partner"), half + half.T + np.tri(4))), tmp_path).panels[0]["symmetric"]


def test_what_a_reader_needs_first(made, tmp_path, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    (tmp_path / "dataset_description.json").write_text('{"Name": "Sleep <i>"}')
    page, _ = made("entropy", "--epoch", 200, "--rate", 100)
    first = dict(page.tables["About this result"])
    assert (first["Dataset"], first["Recordings"], first["Report written"]) == ("Sleep <i>", "x0.csv", "1970-01-02")
    assert (numbers_in(first["Epochs"]), numbers_in(first["Sampling rate"])) == ([200, 2], [100])
    page, _ = made("entropy", "--window", 100, "--step", 50, "--rate", 100, recordings=2)
    first = dict(page.tables["About this result"])
    assert (numbers_in(first["Windows"]), first["Recordings"]) == ([100, 1, 50, 0.5], "2")


def test_means_are_on_the_scalp(tmp_path):
    pytest.importorskip("mne")
    names = ["EEG Fp1", "EEG Fp2-REF", "Cz", "o1", "O2", "EEG A2-A1", "ECG"]
    place = dict(zip(names, by_name(names), strict=True))
    assert np.isfinite(by_name(names)).all(axis=1).tolist() == [True] * 5 + [False] * 2
    values = np.array([[place[name] @ [1, 2] + 5 if name in names[:5] else 99 for name in names]] * 3)
    page = page_of(table(value=(("epoch", "channel"), values)).assign_coords(channel=names), tmp_path)
    _, panel = page.panels
    assert panel["kind"] == "scalp" and panel["ranges"][0] == pytest.approx([values[:, :5].min(), values[:, :5].max()])
    assert panel["places"][5:] == [None, None] and panel["places"][2] == place["Cz"].tolist()
    assert numbers(panel)[0] == pytest.approx(values[0])
    contour, *_, electrodes = drawn_by_the_page([panel], tmp_path)[0].data
    # A spline through points of a plane is the plane.
    assert np.array(contour.z) == pytest.approx(np.add.outer(2 * np.array(contour.y), np.array(contour.x)) + 5, abs=1e-9)
    assert list(electrodes.x) == [place[name][0] for name in names[:5]]
    few = page_of(table(value=(("epoch", "channel"), values[:, 2:])).assign_coords(channel=names[2:]), tmp_path)
    assert len(few.panels) == 1
    scales = table(value=(("scale", "channel"), values * [[1], [2], [3]])).assign_coords(channel=names, scale=[1, 2, 3])
    ranges = np.array(page_of(scales, tmp_path).panels[-1]["ranges"])
    assert ranges == pytest.approx(np.outer([1, 2, 3], [values[:, :5].min(), values[:, :5].max()]))


def test_reasons_are_one_but_for_their_numbers():
    reasons = ["0.1 uV is above 80 uV", "flat", "-3 uV is above 80 uV", "marked bad in sub-01.tsv", "marked bad in sub-02.tsv", "flat", "flat"]
    assert kinds_of(reasons) == {"flat": [1, 5, 6], "... uV is above 80 uV": [0, 2], "marked bad in sub-....tsv": [3, 4]}


def test_notices_of_what_is_left_out_come_first_and_once():
    told = table(value=(("epoch", "channel"), [[1.0]])).assign_attrs(
        notice_codes="rates_differ\nsamples_left_over\npadding\npadding", notices="rates\nleft\npadded\npadded"
    )
    assert notices_of(told) == (["padded.", "left."], ["rates."])


def test_numbers_have_the_digits_of_their_spread():
    assert [decimals_of(one) for one in (12.5, 1.5, 0.9, 0.037, 0.0, np.nan)] == [0, 1, 2, 3, 4, 4]
    assert (probability(0.1).text, probability(2e-9).text, probability(np.nan).text) == ("0.10", "< 0.0001", "n/a")
    assert [signed(one).text for one in (-0.001, 0.5, -1.0)] == ["0.00", "+0.50", "-1.00"]
