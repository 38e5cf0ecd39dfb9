# SPDX-License-Identifier: Apache-2.0
"""Peak memory of reading: headers alone, some of the channels, and files that no memory holds."""

import os
import subprocess
import sys
import textwrap

import numpy as np
import pytest

CHANNELS, SAMPLES, RECORD = 12, 1 << 20, 1 << 10
CHANNEL = SAMPLES * 8 / 2**20
"""MiB of a channel in memory; the file has a quarter of all of them."""

# The peak of a program begins with that of the one that starts it: so a small one does.
LAUNCH = """
    import os, sys
    child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=[(os.POSIX_SPAWN_OPEN, 1, "/dev/null", 1, 0)])
    _, status, usage = os.wait4(child, 0)
    print(usage.ru_maxrss / 1024)
    sys.exit(status != 0)
"""

PEAK = """
    import pathlib, re, sys
    import biotropy

    def peak():
        return int(re.search(r"VmHWM:\\s+(\\d+) kB", pathlib.Path("/proc/self/status").read_text())[1]) / 1024

    small, large, channels = sys.argv[1:]
    biotropy.read_signals(small, channels=channels)
    before = peak()
    biotropy.read_signals(large, channels=channels)
    print(peak() - before)
"""

# Freed memory returns to the system at once, and one thread allocates in a fixed order: the rest is in use.
ALLOCATOR = {"MALLOC_ARENA_MAX": "1", "MALLOC_MMAP_THRESHOLD_": "8192", "MALLOC_TRIM_THRESHOLD_": "8192"}


def started(code, *arguments):
    command = [sys.executable, "-B", "-W", "ignore", "-c", textwrap.dedent(code), *map(str, arguments)]
    done = subprocess.run(command, text=True, capture_output=True, check=True, env={**os.environ, **ALLOCATOR})
    return float(done.stdout)


def edf_header(n_records):
    def fields(width, *values):
        return "".join(f"{value:<{width}}" for value in values)

    def each(width, value):
        return fields(width, *[value] * CHANNELS)

    head = fields(8, "0") + fields(80, "X X X X", "Startdate X X X X") + fields(8, "01.01.20", "00.00.00", 256 * (CHANNELS + 1))
    head += fields(44, "") + fields(8, n_records, 1) + fields(4, CHANNELS)
    head += fields(16, *[f"ch{c + 1}" for c in range(CHANNELS)]) + each(80, "") + each(8, "uV")
    head += each(8, -100) + each(8, 100) + each(8, -32768) + each(8, 32767) + each(80, "") + each(8, RECORD) + each(32, "")
    return head.encode()


def write(folder, n_samples):
    """The same numbers in several formats; the paths of the files by format."""
    folder.mkdir()
    samples = np.random.default_rng(0).integers(-30000, 30000, (n_samples // RECORD, CHANNELS, RECORD), dtype=np.int16)
    (folder / "a.edf").write_bytes(edf_header(n_samples // RECORD) + samples.tobytes())
    np.save(folder / "a.npy", samples.transpose(1, 0, 2).reshape(CHANNELS, n_samples))
    multiplexed = samples.transpose(0, 2, 1).tobytes()
    (folder / "b.eeg").write_bytes(multiplexed)
    (folder / "b.vhdr").write_text(
        "Brain Vision Data Exchange Header File Version 1.0\n[Common Infos]\nDataFile=b.eeg\nDataFormat=BINARY\n"
        f"DataOrientation=MULTIPLEXED\nNumberOfChannels={CHANNELS}\nSamplingInterval=1000\n[Binary Infos]\n"
        "BinaryFormat=INT_16\n[Channel Infos]\n" + "".join(f"Ch{c + 1}=c{c + 1},,0.1\n" for c in range(CHANNELS))
    )
    os.link(folder / "b.eeg", folder / "w.dat")
    (folder / "w.hea").write_text(f"w {CHANNELS} 1000 {n_samples}\n" + "w.dat 16 200\n" * CHANNELS)
    return {"EDF": folder / "a.edf", "NPY": folder / "a.npy", "BrainVision": folder / "b.vhdr", "WFDB": folder / "w.hea"}


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("large")
    return write(folder / "small", 4 * RECORD), write(folder / "large", SAMPLES)


@pytest.fixture
def grown(files, program):
    """Further MiB at the peak of the program for the large file, against the small one."""

    def compare(name, *arguments):
        small, large = (started(LAUNCH, os.environ["BIOTROPY_PROGRAM"], *arguments, of[name]) for of in files)
        return large - small

    return compare


FORMATS = ["EDF", "NPY", "BrainVision", "WFDB"]


@pytest.mark.parametrize("name", FORMATS)
def test_headers_need_no_memory_for_samples(grown, name):
    assert grown(name, "info") < 4, "in MiB; all samples are 96"


def test_samples_would_be_seen(grown):
    assert grown("EDF", "info", "--full") > 0.9 * CHANNELS * CHANNEL


@pytest.mark.parametrize("name", FORMATS)
def test_other_channels_are_not_kept(grown, name):
    arguments = ["entropy", "--channels", "2", "--measure", "permen", "-m", "3", "--epoch", "4096", "--threads", "1"]
    assert grown(name, *arguments) < 3 * CHANNEL, "in MiB: the channel, its epochs, patterns; all samples are 12 of them"


@pytest.mark.parametrize("name", FORMATS)
def test_samples_are_kept_once(files, name):
    small, large = (of[name] for of in files)
    # Channels and their times, the index of the times of the labelled array, and the one channel that is being moved.
    assert started(PEAK, small, large, "1-8") < 1.05 * (8 + 1 + 1 + 1) * CHANNEL


def test_a_file_beyond_the_limit_of_memory_is_refused(tmp_path, program):
    path = tmp_path / "a.npy"
    with open(path, "wb") as file:
        np.lib.format.write_array_header_1_0(file, {"descr": "|i1", "fortran_order": False, "shape": (4, 1 << 29)})
        file.truncate(file.tell() + (4 << 29))
    limited = 'ulimit -v 4194304; exec "$@"'
    command = ["sh", "-c", limited, "sh", os.environ["BIOTROPY_PROGRAM"], "entropy", str(path)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 1
    assert "its samples need 16 GiB of memory, and 4 GiB is all there is: choose fewer channels" in done.stderr
    assert "ch4" in program("info", path)
