# SPDX-License-Identifier: Apache-2.0
"""EDF and BDF that are read without MNE: the samples of `read_signals`, and MNE wherever something is out of the ordinary. What MNE
would interpolate or join is refused."""

import warnings

import numpy as np
import pytest
from conftest import DATA

from test_gdf import gdf

import biotropy
from biotropy import _blocks, _core, _edf_records
from biotropy.__main__ import main
from biotropy.errors import BiotropyError, InvalidInput

mne = pytest.importorskip("mne")


def field(text, width):
    return str(text).ljust(width).encode("latin-1")


class Made:
    """A file of random samples: signals of (label, unit, samples in a record)."""

    def __init__(self, signals, n_records=7, is_bdf=False, plus="", lists=(), gap=0):
        self.signals, self.n_records, self.is_bdf, self.plus, self.lists = signals, n_records, is_bdf, plus, lists
        self.gap = gap  # seconds before record 3
        self.records = n_records  # as announced

    def header(self):
        n = len(self.signals)
        first = b"\xffBIOSEMI" if self.is_bdf else field("0", 8)
        first += field("X X X X", 80) + field("Startdate X X X X", 80) + field("01.02.20", 8) + field("03.04.05", 8)
        first += field(256 * (n + 1), 8) + field(self.plus, 44) + field(self.records, 8) + field("0.5", 8) + field(n, 4)
        most = 2**23 - 1 if self.is_bdf else 2**15 - 1
        columns = [[label for label, _, _ in self.signals], [""] * n, [unit for _, unit, _ in self.signals],
                   [f"{-187.5 - i}" for i in range(n)], [f"{187.4 + 3 * i}" for i in range(n)],
                   [-most - 1] * n, [most] * n, [""] * n, [count for _, _, count in self.signals], [""] * n]  # fmt: skip
        widths = (16, 80, 8, 8, 8, 8, 8, 80, 8, 32)
        return first + b"".join(field(one, width) for column, width in zip(columns, widths, strict=True) for one in column)

    def write(self, path, rng):
        width = 3 if self.is_bdf else 2
        content = self.header()
        for record in range(self.n_records):
            for label, _, count in self.signals:
                if "Annotations" in label:
                    said = f"+{record / 2 + (self.gap if record >= 3 else 0)}\x14\x14\0" + (self.lists[record] if record < len(self.lists) else "")
                    content += said.encode().ljust(count * width, b"\0")
                else:
                    content += rng.integers(0, 256, count * width, dtype=np.uint8).tobytes()
        path.write_bytes(content)
        return path


THREE = [("Fz", "uV", 50), ("Cz", "mV", 50), ("Pz", "V", 50)]
ORDINARY = {
    "plain.edf": Made(THREE),
    "plain.bdf": Made(THREE, is_bdf=True),
    "trigger.bdf": Made([*THREE, ("Status", "Boolean", 50)], is_bdf=True),
    "annotations.edf": Made([("EDF Annotations", "", 40), *THREE], plus="EDF+C", lists=["+0.1\x151\x14left hand\x14\0"]),
    "apart.edf": Made([*THREE[:2], ("Status", "", 50), THREE[2]]),
    "long.edf": Made([(label, unit, 60_000) for label, unit, _ in THREE], n_records=2),
}
LISTS = ["+0.1\x150.2\x14BAD blink\x14\0"]
OTHERS = {
    "bad.edf": Made([*THREE, ("EDF Annotations", "", 40)], plus="EDF+C", lists=LISTS),
    "seam.edf": Made([*THREE, ("EDF Annotations", "", 40)], plus="EDF+C", lists=["+1\x14EDGE Boundary\x14\0"]),
    "segment.edf": Made([*THREE, ("EDF Annotations", "", 40)], plus="EDF+C", lists=["+1\x14New Segment/\x14\0"]),
    "gaps.edf": Made([*THREE, ("EDF Annotations", "", 40)], plus="EDF+D"),
    "foreign.edf": Made([*THREE, ("EDF Annotations", "", 40)], plus="EDF+C", lists=["+0.1\x14später\x14\0"]),
    "twice.edf": Made([*THREE, ("Fz", "uV", 50)]),
    "letters.edf": Made([("Fz", "µV", 50), ("Cz", "uV", 50)]),
}


def of_mne(path, picks):
    """Names as MNE has them, and samples in the unit of the file."""
    raw = mne.io.read_raw(path, verbose="ERROR")
    names = _blocks.channels(raw, picks, "the recording")
    return names, _blocks._bad_segments.samples(raw, names) * _blocks.file_units(raw, names)[1][:, np.newaxis]


def begin(path, epoch, picks, read, most):
    with _blocks.opened(path, epoch, picks, read) as recording:
        described = recording.describe()
        return described, recording.epochs(0, min(most, described.n_epochs))


@pytest.mark.parametrize("name", ORDINARY)
@pytest.mark.parametrize("length", [50, 64, 1, 350])
def test_the_bits_of_read_signals(tmp_path, rng, name, length):
    path = ORDINARY[name].write(tmp_path / name, rng)
    records = _edf_records.opened(str(path), "data")
    names, near = of_mne(path, "data")
    wanted = biotropy.read_signals(path, names).values
    assert np.allclose(near, wanted, rtol=1e-12, atol=1e-12)
    n_epochs = wanted.shape[1] // length
    assert records.names == names == ["Fz", "Cz", "Pz"]
    assert records.n_times == wanted.shape[1]
    wanted = wanted[:, : n_epochs * length].reshape(3, n_epochs, length).swapaxes(0, 1)
    for first, last in ((0, n_epochs), (n_epochs // 2, n_epochs), (0, 1), (1, 1)):
        assert np.array_equal(records.epochs(first, last, length), wanted[first:last])
    described, epochs = begin(str(path), length, "data", None, n_epochs)
    assert (described.n_epochs, described.channels) == (n_epochs, names)
    assert np.array_equal(epochs, wanted)


@pytest.mark.parametrize("name", OTHERS)
def test_what_is_out_of_the_ordinary_is_left_to_mne(tmp_path, rng, name):
    path = OTHERS[name].write(tmp_path / name, rng)
    assert _edf_records.opened(str(path), "data") is None
    names, wanted = of_mne(path, "data")
    described, epochs = begin(str(path), None, "data", None, 1)
    assert described.channels == names
    assert np.array_equal(epochs[0], wanted, equal_nan=True)
    assert np.isnan(wanted).any() == (name in ("bad.edf", "seam.edf", "segment.edf"))


def test_faults_and_picks_are_left_to_mne(tmp_path, rng):
    made = Made(THREE)
    path = str(made.write(tmp_path / "x.edf", rng))
    assert _edf_records.opened(path, "all").names == ["Fz", "Cz", "Pz"]
    assert _edf_records.opened(path, None) is not None
    assert _edf_records.opened(path, ["Pz", "Fz"]).names == ["Pz", "Fz"]
    for picks in ("eeg", ["eeg"], [0], "Fz", ["Fz", "Fz"], ["Fz", "Oz"], []):
        assert _edf_records.opened(path, picks) is None
    made.records = 6
    assert _edf_records.opened(str(made.write(tmp_path / "more.edf", rng)), "data") is None
    assert _edf_records.opened(str(Made(THREE).write(tmp_path / "x.rec", rng)), "data") is None
    assert _edf_records.opened(str(Made(THREE).write(tmp_path / "x.bdf", rng)), "data") is None
    (tmp_path / "none.edf").write_bytes(b"no recording")
    assert _edf_records.opened(str(tmp_path / "none.edf"), "data") is None
    trigger = Made([*THREE, ("STATUS", "", 50)]).write(tmp_path / "t.edf", rng)
    assert _edf_records.opened(str(trigger), "all") is None


RATES = Made([("Temp", "uV", 5), *THREE, ("SpO2", "uV", 5), ("Status", "", 1)])
SEVERAL = "has channels of 10 and 100 Hz, and MNE interpolates the slower ones .*: picks = a list of names of channels of one rate"


def test_channels_of_one_rate_beside_others_are_read_as_they_are(tmp_path, rng):
    path = str(RATES.write(tmp_path / "rates.edf", rng))
    for picks in (["Temp", "SpO2"], ["SpO2", "Temp"], ["Pz", "Fz", "Cz"], ["Temp"]):
        described, epochs = begin(path, 7, picks, None, 100)
        held = np.stack([_core.read_signals(path, name, 0, {})["samples"][0] for name in picks])
        assert described.channels == picks
        assert described.n_epochs == held.shape[1] // 7
        assert np.array_equal(epochs, held[:, : described.n_epochs * 7].reshape(len(picks), -1, 7).swapaxes(0, 1))


def test_channels_that_mne_would_interpolate_are_refused(tmp_path, rng, capsys):
    paths = [RATES.write(tmp_path / "rates.edf", rng), tmp_path / "rates.gdf"]
    even = gdf(2.2, 3, rng.integers(-99, 99, (2, 275)), (-1, 1), (-100, 100), duration=(1, 1))  # 5 records of 2 x 55 samples
    counts = slice(256 + 2 * 216, 256 + 2 * 220)
    paths[1].write_bytes(even[: counts.start] + np.array([100, 10], "<u4").tobytes() + even[counts.stop :])
    for path in paths:
        with pytest.raises(InvalidInput, match=SEVERAL):
            begin(str(path), 100, "data", None, 1)
        assert main(["convert", str(path), str(tmp_path / "out.vhdr")]) == 3
        assert "Hz, and MNE interpolates the slower ones" in capsys.readouterr().err
    with pytest.raises(InvalidInput, match=r"interpolates the slower ones \(SpO2\)"):
        begin(str(paths[0]), 100, None, lambda path: mne.io.read_raw(path).pick(["Fz", "SpO2"]), 1)
    # What is in memory already is as the caller wants it, and is the same in every block.
    held = begin(str(paths[0]), 100, None, lambda path: mne.io.read_raw(path, preload=True).pick(["SpO2"]), 7)[1]
    assert held.shape == (3, 1, 100)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["rates.edf", "rates.gdf"]


@pytest.mark.parametrize("preload", [False, True])
def test_channels_that_mne_interpolated_are_measured_with_a_warning(tmp_path, rng, preload):
    raw = mne.io.read_raw(RATES.write(tmp_path / "rates.edf", rng), preload=preload).pick(["Fz", "SpO2"])
    with pytest.warns(RuntimeWarning, match=r"x has channels of 10 and 100 Hz, and MNE interpolates the slower ones \(SpO2\)"):
        assert biotropy.sample_entropy(raw)[1] == biotropy.sample_entropy(raw.get_data(["SpO2"])[0])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        biotropy.sample_entropy(raw, picks=["Fz"])
    with pytest.warns(RuntimeWarning, match="x has channels of 10 and 100 Hz, and MNE interpolates"):  # the rates of the file
        biotropy.sample_entropy(raw.load_data().resample(50.0))


@pytest.mark.parametrize("is_bdf", [False, True])
def test_time_that_is_missing_is_refused(tmp_path, rng, capsys, is_bdf):
    plus, notes = ("BDF+D", "BDF Annotations") if is_bdf else ("EDF+D", "EDF Annotations")
    path = str(tmp_path / f"gap.{'bdf' if is_bdf else 'edf'}")
    for lists in ((), LISTS):
        Made([*THREE, (notes, "", 40)], plus=plus, gap=9, is_bdf=is_bdf, lists=lists).write(_blocks.Path(path), rng)
        with pytest.raises(InvalidInput, match="time is missing at 1 place, the first before sample 150 of channel 1"):
            begin(path, 100, "data", None, 1)
        assert main(["convert", path, str(tmp_path / "out.vhdr")]) == 3
        assert "time is missing at 1 place" in capsys.readouterr().err


def test_a_file_that_became_shorter(tmp_path, rng):
    path = Made(THREE).write(tmp_path / "x.edf", rng)
    records = _edf_records.opened(str(path), "data")
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size - 1)
    with pytest.raises(BiotropyError, match=r"x\.edf: the file has become shorter"):
        records.epochs(0, 1, 50)


def test_epochs_that_the_recording_does_not_have(tmp_path, rng):
    records = _edf_records.opened(str(Made(THREE).write(tmp_path / "x.edf", rng)), "data")
    for first, last, length in ((0, 8, 50), (7, 8, 50), (0, 1, 351)):
        with pytest.raises(BiotropyError, match="the epochs do not fit the recording"):
            records.epochs(first, last, length)
    with pytest.raises(BiotropyError, match="the epochs do not fit the recording"):
        _core.read_edf_epochs(records.path, records.header, 1, records.signals, 0, np.empty((1, 3, 50)))


def test_real_files():
    read = 0
    for path in sorted([*DATA.rglob("*.edf"), *DATA.rglob("*.bdf")]):
        records = _edf_records.opened(str(path), "data")
        if records is None:
            continue
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            names, wanted = of_mne(path, "data")
        assert records.names == names
        assert np.allclose(records.epochs(0, 1, records.n_times)[0], wanted, rtol=1e-9, atol=1e-9)
        read += 1
    if not read:
        pytest.skip("no such files here")
