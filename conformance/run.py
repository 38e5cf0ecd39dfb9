# SPDX-License-Identifier: CC0-1.0
"""Gives the cases to programs, and tells or writes who passes what.

Usage: run.py [--all-must-pass] [--results FILE.jsonl] [--seconds LIMIT] RUNNER...
A runner is a module of the folder `runners`. With --all-must-pass every case that differs or fails is printed, and
the exit status is 1. With --results each outcome is a line of a file, from which table.py makes the page. Packages that
are asked case by case have a time limit for each. What the file has already is not asked again, so that a run which was
interrupted goes on.
"""

import argparse
import importlib
import json
import sys
import time
from collections import Counter
from pathlib import Path

from one_by_one import Child
from runners.suite import HERE, Outcome, cases, outcome, series

SECONDS = 20
ONE_BY_ONE = ("antropy", "entropyhub", "neurokit2", "nolds", "pyentrp", "tsfresh")
SUITE = (HERE / "VERSION").read_text().strip()


class Results:
    """The lines of the file, of this version of the suite."""

    def __init__(self, path):
        self.path, self.known = path, {}
        if path and path.exists():
            for line in path.read_text().splitlines():
                one = json.loads(line) if line.endswith("}") else {}  # an interrupted run may leave half a line
                if one.get("suite") == SUITE:
                    self.known[one["program"], one["case"]] = Outcome(one["kind"], one["text"])
            path.write_text("".join(map(self.line, self.known, self.known.values())))

    @staticmethod
    def line(key, found):
        one = {"suite": SUITE, "program": key[0], "case": key[1], "kind": found.kind, "text": found.text}
        return json.dumps(one) + "\n"

    def add(self, program, case, found):
        if self.path:
            with self.path.open("a") as file:
                file.write(self.line((program, case["id"]), found))


def all_at_once(runner, all_cases, results):
    module = importlib.import_module(f"runners.{runner}")
    name = module.name()
    known = [results.known.get((name, case["id"])) for case in all_cases]
    if None not in known:
        return name, known
    answers = module.answers(all_cases, series())
    outcomes = [outcome(case, answer) for case, answer in zip(all_cases, answers, strict=True)]
    for case, found in zip(all_cases, outcomes):
        results.add(name, case, found)
    return name, outcomes


def one_by_one(runner, all_cases, results, seconds):
    child, outcomes = Child(runner, seconds), []
    for index, case in enumerate(all_cases):
        found = results.known.get((child.name, case["id"]))
        if found is None:
            found = child.outcome_of(index, case)
            results.add(child.name, case, found)
        outcomes.append(found)
    child.close()
    return child.name, outcomes


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--all-must-pass", action="store_true")
    parser.add_argument("--results", type=Path)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="processor time for a case that is asked by itself")
    parser.add_argument("runners", nargs="+")
    given = parser.parse_args()
    all_cases, results, failed = cases(), Results(given.results), 0
    for runner in given.runners:
        begin = time.monotonic()
        try:
            if runner in ONE_BY_ONE:
                name, outcomes = one_by_one(runner, all_cases, results, given.seconds)
            else:
                name, outcomes = all_at_once(runner, all_cases, results)
        except ImportError as problem:
            print(f"{runner}: left out, {problem}")
            continue
        kinds = Counter(one.kind for one in outcomes)
        print(f"{name}: {dict(kinds)} of {len(all_cases)} cases in {time.monotonic() - begin:.1f} s", flush=True)
        if given.all_must_pass:
            for case, one in zip(all_cases, outcomes):
                if one.kind in ("differs", "error"):
                    failed += 1
                    print(f"  {case['id']} {case['measure']} ({case['title']}): {one.kind}, {one.text}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
