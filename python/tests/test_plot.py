# SPDX-License-Identifier: Apache-2.0
"""Data of the artists of plots, drawn without a display."""

import json

import numpy as np
import pytest
from conftest import assert_refused, refused

import biotropy

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402

from biotropy import plot  # noqa: E402

NAMES = ["Fz", "Cz", "Pz", "Oz"]


@pytest.fixture
def values(rng):
    return rng.uniform(1, 2, (4, 4))


def image(ax):
    (drawn,) = ax.images
    ax.figure.canvas.draw()
    return drawn.get_array()


def tick_names(ax):
    return [label.get_text() for label in ax.get_yticklabels()]


def test_matrix_shows_the_entries_and_names(values):
    values[1, 2] = np.nan
    ax = plot.matrix(values, ch_names=NAMES)
    assert np.array_equal(image(ax).filled(np.nan), values, equal_nan=True)
    assert image(ax).mask.sum() == 1
    assert tick_names(ax) == NAMES
    assert ax.get_xlabel().startswith("compared with partner") and ax.get_xlabel().endswith("(1)")
    assert ax.get_ylabel() == "templates from channel"
    assert ax.images[0].get_clim() == (np.nanmin(values), np.nanmax(values))


def test_matrix_draws_into_the_axes_given(values):
    figure, axes = pyplot.subplots(1, 2)
    assert plot.matrix(values, ax=axes[1], colorbar=False) is axes[1]
    assert not axes[0].images
    assert len(figure.axes) == 2


def test_a_few_values_far_out_do_not_take_the_scale(rng):
    values = rng.uniform(0.5, 0.6, (20, 20))
    values[-1, :-1] = values[:-1, -1] = 1.4
    ax = plot.matrix(values)
    inner = values[:-1, :-1]
    low, high = ax.images[0].get_clim()
    assert (low, high) == pytest.approx((values[values < 1].min(), inner.max()), abs=0.01)
    bar = ax.figure.axes[-1]
    assert (bar.get_ylabel(), bar._colorbar.extend) == ("value", "max")
    # What is beyond the scale is hatched, and has the colour of its end.
    assert len(ax.patches) == 38 and ax.get_xlabel().endswith("(38 of 400)")
    assert ax.images[0].cmap(2.0) == ax.images[0].cmap(1.0)
    ax = plot.matrix(values, robust=False)
    assert ax.images[0].get_clim() == (values.min(), values.max())
    assert ax.figure.axes[-1].get_ylabel() == "value" and not ax.patches
    assert len(plot.matrix(values, vmin=0, vmax=1.2).patches) == 38


def test_channels_of_other_types_stand_at_the_end_and_have_no_part_in_the_scale(values):
    names = ["EEG Fz", "ECG ECG", "EEG Cz", "EOG left"]
    ax = plot.matrix(values, ch_names=names)
    assert np.array_equal(image(ax), values[np.ix_([0, 2, 1, 3], [0, 2, 1, 3])])
    assert tick_names(ax) == ["EEG Fz", "EEG Cz", "ECG ECG", "EOG left"]
    assert [label.get_text() for label in ax.child_axes[0].get_xticklabels()] == ["signals", "ecg", "eog"]
    inner = values[np.ix_([0, 2], [0, 2])]
    assert ax.images[0].get_clim() == (inner.min(), inner.max())
    typed = plot.matrix(values, ch_names=NAMES, ch_types={"Cz": "stim"})
    assert tick_names(typed) == ["Fz", "Pz", "Oz", "Cz"]
    xarray = pytest.importorskip("xarray")
    coords = {"channel": NAMES, "partner": NAMES, "ch_type": ("channel", ["eeg", "eeg", "misc", "eeg"])}
    labelled = xarray.DataArray(values, dims=("channel", "partner"), coords=coords)
    assert tick_names(plot.matrix(labelled)) == ["Fz", "Cz", "Oz", "Pz"]
    assert plot.matrix(values, ch_types=["ecg"] * 4).images[0].get_clim() == (values.min(), values.max())


def test_a_single_signal_beside_an_ecg_has_colours_of_its_own():
    ax = plot.matrix([[0.5, 1.5], [1.25, 1.0]], ch_names=["Fz", "ECG"])
    assert ax.images[0].get_clim() == (0.5, 1.5)
    assert ax.figure.axes[1].get_ylabel() == "value"


def test_the_diagonal_can_be_left_out(values):
    np.fill_diagonal(values, 50.0)
    ax = plot.matrix(values, diagonal=False, robust=False)
    rest = values[~np.eye(4, dtype=bool)]
    assert ax.images[0].get_clim() == (rest.min(), rest.max())
    assert ax.figure.axes[-1].get_ylabel() == "value"
    (squares,) = ax.collections
    assert [path.get_extents().intervalx.tolist() for path in squares.get_paths()] == [[k - 0.5, k + 0.5] for k in range(4)]
    assert ax.get_xlabel() == "compared with partner"


def test_a_symmetric_matrix_has_no_directions_and_no_diagonal(values):
    symmetric = values + values.T
    np.fill_diagonal(symmetric, 50.0)
    ax = plot.matrix(symmetric, robust=False)
    assert ax.get_xlabel() == ax.get_ylabel() == "channel"
    assert ax.images[0].get_clim()[1] < 50 and len(ax.collections) == 1
    assert plot.matrix(symmetric, robust=False, diagonal=True).images[0].get_clim()[1] == 50
    assert plot.matrices({"a": symmetric, "b": 2 * symmetric})[0].images[0].get_clim()[1] < 50
    assert plot.matrices({"a": symmetric, "b": values})[0].images[0].get_clim()[1] == 50


def test_titles_of_axes_are_beside_the_names(rng):
    """No title overlaps the names, however long they are, with and without groups."""
    names = [f"a channel with a long name {k}" for k in range(6)]
    for options in ({}, {"groups": ["left"] * 3 + ["right"] * 3}):
        ax = plot.matrix(rng.uniform(size=(6, 6)), ch_names=names, **options)
        ax.set_title("a title")
        ax.figure.canvas.draw()
        for axis in (ax.xaxis, ax.yaxis):
            title = axis.label.get_window_extent()
            assert not any(title.overlaps(label.get_window_extent()) for label in axis.get_ticklabels())
        above = ax.child_axes[0].get_xticklabels() if options else []
        assert not any(ax.title.get_window_extent().overlaps(label.get_window_extent()) for label in above)


def test_order_and_a_choice_of_channels(values):
    ax = plot.matrix(values, ch_names=NAMES, order=["Oz", 0])
    assert np.array_equal(image(ax), values[np.ix_([3, 0], [3, 0])])
    assert tick_names(ax) == ["Oz", "Fz"]


@pytest.mark.parametrize("groups", [{"back": ["Pz", "Oz"], "front": ["Fz", "Cz"]}, ["b", "b", "a", "a"]])
def test_groups_stand_together(values, groups):
    ax = plot.matrix(values, ch_names=NAMES, groups=groups)
    order = [2, 3, 0, 1] if isinstance(groups, dict) else [0, 1, 2, 3]
    assert np.array_equal(image(ax), values[np.ix_(order, order)])
    (top,) = ax.child_axes
    assert [label.get_text() for label in top.get_xticklabels()] == list(dict.fromkeys(groups))
    assert sorted(line.get_ydata()[0] for line in ax.lines) == [0, 1.5]


def test_clusters_bring_alike_channels_together(rng):
    label = np.array([0, 1, 2, 0, 1, 2, 0, 1, 2])
    apart = np.where(label[:, None] == label, 1.0, 2.0) + rng.uniform(0, 0.1, (9, 9))
    ax = plot.matrix(apart, clusters=3)
    drawn = [int(name) for name in tick_names(ax)]
    assert sorted(drawn) == list(range(9))
    assert [len(set(label[drawn[first : first + 3]])) for first in (0, 3, 6)] == [1, 1, 1]
    assert sorted(line.get_ydata()[0] for line in ax.lines if line.get_ydata()[0] == line.get_ydata()[1]) == [2.5, 5.5]


def test_matrix_takes_what_pairwise_returns(rng):
    epochs = rng.standard_normal((3, 4, 200))
    mean = biotropy.pairwise(epochs, m=1, average=True)
    labelled = biotropy.pairwise(epochs, m=1, average=True, output="xarray", ch_names=NAMES)
    ax = plot.matrix(labelled.transpose("partner", "channel"))
    assert np.array_equal(image(ax), mean)
    assert tick_names(ax) == NAMES
    ax = plot.matrix(biotropy.pairwise(epochs, m=1, output="dict"))
    assert np.array_equal(image(ax), mean)
    assert ax.figure.axes[-1].get_ylabel() == "Cross-ApEn (nat)"
    made = pytest.importorskip("mne_connectivity")
    connectivity = biotropy.pairwise(epochs, m=1, average=True, output="mne", ch_names=NAMES)
    ax = plot.matrix(connectivity)
    assert np.array_equal(image(ax), mean)
    assert tick_names(ax) == NAMES
    assert ax.figure.axes[-1].get_ylabel() == "cross-apen (nat)"
    in_bit = biotropy.pairwise(epochs, m=1, average=True, output="mne", ch_names=NAMES, base="2")
    assert plot.matrix(in_bit).figure.axes[-1].get_ylabel() == "cross-apen (bit)"
    coherence = made.Connectivity(mean.ravel(), n_nodes=len(NAMES), names=NAMES, method="coh")
    assert plot.matrix(coherence).figure.axes[-1].get_ylabel() == "coh"


def test_matrix_takes_a_result_of_the_program(program, tmp_path, rng):
    series, out = tmp_path / "x.csv", tmp_path / "out.nc"
    np.savetxt(series, rng.standard_normal((600, 2)), delimiter=",", header="a,b", comments="")
    program("cross", series, "--epoch", 200, "-m", 1, "--quiet", "-o", out)
    results = biotropy.open_results(out)
    ax = plot.matrix(results)
    assert np.array_equal(image(ax), results["mean_value"].values)
    assert ax.figure.axes[-1].get_ylabel() == "Cross-ApEn (nat)"
    with pytest.raises(ValueError, match="channel"):
        plot.matrix(results["value"])


def test_many_channels_have_few_ticks(rng):
    ax = plot.matrix(rng.uniform(size=(148, 148)))
    assert len(tick_names(ax)) <= 40


def test_groups_side_by_side_share_one_scale_and_order(rng):
    groups = {title: rng.uniform(low, low + 1, (4, 4)) for title, low in (("control", 0), ("MCI", 1), ("AD", 2))}
    p = np.full((4, 4), 0.5)
    p[0, 1], p[1, 0], p[2, 3] = 0.0005, 0.02, 0.05
    axes = plot.matrices(groups, p, ch_names=NAMES, clusters=2)
    assert [ax.get_title() for ax in axes] == ["control", "MCI", "AD", "significance"]
    order = [NAMES.index(name) for name in tick_names(axes[0])]
    everything = np.stack(list(groups.values()))
    for ax, values in zip(axes, groups.values(), strict=False):
        assert np.array_equal(image(ax), values[np.ix_(order, order)])
        assert ax.images[0].get_clim() == (everything.min(), everything.max())
    shown = axes[3].images[0]
    assert np.array_equal(image(axes[3]), p[np.ix_(order, order)])
    colour = {level: tuple(shown.cmap(shown.norm(level))) for level in (0.0005, 0.02, 0.05, 0.5)}
    assert colour[0.05] == colour[0.5] == (1, 1, 1, 1)
    assert len(set(colour.values())) == 3


def test_matrices_need_the_same_channels(rng, values):
    pytest.raises(biotropy.BiotropyError, plot.matrices, {"a": values, "b": values[:3, :3]})
    with pytest.raises(biotropy.BiotropyError):
        plot.matrices({"a": values}, biotropy.pairwise(rng.standard_normal((4, 99)), output="xarray", ch_names=NAMES))
    pytest.raises(biotropy.BiotropyError, plot.matrices, {"a": values}, values)
    pytest.raises(biotropy.BiotropyError, plot.matrices, {"a": values}, values / 4, levels=(0.05, 1))
    with pytest.raises(ValueError):
        plot.matrices({"a": values, "b": values}, axes=pyplot.subplots(1, 1, squeeze=False)[1][0])


def test_curves_have_the_band_of_the_mean(rng):
    stats = pytest.importorskip("scipy.stats")
    curves = rng.uniform(1, 2, (7, 5))
    curves[0, 4] = np.nan
    ax = plot.curves({"young": curves, "old": curves[:1]}, [1, 2, 3, 5, 8])
    assert ax.lines[0].get_xdata().tolist() == [1, 2, 3, 5, 8]
    assert ax.lines[0].get_ydata() == pytest.approx(np.nanmean(curves, axis=0))
    (band,) = ax.collections
    corners = band.get_paths()[0].vertices
    for k, scale in enumerate([1, 2, 3, 5, 8]):
        column = curves[np.isfinite(curves[:, k]), k]
        expected = stats.t.interval(0.95, len(column) - 1, loc=column.mean(), scale=stats.sem(column))
        at = corners[corners[:, 0] == scale, 1]
        assert (at.min(), at.max()) == pytest.approx(expected)
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["young (n = 7)", "old (n = 1)"]


def test_curves_of_a_result(rng):
    result = biotropy.multiscale_entropy(rng.standard_normal((3, 500)), [1, 3, 6], full_output=True)
    ax = plot.curves(result, confidence=0.5)
    assert ax.lines[0].get_xdata().tolist() == [1, 3, 6]
    assert ax.lines[0].get_ydata() == pytest.approx(result.value.mean(axis=0))
    alone = plot.curves(result.value[0])
    assert alone.lines[0].get_ydata().tolist() == result.value[0].tolist()
    assert not alone.collections


def test_curves_go_from_scale_to_scale(rng):
    result = biotropy.multiscale_entropy(rng.standard_normal((4, 300)), [5, 1, 3], full_output=True)
    (line,) = plot.curves(result).lines
    assert line.get_xdata().tolist() == [1, 3, 5]
    assert np.array_equal(line.get_ydata(), result.value.mean(axis=0)[[1, 2, 0]])


def test_curves_without_a_value_are_not_counted(rng):
    curves = rng.uniform(1, 2, (4, 3))
    curves[2] = np.nan
    ax = plot.curves({"a": curves})
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["a (n = 3)"]


def test_the_label_of_curves_has_the_unit_of_the_data(rng, xarray):
    signal = xarray.DataArray(rng.standard_normal((2, 500)), dims=("channel", "time"))
    drawn = {"bit": {"base": "2"}, "": {"normalise": True}, "nat": {}}
    made = {unit: biotropy.multiscale_entropy(signal, [1, 2], measure="permen", **options) for unit, options in drawn.items()}
    title = made["nat"].attrs["title"]
    labels = [plot.curves(one).get_ylabel() for one in made.values()]
    assert labels == [f"{title} (bit)", title, f"{title} (nat)"]
    assert plot.curves({"a": made["bit"], "b": made["bit"]}).get_ylabel() == f"{title} (bit)"
    assert (plot.curves(made).get_ylabel(), plot.curves(made["nat"].values).get_ylabel()) == (title, "entropy")
    windows = biotropy.sliding_entropy(signal, "permen", window=100, step=50, base="2")
    assert plot.time_course(windows).get_ylabel() == "PermEn (bit)"


@pytest.mark.parametrize("n", [6, 21, 40])
def test_every_curve_looks_different(rng, n):
    ax = plot.curves({str(k): rng.uniform(size=5) for k in range(n)})
    looks = {(matplotlib.colors.to_hex(line.get_color()), line.get_linestyle(), line.get_marker()) for line in ax.lines}
    assert len(looks) == n
    assert len(ax.get_legend().get_texts()) == n


def test_removed_beats_are_marked(tmp_path):
    intervals = [800, 820, 1900, 810, 400, 790]
    report = {"recordings": [{"read": 6, "removed": [{"position": 2, "value": 1900.0, "reason": "too long"},
                                                     {"position": 4, "value": 400.0, "reason": "ectopic"}]}]}  # fmt: skip
    path = tmp_path / "clean.json"
    path.write_text(json.dumps(report))
    for removed in (path, report, report["recordings"][0]):
        ax = plot.rr_series(intervals, removed, unit="ms")
        kept, long, ectopic = ax.lines
        assert np.isnan(kept.get_ydata()).tolist() == [False, False, True, False, True, False]
        assert kept.get_xdata() == pytest.approx(np.cumsum(intervals) / 1000)
        assert (long.get_ydata().tolist(), ectopic.get_ydata().tolist()) == ([1900], [400])
        assert long.get_label() == "too long (1)"
    ax = plot.rr_series(intervals, np.array(intervals) > 1500, times=range(6))
    assert ax.lines[1].get_xdata().tolist() == [2]
    assert len(plot.rr_series(intervals, []).lines) == 1


@pytest.mark.parametrize(("n", "label", "ticks"), [(60, "time (s)", "50"), (3000, "time (min)", "40"), (110_000, "time (h)", "24")])
def test_the_time_of_a_day_is_in_hours(n, label, ticks):
    ax = plot.rr_series(np.full(n, 0.8))
    ax.figure.canvas.draw()
    assert ax.get_xlabel() == label
    assert ticks in [tick.get_text() for tick in ax.get_xticklabels()]
    assert ax.lines[0].get_xdata()[-1] == pytest.approx(0.8 * n)


def test_report_of_the_program_fits(program, recording, tmp_path):
    path, report = recording("heartbeat/rest_rri.txt"), tmp_path / "clean.json"
    program("rr", path, "--ectopic", "previous", "--quiet", "--report", report, "-o", tmp_path / "clean.txt")
    intervals = np.loadtxt(path)
    ax = plot.rr_series(intervals, report, unit="ms")
    removed = json.loads(report.read_text())["recordings"][0]["removed"]
    assert removed
    assert ax.lines[1].get_ydata().tolist() == [entry["value"] for entry in removed]


def test_numbers_that_are_names_of_classes_are_no_positions():
    p = np.full((4, 2), 0.5)
    first, second, *strips = plot.posteriors(p, classes=[1, 2], labels=[1, 1, 2, 2]).collections
    colours = [tuple(part.get_facecolor()[0]) for part in (first, second)]
    assert [tuple(strip.get_facecolor()[0]) for strip in strips] == colours
    pytest.raises(ValueError, plot.posteriors, p, classes=[1, 2], labels=[0, 0, 1, 1])


def test_posteriors_are_stacked_and_labels_are_runs():
    p = np.array([[0.9, 0.1], [0.2, 0.8], [np.nan, np.nan], [0.5, 0.5]])
    ax = plot.posteriors(p, [0, 2, 4, 6], classes=["awake", "asleep"], labels=["awake", "asleep", "asleep", None])
    lower, upper, *strips = ax.collections
    assert [layer.get_label() for layer in (lower, upper)] == ["awake", "asleep"]
    tops = {tuple(vertex) for path in lower.get_paths() for vertex in path.vertices}
    assert {(0.0, 0.9), (2.0, 0.2), (6.0, 0.5)} <= tops
    boxes = [strip.get_paths()[0].get_extents() for strip in strips]
    assert [(box.x0, box.x1) for box in boxes] == [(0, 2), (2, 6)]
    xarray = pytest.importorskip("xarray")
    turned = xarray.DataArray(p.T, dims=("class", "time"), coords={"class": ["awake", "asleep"]})
    assert [layer.get_label() for layer in plot.posteriors(turned).collections[:2]] == ["awake", "asleep"]
    assert np.array_equal(strips[1].get_facecolor(), upper.get_facecolor())


def test_many_classes_have_colours_of_their_own(rng):
    layers = plot.posteriors(rng.dirichlet(np.ones(12), 50)).collections
    assert len({matplotlib.colors.to_hex(layer.get_facecolor()[0]) for layer in layers}) == 12


def test_a_missing_package_is_named(monkeypatch, values):
    monkeypatch.setitem(__import__("sys").modules, "matplotlib.pyplot", None)
    assert_refused(lambda: plot.matrix(values), "missing_package")


def test_windows_without_a_coordinate_of_time_are_numbered(xarray):
    ax = plot.time_course(xarray.DataArray(np.random.default_rng(0).random((2, 5)), dims=("channel", "time")))
    assert "(s)" not in ax.get_xlabel()


SQUARE = np.linspace(1, 2, 16).reshape(4, 4)
WITHOUT_A_ROW = np.where(np.arange(4)[:, None] == 2, np.nan, SQUARE)
GIVEN = {plot.matrix: SQUARE, plot.curves: np.ones((2, 3)), plot.rr_series: [1, 2, 3], plot.posteriors: [[0.5, 0.5], [0.25, 0.75]]}
NAMED = {"ch_names": NAMES}
WRONG_OPTIONS = {
    plot.matrix: [
        {"ch_names": ["a"]}, {"ch_names": ["a", "a", "b", "c"], "order": ["a"]}, {"order": ["Fp1"], **NAMED}, {"order": [0, 0]},
        {"order": [4]}, {"order": "Fz"}, {"groups": ["a"]}, {"groups": {"a": [0, 1]}}, {"groups": {"a": [0, 1, 2, 3], "b": [3]}},
        {"clusters": 5}, {"clusters": 2, "order": [1]}, {"vmin": 3.0}, {"ch_types": {"x": "ecg"}, **NAMED}, {"ch_types": ["ecg"], **NAMED}],
    plot.curves: [{"scales": [1, 2]}, {"confidence": 1.0}],
    plot.rr_series: [
        {"unit": "min"}, {"removed": [True]}, {"removed": {}}, {"removed": {"read": 4, "removed": []}}, {"removed": {"recordings": []}},
        {"removed": [-1]}, {"removed": [3]}, {"times": [1, 2]}],
    plot.posteriors: [
        {"times": [1, 1]}, {"times": [1]}, {"classes": ["a", "a"]}, {"labels": [0]}, {"labels": [0, 2]}, {"labels": ["0", "x"]}],
}  # fmt: skip
WRONG_DATA = {
    plot.matrix: [np.zeros((2, 3)), np.zeros((1, 2, 2)), np.zeros((0, 0)), np.full((2, 2), np.nan), [["a", "b"], ["c", "d"]], {"value": 1}],
    plot.matrices: [{}],
    plot.curves: [{}, np.empty((0, 5))],
    plot.posteriors: [[0.5, 0.5], [[0.5, 0.5], [0.5, 0.6]], [[1.5, -0.5]], [[np.nan, 1.0]], [[np.inf, 1.0]]],
}
WRONG = [(function, GIVEN[function], options) for function, many in WRONG_OPTIONS.items() for options in many]
WRONG += [(function, data, {}) for function, many in WRONG_DATA.items() for data in many]
WRONG += [(plot.matrix, WITHOUT_A_ROW, {"clusters": 2, **NAMED})]


@pytest.mark.parametrize(("function", "data", "options"), WRONG)
def test_wrong_data_and_options(function, data, options):
    with refused():
        function(data, **options)
