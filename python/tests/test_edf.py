# SPDX-License-Identifier: Apache-2.0
"""EDF+ files of the program, read by EDFlib, which refuses violations of the standard."""

import biotropy
import numpy as np
import pytest


@pytest.mark.parametrize("rate", [678.17, 169.549, 256.0, 1000.0])
def test_edflib_reads_what_was_written(program, tmp_path, rate):
    pyedflib = pytest.importorskip("pyedflib")
    program(*("simulate", "cohort", tmp_path, "--groups", 1, "--subjects", 1, "--channels", 3, "--epochs", 3, "--rate", rate), "--quiet")
    (path,) = tmp_path.glob("*.edf")
    ours = biotropy.read_signals(path)
    with pyedflib.EdfReader(str(path)) as theirs:
        assert theirs.getSignalLabels() == ours.channel.values.tolist()
        for k, signal in enumerate(ours.values):
            assert theirs.getSampleFrequency(k) == pytest.approx(rate, rel=1e-6)
            assert np.allclose(theirs.readSignal(k), signal, rtol=1e-9, atol=0)
