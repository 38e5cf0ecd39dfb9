# SPDX-License-Identifier: Apache-2.0
"""Recordings of MNE, converted and read again: the same bits."""

import re
import subprocess
import sys

import numpy as np
import pytest

import biotropy
from biotropy.__main__ import main

mne = pytest.importorskip("mne")
pytest.importorskip("xarray")

NAMES = ["Fz", "C,z", "MEG 001", "MEG 002", "STI"]


@pytest.fixture
def recording(tmp_path, rng):
    """A recording with a bad channel, a bad segment, a join, and its file."""
    info = mne.create_info(NAMES, 678.17, ["eeg", "eeg", "mag", "grad", "stim"])
    parts = [mne.io.RawArray(rng.standard_normal((5, 700)) * 1e-5, info, verbose="ERROR") for _ in range(2)]
    raw = mne.concatenate_raws(parts, verbose="ERROR")
    raw.info["bads"] = ["Fz"]
    raw.annotations.append([0.1, 1.5], [0.2, 0.1], ["BAD_muscle", "stimulus, left"])
    raw.save(tmp_path / "in_raw.fif", fmt="double", verbose="ERROR")
    path = str(tmp_path / "in_raw.fif")
    return mne.io.read_raw_fif(path, verbose="ERROR"), path


def test_brainvision_keeps_everything(recording, tmp_path):
    raw, path = recording
    assert main(["convert", path, str(tmp_path / "out.vhdr"), "--keep-bad"]) == 0
    signals = biotropy.read_signals(tmp_path / "out.vhdr", ["1-5"], gap_fill=1, bads="keep")
    assert signals.channel.values.tolist() == NAMES
    assert signals.unit.values.tolist() == ["V", "V", "T", "T/m", "V"]
    assert signals.attrs["rate"] == raw.info["sfreq"]
    assert signals.attrs["gaps"] == 1
    assert biotropy.read_signals(tmp_path / "out.vhdr", ["1-5"], gap_fill=1).attrs["bads"] == ["Fz"]
    assert np.array_equal(np.delete(signals.values, 700, axis=1)[1:], raw.get_data()[1:])
    # By default channels of the brain: not the trigger.
    assert biotropy.read_signals(tmp_path / "out.vhdr", gap_fill=1).channel.values.tolist() == NAMES[:4]


def test_bad_segments_are_missing_samples(recording, tmp_path):
    raw, path = recording
    assert main(["convert", path, str(tmp_path / "out.vhdr")]) == 0
    signals = biotropy.read_signals(tmp_path / "out.vhdr", ["2"], gap_fill=1, bads="keep")
    kept = raw.get_data(["C,z"])
    begin, end = raw.time_as_index([0.1, 0.3], use_rounding=True)
    kept[:, begin:end] = np.nan
    assert np.array_equal(np.delete(signals.values, 700, axis=1), kept, equal_nan=True)
    markers = (tmp_path / "out.vmrk").read_text()
    assert "Bad Interval,BAD_muscle,69,136,0" in markers
    assert "Comment,stimulus\\1 left" in markers
    numbers = [int(number) for number in re.findall(r"^Mk(\d+)=", markers, re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))


def test_npy(recording, tmp_path):
    raw, path = recording
    assert main(["convert", path, str(tmp_path / "out.npy"), "--keep-bad"]) == 0
    assert np.array_equal(np.load(tmp_path / "out.npy"), raw.get_data())


@pytest.mark.parametrize(("text", "duration"), [("boundary", 1.5), ("New Segment/", 0.01), ("BAD boundary", 0.0)])
def test_boundaries_become_segments(tmp_path, rng, text, duration):
    info = mne.create_info(["Fz"], 100.0, "eeg")
    raw = mne.io.RawArray(rng.standard_normal((1, 700)), info, verbose="ERROR")
    raw.set_annotations(mne.Annotations([0.0, 2.495], duration, text))
    raw.save(tmp_path / "in_raw.fif", fmt="double", verbose="ERROR")
    assert main(["convert", str(tmp_path / "in_raw.fif"), str(tmp_path / "out.vhdr")]) == 0
    signals = biotropy.read_signals(tmp_path / "out.vhdr", gap_fill=1)
    assert signals.attrs["gaps"] == 1
    assert np.flatnonzero(np.isnan(signals[0])).tolist() == [250]


@pytest.mark.parametrize(
    ("source", "target", "code", "words"),
    [
        ("absent.fif", "out.vhdr", 3, "absent.fif: no such file"),
        ("in_raw.fif", "out.edf", 2, "out.edf: .vhdr and .npy are written"),
        ("in_raw.fif", "no/where/out.vhdr", 5, "out.vhdr: No such file or directory"),
        ("text.fif", "out.vhdr", 3, "text.fif: MNE cannot read it"),
    ],
)
def test_errors(recording, tmp_path, capsys, source, target, code, words):
    (tmp_path / "text.fif").write_text("no recording")
    assert main(["convert", str(tmp_path / source), str(tmp_path / target)]) == code
    assert words in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in_raw.fif", "text.fif"]


def test_the_source_is_never_replaced(recording, tmp_path, capsys):
    _, path = recording
    assert main(["convert", path, str(tmp_path / "out.vhdr")]) == 0
    before = (tmp_path / "out.eeg").read_bytes()
    # MNE does not read 64-bit floats of BrainVision: the same file by another name of its header.
    (tmp_path / "out.vhdr").write_text((tmp_path / "out.vhdr").read_text().replace("FLOAT_64", "FLOAT_32"))
    assert main(["convert", str(tmp_path / "out.vhdr"), str(tmp_path / "out.vhdr")]) == 3
    assert f"{tmp_path}/out.eeg" in capsys.readouterr().err
    assert (tmp_path / "out.eeg").read_bytes() == before


def test_as_a_command(recording, tmp_path):
    _, path = recording
    subprocess.run([sys.executable, "-m", "biotropy", "convert", path, tmp_path / "out.vhdr"], check=True)
    assert (tmp_path / "out_channels.tsv").read_text().startswith("name\ttype\tunits\tstatus\nFz\tEEG\tV\tbad\n")
