# SPDX-License-Identifier: Apache-2.0
"""Contiguous doubles are not copied: the C++ library reads the memory of the caller."""

import os
import subprocess
import sys
import textwrap
import tracemalloc

import numpy as np
import pytest

import biotropy
from biotropy import _core
from biotropy.estimators import EntropyTransformer, PairwiseEntropy
from biotropy.states import SICAMM

ONE = np.random.default_rng(1).standard_normal((2, 300))
EPOCHS = np.random.default_rng(2).standard_normal((3, 4, 200))
Y = np.repeat([0, 1, 0, 1], 150)
SAMPLES = np.random.default_rng(3).laplace(size=(600, 3)) + Y[:, None]

CALLS = {
    "approximate_entropy": ("measure_one", lambda: biotropy.approximate_entropy(ONE[0]), [ONE]),
    "sample_entropy": ("measure_one", lambda: biotropy.sample_entropy(ONE[1]), [ONE]),
    "fuzzy_entropy": ("measure_one", lambda: biotropy.fuzzy_entropy(ONE[0]), [ONE]),
    "permutation_entropy": ("measure_one", lambda: biotropy.permutation_entropy(ONE[0]), [ONE]),
    "cross_approximate_entropy": ("Signal", lambda: biotropy.cross_approximate_entropy(*ONE), [ONE, ONE]),
    "cross_sample_entropy": ("Signal", lambda: biotropy.cross_sample_entropy(*ONE), [ONE, ONE]),
    "cross_fuzzy_entropy": ("Signal", lambda: biotropy.cross_fuzzy_entropy(*ONE), [ONE, ONE]),
    "many series": ("Signal", lambda: biotropy.sample_entropy(EPOCHS), [EPOCHS]),
    "many pairs": ("Signal", lambda: biotropy.cross_sample_entropy(EPOCHS, EPOCHS), [EPOCHS, EPOCHS]),
    "multiscale_entropy": ("Signal", lambda: biotropy.multiscale_entropy(ONE[0], 2), [ONE]),
    "multiscale of many": ("Signal", lambda: biotropy.multiscale_entropy(EPOCHS, 2), [EPOCHS]),
    "count_matches": ("Signal", lambda: biotropy.count_matches(*ONE, r=0.2), [ONE, ONE]),
    "pairwise": ("Signal", lambda: biotropy.pairwise(EPOCHS, m=1), [EPOCHS]),
    "pairwise of one epoch": ("Signal", lambda: biotropy.pairwise(EPOCHS[1], m=1), [EPOCHS]),
    "EntropyTransformer": ("Signal", lambda: EntropyTransformer().fit_transform(EPOCHS), [EPOCHS]),
    "PairwiseEntropy": ("Signal", lambda: PairwiseEntropy().fit_transform(EPOCHS), [EPOCHS]),
    "SICAMM.fit": ("fit", lambda: SICAMM(beta=1.0).fit(SAMPLES, Y), [SAMPLES]),
    "SICAMM.fit with few labels": ("fit", lambda: SICAMM(unlabelled=2).fit(SAMPLES, np.where(np.arange(600) % 9, Y, 2)), [SAMPLES]),
}


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("name", CALLS)
def test_the_core_is_given_the_memory_of_the_caller(monkeypatch, name):
    function, call, inputs = CALLS[name]
    real, given = getattr(_core, function), []

    def spy(*arguments, **others):
        given.extend(argument for argument in arguments if isinstance(argument, np.ndarray) and argument.dtype == float)
        return real(*arguments, **others)

    monkeypatch.setattr(_core, function, spy)
    call()
    assert [np.shares_memory(own, theirs) for own, theirs in zip(inputs, given, strict=True)] == [True] * len(inputs)


def test_classifying_is_given_the_memory_of_the_caller():
    model = SICAMM(beta=1.0).fit(SAMPLES, Y)

    class Spy:
        sampling_rate = None
        channels = model._model.channels

        def classify(self, samples, *others):
            self.samples = samples
            return real.classify(samples, *others)

    real, spy = model._model, Spy()
    model._model = spy
    for method in (model.predict, model.predict_proba, model.score_samples):
        method(SAMPLES)
        assert np.shares_memory(spy.samples, SAMPLES)


PEAK = """
    import pathlib, re, sys
    import numpy as np, biotropy

    def peak():
        "In MiB, of this program alone: ru_maxrss begins with the peak of the program that started it."
        return int(re.search(r"VmHWM:\\s+(\\d+) kB", pathlib.Path("/proc/self/status").read_text())[1]) / 1024

    data = np.empty(2**25 // 8)
    np.random.default_rng(0).standard_normal(out=data)
    epochs, rows = data.reshape(-1, 4, 1024), data.reshape(-1, 2048)
    calls = {
        "copy": (lambda of: of.copy(), data),
        "sample_entropy": (lambda of: biotropy.sample_entropy(of, m=1, r=0.01, n_jobs=1), rows),
        "cross_sample_entropy": (lambda of: biotropy.cross_sample_entropy(of, of, m=1, r=0.01, n_jobs=1), rows),
        "multiscale_entropy": (lambda of: biotropy.multiscale_entropy(of, [8], r=0.01, n_jobs=1), rows),
        "pairwise": (lambda of: biotropy.pairwise(of, m=1, r=0.01, n_jobs=1), epochs),
        "pairwise, mean": (lambda of: biotropy.pairwise(of, m=1, r=0.01, average=True, n_jobs=1), epochs),
    }
    call, of = calls[sys.argv[1]]
    call(of[:2])
    before = peak()
    call(of)
    print(peak() - before)
"""


# Freed memory returns to the system at once, and one thread allocates in a fixed order: the rest is in use.
ALLOCATOR = {"MALLOC_ARENA_MAX": "1", "MALLOC_MMAP_THRESHOLD_": "8192", "MALLOC_TRIM_THRESHOLD_": "8192"}


def grown(name):
    """Increase in MiB of the peak memory of a separate process in a call with 32 MiB of samples."""
    command = [sys.executable, "-B", "-W", "ignore", "-c", textwrap.dedent(PEAK), name]
    done = subprocess.run(command, text=True, capture_output=True, check=True, env={**os.environ, **ALLOCATOR})
    return float(done.stdout)


@pytest.mark.parametrize("name", ["sample_entropy", "cross_sample_entropy", "multiscale_entropy", "pairwise", "pairwise, mean"])
def test_the_core_makes_no_copy_of_its_own(name):
    assert grown(name) < 8, "in MiB; a copy is 32"


def test_a_copy_would_be_seen():
    assert grown("copy") > 30


@pytest.mark.parametrize(("auxiliary", "bads", "copies"), [(0, [], 0), (1, [], 1), (0, ["1"], 0), (1, ["1"], 1)])
def test_epochs_of_mne_are_copied_once_at_most(auxiliary, bads, copies, mne):
    samples = np.random.default_rng(5).standard_normal((20, 4, 4000))
    info = mne.create_info(4, 100.0, ["eeg"] * (4 - auxiliary) + ["ecg"] * auxiliary)
    epochs = mne.EpochsArray(samples, info, verbose="ERROR")
    epochs.info["bads"] = bads
    before = epochs.get_data()
    biotropy.permutation_entropy(epochs)
    tracemalloc.start()
    biotropy.permutation_entropy(epochs)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert copies - 0.5 < peak / samples.nbytes < copies + 0.2
    assert np.array_equal(epochs.get_data(), before)


def test_what_is_not_contiguous_doubles_is_the_same_numbers():
    apart = np.asfortranarray(EPOCHS)
    assert np.array_equal(biotropy.sample_entropy(apart), biotropy.sample_entropy(EPOCHS))
    assert np.array_equal(biotropy.pairwise(EPOCHS[:, :, ::2], m=1), biotropy.pairwise(EPOCHS[:, :, ::2].copy(), m=1))
    assert biotropy.sample_entropy(ONE[0].astype(">f8")) == biotropy.sample_entropy(ONE[0])
    single = ONE[0].astype(np.float32)
    assert biotropy.sample_entropy(single) == biotropy.sample_entropy(single.astype(float))


def test_inputs_are_never_written():
    frozen, frozen_epochs = ONE[0].copy(), EPOCHS.copy()
    frozen.flags.writeable = frozen_epochs.flags.writeable = False
    assert biotropy.sample_entropy(frozen) == biotropy.sample_entropy(ONE[0])
    assert np.array_equal(biotropy.pairwise(frozen_epochs, m=1), biotropy.pairwise(EPOCHS, m=1))
