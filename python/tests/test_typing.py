# SPDX-License-Identifier: Apache-2.0
"""Types for type checkers: `mypy --strict` knows results, and refuses arguments that the functions refuse."""

import inspect
import os
import subprocess
import sys
from pathlib import Path
from typing import get_args, get_type_hints

import numpy as np
import pytest
from conftest import refused

import biotropy
from biotropy import _options, distributed
from biotropy.estimators import EntropyTransformer, PairwiseEntropy

# Mistakes have a comment `type: ignore[...]`: mypy reports unused ones.
USES = '''
from typing import assert_type

import numpy as np
from numpy.typing import NDArray
from xarray import DataArray

import biotropy
from biotropy.estimators import EntropyTransformer, PairwiseEntropy
from biotropy.states import SICAMM
from biotropy.streams import States, StateStream

x, labelled = np.zeros(100), DataArray(np.zeros((2, 100)), dims=("channel", "time"))
assert_type(biotropy.sample_entropy(x, 2, 0.2, tau=1, n_jobs=-1), float | NDArray[np.float64])
assert_type(biotropy.sample_entropy([0.1, 0.2, 0.3], m=np.int64(1), r=np.float32(0.2)), float | NDArray[np.float64])
assert_type(biotropy.fuzzy_entropy(labelled, membership="chen"), DataArray)
assert_type(biotropy.approximate_entropy(x, full_output=True), biotropy.EntropyResult)
assert_type(biotropy.cross_approximate_entropy(labelled, x, bias="zero"), DataArray)
assert_type(biotropy.sample_entropy(biotropy.read_rr("rr.txt", ectopic="median")), float | NDArray[np.float64])
assert_type(biotropy.pairwise(x, "cross-sampen", m=1), NDArray[np.float64])
assert_type(biotropy.pairwise(x, output="xarray"), DataArray)
assert_type(biotropy.multiscale_pairwise(x, 3, "cross-sampen"), NDArray[np.float64])
assert_type(biotropy.multiscale_pairwise(x, output="xarray"), DataArray)
assert_type(biotropy.multiscale_entropy(x, range(5), method="rcmse", r=0.15), NDArray[np.float64])
assert_type(biotropy.multiscale_entropy(labelled), DataArray)
assert_type(biotropy.multiscale_entropy(x, full_output=True), biotropy.MultiscaleResult)
assert_type(biotropy.count_matches(x, r=0.2), NDArray[np.uint64])
assert_type(biotropy.read_signals("x.edf", orientation="rows"), DataArray)
EntropyTransformer("sampen", m=1, convention="antropy")
PairwiseEntropy(picks=["Fz"], bias="skip").fit(x)
SICAMM(decoder="viterbi")
assert_type(StateStream("model.nc", lag=np.int64(2), sfreq=250).push(x, times=None), States)

biotropy.sample_entropy(x, m="two")  # type: ignore[arg-type]
biotropy.sample_entropy(x, r_unit="SD")  # type: ignore[call-overload]
biotropy.sample_entropy(x, bias="max")  # type: ignore[call-overload]
biotropy.fuzzy_entropy(x, boundary="closed")  # type: ignore[call-overload]
biotropy.approximate_entropy(x, nan_policy="propagate")  # type: ignore[call-overload]
biotropy.cross_sample_entropy(x)  # type: ignore[call-overload]
biotropy.cross_sample_entropy(x, None)  # type: ignore[call-overload]
biotropy.multiscale_entropy(x, method="mmse")  # type: ignore[call-overload]
biotropy.multiscale_entropy(x, 5.0)  # type: ignore[call-overload]
biotropy.pairwise(x, "sampen")  # type: ignore[call-overload]
biotropy.pairwise(x, output="list")  # type: ignore[call-overload]
biotropy.read_rr("rr.txt", policy="drop")  # type: ignore[arg-type]
EntropyTransformer("cross-apen")  # type: ignore[arg-type]
PairwiseEntropy(m="a")  # type: ignore[arg-type]
EntropyTransformer(membership="fuzzy")  # type: ignore[arg-type]
PairwiseEntropy(windows=2)  # type: ignore[call-arg]
biotropy.count_matches(x, r=0.2, boundary="half")  # type: ignore[call-overload]
SICAMM(decoder="none")  # type: ignore[arg-type]
StateStream("model.nc", gap="1 s")  # type: ignore[arg-type]
'''


def test_mypy_knows_results_and_refuses_mistakes(tmp_path):
    pytest.importorskip("mypy")
    (tmp_path / "uses.py").write_text(USES)
    command = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "--cache-dir", tmp_path / "cache", "uses.py"]
    environment = {**os.environ, "MYPYPATH": str(Path(biotropy.__file__).parent.parent)}
    done = subprocess.run(command, cwd=tmp_path, env=environment, text=True, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


FUNCTIONS = {
    biotropy.approximate_entropy: _options.ApproximateOptions,
    biotropy.sample_entropy: _options.SampleOptions,
    biotropy.fuzzy_entropy: _options.FuzzyOptions,
    biotropy.permutation_entropy: _options.PermutationOptions,
    biotropy.cross_approximate_entropy: _options.CrossApproximateOptions,
    biotropy.cross_sample_entropy: _options.CrossSampleOptions,
    biotropy.cross_fuzzy_entropy: _options.CrossFuzzyOptions,
    biotropy.multiscale_entropy: _options.MultiscaleOptions,
    biotropy.pairwise: _options.PairwiseOptions,
    biotropy.multiscale_pairwise: _options.MultiscalePairwiseOptions,
    distributed.multiscale_entropy: _options.RecordingCurveOptions,
    distributed.pairwise: _options.RecordingMatrixOptions,
}


@pytest.mark.parametrize(("function", "given"), FUNCTIONS.items(), ids=lambda one: f"{one.__module__}.{one.__name__}")
def test_signatures_and_documentation_have_every_option(function, given):
    signature = inspect.signature(function)
    assert all(one.kind is not one.VAR_KEYWORD for one in signature.parameters.values())
    assert set(_options.names_of(given)) == set(given.__annotations__)
    for name in given.__annotations__:
        assert signature.parameters[name].kind is inspect.Parameter.KEYWORD_ONLY
        assert f"\n{name} : " in function.__doc__
        assert _options.HELP[name].partition("\n")[2] in function.__doc__
    assert "{" not in function.__doc__.replace("{'", "")


@pytest.mark.parametrize(
    ("estimator", "given"),
    [(EntropyTransformer, _options.FeatureTransformerOptions), (PairwiseEntropy, _options.MatrixTransformerOptions)],
)
def test_estimators_have_every_option_of_the_functions(estimator, given):
    parameters = inspect.signature(estimator).parameters
    own = {"measures", "measure", "diagonal", "n_channels"}
    assert set(parameters) - own == set(given.__annotations__)
    assert parameters["m"].default == (2 if estimator is PairwiseEntropy else None)
    assert inspect.signature(biotropy.sample_entropy).parameters["m"].default == 2
    for name in set(given.__annotations__) - {"m"}:
        assert parameters[name].default is None
        assert f"\n{name} : " in estimator.__doc__
        assert _options.HELP[name].partition("\n")[2] in estimator.__doc__


@pytest.mark.parametrize(
    ("option", "of"),
    [(name, _options.PairwiseOptions) for name in ("r_unit", "nan_policy", "bias", "undefined", "membership")],
)
def test_words_are_those_of_the_core(u, option, of):
    measures = {"bias": biotropy.cross_approximate_entropy, "membership": biotropy.cross_fuzzy_entropy}
    measure = measures.get(option, biotropy.cross_sample_entropy)
    with refused(parameter=option) as error:
        measure(u, u, **{option: "SOME"})
    allowed = str(error.value).split("one of ")[1]
    words = [word for choice in get_args(get_type_hints(of)[option]) for word in get_args(choice)]
    assert allowed == ", ".join(map(repr, words))


ESTIMATORS = [
    (EntropyTransformer("foo"), "measures is 'foo'"),
    (EntropyTransformer(()), "measures has"),
    (EntropyTransformer(("apen", "cross-apen")), "measures is 'cross-apen'"),
    (EntropyTransformer(m=-1), "m is -1; it must be"),
    (EntropyTransformer(r="a"), "r is a; it must be"),
    (EntropyTransformer("apen", membership="chen"), "membership"),
    (EntropyTransformer(n_jobs=0), "n_jobs is 0"),
    (PairwiseEntropy("sampen"), "measure is 'sampen'; it must be"),
    (PairwiseEntropy("cross-foo"), "measure is 'cross-foo'; it must be"),
    (PairwiseEntropy(m=-1), "m is -1; it must be"),
    (PairwiseEntropy(r_unit="STD"), "r_unit is 'STD'"),
    (PairwiseEntropy(engine="abacus"), "abacus"),
]


@pytest.mark.parametrize(("estimator", "text"), ESTIMATORS, ids=[text for _, text in ESTIMATORS])
def test_estimators_check_their_parameters_in_fit(rng, estimator, text):
    refused = pytest.raises(biotropy.errors.InvalidInput, lambda: estimator.fit(rng.standard_normal((3, 2, 100))))
    assert text in str(refused.value)


def test_estimators_hand_their_options_over(rng):
    X = rng.standard_normal((3, 2, 200))
    given = {"m": 1, "r": 0.3, "tau": 2, "ddof": 0, "theiler": 3, "undefined": "bound", "boundary": "open"}
    assert np.array_equal(EntropyTransformer(**given).fit_transform(X), biotropy.sample_entropy(X, **given))
    fuzzy = {"membership": "chen", "fuzzy_power": 3, "local_mean": "kept"}
    assert np.array_equal(EntropyTransformer("fuzzyen", **fuzzy).fit_transform(X), biotropy.fuzzy_entropy(X, **fuzzy))
    named = {"convention": "antropy"}
    assert np.array_equal(EntropyTransformer(**named).fit_transform(X), biotropy.sample_entropy(X, **named))
    pairs = biotropy.pairwise(X, bias="zero", r=0.1)
    assert np.array_equal(PairwiseEntropy(bias="zero", r=0.1).fit_transform(X), pairs.reshape(3, -1))
