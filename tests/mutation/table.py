# SPDX-License-Identifier: Apache-2.0
"""Writes what became of the faults into a page, between two marks: a table by room, and those that no test found.

Usage: table.py RESULTS.jsonl PAGE.md
"""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "docs"))
import made_part  # noqa: E402

FOUND = ("cases", "tests", "time")


def table(results):
    yield "| room | faults | found by the conformance suite | by the tests of the room | stopped for time | survived | found |"
    yield "|---|---:|---:|---:|---:|---:|---:|"
    rooms = sorted({one["room"] for one in results})
    for name in [*rooms, "all"]:
        own = [one["outcome"] for one in results if name in (one["room"], "all")]
        share = 100 * sum(own.count(kind) for kind in FOUND) / len(own)
        numbers = [own.count(kind) for kind in (*FOUND, "survived")]
        yield f"| {name} | {len(own)} | " + " | ".join(map(str, numbers)) + f" | {share:.0f} % |"
    survivors = [one for one in results if one["outcome"] == "survived"]
    if survivors:
        yield ""
        yield "Those that survived:"
        yield ""
    for one in sorted(survivors, key=lambda one: one["place"]):
        yield f"- `{one['place']}` `{one['what']}`"


def main():
    lines = map(json.loads, Path(sys.argv[1]).read_text().splitlines())
    results = {one["key"]: one for one in lines}.values()  # a later line replaces an earlier one
    results = [one for one in results if one["outcome"] not in ("not compiled", "open")]
    made_part.write(sys.argv[2], "mutation", table(results))


if __name__ == "__main__":
    sys.exit(main())
