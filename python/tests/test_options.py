# SPDX-License-Identifier: Apache-2.0
"""The keywords of Python are the options of the library: names, words and the measures that have them."""

import inspect
from typing import get_args, get_type_hints

import pytest

import biotropy
from biotropy import _core, options
from biotropy.estimators import EntropyTransformer, PairwiseEntropy

FUNCTIONS = {
    "apen": biotropy.approximate_entropy,
    "sampen": biotropy.sample_entropy,
    "fuzzyen": biotropy.fuzzy_entropy,
    "permen": biotropy.permutation_entropy,
    "cross-apen": biotropy.cross_approximate_entropy,
    "cross-sampen": biotropy.cross_sample_entropy,
    "cross-fuzzyen": biotropy.cross_fuzzy_entropy,
}
NOT_OF_THE_MEASURE = {"x", "y", "axis", "picks", "n_jobs", "progress", "full_output", "convention"}
TABLE = {row["name"]: row for row in _core.option_table()}


@pytest.mark.parametrize("measure", FUNCTIONS)
def test_every_function_has_the_options_of_its_measure(measure):
    keywords = set(inspect.signature(FUNCTIONS[measure]).parameters) - NOT_OF_THE_MEASURE
    assert keywords == {name for name, row in TABLE.items() if measure in row["defaults"]}


def test_words_of_the_annotations_are_those_of_the_library():
    hints = get_type_hints(options.PairwiseOptions)
    for name, row in TABLE.items():
        if row["words"] and name != "membership":
            literal = next(one for one in get_args(hints[name]) if one is not type(None))
            assert list(get_args(literal)) == row["words"], name


def test_what_is_an_error_of_fuzzy_measures_is_no_word_of_theirs():
    literal = next(one for one in get_args(get_type_hints(options.FuzzyOptions)["undefined"]) if one is not type(None))
    for word in TABLE["undefined"]["words"]:
        try:
            biotropy.fuzzy_entropy([1.0, 2.0, 4.0, 3.0, 7.0], undefined=word)
        except ValueError:
            assert word not in get_args(literal)
        else:
            assert word in get_args(literal)


def test_estimators_have_every_option():
    for estimator, cross in ((EntropyTransformer, False), (PairwiseEntropy, True)):
        wanted = {name for name, row in TABLE.items() if any(one.startswith("cross-") is cross for one in row["defaults"])}
        assert wanted <= set(inspect.signature(estimator).parameters), estimator
