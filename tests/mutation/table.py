# SPDX-License-Identifier: Apache-2.0
"""Writes what became of the faults into a page, between two marks: a table by room, and those that no test found.

Usage: table.py RESULTS.jsonl PAGE.md
"""

import json
import sys
from pathlib import Path

BEGIN, END = "<!-- made by make mutation -->", "<!-- end of mutation -->"
FOUND = ("killed", "stopped")


def table(results):
    yield "| room | faults | found by a test | stopped for time | survived | found |"
    yield "|---|---:|---:|---:|---:|---:|"
    rooms = sorted({one["room"] for one in results})
    for name in [*rooms, "all"]:
        own = [one["outcome"] for one in results if name in (one["room"], "all")]
        share = 100 * sum(own.count(kind) for kind in FOUND) / len(own)
        yield f"| {name} | {len(own)} | {own.count('killed')} | {own.count('stopped')} | {own.count('survived')} | {share:.0f} % |"
    survivors = [one for one in results if one["outcome"] == "survived"]
    if survivors:
        yield ""
        yield "Those that survived:"
        yield ""
    for one in sorted(survivors, key=lambda one: one["place"]):
        yield f"- `{one['place']}` `{one['what']}`"


def main():
    results = [json.loads(line) for line in Path(sys.argv[1]).read_text().splitlines()]
    results = [one for one in results if one["outcome"] != "not compiled"]
    page = Path(sys.argv[2])
    before, rest = page.read_text().split(BEGIN)
    page.write_text("\n".join([before + BEGIN, "", *table(results), "", END + rest.split(END)[1]]))


if __name__ == "__main__":
    sys.exit(main())
