# SPDX-License-Identifier: Apache-2.0
"""Datasets that `biotropy bids` reads and writes, as the official validator of BIDS sees them."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

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


def test_the_validator_finds_what_is_wrong(tmp_path):
    raw, out = dataset(tmp_path), tmp_path / "out"
    run("bids", raw, out, "participant", "--epoch", 200)
    (out / ".bidsignore").unlink()
    (out / "group_result.nc").write_text("")
    assert ("NOT_INCLUDED", None, "/group_result.nc") in errors(out)
