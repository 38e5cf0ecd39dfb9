# SPDX-License-Identifier: Apache-2.0
"""The page of a study: its content, and its texts in a browser."""

import subprocess
import sys

import numpy as np
import pytest

import biotropy

pytest.importorskip("plotly")
xarray = pytest.importorskip("xarray")

from report_page import Page, drawn_by_the_page, numbers  # noqa: E402
from study_example import CHANNELS, GROUPS, example_study  # noqa: E402

from biotropy._plots.study_results import MAPS, study_of  # noqa: E402
from biotropy._reports import panels as report_panels  # noqa: E402
from biotropy._reports.study_findings import study_findings  # noqa: E402
from biotropy.report import write_report  # noqa: E402

TITLES = ["all groups", f"{GROUPS[1]} - {GROUPS[0]}", f"{GROUPS[2]} - {GROUPS[1]}"]


def page_of(results, tmp_path):
    write_report(results, tmp_path / "out.html")
    return Page(tmp_path / "out.html")


def test_groups_and_comparisons_are_those_of_the_file(tmp_path):
    results = example_study()
    groups, significance, nodes, subjects = page_of(results, tmp_path).panels
    for k, name in enumerate(("mean", "median", "sd", "count")):
        assert np.array_equal(numbers(groups)[:, k], results[name].values, equal_nan=True)
    assert [choice["name"] for choice in significance["choices"]] == ["comparison", "map"]
    assert significance["choices"][0]["labels"] == TITLES
    drawn = numbers(significance)
    for k, (of_all, of_two) in enumerate(MAPS.values()):  # effects of contrasts are a map behind those of all groups
        assert np.array_equal(drawn[0, k], results[of_all].values, equal_nan=True)
        assert np.array_equal(drawn[1:, k + (k == significance["share"])], results[of_two].values, equal_nan=True)
    assert np.isnan(drawn[0, significance["signed"]]).all() and np.isnan(drawn[1:, significance["share"]]).all()
    for k, name in enumerate(("node_out", "node_in")):
        assert np.array_equal(numbers(nodes)[k], results[f"mean_{name}"].values)
        assert nodes["reasons"][str(k * 3 * 4 + 1)] == f"p {results[f'{name}_p'].values[1]:.7g}"
    assert np.array_equal(numbers(subjects), results["value"].values, equal_nan=True)
    assert subjects["choices"][0]["labels"][4] == "sub-05 (adults)"


def test_pairs_at_scales_and_over_time(tmp_path):
    for entries, chosen in (("pairs at scales", ("scale",)), ("pairs over time", ("time", "scale"))):
        results = example_study(entries)
        panels = page_of(results, tmp_path).panels
        groups, significance, *courses, nodes, subjects = panels
        order = (*chosen, "group", "channel", "partner")
        names = [choice["name"] for choice in groups["choices"]]
        shown = ["start of the window (s)" if dim == "time" else dim for dim in chosen]
        assert names == [*shown, "group", "statistic"]
        at = (slice(None),) * (len(chosen) + 1)
        assert np.array_equal(numbers(groups)[(*at, 0)], results["mean"].transpose(*order).values, equal_nan=True)
        assert [choice["name"] for choice in significance["choices"]] == [*shown, "comparison", "map"]
        assert [choice["name"] for choice in subjects["choices"]] == ["subject", *("time (s)" if dim == "time" else dim for dim in chosen)]
        p = results["kruskal_p"].transpose(*chosen, "channel", "partner").values
        assert np.array_equal(numbers(significance)[(*at[:-1], 0, 0)], p, equal_nan=True)
        for k, name in enumerate(("node_out", "node_in")):
            wanted = results[f"mean_{name}"].transpose(*chosen, "group", "channel").values
            assert np.array_equal(numbers(nodes)[(*at[:-1], k)], wanted)
        n = np.prod([results.sizes[dim] for dim in chosen])
        assert len(nodes["reasons"]) == n * 2 * 3 * 4
        last = int(n) * 2 * 3 * 4 - 1
        assert nodes["reasons"][str(last)] == f"p {results['node_in_p'].values.flat[-1]:.7g}"
        assert np.array_equal(numbers(subjects), results["value"].transpose("subject", *chosen, "channel", "partner").values, equal_nan=True)
        assert len(courses) == ("time" in chosen)
        figures = drawn_by_the_page(panels[:1], tmp_path)
        first = {dim: 0 for dim in chosen}
        for trace, own in zip(figures[0].data, results["mean"].isel(first).values, strict=True):
            assert np.array_equal(np.array(trace.z, dtype=float), own, equal_nan=True)
        assert "A1 → " in study_findings(results, study_of(results))[1]


def test_groups_over_time_are_lines(tmp_path):
    results = example_study("times")
    results["time"].attrs["units"] = "s"
    panels = page_of(results, tmp_path).panels
    assert [panel["kind"] for panel in panels] == ["groups", "significance", "courses", "courses"]
    assert [panel["columns"]["name"] for panel in panels] == [*["start of the window (s)"] * 2, "time", "time"]
    results["time"].attrs["units"] = "samples"
    assert page_of(results, tmp_path).panels[0]["columns"]["name"] == "start of the window (samples)"
    mean = results["mean"].values
    assert np.array_equal(numbers(panels[2]), mean.swapaxes(0, 1), equal_nan=True)
    assert [choice["name"] for choice in panels[2]["choices"]] == ["channel"]
    assert panels[2]["rows"]["labels"] == GROUPS
    drawn = drawn_by_the_page(panels[2:3], tmp_path)[0]
    assert [list(trace.x) for trace in drawn.data] == [[0.0, 2.5, 5.0]] * 3
    assert np.array_equal(np.array([trace.y for trace in drawn.data], dtype=float), mean[:, 0])
    assert "channel A1, time" in study_findings(results, study_of(results))[1]


def test_says_how_many_values_differ_from_their_surrogates():
    results = example_study("channels")
    shape = results["value"].shape
    q, z = np.full(shape, 0.5), np.ones(shape)
    q[0, 0] = q[1, 2] = q[2, 1] = 0.01
    z[1, 2] = -4.0
    q[3, 3] = np.nan
    dims = results["value"].dims
    tested = results.assign(q=(dims, q), z=(dims, z)).assign_attrs(surrogates=99, surrogate_kind="phases")
    sentence = study_findings(tested, study_of(tested))[-1]
    assert sentence == (
        f"Against 99 surrogates (phases), 3 of {q.size - 1} values of subjects differ at q < 0.05: 1 are below their "
        "surrogates, 2 above."
    )
    assert study_findings(results, study_of(results)) == study_findings(tested, study_of(tested))[:-1]
    few = tested.assign_attrs(surrogates=39)
    limit = " above. So few surrogates have no p below 0.05, so that none could differ."
    assert study_findings(few, study_of(few))[-1].endswith(limit)


def test_groups_are_drawn_on_one_scale(tmp_path):
    results = example_study()
    figures = drawn_by_the_page(page_of(results, tmp_path).panels[:1], tmp_path)
    mean = results["mean"].values
    beside = figures[0]
    for trace, own in zip(beside.data, mean, strict=True):
        assert np.array_equal(np.array(trace.z, dtype=float), own, equal_nan=True)
    assert (beside.layout.coloraxis.cmin, beside.layout.coloraxis.cmax) == (np.nanmin(mean), np.nanmax(mean))
    assert [one.text for one in beside.layout.annotations] == ["children", "adults", "&lt;i&gt;elderly&lt;/i&gt;"]
    last = figures[-1]
    assert np.array_equal(np.array(last.data[0].z, dtype=float), results["count"].values[2])
    assert len(last.data) == 1


def test_levels_of_p_are_colours(tmp_path):
    results = example_study()
    figures = drawn_by_the_page(page_of(results, tmp_path).panels[1:2], tmp_path)
    p = results["kruskal_p"].values
    wanted = np.where(np.isfinite(p), np.digitize(p, [0.001, 0.01, 0.05]), np.nan)
    assert len(set(wanted[np.isfinite(wanted)])) > 1
    trace = figures[0].data[0]
    assert np.array_equal(np.array(trace.z, dtype=float), wanted, equal_nan=True)
    assert trace.colorbar.ticktext == ("&lt; 0.001", "&lt; 0.01", "&lt; 0.05", "≥ 0.05")
    effect = figures[-1].data[0]
    # Red is where the group that is named first has the larger values, as in plot.network.
    assert not effect.reversescale
    assert effect.colorbar.ticktext == ("-1 adults larger", "0", "1 &lt;i&gt;elderly&lt;/i&gt; larger")
    assert np.array_equal(np.array(effect.z, dtype=float), results["contrast_rank_biserial"].values[1], equal_nan=True)
    assert (effect.zmin, effect.zmax) == (-1, 1)


def test_tables_of_comparisons_subjects_and_rejections(tmp_path):
    page = page_of(example_study(), tmp_path)
    at = page.cells.index("all groups")
    assert page.cells[at : at + 4] == ["all groups", "15", "25", "12.5"]
    at = page.cells.index(TITLES[1])
    assert page.cells[at : at + 4] == [TITLES[1], "15", "20", "6.25"]
    at = page.cells.index("flat <script>")
    assert page.cells[at - 3 : at] == ["sub-02", "3", "A2"]
    assert page.tags.count("i") == 0
    assert "sub-12.edf" in page.cells


def test_what_was_found_is_said_first(tmp_path):
    results = example_study().assign_attrs(alpha=0.05)
    q, p = results["q_bh"].values, results["kruskal_p"].values
    sentences = page_of(results, tmp_path).sentences
    assert sentences[0] == "12 subjects in 3 groups: children (4), adults (4) and <i>elderly</i> (4)."
    found = int((q < 0.05).sum())
    assert 0 < found < 15
    assert sentences[1].startswith(f"The groups differ at {found} of 15 entries ({100 * found / 15:.1f} %) at q < 0.05")
    assert "The largest shares are those of A1 (" in sentences[1]
    at = np.unravel_index(np.lexsort((np.eye(4).ravel(), p.ravel(), q.ravel()))[0], q.shape)
    assert f"Clearest: {CHANNELS[at[0]]} → {CHANNELS[at[1]]}, means " in sentences[1]
    assert f"p = {p[at]:.2g}, q = {q[at]:.2g}." in sentences[1]
    for number, title in enumerate(TITLES[1:]):
        of_two = results["contrast_q_bh"].values[number]
        count = int((of_two < 0.05).sum())
        words = f"{title}: the two differ at {count} of 15" if count else f"{title}: no entry differs at q < 0.05"
        assert sentences[2 + number].startswith(words)


def test_the_smallest_of_a_tie_is_named_where_nothing_is_found():
    results = example_study()
    p, q = np.full((4, 4), 0.5), np.full((4, 4), 0.8)
    p[1, 1], p[2, 1], p[0, 3] = 0.06, 0.1, 0.2  # a channel with itself is not named
    results["contrast_p"][0], results["contrast_q_bh"][0] = p, q
    sentence = study_findings(results, study_of(results))[2]
    assert f"({CHANNELS[2]} → {CHANNELS[1]}, p = 0.1)" in sentence


def test_symmetric_pairs_are_counted_once(tmp_path):
    results = example_study().assign_attrs(symmetric=1)
    for name in ("contrast_p", "contrast_q_bh"):
        one = results[name].values[1]
        one[np.tril_indices(4, -1)] = one.T[np.tril_indices(4, -1)]
        one[np.diag_indices(4)] = np.nan
    q = results["contrast_q_bh"].values[1]
    q[0, 1] = q[1, 0] = 0.001
    result = study_of(results)
    assert result.counted.sum() == 6 and not result.counted[np.tril_indices(4)].any()
    found = int((q[np.triu_indices(4, 1)] < 0.05).sum())
    assert f" {found} of 6 entries" in study_findings(results, result)[3]
    assert f"elderly</i> is higher at {found} of them" in study_findings(results, result)[3]
    assert study_findings(results.assign_attrs(notices="gaps\npadding", notice_codes="gaps\npadding"), result)[1] == "padding."


def test_too_few_subjects_are_said(tmp_path):
    """Three against three: p of chi-squared is 0.0495, but no exact p is below 0.1."""
    results = example_study(in_group=3).assign_attrs(alpha=0.05)
    results["contrast_q_bh"][:] = results["contrast_p"].values
    assert (results["contrast_p"].values < 0.05).any()
    _, every, first, _ = page_of(results, tmp_path).sentences
    assert "too few" not in every
    assert first.startswith(f"{TITLES[1]}: too few subjects to find anything. With 3 and 3 of them no exact p is below 0.1 ")
    assert first.endswith("; a smaller p is one of the chi-squared approximation.")
    _, _, exact, _ = page_of(results.assign_attrs(contrast_p="exact"), tmp_path).sentences
    assert exact.endswith("so that nothing can be significant at 0.05.")


def test_a_smallest_p_that_is_the_level_is_too_few(tmp_path):
    results = example_study(in_group=3).assign_attrs(alpha=0.1, contrast_p="exact")
    results["contrast_p"][:] = results["contrast_q_bh"][:] = np.where(np.isfinite(results["contrast_p"]), 0.1, np.nan)
    _, _, first, _ = page_of(results, tmp_path).sentences
    assert first.startswith(f"{TITLES[1]}: too few subjects to find anything. With 3 and 3 of them no exact p is below 0.1 ")


def test_too_few_for_the_test_of_the_study_are_said(tmp_path):
    results = example_study().assign_attrs(alpha=0.01, smallest_p=0.0252)
    results["kruskal_p"][:], results["q_bh"][:] = 0.03, 0.03
    assert page_of(results, tmp_path).sentences[1] == (
        "all groups: too few subjects for a p below 0.01 by chi-squared. With 4, 4 and 4 of them and without ties it is at least "
        "0.025; a p of permutations can be below 0.01."
    )
    results["kruskal_p"][0, 0] = 0.005
    assert page_of(results, tmp_path).sentences[1].startswith("No entry differs between the groups")


def test_a_group_without_subjects_has_no_part_in_the_smallest_p(tmp_path):
    results = example_study().assign_attrs(alpha=0.02, smallest_p=0.0209)
    for name in ("mean", "median", "sd"):
        results[name][2] = np.nan
    results["count"][2], results["value"][8:] = 0, np.nan
    results["kruskal_p"][:] = results["q_bh"][:] = 0.0209
    assert study_of(results).smallest_p[0] == study_of(results).smallest_p[1] == 2 / 70
    sentences = page_of(results, tmp_path).sentences
    assert sentences[0].endswith(" and <i>elderly</i> (0). 4 more have no value.")
    assert sentences[1].startswith("all groups: too few subjects to find anything. With 4, 4 and 0 of them no exact p is below 0.029 ")
    found = page_of(results.assign_attrs(alpha=0.05), tmp_path).sentences[1]
    assert "The groups differ" in found and "(adults)" in found and "nan" not in found


def test_subjects_are_counted_where_they_have_a_value(tmp_path):
    results = example_study()
    # Every adult lacks another channel, so that no entry has all of them, and a child has no value at all.
    for number in range(4):
        results["value"][4 + number, number], results["value"][4 + number, :, number] = np.nan, np.nan
    results["value"][0] = np.nan
    n = np.isfinite(results["value"].values).reshape(3, 4, 4, 4).sum(axis=1)
    results["count"] = (results["count"].dims, n.astype(float))
    assert page_of(results, tmp_path).sentences[0] == (
        "11 subjects in 3 groups: children (3), adults (4) and <i>elderly</i> (4). 1 more has no value."
    )


def test_numbers_without_a_unit_have_none(tmp_path):
    results = example_study()
    results["mean"].attrs["units"] = "1"
    page = page_of(results, tmp_path)
    assert page.panels[0]["choices"][1]["labels"] == ["mean", "median", "SD", "n"]
    assert ", p = " in page.sentences[1] and " 1, p = " not in page.sentences[1]


@pytest.mark.parametrize("entries", ["scales", "channels"])
def test_what_was_found_at_other_entries(tmp_path, entries):
    sentences = page_of(example_study(entries), tmp_path).sentences
    assert len(sentences) == 4
    assert "channel A1" in sentences[1]


def test_one_group_has_nothing_to_compare(tmp_path):
    assert page_of(example_study(n_groups=1), tmp_path).sentences == [
        "4 subjects in one group, which leaves nothing to compare: children (4)."
    ]


def test_a_comparison_without_a_number_has_none(tmp_path):
    results = example_study()
    results["contrast_percent_below_alpha"][1] = np.nan
    page_of(results, tmp_path)
    text = (tmp_path / "out.html").read_text()
    assert text.count("<td>n/a</td>") == 1 and "<td>nan</td>" not in text


def test_a_level_that_is_no_number_is_shown_as_it_is(tmp_path):
    for alpha, shown in ((np.float64(0.01), "p &lt; 0.01"), ("<b>", "p &lt; &lt;b&gt;")):
        page_of(example_study().assign_attrs(alpha=alpha), tmp_path)
        assert f"% with {shown}</th>" in (tmp_path / "out.html").read_text()


@pytest.mark.parametrize("entries", ["scales", "channels"])
def test_entries_that_are_no_pairs(entries, tmp_path):
    results = example_study(entries)
    page = page_of(results, tmp_path)
    groups, significance, subjects = page.panels
    drawn_by_the_page(page.panels, tmp_path)
    shape = results["mean"].shape
    stacked = numbers(groups) if entries == "scales" else np.swapaxes(numbers(groups), 0, 1)
    assert np.array_equal(stacked[:, 0].reshape(shape), results["mean"].values, equal_nan=True)
    tests = numbers(significance) if entries == "scales" else np.swapaxes(numbers(significance), 0, 1)
    assert np.array_equal(tests[1:, 0], results["contrast_p"].values, equal_nan=True)
    assert np.array_equal(numbers(subjects).reshape(results["value"].shape), results["value"].values, equal_nan=True)


def test_a_single_group_has_no_comparisons(tmp_path):
    page = page_of(example_study(n_groups=1), tmp_path)
    assert [panel["kind"] for panel in page.panels] == ["groups", "profiles", "matrix"]


def test_what_is_too_large_is_said(tmp_path, monkeypatch):
    results = example_study(in_group=8)
    for most, kinds in ((300, ["groups", "significance", "profiles"]), (200, ["groups", "profiles"]), (100, ["profiles"])):
        monkeypatch.setattr(report_panels, "MOST_VALUES", most)
        page = page_of(results, tmp_path)
        assert [panel["kind"] for panel in page.panels] == kinds
        text = (tmp_path / "out.html").read_text()
        assert f"Values of single subjects are not drawn: 384 values are more than the {most}" in text
        assert ("Comparisons are not drawn: 288 values" in text) == (most < 288)
        assert ("Groups are not drawn: 192 values" in text) == (most < 192)


def test_a_study_that_is_not_whole_is_refused(tmp_path):
    for name in ("value", "sd", "contrast_q_by", "subject_group"):
        with pytest.raises(biotropy.BiotropyError, match=name):
            write_report(example_study().drop_vars(name), tmp_path / "out.html")
    assert not (tmp_path / "out.html").exists()


def test_the_command_takes_the_file_of_a_study(tmp_path):
    example_study().to_netcdf(tmp_path / "study.nc")
    command = [sys.executable, "-m", "biotropy", "report", tmp_path / "study.nc", "-o", tmp_path / "page.html"]
    subprocess.run(command, check=True)
    assert len(Page(tmp_path / "page.html").panels) == 4


def told_values(lines):
    return {name: float(value) for name, value in (line.rsplit(": ", 1) for line in lines if ": " in line)}


def test_groups_in_the_browser(page_in_browser, browser):
    results = example_study()
    page_in_browser(results)
    for group in range(3):
        lines = browser.told(0, 2, 1, trace=group)
        assert lines[:2] == [GROUPS[group], f"{CHANNELS[1]} → {CHANNELS[2]}"]
        told = told_values(lines)
        assert told["mean (nat)"] == pytest.approx(results["mean"].values[group, 1, 2], rel=1e-6)
        assert told["SD (nat)"] == pytest.approx(results["sd"].values[group, 1, 2], rel=1e-6)
        assert told["n"] == 4
    browser.choose(0, "group", "adults")
    assert told_values(browser.told(0, 3, 0))["mean (nat)"] == pytest.approx(results["mean"].values[1, 0, 3], rel=1e-6)
    browser.choose(0, "group", "side by side")
    browser.choose(0, "statistic", "median (nat)")
    assert browser.told(0, 0, 0, trace=2)[0] == GROUPS[2]


def test_comparisons_in_the_browser(page_in_browser, browser):
    results = example_study()
    page_in_browser(results)
    assert told_values(browser.told(1, 1, 0))["p"] == pytest.approx(results["kruskal_p"].values[0, 1], rel=1e-6)
    browser.choose(1, "comparison", TITLES[2])
    for name, variable in (("q (BH)", "contrast_q_bh"), ("rank-biserial correlation", "contrast_rank_biserial")):
        browser.choose(1, "map", name)
        told = told_values(browser.told(1, 2, 0))
        assert told[name] == pytest.approx(results[variable].values[1, 0, 2], rel=1e-6)
        assert told["p"] == pytest.approx(results["contrast_p"].values[1, 0, 2], rel=1e-6)


def test_nodes_and_subjects_in_the_browser(page_in_browser, browser):
    results = example_study()
    page_in_browser(results)
    browser.choose(2, "direction", "matched in the channel")
    value = results["mean_node_in"].values[1, 2]
    lines = browser.told(2, 2, value, trace=1)
    assert lines[0] == f"group adults, channel {CHANNELS[2]}"
    assert float(lines[1].split()[0]) == pytest.approx(value, rel=1e-6)
    assert lines[2] == f"p {results['node_in_p'].values[2]:.7g}"
    browser.choose(3, "subject", "sub-07 (adults)")
    lines = browser.told(3, 0, 3)
    assert float(lines[1].split()[0]) == pytest.approx(results["value"].values[6, 3, 0], rel=1e-6)


@pytest.mark.parametrize("entries", ["scales", "channels"])
def test_other_entries_in_the_browser(page_in_browser, browser, entries):
    results = example_study(entries)
    page_in_browser(results)
    p = results["kruskal_p"].values[1] if entries == "channels" else results["kruskal_p"].values[1, 1]
    column, row = (1, 0) if entries == "channels" else (1, 1)
    assert told_values(browser.told(1, column, row))["p"] == pytest.approx(p, rel=1e-6)
