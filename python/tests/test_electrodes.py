# SPDX-License-Identifier: Apache-2.0
"""Positions of electrodes in datasets of BIDS, held against what MNE-BIDS reads, and their way into maps."""

import json
import re
import warnings

import numpy as np
import pytest
from conftest import assert_refused

from biotropy import BiotropyError
from biotropy._plots.electrodes import positions_in_dataset, read_electrodes

NAMES = ["Fz", "Cz", "Pz", "C3", "C4", "Oz"]
# Right, front, up, in metres: a head of 9 cm.
HEAD = 0.09 * np.array([[0, 0.7, 0.71], [0, 0, 1], [0, -0.7, 0.71], [-0.7, 0, 0.71], [0.7, 0, 0.71], [0, -0.95, 0.3]])
METRES = {"m": 1.0, "cm": 0.01, "mm": 0.001}


def axes_of(system):
    """The same places in the axes of a system: front, left, up in those of CTF and EEGLAB."""
    return np.column_stack([HEAD[:, 1], -HEAD[:, 0], HEAD[:, 2]]) if system in ("CTF", "EEGLAB", "KitYokogawa") else HEAD


def write(folder, system, unit="mm", *, positions=None, unknown=(), entities="sub-01", **more):
    eeg = folder / "sub-01" / "eeg"
    eeg.mkdir(parents=True, exist_ok=True)
    (folder / "dataset_description.json").write_text(json.dumps({"Name": "Made", "BIDSVersion": "1.10.0"}))
    places = (axes_of(system) if positions is None else positions) / METRES.get(unit, 1.0)
    lines = [
        f"{name}\t" + ("n/a\tn/a\tn/a" if name in unknown else "\t".join(f"{x:.9g}" for x in place))
        for name, place in zip(NAMES, places, strict=True)
    ]
    table = eeg / f"{entities}_electrodes.tsv"
    table.write_text("name\tx\ty\tz\n" + "\n".join(lines) + "\n")
    about = {"EEGCoordinateSystem": system, "EEGCoordinateUnits": unit, **more}
    if system == "Other":
        about["EEGCoordinateSystemDescription"] = "as the camera sees them"
    (eeg / f"{entities}_coordsystem.json").write_text(json.dumps(about))
    return table


def read_by_mne(folder):
    mne, mne_bids = pytest.importorskip("mne"), pytest.importorskip("mne_bids")
    info = mne.create_info(NAMES, 100.0, "eeg")
    raw = mne.io.RawArray(np.random.default_rng(1).normal(size=(len(NAMES), 300)) * 1e-5, info, verbose="error")
    path = folder / "sub-01/eeg/sub-01_task-rest_eeg.vhdr"
    pytest.importorskip("pybv").write_brainvision(
        data=raw.get_data(), sfreq=100.0, ch_names=NAMES, fname_base=path.stem, folder_out=path.parent, overwrite=True
    )
    path.with_suffix(".json").write_text(json.dumps({"TaskName": "rest", "SamplingFrequency": 100, "PowerLineFrequency": 50}))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        where = mne_bids.BIDSPath(subject="01", task="rest", datatype="eeg", root=folder)
        found = mne_bids.read_raw_bids(where, verbose="error")
    return np.array([found.info["chs"][found.ch_names.index(name)]["loc"][:3] for name in NAMES])


@pytest.mark.parametrize("unit", METRES)
@pytest.mark.parametrize("system", ["CapTrak", "ElektaNeuromag", "CTF", "EEGLAB", "KitYokogawa"])
def test_positions_are_those_of_mne_bids(tmp_path, system, unit):
    found = read_electrodes(write(tmp_path, system, unit))
    assert found.names == NAMES and found.system == system
    np.testing.assert_allclose(found.positions, HEAD, atol=1e-9)
    np.testing.assert_allclose(found.positions, read_by_mne(tmp_path), atol=1e-6)


def test_landmarks_lead_to_the_head(tmp_path, mne):
    turn = mne.transforms.rotation(0.3, -0.2, 1.1)[:3, :3]
    away = np.array([0.5, -0.2, 1.0])
    marks = np.array([[0, 0.1, 0], [-0.08, 0, 0], [0.08, 0, 0]]) @ turn.T + away
    table = write(tmp_path, "Other", "cm", positions=HEAD @ turn.T + away, AnatomicalLandmarkCoordinateSystem="Other",
                  AnatomicalLandmarkCoordinates=dict(zip(("NAS", "LPA", "RPA"), (marks * 100).tolist(), strict=True)))
    np.testing.assert_allclose(read_electrodes(table).positions, HEAD, atol=1e-8)
    to_head = mne.transforms.get_ras_to_neuromag_trans(*marks)
    np.testing.assert_allclose(read_electrodes(table).positions, mne.transforms.apply_trans(to_head, HEAD @ turn.T + away), atol=1e-8)


@pytest.mark.parametrize("marks", [
    {"NAS": [0, 1, 0], "LPA": [-1, 0, 0], "RPA": ["right", 0, 0]},
    {"NAS": [0, 1], "LPA": [-1, 0, 0], "RPA": [1, 0, 0]},
    {"NAS": [0, 0, 0], "LPA": [-1, 0, 0], "RPA": [1, 0, 0]},
    {"NAS": [0, float("nan"), 0], "LPA": [-1, 0, 0], "RPA": [1, 0, 0]},
])  # fmt: skip
def test_landmarks_that_show_no_frame(tmp_path, marks):
    assert_refused(lambda: read_electrodes(write(tmp_path, "Other", AnatomicalLandmarkCoordinates=marks)), "io")


def test_unknown_positions_units_and_systems(tmp_path):
    found = read_electrodes(write(tmp_path, "CapTrak", unknown=("Cz",)))
    assert np.isnan(found.of(["Cz", "nobody"])).all() and np.isfinite(found.of(["Fz"])).all()
    for system in ("Other", "ACPC", "MNI152Lin", None):
        assert_refused(lambda: read_electrodes(write(tmp_path, system)))
    for unit in ("n/a", "inch"):
        assert_refused(lambda: read_electrodes(write(tmp_path, "CapTrak", unit)))
    table = write(tmp_path, "CapTrak")
    table.write_text(table.read_text().replace("Fz\t0", "Fz\there"))
    assert_refused(lambda: read_electrodes(table), "io")
    table.write_text("name\tx\ty\nFz\t1\t2\n")
    assert_refused(lambda: read_electrodes(table), "io")
    (table.parent / "sub-01_coordsystem.json").unlink()
    table = write(tmp_path / "other", "CapTrak")
    (table.parent / "sub-01_coordsystem.json").unlink()
    assert_refused(lambda: read_electrodes(table), "file_not_found")


def study_of(xarray, folder, files):
    table = xarray.Dataset({"file": ("subject", files)})
    table.encoding["source"] = str(folder / "group_task-rest_desc-sampen_eeg.nc")
    return table


def test_a_result_finds_the_electrodes_of_its_dataset(tmp_path, xarray):
    raw, out = tmp_path / "raw", tmp_path / "out"
    out.mkdir()
    (out / "dataset_description.json").write_text(json.dumps({"DatasetLinks": {"raw": "../raw"}}))
    files = ["sub-01/eeg/sub-01_task-rest_eeg.edf", "sub-02/eeg/sub-02_task-rest_eeg.edf"]
    result = study_of(xarray, out, files)
    assert positions_in_dataset(result, NAMES) == (None, [])
    write(raw, "EEGLAB")
    found, reasons = positions_in_dataset(result, NAMES[:3])
    np.testing.assert_allclose(found, HEAD[:3], atol=1e-9)
    assert reasons == []
    # Of two spaces the one that is a frame of the head.
    write(raw, "ACPC", entities="sub-01_space-ACPC")
    np.testing.assert_allclose(positions_in_dataset(result, NAMES)[0], HEAD, atol=1e-9)
    for gone in (raw / "sub-01/eeg").glob("sub-01_[ec]*"):
        gone.unlink()
    found, reasons = positions_in_dataset(result, NAMES)
    assert found is None and re.search("'ACPC' is not that of a head", reasons[0])
    write(raw, "CapTrak", unknown=("Pz",))
    found, reasons = positions_in_dataset(result, NAMES)
    assert found is None and any("no position of Pz" in one or "ACPC" in one for one in reasons)


def test_maps_take_a_table(tmp_path):
    from biotropy._plots.network_data import projected
    from biotropy._plots.scalp import info_positions

    table = write(tmp_path, "CapTrak", unknown=("Oz",))
    np.testing.assert_allclose(info_positions(table, NAMES[:4]), HEAD[:4], atol=1e-9)
    np.testing.assert_allclose(projected(info_positions(table, NAMES[:2]))[1], [0, 0], atol=1e-12)
    pytest.raises(BiotropyError, lambda: info_positions(str(table), NAMES))
