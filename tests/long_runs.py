# SPDX-License-Identifier: Apache-2.0
"""A stream of many hours as fast as the machine computes it, and a study of many subjects: memory and bytes.

Usage: long_runs.py PROGRAM [--hours 168] [--subjects 1000] [--page PAGE.md]

- An entropy of one channel of 128 Hz in windows, and states of three channels of 100 Hz, both from standard input: the peak
  of the resident memory after a tenth of the samples and at the end, and the bytes of the lines. The values of the entropy are
  those of `biotropy entropy` on the file of the whole; the states are computed a second time in seven pieces, each
  going on from the state file of the one before.
- A study, measured in one go and again while it is killed three times: the bytes of its result, and its memory beside that of a
  study with a tenth of the subjects.

Ends with 1 if bytes differ, if the memory of a stream grew by a tenth (and a MiB), or if that of a study, which keeps the matrices
of all subjects for its statistics, grew by more than 32 KiB for each. The page gets the figures, between two marks.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import typing

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "docs"))
import made_part  # noqa: E402
MIB = 1 << 20
PIECES = 7
KILLS = 3
BYTES_OF_SUBJECT = 32 << 10


class Run(typing.NamedTuple):
    seconds: float  # of the processor
    peak_at_tenth: int  # bytes
    peak: int


class Figure(typing.NamedTuple):
    name: str
    amount: str
    run: Run
    same: str  # what was compared; empty if it differs
    may_grow: int  # bytes


def peak_of(process: int) -> int:
    """Not that of wait4, which is of the process that was forked, too; 0 of a process that has ended."""
    found = re.search(r"VmHWM:\s*(\d+) kB", pathlib.Path(f"/proc/{process}/status").read_text())
    return int(found[1]) * 1024 if found else 0


def streamed(command: list, blocks: typing.Iterable[bytes], n_blocks: int, lines: typing.Callable[[bytes], None]) -> Run:
    """Gives the blocks to the standard input of a command; `lines` gets what it writes."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        reader = threading.Thread(target=lambda: [lines(part) for part in iter(lambda: process.stdout.read(MIB), b"")])
        reader.start()
        at_tenth = 0
        for number, block in enumerate(blocks):
            process.stdin.write(block)
            if number == n_blocks // 10:
                at_tenth = peak_of(process.pid)
        peak = peak_of(process.pid)
        process.stdin.close()
        reader.join()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f"{command}: {process.returncode}")
    return Run(usage.ru_utime + usage.ru_stime, at_tenth, peak)


def finished(command: list, folder: pathlib.Path) -> Run:
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL)
    peak, ended = 0, 0
    while not ended:
        peak = max(peak, peak_of(process.pid))
        ended, status, usage = os.wait4(process.pid, os.WNOHANG)
        time.sleep(0.01)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f"{command}: {process.returncode}")
    return Run(usage.ru_utime + usage.ru_stime, 0, peak)


def simulated_block(program: pathlib.Path, folder: pathlib.Path, command: str, name: str, header: bool) -> bytes:
    subprocess.run([program, *command.split()], cwd=folder, check=True, capture_output=True)
    text = (folder / name).read_bytes()
    lines = [line for line in text.splitlines(keepends=True) if not line.startswith(b"#")]
    return b"".join(lines[1:] if header else lines)


def values_of(columns: tuple[int, int, int], separator: bytes) -> tuple[typing.Callable[[bytes], None], typing.Any]:
    """Takes the bytes of a table piece by piece; the digest is of some of its columns, without the head."""
    digest, rest, first = hashlib.sha256(), [b""], [True]

    def take(part: bytes) -> None:
        *lines, rest[0] = (rest[0] + part).split(b"\n")
        if first[0] and lines:
            first[0] = False
            del lines[0]
        for line in lines:
            fields = line.split(separator)
            digest.update(b" ".join(fields[column] for column in columns) + b"\n")

    return take, digest


def entropy_stream(program: pathlib.Path, folder: pathlib.Path, hours: float) -> Figure:
    samples_of_block, rate = 100_000, 128
    block = simulated_block(program, folder, f"simulate series --samples {samples_of_block} -o block.txt", "block.txt", False)
    n_blocks = max(10, round(hours * 3600 * rate / samples_of_block))
    measured = ["--window", "256", "--step", "128", "--rate", str(rate), "--quiet"]
    take, live = values_of((2, 3, 4), b"\t")
    run = streamed([program, "stream", *measured, "-o", "-"], itertools.repeat(block, n_blocks), n_blocks, take)
    with open(folder / "whole.txt", "wb") as whole:
        for _ in range(n_blocks):
            whole.write(block)
    take, at_once = values_of((4, 5, 6), b",")
    with subprocess.Popen([program, "entropy", "whole.txt", *measured, "-o", "-"], cwd=folder, stdout=subprocess.PIPE) as process:
        for part in iter(lambda: process.stdout.read(MIB), b""):
            take(part)
    (folder / "whole.txt").unlink()
    same = live.hexdigest() == at_once.hexdigest() and process.returncode == 0
    return Figure("sample entropy, 1 channel", f"{n_blocks * samples_of_block:,} samples", run,
                  "the values of the whole file" if same else "", run.peak_at_tenth // 10 + MIB)


def state_stream(program: pathlib.Path, folder: pathlib.Path, hours: float) -> Figure:
    samples_of_block, rate = 60_000, 100
    block = simulated_block(program, folder, f"states simulate P3 -o train --samples {samples_of_block}", "train.csv", True)
    subprocess.run([program, "states", "train", "train.csv", "--rate", str(rate), "-o", "model.nc", "--quiet"], cwd=folder, check=True)
    n_blocks = max(PIECES, round(hours * 3600 * rate / samples_of_block))
    command = [program, "states", "stream", "--model", folder / "model.nc", "--quiet", "-o", "-"]
    whole, pieces = hashlib.sha256(), hashlib.sha256()
    run = streamed(command, itertools.repeat(block, n_blocks), n_blocks, whole.update)
    borders = [n_blocks * piece // PIECES for piece in range(PIECES + 1)]
    for begin, end in itertools.pairwise(borders):
        streamed([*command, "--state", folder / "state"], itertools.repeat(block, end - begin), end - begin, pieces.update)
    same = whole.digest() == pieces.digest()
    return Figure("states, 3 channels", f"{n_blocks * samples_of_block:,} samples", run,
                  f"{PIECES} pieces have the same bytes" if same else "", run.peak_at_tenth // 10 + MIB)


def cohort(program: pathlib.Path, folder: pathlib.Path, name: str, subjects: int) -> list:
    made = f"simulate cohort {name} --groups 2 --subjects {subjects // 2} --channels 4 --epochs 3 --epoch-length 256 --quiet"
    for command in (made, f"study init {name} --epoch 256 --permutations 100 --quiet"):
        subprocess.run([program, *command.split()], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return [program, "study", "run", name, "--quiet"]


def study(program: pathlib.Path, folder: pathlib.Path, subjects: int) -> Figure:
    few = finished(cohort(program, folder, "few", subjects // 10), folder)
    command = cohort(program, folder, "study", subjects)
    began = time.monotonic()
    whole = finished(command, folder)
    seconds = time.monotonic() - began
    result = folder / "study" / "result.nc"
    expected = hashlib.sha256(result.read_bytes()).hexdigest()
    for kept in [*(folder / "study" / "subjects").iterdir(), *(folder / "study" / "results").iterdir(), result]:
        kept.unlink()
    drawn = random.Random(1)
    for _ in range(KILLS):
        process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL)
        time.sleep(drawn.uniform(0.1, 0.3) * seconds)
        process.send_signal(signal.SIGKILL)
        process.wait()
    finished(command, folder)
    same = hashlib.sha256(result.read_bytes()).hexdigest() == expected
    return Figure("study, 4 channels", f"{subjects:,} subjects", whole._replace(peak_at_tenth=few.peak),
                  f"killed {KILLS} times, the same bytes" if same else "", BYTES_OF_SUBJECT * subjects)


def rows(figures: list[Figure]) -> typing.Iterator[str]:
    yield "| run | of | processor time | peak memory after or with a tenth | at the end | compared |"
    yield "|---|---:|---:|---:|---:|---|"
    for one in figures:
        yield (f"| {one.name} | {one.amount} | {one.run.seconds:,.0f} s | {one.run.peak_at_tenth / MIB:.1f} MiB | "
               f"{one.run.peak / MIB:.1f} MiB | {one.same or '**other bytes**'} |")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--hours", type=float, default=168)
    parser.add_argument("--subjects", type=int, default=1000)
    parser.add_argument("--page", type=pathlib.Path)
    arguments = parser.parse_args()
    program = arguments.program.resolve()
    figures = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for made, amount in ((study, arguments.subjects), (entropy_stream, arguments.hours), (state_stream, arguments.hours)):
            figures.append(made(program, folder, amount))
            print(figures[-1], flush=True)
    if arguments.page:
        said = f"{made_part.measured()}; streams of {arguments.hours:g} hours."
        made_part.write(arguments.page, "long-runs", [said, "", *rows(figures)])
    grew = any(one.run.peak > one.run.peak_at_tenth + one.may_grow for one in figures)
    return 1 if grew or not all(one.same for one in figures) else 0


if __name__ == "__main__":
    sys.exit(main())
