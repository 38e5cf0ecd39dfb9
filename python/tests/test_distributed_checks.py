# SPDX-License-Identifier: Apache-2.0
"""What `biotropy.distributed` refuses in recordings, as the functions of one process do."""

import numpy as np
import pytest

from biotropy.errors import InvalidInput

pytest.importorskip("distributed")
xarray = pytest.importorskip("xarray")
from biotropy import distributed as scaled  # noqa: E402


def begin(path, read=None, picks="data", **parameters):
    work = scaled._Work("pairwise", "cross-sampen", parameters, None, picks, read, {"n_jobs": None, "device": None})
    return work.begin(str(path), 8)


def test_an_absolute_tolerance_is_for_channels_of_one_unit(tmp_path, rng):
    path = tmp_path / "a.npy"
    np.save(path, rng.normal(size=(2, 300)))

    def labelled(name):
        coords = {"channel": ["Fz", "T"], "unit": ("channel", ["uV", "C"])}
        return xarray.DataArray(np.load(name), dims=("channel", "time"), coords=coords)

    absolute = {"r": 0.5, "r_unit": "absolute"}
    with pytest.raises(InvalidInput, match=r"not both Fz of .*a\.npy in uV and T of .* in C"):
        begin(path, labelled, **absolute)
    assert begin(path, labelled, r=0.2)[1]["value"].shape == begin(path, **absolute)[1]["value"].shape
    mne = pytest.importorskip("mne")
    info = mne.create_info(["E1", "M1"], 100.0, ["eeg", "mag"])
    raw = tmp_path / "a_raw.fif"
    mne.io.RawArray(rng.normal(size=(2, 300)) * 1e-6, info, verbose="ERROR").save(raw, verbose="ERROR")
    with pytest.raises(InvalidInput, match="not both E1 of .* and M1 of .*: see picks"):
        begin(raw, **absolute)
    begin(raw, picks="eeg", **absolute)
