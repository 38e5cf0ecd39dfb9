# SPDX-License-Identifier: Apache-2.0
"""Models of the program in Python: features held against SciPy, MNE and pyriemann, files, steps with a lag."""

import os
import subprocess

import numpy as np
import pytest
import scipy.linalg
import scipy.signal

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
        subprocess.run([*command, "--bandwidth", "silverman", *options, "-o", str(model)], check=True, capture_output=True)
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
        apart = np.abs((mine - mine.mean())[:, None] - (powers - powers.mean(axis=0))).max(axis=0)
        assert apart.min() < 1e-6


def test_the_tangent_space_is_that_of_the_riemannian_mean(recorded):
    X, states, train = recorded
    rows = rows_of(train("--features", "tangent", "--window", "0.5", "--hop", "0.5"))
    covariances = covariances_of(windows_of(X, states, 50, 50)[0])
    mean = np.linalg.inv(rows @ rows)
    logarithms = [scipy.linalg.logm(rows @ covariance @ rows) for covariance in covariances]
    assert np.abs(np.mean(logarithms, axis=0)).max() < 1e-7
    pyriemann = pytest.importorskip("pyriemann")
    expected = pyriemann.utils.mean.mean_riemann(covariances)
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
    with pytest.raises(ValueError, match="method has no use after the training"):
        SICAMM.load(path, method="jade")
    with pytest.raises(FileNotFoundError):
        SICAMM.load(tmp_path / "none.nc")
    features = SICAMM.load(train("--features", "bands", "--bands", "4-8,8-30"))
    assert features.n_features_in_ == 4
    with pytest.raises(ValueError, match="StateStream has their states"):
        features.predict(X)
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
    with pytest.raises(ValueError, match="shrinkage"):
        SICAMM(shrinkage=2.0).fit(X, states)
