# SPDX-License-Identifier: Apache-2.0
"""RR intervals of files: equal to those of the program, removed intervals, and errors of files."""

import json
import struct

import numpy as np
import pytest
from conftest import assert_refused, warned

import biotropy
from biotropy.errors import FileFailed, FileMissing, InvalidInput

END = b"\0\0"


def annotation(code: int, interval: int) -> bytes:
    return struct.pack("<H", code << 10 | interval)


def write_record(folder):
    """Beats at 0.5, 1, 1.75 s, a change of rhythm at 2.25, beats at 2.75, 5.25 and 6 s."""
    marks = [(1, 50), (5, 50), (1, 75), (28, 50), (1, 50), (8, 250), (1, 75)]
    (folder / "rec.hea").write_text("rec 0 100\n")
    (folder / "rec.atr").write_bytes(b"".join(annotation(*mark) for mark in marks) + END)
    return folder / "rec"


def written_by(program, path, *options):
    text = program("rr", path, "--quiet", *options)
    return np.array([float(line) for line in text.split()])


def test_a_record_by_each_of_its_names(tmp_path):
    record = write_record(tmp_path)
    for path in (record, str(record) + ".hea", str(record) + ".atr", record.with_suffix(".atr")):
        rr = biotropy.read_rr(path)
        assert np.array_equal(rr.rr, [0.5, 0.75, 1.0, np.nan, 0.75], equal_nan=True)
        assert np.array_equal(rr.times, [1.0, 1.75, 2.75, np.nan, 6.0], equal_nan=True)
        assert rr.removed == [(3, 2.5, 5.25, "too_long")]
        assert (rr.unit, rr.unit_read, rr.n_read, rr.n_gaps) == ("s", "s", 5, 1)
        assert (rr.n_beats, rr.n_others, rr.first_beat) == (6, 1, 0.5)
        assert rr.source == str(record) + ".atr"
        assert rr.report == "4 of 5 values in s kept, 1 longer than 1.5 s; 1 gap kept"
    assert not np.isnan(biotropy.read_rr(record, policy="close").rr).any()
    with warned("intervals_left_out"):
        rr = biotropy.read_rr(record, max=np.inf, consecutive=True)
    assert np.array_equal(rr.rr, [0.5, 0.75, np.nan, 2.5, 0.75], equal_nan=True)
    assert np.array_equal(rr.times, [1.0, 1.75, np.nan, 5.25, 6.0], equal_nan=True)


def test_ann2rr(tmp_path):
    record = write_record(tmp_path)
    rr = biotropy.ann2rr(record)
    assert rr.rr.tolist() == [0.5, 0.75, 1.0, 2.5, 0.75]
    assert rr.times.tolist() == [1.0, 1.75, 2.75, 5.25, 6.0]
    assert (rr.first_beat, rr.removed, rr.n_read) == (0.5, [], 5)
    assert rr.report == "6 beats and 1 other annotation; the first beat is at 0.5 s"
    (tmp_path / "rec.hea").unlink()
    with warned("rate_assumed"):
        assert biotropy.ann2rr(tmp_path / "rec.atr").rr[0] == 0.2
    assert biotropy.ann2rr(tmp_path / "rec.atr", rate=50).rr[0] == 1.0


@pytest.mark.parametrize(
    ("options", "arguments"),
    [
        ({}, ()),
        ({"policy": "close"}, ("--policy", "close")),
        ({"min": 0.4, "max": np.inf}, ("--min", "0.4", "--max", "inf")),
        ({"output_unit": "ms"}, ("--output-unit", "ms")),
        ({"input_unit": "s", "output_unit": "s"}, ("--input-unit", "s", "--output-unit", "s")),
        ({"first": "interval", "max": np.inf}, ("--first", "interval", "--max", "inf")),
        ({"first": "onset"}, ("--first", "onset")),
        ({"ectopic": "previous"}, ("--ectopic", "previous")),
        ({"ectopic": "neighbours", "ectopic_change": 0.05}, ("--ectopic", "neighbours", "--ectopic-change", "0.05")),
        ({"ectopic": "median", "ectopic_change": 0.1}, ("--ectopic", "median", "--ectopic-change", "0.1")),
    ],
)
def test_the_bits_and_the_report_of_the_program(program, tmp_path, rng, options, arguments):
    values = np.round(rng.normal(0.8, 0.1, 500) * 128) / 128
    values[[0, 100, 101, 300]] = 225.797, 2.5, 0.1, np.nan
    path, report = tmp_path / "rr.txt", tmp_path / "report.json"
    path.write_text("\n".join(map(repr, values.tolist())) + "\n")
    rr = biotropy.read_rr(path, **options)
    assert np.array_equal(rr.rr, written_by(program, path, "--report", report, *arguments), equal_nan=True)
    record = json.loads(report.read_text())["recordings"][0]
    assert [(one.position, one.reason) for one in rr.removed] == [(one["position"], one["reason"]) for one in record["removed"]]
    assert (rr.n_read, rr.unit, rr.unit_read) == (record["read"], record["unit"], record["unit_read"])


@pytest.mark.parametrize("name", ["nsr001.ecg", "nsr001", "nsr009.ecg", "105.atr"])
def test_real_records_equal_the_program(recording, program, name):
    path = recording(f"heartbeat/{name.split('.')[0]}.hea").with_name(name)
    for options, arguments in (({}, ()), ({"ectopic": "median", "policy": "close"}, ("--ectopic", "median", "--policy", "close"))):
        rr = biotropy.read_rr(path, **options)
        assert np.array_equal(rr.rr, written_by(program, path, *arguments), equal_nan=True)


def test_reference_values(recording):
    counts = {"nsr001": (571022005, 437304055), "nsr009": (432735429, 303684038)}
    for name, (b, a) in counts.items():
        rr = biotropy.ann2rr(recording(f"heartbeat/{name}.hea"))
        found = biotropy.sample_entropy(rr, m=2, r=0.2, full_output=True)
        assert (found.matches_m, found.matches_m1) == (b, a)
        assert found.value == pytest.approx({"nsr001": 0.266799015, "nsr009": 0.354138711}[name], abs=1e-9)
    listed = biotropy.read_rr(recording("heartbeat/nsr001_rr_secs.txt"), min=0, max=np.inf)
    assert listed.removed[0].reason == "onset"
    assert biotropy.sample_entropy(listed, full_output=True).matches_m == 571022005
    # The beat at the end of each interval, by the annotations and by the sum of the list.
    marked = biotropy.ann2rr(recording("heartbeat/nsr001.ecg"))
    assert np.abs(listed.times - marked.times).max() < 0.1


EVENTS = "onset\tduration\ttrial_type\n0.5\t0\tR\n1.25\t0\tR\n1.5\t0.1\tblink\n2.125\t0\tR\n5\t0\tR\n5.75\t0\tR\n"


@pytest.mark.parametrize(("options", "arguments"), [({}, ()), ({"max": np.inf}, ("--max", "inf")), ({"output_unit": "ms"}, ("--output-unit", "ms"))])
def test_beats_of_a_table_of_events(program, tmp_path, options, arguments):
    path = tmp_path / "sub-1_task-rest_events.tsv"
    path.write_text(EVENTS)
    rr = biotropy.read_rr(path, beats="R", **options)
    assert np.array_equal(rr.rr, written_by(program, path, "--beats", "R", *arguments), equal_nan=True)
    scale = 1000 if options.get("output_unit") == "ms" else 1
    assert rr.rr[[0, 1, -1]].tolist() == [0.75 * scale, 0.875 * scale, 0.75 * scale]
    assert np.isnan(rr.rr[2]) == ("max" not in options)


def test_beats_are_those_of_a_table_of_events(tmp_path):
    path = tmp_path / "sub-1_task-rest_events.tsv"
    path.write_text(EVENTS)
    assert_refused(lambda: biotropy.read_rr(path, beats="Q"), "too_short")
    assert_refused(lambda: biotropy.read_rr(path, beats=3), parameter="beats")
    (tmp_path / "rr.txt").write_text("0.8\n0.9\n")
    assert_refused(lambda: biotropy.read_rr(tmp_path / "rr.txt", beats="R"), parameter="beats")


def test_times_of_a_list(tmp_path):
    path = tmp_path / "rr.txt"
    path.write_text("30.25\n0.75\n0.5\n0.125\n0.5\n")
    rr = biotropy.read_rr(path)
    assert np.array_equal(rr.times, [31.0, 31.5, np.nan, 32.125], equal_nan=True)
    assert rr.removed == [(0, 30.25, 30.25, "onset"), (3, 0.125, 31.625, "too_short")]
    assert (rr.n_beats, rr.first_beat) == (None, None)
    table = tmp_path / "rr.csv"
    table.write_text("time,RR\n0,800\n1,900\n2,700\n")
    rr = biotropy.read_rr(table)
    assert rr.rr.tolist() == [800, 900, 700]
    assert [(one.level, one.code) for one in rr.notices] == [("note", "time_left_out")]
    for column in ("RR", 2, "2"):
        rr = biotropy.read_rr(table, columns=column)
        assert rr.rr.tolist() == [800, 900, 700]
        assert rr.unit == "ms"
        assert rr.seconds.tolist() == [0.8, 0.9, 0.7]
        assert rr.times.tolist() == pytest.approx([0.8, 1.7, 2.4])


def test_a_list_with_decimal_commas(tmp_path):
    path = tmp_path / "rr.txt"
    path.write_text("0,812\n0,79\n0,801\n")
    assert biotropy.read_rr(path, decimal="comma").rr.tolist() == [0.812, 0.79, 0.801]
    assert_refused(lambda: biotropy.read_rr(path), "unsupported")


def test_times_of_beats_are_asked_for_and_read():
    beats = [10.25, 11.0, 11.75, 14.25, 15.0]
    assert_refused(lambda: biotropy.clean_rr(beats), parameter="values")
    rr = biotropy.clean_rr(beats, values="times")
    assert np.array_equal(rr.rr, [0.75, 0.75, np.nan, 0.75], equal_nan=True)
    assert np.array_equal(rr.times, [11.0, 11.75, np.nan, 15.0], equal_nan=True)
    assert [(one.position, one.value, one.reason) for one in rr.removed] == [(3, 2.5, "too_long")]


def test_any_annotator(tmp_path):
    (tmp_path / "rec.hea").write_text("rec 0 100\n")
    for name, intervals in (("rec.wqrs", (50, 60, 70)), ("rec.sqrs", (50, 80, 90))):
        (tmp_path / name).write_bytes(b"".join(annotation(1, interval) for interval in intervals) + END)
    assert_refused(lambda: biotropy.ann2rr(tmp_path / "rec"), parameter="annotator")
    assert biotropy.ann2rr(tmp_path / "rec", annotator="sqrs").rr.tolist() == [0.8, 0.9]
    assert biotropy.read_rr(tmp_path / "rec", annotator="wqrs").rr.tolist() == [0.6, 0.7]


def test_clean_rr_takes_nan_for_gaps():
    x = [0.8, np.nan, 0.82, 2.4, np.nan, np.nan, 0.79, 0.1, 0.81]
    rr = biotropy.clean_rr(x, first="interval")
    assert np.array_equal(rr.rr, [0.8, np.nan, 0.82, np.nan, 0.79, np.nan, 0.81], equal_nan=True)
    assert [(one.position, one.value, one.reason) for one in rr.removed] == [(3, 2.4, "too_long"), (7, 0.1, "too_short")]
    assert (rr.n_read, rr.source) == (6, None)
    assert np.array_equal(biotropy.clean_rr(rr).rr, rr.rr, equal_nan=True)
    for wrong in ([], [[0.8]], "a", [1j], [np.nan, np.nan], [5.0, 6.0]):
        pytest.raises(InvalidInput, biotropy.clean_rr, wrong)


@pytest.fixture
def gapped(tmp_path, rng):
    values = np.round(rng.normal(0.8, 0.05, 600) * 128) / 128
    values[[90, 91, 250, 400]] = 2.5
    path = tmp_path / "gapped.txt"
    np.savetxt(path, values, fmt="%.7f")
    return path


@pytest.mark.parametrize("tau", [1, 2, 3])
def test_no_template_reaches_over_a_gap(program, tmp_path, gapped, tau):
    rr, out = biotropy.read_rr(gapped), tmp_path / "out.json"
    program("entropy", gapped, "--rr", "--quiet", "-m", 2, "-r", 0.2, "--tau", tau, "-o", out)
    theirs = biotropy.sample_entropy(rr, tau=tau, full_output=True)
    pieces = np.split(rr.rr, np.flatnonzero(np.isnan(rr.rr)))
    whole = [piece[~np.isnan(piece)] for piece in pieces]
    assert theirs.templates_m == sum(max(0, len(piece) - 2 * tau) for piece in whole)
    (written,) = json.loads(out.read_text())["results"]
    assert (theirs.value, theirs.matches_m, theirs.matches_m1, theirs.templates_m) == (
        written["value"],
        written["matches_m"],
        written["matches_m1"],
        written["templates"],
    )


@pytest.mark.parametrize("tau", [1, 2, 3])
@pytest.mark.parametrize("templates", ["all", "common"])
def test_counted_templates_lie_between_gaps(gapped, tau, templates):
    rr, r = biotropy.read_rr(gapped), 0.02
    longest = {"all": {2: 2, 3: 3}, "common": {2: 3, 3: 3}}[templates]
    options = {"lengths": (2, 3), "r": r, "tau": tau, "templates": templates, "per_template": True}
    totals, counts = biotropy.count_matches(rr, **options)
    for m, total, each in zip((2, 3), totals, counts, strict=True):
        starts = np.arange(len(rr) - (longest[m] - 1) * tau)
        whole = [not np.isnan(rr.rr[i : i + (longest[m] - 1) * tau + 1]).any() for i in starts]
        made = np.array([rr.rr[i : i + (m - 1) * tau + 1 : tau] for i in starts])
        made[~np.array(whole)] = np.nan
        near = np.abs(made[:, None] - made[None]).max(axis=2) <= r
        assert np.array_equal(each, near.sum(axis=1))
        assert total == near.sum()
    # Both series have gaps.
    crossed, _ = biotropy.count_matches(rr, biotropy.read_rr(gapped), **options)
    assert np.array_equal(crossed, totals)


def test_many_scales_equal_the_program(program, tmp_path, gapped):
    out = tmp_path / "out.nc"
    for tau in (1, 2):
        program("multiscale", gapped, "--rr", "--quiet", "--scales", "1-5", "--tau", tau, "-o", out)
        with biotropy.open_results(out) as results:
            ours = biotropy.multiscale_entropy(biotropy.read_rr(gapped), 5, tau=tau)
            assert np.array_equal(results["value"].values.ravel(), ours)


def test_what_measures_make_of_intervals(gapped):
    rr = biotropy.read_rr(gapped)
    assert len(rr) == len(rr.rr) == len(np.asarray(rr))
    assert biotropy.sample_entropy(rr) == biotropy.sample_entropy(rr.rr, nan_policy="omit")
    for measure in (biotropy.approximate_entropy, biotropy.sample_entropy, biotropy.fuzzy_entropy):
        assert measure(rr) == measure(rr.rr, nan_policy="omit")
    for measure in (biotropy.cross_approximate_entropy, biotropy.cross_sample_entropy, biotropy.cross_fuzzy_entropy):
        assert measure(rr, rr) == measure(rr.rr, rr.rr, nan_policy="omit")
        assert measure(rr, rr.rr[:90]) == measure(rr.rr, rr.rr[:90], nan_policy="omit")
        # The default for gaps of intervals does not apply to NaN in an array beside them.
        for pair in ((rr.rr, rr), (rr, rr.rr)):
            assert_refused(lambda: measure(*pair), "missing_values")
            assert np.isfinite(measure(*pair, nan_policy="omit"))
    assert_refused(lambda: biotropy.sample_entropy(rr, nan_policy="raise"), "missing_values")
    assert_refused(lambda: biotropy.sample_entropy(rr.rr), "missing_values")
    assert_refused(lambda: biotropy.sample_entropy(rr, tau="two"), parameter="tau")
    assert "596 intervals (s), 3 gaps" in repr(rr)


def test_the_picture(gapped):
    pytest.importorskip("matplotlib").use("Agg")
    from biotropy import plot

    rr = biotropy.read_rr(gapped, output_unit="ms")
    ax = plot.rr_series(rr)
    assert ax.lines[1].get_label() == "too long (4)"
    assert ax.lines[1].get_ydata().tolist() == [2500.0] * 4
    assert np.array_equal(ax.lines[0].get_ydata()[: len(rr)], rr.rr, equal_nan=True)
    assert ax.get_ylabel() == "RR interval (ms)"
    for options in ({"removed": [1]}, {"times": rr.times}, {"unit": "s"}):
        assert_refused(lambda: plot.rr_series(rr, **options))
    # The time to the first beat is not drawn, as it is not an interval.
    onset = biotropy.clean_rr([225.8, 0.8, 0.9, 0.8])
    assert len(plot.rr_series(onset).lines) == 1


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"input_unit": "min"}, "input_unit is 'min'; it must be one of 'auto', 's', 'ms'"),
        ({"output_unit": "m"}, "output_unit is 'm'"),
        ({"ectopic_change": 0.1}, "ectopic_change is 0.1; it must be"),
        ({"policy": 1}, "policy is"),
        ({"min": 2, "max": 1}, "min, max is 2 to 1 s"),
        ({"min": np.nan}, "min, max is nan"),
        ({"max": "long"}, "max is 'long'"),
        ({"consecutive": "yes"}, "consecutive is 'yes'"),
        ({"rate": "fast"}, "rate is 'fast'"),
        ({"columns": 3}, "3"),
    ],
)
def test_wrong_parameters(tmp_path, options, text):
    path = tmp_path / "rr.csv"
    path.write_text("RR\n0.8\n0.9\n0.7\n")
    failure = pytest.raises(InvalidInput, biotropy.read_rr, path, **options)
    assert text in str(failure.value)


def test_wrong_files(tmp_path):
    for read in (biotropy.read_rr, biotropy.ann2rr):
        pytest.raises(FileMissing, read, tmp_path / "absent")
        for path in (None, 1, ["rr.txt"]):
            pytest.raises(TypeError, read, path)
        (tmp_path / "bare.hea").write_text("bare 0 100\n")
        pytest.raises(FileFailed, read, tmp_path / "bare")
    pytest.raises(FileFailed, biotropy.read_rr, tmp_path)
    (tmp_path / "two.csv").write_text("a,b\n0.8,0.9\n0.7,0.8\n")
    assert_refused(lambda: biotropy.read_rr(tmp_path / "two.csv"), parameter="columns")
    assert_refused(lambda: biotropy.ann2rr(tmp_path / "two.csv"))


def test_names_that_no_file_can_have():
    for path in ("a\0b", "\udcff.txt"):
        for read in (biotropy.read_rr, biotropy.ann2rr, biotropy.read_signals):
            assert_refused(lambda: read(path))
