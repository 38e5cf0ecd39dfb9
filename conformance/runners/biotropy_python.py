# SPDX-License-Identifier: CC0-1.0
"""Biotropy through its Python package: values, counts, sums, applied tolerances and counts of single templates."""

import hashlib
import warnings

import biotropy
import numpy as np

from .calls import options
from .suite import Answer, expected, refused

FUNCTIONS = {
    "apen": biotropy.approximate_entropy,
    "sampen": biotropy.sample_entropy,
    "fuzzyen": biotropy.fuzzy_entropy,
    "permen": biotropy.permutation_entropy,
    "mvsampen": biotropy.multivariate_sample_entropy,
    "mvfuzzyen": biotropy.multivariate_fuzzy_entropy,
    "cross-apen": biotropy.cross_approximate_entropy,
    "cross-sampen": biotropy.cross_sample_entropy,
    "cross-fuzzyen": biotropy.cross_fuzzy_entropy,
}
COUNTS = ("matches_m", "matches_m1", "templates_m", "templates_m1", "membership_m", "membership_m1", "patterns", "r")


def name():
    return f"Biotropy {biotropy.__version__} (Python)"


def one_answer(case, series):
    given, data = options(case), [np.array(series[name]) for name in case["series"]]
    if "missing" in given:
        given["nan_policy"] = given.pop("missing")
    measure = case["measure"]
    if "rr" in given:
        rules = dict(given.pop("rr"), input_unit="ms", first="interval", values="intervals")
        if rules["ectopic"] == "none":
            del rules["ectopic_change"]
        data = [biotropy.clean_rr(data[0], **rules)]
    if "epoch_length" in given:
        size = given.pop("epoch_length")
        data = [data[0][: len(data[0]) // size * size].reshape(-1, 1, size)]
    if "scales" in given:
        return curve(measure, data, given)
    x = [np.array(data)] if measure.startswith("mv") else data
    result = FUNCTIONS[measure](*x, full_output=True, **given)
    counts = {count: np.ravel(getattr(result, count))[0] for count in COUNTS}
    if measure.startswith("mv"):  # longer vectors and sums are reported in another way
        counts = {count: counts[count] for count in ("matches_m", "matches_m1", "templates_m", "r")}
    if measure.endswith("apen") and "convention" not in case:
        counts |= of_templates(case, data, result)
    return Answer((float(np.ravel(result.value)[0]),), (counts,))


def of_templates(case, data, result):
    """Whether the counts of all templates are those of the case; 1 in the place of each length where they are not."""
    p, one = case["parameters"], expected(case)[0]
    if p["r_unit"] != "absolute" or p["templates"] != "all" or p["missing"] == "omit":
        return {}
    rule = {key: p[key] for key in ("tau", "boundary", "templates", "theiler")}
    _, counts = biotropy.count_matches(*data, lengths=(p["m"], p["m"] + 1), r=p["r"], per_template=True, **rule)
    for key, found in zip(("m", "m1"), counts, strict=True):
        wanted, found = one[f"counts_of_templates_{key}"], [int(count) for count in found]
        digest = hashlib.sha256(" ".join(map(str, found)).encode()).hexdigest()
        if wanted not in (found, {"sha256": digest}):
            return {f"matches_{key}": -1}
    return {}


def curve(measure, data, given):
    scales = given.pop("scales")
    if measure.startswith("cross-"):
        values = biotropy.multiscale_pairwise(np.array(data), scales, measure=measure, **given)[0, 1]
    elif measure.startswith("mv"):
        values = biotropy.multivariate_multiscale_entropy(np.array(data), scales, measure=measure, **given)
    else:
        values = biotropy.multiscale_entropy(data[0], scales, measure=measure, **given)
    return Answer(tuple(float(value) for value in values))


def answers(cases, series):
    found = []
    for case in cases:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                found.append(one_answer(case, series))
            except biotropy.errors.BiotropyError as problem:
                found.append(refused(problem))
    return found
