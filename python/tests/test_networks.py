# SPDX-License-Identifier: Apache-2.0
"""Network tests: bctpy with the same permutations, a regression in NumPy, and what is refused."""

import contextlib
import io

import numpy as np
import pytest
from conftest import assert_refused, warned

import biotropy
from biotropy import BiotropyError, network_test


def symmetric(rng, n_matrices, n_channels):
    """Matrices with a 1 on the diagonal."""
    upper = np.triu(rng.normal(size=(n_matrices, n_channels, n_channels)), 1)
    return upper + upper.transpose(0, 2, 1) + np.eye(n_channels)


def bct_nbs(x, y, threshold, n, seed, **how):
    """p of each component, its edges, and the largest extents of bctpy."""
    bct = pytest.importorskip("bct")
    with contextlib.redirect_stdout(io.StringIO()):
        return bct.nbs_bct(x.transpose(1, 2, 0), y.transpose(1, 2, 0), threshold, k=n, seed=seed, **how)


def assert_same(found, p, edges, null):
    """Components, extents and p: bctpy gives k / n for k of n permutations, network_test (k + 1) / (n + 1)."""
    n = len(null)
    assert np.array_equal(found.largest_extent, null)
    assert len(p) == len(found.extent) > 0
    for number, own in enumerate(p, start=1):
        (component,) = np.unique(found.component[edges == number])
        assert np.array_equal(found.component == component, edges == number)
        assert found.extent[component - 1] == (edges == number).sum() / 2
        assert found.p_extent[component - 1] == pytest.approx((own * n + 1) / (n + 1), rel=1e-12)


@pytest.mark.parametrize(("tail", "alternative"), [("both", "two-sided"), ("left", "greater"), ("right", "less")])
@pytest.mark.parametrize(("n_x", "n_y", "threshold"), [(9, 12, 1.6), (10, 10, 2.2)])
def test_two_groups_as_bctpy(tail, alternative, n_x, n_y, threshold):
    rng = np.random.default_rng(n_x)
    x, y = symmetric(rng, n_x, 12), symmetric(rng, n_y, 12)
    y[:, 0, 1:5] += 0.8
    y[:, 1:5, 0] += 0.8
    x[:, 7, 8:10] += 1.5
    x[:, 8:10, 7] += 1.5
    n = 100
    draw = np.random.RandomState(3)
    orders = np.array([draw.permutation(n_x + n_y) for _ in range(n)])
    expected = bct_nbs(x, y, threshold, n, 3, tail=tail)
    groups = ["x"] * n_x + ["y"] * n_y
    found = network_test(np.concatenate([x, y]), groups, threshold=threshold, alternative=alternative, permutations=orders)
    assert found.kind == "t" and not found.directed and not found.exact
    assert_same(found, *expected)


def test_pairs_as_bctpy():
    rng = np.random.default_rng(8)
    x = symmetric(rng, 11, 10)
    y = x + 0.7 * symmetric(rng, 11, 10)
    y[:, 2, 3:7] += 0.5
    y[:, 3:7, 2] += 0.5
    n, draw = 100, np.random.RandomState(5)
    signs = np.array([np.sign(0.5 - draw.rand(1, 11))[0] for _ in range(n)])
    exchanged = np.where(signs < 0, (np.arange(11) + 11), np.arange(11))
    orders = np.concatenate([exchanged, 22 - 11 + np.arange(11) - (exchanged - np.arange(11))], axis=1)
    found = network_test(
        np.concatenate([x, y]), ["x"] * 11 + ["y"] * 11, subjects=[*range(11), *range(11)], threshold=1.8, permutations=orders
    )
    assert_same(found, *bct_nbs(x, y, 1.8, n, 5, paired=True))


def t_of_regression(values, groups, covariates):
    """t of the group in a regression on a constant, covariates and group."""
    design = np.column_stack([np.ones(len(values)), covariates, groups])
    solution, *_ = np.linalg.lstsq(design, values, rcond=None)
    residual = values - design @ solution
    variance = residual @ residual / (len(values) - design.shape[1])
    return solution[-1] / np.sqrt(variance * np.linalg.inv(design.T @ design)[-1, -1])


def test_covariates_as_freedman_and_lane():
    rng = np.random.default_rng(11)
    n_rows, n_channels = 16, 5
    matrices, covariates = rng.normal(size=(n_rows, n_channels, n_channels)), rng.normal(size=(n_rows, 2))
    groups = np.repeat([0, 1], 8)
    matrices += (covariates[:, 0] + groups)[:, np.newaxis, np.newaxis]
    orders = np.array([rng.permutation(n_rows) for _ in range(30)])
    found = network_test(matrices, groups, covariates=covariates, threshold=1.5, permutations=orders)
    reduced = np.column_stack([np.ones(n_rows), covariates])
    fitted = reduced @ np.linalg.lstsq(reduced, matrices.reshape(n_rows, -1), rcond=None)[0]
    residual = matrices.reshape(n_rows, -1) - fitted
    off_diagonal = ~np.eye(n_channels, dtype=bool)
    for order, largest in zip(orders, found.largest_intensity, strict=True):
        t = np.array([t_of_regression(column, groups, covariates) for column in (fitted + residual[order]).T])
        above = (np.abs(t.reshape(n_channels, n_channels)) > 1.5) & off_diagonal
        label = np.arange(n_channels)
        for _ in range(n_channels):
            for a, b in np.argwhere(above):
                label[a] = label[b] = min(label[a], label[b])
        excess = np.where(above, np.abs(t).reshape(n_channels, n_channels) - 1.5, 0).sum(axis=1)
        assert largest == pytest.approx(max(excess[label == one].sum() for one in label), rel=1e-9, abs=1e-12)
    t = [t_of_regression(column, groups, covariates) for column in matrices.reshape(n_rows, -1).T]
    assert found.statistic[off_diagonal] == pytest.approx(np.array(t).reshape(n_channels, n_channels)[off_diagonal])
    assert found.degrees_of_freedom == 12


def test_statistics_as_scipy():
    stats = pytest.importorskip("scipy.stats")
    matrices, groups = np.random.default_rng(2).normal(size=(15, 4, 4)), ["c", "a", "b"] * 5
    parts = [matrices[k::3, 0, 1] for k in range(3)]
    for kind, expected in (("f", stats.f_oneway(*parts)), ("h", stats.kruskal(*parts))):
        found = network_test(matrices, groups, statistic=kind, threshold_p=0.1, permutations=10)
        assert found.statistic[0, 1] == pytest.approx(expected.statistic)
        assert found.groups == ["c", "a", "b"]
    paired = network_test(matrices[:14], ["x", "y"] * 7, subjects=np.repeat(range(7), 2), threshold_p=0.1, permutations=10)
    assert paired.statistic[0, 1] == pytest.approx(stats.ttest_rel(matrices[1:14:2, 0, 1], matrices[0:14:2, 0, 1]).statistic)
    assert paired.threshold == pytest.approx(stats.t.isf(0.05, 6))


def test_threshold_free_scores_of_the_definition():
    matrices = symmetric(np.random.default_rng(3), 12, 6)
    groups = np.repeat(["x", "y"], 6)
    found = network_test(matrices, groups, threshold_free=True, extent_power=0.5, height_power=2, step=0.25, permutations=50)
    t, expected = np.abs(found.statistic), np.zeros((6, 6))
    for height in np.arange(0.25, np.nanmax(t), 0.25):
        one = network_test(matrices, groups, threshold=height, permutations=1)
        extent = np.concatenate([[0], one.extent])[one.component]
        expected += np.where(one.component > 0, extent**0.5 * height**2 * 0.25, 0)
    off_diagonal = ~np.eye(6, dtype=bool)
    assert found.score[off_diagonal] == pytest.approx(expected[off_diagonal])
    k = (found.largest_score[:, np.newaxis] >= found.score[0, 1:] * (1 - 1e-12)).sum(axis=0)
    assert np.array_equal(found.score_p[0, 1:], (k + 1) / 51)
    assert np.isnan(found.threshold) and len(found.extent) == 0 and found.largest_extent is None


def test_same_result_for_any_threads_and_a_seed():
    matrices = np.random.default_rng(4).normal(size=(20, 8, 8))
    groups = [0] * 10 + [1] * 10
    one = network_test(matrices, groups, threshold=1, permutations=500)
    two = network_test(matrices, groups, threshold=1, permutations=500, n_jobs=2)
    assert np.array_equal(one.largest_intensity, two.largest_intensity)
    other = network_test(matrices, groups, threshold=1, permutations=500, seed=2)
    assert not np.array_equal(one.largest_intensity, other.largest_intensity)


def test_edges_without_a_value_are_reported():
    matrices = np.random.default_rng(5).normal(size=(10, 4, 4))
    matrices[2, 0, 1] = np.nan
    with warned("edges_not_tested"):
        found = network_test(matrices, [0, 1] * 5, threshold=1, permutations=10)
    assert np.isnan(found.statistic[0, 1]) and found.untested_edges == 1 and found.tested_edges == 11


MATRICES = np.random.default_rng(6).normal(size=(8, 4, 4))
GROUPS = ["x", "y"] * 4


@pytest.mark.parametrize("options", [
    {}, {"threshold": -1}, {"threshold": "2"}, {"threshold": 2, "alternative": "both"}, {"threshold": 2, "directed": "yes"},
    {"threshold": 2, "permutations": [[0, 1]]}, {"threshold": 2, "covariates": [np.nan, 1] * 4},
    {"threshold": 2, "covariates": np.ones(7)}, {"threshold": 2, "step": 0.2}, {"threshold": 2, "subjects": [0, 1]}, {"threshold": 2, "seed": -1}])  # fmt: skip
def test_refusals(options):
    caught = pytest.raises(BiotropyError, network_test, MATRICES, GROUPS, **options)
    assert isinstance(caught.value, ValueError)


def test_a_subject_without_a_pair_is_named():
    with pytest.raises(BiotropyError, match="subject 11 must"):
        network_test(MATRICES, GROUPS, threshold=1, subjects=[12, 12, 13, 13, 14, 14, 11, 15])


def test_refused_matrices_and_groups():
    for matrices in (MATRICES[0], MATRICES[:, :3], np.zeros((0, 4, 4)), MATRICES + 1j):
        pytest.raises(BiotropyError, network_test, matrices, GROUPS, threshold=1)
    for groups in (["x"] * 8, GROUPS[:-1], "xyxyxyxy", [None, *GROUPS[1:]], [GROUPS] * 8):
        pytest.raises(BiotropyError, network_test, MATRICES, groups, threshold=1)
    assert_refused(lambda: network_test(np.ones((8, 4, 4)), GROUPS, threshold=1, directed=True), "invalid_data")


def test_a_study_has_the_numbers_of_network_test(program, tmp_path):
    """The program takes ages from the participants, leaves out who has none, and writes the components."""
    pytest.importorskip("netCDF4")
    folder = tmp_path / "s"
    program("simulate", "cohort", folder, "--subjects", 6, "--channels", 5, "--epochs", 2, "--quiet")
    head, *rows = (folder / "participants.tsv").read_text().splitlines()
    ages = [20 + 7 * k % 40 for k in range(len(rows))]
    lines = [f"{row}\t{age if k != 1 else 'n/a'}" for k, (row, age) in enumerate(zip(rows, ages, strict=True))]
    (folder / "participants.tsv").write_text("\n".join([f"{head}\tage", *lines, ""]))
    keys = "[networks]\nthreshold-p = 0.2\nthreshold-free = true\ncovariates = [\"age\"]\n"
    (folder / "study.toml").write_text(f"[prepare]\nepoch = 1024\n[measure]\nm = 1\n[statistics]\npermutations = 99\n{keys}")
    program("study", "run", folder, "--quiet")
    results = biotropy.open_results(folder / "result.nc")
    titles = list(results["network"].values)
    assert titles == ["all groups", "group-2 - group-1", "group-3 - group-2"]
    group_of = results["subject_group"].values.astype(str)
    known = np.arange(len(rows)) != 1
    for k, title in enumerate(titles):
        own = known if k == 0 else known & np.isin(group_of, title.split(" - "))
        found = network_test(
            results["value"].values[own], group_of[own], threshold_p=0.2, threshold_free=True, permutations=99,
            covariates=np.array(ages)[own],
        )  # fmt: skip
        assert results["network_kind"].values[k] == found.kind
        assert results["network_threshold"].values[k] == found.threshold
        assert np.array_equal(results["network_statistic"].values[k], found.statistic, equal_nan=True)
        assert np.array_equal(results["network_component"].values[k], found.component)
        assert np.array_equal(results["network_score_p"].values[k], found.score_p, equal_nan=True)
        of_network = results["component_network"].values == k
        for name in ("n_channels", "extent", "intensity", "p_extent", "p_intensity"):
            assert np.array_equal(results[f"component_{name}"].values[of_network], getattr(found, name))
    assert "recordings_left_out" in results.attrs["notice_codes"].split("\n")
    assert results.attrs["networks_covariates"] == "age"


def test_matrices_have_one_order_of_channels(rng, xarray, pandas):
    names, groups = ["a", "b", "c", "d"], ["x"] * 5 + ["y"] * 5
    cube = rng.normal(size=(10, 4, 4))
    wanted = biotropy.network_test(cube, groups, threshold=1, permutations=9)
    coords = {"channel": names, "partner": names}
    arrays = [xarray.DataArray(one, dims=("channel", "partner"), coords=coords) for one in cube]
    frames = [pandas.DataFrame(one, index=names, columns=names) for one in cube]
    for matrices in (arrays, frames):
        found = biotropy.network_test(matrices, groups, threshold=1, permutations=9)
        np.testing.assert_array_equal(found.statistic, wanted.statistic)
    arrays[3] = arrays[3][::-1, ::-1]
    pytest.raises(ValueError, biotropy.network_test, arrays, groups, threshold=1)
    frames[3] = frames[3][names[::-1]]
    pytest.raises(ValueError, biotropy.network_test, frames, groups, threshold=1)
    turned = [pandas.DataFrame(one, index=names, columns=names)[names[::-1]] for one in cube]
    pytest.raises(ValueError, biotropy.network_test, turned, groups, threshold=1)


def test_rows_and_dimensions_have_one_order(rng, xarray, pandas):
    people, names, cube = [f"s{k}" for k in range(10)], ["a", "b", "c", "d"], rng.normal(size=(10, 4, 4))
    group, age = ["x"] * 5 + ["y"] * 5, rng.normal(size=10)
    table = pandas.DataFrame({"group": group, "age": age}, index=people)
    coords = {"subject": people, "channel": names, "partner": names}
    data = xarray.DataArray(cube, dims=("subject", "channel", "partner"), coords=coords)
    given = {"threshold": 1, "permutations": 9}
    wanted = biotropy.network_test(cube, group, covariates=age, **given).statistic
    turned = data.transpose("partner", "channel", "subject")
    every_second_turned = [matrix.T if k % 2 else matrix for k, matrix in enumerate(data.drop_vars("subject"))]
    for matrices in (data, turned, every_second_turned):
        for groups, covariates in ((table.group, table.age), (group, table[["age"]]), (table.group.reset_index(drop=True), age)):
            found = biotropy.network_test(matrices, groups, covariates=covariates, **given)
            np.testing.assert_array_equal(found.statistic, wanted)
    by_age = table.sort_values("age")
    for groups, covariates, what in ((by_age.group, None, "matrices and groups"), (group, by_age.age, "matrices and covariates")):
        pytest.raises(ValueError, biotropy.network_test, data, groups, covariates=covariates, **given)
    pytest.raises(ValueError, biotropy.network_test, cube, table.group, covariates=by_age.age, **given)
    with pytest.raises(ValueError):
        biotropy.network_test(data, xarray.DataArray(group, dims="subject", coords={"subject": people[::-1]}), **given)
    pytest.raises(ValueError, biotropy.network_test, data[:, :, ::-1], group, **given)
    with pytest.raises(ValueError):
        biotropy.network_test(cube, pandas.Series(group, dtype="string").where(np.arange(10) != 3), **given)
