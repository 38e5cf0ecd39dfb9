# SPDX-License-Identifier: Apache-2.0
"""Writes which lines and branches the tests ran into a page, between two marks: by room, and the files that miss most lines.

Usage: table.py EXPORT.json PAGE.md [MEASURED]
EXPORT.json is what `llvm-cov export -summary-only` wrote. MEASURED says when, of which commit and where.
"""

import json
import os
import sys
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "docs"))
import made_part  # noqa: E402

ROOT = Path(__file__).parents[2]
# Of lines and of branches, in percent.
WANTED = {"files": (95, 90), "match": (98, 95), "entropy": (98, 95)}
WANTED_OF_ALL = (90, 80)
MOST_FILES = 12


def room_of(path):
    """The folder below biotropy; its own files are the ground; cli and c."""
    parts = path.relative_to(ROOT).parts
    if parts[0] != "biotropy":
        return parts[0] if parts[0] in ("cli", "c") else None
    return parts[1] if len(parts) > 2 else "ground"


def by_room(files):
    rooms = defaultdict(lambda: {"lines": [0, 0], "branches": [0, 0]})
    for one in files:
        path = Path(one["filename"])
        room = room_of(path) if path.is_relative_to(ROOT) else None
        if room is None:
            continue
        for name in (room, "all"):
            for kind, numbers in rooms[name].items():
                numbers[0] += one["summary"][kind]["covered"]
                numbers[1] += one["summary"][kind]["count"]
    return rooms


def share(covered, count):
    return 100 * covered / count if count else 100.0


def table(files):
    rooms = by_room(files)
    yield "| room | lines | run | branches | run | wanted |"
    yield "|---|---:|---:|---:|---:|---:|"
    for room in [*sorted(room for room in rooms if room != "all"), "all"]:
        lines, branches = rooms[room]["lines"], rooms[room]["branches"]
        wanted = WANTED.get(room, WANTED_OF_ALL if room == "all" else None)
        text = f"{wanted[0]} / {wanted[1]} %" if wanted else ""
        yield f"| {room} | {lines[1]:,} | {share(*lines):.1f} % | {branches[1]:,} | {share(*branches):.1f} % | {text} |"
    own = [one for one in files if Path(one["filename"]).is_relative_to(ROOT) and room_of(Path(one["filename"]))]
    missing = [(one["summary"]["lines"]["count"] - one["summary"]["lines"]["covered"], one) for one in own]
    missing = [pair for pair in missing if pair[0] > 0]
    yield ""
    yield "Files with the most lines that no test ran:"
    yield ""
    for number, one in sorted(missing, key=lambda pair: (-pair[0], pair[1]["filename"]))[:MOST_FILES]:
        yield f"- `{Path(one['filename']).relative_to(ROOT)}`: {number} of {one['summary']['lines']['count']}"


def main():
    files = json.loads(Path(sys.argv[1]).read_text())["data"][0]["files"]
    for one in files:  # a compiler cache makes build/coverage/../../biotropy/ of some
        one["filename"] = os.path.normpath(one["filename"])
    page, *heading = sys.argv[2:]
    made_part.write(page, "coverage", [*heading, *[""] * len(heading), *table(files)])


if __name__ == "__main__":
    sys.exit(main())
