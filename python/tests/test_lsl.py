# SPDX-License-Identifier: Apache-2.0
"""The program between an outlet and an inlet of the Lab Streaming Layer, over the loopback address."""

import os
import subprocess
import time

import numpy as np
import pytest

RATE, N_SAMPLES = 100.0, 300
PATIENCE = 600  # seconds, for machines that are busy
CONFIGURATION = "[ports]\nIPv6 = disable\n[multicast]\nResolveScope = machine\n[lab]\nKnownPeers = {127.0.0.1}\n"


@pytest.fixture(scope="module")
def lsl(tmp_path_factory):
    configuration = tmp_path_factory.mktemp("lsl") / "lsl_api.cfg"
    configuration.write_text(CONFIGURATION)
    os.environ["LSLAPICFG"] = str(configuration)
    try:
        import pylsl
        from pylsl import lib
    except (ImportError, RuntimeError, OSError) as error:
        pytest.skip(f"no liblsl for this machine ({error}): streams of the Lab Streaming Layer are not tested")
    os.environ["BIOTROPY_LSL"] = lib.lib._name
    return pylsl


@pytest.fixture(scope="module")
def folder(program, tmp_path_factory):
    folder = tmp_path_factory.mktemp("states")
    program("states", "simulate", "P3", "-o", folder / "train", "--samples", 3000)
    program("states", "simulate", "P3", "-o", folder / "test", "--samples", N_SAMPLES, "--seed", 2)
    program("states", "train", folder / "train.csv", "--rate", 100, "-o", folder / "model.nc", "--beta", 1)
    return folder


def send(outlet, samples, stamps):
    for sample, stamp in zip(samples, stamps):
        time.sleep(max(0.0, (stamp - stamps[0]) / 4 - (time.monotonic() - send.start)))
        outlet.push_sample(list(sample), stamp)


def table(text):
    lines = [line.split("\t") for line in text.splitlines()[1:]]
    return [line[0] for line in lines], [line[1:] for line in lines]


def test_states_of_a_stream_are_those_of_the_recording(lsl, program, folder):
    samples = np.loadtxt(folder / "test.csv", delimiter=",", skiprows=1)
    outlet = lsl.StreamOutlet(lsl.StreamInfo("biotropy test EEG", "EEG", 3, RATE, "double64", "biotropy-test"))
    command = [os.environ["BIOTROPY_PROGRAM"], "states", "stream", "--model", folder / "model.nc",
               "--lsl", "biotropy test EEG", "--lsl-out", "biotropy test states"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as stream:
        assert outlet.wait_for_consumers(PATIENCE), "the program did not find the stream"
        found = lsl.resolve_byprop("name", "biotropy test states", timeout=PATIENCE)
        assert found, "the stream of states was not found"
        inlet = lsl.StreamInlet(found[0])
        inlet.open_stream(timeout=PATIENCE)
        assert inlet.info().channel_count() == 6
        time.sleep(0.3)
        send.start = time.monotonic()
        send(outlet, samples, lsl.local_clock() + np.arange(N_SAMPLES) / RATE)
        states = []
        while len(states) <= 0.9 * N_SAMPLES and stream.poll() is None:
            states += inlet.pull_chunk(timeout=2.0, max_samples=N_SAMPLES)[0]
        del outlet
        output, errors = stream.communicate(timeout=PATIENCE)
    assert stream.returncode == 0, errors
    times, fields = table(output)
    recording = program("states", "classify", folder / "test.csv", "--rate", 100, "--model", folder / "model.nc")
    assert fields == table(recording)[1]
    assert np.all(np.abs(np.diff(np.array(times, dtype=float)) - 1 / RATE) < 0.5 / RATE)
    states = np.array(states)
    assert len(states) > 0.9 * N_SAMPLES
    posteriors = np.array([line[1:4] for line in fields], dtype=float)
    assert np.array_equal(states[:, :3], posteriors[:len(states)])
    assert np.array_equal(states[:, 3], posteriors[:len(states)].argmax(axis=1))


def test_a_stream_that_does_not_fit_is_named(lsl, folder):
    outlet = lsl.StreamOutlet(lsl.StreamInfo("biotropy test four", "EEG", 4, RATE, "double64", "biotropy-four"))
    command = [os.environ["BIOTROPY_PROGRAM"], "states", "stream", "--model", folder / "model.nc", "--lsl"]
    done = subprocess.run([*command, "biotropy test four"], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 3 and "4 channels where the model has 3" in done.stderr
    done = subprocess.run([*command, "biotropy nowhere", "--lsl-wait", "1"], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 3 and "no stream 'biotropy nowhere' was found within 1 s" in done.stderr
    del outlet
