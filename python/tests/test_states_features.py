# SPDX-License-Identifier: Apache-2.0
"""Models of the program in Python: features held against SciPy, MNE and pyriemann, files, steps with a lag."""

import os
import pickle
import subprocess

import numpy as np
import pytest
from conftest import assert_refused
import scipy.linalg
import scipy.signal
import sklearn

from biotropy.states import SICAMM
from biotropy.streams import StateStream

RATE = 100.0


@pytest.fixture
def recorded(tmp_path, rng):
    """A recording of two states with different covariances, and what trains models on it."""
    n = 6000
    states = np.arange(n) // 500 % 2
    sources = rng.normal(size=(n, 4))
    sources[:, 0] *= np.where(states == 0, 3.0, 1.0)
    sources[:, 1] *= np.where(states == 1, 3.0, 1.0)
    X = sources @ rng.normal(size=(4, 4)).T + 30.0
    path = tmp_path / "x.csv"
    np.savetxt(path, X, delimiter=",", header="A,B,C,D", comments="", fmt="%.17g")
    lines = [f"{5 * i}\t5\t{'right' if i % 2 else 'left'}" for i in range(12)]
    (tmp_path / "x_events.tsv").write_text("\n".join(["onset\tduration\ttrial_type", *lines]) + "\n")

    def train(*options):
        model = tmp_path / "model.nc"
        command = [os.environ["BIOTROPY_PROGRAM"], "states", "train", str(path), "--rate", str(RATE)]
        kernels = [] if "--classifier" in options else ["--bandwidth", "silverman"]
        subprocess.run([*command, *kernels, *options, "-o", str(model)], check=True, capture_output=True)
        return model

    return X, states, train


def rows_of(model):
    """What spatial features learned, as the program keeps it."""
    netCDF4 = pytest.importorskip("netCDF4")
    with netCDF4.Dataset(model) as file:
        notes = dict(zip(file["note_name"][:], file["note_value"][:], strict=True))
        assert file.format_version == 4
    return np.array(notes["feature rows"].split(), dtype=float).reshape(-1, int(notes["feature channels"]))


def windows_of(X, states, length, hop):
    ends = np.arange(length - 1, len(X), hop)
    return np.stack([X[end - length + 1 : end + 1].T for end in ends]), states[ends]


def covariances_of(windows):
    return np.stack([np.cov(window) for window in windows])


def test_patterns_are_those_of_the_eigenproblem(recorded):
    X, states, train = recorded
    rows = rows_of(train("--features", "csp", "--components", "4", "--window", "0.5", "--hop", "0.1"))
    covariances, labels = (f(v) for f, v in zip((covariances_of, np.asarray), windows_of(X, states, 50, 10), strict=True))
    means = [covariances[labels == k].mean(axis=0) for k in (0, 1)]
    values, vectors = scipy.linalg.eigh(means[0], means[0] + means[1])
    for row, which in zip(rows, (3, 0, 2, 1), strict=True):
        expected = vectors[:, which] * np.sign(vectors[np.argmax(np.abs(vectors[:, which])), which])
        np.testing.assert_allclose(row, expected, rtol=1e-8, atol=1e-10)
    mne = pytest.importorskip("mne")
    windows, _ = windows_of(X, states, 50, 10)
    csp = mne.decoding.CSP(4, cov_est="epoch", component_order="alternate", transform_into="average_power", log=True)
    with mne.use_log_level("error"):
        powers = csp.fit_transform(windows - windows.mean(axis=2, keepdims=True), labels)
    ours = np.log(np.einsum("ij,njk,ik->ni", rows, covariances, rows))
    for mine in ours.T:
        assert np.abs((mine - mine.mean())[:, None] - (powers - powers.mean(axis=0))).max(axis=0).min() < 1e-6


def test_the_tangent_space_is_that_of_the_riemannian_mean(recorded):
    X, states, train = recorded
    rows = rows_of(train("--features", "tangent", "--window", "0.5", "--hop", "0.5"))
    covariances = covariances_of(windows_of(X, states, 50, 50)[0])
    mean = np.linalg.inv(rows @ rows)
    logarithms = [scipy.linalg.logm(rows @ covariance @ rows) for covariance in covariances]
    assert np.abs(np.mean(logarithms, axis=0)).max() < 1e-7
    pyriemann = pytest.importorskip("pyriemann.utils")
    expected = pyriemann.mean_riemann(covariances)
    np.testing.assert_allclose(mean, expected, rtol=1e-6)


def test_a_stream_makes_the_features(recorded):
    X, states, train = recorded
    model = train("--features", "csp", "--components", "2", "--window", "0.5", "--hop", "0.1", "--filter", "1", "40")
    stream = StateStream(model)
    assert stream.channels == ["A", "B", "C", "D"]
    found = stream.push(X)
    assert len(found.labels) == 596
    np.testing.assert_allclose(found.times[:3], [0.49, 0.59, 0.69])
    truth = np.where(states[49::10] == 0, "left", "right")
    assert np.mean(found.labels == truth) > 0.9
    again = StateStream(SICAMM.load(model))
    parts = [again.push(X[:777]), again.push(X[777:], ch_names=["A", "B", "C", "D"])]
    assert np.array_equal(np.concatenate([part.posteriors for part in parts]), found.posteriors)


@pytest.mark.parametrize("of", [
    {"features": "csp", "components": 2, "window": 0.5, "hop": 0.1, "beta": 1.0, "bandwidth": "silverman"},
    {"features": "bands", "bands": ((4, 8), (8, 30.5)), "classifier": "gaussian", "pure_windows": True, "random_state": 7},
    {"features": "tsi", "log": True, "theta": (3, 9), "method": "jade", "n_folds": 3},
    {"features": "tangent", "window_shrinkage": 0.1, "classifier": "logistic", "ridge": 10.0},
    {"filter": (1, 20), "filter_order": 2, "notch": 30, "shrinkage": 0.1},
])  # fmt: skip
def test_loaded_models_train_the_same_kind_again(of, recorded, tmp_path):
    X, states, _ = recorded
    X = X[:, :2]
    fitted = SICAMM(sfreq=RATE, **of).fit(X, states)
    fitted.save(tmp_path / "kept.nc")
    again = sklearn.clone(SICAMM.load(tmp_path / "kept.nc")).fit(X, states)
    assert again.get_params()["features"] == fitted.features
    assert np.array_equal(again.predict_proba(X), fitted.predict_proba(X))


def test_models_are_loaded(recorded, tmp_path):
    X, _, train = recorded
    path = train("--beta", "0.5")
    model = SICAMM.load(path, decoder="smoother")
    assert model.classes_.tolist() == ["left", "right"]
    assert model.feature_names_in_.tolist() == ["A", "B", "C", "D"]
    table = subprocess.run(
        [os.environ["BIOTROPY_PROGRAM"], "states", "classify", str(tmp_path / "x.csv"), "--rate", str(RATE),
         "--model", str(path), "--decoder", "smoother"], check=True, capture_output=True, text=True)  # fmt: skip
    assert [line.split("\t")[1] for line in table.stdout.splitlines()[1:]] == model.predict(X).tolist()
    model.save(tmp_path / "copy.nc")
    assert np.array_equal(SICAMM.load(tmp_path / "copy.nc", decoder="smoother").predict_proba(X), model.predict_proba(X))
    pytest.raises(ValueError, SICAMM.load, path, method="jade")
    pytest.raises(FileNotFoundError, SICAMM.load, tmp_path / "none.nc")
    bytes_of = (tmp_path / "copy.nc").read_bytes()
    (tmp_path / "copy.nc").write_bytes(bytes_of[: bytes_of.rindex(b"sha256 ")])
    pytest.raises(OSError, SICAMM.load, tmp_path / "copy.nc")
    assert SICAMM.load(tmp_path / "copy.nc", verify=False).classes_.tolist() == ["left", "right"]
    features = SICAMM.load(train("--features", "bands", "--bands", "4-8,8-30"))
    assert features.n_features_in_ == 4
    assert features.predict(X).shape == (6000,)
    assert features.step(X[0]) is None


def test_steps_with_a_lag_are_those_of_the_decoder(recorded):
    X, states, _ = recorded
    model = SICAMM(decoder="fixed-lag", lag=3, beta=0.2, bandwidth="silverman").fit(X, states)
    steps = [model.step(x) for x in X[:200]]
    assert steps[:3] == [None] * 3
    assert np.array_equal(np.stack(steps[3:]), model.predict_proba(X[:200])[:197])


def test_shrinkage_reaches_the_training(recorded):
    X, states, _ = recorded
    plain, shrunk = (SICAMM(shrinkage=s, beta=1, bandwidth="silverman").fit(X, states) for s in (0.0, 0.3))
    assert not np.array_equal(plain.unmixing_, shrunk.unmixing_)
    assert_refused(lambda: SICAMM(shrinkage=2.0).fit(X, states), parameter="shrinkage")


def contents_of(model):
    """All that a model file holds, but for the command that made it."""
    netCDF4 = pytest.importorskip("netCDF4")
    with netCDF4.Dataset(model) as file:
        values = {name: np.asarray(one[:]) for name, one in file.variables.items() if not name.startswith("note")}
        notes = dict(zip(file["note_name"][:], file["note_value"][:], strict=True))
    return values, {name: value for name, value in notes.items() if name not in ("program", "command")}


CASES = [
    (["--filter", "2", "30", "--filter-order", "2", "--notch", "40"], {"filter": (2, 30), "filter_order": 2, "notch": 40.0}),
    (["--features", "tsi", "--log", "--window", "0.5", "--theta", "4", "7"],
     {"features": "tsi", "log": True, "window": 0.5, "theta": [4, 7]}),
    (["--features", "bands", "--bands", "2-8,8-30", "--window", "0.5", "--hop", "0.04", "--resolution", "2"],
     {"features": "bands", "bands": [(2, 8), (8, 30)], "window": 0.5, "hop": 0.04, "resolution": 2}),
    (["--features", "csp", "--components", "2", "--window", "0.5", "--filter", "1", "inf"],
     {"features": "csp", "components": 2, "window": 0.5, "filter": np.array([1, np.inf])}),
    (["--features", "tangent", "--window", "0.5", "--hop", "0.1", "--window-shrinkage", "0.1"],
     {"features": "tangent", "window": 0.5, "hop": 0.1, "window_shrinkage": 0.1}),
    (["--features", "tangent", "--window", "0.5", "--classifier", "logistic", "--ridge", "0.5", "--pure-windows"],
     {"features": "tangent", "window": 0.5, "classifier": "logistic", "ridge": 0.5, "pure_windows": True}),
    (["--classifier", "gaussian"], {"classifier": "gaussian"}),
]  # fmt: skip


@pytest.mark.parametrize(("options", "parameters"), CASES)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_models_are_those_of_the_program(recorded, tmp_path, options, parameters):
    pd = pytest.importorskip("pandas")
    X, states, train = recorded
    frame = pd.DataFrame(X, columns=list("ABCD"))
    path = train(*options)
    bandwidth = {} if "classifier" in parameters else {"bandwidth": "silverman"}
    model = SICAMM(sfreq=RATE, **bandwidth, **parameters).fit(frame, np.where(states == 0, "left", "right"))
    model.save(tmp_path / "python.nc")
    loaded = SICAMM.load(path)
    for name in ("unmixing_", "bias_", "transitions_", "priors_", "beta_", "null_space_"):
        assert np.array_equal(getattr(model, name), getattr(loaded, name)), name
    assert np.array_equal(model.predict_proba(frame), loaded.predict_proba(frame))
    table = [
        subprocess.run([os.environ["BIOTROPY_PROGRAM"], "states", "classify", str(tmp_path / "x.csv"), "--rate", str(RATE),
                        "--model", str(one)], check=True, capture_output=True).stdout  # fmt: skip
        for one in (path, tmp_path / "python.nc")
    ]
    assert table[0] == table[1]
    (values, notes), (expected_values, expected_notes) = contents_of(tmp_path / "python.nc"), contents_of(path)
    assert notes == expected_notes
    assert values.keys() == expected_values.keys()
    for name, value in expected_values.items():
        assert np.array_equal(values[name], value), name


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_few_labels_with_features_are_those_of_the_program(recorded, tmp_path):
    X, states, train = recorded
    events = (tmp_path / "x_events.tsv").read_text().splitlines()
    (tmp_path / "x_events.tsv").write_text("\n".join(events[:5]) + "\n")
    y = np.where(states == 0, "left", "right").astype(object)
    y[2000:] = "?"
    options = ["--learn", "--classes", "left,right", "--features", "csp", "--window", "0.5"]
    path = tmp_path / "model.nc"
    command = [os.environ["BIOTROPY_PROGRAM"], "states", "train", str(tmp_path / "x.csv"), "--rate", str(RATE)]
    subprocess.run([*command, *options, "-o", str(path)], check=True, capture_output=True)
    model = SICAMM(features="csp", window=0.5, sfreq=RATE, unlabelled="?").fit(X, y.astype(str))
    loaded = SICAMM.load(path)
    assert np.array_equal(model.unmixing_, loaded.unmixing_)
    assert np.array_equal(model.predict_proba(X), loaded.predict_proba(X))


def test_every_sample_has_the_state_that_is_known_by_then(recorded):
    X, states, _ = recorded
    y = np.where(states == 0, "left", "right")
    parameters = {"features": "csp", "components": 2, "window": 0.5, "hop": 0.1, "sfreq": RATE, "beta": 0.3}
    model = SICAMM(bandwidth="silverman", **parameters).fit(X, y)
    found, likelihoods = model.predict_proba(X), model.score_samples(X)
    assert found.shape == (6000, 2)
    assert model.score(X, y) > 0.9
    assert np.array_equal(found[:49], np.tile(model.priors_, (49, 1)))
    windows = StateStream(model).push(X)
    known = np.repeat(windows.posteriors, 10, axis=0)[: 6000 - 49]
    assert np.array_equal(found[49:], known)
    assert np.array_equal(likelihoods[49::10], windows.log_likelihoods)
    assert np.flatnonzero(likelihoods).min() == 49
    assert likelihoods[np.arange(6000) % 10 != 9].tolist() == [0.0] * 5400
    # No later sample has an effect, and steps are the same.
    assert np.array_equal(model.predict_proba(X[:1234]), found[:1234])
    steps = [model.step(x) for x in X[:100]]
    assert [i for i, step in enumerate(steps) if step is not None] == list(range(49, 100, 10))
    assert np.array_equal(steps[59], found[59])
    # Recordings begin anew, also those that are shorter than a window.
    recordings = np.repeat([0, 1, 2], [3000, 30, 2970])
    parts = model.predict_proba(X, recordings=recordings)
    assert np.array_equal(parts[3000:3030], np.tile(model.priors_, (30, 1)))
    assert np.array_equal(parts[3030:], model.predict_proba(X[3030:]))
    again = pickle.loads(pickle.dumps(model))
    assert np.array_equal(again.predict_proba(X), found)
    assert sklearn.base.clone(model).get_params() == model.get_params()


def test_recordings_of_a_training_are_cut_apart(recorded):
    X, states, _ = recorded
    y = np.where(states == 0, "left", "right")
    model = SICAMM(features="bands", window=0.5, hop=0.01, sfreq=RATE, beta=1.0, bandwidth="silverman")
    model.fit(X, y, recordings=np.arange(6000) // 500)
    # Each recording has one state, and no window reaches into the next one.
    counts = 6 * 450
    assert model.transitions_[0, 1] < 2 / counts
    assert model.score(X, y, recordings=np.arange(6000) // 500) > 0.8


@pytest.mark.parametrize(
    ("parameters", "refused_one"),
    [
        ({"features": "fft"}, "features"),
        ({"features": "csp", "sfreq": None}, "sfreq"),
        ({"filter": (1, 40), "sfreq": 0}, "sfreq"),
        ({"sfreq": "fast"}, "sfreq"),
        ({"features": "bands", "bands": (4, 8)}, "bands"),
        ({"features": "bands", "bands": []}, "bands"),
        ({"filter": (1, 20, 40)}, "filter"),
        ({"features": "tsi", "theta": "48"}, "theta"),
        ({"features": "csp", "components": 1.5}, "components"),
    ],
)
def test_features_that_cannot_be_are_refused(recorded, parameters, refused_one):
    X, states, _ = recorded
    model = SICAMM(**{"sfreq": RATE, "beta": 1.0, **parameters})
    assert_refused(lambda: model.fit(X, states), parameter=refused_one)


def test_a_model_of_features_needs_the_channels_of_its_samples(recorded):
    X, states, train = recorded
    model = SICAMM.load(train("--features", "csp", "--components", "2", "--window", "0.5"))
    with pytest.raises(ValueError, match="2 features, but SICAMM is expecting 4"):
        model.predict(X[:, :2])
