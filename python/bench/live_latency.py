# SPDX-License-Identifier: Apache-2.0
"""How long a sample of `biotropy states stream --listen` takes over TCP, from its frame to its line, beside an echo.

19 channels at 500 Hz and two classes; samples as they are and the logarithm of the TSI. The floor is a process that reads
frames of the same size from a socket and writes a constant line to a pipe, as the program does. All three get each sample,
one after the other, in an order that changes from sample to sample, so that they meet the same load of the machine. The
echo says how long it was busy itself, since a floor that is slow would flatter the program.

Usage: live_latency.py PROGRAM [--seconds S]
"""

import argparse
import csv
import gc
import os
import socket
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

CHANNELS, RATE = 19, 500
FRAME = struct.Struct(f"<{1 + CHANNELS}d")
TSI_WINDOW = 125  # samples, 0.25 s
LINE = b"0\tconstant\n"

ECHO = f"""
import gc, os, socket, sys, time
gc.disable()
listener = socket.create_server(("127.0.0.1", 0))
print("listening on 127.0.0.1:%d" % listener.getsockname()[1], file=sys.stderr, flush=True)
link, busy, clock = listener.accept()[0], [], time.perf_counter_ns
link.recv(16, socket.MSG_WAITALL)
while len(link.recv({FRAME.size}, socket.MSG_WAITALL)) == {FRAME.size}:
    begin = clock()
    os.write(1, {LINE!r})
    busy.append(clock() - begin)
busy.sort()
print("%.1f" % (busy[len(busy) // 2] / 1000), file=sys.stderr)
"""


class Server:
    """A process that gets frames over TCP and writes a line for each to its standard output."""

    def __init__(self, name, command, filling=0):
        self.name, self.filling, self.nanoseconds = name, filling, []
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        port = int(self.process.stderr.readline().rsplit(b":", 1)[1])
        self.output = self.process.stdout.fileno()
        self.link = socket.create_connection(("127.0.0.1", port))
        self.link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.link.sendall(b"BIOTROPY" + struct.pack("<II", 1, CHANNELS))

    def read_line(self):
        text = b""
        while not text.endswith(b"\n"):
            more = os.read(self.output, 4096)
            if not more:
                raise RuntimeError(f"{self.name}: {self.process.stderr.read().decode()}")
            text += more

    def exchange(self, frame):
        begin = time.perf_counter_ns()
        self.link.sendall(frame)
        self.read_line()
        self.nanoseconds.append(time.perf_counter_ns() - begin)

    def finish(self):
        self.link.close()
        said = self.process.stderr.read().decode()
        if self.process.wait() != 0:
            raise RuntimeError(f"{self.name}: {said}")
        return said.strip()


def models(program, folder):
    """Models of the samples and of their TSI, and samples to be classified."""

    def run(*arguments):
        subprocess.run([program, "states", *arguments, "--quiet"], cwd=folder, check=True, stdout=subprocess.DEVNULL)

    run("simulate", "P19", "-o", "train", "--samples", "8000", "--rate", str(RATE))
    run("simulate", "P19", "-o", "test", "--samples", "4000", "--seed", "2", "--rate", str(RATE))
    for name, options in (("raw", []), ("tsi", ["--features", "tsi", "--log"])):
        preset = ["--rate", str(RATE), "--bandwidth", "silverman", "--beta", "1"]
        run("train", "train.csv", "--events", "train_events.tsv", *preset, *options, "-o", f"{name}.nc")
    with open(Path(folder) / "test.csv", newline="") as file:
        return [[float(x) for x in row] for row in list(csv.reader(file))[1:]]


def measure(servers, samples, seconds):
    """Sends each sample when it is due. @returns how many were not sent in time."""
    for server in servers:
        for i in range(server.filling):
            server.link.sendall(FRAME.pack(i / RATE, *samples[i]))
    late, start = 0, time.perf_counter()
    for i in range(round(seconds * RATE)):
        due = start + i / RATE
        time.sleep(max(0.0, due - time.perf_counter()))
        late += time.perf_counter() > due + 1 / RATE
        for k in range(len(servers)):
            server = servers[(i + k) % len(servers)]
            number = i + server.filling
            server.exchange(FRAME.pack(number / RATE, *samples[number % len(samples)]))
    return late


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("program")
    arguments.add_argument("--seconds", type=float, default=60.0)
    given = arguments.parse_args()
    program = os.path.abspath(given.program)
    with tempfile.TemporaryDirectory() as folder:
        samples = models(program, folder)
        servers = [Server("echo", [sys.executable, "-c", ECHO])]
        for name, filling in (("raw", 0), ("tsi", TSI_WINDOW - 1)):
            model = os.path.join(folder, f"{name}.nc")
            command = [program, "states", "stream", "--model", model, "--listen", "0", "--quiet"]
            servers.append(Server(name, command, filling))
        gc.disable()
        before = os.getloadavg()[0]
        late = measure(servers, samples, given.seconds)
        load = f"{before:.2f} before and {os.getloadavg()[0]:.2f} after"
        busy = servers[0].finish()
        for server in servers[1:]:
            server.finish()
    print(f"{'us':5} {'samples':>8} {'p50':>8} {'p99':>8} {'p99.9':>8} {'longest':>9}")
    for server in servers:
        times = sorted(x / 1000 for x in server.nanoseconds)
        p50, p99, p999 = (times[int(p * (len(times) - 1))] for p in (0.5, 0.99, 0.999))
        print(f"{server.name:5} {len(times):8} {p50:8.1f} {p99:8.1f} {p999:8.1f} {times[-1]:9.1f}")
    print(f"the echo writes for {busy} us (p50); {late} samples sent late; load {load}, {os.cpu_count()} processors")


if __name__ == "__main__":
    main()
