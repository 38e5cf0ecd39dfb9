# SPDX-License-Identifier: Apache-2.0
"""`compare_methods` beside the program: the same numbers, to the last bit."""

import json
import os
import subprocess

import numpy as np
import pytest
from conftest import assert_refused, refused
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression

from biotropy.comparison import compare_methods
from biotropy.states import SICAMM

METHODS = ["chance", "gaussian", "mixture", "logistic", "sicamm"]
SCORES = ("accuracy", "balanced_accuracy", "macro_f1", "kappa", "log_loss", "brier")


@pytest.fixture
def recorded(tmp_path, rng):
    """Three recordings of two states with different shapes: X, y, and the recording of each sample."""
    X, y, ids = [], [], []
    for recording in range(3):
        states = np.arange(900) // 75 % 2
        samples = np.where(states[:, None] == 0, rng.laplace(size=(900, 3)), rng.uniform(-2.0, 2.5, size=(900, 3)))
        path = tmp_path / f"r{recording}.csv"
        np.savetxt(path, samples, delimiter=",", header="A,B,C", comments="", fmt="%.17g")
        lines = [f"{0.75 * i:g}\t0.75\t{'right' if i % 2 else 'left'}" for i in range(12)]
        (tmp_path / f"r{recording}_events.tsv").write_text("\n".join(["onset\tduration\ttrial_type", *lines]) + "\n")
        X.append(samples)
        y.append(np.array(["left", "right"])[states])
        ids.append(np.full(900, recording))
    return np.concatenate(X), np.concatenate(y), np.concatenate(ids)


def report(tmp_path, *options):
    command = [os.environ["BIOTROPY_PROGRAM"], "states", "compare", "r0.csv", "r1.csv", "r2.csv", "--rate", "100"]
    subprocess.run([*command, *options, "-o", "report.json"], check=True, capture_output=True, cwd=tmp_path)
    return json.loads((tmp_path / "report.json").read_text())


@pytest.mark.parametrize(
    ("options", "parameters", "settings"),
    [
        (["--n-folds", "3"], {}, {"n_folds": 3}),
        (
            ["--n-folds", "2", "--fold-unit", "blocks", "--block", "90", "--gap", "5", "--mixture-components", "2", "--beta", "0.5"]
            + ["--decoder", "smoother", "--intervals", "time", "--interval-time", "3", "--n-resamples", "200", "--seed", "4"],
            {"beta": 0.5, "decoder": "smoother", "random_state": 4},
            {"n_folds": 2, "fold_unit": "blocks", "block": 90, "gap": 5, "mixture_components": 2, "intervals": "time",
             "interval_time": 3, "n_resamples": 200},
        ),
        (
            ["--n-folds", "3", "--features", "bands", "--bands", "8-13,13-30", "--window", "0.5", "--hop", "0.1", "--intervals"]
            + ["persons", "--n-resamples", "100"],
            {"features": "bands", "bands": [(8, 13), (13, 30)], "window": 0.5, "hop": 0.1},
            {"n_folds": 3, "intervals": "persons", "n_resamples": 100},
        ),
        (["--n-folds", "2", "--fold-unit", "persons", "--beta", "1"], {"beta": 1}, {"n_folds": 2, "fold_unit": "persons"}),
    ],
)  # fmt: skip
def test_numbers_are_those_of_the_program(recorded, tmp_path, options, parameters, settings):
    X, y, ids = recorded
    theirs = report(tmp_path, "--bandwidth", "silverman", *options)
    estimator = SICAMM(bandwidth="silverman", sfreq=100, **parameters)
    ours = compare_methods(estimator, X, y, recordings=ids, **settings)
    assert [one["method"] for one in theirs["methods"]] == list(ours.methods) == METHODS
    assert theirs["folds"] == ours.folds
    assert [tuple(one.values()) for one in theirs["notices"]] == ours.notices
    for one, row in zip(theirs["methods"], ours.table(), strict=True):
        scores = ours.methods[one["method"]]
        assert one["all"]["vectors"] == row["vectors"] == ours.n_samples
        assert {name: one["all"][name] for name in SCORES} == {name: getattr(scores, name) for name in SCORES}
        assert [of["recall"] for of in one["all"]["classes"]] == scores.recall.tolist()
        parts = ours.fold_scores[one["method"]]
        assert [part["scores"]["log_loss"] for part in one["parts"]] == [part.log_loss for part in parts]
        names = [f"fold {n}, beta {beta:.4g}" for n, beta in zip(ours.folds, ours.betas[one["method"]], strict=True)]
        assert [part["name"] for part in one["parts"]] == names
        if "intervals" in one:
            for end, name in enumerate(("low", "high")):
                assert one["intervals"][name] == {of: scores.intervals[of][end] for of in SCORES}
            assert row["kappa_low"] == one["intervals"]["low"]["kappa"]
            assert one["intervals"]["blocks"] == scores.n_blocks


def test_the_estimator_stays_as_it_is(recorded):
    X, y, ids = recorded
    estimator = SICAMM(bandwidth="silverman", beta=1)
    before = vars(clone(estimator))
    first = compare_methods(estimator, X, y, recordings=ids, n_folds=3)
    assert vars(estimator) == before
    several = compare_methods(clone(estimator).set_params(n_jobs=3), X, y, recordings=ids, n_folds=3)
    assert first.table() == several.table()
    assert np.isnan(first.methods["chance"].precision).any()  # it has one label


@pytest.mark.parametrize(
    ("parameters", "settings", "refused_one"),
    [
        ({"classifier": "gaussian"}, {}, "classifier"),
        ({}, {"mixture_components": 1.5}, "mixture_components"),
        ({}, {"n_folds": 1}, "n_folds"),
        ({}, {"intervals": "time"}, "rate"),
        ({}, {"persons": ["a"]}, "persons"),
        ({"features": "bands"}, {}, "sfreq"),
    ],
)
def test_refuses(recorded, parameters, settings, refused_one):
    X, y, ids = recorded
    with refused(parameter=refused_one):
        compare_methods(SICAMM(**parameters), X, y, recordings=ids, **settings)


def test_unlabelled_samples_are_not_scored(recorded):
    X, y, ids = recorded
    y = y.copy()
    y[100:200] = "?"
    found = compare_methods(SICAMM(bandwidth="silverman", unlabelled="?"), X, y, recordings=ids, n_folds=3)
    assert found.n_samples == 2600
    with pytest.raises(ValueError, match="1 class"):
        compare_methods(SICAMM(), X, np.zeros(len(y)))
    assert_refused(lambda: compare_methods(LogisticRegression(), X, y))
