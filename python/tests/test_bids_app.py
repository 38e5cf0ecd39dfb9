# SPDX-License-Identifier: Apache-2.0
"""Datasets that `biotropy bids` reads and writes, as the official validator of BIDS sees them."""

import gzip
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

PROGRAM = os.environ.get("BIOTROPY_PROGRAM")
VALIDATOR = Path(sys.executable).with_name("bids-validator-deno")
pytestmark = [
    pytest.mark.skipif(PROGRAM is None, reason="no program to run"),
    pytest.mark.skipif(not VALIDATOR.exists(), reason="bids-validator-deno is not installed"),
]

SIDECAR = {
    "TaskName": "rest", "SamplingFrequency": 169.55, "PowerLineFrequency": 50, "SoftwareFilters": "n/a", "EEGReference": "Cz",
    "iEEGReference": "Cz",
}


def run(*arguments):
    subprocess.run([PROGRAM, *map(str, arguments)], check=True, capture_output=True, text=True)


def errors(dataset):
    done = subprocess.run([VALIDATOR, dataset, "--format", "json"], capture_output=True, text=True, check=False)
    issues = json.loads(done.stdout)["issues"]["issues"]
    return [(one["code"], one.get("subCode"), one["location"]) for one in issues if one["severity"] == "error"]


def dataset(folder, datatype="eeg", typed=True):
    """Four participants in two groups, with two runs each."""
    run("simulate", "cohort", folder / "made", "--groups", 2, "--subjects", 2, "--channels", 3, "--epochs", 2,
        "--epoch-length", 200, "--quiet")
    raw = folder / "raw"
    for number in range(1, 5):
        below = raw / f"sub-0{number}" / datatype
        below.mkdir(parents=True)
        for session in (1, 2):
            shutil.copy(folder / f"made/sub-00{number}.edf", below / f"sub-0{number}_task-rest_run-{session}_{datatype}.edf")
    (raw / "dataset_description.json").write_text(json.dumps({"Name": "Made", "BIDSVersion": "1.10.0", "License": "CC0"}))
    (raw / "README").write_text("Recordings of nobody.\n")
    (raw / "participants.tsv").write_text(
        "participant_id\tgroup\n" + "".join(f"sub-0{i}\t{'one' if i < 3 else 'two'}\n" for i in range(1, 5))
    )
    (raw / "participants.json").write_text(json.dumps({"group": {"Description": "one or two"}}))
    (raw / f"task-rest_{datatype}.json").write_text(json.dumps(SIDECAR))
    if typed:
        kind = "ECOG" if datatype == "ieeg" else "EEG"
        more = "\tlow_cutoff\thigh_cutoff" if datatype == "ieeg" else ""
        values = "\tn/a\tn/a" if more else ""
        lines = "".join(f"A{i}\t{kind}\tuV{values}\n" for i in (1, 2, 3))
        (raw / "task-rest_channels.tsv").write_text(f"name\ttype\tunits{more}\n{lines}")
    return raw


@pytest.mark.parametrize(("datatype", "typed"), [("eeg", True), ("eeg", False), ("ieeg", True)])
def test_both_datasets_are_valid(tmp_path, datatype, typed):
    raw, out = dataset(tmp_path, datatype, typed), tmp_path / "out"
    if datatype == "eeg":
        assert errors(raw) == []
    for options in (["--measure", "sampen"], ["--measure", "cross-apen"], ["--measure", "sampen", "--scales", "1-2"]):
        for level in ("participant", "group"):
            run("bids", raw, out, level, "--epoch", 200, "--permutations", 20, *options)
    assert len(list(out.glob(f"sub-*/{datatype}/*_desc-*_channels.tsv"))) == 24
    assert len(list(out.glob("group_*.nc"))) == 6
    assert errors(out) == []


def heartbeats(folder):
    """Two participants: intervals in one column, marks in another, and their beats as events."""
    raw = folder / "raw"
    rng = np.random.default_rng(1)
    for number in (1, 2):
        below = raw / f"sub-0{number}" / "beh"
        below.mkdir(parents=True)
        rr = np.round(rng.normal(0.8, 0.05, 200), 3)
        beats = np.cumsum(rr)
        stem = below / f"sub-0{number}_task-rest"
        with gzip.open(f"{stem}_recording-rr_physio.tsv.gz", "wt") as file:
            file.writelines(f"{one}\n" for one in rr)
        marks = np.zeros(int(beats[-1] * 1000) + 2, dtype=int)
        marks[np.round(beats * 1000).astype(int)] = 1
        with gzip.open(f"{stem}_recording-marks_physio.tsv.gz", "wt") as file:
            file.writelines(f"{one}\n" for one in marks)
        stem.with_name(stem.name + "_events.tsv").write_text(
            "onset\tduration\ttrial_type\n" + "".join(f"{one:.3f}\t0\tR\n" for one in beats)
        )
    column = {"Description": "RR intervals", "Units": "s"}
    about = {"StartTime": 0, "TaskName": "rest"}
    (raw / "task-rest_recording-rr_physio.json").write_text(json.dumps({**about, "SamplingFrequency": 1, "Columns": ["rr"], "rr": column}))
    (raw / "task-rest_recording-marks_physio.json").write_text(
        json.dumps({**about, "SamplingFrequency": 1000, "Columns": ["peaks"], "peaks": {"Description": "1 at a beat"}}))
    (raw / "dataset_description.json").write_text(json.dumps({"Name": "Made", "BIDSVersion": "1.10.0", "License": "CC0"}))
    (raw / "README").write_text("Heartbeats of nobody.\n")
    (raw / "participants.tsv").write_text("participant_id\tgroup\nsub-01\tone\nsub-02\ttwo\n")
    (raw / "participants.json").write_text(json.dumps({"group": {"Description": "one or two"}}))
    return raw


def value_in(table):
    head, line = table.read_text().splitlines()
    return float(dict(zip(head.split("\t"), line.split("\t"), strict=True))["sampen"])


def test_heartbeats_of_all_tables_are_the_same(tmp_path):
    raw, out = heartbeats(tmp_path), tmp_path / "out"
    tolerance = ["-r", 0.0401, "--r-unit", "absolute"]
    for level in ("participant", "group"):
        more = ["--permutations", 20] if level == "group" else []
        for options in (["--rr", "--rr-values", "intervals", "--recording-label", "rr"], ["--rr-beats", "R"],
                        ["--rr", "--recording-label", "marks"]):
            run("bids", raw, out, level, *tolerance, *options, *more)
    done = subprocess.run([PROGRAM, "bids", raw, out, "participant", "--rr", "--recording-label", "rr"], capture_output=True,
                          text=True, check=False)
    assert done.returncode == 4 and "recording-rr_physio: values is detect; it must be" in done.stderr
    beh = "sub-01/beh/sub-01_task-rest_desc-sampen"
    values = [value_in(out / f"{beh}rr_beh.tsv"), value_in(out / f"{beh}_beh.tsv"), value_in(out / f"{beh}marks_beh.tsv")]
    # The first interval begins before the first beat.
    np.testing.assert_allclose(values, values[0], atol=0.05)
    assert values[1] == pytest.approx(values[2], abs=1e-12)
    assert errors(raw) == [] and errors(out) == []


def test_states_are_valid_derivatives(tmp_path):
    pybv = pytest.importorskip("pybv")
    raw, out = tmp_path / "raw", tmp_path / "out"
    for number in (1, 2):
        below = raw / f"sub-0{number}" / "eeg"
        below.mkdir(parents=True)
        for part in (1, 2):
            stem = f"sub-0{number}_task-rest_run-{part}"
            run("states", "simulate", "P3", "-o", tmp_path / "made", "--samples", 4000, "--seed", 10 * number + part)
            samples = np.loadtxt(tmp_path / "made.csv", delimiter=",", skiprows=1)
            pybv.write_brainvision(data=samples.T * 1e-6, sfreq=100, ch_names=["E1", "E2", "E3"], fname_base=f"{stem}_eeg",
                                   folder_out=below, fmt="binary_float32", resolution=1e-3)
            shutil.copy(tmp_path / "made_events.tsv", below / f"{stem}_events.tsv")
    (raw / "dataset_description.json").write_text(json.dumps({"Name": "Made", "BIDSVersion": "1.10.0", "License": "CC0"}))
    (raw / "README").write_text("States of nobody.\n")
    (raw / "task-rest_eeg.json").write_text(json.dumps({**SIDECAR, "SamplingFrequency": 100}))
    (raw / "participants.tsv").write_text("participant_id\nsub-01\nsub-02\n")
    for level in ("participant", "group"):
        run("states", "bids", raw, out, level, "--n-folds", 2, "--beta", 1, "--bandwidth", "silverman")
    assert len(list(out.glob("sub-*/eeg/*_desc-states_events.tsv"))) == 4
    assert (out / "group_desc-states_scores.tsv").exists()
    assert errors(raw) == [] and errors(out) == []
    (out / ".bidsignore").unlink()
    assert {code for code, _, where in errors(out) if "_model.nc" in where} == {"NOT_INCLUDED"}


def test_the_validator_finds_what_is_wrong(tmp_path):
    raw, out = dataset(tmp_path), tmp_path / "out"
    run("bids", raw, out, "participant", "--epoch", 200)
    (out / ".bidsignore").unlink()
    (out / "group_result.nc").write_text("")
    assert ("NOT_INCLUDED", None, "/group_result.nc") in errors(out)
