# SPDX-License-Identifier: Apache-2.0
"""The page of a study: its content, and its texts in a browser."""

import csv
import subprocess
import sys

import numpy as np
import pytest
from conftest import assert_refused


pytest.importorskip("plotly")
xarray = pytest.importorskip("xarray")

from report_page import Page, drawn_by_the_page, numbers, numbers_in, page_of  # noqa: E402
from study_example import CHANNELS, GROUPS, example_study  # noqa: E402

from biotropy._plots.study_results import MAPS, study_of  # noqa: E402
from biotropy._reports import panels as report_panels  # noqa: E402
from biotropy._reports.study_findings import study_findings  # noqa: E402
from biotropy.report import write_report  # noqa: E402

TITLES = ["all groups", f"{GROUPS[1]} - {GROUPS[0]}", f"{GROUPS[2]} - {GROUPS[1]}"]


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
        own = [results[name].values[results["subject_group"].values == group] for group in GROUPS]
        wanted = [results[f"mean_{name}"].values, np.median(own, axis=1), np.std(own, axis=1, ddof=1), np.full((3, 4), 4)]
        assert np.allclose(numbers(nodes)[k, :4], wanted, rtol=1e-12)
        assert (numbers(nodes)[k, 4] == results[f"{name}_p"].values).all()
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
        assert [panel["kind"] for panel in courses] == ["curves", "courses"][: len(chosen)]
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
    beside, *_, last = drawn_by_the_page(page_of(results, tmp_path).panels[:1], tmp_path)
    mean = results["mean"].values
    for trace, own in zip(beside.data, mean, strict=True):
        assert np.array_equal(np.array(trace.z, dtype=float), own, equal_nan=True)
    assert (beside.layout.coloraxis.cmin, beside.layout.coloraxis.cmax) == (np.nanmin(mean), np.nanmax(mean))
    assert [one.text for one in beside.layout.annotations] == ["children", "adults", "&lt;i&gt;elderly&lt;/i&gt;"]
    assert np.array_equal(np.array(last.data[0].z, dtype=float), results["count"].values[2])
    assert len(last.data) == 1


def test_levels_of_p_are_colours(tmp_path):
    results = example_study()
    figures = drawn_by_the_page(page_of(results, tmp_path).panels[1:2], tmp_path)
    p = results["q_bh"].values
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
    results = example_study()
    page = page_of(results, tmp_path)
    assert page.column("Comparisons", "comparison") == TITLES
    for name, variables in (("p < 0.05", ("kruskal_p", "contrast_p")), ("q (BH) < 0.05", ("q_bh", "contrast_q_bh"))):
        counts = [(results[variables[0]].values < 0.05).sum(), *(results[variables[1]].values < 0.05).sum(axis=(1, 2))]
        assert page.column("Comparisons", name) == [str(one) for one in counts]
    assert page.column("Comparisons", "pairs tested") == ["15"] * 3
    assert page.column("Comparisons", "least exact p") == pytest.approx([6 / 34650, 2 / 70, 2 / 70])
    assert page.tables["Epochs of channels without a value"][1] == ["sub-02", "3", "A2", "flat <script>"]
    assert page.tables["Reasons"][1] == ["flat <script>", "1", "sub-02 (1)", "A2 (1)"]
    assert page.tags.count("i") == 0
    assert page.tables["Recordings"][-1][:2] == ["sub-12", "sub-12.edf"]


def test_every_channel_has_its_means_effect_and_probabilities(tmp_path):
    results = example_study("channels")
    page = page_of(results, tmp_path)
    table, at = TITLES[1], 0
    assert page.column(table, "channel") == CHANNELS
    for group in range(2):
        for name, variable in ((f"mean {GROUPS[group]} (nat)", "mean"), (f"SD {GROUPS[group]}", "sd")):
            assert np.array_equal(page.column(table, name), results[variable].values[group], equal_nan=True)
        assert page.column(table, f"n {GROUPS[group]}") == [f"{one:g}" for one in results["count"].values[group]]
    effect = results["contrast_rank_biserial"].values[at]
    assert np.array_equal(page.column(table, "rank-biserial r"), effect, equal_nan=True)
    wanted = ["n/a" if np.isnan(one) else f"{GROUPS[int(one > 0)]} larger" for one in effect]
    assert page.column(table, "direction") == wanted
    for name, variable in (("p", "contrast_p"), ("q (BH)", "contrast_q_bh")):
        assert np.array_equal(page.column(table, name), results[variable].values[at], equal_nan=True)
    assert np.array_equal(page.column("all groups", "epsilon squared"), results["epsilon_squared"].values, equal_nan=True)
    assert page.column("all groups", "direction")[0] == f"{GROUPS[int(results['mean'].values[:, 0].argmax())]} largest"


def test_two_groups_have_one_comparison(tmp_path):
    results = example_study(n_groups=2)
    page = page_of(results, tmp_path)
    assert page.column("Comparisons", "comparison") == [TITLES[1]] == study_of(results).comparisons
    assert "all groups" not in page.tables and len(page.sentences) == 3
    significance = page.panels[1]
    assert significance["choices"][0]["labels"] == [TITLES[1]] and "share" not in significance
    assert np.array_equal(numbers(significance)[0, 0], results["contrast_p"].values[0], equal_nan=True)
    found = results["contrast_q_bh"].values[0] < 0.05
    larger = (results["contrast_rank_biserial"].values[0][found] > 0).sum()
    assert page.column("Comparisons", "adults larger") == [str(larger)]
    assert page.column("Comparisons", "children larger") == [str(found.sum() - larger)]


def test_groups_at_channels_have_bars_and_subjects(tmp_path):
    results = example_study("channels")
    groups = page_of(results, tmp_path).panels[0]
    assert (groups["kind"], groups["groupOf"]) == ("points", [0] * 4 + [1] * 4 + [2] * 4)
    first, *_, last = drawn_by_the_page([groups], tmp_path)
    means, subjects = first.data[:3], first.data[3:]
    for k in range(3):
        assert np.array_equal(np.array(means[k].y, dtype=float), results["mean"].values[k], equal_nan=True)
        assert np.array_equal(means[k].error_y.array, np.nan_to_num(results["sd"].values[k]))
        own = results["value"].values[4 * k : 4 * k + 4]
        assert np.array_equal(subjects[k].y, own[np.isfinite(own)])
        assert np.array_equal(np.round(subjects[k].x), np.argwhere(np.isfinite(own))[:, 1])
    assert len(last.data) == 3


def test_groups_over_scales_have_bars(tmp_path):
    results = example_study("scales")
    curves = page_of(results, tmp_path).panels[2]
    assert np.array_equal(numbers(curves), results["mean"].values.swapaxes(0, 1), equal_nan=True)
    first = drawn_by_the_page([curves], tmp_path)[0]
    assert [list(trace.error_y.array) for trace in first.data] == results["sd"].values[:, 0].tolist()


def on_the_scalp(entries):
    names = ["Fz", "Cz", "C3", "C4"]
    results = example_study(entries).assign_coords(channel=names)
    return results.assign_coords(partner=names) if "partner" in results.dims else results


def test_groups_and_differences_are_on_the_scalp(tmp_path):
    pytest.importorskip("mne")
    results = on_the_scalp("channels")
    groups, differences = [panel for panel in page_of(results, tmp_path).panels if panel["kind"] == "scalp"]
    assert np.array_equal(numbers(groups)[0], results["mean"].values, equal_nan=True)
    assert np.array_equal(numbers(differences), results["contrast_rank_biserial"].values, equal_nan=True)
    assert np.array_equal(numbers(differences, "marked"), results["contrast_q_bh"].values < 0.05)
    assert differences["ranges"] == [[-1, 1]]
    figure = drawn_by_the_page([differences], tmp_path)[0]
    # Channels with a small q have rings, and one without a value has a cross.
    symbols = [list(trace.marker.symbol) for trace in figure.data if trace.type == "scatter" and trace.customdata is not None]
    assert [one.count("circle-open-dot") for one in symbols] == (results["contrast_q_bh"].values < 0.05).sum(axis=1).tolist()
    assert [one.count("x-thin-open") for one in symbols] == [1, 1]
    results = on_the_scalp("scales")
    groups, differences = [panel for panel in page_of(results, tmp_path).panels if panel["kind"] == "scalp"]
    assert np.array_equal(numbers(groups)[:, 0], np.moveaxis(results["mean"].values, -1, 0), equal_nan=True)
    assert np.array_equal(numbers(differences), np.moveaxis(results["contrast_rank_biserial"].values, -1, 0), equal_nan=True)
    results = on_the_scalp("pairs")
    (nodes,) = [panel for panel in page_of(results, tmp_path).panels if panel["kind"] == "scalp"]
    assert np.array_equal(numbers(nodes), [results["mean_node_out"].values, results["mean_node_in"].values])


def test_a_map_of_p_that_would_be_white_is_not_the_first(tmp_path):
    results = example_study()
    significance = page_of(results, tmp_path).panels[1]
    assert significance["choices"][-1]["labels"][significance["start"]] == "q (BH)"
    results["q_bh"][:] = 0.5
    significance = page_of(results, tmp_path).panels[1]
    assert significance["start"] == significance["share"] > 0


def test_what_was_found_is_said_first(tmp_path):
    results = example_study()
    page = page_of(results, tmp_path)
    assert numbers_in(page.sentences[0]) == [12, 3, 4, 4, 4]
    q, p = results["q_bh"].values, results["kruskal_p"].values
    assert 0 < (q < 0.05).sum() < 15
    assert numbers_in(page.sentences[1])[:2] == [(q < 0.05).sum(), 15]
    for number, (of_p, of_q) in enumerate([(p, q), *zip(results["contrast_p"].values, results["contrast_q_bh"].values, strict=True)]):
        at = np.unravel_index(np.lexsort((np.eye(4).ravel(), of_p.ravel(), of_q.ravel()))[0], q.shape)
        assert page.column("Comparisons", "clearest")[number] == f"{CHANNELS[at[0]]} → {CHANNELS[at[1]]}"
        assert page.column("Comparisons", "p")[number] == of_p[at]
        assert page.column("Comparisons", "q (BH)")[number] == of_q[at]
        assert f"{CHANNELS[at[0]]} → {CHANNELS[at[1]]}" in page.sentences[1 + number]


def test_the_smallest_of_a_tie_is_named_where_nothing_is_found(tmp_path):
    results = example_study()
    p, q = np.full((4, 4), 0.5), np.full((4, 4), 0.8)
    p[1, 1], p[2, 1], p[0, 3] = 0.06, 0.1, 0.2  # a channel with itself is not named
    results["contrast_p"][0], results["contrast_q_bh"][0] = p, q
    page = page_of(results, tmp_path)
    assert page.column("Comparisons", "clearest")[1] == f"{CHANNELS[2]} → {CHANNELS[1]}"
    assert page.column("Comparisons", "p")[1] == 0.1


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
    page = page_of(results, tmp_path)
    assert [page.column("Comparisons", name)[2] for name in ("pairs tested", "q (BH) < 0.05")] == ["6", str(found)]
    assert sorted(page.column(TITLES[2], "pair")) == sorted(f"{CHANNELS[i]} – {CHANNELS[j]}" for i, j in zip(*np.triu_indices(4, 1), strict=True))
    assert page.column(TITLES[2], "p") == sorted(results["contrast_p"].values[1][np.triu_indices(4, 1)])
    assert all(panel["symmetric"] for panel in page.panels[:2]) and len(page.panels[2]["choices"][0]["labels"]) == 1


def test_what_was_left_out_comes_before_the_pictures(tmp_path):
    results = example_study().assign_attrs(notices="rates\npadded", notice_codes="rates_differ\npadding")
    results["status"][0], results["reason"][0] = "excluded", "too short"
    page = page_of(results, tmp_path)
    assert [numbers_in(one) for one in page.sentences[-3:]] == [[1, 12], [], [1, 1]]
    assert page.sentences[-2] == "padded."
    assert page.tables["Other notices"] == [["rates."]]
    text = (tmp_path / "out.html").read_text()
    order = [text.index(f">{title}") for title in ("What was found", "What was left out", "Pictures", "Tables", "Provenance", "Parameters")]
    assert order == sorted(order)


def test_too_few_subjects_are_said(tmp_path):
    """Three against three: p of chi-squared is 0.0495, but no exact p is below 0.1."""
    results = example_study(in_group=3).assign_attrs(alpha=0.05)
    results["contrast_q_bh"][:] = results["contrast_p"].values
    assert (results["contrast_p"].values < 0.05).any()
    page = page_of(results, tmp_path)
    assert page.column("Comparisons", "least exact p")[1:] == [0.1, 0.1]
    assert ["too few" in one for one in page.sentences[1:4]] == [False, True, True]
    assert numbers_in(page.sentences[2])[:4] == [3, 3, 0.05, 0.1]
    exact = page_of(results.assign_attrs(contrast_p="exact"), tmp_path).sentences[2]
    assert page.sentences[2].startswith(exact) and page.sentences[2] != exact


def test_a_smallest_p_that_is_the_level_is_too_few(tmp_path):
    results = example_study(in_group=3).assign_attrs(alpha=0.1, contrast_p="exact")
    results["contrast_p"][:] = results["contrast_q_bh"][:] = np.where(np.isfinite(results["contrast_p"]), 0.1, np.nan)
    assert "too few" in page_of(results, tmp_path).sentences[2]


def test_too_few_for_the_test_of_the_study_are_said(tmp_path):
    results = example_study().assign_attrs(alpha=0.01, smallest_p=0.0252)
    results["kruskal_p"][:], results["q_bh"][:] = 0.03, 0.03
    sentence = page_of(results, tmp_path).sentences[1]
    assert "too few" in sentence and numbers_in(sentence) == [4, 4, 4, 0.01, 0.025, 0.01]
    results["kruskal_p"][0, 0] = 0.005
    assert "too few" not in page_of(results, tmp_path).sentences[1]


def test_a_group_without_subjects_has_no_part_in_the_smallest_p(tmp_path):
    results = example_study().assign_attrs(alpha=0.02, smallest_p=0.0209)
    for name in ("mean", "median", "sd"):
        results[name][2] = np.nan
    results["count"][2], results["value"][8:] = 0, np.nan
    results["kruskal_p"][:] = results["q_bh"][:] = 0.0209
    assert study_of(results).smallest_p[0] == study_of(results).smallest_p[1] == 2 / 70
    sentences = page_of(results, tmp_path).sentences
    assert numbers_in(sentences[0]) == [8, 3, 4, 4, 0, 4]
    assert "too few" in sentences[1] and numbers_in(sentences[1])[:5] == [4, 4, 0, 0.02, 0.029]
    found = page_of(results.assign_attrs(alpha=0.05), tmp_path).sentences[1]
    assert "(adults)" in found and "nan" not in found


def test_subjects_are_counted_where_they_have_a_value(tmp_path):
    results = example_study()
    # Every adult lacks another channel, so that no entry has all of them, and a child has no value at all.
    for number in range(4):
        results["value"][4 + number, number], results["value"][4 + number, :, number] = np.nan, np.nan
    results["value"][0] = np.nan
    n = np.isfinite(results["value"].values).reshape(3, 4, 4, 4).sum(axis=1)
    results["count"] = (results["count"].dims, n.astype(float))
    assert numbers_in(page_of(results, tmp_path).sentences[0]) == [11, 3, 3, 4, 4, 1]


def test_numbers_without_a_unit_have_none(tmp_path):
    results = example_study()
    results["mean"].attrs["units"] = "1"
    page = page_of(results, tmp_path)
    assert page.panels[0]["choices"][1]["labels"] == ["mean", "median", "SD", "n"]
    assert ", p = " in page.sentences[1] and " 1, p = " not in page.sentences[1]


def test_a_level_that_is_no_number_is_shown_as_it_is(tmp_path):
    for alpha in ("0.01", "<b>"):
        given = np.float64(alpha) if alpha[0] == "0" else alpha
        assert f"p < {alpha}" in page_of(example_study().assign_attrs(alpha=given), tmp_path).tables["Comparisons"][0]


@pytest.mark.parametrize("entries", ["scales", "channels"])
def test_entries_that_are_no_pairs(entries, tmp_path):
    results = example_study(entries)
    page = page_of(results, tmp_path)
    assert len(page.sentences) == 4 + 1  # one is about what was left out
    assert "A1" in page.column("Comparisons", "clearest")[0]
    groups, significance, *_, subjects = page.panels
    drawn_by_the_page(page.panels, tmp_path)
    stacked, tests = (numbers(one) if entries == "scales" else np.swapaxes(numbers(one), 0, 1) for one in (groups, significance))
    assert np.array_equal(stacked[:, 0].reshape(results["mean"].shape), results["mean"].values, equal_nan=True)
    assert np.array_equal(tests[1:, 0], results["contrast_p"].values, equal_nan=True)
    assert np.array_equal(numbers(subjects).reshape(results["value"].shape), results["value"].values, equal_nan=True)


def test_a_single_group_has_no_comparisons(tmp_path):
    page = page_of(example_study(n_groups=1), tmp_path)
    assert numbers_in(page.sentences[0]) == [4, 4] and "Comparisons" not in page.tables
    assert [panel["kind"] for panel in page.panels] == ["groups", "points", "matrix"]


def test_what_is_too_large_is_said(tmp_path, monkeypatch):
    results = example_study(in_group=8)
    for most, kinds in ((300, ["groups", "significance", "points"]), (200, ["groups", "points"]), (100, ["points"])):
        monkeypatch.setattr(report_panels, "MOST_VALUES", most)
        page = page_of(results, tmp_path)
        assert [panel["kind"] for panel in page.panels] == kinds
        text = (tmp_path / "out.html").read_text()
        assert f"Values of single subjects are not drawn: 384 values are more than the {most}" in text
        assert ("Comparisons are not drawn: 288 values" in text) == (most < 288)
        assert ("Groups are not drawn: 192 values" in text) == (most < 192)


def test_a_study_that_is_not_whole_is_refused(tmp_path):
    for name in ("value", "sd", "contrast_q_by", "subject_group"):
        assert_refused(lambda: write_report(example_study().drop_vars(name), tmp_path / "out.html"))
    assert not (tmp_path / "out.html").exists()


def test_the_command_takes_the_file_of_a_study(tmp_path):
    example_study().to_netcdf(tmp_path / "study.nc")
    command = [sys.executable, "-m", "biotropy", "report", tmp_path / "study.nc", "-o", tmp_path / "page.html"]
    subprocess.run(command, check=True)
    assert len(Page(tmp_path / "page.html").panels) == 4


def told_values(lines):
    return {name: float(value) for name, value in (line.rsplit(": ", 1) for line in lines if ": " in line)}


def test_groups_in_the_browser(page_in_browser, browser):
    results = page_in_browser(example_study())
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
    results = page_in_browser(example_study())
    assert told_values(browser.told(1, 1, 0))["p"] == pytest.approx(results["kruskal_p"].values[0, 1], rel=1e-6)
    browser.choose(1, "comparison", TITLES[2])
    for name, variable in (("q (BH)", "contrast_q_bh"), ("rank-biserial correlation", "contrast_rank_biserial")):
        browser.choose(1, "map", name)
        told = told_values(browser.told(1, 2, 0))
        assert told[name] == pytest.approx(results[variable].values[1, 0, 2], rel=1e-6)
        assert told["p"] == pytest.approx(results["contrast_p"].values[1, 0, 2], rel=1e-6)


def test_nodes_and_subjects_in_the_browser(page_in_browser, browser):
    results = page_in_browser(example_study())
    browser.choose(2, "direction", "matched in the channel")
    value = results["mean_node_in"].values[1, 2]
    lines = browser.told(2, 2, value, trace=1)
    assert lines[0] == f"group adults, channel {CHANNELS[2]}"
    told = told_values(lines)
    assert told["mean (nat)"] == pytest.approx(value, rel=1e-6)
    assert told["p"] == pytest.approx(results["node_in_p"].values[2], rel=1e-6)
    browser.choose(3, "subject", "sub-07 (adults)")
    lines = browser.told(3, 0, 3)
    assert float(lines[1].split()[0]) == pytest.approx(results["value"].values[6, 3, 0], rel=1e-6)


@pytest.mark.parametrize("entries", ["scales", "channels"])
def test_other_entries_in_the_browser(page_in_browser, browser, entries):
    results = page_in_browser(example_study(entries))
    row, at = (0, (1,)) if entries == "channels" else (1, (1, 1))
    assert told_values(browser.told(1, 1, row))["p"] == pytest.approx(results["kruskal_p"].values[at], rel=1e-6)


def test_a_table_is_copied_with_all_digits(page_in_browser, browser):
    results = page_in_browser(example_study("channels"))
    text = browser.evaluate("csvOf(document.querySelector(`table[aria-label='%s']`))" % TITLES[1])
    rows = list(csv.reader(text.splitlines()))
    assert [row[0] for row in rows[1:]] == CHANNELS
    at = rows[0].index("p")
    assert [float(row[at]) for row in rows[1:]] == pytest.approx(results["contrast_p"].values[0], rel=1e-15, nan_ok=True)
    buttons = browser.evaluate("[...document.querySelectorAll('button.copy')].map((one) => one.hidden)")
    assert buttons == [False] * 4


@pytest.mark.parametrize("width", [420, 1300])
def test_groups_on_a_phone_and_a_desk(page_in_browser, browser, width):
    pytest.importorskip("mne")
    page_in_browser(on_the_scalp("channels"), width=width)
    assert browser.evaluate("document.documentElement.scrollWidth") <= width
    boxes = browser.evaluate("""[...document.querySelectorAll(".picture .main-svg .annotation-text, .picture .cbaxis text")]
      .map((one) => one.getBoundingClientRect()).filter((box) => box.width).map((box) => [box.left, box.right])""")
    assert boxes and min(left for left, _ in boxes) >= 0 and max(right for _, right in boxes) <= width
    if width > 420:  # where no mark is over another one
        value = on_the_scalp("channels")["mean"].values[1, 1]
        assert told_values(browser.told(0, 1, value, trace=1))["mean (nat)"] == pytest.approx(value, rel=1e-6)
