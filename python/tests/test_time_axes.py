# SPDX-License-Identifier: Apache-2.0
"""Time axes of plots and reports: their units, gaps in the times, and single values between gaps."""

import numpy as np
import pytest

import biotropy

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")
from biotropy import plot  # noqa: E402



def test_times_of_windows_are_in_their_unit(rng, xarray):
    samples, how = rng.standard_normal((2, 900)), {"window": 100, "step": 50}
    windows = biotropy.sliding_entropy(samples, output="xarray", **how)
    assert plot.time_course(windows).get_xlabel() == "start of the window (samples)"
    assert plot.time_course(windows.values).get_xlabel() == "window"
    assert plot.time_course(windows.values, windows.time.values).get_xlabel() == "start of the window (min)"
    in_minutes = ("start of the window (min)", 3200.0)
    drawn = {None: in_minutes, "ms": ("start of the window (s)", 3.2), "s": in_minutes,
             "samples": ("start of the window (samples)", 3200.0)}  # fmt: skip
    for unit, expected in drawn.items():
        time = ("time", np.arange(900.0) * 4, {"units": unit} if unit else {})
        signal = xarray.DataArray(samples, dims=("channel", "time"), coords={"time": time})
        ax = plot.time_course(biotropy.sliding_entropy(signal, **how))
        assert (ax.get_xlabel(), ax.lines[0].get_xdata()[-1]) == expected
    for rate, label in ((None, "start of the window (samples)"), (100.0, "start of the window (s)")):
        sliding = biotropy.SlidingEntropy(window=100, n_channels=2, sfreq=rate)
        assert plot.time_course(sliding.push(samples.T)).get_xlabel() == label


def test_no_line_crosses_a_gap_in_the_times_and_no_window_is_lost():
    values = [[1, 2, np.nan, 3, -1, np.inf, 2], [3, 2, 1, 0, -1, -2, -3]]
    first, second = plot.time_course(values, [0, 1, 2, 3, 10, 11, 12]).lines
    assert second.get_xdata().tolist() == [0, 1, 2, 3, 6.5, 10, 11, 12]
    assert np.array_equal(second.get_ydata(), [3, 2, 1, 0, np.nan, -1, -2, -3], equal_nan=True)
    assert second.get_marker() == "None"
    assert (first.get_marker(), first.get_markevery()) == (".", [3, 5, 7])
    # Times that are nowhere even have no gaps.
    assert len(plot.time_course(values[1:], [0, 3, 4, 7, 8, 11, 12]).lines[0].get_xdata()) == 7
    (one,) = plot.time_course([[2.5]]).lines
    assert (one.get_marker(), one.get_markevery()) == (".", [0])
    kept, removed = plot.rr_series([800, 1900, 820, 1800, 790, 800], [1, 3], unit="ms").lines
    assert (kept.get_marker(), kept.get_markevery()) == (".", [0, 2])


def test_posteriors_and_labels_end_at_a_gap_in_the_times():
    p = [[0.9, 0.1], [0.8, 0.2], [np.nan, np.nan], [0.5, 0.5], [0.2, 0.8], [0.0, 1.0]]
    times = [0, 30, 60, 90, 600, 630]
    ax = plot.posteriors(p, times, classes=["a", "b"], labels=["a", "a", None, "b", "b", "a"])
    lower, upper, *strips = ax.collections
    drawn = [path.get_extents() for path in upper.get_paths()]
    assert [(box.x0, box.x1) for box in drawn if box.x1 > box.x0] == [(0, 30), (600, 630)]
    boxes = [strip.get_paths()[0].get_extents() for strip in strips]
    assert [(box.x0, box.x1) for box in boxes] == [(0, 60), (90, 120), (600, 630), (630, 660)]
    # A row between gaps has the width of a row.
    bars = [(bar.get_x(), bar.get_width(), bar.get_y(), bar.get_height()) for bar in ax.patches]
    assert bars == [(90, 30, 0, 0.5), (90, 30, 0.5, 0.5)]
    (found,) = plot.hypnogram(["a", "a", "b", "b", "b", "a"], times).lines
    xs = found.get_xdata()
    assert not ((xs > 120) & (xs < 600)).any() and {60, 120, 600, 630, 660} <= set(xs[np.isfinite(xs)])


def test_posteriors_of_samples_are_not_over_seconds(xarray):
    p = ("time", "class"), np.full((3, 2), 0.5)
    results = xarray.Dataset({"posterior": p}, {"time": [0.0, 9000.0, 18000.0], "class": ["a", "b"]}, {"time_unit": "samples"})
    assert plot.posteriors(results).get_xlabel() == "time (samples)"
    assert plot.posteriors(results.assign_attrs(time_unit="s")).get_xlabel() == "time (h)"


def test_windows_are_named_by_their_start(program, tmp_path, rng):
    from report_page import page_of

    samples = rng.standard_normal((600, 2))
    samples[400:, 1] *= 1e-3
    np.savetxt(tmp_path / "x.csv", samples, delimiter=",", header="A,B", comments="")
    how = ("--window", 200, "--step", 100, "--rate", 10, "--flat", 0.1, "--quiet")
    program("entropy", tmp_path / "x.csv", *how, "-o", tmp_path / "out.nc")
    results = biotropy.open_results(tmp_path / "out.nc")
    page = page_of(results, tmp_path)
    low = np.unravel_index(np.nanargmin(results["value"].values), (5, 2))
    assert f"(time {results['onset'].values[low[0]]:g} s, channel {'AB'[low[1]]})" in page.sentences[0]
    assert page.sentences[1].startswith("1 of 10 windows")
    head, rejected = page.tables["Windows of channels without a value"]
    assert head[:2] == ["time (s)", "channel"] and rejected[:2] == ["40", "B"]


@pytest.mark.parametrize("make", ["date_range", "timedelta_range"])
def test_stamps_are_seconds(rng, tmp_path, make, pandas, xarray):
    start = {"date_range": "2026-01-01", "timedelta_range": "0s"}[make]
    time = getattr(pandas, make)(start, periods=900, freq="10ms")
    signal = xarray.DataArray(rng.standard_normal((2, 900)), dims=("channel", "time"), coords={"time": time})
    windows = biotropy.sliding_entropy(signal, window=200, step=100)
    for ax in (plot.time_course(windows), plot.time_course(windows.values, windows.time.values)):
        assert ax.get_xlabel() == "start of the window (s)"
        assert list(ax.lines[0].get_xdata()) == [0, 1, 2, 3, 4, 5, 6, 7]
    from report_page import only_figure

    figure = only_figure(windows, tmp_path)
    assert figure.layout.xaxis.title.text == "start of the window (s)"
    assert list(figure.data[0].x) == [0, 1, 2, 3, 4, 5, 6, 7]


def test_lines_of_a_report_do_not_cross_a_gap(tmp_path):
    from report_page import only_figure

    xarray = pytest.importorskip("xarray")
    at = [0.0, 1.0, 2.0, 3.0, 10.0, 11.0, 12.0]
    value = xarray.DataArray([[1, 2, np.nan, 3, -1, np.nan, 2], [3, 2, 1, 0, -1, -2, -3]], dims=("channel", "time"), name="sampen")
    first, second = only_figure(value.assign_coords(time=("time", at, {"units": "s"})), tmp_path).data
    assert list(second.x) == [0, 1, 2, 3, 6.5, 10, 11, 12] and list(second.y) == [3, 2, 1, 0, None, -1, -2, -3]
    assert (second.mode, first.mode) == ("lines", "lines+markers")
    assert list(first.marker.size) == [0, 0, 0, 5, 0, 5, 0, 5]
    assert [text.split("<br>")[1].strip() if text else "" for text in second.text] == ["3", "2", "1", "0", "", "-1", "-2", "-3"]
    p = xarray.Dataset({"posterior": (("time", "class"), np.full((7, 2), 0.5))}, {"time": at})
    area = only_figure(p, tmp_path).data[0]
    assert list(area.y) == [0.5] * 4 + [None] * 2 + [0.5] * 3
    assert 3 < area.x[4] < 3.001 and 9.999 < area.x[5] < 10
    # Beside a row without a value an area ends, but for a single row, which would not be seen.
    p["posterior"][1] = np.nan
    area = only_figure(p, tmp_path).data[0]
    assert list(area.y) == [0.5, None, None, 0.5, 0.5, None, None, 0.5, 0.5, 0.5]
    assert area.x[1] == 1 and 1.999 < area.x[2] < 2
    uneven = value.assign_coords(time=("time", [0.0, 1, 3, 8, 10, 17, 40], {"units": "s"}))
    assert len(only_figure(uneven, tmp_path).data[1].x) == 7
