# SPDX-License-Identifier: Apache-2.0
"""Arguments: masked samples, integers, padding, second series, threads; and errors for those that are refused."""

import os
import pathlib
import pkgutil
import subprocess
import sys

import numpy as np
import pytest
from conftest import assert_refused, silent, warned

import biotropy
from biotropy import _inputs
from biotropy.estimators import EntropyTransformer, PairwiseEntropy
from biotropy.states import SICAMM

OMIT = {"nan_policy": "omit"}


@pytest.fixture
def masked(rng):
    """Epochs with two masked samples, and the same with NaN instead."""
    samples = rng.standard_normal((2, 3, 300))
    mask = np.zeros(samples.shape, dtype=bool)
    mask[0, 1, 100] = mask[1, 2, 7] = True
    return np.ma.array(np.where(mask, 1e6, samples), mask=mask), np.where(mask, np.nan, samples)


CALLS = {
    "sample_entropy": lambda x: biotropy.sample_entropy(x, **OMIT),
    "list of masked": lambda x: biotropy.sample_entropy([x[0, 0], x[0, 1]], **OMIT),
    "nested lists": lambda x: biotropy.sample_entropy([list(x[0]), list(x[1])], **OMIT),
    "cross_sample_entropy": lambda x: biotropy.cross_sample_entropy(x, x[::-1], **OMIT),
    "multiscale_entropy": lambda x: biotropy.multiscale_entropy(x, 3, **OMIT),
    "count_matches": lambda x: biotropy.count_matches(x[0, 1], r=0.2),
    "pairwise": lambda x: biotropy.pairwise(x, **OMIT),
    "EntropyTransformer": lambda x: EntropyTransformer(**OMIT).fit_transform(x),
    "PairwiseEntropy": lambda x: PairwiseEntropy(**OMIT).fit_transform(x),
}


@pytest.mark.parametrize("name", CALLS)
def test_masked_samples_are_missing(masked, name):
    hidden, missing = masked
    assert np.array_equal(CALLS[name](hidden), CALLS[name](missing))
    assert np.isfinite(CALLS[name](hidden)).all()
    assert not np.array_equal(CALLS[name](hidden), CALLS[name](hidden.data))


def test_masked_samples_are_an_error_where_missing_ones_are(masked):
    hidden = masked[0]
    assert_refused(lambda: biotropy.sample_entropy(hidden[0, 1]), "missing_values")
    assert_refused(lambda: EntropyTransformer().fit(hidden))
    integers = np.ma.masked_greater(np.arange(50) % 7, 5)
    assert biotropy.sample_entropy(integers, **OMIT, full_output=True).templates_m < 48
    assert biotropy.sample_entropy(np.ma.array(np.arange(50) % 7)) == biotropy.sample_entropy(np.arange(50) % 7)


def test_masked_heartbeats_are_gaps():
    rr = biotropy.clean_rr(np.ma.array([0.8, 0.82, 9.0, 0.79], mask=[0, 0, 1, 0]))
    assert np.array_equal(rr.rr, [0.8, 0.82, np.nan, 0.79], equal_nan=True)
    assert rr.n_read == 3


def test_masked_samples_of_states(rng):
    y = np.repeat([0, 1, 0, 1], 100)
    X = rng.laplace(size=(400, 2)) + y[:, None]
    hidden = np.ma.masked_where(np.arange(800).reshape(400, 2) == 5, X)
    with warned("missing_samples"):
        masked, unknown = (SICAMM(beta=1.0).fit(samples, y) for samples in (hidden, hidden.filled(np.nan)))
    assert np.array_equal(masked.unmixing_, unknown.unmixing_)
    assert_refused(lambda: SICAMM().fit(X, np.ma.masked_where(np.arange(400) < 3, y)))
    model = SICAMM(beta=1.0).fit(X, y)
    assert np.array_equal(model.predict_proba(hidden), model.predict_proba(hidden.filled(np.nan)))
    assert not np.array_equal(model.predict_proba(hidden), model.predict_proba(X))
    missing = model.step([np.nan, 0.0])
    assert np.array_equal(model.reset().step(np.ma.array([1.0, 0.0], mask=[1, 0])), missing)


def test_a_second_series_is_needed(u):
    for function in (biotropy.cross_sample_entropy, biotropy.cross_approximate_entropy, biotropy.cross_fuzzy_entropy):
        assert_refused(lambda: function(u, None))


def test_values_that_are_not_finite_come_with_a_warning(u, rng):
    with warned("not_finite"):
        assert np.isnan(biotropy.sample_entropy(u, r=0))
    with pytest.warns(RuntimeWarning, match="1 of 2 values are not finite; scale 100: "):
        biotropy.multiscale_entropy(u[:300], [1, 100])
    data = rng.standard_normal((2, 3, 100))
    data[1, 2] = 4.0
    with pytest.warns(RuntimeWarning, match=r"5 of 18 values are not finite; epoch 1, channel 2: all 100 samples equal 4"):
        biotropy.pairwise(data)
    with warned("not_finite"):
        biotropy.pairwise(data, average=True)
    with pytest.warns(RuntimeWarning, match="12 of 18 values are not finite; epoch 0, channel 0, partner 1: "):
        biotropy.pairwise(rng.standard_normal((2, 3, 100)), "cross-sampen", r=0)


def test_warnings_name_the_line_of_the_caller(u):
    with pytest.warns(RuntimeWarning) as caught:
        biotropy.sample_entropy(u, r=0)
        biotropy.pairwise(np.zeros((2, 50)))
    assert {warning.filename for warning in caught} == {__file__}


@pytest.mark.parametrize("dtype", [np.int64, np.uint64])
def test_integers_that_doubles_do_not_have_are_said(dtype):
    x = np.arange(60).astype(dtype) % 7 + 2**53
    assert np.isfinite(biotropy.sample_entropy(x[x <= 2**53 + 7] - 2**53, m=1))
    with warned("integers_rounded"):
        biotropy.sample_entropy(x, m=1)
    with pytest.warns(RuntimeWarning, match="y: integers"):
        biotropy.cross_sample_entropy(np.arange(60) % 7, x, m=1)


def test_an_absolute_r_in_another_unit_is_said(rng):
    x = rng.standard_normal((2, 3, 200)) * 1e-5
    calls = [
        (biotropy.sample_entropy, {}, 1),
        (biotropy.sample_entropy, {"pool_epochs": "recording"}, 1),
        (biotropy.fuzzy_entropy, {}, 1),
        (lambda one, **given: biotropy.cross_sample_entropy(one, one, **given), {}, 2),
        (biotropy.multivariate_sample_entropy, {}, 1),
        (biotropy.pairwise, {"measure": "cross-sampen"}, 1),
        (lambda one, **given: biotropy.multiscale_entropy(one, 1, **given), {}, 1),
        (lambda one, **given: biotropy.multiscale_pairwise(one, 1, **given), {"measure": "cross-sampen"}, 1),
        (lambda one, **given: biotropy.sliding_entropy(one[0], window=100, step=50, **given), {}, 1),
    ]
    for call, given, n in calls:
        with silent():
            call(x, r=2e-5, r_unit="absolute", **given)
        with pytest.warns(RuntimeWarning) as said:
            call(x, r=10, r_unit="absolute", **given)
        assert len(said) == n
    with pytest.warns(RuntimeWarning) as said:  # of the value, and why
        biotropy.sample_entropy(x[0, 0], r=1e-12, r_unit="absolute")
    assert len(said) == 2


def test_padding_is_said(rng, tmp_path):
    x = rng.standard_normal((3, 1000))
    x[1, 850:] = 0
    for call, name in ((biotropy.sample_entropy, "x"), (biotropy.pairwise, "data")):
        with pytest.warns(RuntimeWarning, match=f"{name}: 1 of 3 series seem to have padding .series 2 of 3 ends"):
            call(x)
    with warned("padding"):
        biotropy.multiscale_entropy(x[1, ::-1].copy(), 2)
    pytest.importorskip("xarray")
    np.save(tmp_path / "x.npy", x)
    with warned("padding"):
        biotropy.read_signals(tmp_path / "x.npy")


TRUTHS = {
    "m": lambda x: biotropy.sample_entropy(x, m=True),
    "r": lambda x: biotropy.sample_entropy(x, r=True),
    "tau": lambda x: biotropy.count_matches(x, r=0.2, tau=True),
    "theiler": lambda x: biotropy.count_matches(x, r=0.2, theiler=False),
    "lengths": lambda x: biotropy.count_matches(x, r=0.2, lengths=[True, 3]),
    "scales": lambda x: biotropy.multiscale_entropy(x, True),
    "n_folds": lambda x: SICAMM(n_folds=True).fit(x.reshape(-1, 2), np.arange(500) // 50 % 2),
}


@pytest.mark.parametrize("name", TRUTHS)
def test_true_is_no_number(u, name):
    assert_refused(lambda: TRUTHS[name](u), parameter=name)


REFUSED = {
    "scales is 5.5": lambda x: biotropy.multiscale_entropy(x, 5.5),
    "scales is None": lambda x: biotropy.multiscale_entropy(x, None),
    "scales is 1.5": lambda x: biotropy.multiscale_entropy(x, (scale for scale in [1.5])),
    "axis is 1.5": lambda x: biotropy.sample_entropy(x, axis=1.5),
    "axis is True": lambda x: biotropy.multiscale_entropy(x, 3, axis=True),
    "x has the type object": lambda x: biotropy.sample_entropy(value for value in x),
    "picks is 'eeg'; x has no types": lambda x: biotropy.sample_entropy(x, picks="eeg"),
    "picks is 'eeg'; X has no types": lambda x: EntropyTransformer(picks="eeg").fit(x[None]),
    "r is 'a'; it must be": lambda x: biotropy.count_matches(x, r="a"),
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_cannot_be_is_an_error_that_fits(u, text):
    assert_refused(lambda: REFUSED[text](u))


def test_scales_may_be_any_iterable(u):
    expected = biotropy.multiscale_entropy(u, [1, 2, 3])
    for scales in (3, "3", "1-3", np.int64(3), (scale for scale in (1, 2, 3)), np.array([1, 2, 3]), {1: "", 2: "", 3: ""}):
        assert np.array_equal(biotropy.multiscale_entropy(u, scales), expected)


@pytest.mark.parametrize(
    "call",
    [
        lambda path: __import__("biotropy.report").report.write_report(biotropy.sample_entropy(np.arange(20.0) % 7), path),
        lambda path: SICAMM(beta=1.0).fit(np.random.default_rng(0).standard_normal((60, 2)), np.arange(60) // 30).save(path),
    ],
)
def test_files_are_those_of_this_machine(call, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert_refused(lambda: call("s3://bucket/x.nc"))
    assert list(tmp_path.iterdir()) == []


def test_all_cores_where_the_system_does_not_say_which(monkeypatch):
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: 5)
    assert (_inputs.threads(-1), _inputs.threads(-2), _inputs.threads(3)) == (5, 4, 3)
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert _inputs.threads(-1) == 1


def test_every_module_can_be_imported_without_docstrings():
    names = [module.name for module in pkgutil.iter_modules(biotropy.__path__) if module.name != "__main__"]
    script = f"import importlib, biotropy\nfor name in {names!r}: importlib.import_module('biotropy.' + name)\n"
    script += "print(biotropy.sample_entropy([k % 3 for k in range(60)]))"
    done = subprocess.run([sys.executable, "-B", "-OO", "-c", script], text=True, capture_output=True, check=False)
    assert done.stdout.strip() == "0.0", done.stderr


@pytest.mark.parametrize("x", [[[1.0, 2.0, 3.0], [1.0]], "x.edf", pathlib.Path("x.edf")])
def test_what_is_no_array_is_refused(x):
    assert_refused(lambda: biotropy.sample_entropy(x), parameter="x")
