# SPDX-License-Identifier: Apache-2.0
"""Data of maps of the scalp and densities of sources, drawn without a display."""

import numpy as np
import pytest
from conftest import assert_refused

import biotropy

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")
from matplotlib import colors, pyplot  # noqa: E402
from matplotlib.collections import PathCollection  # noqa: E402
from scipy import stats  # noqa: E402
from scipy.interpolate import RegularGridInterpolator  # noqa: E402

from biotropy import plot  # noqa: E402
from biotropy._plots import source_samples  # noqa: E402
from biotropy._plots.source_samples import weighted_quantiles  # noqa: E402
from biotropy.states import SICAMM  # noqa: E402

mne = pytest.importorskip("mne")
mne.set_log_level("ERROR")

NAMES = ["Fp1", "Fp2", "F3", "Fz", "F4", "C3", "Cz", "C4", "P3", "Pz", "P4", "O1", "O2"]


@pytest.fixture(scope="module")
def info():
    made = mne.create_info(NAMES, 100.0, "eeg")
    return made.set_montage("easycap-M1")


@pytest.fixture(scope="module")
def samples():
    """Sources that are smooth patterns on the head, others in the second class."""
    generator = np.random.default_rng(4)
    y = np.repeat(["rest", "task", "rest", "task"], 1000)
    mixing = generator.standard_normal((2, 13, 13)) + 2 * np.eye(13)
    sources = generator.laplace(size=(len(y), 13)) * np.linspace(2, 1, 13)
    return np.stack([mixing[int(label == "task")] @ source for source, label in zip(sources, y, strict=True)]), y


@pytest.fixture(scope="module")
def model(samples):
    return SICAMM(bandwidth="silverman", beta=1.0).fit(*samples)


def values_at_sensors(ax):
    """Values of the map at the sensors, and their positions."""
    (drawn,) = ax.images
    values = np.ma.filled(drawn.get_array(), np.nan)
    left, right, bottom, top = drawn.get_extent()
    rows, columns = np.linspace(bottom, top, values.shape[0]), np.linspace(left, right, values.shape[1])
    (sensors,) = [one for one in ax.collections if isinstance(one, PathCollection)]
    positions = np.asarray(sensors.get_offsets())
    return RegularGridInterpolator((rows, columns), values)(positions[:, ::-1]), positions


def test_maps_are_columns_of_the_mixing_matrices(model, info):
    maps = plot.scalp_maps(model, info, components=[0, 4, 12])
    assert maps.shape == (2, 3)
    for axes, which in zip(maps, range(2), strict=True):
        mixing = np.linalg.inv(model.unmixing_[which])
        for ax, component in zip(axes, (0, 4, 12), strict=True):
            column = mixing[:, component]
            shown, _ = values_at_sensors(ax)
            assert shown == pytest.approx(column, abs=0.06 * np.abs(column).max())
            most = np.abs(column).max()
            assert ax.images[0].get_clim() == pytest.approx((-most, most))
            assert ax.get_title() == f"{['rest', 'task'][which]}, source {component}"


def test_sensors_are_where_the_montage_has_them(model, info):
    (ax,) = plot.scalp_maps(model, info, classes="task", components=1).ravel()
    _, positions = values_at_sensors(ax)
    by_name = dict(zip(NAMES, positions, strict=True))
    assert by_name["C3"][0] < by_name["Cz"][0] < by_name["C4"][0]
    assert by_name["O1"][1] < by_name["Cz"][1] < by_name["Fp1"][1]


def test_channels_are_found_by_their_names(samples, model, info, pandas):
    X, y = samples
    order = np.random.default_rng(1).permutation(13)
    named = SICAMM(bandwidth="silverman", beta=1.0).fit(pandas.DataFrame(X[:, order], columns=[NAMES[k] for k in order]), y)
    more = mne.create_info(["EOG", *NAMES], 100.0, ["eog", *["eeg"] * 13])
    more.set_montage("easycap-M1")
    for one, options in ((named, {}), (SICAMM(bandwidth="silverman", beta=1.0).fit(X[:, order], y), {"ch_names": [NAMES[k] for k in order]})):
        ax = plot.scalp_maps(one, more, components=1, **options)[1, 0]
        shown, positions = values_at_sensors(ax)
        column = np.linalg.inv(one.unmixing_[1])[:, 0]
        assert shown == pytest.approx(column, abs=0.06 * np.abs(column).max())
        _, own = values_at_sensors(plot.scalp_maps(model, info, components=1)[1, 0])
        assert positions == pytest.approx(own[order])


def test_positions_in_the_plane_and_one_scale(model):
    angle = np.linspace(0, 2 * np.pi, 13, endpoint=False)
    plane = 0.07 * np.column_stack([np.cos(angle), np.sin(angle)]) * np.where(np.arange(13) % 2, 1, 0.5)[:, None]
    figure, axes = pyplot.subplots(1, 2)
    maps = plot.scalp_maps(model, plane, classes=["task"], components=2, vmax=3.0, label="uV", axes=axes)
    assert maps.tolist() == [list(axes)]
    for ax, column in zip(maps[0], np.linalg.inv(model.unmixing_[1]).T, strict=False):
        shown, positions = values_at_sensors(ax)
        assert positions == pytest.approx(plane)
        assert shown == pytest.approx(column, abs=0.06 * np.abs(column).max())
        assert ax.images[0].get_clim() == (-3, 3)
    assert figure.axes[-1].get_ylabel() == "uV"


def test_a_model_from_its_file(model, info, tmp_path):
    path = tmp_path / "model.nc"
    model.save(path)
    for one, other in zip(plot.scalp_maps(path, info).ravel(), plot.scalp_maps(model, info).ravel(), strict=True):
        assert np.array_equal(one.images[0].get_array(), other.images[0].get_array(), equal_nan=True)
        assert one.get_title() == other.get_title()


def test_real_sensors_of_meg(recording):
    raw = mne.io.read_raw_fif(recording("meg/kit/test_bin_raw.fif"), preload=True).pick("meg")
    samples = raw.get_data()[::12].T * 1e13
    y = np.arange(len(samples)) // 500 % 2
    model = SICAMM(method="whitening", bandwidth="silverman", beta=1.0)
    with pytest.warns(RuntimeWarning):
        model.fit(samples, y)
    info = mne.pick_info(raw.info, range(0, 157, 12))
    (ax,) = plot.scalp_maps(model, info, classes=0, components=[3]).ravel()
    shown, _ = values_at_sensors(ax)
    column = np.linalg.inv(model.unmixing_[0])[:, 3]
    assert np.corrcoef(shown, column)[0, 1] > 0.99


def test_states_have_the_colours_of_their_maps(model, info, samples):
    X, y = samples
    times = np.arange(900, 1100) / 100
    drawn = plot.states(model, info, model.predict_proba(X[900:1100]), times, labels=y[900:1100], components=3)
    above, maps = drawn["posteriors"], drawn["maps"]
    assert maps.shape == (2, 3)
    lower, upper, *strips = above.collections
    assert [layer.get_label() for layer in (lower, upper)] == ["rest", "task"]
    assert [strip.get_paths()[0].get_extents().x0 for strip in strips] == [9, 10]
    for axes, layer in zip(maps, (lower, upper), strict=True):
        assert {colors.to_rgba(ax.title.get_color()) for ax in axes} == {tuple(layer.get_facecolor()[0])}
    column = np.linalg.inv(model.unmixing_[1])[:, 2]
    assert values_at_sensors(maps[1, 2])[0] == pytest.approx(column, abs=0.06 * np.abs(column).max())
    above.figure.canvas.draw()
    assert all(above.get_position().y0 > ax.get_position().y1 for ax in maps.ravel())


def test_classes_are_the_columns_of_a_data_frame(pandas):
    first = np.linspace(0, 1, 10)
    frame = pandas.DataFrame({"rest": first, "task": 1 - first})
    ax = plot.posteriors(frame, labels=["rest"] * 5 + ["task"] * 5)
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["rest", "task"]
    ax = plot.posteriors(frame, classes=["a", "b"], labels=["a"] * 10)
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["a", "b"]
    ax = plot.posteriors(pandas.DataFrame(frame.to_numpy()), labels=[0, 1] * 5)
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["0", "1"]


def test_states_are_those_of_the_model(model, info, samples, xarray):
    rows = model.predict_proba(samples[0][:50])
    for names, fits in ((["rest", "task"], True), (["task", "rest"], False)):
        labelled = xarray.DataArray(rows, dims=("time", "class"), coords={"class": names})
        if fits:
            assert plot.states(model, info, labelled, components=1)["maps"].shape == (2, 1)
        else:
            pytest.raises(biotropy.BiotropyError, plot.states, model, info, labelled)


def changed(info, change):
    made = info.copy()
    change(made)
    return made


def at_one_place(info):
    info["chs"][3]["loc"][:3] = info["chs"][7]["loc"][:3]


@pytest.mark.parametrize("types", ["eeg", ["eeg"] * 12 + ["mag"], "misc"])
def test_channels_without_a_place(model, types):
    pytest.raises(biotropy.BiotropyError, plot.scalp_maps, model, mne.create_info(NAMES, 100.0, types))


def test_wrong_places(model, info):
    fewer, montage = mne.pick_info(info, range(12)), mne.channels.make_standard_montage("easycap-M1")
    for pos in (changed(info, at_one_place), fewer, np.zeros((13, 3)), np.zeros((13, 2)), np.full((13, 2), np.nan), montage):
        pytest.raises(biotropy.BiotropyError, plot.scalp_maps, model, pos)
    pytest.raises(biotropy.BiotropyError, plot.scalp_maps, model, fewer, ch_names=NAMES)


@pytest.mark.parametrize("options", [
    {"ch_names": NAMES[:4]}, {"components": 0}, {"components": [13]}, {"components": "all"}, {"components": True},
    {"classes": "work"}, {"classes": ["rest", "rest"]}, {"vmax": 0.0}])  # fmt: skip
def test_wrong_options_of_maps(model, info, options):
    pytest.raises(biotropy.BiotropyError, plot.scalp_maps, model, info, **options)


def test_channels_on_a_circle():
    generator = np.random.default_rng(1)
    y = np.repeat([0, 1], 200)
    model = SICAMM(method="whitening", bandwidth="silverman", beta=1.0).fit(generator.laplace(size=(400, 4)) + y[:, None], y)
    circle = 0.06 * np.array([[1.0, 0], [0, 1], [-1, 0], [0, -1]])
    assert_refused(lambda: plot.scalp_maps(model, circle))
    assert plot.scalp_maps(model, circle, extrapolate="box").shape == (2, 4)
    alone = SICAMM(method="whitening", bandwidth="silverman", beta=1.0).fit(generator.laplace(size=(400, 1)) + y[:, None], y)
    assert_refused(lambda: plot.scalp_maps(alone, circle[:1]))


def test_what_is_no_model(info, tmp_path):
    for thing in (SICAMM(), None, np.eye(13)):
        assert_refused(lambda: plot.scalp_maps(thing, info))
    pytest.raises(FileNotFoundError, plot.densities, tmp_path / "none.nc")


def test_maps_need_mne(model, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "mne", None)
    plane = np.random.default_rng(0).uniform(-0.05, 0.05, (13, 2))
    assert_refused(lambda: plot.scalp_maps(model, plane), "missing_package")


def bars(ax):
    (stairs,) = ax.patches
    return stairs.get_data().values, stairs.get_data().edges


def test_densities_are_those_of_the_training_samples(model, samples):
    X, y = samples
    axes = plot.densities(model, components=[2, 7], bins=40)
    assert axes.shape == (2, 2)
    for which, name in enumerate(("rest", "task")):
        for ax, component in zip(axes[which], (2, 7), strict=True):
            own = (X[y == name] - model.bias_[which]) @ model.unmixing_[which][component]
            heights, edges = bars(ax)
            assert len(heights) == 40
            counts = np.histogram(own, edges)[0]
            assert heights * np.diff(edges) * len(own) == pytest.approx(counts, abs=1.001)
            assert heights.sum() * (edges[1] - edges[0]) == pytest.approx(1 - np.mean((own < edges[0]) | (own > edges[-1])))
            (line,) = ax.lines
            expected = stats.gaussian_kde(own, model._model.kernels(which, component)[2] / own.std(ddof=1))
            assert line.get_ydata() == pytest.approx(expected(line.get_xdata()), rel=1e-9)
            assert ax.get_title().startswith(f"{name}, source {component}")
            # Bars and line agree if the model fits.
            middles = (edges[1:] + edges[:-1]) / 2
            assert np.abs(heights - expected(middles)).sum() * (edges[1] - edges[0]) < 0.15


def test_densities_against_other_samples(model, samples):
    X, y = samples
    assert bars(plot.densities(model, X, y, classes="rest", components=1)[0, 0])[0] == pytest.approx(
        bars(plot.densities(model, classes="rest", components=1)[0, 0])[0], abs=0.01
    )
    moved, _ = bars(plot.densities(model, 3 * X, y, classes="rest", components=1)[0, 0])
    assert moved.max() < 0.6 * bars(plot.densities(model, classes="rest", components=1)[0, 0])[0].max()


def test_densities_of_a_model_with_weights():
    generator = np.random.default_rng(3)
    y = np.array(["a", "b"])[np.arange(1600) // 200 % 2]
    X = generator.laplace(size=(1600, 2)) + 3.0 * (y == "b")[:, None]
    partly = y.copy()
    partly[400:] = "?"
    model = SICAMM(unlabelled="?").fit(X, partly)
    for which, ax in enumerate(plot.densities(model, components=[1])[:, 0]):
        points, weights, bandwidth = model._model.kernels(which, 1)
        assert weights.min() < 0.5 < weights.max()
        heights, edges = bars(ax)
        inside = (points >= edges[0]) & (points <= edges[-1])
        assert (heights * np.diff(edges)).sum() == pytest.approx(weights[inside].sum() / weights.sum())
        line = ax.lines[0]
        expected = stats.gaussian_kde(points, 1.0, weights)
        kernels = stats.norm.pdf(line.get_xdata()[:, None], points, bandwidth) @ weights / weights.sum()
        assert line.get_ydata() == pytest.approx(kernels, rel=1e-9)
        assert expected.n == len(points)


def test_points_that_weigh_nothing_do_not_widen_the_range():
    values = np.concatenate([np.random.default_rng(1).standard_normal(20_000), np.full(200, 50.0), np.full(200, -90.0)])
    weights = np.concatenate([np.ones(20_000), np.full(400, 1e-9)])
    low, high = weighted_quantiles(values, weights, (0.0005, 0.9995))
    assert (low, high) == pytest.approx(stats.norm.ppf([0.0005, 0.9995]), abs=0.3)
    merged = weighted_quantiles(np.array([3.0, 1.0, 2.0]), np.array([1.0, 2.0, 7.0]), (0.2, 0.21, 0.9, 0.91))
    assert merged.tolist() == [1.0, 2.0, 2.0, 3.0]


def test_the_range_of_a_density_is_that_of_its_weights(monkeypatch, model):
    values = np.concatenate([np.random.default_rng(1).standard_normal(5000), np.full(50, 50.0)])
    weights = np.concatenate([np.ones(5000), np.full(50, 1e-9)])
    monkeypatch.setattr(source_samples, "_sources", lambda *_: (values, weights))
    heights, edges = bars(plot.densities(model, classes="rest", components=1)[0, 0])
    assert -6 < edges[0] < -3 and 3 < edges[-1] < 6
    assert np.count_nonzero(heights) > 20


@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        ((np.zeros((5, 13)),), {}),
        ((None, ["rest"]), {}),
        ((np.zeros((5, 12)), ["rest"] * 5), {}),
        ((np.full((5, 13), np.nan), ["rest"] * 5), {}),
        ((np.zeros((5, 13)), ["rest"] * 4), {}),
        ((np.zeros((5, 13)), ["rest"] * 5), {}),
        ((), {"bins": 0}),
        ((), {"bins": 2.5}),
    ],
)
def test_wrong_densities(model, arguments, options):
    pytest.raises(biotropy.BiotropyError, plot.densities, model, *arguments, **options)
