# SPDX-License-Identifier: Apache-2.0
"""Adds how many inputs each fuzz target read to the table of a page, between two marks.

Usage: table.py [--fast] INPUTS.txt PAGE.md
INPUTS.txt is what run.sh wrote: a line for each target without a finding of ours, with its name, inputs, seconds and a remark.
--fast: without sanitizers. The page keeps the sums of all runs.
"""

import argparse
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "docs"))
import made_part  # noqa: E402

ROW = re.compile(r"\| (\w+)(?:, ([^|]*))? \| ([\d,]+) \| ([\d,]+) \|")


def rows_of(lines):
    """{target: [inputs with sanitizers, inputs without, remark]} of the lines of a table."""
    rows = {}
    for match in filter(None, map(ROW.fullmatch, lines)):
        name, remark, *numbers = match.groups()
        rows[name] = [*(int(number.replace(",", "")) for number in numbers), remark or ""]
    rows.pop("all", None)
    return rows


def add(rows, lines, fast):
    """Adds what run.sh counted; the latest remark with sanitizers holds."""
    for line in lines:
        name, inputs, _, *remark = line.split()
        row = rows.setdefault(name, [0, 0, ""])
        row[fast] += int(inputs)
        if not fast:
            row[2] = " ".join(remark)


def table(rows):
    yield "| target | inputs with sanitizers | without |"
    yield "|---|---:|---:|"
    for name, (sanitized, fast, remark) in sorted(rows.items()):
        yield f"| {name}{', ' + remark if remark else ''} | {sanitized:,} | {fast:,} |"
    yield f"| all | {sum(row[0] for row in rows.values()):,} | {sum(row[1] for row in rows.values()):,} |"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--fast", action="store_true")
    parser.add_argument("inputs", type=Path)
    parser.add_argument("page", type=Path)
    arguments = parser.parse_args()
    rows = rows_of(arguments.page.read_text().split("<!-- made by make fuzz -->")[1].split("<!-- end of fuzz -->")[0].splitlines())
    add(rows, arguments.inputs.read_text().splitlines(), arguments.fast)
    total = sum(row[0] + row[1] for row in rows.values())
    made_part.write(arguments.page, "fuzz", [
        f"{made_part.measured()}, and before: {total:,} inputs.", "", *table(rows)])


if __name__ == "__main__":
    sys.exit(main())
