# SPDX-License-Identifier: Apache-2.0
"""Threads and reports of progress."""

import _thread
import os
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from conftest import assert_refused

import biotropy


def test_other_threads_run_meanwhile(rng):
    x = rng.standard_normal(12_000)
    ticks = []
    stop = threading.Event()

    def tick():
        while not stop.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    before = len(ticks)
    biotropy.sample_entropy(x, engine="direct")
    during = len(ticks) - before
    stop.set()
    thread.join()
    assert during > 2


def test_progress_is_reported_and_its_errors_are_raised(rng):
    x = rng.standard_normal((5, 2000))
    reports = []
    biotropy.sample_entropy(x, progress=lambda done, total: reports.append((done, total)))
    assert reports[-1] == (5, 5)

    def fail(done, total):
        raise RuntimeError("from the callback")

    with pytest.raises(RuntimeError, match="from the callback"):
        biotropy.sample_entropy(x, progress=fail)


def test_progress_of_its_own_goes_to_the_error_stream(rng, capsys):
    biotropy.pairwise(rng.standard_normal((2, 3, 100)), m=1, progress=True)
    captured = capsys.readouterr()
    assert "(100 %)" in captured.err
    assert captured.out == ""


def test_any_number_of_threads_gives_the_same_bits(rng):
    data = rng.standard_normal((4, 6, 256))
    expected = biotropy.pairwise(data, m=1)
    for n_jobs in (1, 2, 5, -1, -2):
        assert np.array_equal(biotropy.pairwise(data, m=1, n_jobs=n_jobs), expected)


def test_calls_from_several_threads(rng):
    x = rng.standard_normal(3000)
    expected = biotropy.sample_entropy(x)
    found = []
    threads = [threading.Thread(target=lambda: found.append(biotropy.sample_entropy(x, n_jobs=2))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 8


@pytest.mark.usefixtures("heard")
def test_an_interrupted_call_leaves_nothing_behind(rng):
    x = rng.standard_normal(200_000)
    for _ in range(3):
        timer = threading.Timer(0.05, _thread.interrupt_main)
        with pytest.raises(KeyboardInterrupt):
            timer.start()
            biotropy.sample_entropy(x, engine="direct")
        timer.join()
    assert np.isfinite(biotropy.sample_entropy(x[:5000]))


def test_n_jobs_is_the_number_of_threads():
    """Threads of the process during work, without the one that checks for signals; one number for each n_jobs."""
    script = """if True:
        import os, sys
        import numpy as np, biotropy
        data = np.random.default_rng(0).standard_normal((6, 8, 400))
        cores = len(os.sched_getaffinity(0))
        def tasks():
            return len(os.listdir("/proc/self/task"))
        before = tasks()
        for n_jobs, expected in ((1, 1), (2, min(2, cores)), (-1, cores)):
            most = [0]
            while max(most) - before < expected:  # a thread may come late where the machine is busy
                biotropy.pairwise(data, m=2, engine="direct", n_jobs=n_jobs,
                                  progress=lambda done, total: most.append(tasks()))
            print(max(most) - before)
    """
    done = subprocess.run([sys.executable, "-B", "-c", script], text=True, capture_output=True, check=True)
    cores = len(os.sched_getaffinity(0))
    assert done.stdout.split() == ["1", str(min(2, cores)), str(cores)]


@pytest.mark.parametrize("n_jobs", [0, 1.5, True, "all"])
def test_n_jobs_that_is_none(rng, n_jobs):
    assert_refused(lambda: biotropy.sample_entropy(rng.standard_normal(100), n_jobs=n_jobs))
