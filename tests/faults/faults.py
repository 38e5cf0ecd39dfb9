#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the program again and again, each time with one failure: memory that is refused, a system call that fails, a signal.

Every path that leads to an allocation and every system call of a run has its turn. After each the program must have
ended by itself, with the result of an undisturbed run or with an error and a message; files must be whole: the
undisturbed ones, those from before, or none; and nothing unfinished may lie about.

Memory is refused by a preloaded library, system calls by strace, which also sends a signal at every one of them
(`signals`). One thread, so that a number means the same in each run. `groups` sends signals to the program and its
children together, as a terminal does, at moments drawn at random, 20 or --most.

Usage: faults.py PROGRAM DATA [--kind memory|memory-gone|calls|signals|groups] [--run NAME]...
"""

from __future__ import annotations

import argparse
import collections
import concurrent.futures
import contextlib
import io
import json
import os
import pathlib
import random
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import typing

import runs

TOO_LONG = 120  # seconds; a run takes a tenth of one
LOST_CONTROL = 134, 139, 135, 136, 137
KINDS = "memory", "memory-gone", "calls", "signals", "groups"
MOMENTS = 20
STOPPED, READER_GONE = 130, 141  # exit codes of docs/program.md
SIGNALS = signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE
# What a kernel says to a program in trouble, call by call; EIO to all others.
NUMBERS = {
    "ENOSPC": {"write", "pwrite64", "writev", "fsync", "fdatasync", "mkdir", "mkdirat", "rename", "renameat", "renameat2",
               "link", "linkat", "symlink", "fallocate", "ftruncate"},
    "ENOMEM": {"mmap", "mprotect", "mremap", "brk", "clone", "clone3", "fork", "vfork", "execve"},
    "EMFILE": {"openat", "open", "pipe", "pipe2", "socket", "dup", "dup2", "dup3", "epoll_create1", "eventfd2"},
}
# No kernel refuses these, or libc itself stops the program where one does.
NEVER_FAIL = {"exit", "exit_group", "futex", "rt_sigreturn", "rt_sigprocmask", "rt_sigaction", "munmap", "sched_yield", "brk",
              "getpid", "gettid", "set_robust_list", "rseq", "set_tid_address", "arch_prctl", "madvise", "restart_syscall",
              "wait4", "clock_nanosleep", "tgkill", "kill"}


class Outcome(typing.NamedTuple):
    code: int
    output: bytes
    errors: bytes
    files: dict[str, bytes]


class Attempts:
    """One run in folders of its own, with and without failures."""

    def __init__(self, program: pathlib.Path, run: runs.Run, template: pathlib.Path, scratch: pathlib.Path, shim: pathlib.Path):
        self.program, self.run, self.scratch, self.shim = program, run, scratch, shim
        self.in_libraries = 0
        self.template = scratch / f"{run.name}.before"
        shutil.copytree(template, self.template)
        if run.before:
            with self.standard_input(self.template) as source:
                subprocess.run([program, *run.before.split()], cwd=self.template, stdin=source, check=True, capture_output=True)
        self.files_before = contents(self.template)
        self.reference = self.attempt(on_one_processor(0))
        if self.reference.code != 0:
            raise SystemExit(f"{run.name}: an undisturbed run ends with {self.reference.code}: {self.reference.errors.decode()}")
        again = self.attempt(on_one_processor(1))
        # A study writes when it measured; such files are compared with those of other runs by their presence alone.
        self.varying = {name for name in again.files if again.files[name] != self.reference.files.get(name)}

    def attempt(self, wrapper: list[str], meanwhile: typing.Callable[[int], None] = lambda group: None) -> Outcome:
        """`meanwhile` gets the process group of the program."""
        folder = pathlib.Path(tempfile.mkdtemp(prefix=f"{self.run.name}.", dir=self.scratch))
        work = folder / "work"
        shutil.copytree(self.template, work)
        try:
            with self.standard_input(work) as source, subprocess.Popen(
                    [*wrapper, self.program, *self.run.command.split()], cwd=work, stdin=source, stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE, env=usual_environment(), start_new_session=True) as running:
                try:
                    meanwhile(running.pid)
                    output, errors = running.communicate(timeout=TOO_LONG)
                    return Outcome(running.returncode, output, errors, contents(work))
                except subprocess.TimeoutExpired as late:
                    os.killpg(running.pid, signal.SIGKILL)
                    return Outcome(-9, late.stdout or b"", b"it did not end", contents(work))
        finally:
            shutil.rmtree(folder)

    def standard_input(self, folder: pathlib.Path) -> typing.BinaryIO:
        return open(folder / self.run.stdin if self.run.stdin else os.devnull, "rb")

    def fault(self, outcome: Outcome, may_leave_files: bool = False, may_be_silent: bool = False) -> str:
        """What is wrong with this outcome, and what the program said last; or nothing."""
        said = outcome.errors.decode(errors="replace").strip().rpartition("\n")[2]
        fault = self.wrong(outcome, may_leave_files, may_be_silent)
        return f"{fault} ({outcome.code}: {said})" if fault else ""

    def wrong(self, outcome: Outcome, may_leave_files: bool, may_be_silent: bool) -> str:
        if self.ended_in(outcome):
            self.in_libraries += 1
            return self.fault_of_files(outcome, may_leave_files=True)
        if outcome.code < 0 or outcome.code in LOST_CONTROL:
            return "ended by a signal"
        if outcome.code == 0 and without_new_warnings(outcome.output, self.reference.output) != self.reference.output:
            return "done, but its output differs"
        if outcome.code not in (0, 1, 3, 4, 5):
            return f"exit code {outcome.code}"
        if outcome.code != 0 and not may_be_silent and not outcome.errors.strip():
            return f"exit code {outcome.code} without a message"
        if b"a defect" in outcome.errors:
            return "calls itself a defect"
        return self.fault_of_files(outcome, may_leave_files)

    def fault_when_stopped(self, outcome: Outcome, number: signal.Signals) -> str:
        said = outcome.errors.decode(errors="replace").strip().rpartition("\n")[2]
        if outcome.code == -number and outcome.files == self.files_before:
            return ""  # before it could hear the signal
        stopped = READER_GONE if number == signal.SIGPIPE else STOPPED
        if outcome.code == stopped:
            silent = not said and number != signal.SIGPIPE
            fault = "stopped without a message" if silent else self.fault_of_files(outcome, may_leave_files=False)
        elif outcome.code == 0 and outcome.output == self.reference.output:
            fault = self.fault_of_files(outcome, may_leave_files=False)
        else:
            fault = "neither stopped nor done"
        return f"{fault} ({number.name}, {outcome.code}: {said})" if fault else ""

    def ended_in(self, outcome: Outcome) -> str:
        """The library that ended the program, if it was not the program itself."""
        # What the library itself says as it ends may come behind that.
        found = re.search(r"^ended in (.*) at (0x[0-9a-f]+)$", outcome.errors.decode(errors="replace"), re.MULTILINE)
        if not found:
            return ""
        where, place = found.groups()
        if where != self.program.name:
            return where
        # nlohmann-json is all headers. Its values take memory where they are destroyed.
        function = subprocess.run(["addr2line", "-f", "-e", self.program, place], check=True, capture_output=True).stdout
        return "nlohmann-json" if b"nlohmann" in function.partition(b"\n")[0] else ""

    def fault_of_files(self, outcome: Outcome, may_leave_files: bool) -> str:
        for name in self.run.outputs:
            now, made, before = (where.get(name) for where in (outcome.files, self.reference.files, self.files_before))
            if outcome.code == 0 and now is None:
                return f"done without {name}"
            allowed = [made] if outcome.code == 0 else [made, before]
            is_part = outcome.code != 0 and now is not None and self.run.accepts(now, made)
            if now in allowed or is_part or (name in self.varying and now):
                continue
            has_content = outcome.code == 0 and name.endswith((".json", ".nc"))
            if not (has_content and unsaid(outcome, name) == unsaid(self.reference, name)):
                return f"{name} is neither the old nor the new one"
        for name, content in self.files_before.items():
            is_result = name in self.run.outputs or (self.run.leaves_out and name.startswith(runs.RESULTS))
            is_input = not is_result and self.reference.files.get(name, content) == content
            if is_input and outcome.files.get(name) != content:
                return f"{name} was changed"
        left = [name for name in outcome.files if name.endswith(".part")]
        return "" if may_leave_files or not left else f"{left[0]} was left"


def without_new_warnings(output: bytes, usual: bytes) -> bytes:
    """`info` writes its warnings among the rest; others are on standard error."""
    known = usual.splitlines(keepends=True)
    return b"".join(line for line in output.splitlines(keepends=True) if line in known or not line.startswith(b"  warning "))


def unsaid(outcome: Outcome, name: str) -> object:
    """A result in JSON or NetCDF without the notices that are on standard error as well."""
    said = outcome.errors.decode(errors="replace")

    def without_notices(part: dict[str, object]) -> dict[str, object]:
        if "notices" in part:
            part["notices"] = [one for one in part["notices"] if (one if isinstance(one, str) else one["text"]) not in said]
        return part

    content = outcome.files[name]
    return without_notices(of_netcdf(content)) if name.endswith(".nc") else json.loads(content, object_hook=without_notices)


def of_netcdf(content: bytes) -> dict[str, object]:
    """Attributes and variables by name, without the library's own one, which it leaves out where it has no memory for it."""
    import h5py

    found: dict[str, object] = {"notices": []}

    def note(name: str, part: h5py.HLObject) -> None:
        for key, value in part.attrs.items():
            if key == "notices":
                text = value.decode() if isinstance(value, bytes) else value
                found["notices"] += [] if isinstance(value, h5py.Empty) else text.split("\n")
            elif key in ("DIMENSION_LIST", "REFERENCE_LIST"):  # addresses
                found[f"{name}@{key}"] = len(value)
            elif key not in ("_NCProperties", "notice_codes"):
                found[f"{name}@{key}"] = repr(value)
        if name.endswith("notices"):  # of the subjects of a study
            found["notices"] += [line for text in part[()].tolist() for line in text.decode().split("\n")]
        elif isinstance(part, h5py.Dataset) and not name.endswith("notice_codes"):
            found[name] = part.dtype, repr(part[()].tolist())

    with h5py.File(io.BytesIO(content)) as file:
        note("", file)
        file.visititems(note)
    return found


def usual_environment() -> dict[str, str]:
    return {**os.environ, "BIOTROPY_OPENCL": "/nowhere", "BIOTROPY_CUDA": "/nowhere", "LC_ALL": "C", "OMP_NUM_THREADS": "1"}


def contents(folder: pathlib.Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def on_one_processor(number: int) -> list[str]:
    """Starts the program with one thread and at the same addresses each time."""
    processors = sorted(os.sched_getaffinity(0))
    return ["taskset", "--cpu-list", str(processors[number % len(processors)]), "setarch", "--addr-no-randomize"]


def preloaded(attempts: Attempts, number: int, *settings: str) -> list[str]:
    # Only the program itself, not those that start it, gets the library.
    return [*on_one_processor(number), "env", f"LD_PRELOAD={attempts.shim}", *settings]


def memory_requests(attempts: Attempts) -> list[int]:
    """One request for memory of each path that leads to one."""
    listed = attempts.scratch / f"{attempts.run.name}.requests"
    if attempts.attempt(preloaded(attempts, 0, f"REFUSE_LIST={listed}")).code != 0:
        raise SystemExit(f"{attempts.run.name}: it does not end well while its requests are listed")
    first: dict[int, int] = {}
    for request, path in struct.iter_unpack("<QQ", listed.read_bytes()):
        first.setdefault(path, request)
    return sorted(first.values())


def refused(attempts: Attempts, request: int, from_then_on: bool) -> str:
    settings = [f"REFUSE_AT={request}", *(["REFUSE_ON=1"] if from_then_on else [])]
    outcome = attempts.attempt(preloaded(attempts, request, *settings))
    if from_then_on and outcome.code < 0:
        return attempts.fault_of_files(outcome, may_leave_files=True)
    return attempts.fault(outcome)


def traced(attempts: Attempts, number: int, *options: str) -> list[str]:
    # The preloaded library says where the program was ended.
    return [*on_one_processor(number), "strace", "--quiet=all", *options, "env", f"LD_PRELOAD={attempts.shim}"]


def system_calls(attempts: Attempts, begin: str, left_out: set[str]) -> list[tuple[str, int]]:
    """The system calls of a run, each with its number among those of its name, behind the first one with this text.

    Readers of MATLAB files and models work in a child process without rights, which is not followed: whatever ends it is
    an error of its file.
    """
    listed = attempts.scratch / f"{attempts.run.name}.calls"
    attempts.attempt(traced(attempts, 0, f"--output={listed}"))
    seen: collections.Counter[str] = collections.Counter()
    calls, began = [], False
    for line in listed.read_text(errors="replace").splitlines():
        name = line.partition("(")[0]
        seen[name] += 1
        began = began or begin in line
        if began and name.isidentifier() and name not in left_out:
            calls.append((name, seen[name]))
    return calls


def failing(attempts: Attempts, name: str, number: int) -> str:
    error = next((error for error, names in NUMBERS.items() if name in names), "EIO")
    wrapper = traced(attempts, number, "--output=/dev/null", f"--trace={name}", f"--inject={name}:error={error}:when={number}")
    # A name that cannot be removed stays, and a message that cannot be written is lost.
    return attempts.fault(attempts.attempt(wrapper), name.startswith("unlink"), name == "write")


def signalled(attempts: Attempts, name: str, number: int) -> str:
    sent = SIGNALS[(number + len(name)) % len(SIGNALS)]
    injected = f"--inject={name}:signal={sent.name}:when={number}"
    wrapper = traced(attempts, number, "--output=/dev/null", f"--trace={name}", injected)
    return attempts.fault_when_stopped(attempts.attempt(wrapper), sent)


def moments(attempts: Attempts, count: int) -> list[tuple[signal.Signals, float]]:
    """Signals and the seconds after which they are sent, some of them after the end of an undisturbed run."""
    began = time.monotonic()
    attempts.attempt([])
    longest = 1.2 * (time.monotonic() - began)
    drawn = random.Random(attempts.run.name)
    return [(SIGNALS[i % len(SIGNALS)], drawn.uniform(0, longest)) for i in range(count)]


def stopped_in_group(attempts: Attempts, sent: signal.Signals, seconds: float) -> str:
    def send(group: int) -> None:
        time.sleep(seconds)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(group, sent)

    return attempts.fault_when_stopped(attempts.attempt([], send), sent)


def places_of(attempts: Attempts, kind: str, most: int) -> tuple[list, typing.Callable[..., str]]:
    """Where failures of a kind are possible, and what gives the one of a place."""
    if kind == "calls":
        # The first call of the program itself looks whether its standard input is open.
        return spread(system_calls(attempts, "fcntl(0, F_GETFD", NEVER_FAIL), most), lambda call: failing(attempts, *call)
    if kind == "signals":
        # The last signal that it prepares for is the one of a limit of file sizes.
        calls = system_calls(attempts, "rt_sigaction(SIGXFSZ", {"exit_group", "rt_sigaction"})
        return spread(calls, most), lambda call: signalled(attempts, *call)
    if kind == "groups":
        return moments(attempts, MOMENTS if most == sys.maxsize else most), lambda moment: stopped_in_group(attempts, *moment)
    return spread(memory_requests(attempts), most), lambda request: refused(attempts, request, kind == "memory-gone")


def spread(places: list, most: int) -> list:
    return places[:: -(-len(places) // most)] if places else places


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--kind", choices=KINDS, action="append")
    parser.add_argument("--run", action="append", default=[])
    parser.add_argument("--most", type=int, default=sys.maxsize, help="places of a run, spread evenly")
    arguments = parser.parse_args()
    program = arguments.program.resolve()
    found = 0
    with tempfile.TemporaryDirectory() as name, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        scratch = pathlib.Path(name)
        shim, template = scratch / "refuse_memory.so", scratch / "template"
        source = pathlib.Path(__file__).with_name("refuse_memory.c")
        subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", shim, source], check=True)
        template.mkdir()
        runs.prepare(program, arguments.data.resolve(), template)
        for run in runs.RUNS:
            if arguments.run and run.name not in arguments.run:
                continue
            attempts = Attempts(program, run, template, scratch, shim)
            for kind in arguments.kind or KINDS:
                places, give = places_of(attempts, kind, arguments.most)
                faults = list(pool.map(give, places))
                wrong = [(place, fault) for place, fault in zip(places, faults) if fault]
                print(f"{run.name}: {kind}: {len(places)} failures, {attempts.in_libraries} ended in a library, "
                      f"{len(wrong)} not as promised", flush=True)
                attempts.in_libraries = 0
                for place, fault in wrong:
                    print(f"  {place}: {fault}", flush=True)
                found += len(wrong)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
