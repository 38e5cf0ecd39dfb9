# SPDX-License-Identifier: Apache-2.0
"""The benchmark of latencies runs, and every sample of it has a line; how long they took is not judged."""

import os
import subprocess
import sys
from pathlib import Path

BENCHMARK = Path(__file__).resolve().parents[1] / "bench" / "live_latency.py"


def test_every_sample_has_a_line():
    command = [sys.executable, "-B", str(BENCHMARK), os.environ["BIOTROPY_PROGRAM"], "--seconds", "0.4"]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    rows = {line.split()[0]: [float(x) for x in line.split()[1:]] for line in said[1:4]}
    assert list(rows) == ["echo", "raw", "tsi"]
    for samples, *times in rows.values():
        assert samples == 200
        assert 0 < times[0] and times == sorted(times)
