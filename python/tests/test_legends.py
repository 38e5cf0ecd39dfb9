# SPDX-License-Identifier: Apache-2.0
"""Legends and colour bars beside small Axes of the caller are inside the figure, and not on other Axes."""

import itertools

import numpy as np
import pytest

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402

from biotropy import plot  # noqa: E402

NAMES = ["Fz", "Cz", "Pz", "Oz"]


def beside(figure, given):
    """Boxes of the legends and of added Axes."""
    boxes = [ax.get_legend().get_tightbbox() for ax in figure.axes if ax.get_legend()]
    return boxes + [ax.get_tightbbox() for ax in figure.axes if ax not in given]


def expect_inside(figure, given):
    figure.canvas.draw()
    boxes = beside(figure, given)
    assert boxes
    for box in boxes:
        assert box.x0 >= 0 and box.y0 >= 0
        assert box.x1 <= figure.bbox.x1 and box.y1 <= figure.bbox.y1
    for one, other in itertools.product(given, boxes):
        assert one.bbox.width > 0.2 * figure.bbox.width / len(given)
        assert not one.bbox.overlaps(other) or one.get_legend()
    for one, other in itertools.combinations(boxes, 2):
        assert not one.overlaps(other)


def draw_matrix(rng, ax):
    values = rng.uniform(1, 2, (20, 20))
    values[3] = 9.0
    plot.matrix(values, label="cross approximate entropy (nat)", ax=ax)


def draw_rr(rng, ax):
    plot.rr_series(rng.uniform(0.7, 0.9, 50), [3, 8, 20], ax=ax)


def draw_posteriors(rng, ax):
    plot.posteriors(rng.dirichlet((1, 1), 50), classes=["sleep with spindles", "wake"], ax=ax)


def draw_curves(rng, ax):
    plot.curves({f"recording {k}": rng.standard_normal(10) for k in range(8)}, ax=ax)


@pytest.mark.parametrize("draw", [draw_matrix, draw_rr, draw_posteriors, draw_curves])
@pytest.mark.parametrize("layout", [None, "constrained"])
@pytest.mark.parametrize("size", [(2.8, 2.0), (4.2, 3.0)])
def test_beside_one_of_the_callers_axes(rng, draw, layout, size):
    figure, ax = pyplot.subplots(figsize=size, layout=layout)
    draw(rng, ax)
    expect_inside(figure, [ax])


@pytest.mark.parametrize("draw", [draw_matrix, draw_rr, draw_posteriors, draw_curves])
def test_beside_two_of_the_callers_axes(rng, draw):
    figure, axes = pyplot.subplots(1, 2, figsize=(8, 3))
    for ax in axes:
        draw(rng, ax)
    expect_inside(figure, list(axes))


def test_beside_matrices_of_the_caller(rng):
    figure, axes = pyplot.subplots(1, 3, figsize=(6, 2.4))
    groups = {"children": rng.uniform(1, 2, (4, 4)), "adults": rng.uniform(1, 2, (4, 4))}
    plot.matrices(groups, np.full((4, 4), 0.02), ch_names=NAMES, label="cross sample entropy (nat)", axes=axes)
    expect_inside(figure, list(axes))


def shown(text):
    """A text as it is drawn, where nothing of it is a formula."""
    assert not text.get_parse_math() or not matplotlib.cbook.is_math_text(text.get_text())
    return text.get_text().replace(r"\$", "$").replace("\u200b", "")


def test_names_are_whole_whatever_they_begin_with_or_contain():
    names = ["_a", "$b$", "c"]
    ax = plot.matrix(np.arange(9.0).reshape(3, 3), ch_names=names)
    assert [shown(tick) for tick in ax.get_yticklabels()] == [shown(tick) for tick in ax.get_xticklabels()] == names
    p = np.full((4, 3), 1 / 3)
    assert [shown(text) for text in plot.posteriors(p, classes=names).get_legend().get_texts()] == names
    assert [shown(tick) for tick in plot.hypnogram(["_a", "$b$", "c"], classes=names).get_yticklabels()] == names
    xarray = pytest.importorskip("xarray")
    data = xarray.DataArray(np.ones((3, 4)), dims=("channel", "time"), coords={"channel": names, "time": np.arange(4.0)})
    assert [shown(text) for text in plot.time_course(data).get_legend().get_texts()] == names
    curves = {"_a": np.ones((2, 3)), "c": np.ones((2, 3))}
    assert [shown(text) for text in plot.curves(curves).get_legend().get_texts()] == ["_a (n = 2)", "c (n = 2)"]
