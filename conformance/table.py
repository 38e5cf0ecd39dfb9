# SPDX-License-Identifier: CC0-1.0
"""Writes who passes what into a page, between two marks, from the outcomes that run.py collected.

Usage: table.py RESULTS.jsonl PAGE.md
"""

import json
import sys
from collections import Counter
from pathlib import Path

from runners.suite import HERE, cases

sys.path.insert(0, str(HERE.parent / "docs"))
import made_part  # noqa: E402
KINDS = ("pass", "differs", "error", "not offered")
MOST_MEANINGS = 6


def subject(case):
    return f"{case['measure']} over scales" if "scales" in case["parameters"] else case["measure"]


def totals(results):
    yield "| program | " + " | ".join(KINDS) + " |"
    yield "|---|" + "---:|" * len(KINDS)
    for name, outcomes in results.items():
        number = Counter(kind for kind, _ in outcomes.values())
        yield f"| {name} | " + " | ".join(str(number[kind]) for kind in KINDS) + " |"


def by_subject(results, all_cases):
    yield "| subject | cases | " + " | ".join(results) + " |"
    yield "|---|---:|" + "---:|" * len(results)
    subjects = list(dict.fromkeys(subject(case) for case in all_cases))
    for one in sorted(subjects):
        own = [case["id"] for case in all_cases if subject(case) == one]
        cells = []
        for outcomes in results.values():
            number = Counter(outcomes[identity][0] for identity in own)
            offered = len(own) - number["not offered"]
            cells.append(f"{number['pass']} of {offered}" if offered else "")
        yield f"| {one} | {len(own)} | " + " | ".join(cells) + " |"


def meaning(kind, text):
    """Numbers and messages are put together: what matters in the table is how often."""
    if kind == "error":
        is_lost = text.startswith("no answer within") or text == "the process ended"
        return text if is_lost else "an error or a refusal where there is a value"
    if text.startswith("a value ("):
        return "a value where none is defined: " + text.rsplit(": ", 1)[1].replace("_", " ")
    if text.endswith(("instead of nan", "instead of inf", "instead of -inf")):
        return "another number for what has no finite value"
    return "another number" if " instead of " in text and text[0] in "-0123456789ni" else text


def differences(results):
    yield "| program | what the numbers that differ mean (cases) |"
    yield "|---|---|"
    for name, outcomes in results.items():
        number = Counter(meaning(kind, text) for kind, text in outcomes.values() if kind in ("differs", "error"))
        listed = [f"{text} ({n})" for text, n in number.most_common(MOST_MEANINGS)]
        rest = sum(number.values()) - sum(n for _, n in number.most_common(MOST_MEANINGS))
        if listed:
            yield f"| {name} | " + "; ".join(listed + ([f"others ({rest})"] if rest else [])) + " |"


def reasons(results):
    yield "| program | not offered, because it has no argument for (cases) |"
    yield "|---|---|"
    for name, outcomes in results.items():
        number = Counter(text for kind, text in outcomes.values() if kind == "not offered")
        if number:
            yield f"| {name} | " + "; ".join(f"{text} ({n})" for text, n in number.most_common()) + " |"


def outcomes_by_program(path):
    """Of each program, in the order of the file; a later line of a case replaces an earlier one."""
    results = {}
    for line in path.read_text().splitlines():
        one = json.loads(line)
        results.setdefault(one["program"], {})[one["case"]] = (one["kind"], one["text"])
    return results


def table(results):
    all_cases = cases()
    version = (HERE / "VERSION").read_text().strip()
    lines = [f"Version {version} of the suite, {len(all_cases)} cases.", "", *totals(results), ""]
    lines += ["Passed, of the cases that are offered, by subject:", "", *by_subject(results, all_cases), ""]
    return lines + [*differences(results), "", *reasons(results)]


def main():
    made_part.write(sys.argv[2], "conformance", table(outcomes_by_program(Path(sys.argv[1]))))


if __name__ == "__main__":
    sys.exit(main())
