# SPDX-License-Identifier: Apache-2.0
"""Processor time and memory of the compile jobs of a build, by room.

As a launcher of the compiler it adds a line to the file for every job; with a page it writes the table there.

Usage: compile_times.py FILE COMPILER OPTION... | compile_times.py --page PAGE FILE
"""

import resource
import subprocess
import sys
from collections import defaultdict
from pathlib import Path, PurePosixPath

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "docs"))

import made_part  # noqa: E402

DEMO = ("biotropy", "cli", "python")  # what `make demo` builds
MEGABYTE = 1024  # of the kilobytes in which the system counts


def compile_one(file, command):
    """Run the compiler, and note what it took. Return its exit status."""
    status = subprocess.call(command)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    if "-o" in command:
        with Path(file).open("a", encoding="utf-8") as lines:
            lines.write(f"{used.ru_utime + used.ru_stime:.2f}\t{used.ru_maxrss}\t{command[command.index('-o') + 1]}\n")
    return status


def room_of(output):
    """The folder of the sources of an object: biotropy/sicamm/CMakeFiles/... is of biotropy/sicamm."""
    return "/".join(PurePosixPath(output.partition("/CMakeFiles/")[0]).parts[:2])


def table(lines):
    """Rows of rooms, those that take longest first, below the sums of the parts of the project."""
    rooms = defaultdict(list)
    for line in lines:
        seconds, kilobytes, output = line.rstrip("\n").split("\t")
        room = room_of(output)
        part = "all that `make demo` builds" if room.split("/")[0] in DEMO else "tests, benchmarks and the C interface"
        for name in (f"**{part}**", f"`{room}/`"):
            rooms[name].append((float(seconds), int(kilobytes)))
    rows = [(name, len(jobs), sum(s for s, _ in jobs), max(jobs)[0], max(k for _, k in jobs) / MEGABYTE)
            for name, jobs in rooms.items()]
    rows.sort(key=lambda row: (row[0][0] != "*", -row[2]))
    yield "| room | jobs | seconds | longest | most memory, MB |"
    yield "|---|---|---|---|---|"
    for name, jobs, seconds, longest, megabytes in rows:
        yield f"| {name} | {jobs} | {seconds:.0f} | {longest:.0f} | {megabytes:.0f} |"


def main():
    """Compile, or write the table."""
    if sys.argv[1] != "--page":
        return compile_one(sys.argv[1], sys.argv[2:])
    page, file = sys.argv[2:]
    lines = Path(file).read_text(encoding="utf-8").splitlines()
    made_part.write(page, "compile-times", [f"{made_part.measured()}.", "", *table(lines)])
    return 0


if __name__ == "__main__":
    sys.exit(main())
