# SPDX-License-Identifier: Apache-2.0
"""Detection of simulated seizures in the form of SzCORE, and sleep stages in that of Sleep-EDF, read by other packages."""

import csv
import os
import subprocess
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("timescoring")
from timescoring.annotations import Annotation  # noqa: E402
from timescoring.scoring import EventScoring  # noqa: E402

pyedflib = pytest.importorskip("pyedflib")

PROGRAM = os.environ.get("BIOTROPY_PROGRAM", "biotropy")
DETECTOR = Path(__file__).parents[2] / "examples/szcore/detect.sh"
CHANNELS = [f"{name}-Avg" for name in "Fp1 F3 C3 P3 O1 F7 T3 T5 Fz Cz Pz Fp2 F4 C4 P4 O2 F8 T4 T6".split()]
RATE = 64
COLUMNS = ["onset", "duration", "eventType", "confidence", "channels", "dateTime", "recordingDuration"]


def run(*arguments, **environment):
    done = subprocess.run([str(one) for one in arguments], capture_output=True, text=True, env=os.environ | environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


def write_edf(path, samples, annotations=()):
    with pyedflib.EdfWriter(str(path), len(samples), pyedflib.FILETYPE_EDFPLUS) as file:
        file.setSignalHeaders([
            {"label": label, "dimension": "uV", "sample_frequency": RATE, "physical_min": -1000, "physical_max": 1000,
             "digital_min": -32768, "digital_max": 32767, "transducer": "", "prefilter": ""}
            for label in CHANNELS[: len(samples)]
        ])  # fmt: skip
        file.writeSamples([np.clip(one, -999, 999) for one in samples])
        for onset, duration, text in annotations:
            file.writeAnnotation(onset, duration, text)


def recording(seed, seizures, seconds=600, channels=19):
    """Background of correlated noise; in seizures rhythmic spikes of 3 Hz at some channels."""
    rng = np.random.default_rng(seed)
    mixing = np.random.default_rng(0).standard_normal((channels, channels)) / 4 + np.eye(channels)
    sources = rng.laplace(size=(channels, seconds * RATE)) * 15
    times = np.arange(seconds * RATE) / RATE
    for begin, end in seizures:
        inside = (times >= begin) & (times < end)
        spikes = np.exp(8 * (np.cos(2 * np.pi * 3 * times[inside]) - 1)) * 160 - 40
        sources[:4, inside] = sources[:4, inside] * 2 + spikes
    return mixing @ sources


def with_rest(seizures, seconds):
    """Annotations of seizures and of the time between them."""
    ends = [0, *(one for pair in seizures for one in pair), seconds]
    names = ["rest", "seizure"] * len(seizures) + ["rest"]
    return [(a, b - a, name) for a, b, name in zip(ends[:-1], ends[1:], names, strict=True)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("szcore")
    seizures = [(100, 150), (300, 360), (480, 510)]
    write_edf(folder / "train.edf", recording(1, seizures), with_rest(seizures, 600))
    run(PROGRAM, "states", "train", folder / "train.edf", "--bandwidth", "silverman", "--beta", "0.05", "--quiet",
        "-o", folder / "model.nc")  # fmt: skip
    return folder


def rows_of(path):
    with open(path) as file:
        return list(csv.DictReader(file, delimiter="\t"))


def test_a_detector_of_szcore_finds_simulated_seizures(folder):
    seizures = [(60, 100), (400, 470)]
    write_edf(folder / "eeg.edf", recording(2, seizures))
    run(DETECTOR, BIOTROPY=PROGRAM, MODEL_FILE=str(folder / "model.nc"), DATA=str(folder), RESULTS=str(folder / "out"),
        INPUT="eeg.edf", OUTPUT="sub-1/eeg.tsv")  # fmt: skip
    rows = rows_of(folder / "out/sub-1/eeg.tsv")
    assert list(rows[0]) == COLUMNS
    assert {row["eventType"] for row in rows} == {"sz"}
    assert {row["recordingDuration"] for row in rows} == {"600.00"}
    assert all(0.5 < float(row["confidence"]) <= 1 for row in rows)
    found = [(float(row["onset"]), float(row["onset"]) + float(row["duration"])) for row in rows]
    assert all(abs(a - b) < 3 for one, other in zip(found, seizures, strict=True) for a, b in zip(one, other, strict=True))
    scores = EventScoring(Annotation(seizures, RATE, 600 * RATE), Annotation(found, RATE, 600 * RATE))
    assert (scores.sensitivity, scores.precision) == (1.0, 1.0)


def test_a_recording_without_a_seizure_is_background(folder):
    write_edf(folder / "quiet.edf", recording(3, []))
    text = run(PROGRAM, "states", "events", folder / "quiet.edf", "--model", folder / "model.nc", "--format", "szcore",
               "--types", "seizure=sz_foc,rest=bckg", "--join", "10", "--shortest", "10")  # fmt: skip
    assert text.splitlines() == ["\t".join(COLUMNS), "0.00\t600.00\tbckg\tn/a\tn/a\tn/a\t600.00"]


def test_a_hypnogram_is_read_by_others(folder, mne):
    """Epochs of 30 s as annotations of EDF+, by pyEDFlib and MNE, and as labels of a model of their own."""
    seizures = [(90, 150), (300, 330)]
    write_edf(folder / "night.edf", recording(4, seizures))
    hypnogram = folder / "night-Hypnogram.edf"
    run(PROGRAM, "states", "events", folder / "night.edf", "--model", folder / "model.nc", "--epoch", "30", "--quiet",
        "--types", "seizure=Sleep stage R,rest=Sleep stage W", "-o", hypnogram)  # fmt: skip
    expected = [("Sleep stage W", 0, 90), ("Sleep stage R", 90, 60), ("Sleep stage W", 150, 150),
                ("Sleep stage R", 300, 30), ("Sleep stage W", 330, 270)]  # fmt: skip
    with pyedflib.EdfReader(str(hypnogram)) as file:
        onsets, durations, texts = file.readAnnotations()
    assert list(zip(texts, onsets, durations, strict=True)) == expected
    read = mne.read_annotations(hypnogram)
    assert list(zip(read.description, read.onset, read.duration, strict=True)) == expected
    report = run(PROGRAM, "states", "evaluate", folder / "night.edf", "--events", hypnogram, "--model",
                 folder / "model.nc", "--rename", "Sleep stage W=rest,Sleep stage R=seizure")  # fmt: skip
    assert float(report.splitlines()[1].split()[2]) > 0.95


@pytest.mark.skipif(not os.environ.get("BIOTROPY_DATA"), reason="BIOTROPY_DATA is not set")
def test_annotations_of_sleep_edf(folder):
    """The stages of a night of Sleep-EDF with samples made for them, as the first minutes alone can be had."""
    data = Path(os.environ["BIOTROPY_DATA"])
    with pyedflib.EdfReader(str(data / "edge/SC4001EC-Hypnogram.edf")) as file:
        onsets, durations, texts = file.readAnnotations()
    chosen = [k for k in range(len(texts)) if 30000 <= onsets[k] < 34000]
    begin = onsets[chosen[0]]
    names = sorted({texts[k] for k in chosen})
    assert {"Sleep stage W", "Sleep stage 2"} <= set(names)
    rng = np.random.default_rng(8)
    shapes = {name: rng.standard_normal((3, 3)) * 10 + 20 * np.eye(3) for name in names}
    parts = [shapes[texts[k]] @ rng.laplace(size=(3, round(durations[k]) * RATE)) for k in chosen]
    stages = [(onsets[k] - begin, durations[k], texts[k]) for k in chosen]
    write_edf(folder / "psg.edf", np.concatenate(parts, axis=1)[:, : 3600 * RATE], stages)
    run(PROGRAM, "states", "train", folder / "psg.edf", "--rename", "Sleep stage 4=Sleep stage 3", "--bandwidth",
        "silverman", "--beta", "0.1", "--quiet", "-o", folder / "sleep.nc")  # fmt: skip
    table = run(PROGRAM, "states", "events", folder / "psg.edf", "--model", folder / "sleep.nc", "--epoch", "30")
    found = list(csv.DictReader(table.splitlines(), delimiter="\t"))
    truth = {}
    for onset, duration, name in stages:
        for epoch in range(round(onset / 30), round((onset + duration) / 30)):
            truth[epoch] = name.replace("4", "3")
    right = total = 0
    for row in found:
        for epoch in range(round(float(row["onset"]) / 30), round((float(row["onset"]) + float(row["duration"])) / 30)):
            total += 1
            right += truth.get(epoch) == row["trial_type"]
    assert right / total > 0.95
    assert float(found[0]["duration"]) % 30 == 0
