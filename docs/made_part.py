# SPDX-License-Identifier: Apache-2.0
"""Writes the part of a page that a command of the Makefile makes: what stands between its two marks, such as
`<!-- made by make bench -->` and `<!-- end of bench -->`.

Usage: made_part.py PAGE MAKER <TEXT   (writes the text as it is, below when and where it was measured)
"""

import datetime
import os
import subprocess
import sys
from pathlib import Path


def write(page, maker, lines):
    """Put the lines between the marks of a page. The page is written beside itself first, so that it is never half written.

    Raises SystemExit if the page does not have each mark once.
    """
    page, begin, end = Path(page), f"<!-- made by make {maker} -->", f"<!-- end of {maker} -->"
    text = page.read_text()
    if text.count(begin) != 1 or text.count(end) != 1 or text.index(begin) > text.index(end):
        sys.exit(f"{page}: the marks {begin} and {end} are needed, once each")
    beside = page.with_name(page.name + ".part")
    beside.write_text("\n".join([text.split(begin)[0] + begin, "", *lines, "", end + text.split(end)[1]]))
    os.replace(beside, page)


def measured():
    """When, of which commit and on how many processors of which kind something was measured."""
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True).stdout.strip()
    model = next((line.split(":", 1)[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines()
                  if line.startswith("model name")), "unknown")
    return f"Run on {datetime.date.today()}, commit {commit}, on {os.cpu_count()} processors ({model})"


def main():
    """Write what is read from standard input, as it is."""
    write(sys.argv[1], sys.argv[2], [f"{measured()}.", "", "```text", *sys.stdin.read().splitlines(), "```"])


if __name__ == "__main__":
    sys.exit(main())
