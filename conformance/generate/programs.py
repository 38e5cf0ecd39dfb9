# SPDX-License-Identifier: CC0-1.0
"""Asks both programs, and compares their answers."""

import math
import subprocess
import tempfile
from pathlib import Path

from equations.exact import Undefined
from equations.measure import answer

HERE = Path(__file__).parents[1]

# Logarithms of counts: a few units in the last place. Sums of memberships: doubles against long doubles.
OF_COUNTS, OF_SUMS = 4e-15, 1e-12
# Counts under a tolerance that is itself rounded must not change when it moves by this part.
MOVED = 1e-9

COUNTS = ("matches_m", "matches_m1", "templates_m", "templates_m1", "unmatched_m", "unmatched_m1", "patterns")


class Loops:
    """The program in C, compiled once, which answers requests as they come."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        program = f"{self.folder.name}/loops"
        sources = sorted(map(str, (HERE / "loops").glob("*.c")))
        flags = ["-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", "-ffp-contract=off"]
        subprocess.run(["cc", *flags, *sources, "-lm", "-o", program], check=True)
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def close(self):
        """End the program and remove its folder."""
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()
        self.folder.cleanup()

    def ask(self, series, p, factor=1.0):
        lines = [line for name, value in p.items() for line in self.lines(name, value, factor)]
        lines += [f"series {len(x)} " + " ".join(map(self.text, x)) for x in series]
        self.process.stdin.write("\n".join([*lines, "run", ""]))
        self.process.stdin.flush()
        answers, current = [], {}
        for line in self.process.stdout:
            words = line.split()
            if words[0] == "done":
                return answers
            if words[0] == "end":
                answers.append(current)
                current = {}
            elif words[0].startswith("per_"):
                current[words[0]] = [int(word) for word in words[1:]]
            else:
                current[words[0]] = words[1]
        raise RuntimeError("the program in C ended early")

    @staticmethod
    def text(value):
        return "nan" if math.isnan(value) else value.hex()

    def lines(self, name, value, factor):
        if value is None:
            return []
        if isinstance(value, list):
            return [f"{name} {len(value)} " + " ".join(map(str, value))]
        if name == "rr":
            return [f"rr_{key} {one}" for key, one in value.items() if key != "unit"]
        if isinstance(value, bool):
            return [f"{name} {int(value)}"]
        if isinstance(value, float):
            return [f"{name} {(value * factor if name == 'r' else value).hex()}"]
        return [f"{name} {value}"]


class Disagreement(Exception):
    """The two programs differ, or the counts hang on the rounding of the tolerance."""


def close(one, other, tolerance):
    if math.isnan(one) or math.isnan(other):
        return math.isnan(one) and math.isnan(other)
    return one == other or abs(one - other) <= tolerance * max(1.0, abs(one))


def same(found, theirs, measure):
    for name, count in found["counts"].items():
        if int(theirs[name]) != count:
            raise Disagreement(f"{name}: {count} and {theirs[name]}")
    for name, per in found.get("per_template", {}).items():
        if theirs[f"per_{name}"] != per:
            raise Disagreement("counts of templates differ")
    tolerance = OF_SUMS if "fuzzyen" in measure else OF_COUNTS
    if not close(found["value"], float(theirs["value"]), tolerance):
        raise Disagreement(f"values {found['value']!r} and {theirs['value']}")
    if found.get("r") is not None and not close(found["r"] / (found["r"] or 1), float(theirs["r"]) / (found["r"] or 1), 1e-15):
        raise Disagreement(f"tolerances {found['r']!r} and {theirs['r']}")


def agreed(loops, series, p, is_exact):
    """The answer of both programs: {"scales": [...]}, one answer, or {"undefined": kind}."""
    theirs = loops.ask(series, p)
    try:
        found = answer(series, p)
    except Undefined as problem:
        if any(one.get("problem") != str(problem) for one in theirs):
            raise Disagreement(f"{problem} and {theirs}") from None
        return {"undefined": str(problem)}
    each = found.get("scales", [found])
    for one, other in zip(each, theirs, strict=True):
        if "problem" in other:
            raise Disagreement(f"{one} and {other['problem']}")
        same(one, other, p["measure"])
    if not is_exact and "r" in p and "fuzzyen" not in p["measure"]:
        for factor in (1 - MOVED, 1 + MOVED):
            for one, other in zip(theirs, loops.ask(series, p, factor)):
                if any(one[name] != other[name] for name in COUNTS):
                    raise Disagreement("a distance lies so near r that the rounding of r decides")
    return found
