# SPDX-License-Identifier: Apache-2.0
"""Puts one small fault after the other into the library and looks whether the tests of its room find it.

Usage: mutate.py BUILD RESULTS.jsonl [--seed S] [--most N] [--seconds S] [--rooms ROOM,...]
The faults are a sample of all that operators.py finds in the sources of the rooms, drawn by the seed. Each is compiled
alone, as one object that is linked in front of the room's library, and the room's test program runs until a test fails. A
program that runs three times as long as usual counts as stopped. Results are lines of a file; a run that was interrupted
goes on. BUILD is a folder of the preset dev in which the tests of the rooms are built.
"""

import argparse
import json
import os
import random
import shlex
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from operators import described, mutated, mutations

ROOT = Path(__file__).parents[2]
# Room: sources, and tests that need minutes or a device, and are about other things.
ROOMS = {
    "match": (["biotropy/match/*.cpp", "biotropy/match/sliding/*.cpp", "biotropy/match/fuzzy/*.cpp"], "-*Device*:*Long*"),
    "entropy": (["biotropy/entropy/*.cpp"], "-*SurrogateRates*:*Device*"),
    "files": (["biotropy/files/*.cpp", "biotropy/files/formats/*.cpp"], ""),
    "heartbeats": (["biotropy/heartbeats/*.cpp"], ""),
    "groups": (["biotropy/groups/*.cpp"], "-*Rates*"),
}
LEAST_SECONDS, TIMES_AS_LONG = 20.0, 3.0
PER_INSTRUCTION_SET = "#define HWY_TARGET_INCLUDE"  # such a file includes itself by its name


@dataclass(frozen=True)
class Fault:
    room: str
    source: str
    number: int  # among the mutations of the source

    def key(self):
        return f"{self.source}:{self.number}"


class Room:
    """How a source of the room is compiled, its tests linked, and how long they run."""

    def __init__(self, name, build):
        self.name, self.build = name, build
        commands = json.loads((build / "compile_commands.json").read_text())
        self.compile = {str(Path(one["file"]).relative_to(ROOT)): one["command"] for one in commands if Path(one["file"]).is_relative_to(ROOT)}
        lines = subprocess.run(["ninja", "-C", build, "-t", "commands", f"test_{name}"], capture_output=True, text=True, check=True)
        self.link = next(line for line in reversed(lines.stdout.splitlines()) if f"-o tests/{name}/test_{name} " in line)
        self.usual = None

    def run(self, program, limit):
        """Whether all tests passed; None if they were stopped."""
        variables = os.environ | {"BIOTROPY_CACHE": str(self.build / "tests" / "programs")}
        words = [program, "--gtest_brief=1", "--gtest_fail_fast", f"--gtest_filter={ROOMS[self.name][1] or '*'}"]
        with tempfile.TemporaryDirectory() as folder:
            try:
                done = subprocess.run(words, env=variables, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                      stderr=subprocess.DEVNULL, timeout=limit)  # fmt: skip
            except subprocess.TimeoutExpired:
                return None
        return done.returncode == 0

    def measure(self):
        begin = time.monotonic()
        if not self.run(str(self.build / "tests" / self.name / f"test_{self.name}"), 3600):
            sys.exit(f"the tests of {self.name} do not pass without a fault")
        self.usual = time.monotonic() - begin

    def outcome(self, source, text, folder):
        """killed, stopped, survived, or not compiled."""
        mutant, made, program = folder / Path(source).name, folder / "mutant.o", folder / "tests"
        mutant.write_text(text)
        words = shlex.split(self.compile[source])
        words[words.index("-o") + 1] = str(made)
        words[words.index("-c") + 1] = str(mutant)
        words = [word for word in words if word not in ("-g", "-Werror")] + ["-O1", "-w", f"-I{(ROOT / source).parent}"]
        if subprocess.run(words, cwd=self.build, capture_output=True).returncode != 0:
            return "not compiled"
        link = self.link.replace(f"-o tests/{self.name}/test_{self.name} ", f"-o {program} {made} ")
        if subprocess.run(link, shell=True, cwd=self.build, capture_output=True).returncode != 0:
            return "not compiled"
        if self.usual is None:
            self.measure()
        passed = self.run(str(program), max(LEAST_SECONDS, TIMES_AS_LONG * self.usual))
        return {True: "survived", False: "killed", None: "stopped"}[passed]


def faults(rooms):
    found = []
    for room in rooms:
        for pattern in ROOMS[room][0]:
            for path in sorted(ROOT.glob(pattern)):
                text = path.read_text()
                if PER_INSTRUCTION_SET not in text:
                    source = str(path.relative_to(ROOT))
                    found += [Fault(room, source, number) for number, _ in enumerate(mutations(text))]
    return found


def parsed():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("build", type=Path)
    parser.add_argument("results", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=100, help="faults that compile")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="no new fault after so many seconds")
    parser.add_argument("--rooms", default=",".join(ROOMS))
    return parser.parse_args()


def main():
    given, begin = parsed(), time.monotonic()
    build, names = given.build.resolve(), given.rooms.split(",")
    known = {}
    if given.results.exists():
        known = {one["key"]: one for one in map(json.loads, given.results.read_text().splitlines())}
    drawn = faults(names)
    random.Random(given.seed).shuffle(drawn)
    rooms, n = {name: Room(name, build) for name in names}, 0
    given.results.parent.mkdir(parents=True, exist_ok=True)
    for fault in drawn:
        if n == given.most or time.monotonic() - begin > given.seconds:
            break
        text = (ROOT / fault.source).read_text()
        mutation = list(mutations(text))[fault.number]
        line, what = described(text, mutation)
        one = known.get(fault.key())
        if one is None or one["what"] != what:
            with tempfile.TemporaryDirectory() as folder:
                outcome = rooms[fault.room].outcome(fault.source, mutated(text, mutation), Path(folder))
            one = {"key": fault.key(), "room": fault.room, "place": f"{fault.source}:{line}", "what": what, "outcome": outcome}
            with given.results.open("a") as file:
                file.write(json.dumps(one) + "\n")
            print(f"{one['place']}: {what}: {outcome}", flush=True)
        n += one["outcome"] != "not compiled"


if __name__ == "__main__":
    main()
