# SPDX-License-Identifier: Apache-2.0
"""Models and states of the program compared with an independent implementation in NumPy, and unmixing matrices with those
of scikit-learn."""

import functools
import importlib.util
from pathlib import Path

import netCDF4
import numpy as np
import pytest
from scipy.special import logsumexp
from sklearn.decomposition import FastICA

REFERENCE = Path(__file__).parents[2] / "tests" / "sicamm" / "reference.py"
spec = importlib.util.spec_from_file_location("reference", REFERENCE)
reference = importlib.util.module_from_spec(spec)
spec.loader.exec_module(reference)


class Model:
    """Arrays of a model file."""

    def __init__(self, path):
        with netCDF4.Dataset(path) as file:
            file.set_auto_mask(False)
            self.unmixing, self.bias, self.bandwidth = (file[name][:] for name in ("unmixing", "bias", "bandwidth"))
            self.priors, self.transitions, self.beta = file["prior"][:], file["transition"][:], file.beta
            counts, points = file["point_count"][:].astype(int), file["point"][:]
            assert np.all(file["weight"][:] == 1.0)
        parts = iter(np.split(points, np.cumsum(counts.ravel())[:-1]))
        self.points = [[next(parts) for _ in range(counts.shape[1])] for _ in range(counts.shape[0])]

    def log_densities(self, samples):
        found = reference.log_densities(self.unmixing, self.bias, self.points, samples, self.bandwidth)
        return self.beta * found


@pytest.fixture(scope="module")
def problems(program, tmp_path_factory):
    """Simulated recordings of a problem, and a model of the first one."""

    @functools.cache
    def make(name, n_train, n_test, *options):
        folder = tmp_path_factory.mktemp(name)
        program("states", "simulate", name, "-o", folder / "train", "--samples", n_train)
        program("states", "simulate", name, "-o", folder / "test", "--samples", n_test, "--seed", 2)
        program("states", "train", folder / "train.csv", "--rate", 100, "-o", folder / "model.nc", "--quiet", *options)
        return folder, np.loadtxt(folder / "test.csv", delimiter=",", skiprows=1)

    return make


def states(program, folder, recording, *options):
    program("states", "classify", folder / recording, "--rate", 100, "--model", folder / "model.nc", "-o", folder / "states.nc", *options)
    with netCDF4.Dataset(folder / "states.nc") as file:
        return file["posterior"][:].data, file["label"][:].data, file["sample_log_likelihood"][:].data


@pytest.mark.parametrize("density", ["table", "direct"])
@pytest.mark.parametrize(("name", "options"), [
    ("P2", ["--bandwidth", "silverman", "--beta", "1"]),
    ("P3", ["--bandwidth", "leave-one-out"]),
    ("P19", ["--beta", "0.3"]),
])
def test_the_whole_model(program, problems, name, options, density):
    folder, samples = problems(name, 3000, 400, *options)
    samples = samples.copy()
    samples[200] *= 1e4  # an artefact
    header = ",".join(f"C{c + 1}" for c in range(samples.shape[1]))
    np.savetxt(folder / "artefact.csv", samples, delimiter=",", header=header, comments="", fmt="%.17g")
    model = Model(folder / "model.nc")
    emissions = model.log_densities(samples)
    log_filtered, norms = reference.forward(emissions, model.priors, model.transitions)
    posterior, label, likelihood = states(program, folder, "artefact.csv", "--density", density)
    assert np.abs(posterior - np.exp(log_filtered)).max() <= 1e-10
    assert np.array_equal(label, log_filtered.argmax(axis=1))
    assert np.all(np.abs(likelihood - norms) <= 1e-10 * np.maximum(1.0, np.abs(norms)))
    log_all = log_filtered + reference.backward(emissions, model.transitions)
    posterior, label, _ = states(program, folder, "artefact.csv", "--density", density, "--decoder", "viterbi")
    assert np.abs(posterior - np.exp(log_all - logsumexp(log_all, axis=1, keepdims=True))).max() <= 1e-10
    assert np.array_equal(label, reference.best_path(emissions, model.priors, model.transitions))


def test_silverman_is_the_rule_of_the_paper(problems):
    folder, _ = problems("P3", 3000, 10, "--bandwidth", "silverman", "--beta", "1")
    model = Model(folder / "model.nc")
    for k, of_class in enumerate(model.points):
        for j, points in enumerate(of_class):
            assert model.bandwidth[k, j] == pytest.approx(reference.silverman(points), rel=1e-12)


def amari(found, expected):
    """0 if the matrices agree except for order, sign and scale of the rows."""
    p = np.abs(found @ np.linalg.inv(expected))
    n = len(p)
    by_row = (p / p.max(axis=1, keepdims=True)).sum() - n
    by_column = (p / p.max(axis=0, keepdims=True)).sum() - n
    return (by_row + by_column) / (2 * n * (n - 1))


@pytest.mark.parametrize("name", ["P2s", "P3"])
def test_fastica_finds_what_scikit_learn_finds(problems, name):
    folder, _ = problems(name, 60000, 10, "--bandwidth", "silverman", "--beta", "1")
    model = Model(folder / "model.nc")
    samples = np.loadtxt(folder / "train.csv", delimiter=",", skiprows=1)
    truth = np.empty(len(samples), dtype=int)
    for line in (folder / "train_events.tsv").read_text().splitlines()[1:]:
        onset, duration, label = line.split("\t")
        begin = round(float(onset) * 100)
        truth[begin:begin + round(float(duration) * 100)] = int(label.removeprefix("class")) - 1
    for k, found in enumerate(model.unmixing):
        x = samples[truth == k]
        assert model.bias[k] == pytest.approx(x.mean(axis=0), abs=1e-12)
        peer = FastICA(whiten="unit-variance", whiten_solver="eigh", tol=1e-10, max_iter=1000, random_state=0).fit(x)
        assert amari(found, peer.components_) < 0.01
