# SPDX-License-Identifier: Apache-2.0
"""Threads, interruptions and reports of progress."""

import _thread
import os
import signal
import threading
import time

import numpy as np
import pytest

import biotropy


def test_ctrl_c_stops_within_a_second(rng):
    x = rng.standard_normal(300_000)
    timer = threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        biotropy.sample_entropy(x, counter="direct")
    assert time.monotonic() - started < 1.2


def test_other_threads_run_meanwhile(rng):
    x = rng.standard_normal(40_000)
    ticks = []
    stop = threading.Event()

    def tick():
        while not stop.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    before = len(ticks)
    biotropy.sample_entropy(x, counter="direct")
    during = len(ticks) - before
    stop.set()
    thread.join()
    assert during > 10


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


def test_an_interrupted_call_leaves_nothing_behind(rng):
    x = rng.standard_normal(200_000)
    for _ in range(3):
        timer = threading.Timer(0.05, _thread.interrupt_main)
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            biotropy.sample_entropy(x, counter="direct")
        timer.join()
    assert np.isfinite(biotropy.sample_entropy(x[:5000]))
