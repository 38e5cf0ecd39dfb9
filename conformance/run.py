# SPDX-License-Identifier: CC0-1.0
"""Gives the cases to programs, and tells or writes who passes what.

Usage: run.py [--all-must-pass] [--results FILE.json] RUNNER...
A runner is a module of the folder `runners`. With --all-must-pass every case that differs or fails is printed, and
the exit status is 1. With --results the outcomes are added to a file, from which table.py makes the page.
"""

import argparse
import importlib
import json
import sys
import time
from collections import Counter
from pathlib import Path

from runners.suite import cases, outcome, series


def run(runner, all_cases, all_series):
    """The name of the program and an outcome for each case."""
    module = importlib.import_module(f"runners.{runner}")
    answers = module.answers(all_cases, all_series)
    return module.name(), [outcome(case, answer) for case, answer in zip(all_cases, answers, strict=True)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--all-must-pass", action="store_true")
    parser.add_argument("--results", type=Path)
    parser.add_argument("runners", nargs="+")
    given = parser.parse_args()
    all_cases, all_series, failed = cases(), series(), 0
    for runner in given.runners:
        begin = time.monotonic()
        try:
            name, outcomes = run(runner, all_cases, all_series)
        except ImportError as problem:
            print(f"{runner}: left out, {problem}")
            continue
        kinds = Counter(one.kind for one in outcomes)
        print(f"{name}: {dict(kinds)} of {len(all_cases)} cases in {time.monotonic() - begin:.1f} s")
        if given.all_must_pass:
            for case, one in zip(all_cases, outcomes):
                if one.kind in ("differs", "error"):
                    failed += 1
                    print(f"  {case['id']} {case['measure']} ({case['title']}): {one.kind}, {one.text}")
        if given.results:
            known = json.loads(given.results.read_text()) if given.results.exists() else {}
            known[name] = {case["id"]: [one.kind, one.text] for case, one in zip(all_cases, outcomes)}
            given.results.write_text(json.dumps(known, indent=0))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
