# SPDX-License-Identifier: Apache-2.0
"""Puts one small fault after the other into the library and looks whether the tests of its room find it.

Usage: mutate.py BUILD RESULTS.jsonl [--seed S] [--most N] [--seconds S] [--rooms ROOM,...] [--cases-only]
The faults are a sample of all that operators.py finds in the sources of the rooms, drawn by the seed. Each is compiled
alone, as one object, which stands in front of the room's library. First the cases of the conformance suite are answered
where the room has a part in them, then the room's test program runs until a test fails. A program that takes three times
the usual processor time is stopped. With --cases-only what the cases do not find is left open for a later run. Results are
lines of a file; a run that was interrupted goes on. BUILD is a folder of the
preset dev in which answer_cases and the tests of the rooms are built.
"""

import argparse
import json
import os
import random
import resource
import shlex
import signal
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
    "files": (["biotropy/files/*.cpp", "biotropy/files/formats/**/*.cpp"], ""),
    "heartbeats": (["biotropy/heartbeats/*.cpp"], ""),
    "groups": (["biotropy/groups/*.cpp"], "-*Rates*"),
    "series": (["biotropy/series/*.cpp"], ""),
}
OF_CASES = ("match", "entropy", "heartbeats", "series")  # what the conformance suite computes with
LEAST_SECONDS, TIMES_AS_LONG, LONGEST = 20, 3.0, 3600  # of processor time
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
        own = [(Path(one["file"]), one["command"]) for one in commands]
        self.compile = {str(path.relative_to(ROOT)): command for path, command in own if path.is_relative_to(ROOT)}
        words = ["ninja", "-C", str(build), "-t", "commands", f"test_{name}"]
        lines = subprocess.run(words, capture_output=True, text=True, check=True).stdout.splitlines()
        self.link = next(line for line in reversed(lines) if f"-o tests/{name}/test_{name} " in line)
        self.program = build / "tests" / name / f"test_{name}"
        self.usual = None

    def run(self, program, limit):
        """Whether all tests passed; None if they were stopped."""
        variables = os.environ | {"BIOTROPY_CACHE": str(self.build / "tests" / "programs")}
        words = [program, "--gtest_brief=1", "--gtest_fail_fast", f"--gtest_filter={ROOMS[self.name][1] or '*'}"]
        with tempfile.TemporaryDirectory() as folder:
            code = run_quietly(words, folder, variables, limit)
        return None if code == -signal.SIGXCPU else code == 0

    def measure(self):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        if not self.run(str(self.program), LONGEST):
            sys.exit(f"the tests of {self.name} do not pass without a fault")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.usual = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def compiled(self, source, text, folder):
        mutant, made = folder / Path(source).name, folder / "mutant.o"
        mutant.write_text(text)
        words = shlex.split(self.compile[source])
        words[words.index("-o") + 1] = str(made)
        words[words.index("-c") + 1] = str(mutant)
        words = [word for word in words if word not in ("-g", "-Werror")] + ["-O1", "-w", f"-I{(ROOT / source).parent}"]
        return made if subprocess.run(words, cwd=self.build, capture_output=True).returncode == 0 else None

    def fails_cases(self, made, folder):
        """Whether the conformance suite finds the fault: the object stands before the library of the program that answers."""
        library, program = folder / "mutant.so", folder / "answer"
        subprocess.run(["c++", "-shared", "-o", str(library), str(made)], check=True)
        answer = self.build / "tests" / "conformance" / "answer_cases"
        lines = ["#!/bin/sh", f"ulimit -t {LEAST_SECONDS}", f'[ "$1" != --version ] || exec {answer} "$1"']
        program.write_text("\n".join([*lines, f'LD_PRELOAD={library} exec {answer} "$@"', ""]))
        program.chmod(0o755)
        words = [sys.executable, "-B", str(ROOT / "conformance" / "run.py"), "--all-must-pass", "biotropy_cpp"]
        return run_quietly(words, folder, os.environ | {"BIOTROPY_CASES_CPP": str(program)}, LONGEST) != 0

    def outcome(self, source, text, folder, cases_only):
        """What found the fault (cases, tests, or time), survived, open, or not compiled."""
        made = self.compiled(source, text, folder)
        if made is None:
            return "not compiled"
        if self.name in OF_CASES and self.fails_cases(made, folder):
            return "cases"
        if cases_only:
            return "open"
        link = self.link.replace(f"-o tests/{self.name}/test_{self.name} ", f"-o {folder / 'tests'} {made} ")
        if subprocess.run(link, shell=True, cwd=self.build, capture_output=True).returncode != 0:
            return "not compiled"
        if self.usual is None:
            self.measure()
        passed = self.run(str(folder / "tests"), int(max(LEAST_SECONDS, TIMES_AS_LONG * self.usual)))
        return {True: "survived", False: "tests", None: "time"}[passed]


def run_quietly(words, folder, variables, seconds):
    """The exit status; SIGXCPU after so many seconds of processor time."""
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))

    quiet = subprocess.DEVNULL
    done = subprocess.run(words, env=variables, cwd=folder, stdin=quiet, stdout=quiet, stderr=quiet, preexec_fn=limit)
    return done.returncode


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
    parser.add_argument("--cases-only", action="store_true")
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
        if one is None or one["what"] != what or (one["outcome"] == "open" and not given.cases_only):
            with tempfile.TemporaryDirectory() as folder:
                outcome = rooms[fault.room].outcome(fault.source, mutated(text, mutation), Path(folder), given.cases_only)
            one = {"key": fault.key(), "room": fault.room, "place": f"{fault.source}:{line}", "what": what, "outcome": outcome}
            with given.results.open("a") as file:
                file.write(json.dumps(one) + "\n")
            print(f"{one['place']}: {what}: {outcome}", flush=True)
        n += one["outcome"] != "not compiled"


if __name__ == "__main__":
    main()
