# SPDX-License-Identifier: Apache-2.0
"""Data of plots of states and events, drawn without a display."""

import numpy as np
import pytest
from conftest import assert_refused

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")
from biotropy import plot  # noqa: E402
from biotropy.errors import BiotropyError  # noqa: E402
from biotropy.scores import event_scores  # noqa: E402


def test_hypnogram_has_a_step_for_every_stage():
    stages = ["W", "W", "N1", "N2", None, "R"]
    ax = plot.hypnogram(stages, np.arange(6) * 30.0, classes=["W", "R", "N1", "N2"], truth=["W"] * 3 + ["N2"] * 3)
    true, found = ax.get_lines()
    x, y = found.get_data()
    parts = np.split(np.array([x, y]), np.flatnonzero(np.isnan(x)), axis=1)
    segments = {tuple(part[:, ~np.isnan(part[0])].T.ravel()) for part in parts if (~np.isnan(part[0])).any()}
    assert (0.0, 0.0, 60.0, 0.0) in segments  # W
    assert (60.0, 2.0, 90.0, 2.0) in segments  # N1
    assert (60.0, 0.0, 60.0, 2.0) in segments  # the step between them
    assert (150.0, 1.0, 180.0, 1.0) in segments  # R, after a time without a stage and so without a step
    assert not any(one[0] == one[2] == 150.0 for one in segments)
    assert [one.get_text() for one in ax.get_yticklabels()] == ["W", "R", "N1", "N2"]
    assert np.nanmax(true.get_xdata()) == 180.0
    assert ax.yaxis_inverted()


def test_a_class_of_a_hypnogram_has_one_name(pandas):

    def rows(*labels, **how):
        return [one.get_text() for one in plot.hypnogram(*labels, **how).get_yticklabels()]

    with_gap = np.array([0, 1, np.nan, 2])
    assert rows(np.array([0, 1, 1, 2]), truth=with_gap) == rows(with_gap) == ["0", "1", "2"]
    assert rows(["0", "1", "1", "2"], truth=with_gap) == ["0", "1", "2"]
    assert rows(with_gap, classes=[2, 1, 0]) == ["2", "1", "0"]
    assert rows([0, 1, 1, 2], classes=[0.0, 1.0, 2.0], truth=with_gap) == ["0.0", "1.0", "2.0"]
    assert rows([0.5, 1.0]) == ["0.5", "1"]
    for missing in (pandas.Series(["W", None, "N1"], dtype="string"), ["W", None, "N1"], ["W", pandas.NaT, "N1"]):
        assert rows(missing, truth=missing) == ["N1", "W"]


def test_events_are_drawn_by_what_became_of_them():
    found = event_scores([(100, 160), (1000, 1100)], [(120, 150), (2000, 2030)], 3600)
    ax = plot.events(found)
    drawn = {one.get_label(): [path.get_extents().extents.tolist() for path in one.get_paths()] for one in ax.collections}
    assert {label: [(box[0], box[2]) for box in boxes] for label, boxes in drawn.items()} == {
        "found": [(100, 160)],
        "missed": [(1000, 1100)],
        "right": [(120, 150)],
        "false alarm": [(2000, 2030)],
    }
    assert ax.get_xlim() == (0, 3600)
    assert len(plot.events(event_scores([], [], 10)).collections) == 0


@pytest.mark.parametrize(
    "call",
    [
        lambda: plot.hypnogram(["a", "b"], [1.0, 1.0]),
        lambda: plot.hypnogram(["a", "b"], [1.0]),
        lambda: plot.hypnogram(["a", "b"], classes=["a"]),
        lambda: plot.hypnogram(["a", "b"], truth=["a"]),
        lambda: plot.events([(1, 2)]),
    ],
)
def test_refuses(call):
    pytest.raises(BiotropyError, call)


def test_what_is_empty_or_has_no_place_is_refused():
    assert_refused(lambda: plot.hypnogram([]), "invalid_argument", "labels")
    assert plot.hypnogram(iter(["W", "N1"])).lines
    assert_refused(lambda: plot.time_course(np.empty((2, 0))), "invalid_argument", "data")
    pytest.importorskip("mne")
    with pytest.raises(BiotropyError) as caught:
        plot.topomap(np.arange(4.0), ch_names=["Fz", "Cz", "Pz", "foo"])
    assert "foo" in str(caught.value)
