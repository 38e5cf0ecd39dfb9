# SPDX-License-Identifier: Apache-2.0
"""Data of the artists of plots of studies."""

import itertools

import numpy as np
import pytest
from conftest import assert_refused

import biotropy

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")
from study_example import CHANNELS, GROUPS, example_study  # noqa: E402

from biotropy import plot  # noqa: E402
from biotropy._plots.study_results import smallest_exact_p  # noqa: E402


def image(ax):
    (drawn,) = ax.images
    return drawn.get_array().filled(np.nan)


def same(a, b):
    return np.array_equal(a, b, equal_nan=True)


def test_groups_side_by_side_on_one_scale():
    results = example_study()
    axes = plot.study(results, maps=[])
    axes["groups"][0].figure.canvas.draw()
    assert [ax.get_title() for ax in axes["groups"]] == GROUPS
    mean = results["mean"].values
    for ax, own in zip(axes["groups"], mean, strict=True):
        assert same(image(ax), own)
        assert ax.images[0].get_clim() == (np.nanmin(mean), np.nanmax(mean))
        assert [label.get_text() for label in ax.get_yticklabels()] == CHANNELS
        assert ax.get_ylabel() == "templates from channel"
        assert ax.get_xlabel().startswith("compared with partner") and ax.get_xlabel().endswith("(1)")


def test_one_scale_of_pairs_and_channels_over_time():
    results = example_study("pairs at scales")
    assert_refused(lambda: plot.study(results))
    axes = plot.study(results.sel(scale=2.0), maps=[])
    for ax, own in zip(axes["groups"], results["mean"].values[..., 1], strict=True):
        assert same(image(ax), own)
    results = example_study("times")
    axes = plot.study(results, maps=[])
    assert same(image(axes["groups"][1]), results["mean"].values[1])
    assert axes["groups"][1].get_xlabel().startswith("start of the window")


def test_maps_of_all_groups_and_of_contrasts():
    results = example_study()
    axes = plot.study(results, alpha=0.05)
    for name, of_all, of_two in (("p", "kruskal_p", "contrast_p"), ("q (BH)", "q_bh", "contrast_q_bh")):
        drawn = [image(ax) for ax in axes[name]]
        assert same(drawn[0], results[of_all].values)
        assert same(np.array(drawn[1:]), results[of_two].values)
    p = results["contrast_p"].values[1]
    below, tested = (p < 0.05).sum(), np.isfinite(p).sum()
    assert axes["p"][2].get_title() == f"{GROUPS[2]} - {GROUPS[1]}\n{below} of {tested} below 0.05"
    assert len({ax.images[0].norm.boundaries.tobytes() for ax in (*axes["p"], *axes["q (BH)"])}) == 1


def test_too_few_subjects_are_said():
    """Two against two: the exact p is at least 1/3, unlike that of the chi-squared approximation."""
    titles = [ax.get_title() for ax in plot.study(example_study(in_group=2), maps=["p"], alpha=0.05)["p"]]
    assert "too few subjects: no exact p below 0.067" in titles[0]
    assert "too few subjects: no exact p below 0.33" in titles[1]
    assert not any("few" in ax.get_title() for ax in plot.study(example_study(), maps=["p"], alpha=0.05)["p"])


def test_a_smallest_p_that_is_alpha_is_said():
    axes = plot.study(example_study(in_group=3), maps=["p"], alpha=0.1)["p"]
    assert "too few subjects: no exact p below 0.1" in axes[1].get_title()


def test_times_have_their_unit():
    results = example_study("times")
    for unit, label in (("s", "start of the window (s)"), ("1", "start of the window (samples)")):
        results["time"].attrs["units"] = unit
        assert plot.study(results, maps=[])["groups"][0].get_xlabel().startswith(label)


def test_a_smallest_p_of_the_test_is_said():
    results = example_study().assign_attrs(smallest_p=0.0252)
    results["kruskal_p"][:] = results["permutation_p"][:] = 0.03
    drawn = plot.study(results, maps=["p", "p, permuted"])
    assert drawn["p"][0].get_title() == "all groups\n0 of 16 below 0.01\ntoo few subjects: the test has no p below 0.025"
    assert drawn["p, permuted"][0].get_title() == "all groups\n0 of 16 below 0.01"


@pytest.mark.parametrize("sizes", [[2, 2], [1, 3], [3, 3], [2, 2, 2], [1, 2, 3], [2, 1, 4], [1, 1, 1]])
def test_the_smallest_p_is_that_of_all_arrangements(sizes):
    labels = [group for group, size in enumerate(sizes) for _ in range(size)]
    ranks = np.arange(1 - len(labels), len(labels), 2)
    found = [
        round(sum(ranks[np.array(one) == group].sum() ** 2 / size for group, size in enumerate(sizes)), 9)
        for one in set(itertools.permutations(labels))
    ]
    assert smallest_exact_p(sizes) == pytest.approx(found.count(max(found)) / len(found), rel=1e-12)


def test_other_statistics_maps_and_orders():
    results = example_study()
    axes = plot.study(results, statistic="n", maps=["p, family-wise"], order=["A4", "A1"])
    assert same(image(axes["groups"][1]), results["count"].values[1][np.ix_([3, 0], [3, 0])])
    assert same(image(axes["p, family-wise"][1]), results["contrast_familywise_p"].values[0][np.ix_([3, 0], [3, 0])])
    assert set(axes) == {"groups", "p, family-wise"}
    grouped = plot.study(results, groups=["a", "b", "a", "b"], maps=[])
    assert same(image(grouped["groups"][0]), results["mean"].values[0][np.ix_([0, 2, 1, 3], [0, 2, 1, 3])])


@pytest.mark.parametrize("entries", ["scales", "channels"])
def test_entries_that_are_no_pairs(entries):
    results = example_study(entries)
    axes = plot.study(results, maps=["p"])
    assert same(image(axes["groups"][2]).ravel(), results["mean"].values[2].ravel())
    assert same(image(axes["p"][1]).ravel(), results["contrast_p"].values[0].ravel())
    assert_refused(lambda: plot.study(results, clusters=2))


def test_a_single_group_has_no_maps():
    assert set(plot.study(example_study(n_groups=1))) == {"groups"}


@pytest.mark.parametrize("options", [
    {"statistic": "mode"}, {"maps": ["effect size"]}, {"levels": (0.5, 2)}, {"alpha": 1}, {"order": ["Z"]}])  # fmt: skip
def test_mistakes_are_named(options):
    pytest.raises(biotropy.BiotropyError, lambda: plot.study(example_study(), **options))


@pytest.mark.parametrize("change", [
    lambda one: one.assign_attrs(kind="cross"), lambda one: one.drop_vars("mean"), lambda one: one.drop_vars("q_bh"),
    lambda one: one.assign(kruskal_p=one["mean"]), lambda one: one.assign(kruskal_p=one["kruskal_p"] * 3),
    lambda one: one["mean"].values])  # fmt: skip
def test_what_is_no_study_is_refused(change):
    assert_refused(lambda: plot.study(change(example_study())))
