# SPDX-License-Identifier: Apache-2.0
"""What the program does while its allocations and system calls fail: every kind of file read and written, small.

A run starts in a folder with the recordings of prepare(). `outputs` are what it writes; `before` are files that exist
when it starts, made by an earlier command, and must then be the old or the new ones.
"""

from __future__ import annotations

import dataclasses
import pathlib
import shutil
import subprocess


RESULTS = "study/results/"  # of a study, named after what went into them; the last one is kept


@dataclasses.dataclass(frozen=True)
class Run:
    name: str
    command: str
    outputs: tuple[str, ...] = ()
    before: str = ""
    stdin: str = ""
    is_lines: bool = False  # written line by line: after a failure, whole lines from the start of the new one
    leaves_out: bool = False  # after a failure, a result without the recording that could not be read, in RESULTS

    def accepts(self, part: bytes, whole: bytes) -> bool:
        return self.leaves_out or (self.is_lines and whole.startswith(part) and part[-1:] in b"\n")


RUNS = (
    Run("entropy-edf-json", "entropy eeg.edf --epoch 200 -o out.json --format json", ("out.json",)),
    Run("entropy-replaces", "entropy rr.txt -o out.csv", ("out.csv",), before="entropy rr.txt -m 1 -o out.csv"),
    Run("entropy-mat", "entropy x.mat --rate 100 -o out.csv", ("out.csv",)),
    Run("entropy-npy", "entropy x.npy --rate 100 -o out.csv", ("out.csv",)),
    Run("entropy-vhdr", "entropy recording.vhdr --epoch 50 -o out.csv", ("out.csv",)),
    Run("entropy-wfdb", "entropy 105.hea --rr -o out.csv", ("out.csv",)),
    Run("fuzzy-window", "entropy rr.txt --measure fuzzyen --window 300 --step 300 -o out.csv", ("out.csv",)),
    Run("surrogates", "entropy eeg.edf --channels 1 --epoch 100 --surrogates 5 -o out.nc", ("out.nc",)),
    Run("multiscale", "multiscale rr.txt --scales 1-3 -o out.nc", ("out.nc",)),
    Run("cross-netcdf", "cross eeg.edf -m 1 --epoch 200 -o out.nc", ("out.nc",)),
    Run("rr", "rr rr.txt -o out.csv", ("out.csv",)),
    Run("bids-table", "entropy sub-1/eeg/sub-1_task-rest_eeg.edf --epoch 200 -o out.csv", ("out.csv",)),
    Run("stream-again", "states stream --model model.nc --state state -o out.csv", ("out.csv",), stdin="test.txt",
        before="states stream --model model.nc --state state -o out.csv",
        is_lines=True),
    Run("info", "info eeg.edf --full"),
    Run("simulate", "simulate series --samples 300 -o out.txt", ("out.txt",)),
    Run("simulate-cohort", "simulate cohort made --groups 1 --subjects 1 --channels 2 --epochs 1 --epoch-length 100",
        ("made/sub-001.edf", "made/participants.tsv")),
    Run("study", "study run study", ("study/result.nc",), leaves_out=True),
    Run("study-again", "study run study", ("study/result.nc",), before="study run study --quiet", leaves_out=True),
    Run("train", "states train train.csv --rate 100 -o out.nc", ("out.nc",)),
    Run("classify", "states classify test.csv --rate 100 --model model.nc -o out.csv", ("out.csv",)),
    Run("evaluate", "states evaluate test.csv --rate 100 --model model.nc -o out.json", ("out.json",)),
    Run("stream", "states stream --model model.nc --state state -o out.csv", ("out.csv",), stdin="test.txt", is_lines=True),
    Run("bids", "bids raw derivatives participant --epoch 100",
        ("derivatives/dataset_description.json", "derivatives/sub-01/eeg/sub-01_task-rest_desc-sampen_channels.tsv")),
    Run("entropy-stream", "stream --window 50 --step 10 --rate 100 -o out.csv", ("out.csv",), stdin="rr.txt", is_lines=True),
)


def prepare(program: pathlib.Path, data: pathlib.Path, folder: pathlib.Path) -> None:
    """Makes what the runs read."""
    import numpy
    import scipy.io

    def biotropy(command: str) -> None:
        ended = subprocess.run([program, *command.split()], cwd=folder, capture_output=True, text=True)
        if ended.returncode != 0:
            raise SystemExit(f"{command}: {ended.stderr}")

    biotropy("simulate cohort study --groups 2 --subjects 2 --channels 2 --epochs 2 --epoch-length 100")
    shutil.copy(folder / "study" / "sub-001.edf", folder / "eeg.edf")
    (folder / "sub-1" / "eeg").mkdir(parents=True)
    shutil.copy(folder / "eeg.edf", folder / "sub-1" / "eeg" / "sub-1_task-rest_eeg.edf")
    (folder / "sub-1" / "sub-1_channels.tsv").write_text("name\ttype\tunits\tstatus\nA1\tEEG\tuV\tgood\nA2\tEEG\tuV\tbad\n")
    (folder / "raw" / "sub-01" / "eeg").mkdir(parents=True)
    shutil.copy(folder / "eeg.edf", folder / "raw" / "sub-01" / "eeg" / "sub-01_task-rest_eeg.edf")
    (folder / "raw" / "dataset_description.json").write_text('{"Name": "made", "BIDSVersion": "1.9.0"}')
    biotropy("study init study --epoch 100 --permutations 50")
    biotropy("simulate series --kind rr --samples 600 -o rr.txt")
    series = numpy.loadtxt(folder / "rr.txt", comments="#")[:300]
    scipy.io.savemat(folder / "x.mat", {"x": series})
    numpy.save(folder / "x.npy", series)
    for part in ("vhdr", "eeg", "vmrk"):
        shutil.copy(data / "edge" / f"test_old_layout_latin1_software_filter.{part}", folder)
    (folder / "test_old_layout_latin1_software_filter.vhdr").rename(folder / "recording.vhdr")
    for part in ("hea", "atr"):
        shutil.copy(data / "heartbeat" / f"105.{part}", folder)
    biotropy("states simulate P3 -o train --samples 3000")
    biotropy("states simulate P3 -o test --samples 300 --seed 2")
    (folder / "test.txt").write_text((folder / "test.csv").read_text().split("\n", maxsplit=1)[1])
    biotropy("states train train.csv --rate 100 -o model.nc")
