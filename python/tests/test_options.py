# SPDX-License-Identifier: Apache-2.0
"""Keywords of Python and options of the library agree: names, words and measures."""

import inspect
import os
import subprocess
import sys
from operator import attrgetter
from pathlib import Path
from typing import get_args, get_type_hints

import numpy as np
import pytest
from conftest import assert_refused

import biotropy
from biotropy import _core, _options
from biotropy.estimators import EntropyTransformer, PairwiseEntropy

FUNCTIONS = {word: getattr(biotropy, row["name"].replace(" ", "_").replace("-", "_")) for word, row in _core.measures().items()}
NOT_OF_THE_MEASURE = {"x", "y", "axis", "picks", "bads", "n_jobs", "device", "progress", "full_output", "convention", "output"}
ROWS = _core.option_table()
OF_STATES = {"features", "training", "folds", "decoding"}
OF_RECORDINGS = {"clean", "rr", "read", "prepare", "networks"} | OF_STATES
OF_SAMPEN = {row["name"] for row in ROWS if "uncertainty" in row["defaults"]}
TABLE = {row["name"]: row for row in ROWS if not (OF_RECORDINGS | {"uncertainty"}) & set(row["defaults"])}
SURROGATES = {name for name, row in TABLE.items() if "surrogates" in row["defaults"]}
SCALES = {name for name, row in TABLE.items() if "multiscale" in row["defaults"]}


def test_files_are_written_from_the_table():
    script = Path(__file__).parents[2] / "tests" / "option_sources.py"
    folder = {**os.environ, "PYTHONPATH": str(Path(_core.__file__).parent)}
    done = subprocess.run([sys.executable, "-B", script, "--check"], env=folder, text=True, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("measure", FUNCTIONS)
def test_every_function_has_the_options_of_its_measure(measure):
    keywords = set(inspect.signature(FUNCTIONS[measure]).parameters) - NOT_OF_THE_MEASURE
    more = SURROGATES | (OF_SAMPEN if measure == "sampen" else set())
    assert keywords == {name for name, row in TABLE.items() if measure in row["defaults"]} | more


@pytest.mark.parametrize(("name", "tables", "own", "without"), [
    ("states.SICAMM", OF_STATES, "sfreq unlabelled n_jobs device",
     "bandwidth_factor outliers fold_unit block gap warm_up ignore_outliers"),
    ("network_test", {"networks"}, "matrices groups covariates subjects n_jobs progress", "")])  # fmt: skip
def test_states_and_networks_have_the_options_of_the_library(name, tables, own, without):
    signature = inspect.signature(attrgetter(name)(biotropy)).parameters
    found = {"seed" if name == "random_state" else name: one.default for name, one in signature.items() if name not in own.split()}
    rows = [row for row in ROWS if tables & set(row["defaults"]) and row["name"] not in without.split()]
    assert found == {row["name"]: next(iter(row["defaults"].values())) for row in rows}


def test_words_of_the_annotations_are_those_of_the_library():
    hints = get_type_hints(_options.PairwiseOptions) | get_type_hints(_options.MultiscaleOptions)
    hints |= get_type_hints(_options.MultivariateMultiscaleOptions) | get_type_hints(_options.SampleOptions)
    hints |= get_type_hints(_options.ReadRrOptions) | get_type_hints(_options.PreparationOptions)
    for row in ROWS:
        if row["words"] and not (OF_STATES | {"networks"}) & set(row["defaults"]):
            literal = next(one for one in get_args(hints[row["name"]]) if one is not type(None))
            assert list(get_args(literal)) == row["words"], row["name"]


def test_functions_of_recordings_have_every_option():
    for function, tables, without in (
        (biotropy.read_signals, ["read"], set()),
        (biotropy.read_rr, ["clean", "rr", "read"], set()),
        (biotropy.clean_rr, ["clean"], set()),
        (biotropy.prepare, ["prepare"], {"channels", "notch_line"}),
    ):
        wanted = {row["name"] for row in ROWS if set(tables) & set(row["defaults"])} - without
        assert wanted <= set(inspect.signature(function).parameters), function


@pytest.mark.parametrize("given", [{"base": 2}, {"base": "2"}, {"r_unit": "total_variation"}, {"r_unit": "total-variation"}])
def test_a_word_is_taken_in_every_form_that_has_one_meaning(rng, given):
    assert np.isfinite(biotropy.multivariate_sample_entropy(rng.standard_normal((2, 300)), m=1, r=0.3, **given))


def test_functions_of_several_measures_have_every_option():
    several = {word for word, row in _core.measures().items() if row["multivariate"]}
    wanted = {
        is_cross: {name for name, row in TABLE.items() if any(one.startswith("cross-") is is_cross
                                                              for one in set(row["defaults"]) - several)}
        for is_cross in (False, True)
    }  # fmt: skip
    for function, names in (
        (EntropyTransformer, wanted[False] - SCALES - SURROGATES),
        (biotropy.multiscale_entropy, wanted[False]),
        (biotropy.multivariate_multiscale_entropy, {name for name, row in TABLE.items() if several & set(row["defaults"])}),
        (PairwiseEntropy, wanted[True]),
        (biotropy.pairwise, wanted[True] | SURROGATES),
        (biotropy.multiscale_pairwise, wanted[True] | SCALES | SURROGATES),
    ):
        assert names <= set(inspect.signature(function).parameters), function


def test_unknown_keywords_are_refused(u):
    for call in (lambda: biotropy.sample_entropy(u, windows=2), lambda: EntropyTransformer(windows=2), lambda: PairwiseEntropy(windows=2)):
        with pytest.raises(TypeError, match="no keyword argument windows"):
            call()
    pytest.raises(TypeError, biotropy.sample_entropy, u, r=0.2, R=0.9)
    for call in (
        lambda: biotropy.multiscale_entropy(u, 3, windows=2),
        lambda: biotropy.pairwise([u, u], windows=2),
        lambda: biotropy.pairwise([u, u], cutoff=0.5),
        lambda: biotropy.count_matches(u, r=0.2, windows=2),
        lambda: biotropy.clean_rr(u, beats="R"),
        lambda: biotropy.clean_rr(u, rate=250),
        lambda: biotropy.prepare(u, Epoch=20),
    ):
        assert_refused(lambda: call())


@pytest.mark.parametrize("given", [{"channels": "1"}, {"notch_line": True}])
def test_what_only_recordings_have_is_refused_for_arrays(u, given):
    pytest.raises(biotropy.errors.InvalidInput, biotropy.prepare, u, 100, **given)


def test_the_device_is_chosen_by_every_function(u):
    for call in (biotropy.sample_entropy, biotropy.fuzzy_entropy, lambda x, **options: biotropy.multiscale_entropy(x, 2, **options),
                 lambda x, **options: biotropy.pairwise([x, x], **options),
                 lambda x, **options: biotropy.count_matches(x, r=0.2, **options)):  # fmt: skip
        call(u, device="cpu")
        for wrong in ("no-such-device", 0):
            assert_refused(lambda one=wrong: call(u, device=one), parameter="device")
