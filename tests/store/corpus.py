# SPDX-License-Identifier: Apache-2.0
"""A corpus of simulated recordings in a store of objects, measured by Dask while workers and the store are killed: the bytes are
those of an undisturbed run. Prints what a recording costs.

Usage: corpus.py PROGRAM RECORDINGS KILLS   with the Python package and Swift; starts and ends a store of its own
"""

import filecmp
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import dask
import mne
import numpy as np
import s3fs
from distributed import Client, LocalCluster
from swift import KEY, SECRET, Swift

import biotropy
from biotropy import distributed
from biotropy._work import shards

CHANNELS, EPOCHS, EPOCH = 32, 30, 1024  # two minutes at 256 Hz
ENOUGH = 50  # recordings to say what one costs
AT_ONCE = 100  # recordings that are on the disk before they are in the store
MEASURE = {"measure": "cross-sampen", "m": 2, "r": 0.2}


def say(text):
    print(f"corpus: {text}", flush=True)


def fill(store, folder, program, recordings):
    """Simulate the recordings into the store; return their addresses, their bytes, and one that stays on the disk."""
    store.mkdir("corpus")
    named, size, kept = {}, 0, None
    for first in range(0, recordings, AT_ONCE):
        n, some = min(AT_ONCE, recordings - first), folder / "some"
        subprocess.run([program, "simulate", "cohort", some, "--groups", "1", "--subjects", str(n), "--channels", str(CHANNELS),
                        "--epochs", str(EPOCHS), "--epoch-length", str(EPOCH), "--seed", str(first + 1), "--quiet"], check=True)  # fmt: skip
        for index, file in enumerate(sorted(some.glob("*.edf"))):
            name = f"rec-{first + index:05d}"
            store.put_file(str(file), f"corpus/{name}.edf")
            named[name] = f"s3://corpus/{name}.edf"
            size += file.stat().st_size
            kept = kept or shutil.copy(file, folder / "kept.edf")
        shutil.rmtree(some)
    return named, size, kept


def processor_seconds():
    times = os.times()
    return times.user + times.system


def largest_memory():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def counting_seconds(path):
    """Processor time of the counting of one recording alone: the samples are in memory."""
    data = mne.io.read_raw(path, verbose="ERROR").get_data()
    epochs = data[:, : EPOCHS * EPOCH].reshape(CHANNELS, EPOCHS, EPOCH).swapaxes(0, 1).copy()
    biotropy.pairwise(epochs, output="dict", **MEASURE)
    began = time.process_time()
    for _ in range(3):
        biotropy.pairwise(epochs, output="dict", **MEASURE)
    return (time.process_time() - began) / 3


def watch_counting():
    """From now on, sum up what this process spends on counting."""
    from biotropy import distributed
    from biotropy._work.recording_work import Work

    measure_epochs, distributed.spent_on_counting = Work.measure_epochs, 0.0

    def timed(work, epochs, first):
        began = time.process_time()
        values = measure_epochs(work, epochs, first)
        distributed.spent_on_counting += time.process_time() - began
        return values

    Work.measure_epochs = timed


def spent_on_counting():
    from biotropy import distributed

    return distributed.spent_on_counting


def measure(named, folder, watch):
    with (
        dask.config.set(shards.QUIET),
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, memory_limit=0) as cluster,
        Client(cluster) as client,
    ):
        client.run(watch_counting)
        began = time.monotonic()
        results = distributed.pairwise(named, folder=folder, client=client, epoch=EPOCH, block_size=EPOCHS, picks="all",
                                       progress=lambda done, total: watch(client, done), **MEASURE)  # fmt: skip
        wall = time.monotonic() - began
        return results, wall, None if isinstance(watch, Harm) else Spent(client, len(named))


class Spent:
    """What has been spent on so many recordings: processor time of the workers, what of it went into counting, that of the
    caller, and the most memory of a worker."""

    def __init__(self, client, done):
        self.done, self.of_caller, self.of_workers = done, processor_seconds(), client.run(processor_seconds)
        self.on_counting = client.run(spent_on_counting)
        self.memory = max(client.run(largest_memory).values())

    def since(self, early):
        """Seconds of the workers for counting, for the rest, and of the caller, for a recording after `early`."""
        n = self.done - early.done
        work = sum(self.of_workers.values()) - sum(early.of_workers.values())
        counting = sum(self.on_counting.values()) - sum(early.on_counting.values())
        return counting / n, (work - counting) / n, (self.of_caller - early.of_caller) / n


class Early:
    """What has been spent after a quarter of the recordings: until then the workers load what they need."""

    def __init__(self, recordings):
        self.at, self.spent = recordings // 4, None

    def __call__(self, client, done):
        if self.spent is None and done >= self.at:
            self.spent = Spent(client, done)


class Harm:
    """Kills a worker at even steps of the work, and every fifth time the front of the store, too."""

    def __init__(self, swift, recordings, kills):
        self.swift, self.done = swift, 0
        self.at = [round(recordings * (i + 1) / (kills + 1)) for i in range(kills)]

    def __call__(self, client, done):
        while self.done < len(self.at) and done >= self.at[self.done]:
            workers = list(client.run(os.getpid, on_error="ignore").values())
            if workers:
                os.kill(workers[self.done % len(workers)], signal.SIGKILL)
            if self.done % 5 == 2:
                self.swift.kill("proxy")
                time.sleep(1)
                self.swift.start("proxy")
            self.done += 1


def main(program, recordings, kills):
    with tempfile.TemporaryDirectory(prefix="corpus-", ignore_cleanup_errors=True) as temporary:
        folder = Path(temporary)
        os.environ["BIOTROPY_SCRATCH"] = str(folder / "scratch")
        os.environ["BIOTROPY_SCRATCH_SIZE"] = "64M"
        with Swift(folder / "swift") as swift:
            os.environ.update(AWS_ACCESS_KEY_ID=KEY, AWS_SECRET_ACCESS_KEY=SECRET, AWS_ENDPOINT_URL=swift.address)
            named, size, kept = fill(s3fs.S3FileSystem(**swift.options()), folder, program, recordings)
            say(f"{recordings} recordings of {CHANNELS} channels, {EPOCHS} epochs of {EPOCH} samples: {size / 1e6:.0f} MB in the store")
            early = Early(recordings)
            whole, wall, spent = measure(named, folder / "whole", early)
            alone = counting_seconds(kept)
            counting, rest, of_caller = spent.since(early.spent)
            say(f"undisturbed: {wall:.0f} s; a worker took {spent.memory:.0f} MiB, {early.spent.memory:.0f} MiB after a quarter")
            if recordings >= ENOUGH:
                say(f"after a quarter, per recording, a worker's processor took {1e3 * counting:.0f} ms for the counting "
                    f"({1e3 * alone:.0f} ms alone) and {1e3 * rest:.1f} ms beside it, the caller's {1e3 * of_caller:.1f} ms: "
                    f"{100 * (rest + of_caller) / counting:.1f} % around the counting")  # fmt: skip
            taken = sum(file.stat().st_size for file in (folder / "scratch").rglob("*") if file.is_file())
            say(f"scratch: {taken / 2**20:.0f} MiB of 64 MiB")
            shutil.rmtree(folder / "scratch")
            harm = Harm(swift, recordings, kills)
            killed, wall, _ = measure(named, folder / "killed", harm)
            if harm.done != kills:
                raise SystemExit(f"corpus: only {harm.done} of {kills} kills")
            different = [name for name in named if not filecmp.cmp(whole[name], killed[name], shallow=False)]
            if different:
                raise SystemExit(f"corpus: {len(different)} of {recordings} results differ: {different[:5]}")
            say(f"with {kills} kills: same bytes, {wall:.0f} s")
        data = mne.io.read_raw(kept, verbose="ERROR").get_data()
        epochs = data[:, : EPOCHS * EPOCH].reshape(CHANNELS, EPOCHS, EPOCH).swapaxes(0, 1)
        here = biotropy.pairwise(np.ascontiguousarray(epochs), **MEASURE)
        if not np.array_equal(here, biotropy.open_results(whole["rec-00000"])["value"]):
            raise SystemExit("corpus: the values of the file on the disk differ")
        say("passed")


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
