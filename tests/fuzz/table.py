# SPDX-License-Identifier: Apache-2.0
"""Writes how many inputs each fuzz target read into a page, between two marks.

Usage: table.py INPUTS.txt PAGE.md
INPUTS.txt is what run.sh wrote: a line for each target without a finding of ours, with its name, inputs, seconds and a remark.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "docs"))
import made_part  # noqa: E402


def table(rows):
    yield "| target | inputs | seconds |"
    yield "|---|---:|---:|"
    for name, inputs, seconds, *remark in rows:
        yield f"| {name}{', ' + ' '.join(remark) if remark else ''} | {int(inputs):,} | {int(seconds):,} |"
    yield f"| all | {sum(int(row[1]) for row in rows):,} | {sum(int(row[2]) for row in rows):,} |"


def main():
    rows = sorted(line.split() for line in Path(sys.argv[1]).read_text().splitlines())
    made_part.write(sys.argv[2], "fuzz", [f"{made_part.measured()}; nothing was found but in HDF5.", "", *table(rows)])


if __name__ == "__main__":
    sys.exit(main())
