# SPDX-License-Identifier: CC0-1.0
"""Checks the files of the suite: checksums, the schema, and what a schema cannot say. Needs Python alone.

Usage: validate.py [FOLDER]
"""

import json
import sys
from pathlib import Path

from checksums import sums
from schema_check import problems_of

LEAST_CASES = 500


def checksum_problems(root):
    wanted = dict(reversed(line.split("  ", 1)) for line in (root / "SHA256SUMS").read_text().splitlines())
    found = sums(root)
    for name in sorted(wanted.keys() | found.keys()):
        if wanted.get(name) != found.get(name):
            yield f"{name}: " + ("no such file" if name not in found else "not listed" if name not in wanted else "another checksum")


def entry_problems(case, entry):
    pairs = [(entry["value"], entry["value_hex"])]
    if "applied_r" in entry:
        pairs.append((entry["applied_r"], entry["applied_r_hex"]))
    for number, text in pairs:
        if number != text if isinstance(number, str) else float(number) != float.fromhex(text):
            yield f"{case['id']}: {number} is not {text}"


def case_problems(root, case, schema):
    yield from (f"{case.get('id')}: {problem}" for problem in problems_of(case, schema["$defs"]["case"], schema))
    for name in case["series"]:
        if not (root / "series" / f"{name}.txt").exists():
            yield f"{case['id']}: no series {name}"
    expected, parameters = case["expected"], case["parameters"]
    entries = expected.get("scales", [] if "undefined" in expected else [expected])
    if "scales" in expected and len(entries) != len(parameters["scales"]):
        yield f"{case['id']}: {len(entries)} values for {len(parameters['scales'])} scales"
    for name, text in case.get("parameters_hex", {}).items():
        if float(parameters[name]) != float.fromhex(text):
            yield f"{case['id']}: {name} = {parameters[name]} is not {text}"
    for entry in entries:
        yield from entry_problems(case, entry)


def problems(root):
    schema, version = json.loads((root / "schema.json").read_text()), (root / "VERSION").read_text().strip()
    found, known = list(checksum_problems(root)), set()
    for path in sorted((root / "cases").glob("*.json")):
        content = json.loads(path.read_text())
        found += [f"{path.name}: {problem}" for problem in problems_of(content, schema, schema)][:10]
        if content["suite"] != version:
            found.append(f"{path.name}: of version {content['suite']}, not {version}")
        for case in content["cases"]:
            found += case_problems(root, case, schema)
            if case["id"] in known:
                found.append(f"{case['id']}: a second time")
            known.add(case["id"])
    if len(known) < LEAST_CASES:
        found.append(f"{len(known)} cases; at least {LEAST_CASES} are promised")
    return found, len(known)


def main():
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
    found, n_cases = problems(root)
    for problem in found:
        print(problem)
    print(f"{n_cases} cases, " + ("no problem" if not found else f"{len(found)} problems"))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
