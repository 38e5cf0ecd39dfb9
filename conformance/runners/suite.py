# SPDX-License-Identifier: CC0-1.0
"""The cases and series as they stand in their files, and the outcome of an answer to a case."""

import json
import math
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parents[1]


@dataclass(frozen=True)
class Answer:
    """What a program says: its values (one, or one for each scale) and the counts it reports; or that it refused."""

    values: tuple = ()
    counts: tuple = ()  # a dictionary for each value
    refused: str = ""
    not_offered: str = ""  # what the program has no argument for
    precision: float = 0.0  # of values that were read from a text: half a unit of its last digit
    lost: str = ""  # why there is no answer: the program did not end, or crashed


@dataclass(frozen=True)
class Outcome:
    kind: str  # pass, differs, error, not offered
    text: str = ""


def not_offered(reason):
    return Answer(not_offered=reason)


def refused(problem):
    return Answer(refused=f"{type(problem).__name__}: {problem}".split("\n")[0])


def cases():
    found = []
    for path in sorted((HERE / "cases").glob("*.json")):
        found += json.loads(path.read_text())["cases"]
    return found


def series():
    """Every series by its name, as lists of doubles."""
    return {
        path.stem: [float(line) for line in path.read_text().split()] for path in sorted((HERE / "series").glob("*.txt"))
    }


def expected(case):
    """The entries that are expected, one for each value."""
    return case["expected"].get("scales", [case["expected"]])


def is_same(value, wanted, tolerance, precision=0.0):
    wanted = float(wanted)
    if not math.isfinite(wanted):
        return math.isnan(value) if math.isnan(wanted) else value == wanted
    return abs(value - wanted) <= tolerance * max(1.0, abs(wanted)) + precision


def outcome(case, answer):
    """Pass where all values, and the counts that the program reports, are those of the case."""
    if answer.not_offered:
        return Outcome("not offered", answer.not_offered)
    if answer.lost:
        return Outcome("error", answer.lost)
    if "undefined" in case["expected"]:
        if answer.refused or all(math.isnan(value) for value in answer.values):
            return Outcome("pass")
        return Outcome("differs", f"a value ({answer.values[0]:.6g}) where none is defined: {case['expected']['undefined']}")
    if answer.refused:
        return Outcome("error", answer.refused)
    wanted = expected(case)
    if len(answer.values) != len(wanted):
        return Outcome("differs", f"{len(answer.values)} values in the place of {len(wanted)}")
    if not all(is_same(value, one["value"], case["tolerance"], answer.precision) for value, one in zip(answer.values, wanted)):
        return Outcome("differs", meaning(case, answer))
    return of_counts(case, answer, wanted)


def meaning(case, answer):
    """What the wrong answer usually means, if the case has it."""
    values, precision = answer.values, answer.precision
    for wrong in case["wrong_answers"]:
        tolerance = max(case["tolerance"], 1e-9)
        if all(is_same(value, other, tolerance, precision) for value, other in zip(values, wrong["values"])):
            return wrong["means"]
    wanted = [float(one["value"]) for one in expected(case)]
    if all(is_same(abs(value), abs(one), case["tolerance"], precision) for value, one in zip(values, wanted)):
        return "another sign"
    first = next(k for k, one in enumerate(wanted) if not is_same(values[k], one, case["tolerance"], precision))
    return f"{values[first]:.10g} instead of {wanted[first]:.10g}"


def of_counts(case, answer, wanted):
    for counts, one in zip(answer.counts, wanted):
        known = one["counts"] | one.get("sums", {}) | {"r": one.get("applied_r")}
        for name, count in counts.items():
            if known.get(name) is None:
                continue
            exact = isinstance(known[name], int)
            if count != known[name] if exact else abs(count - known[name]) > 1e-11 * abs(known[name]):
                return Outcome("differs", f"{name} is {count}, not {known[name]}")
    return Outcome("pass")
