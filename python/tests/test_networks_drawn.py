# SPDX-License-Identifier: Apache-2.0
"""Pictures of networks: the component on the scalp, and in the report of a study."""

import base64
import importlib

import numpy as np
import pytest
from conftest import assert_refused

import biotropy

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")
pytest.importorskip("xarray")
from matplotlib.colors import to_hex  # noqa: E402
from matplotlib.patches import FancyArrowPatch  # noqa: E402
from report_page import drawn_by_the_page, numbers, page_of  # noqa: E402
from study_example import CHANNELS, example_study, with_networks  # noqa: E402

from biotropy import plot  # noqa: E402

EEG = ["Fp1", "Fz", "Cz", "Pz", "O1", "O2"]


def found(directed=False):
    rng = np.random.default_rng(1)
    matrices = rng.normal(size=(20, 6, 6))
    if not directed:
        matrices += matrices.transpose(0, 2, 1)
    matrices[10:, 0, [1, 2]] += 4
    matrices[10:, 0, 5] -= 4
    if not directed:
        matrices[10:, [1, 2], 0] += 4
        matrices[10:, 5, 0] -= 4
    return biotropy.network_test(matrices, ["young"] * 10 + ["old"] * 10, threshold=3.5, permutations=99)


def edge_lines(ax):
    """Colours of the lines that join two places."""
    return {tuple(map(tuple, np.round(line.get_xydata(), 9))): to_hex(line.get_color()) for line in ax.lines if len(line.get_xydata()) == 2}


def test_a_component_between_places_of_mne(mne):
    info = mne.create_info(EEG, 100.0, "eeg").set_montage("biosemi64")
    test = found()
    assert test.extent[0] == 3
    ax = plot.network(test, info)
    layout = importlib.import_module("mne.channels.layout")._find_topomap_coords(info, None)
    (every, own) = ax.collections
    places = np.asarray(every.get_offsets())
    # MNE projects from the middle of a sphere that it fits, at the same angles around the top.
    assert places == pytest.approx(layout, abs=0.012)
    assert np.array_equal(own.get_offsets(), places[[0, 1, 2, 5]])
    red, blue = to_hex("tab:red"), to_hex("tab:blue")
    expected = {(0, 1): red, (0, 2): red, (0, 5): blue}
    assert edge_lines(ax) == {tuple(map(tuple, np.round(places[list(pair)], 9))): color for pair, color in expected.items()}
    assert [text.get_text() for text in ax.texts] == ["Fp1", "Fz", "Cz", "O2"]
    assert ax.get_title() == f"old - young\ncomponent 1: 3 edges, p = {test.p_extent[0]:.3g}"
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["old larger", "old smaller"]


def test_directed_edges_are_arrows_on_a_circle():
    test = found(directed=True)
    assert test.directed
    ax = plot.network(test)
    arrows = [patch for patch in ax.patches if isinstance(patch, FancyArrowPatch)]
    places = np.asarray(ax.collections[0].get_offsets())
    assert np.hypot(*places.T) == pytest.approx(np.full(6, 0.095))
    ends = {tuple(np.argmin(np.hypot(*(places - end).T)) for end in arrow._posA_posB) for arrow in arrows}
    assert ends == {tuple(pair) for pair in np.argwhere(test.component == 1)} and (0, 1) in ends


def test_refusals_of_pictures():
    test = found()
    for options in ({"component": 2}, {"component": 0}, {"network": "a"}, {"ch_names": ["a"]}, {"pos": np.zeros((5, 2))}):
        pytest.raises(biotropy.BiotropyError, plot.network, test, **options)
    study, _ = with_networks(example_study())
    assert_refused(lambda: plot.network(study, network="all"))
    assert_refused(lambda: plot.network(example_study()))


def test_a_comparison_of_a_study_is_chosen():
    study, tests = with_networks(example_study())
    titles = [str(one) for one in study["network"].values]
    ax = plot.network(study, network=titles[1], ch_names=None)
    assert ax.get_title().startswith(f"{titles[1]}\ncomponent 1: {tests[1].extent[0]} edges")


def network_of(page):
    """The panel of networks."""
    (panel,) = [one for one in page.panels if one["kind"] == "network"]
    return panel


def test_the_report_has_a_panel_a_table_and_sentences(tmp_path):
    study, tests = with_networks(example_study(), threshold_free=True)
    page = page_of(study, tmp_path)
    panel = network_of(page)
    titles = [str(one) for one in study["network"].values]
    assert panel["choices"][0]["labels"] == titles
    assert panel["choices"][1]["labels"] == ["component", "threshold-free p < 0.05", "statistic", "score", "p of the score"]
    drawn = numbers(panel)
    for k, test in enumerate(tests):
        assert np.array_equal(drawn[k, 0], test.component)
        assert np.array_equal(drawn[k, 1], np.nan_to_num(test.score_p, nan=1) < 0.05)
        assert np.array_equal(drawn[k, 2], test.statistic, equal_nan=True)
        assert len(panel["components"][k]) == len(test.extent)
        row = [titles[k], "1", str(test.n_channels[0]), str(test.extent[0])]
        assert row in [one[:4] for one in page.tables["Components of networks"]]
        (sentence,) = [one for one in page.sentences if one.startswith(f"As networks, {titles[k]}: ")]
        assert ("no component" in sentence) == (test.p_extent.min() >= 0.05)
    assert panel["rows"]["labels"] == CHANNELS and not panel["isHead"]
    figures = drawn_by_the_page([panel], tmp_path)
    lines = [trace for trace in figures[0].data if trace.mode == "lines"]
    n_edges = [np.sum([value is None for value in trace.x]) for trace in lines]
    assert n_edges == list(tests[0].extent)


def test_names_of_electrodes_are_places_on_a_head(tmp_path):
    pytest.importorskip("mne")
    study, _ = with_networks(example_study())
    study = study.assign_coords(channel=["FP1", "Fz", "cz", "O2"], partner=["FP1", "Fz", "cz", "O2"])
    panel = network_of(page_of(study, tmp_path))
    places = np.array(panel["places"])
    assert panel["isHead"]
    assert places[0][0] < 0 < places[0][1] and places[3][1] < 0 < places[3][0]
    assert np.hypot(*places[2]) < 0.25 < np.hypot(*places[0])
    assert drawn_by_the_page([panel], tmp_path)


def test_p_of_scores_have_the_colours_of_levels(tmp_path):
    study, tests = with_networks(example_study(), threshold_free=True)
    panel = network_of(page_of(study, tmp_path))
    drawn = drawn_by_the_page([panel], tmp_path)[-1].data[0]
    p = tests[-1].score_p
    wanted = np.where(np.isfinite(p), np.digitize(p, [0.001, 0.01, 0.05]), np.nan)
    assert np.array_equal(np.array(drawn.z, dtype=float), wanted, equal_nan=True)
    assert drawn.colorbar.title.text == "p of the score" and drawn.colorbar.ticktext[-1] == "≥ 0.05"
    assert drawn.colorscale[0][1] == "#280b54" and not drawn.reversescale


def test_the_caption_says_whose_places_they_are(tmp_path, monkeypatch):
    study, _ = with_networks(example_study())
    networks = importlib.import_module("biotropy._plots.network_data")
    for places, said in ((None, "on a circle, in their order"), (np.eye(4, 3) + 0.1, "at the electrodes of the dataset")):
        monkeypatch.setattr(networks, "positions_in_dataset", lambda *_, places=places: (places, []))
        page_of(study, tmp_path)
        assert f"Edges between channels ({said})." in (tmp_path / "out.html").read_text()


def test_directed_edges_of_the_report_are_arrows(tmp_path):
    study, tests = with_networks(example_study())
    assert tests[0].directed
    panel = network_of(page_of(study, tmp_path))
    first = drawn_by_the_page([panel], tmp_path)[0]
    arrows = next(trace for trace in first.data if trace.marker.symbol == "arrow")
    (a, b), places = np.argwhere(tests[0].component == 1)[0], np.array(panel["places"])
    step = places[b] - places[a]
    assert (arrows.x[0], arrows.y[0]) == pytest.approx(tuple(places[a] + 0.6 * step))
    turn = np.deg2rad(arrows.marker.angle[0])  # clockwise from the top
    assert (np.sin(turn), np.cos(turn)) == pytest.approx(tuple(step / np.hypot(*step)))
    panel["values"] = base64.b64encode(np.zeros_like(numbers(panel)).tobytes()).decode()
    assert drawn_by_the_page([panel], tmp_path)[0].layout.annotations[0].text == "no component"
