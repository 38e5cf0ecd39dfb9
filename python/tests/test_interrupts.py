# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C ends every function that can take long within a second."""

import os
import signal
import threading
import time

import numpy as np
import pytest

import biotropy
from biotropy.estimators import EntropyTransformer, PairwiseEntropy
from biotropy.states import SICAMM

LONG, CHANNELS = 300_000, 64
AFTER = 0.15
WITHIN = 3.0  # a second, and more where neighbours share the caches; without a look at the signal the work goes on to its end


pytestmark = pytest.mark.usefixtures("heard")


def interrupted(work):
    """Processor time in seconds from the signal to the exception, which other work on the machine does not affect."""
    sent = []

    def send():
        sent.append(time.process_time())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(AFTER, send)
    try:
        with pytest.raises(KeyboardInterrupt):
            timer.start()
            work()
        return time.process_time() - sent[0]
    finally:
        timer.cancel()
        timer.join()


@pytest.fixture(scope="module")
def series():
    return np.random.default_rng(1).standard_normal((2, LONG))


@pytest.fixture(scope="module")
def epochs():
    return np.random.default_rng(2).standard_normal((40, CHANNELS, 4000))


SINGLE = {
    "apen": lambda x, y: biotropy.approximate_entropy(x, engine="direct"),
    "sampen": lambda x, y: biotropy.sample_entropy(x, engine="direct"),
    "fuzzyen": lambda x, y: biotropy.fuzzy_entropy(x, m=3),
    "fuzzyen on a grid": lambda x, y: biotropy.fuzzy_entropy(np.tile(x, 10)),
    "cross-apen": lambda x, y: biotropy.cross_approximate_entropy(x, y, engine="direct"),
    "cross-sampen": lambda x, y: biotropy.cross_sample_entropy(x, y, engine="direct"),
    "cross-fuzzyen": lambda x, y: biotropy.cross_fuzzy_entropy(x, y, m=3),
    "counts": lambda x, y: biotropy.count_matches(x, y, r=0.2, engine="direct"),
    "multiscale": lambda x, y: biotropy.multiscale_entropy(x, 3, engine="direct"),
    "refined composite": lambda x, y: biotropy.multiscale_entropy(x, [20], method="rcmse", engine="direct"),
    "rows": lambda x, y: biotropy.sample_entropy(np.stack([x, y]), engine="direct", n_jobs=2),
}


@pytest.mark.parametrize("name", SINGLE)
def test_series(series, name):
    assert interrupted(lambda: SINGLE[name](*series)) < WITHIN


@pytest.mark.parametrize("measure", ["cross-apen", "cross-sampen", "cross-fuzzyen"])
def test_matrices(epochs, measure):
    assert interrupted(lambda: biotropy.pairwise(epochs, measure, m=2)) < WITHIN
    assert interrupted(lambda: biotropy.pairwise(epochs, measure, m=2, average=True, n_jobs=2)) < WITHIN


def test_features(epochs):
    flat = EntropyTransformer("fuzzyen").fit(epochs)
    assert interrupted(lambda: flat.transform(epochs)) < WITHIN
    pairs = PairwiseEntropy("cross-fuzzyen").fit(epochs)
    assert interrupted(lambda: pairs.transform(epochs)) < WITHIN


@pytest.fixture(scope="module")
def labelled():
    generator = np.random.default_rng(3)
    y = np.arange(120_000) // 1000 % 2
    return generator.laplace(size=(len(y), 24)) + y[:, None], y


@pytest.mark.parametrize("options", [{"method": "jade"}, {"method": "infomax"}, {"refine": True}, {"bandwidth": "leave-one-out"}], ids=str)
def test_training(labelled, options):
    assert interrupted(lambda: SICAMM(**options).fit(*labelled)) < WITHIN


def test_learning(labelled):
    X, y = labelled
    partly = np.where(np.arange(len(y)) < 10_000, y, -1)
    assert interrupted(lambda: SICAMM(unlabelled=-1).fit(X, partly)) < WITHIN


@pytest.mark.filterwarnings("ignore:class .* effective samples")
def test_classifying_and_sampling(labelled):
    X, _ = labelled
    classes = np.arange(4000) // 100  # forty, so that few samples take seconds
    model = SICAMM(method="whitening", bandwidth="silverman", beta=1.0).fit(X[:4000, :12], classes)
    many = np.tile(X[:, :12], (6, 1))
    for decoder in ("filter", "fixed-lag", "smoother", "viterbi"):
        model.set_params(decoder=decoder)
        # Instead of predict, which first checks all samples in Python.
        assert interrupted(lambda: model._model.classify(many, [len(many)], {"decoder": decoder}, 1, None)) < WITHIN
    assert interrupted(lambda: model.sample(3_000_000)) < WITHIN
