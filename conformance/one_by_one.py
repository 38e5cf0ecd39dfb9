# SPDX-License-Identifier: CC0-1.0
"""Asks a package case by case in a child process, which is ended where it does not answer in time, so that a loop without an
end, a crash or a runaway allocation costs one case. The limit is of processor time, so that other work on the machine does not
decide; a child that does nothing has ten times as long."""

import importlib
import multiprocessing
import resource
import signal

from runners.suite import Answer, cases, outcome, series

MOST_MEMORY = 8 << 30  # bytes of address space
IDLE = 10


def serve(runner, pipe, seconds):
    """The child: its name, or why it cannot answer; then an outcome for each index of a case."""
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    try:
        module = importlib.import_module(f"runners.{runner}")
        pipe.send((module.name(), None))
    except ImportError as problem:
        pipe.send((None, str(problem)))
        return
    all_cases, all_series = cases(), series()
    while (index := pipe.recv()) is not None:
        signal.setitimer(signal.ITIMER_PROF, seconds)  # its signal ends the process
        found = outcome(all_cases[index], module.answer(all_cases[index], all_series))
        signal.setitimer(signal.ITIMER_PROF, 0)
        pipe.send(found)


class Child:
    def __init__(self, runner, seconds):
        self.runner, self.seconds = runner, seconds
        self.start()

    def start(self):
        context = multiprocessing.get_context("spawn")
        self.pipe, other = context.Pipe()
        self.process = context.Process(target=serve, args=(self.runner, other, self.seconds), daemon=True)
        self.process.start()
        other.close()
        try:
            self.name, problem = self.pipe.recv()
        except EOFError:
            self.name, problem = None, "it ended while it was loaded"
        if self.name is None:
            raise ImportError(problem)

    def outcome_of(self, index, case):
        late = f"no answer within {self.seconds:g} s"
        self.pipe.send(index)
        try:
            if self.pipe.poll(IDLE * self.seconds):
                return self.pipe.recv()
            lost = late
        except (EOFError, ConnectionResetError):
            self.process.join()
            lost = late if self.process.exitcode == -signal.SIGPROF else "the process ended"
        self.process.kill()
        self.process.join()
        self.start()
        return outcome(case, Answer(lost=lost))

    def close(self):
        self.pipe.send(None)
        self.process.join(self.seconds)
        self.process.kill()
