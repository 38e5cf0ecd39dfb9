# SPDX-License-Identifier: Apache-2.0
"""States of live samples are those of the program, and of whole recordings."""

import os
import signal
import socket
import struct
import subprocess
import sys

import numpy as np
import pytest
from conftest import assert_refused, refused, warned
from sklearn.exceptions import NotFittedError

from biotropy.states import SICAMM
from biotropy.streams import Flag, StateStream

RATE = 100
FLAGS = {Flag.MISSING: "missing", Flag.OUTLIER: "outlier", Flag.UNEXPLAINED: "unexplained", Flag.GAP: "gap", Flag.WARM_UP: "warm-up"}
PROGRAM = os.environ.get("BIOTROPY_PROGRAM", "")


@pytest.fixture(scope="module")
def folder(program, tmp_path_factory):
    """Models of the program with and without features."""
    folder = tmp_path_factory.mktemp("streams")
    program("states", "simulate", "P3", "-o", folder / "train", "--samples", 3000, "--quiet")
    options = ["--rate", RATE, "--beta", 0.1, "--bandwidth", "silverman", "--quiet"]
    program("states", "train", folder / "train.csv", *options, "-o", folder / "raw.nc")
    program("states", "train", folder / "train.csv", *options, "--features", "tsi", "--log", "-o", folder / "tsi.nc")
    return folder


@pytest.fixture(scope="module")
def recording(folder):
    """Samples with a gap of two seconds, a clock that is set back, and missing samples."""
    X = np.loadtxt(folder / "train.csv", delimiter=",", skiprows=1)[:700]
    X[[40, 41, 350], [0, 2, 1]] = np.nan
    times = 1000 + np.arange(700) / RATE
    times[300:] += 2
    times[500:] -= 3
    return X, times


def lines(stream, states):
    """Rows as the program writes them: shortest decimal numbers that give the same doubles."""

    def shortest(number):
        return repr(float(number)).removesuffix(".0")

    for time, label, posterior, likelihood, flags in zip(*states, strict=True):
        words = [name for flag, name in FLAGS.items() if flags & flag]
        numbers = [*map(shortest, posterior), shortest(likelihood)]
        yield "\t".join([shortest(time), label, *numbers, ",".join(words) or "n/a"])


def served(model, X, times, *options):
    """States of the program for the same samples, sent with time stamps over TCP."""
    command = [PROGRAM, "states", "stream", "--model", model, "--listen", "0", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        port = int(running.stderr.readline().split(":")[-1])
        with socket.create_connection(("127.0.0.1", port)) as link:
            link.sendall(b"BIOTROPY" + struct.pack("<II", 1, X.shape[1]))
            link.sendall(np.column_stack([times, X]).astype("<f8").tobytes())
        output, errors = running.communicate()
    assert running.returncode == 0, errors
    return output.splitlines()[1:]


def join(parts):
    return type(parts[0])(*map(np.concatenate, zip(*parts, strict=True)))


@pytest.mark.parametrize("name", ["raw", "tsi"])
@pytest.mark.parametrize(("lag", "options"), [(0, []), (3, ["--lag", "3"])])
def test_the_lines_of_the_program(folder, recording, name, lag, options):
    X, times = recording
    expected = served(folder / f"{name}.nc", X, times, *options)
    stream = StateStream(folder / f"{name}.nc", lag=lag)
    parts = [stream.push(X[i : i + 77], times[i : i + 77]) for i in range(0, 700, 77)] + [stream.finish()]
    states = join(parts)
    assert np.count_nonzero(states.flags & Flag.GAP) == 2
    assert np.any(states.flags & Flag.MISSING)
    assert list(lines(stream, states)) == expected


def test_a_stream_that_was_killed_goes_on(folder, recording, tmp_path):
    X, times = recording[0][:320], recording[1][:320]
    whole = StateStream(folder / "tsi.nc", lag=2)
    expected = whole.push(X, times)
    np.savez(tmp_path / "recording.npz", X=X, times=times)
    script = """
import os, signal, sys
import numpy as np
from biotropy.streams import StateStream
data = np.load("recording.npz")
stream = StateStream(sys.argv[1], lag=2)
stream.resume("state.nc")
for i in range(stream.position, 320, 5):
    states = stream.push(data["X"][i : i + 5], data["times"][i : i + 5])
    stream.save("state.nc")
    np.savez(f"{i}.npz", **states._asdict())
    if i in (20, 300):
        os.kill(os.getpid(), signal.SIGKILL)
"""
    codes = [subprocess.run([sys.executable, "-c", script, folder / "tsi.nc"], cwd=tmp_path, check=False).returncode for _ in range(3)]
    assert codes == [-signal.SIGKILL, -signal.SIGKILL, 0]
    found = [np.load(tmp_path / f"{i}.npz") for i in range(0, 320, 5)]
    for name, values in expected._asdict().items():
        assert np.array_equal(np.concatenate([part[name] for part in found]), values), name


def test_a_state_goes_from_the_program_to_python_and_back(folder, recording, tmp_path):
    X, _ = recording
    expected = StateStream(folder / "tsi.nc").push(X)

    def program_stream(samples):
        text = "\n".join(",".join(map(repr, row)) for row in samples.tolist()) + "\n"
        command = [PROGRAM, "states", "stream", "--model", folder / "tsi.nc", "--state", tmp_path / "state.nc"]
        return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout.splitlines()

    first = program_stream(X[:200])[1:]
    stream = StateStream(folder / "tsi.nc")
    assert stream.resume(tmp_path / "state.nc")
    assert stream.position == 200
    second = stream.push(X[200:400])
    stream.save(tmp_path / "state.nc")
    assert first + list(lines(stream, second)) + program_stream(X[400:]) == list(lines(stream, expected))


def test_a_trained_model_streams(rng, tmp_path):
    y = np.array(["rest", "task"])[np.arange(1000) // 250 % 2]
    X = rng.laplace(size=(1000, 2)) + 2 * (y == "task")[:, None]
    model = SICAMM().fit(X, y)
    stream = StateStream(model, warm_up=0)
    states = stream.push(X)
    assert np.array_equal(states.posteriors, model.predict_proba(X))
    assert np.array_equal(states.labels, model.predict(X))
    assert np.array_equal(states.times, np.arange(1000))
    assert stream.sfreq is None
    stream.save(tmp_path / "state.nc")
    model.save(tmp_path / "model.nc")
    loaded = StateStream(tmp_path / "model.nc", warm_up=0)
    assert loaded.resume(tmp_path / "state.nc")
    assert np.array_equal(loaded.push(X[:5]).posteriors, stream.push(X[:5]).posteriors)
    assert stream.reset().position == 0
    assert np.array_equal(stream.push(X[:9]).posteriors, states.posteriors[:9])
    assert stream.mark_gap(lost=3).push(X[:1]).times == [12]
    with refused("invalid_data"):
        StateStream(SICAMM(random_state=2).fit(X[:-1], y[:-1]), warm_up=0).resume(tmp_path / "state.nc")
    assert not StateStream(model).resume(tmp_path / "none.nc")


def test_stamps_of_another_rate_are_warned_of_once(folder, recording):
    X, _ = recording
    stream = StateStream(folder / "raw.nc")
    with warned("rates_differ") as caught:
        stream.push(X, np.arange(700) / 50)
    assert len(caught) == 1


def test_what_is_refused(folder, recording):
    X, times = recording
    stream = StateStream(folder / "tsi.nc")
    for arguments, code in [
        ((X[0],), "invalid_argument"),
        ((X[:, :2],), "invalid_data"),
        ((X.astype(str),), "invalid_argument"),
        ((X, times[:5]), "invalid_argument"),
        ((X[:2], [0.0, np.inf]), "invalid_data"),
    ]:
        assert_refused(lambda: stream.push(*arguments), code)
    for name, wrong in (("lag", -1), ("warm_up", 1.5), ("gap", 0), ("beta", "b"), ("beta", 2)):
        assert_refused(lambda: StateStream(folder / "tsi.nc", **{name: wrong}), parameter=name)
    assert_refused(lambda: StateStream(folder / "tsi.nc", sfreq=50), "invalid_data")
    pytest.raises(NotFittedError, lambda: StateStream(SICAMM()))
    assert_refused(lambda: StateStream("nowhere.nc"), "file_not_found")
