# SPDX-License-Identifier: Apache-2.0
"""The program and a real liblsl in two processes, over the loopback address."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import biotropy

RATE, N_SAMPLES = 100.0, 300
LABELS = ["C1", "C2", "C3"]
PATIENCE = 600  # seconds, for machines that are busy
CLOCK = 0.1  # s; the offset between two clocks is measured every few seconds, on a very busy machine with such an error
CONFIGURATION = "[ports]\nIPv6 = disable\n[multicast]\nResolveScope = machine\n[lab]\nKnownPeers = {127.0.0.1}\n"


@pytest.fixture(scope="module")
def lsl(tmp_path_factory):
    configuration = tmp_path_factory.mktemp("lsl") / "lsl_api.cfg"
    configuration.write_text(CONFIGURATION)
    os.environ["LSLAPICFG"] = str(configuration)
    try:
        import pylsl
    except (ImportError, RuntimeError, OSError) as error:
        pytest.skip(f"no liblsl for this machine ({error}): streams of the Lab Streaming Layer are not tested")
    return pylsl


@pytest.fixture(scope="module")
def folder(program, tmp_path_factory):
    folder = tmp_path_factory.mktemp("states")
    program("states", "simulate", "P3", "-o", folder / "train", "--samples", 3000)
    program("states", "simulate", "P3", "-o", folder / "test", "--samples", N_SAMPLES, "--seed", 2)
    options = ["--rate", 100, "--beta", 1, "--bandwidth", "silverman"]
    program("states", "train", folder / "train.csv", *options, "-o", folder / "model.nc")
    program("states", "train", folder / "train.csv", *options, "--features", "tsi", "--log", "-o", folder / "tsi.nc")
    return folder


@pytest.fixture(scope="module")
def samples(folder):
    return np.loadtxt(folder / "test.csv", delimiter=",", skiprows=1)


@pytest.fixture
def outlet(lsl, tmp_path):
    """Starts an outlet in another process, which stays until its standard input is closed; all end with the test."""
    running = []

    def start(name, samples, *, labels=LABELS, types=None, units=None, stamps=None, source_id=None):
        described = {
            "name": name,
            "source_id": f"id of {name}" if source_id is None else source_id,
            "labels": labels,
            "types": types or ["EEG"] * len(labels),
            "units": units or [""] * len(labels),
            "rate": RATE,
        }
        paths = [tmp_path / f"{kind}{len(running)}.npy" for kind in ("samples", "stamps")]
        np.save(paths[0], samples)
        np.save(paths[1], np.arange(len(samples)) / RATE if stamps is None else stamps)
        command = [sys.executable, Path(__file__).with_name("lsl_outlet.py"), json.dumps(described), *paths]
        running.append(subprocess.Popen(command, stdin=subprocess.PIPE))
        return running[-1]

    yield start
    for process in running:
        process.kill()
        process.wait()


def command(folder, name, *options, model="model.nc", wait=PATIENCE):
    # The library is found beside the interpreter that runs this.
    search = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {key: value for key, value in os.environ.items() if key not in ("BIOTROPY_LSL", "PYLSL_LIB")}
    words = [os.environ["BIOTROPY_PROGRAM"], "states", "stream", "--model", folder / model, "--lsl", name]
    words += ["--lsl-wait", str(wait), *options]
    return {"args": words, "env": environment | {"PATH": search}, "text": True}


def ended(folder, name, *options, **others):
    words = command(folder, name, "--lsl-reconnect", "0", *options, **others)
    return subprocess.run(**words, capture_output=True, timeout=PATIENCE, check=False)


def received(sender, folder, name, *options, lines=N_SAMPLES, **others):
    """The whole run of the program, where the sender ends when that many lines have come."""
    words = command(folder, name, "--lsl-reconnect", "0", *options, **others)
    with subprocess.Popen(**words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as stream:
        output = "".join(stream.stdout.readline() for _ in range(lines + 1))
        sender.stdin.close()
        rest, errors = stream.communicate(timeout=PATIENCE)
    return subprocess.CompletedProcess(stream.args, stream.returncode, output + rest, errors)


def table(text):
    lines = [line.split("\t") for line in text.splitlines()[1:]]
    return np.array([line[0] for line in lines], dtype=float), [line[1:] for line in lines]


def expected(program, folder, model="model.nc"):
    return table(program("states", "classify", folder / "test.csv", "--rate", 100, "--model", folder / model))[1]


def test_channels_are_found_by_label(program, folder, samples, outlet):
    wider = np.column_stack([samples[:, 2], np.full(N_SAMPLES, 9.0), samples[:, 0], samples[:, 1]])
    done = received(outlet("shuffled", wider, labels=["C3", "Status", "C1", "C2"]), folder, "shuffled")
    assert done.returncode == 0, done.stderr
    times, fields = table(done.stdout)
    assert fields == expected(program, folder)
    assert np.median(np.diff(times)) == pytest.approx(1 / RATE, abs=1e-4)
    assert times[-1] - times[0] == pytest.approx((N_SAMPLES - 1) / RATE, abs=CLOCK)


def test_what_does_not_fit_is_named(folder, samples, outlet):
    for name, labels, options, message in [
        ("missing", ["C1", "B", "A"], [], "stream 'missing': no channels 'C2', 'C3'"),
        ("without", [], [], "the channels of the stream 'without' have no labels"),
        ("twice", ["C1", "C2", "C3"], ["--lsl-type", "EOG"], "no channels 'C1', 'C2', 'C3'"),
    ]:
        outlet(name, samples, labels=labels)
        done = ended(folder, name, *options)
        assert done.returncode in (2, 3)
        assert message in done.stderr
        assert done.stdout == ""
    done = ended(folder, "biotropy nowhere", wait=1)
    assert done.returncode == 3
    assert "no stream 'biotropy nowhere' was found within 1 s" in done.stderr


def test_by_position_on_request(program, folder, samples, outlet):
    done = received(outlet("unlabelled", samples, labels=[]), folder, "unlabelled", "--lsl-channels", "position")
    assert done.returncode == 0, done.stderr
    assert table(done.stdout)[1] == expected(program, folder)


def test_types_choose_among_equal_labels(program, folder, samples, outlet):
    both = np.column_stack([samples + 5.0, samples])
    sender = outlet("impedances", both, labels=LABELS * 2, types=["Impedance"] * 3 + ["EEG"] * 3)
    done = received(sender, folder, "impedances", "--lsl-type", "EEG")
    assert table(done.stdout)[1] == expected(program, folder), done.stderr


@pytest.mark.parametrize(("model", "lines"), [("model.nc", N_SAMPLES), ("tsi.nc", N_SAMPLES - 2 * 24)])
@pytest.mark.parametrize("pause", [1.0, 3.0])
def test_a_pause_is_one_gap(folder, samples, outlet, model, lines, pause):
    stamps = np.arange(N_SAMPLES) / RATE + pause * (np.arange(N_SAMPLES) >= 150)
    done = received(outlet("paused", samples, stamps=stamps), folder, "paused", lines=lines, model=model)
    times, fields = table(done.stdout)
    flags = [line[-1] for line in fields]
    assert len(fields) == lines, done.stderr
    assert [flag for flag in flags if "gap" in flag] == ["gap,warm-up"]
    first_after = flags.index("gap,warm-up")
    silence = pause + (lines_lost(model) + 1) / RATE
    assert times[first_after] - times[first_after - 1] == pytest.approx(silence, abs=CLOCK)
    assert "warm-up" in flags[0]


def lines_lost(model):
    """Windows of 25 samples that are not yet full after a gap."""
    return 24 if model == "tsi.nc" else 0


def test_a_stream_that_comes_back(folder, samples, outlet):
    first = outlet("unsteady", samples[:100])
    with subprocess.Popen(
        **command(folder, "unsteady", "--lsl-reconnect", str(PATIENCE)), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as stream:
        lines = [stream.stdout.readline() for _ in range(101)]
        first.stdin.close()
        assert first.wait(PATIENCE) == 0
        outlet("unsteady", samples[100:])
        lines += [stream.stdout.readline() for _ in range(N_SAMPLES - 100)]
        stream.terminate()
        _, errors = stream.communicate(timeout=PATIENCE)
    flags = [line.rstrip("\n").split("\t")[-1] for line in lines[1:]]
    assert [i for i, flag in enumerate(flags) if "gap" in flag] == [100]
    assert "stream 'unsteady' has gone" in errors
    assert "stream 'unsteady' is back" in errors


def test_states_and_markers_come_out(lsl, program, folder, samples, outlet):
    fields = expected(program, folder)
    labels = [line[0] for line in fields]
    changes = [label for before, label in zip([None, *labels], labels, strict=False) if label != before]
    with subprocess.Popen(
        **command(folder, "both ways", "--lsl-reconnect", "0", "--lsl-out", "found"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as stream:
        inlets = []
        for name in ("found", "found markers"):
            streams = lsl.resolve_byprop("name", name, timeout=PATIENCE)
            assert streams, f"{name} was not found"
            inlets.append(lsl.StreamInlet(streams[0]))
            inlets[-1].open_stream(timeout=PATIENCE)
        states, markers = inlets
        sender = outlet("both ways", samples)
        values, marks = [], []
        until = time.monotonic() + PATIENCE
        while (len(values) < N_SAMPLES or len(marks) < len(changes)) and time.monotonic() < until:
            values += states.pull_chunk(timeout=0.5)[0]
            marks += markers.pull_chunk(timeout=0.0)[0]
            if stream.poll() is not None:
                break
        sender.stdin.close()
        output, errors = stream.communicate(timeout=PATIENCE)
    assert stream.returncode == 0, errors
    assert table(output)[1] == fields
    posteriors = np.array([line[1:4] for line in fields], dtype=float)
    assert np.array_equal(np.array(values)[:, :3], posteriors)
    assert [mark[0] for mark in marks] == changes
    info = states.info()
    assert info.get_channel_labels() == [*(f"posterior class{k}" for k in (1, 2, 3)), "label", "log_likelihood", "flags"]
    assert info.get_channel_types() == ["Posterior"] * 3 + ["Class", "LogLikelihood", "Flags"]
    assert info.get_channel_units() == ["probability"] * 3 + ["index", "nat", "bits"]
    assert markers.info().type() == "Markers"


def test_windows_of_a_stream(folder, samples, outlet):
    sender = outlet("windows", samples)
    run = command(folder, "windows")
    options = {"lsl": "windows", "lsl-wait": PATIENCE, "lsl-reconnect": 0, "channels": "C3,C1", "rate": RATE, "window": 100, "step": 50}
    run["args"] = [run["args"][0], "stream", *(word for name, value in options.items() for word in (f"--{name}", str(value)))]
    with subprocess.Popen(**run, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as stream:
        output = "".join(stream.stdout.readline() for _ in range(1 + 2 * 5))
        sender.stdin.close()
        rest, errors = stream.communicate(timeout=PATIENCE)
    assert (stream.returncode, rest) == (0, ""), errors
    onsets, fields = table(output)
    starts = range(0, 201, 50)
    assert [line[0] for line in fields] == ["C3", "C1"] * 5
    wanted = [biotropy.sample_entropy(samples[start : start + 100, channel]) for start in starts for channel in (2, 0)]
    assert [float(line[1]) for line in fields] == wanted
    assert np.allclose(onsets - onsets[0], np.repeat(starts, 2) / RATE, atol=CLOCK)
