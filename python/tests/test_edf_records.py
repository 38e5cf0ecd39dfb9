# SPDX-License-Identifier: Apache-2.0
"""EDF and BDF that are read without MNE: the same bits as with it, and MNE wherever something is out of the ordinary."""

import warnings

import numpy as np
import pytest
from conftest import DATA

from biotropy import _blocks, _core, _edf_records
from biotropy.errors import BiotropyError

mne = pytest.importorskip("mne")


def field(text, width):
    return str(text).ljust(width).encode("latin-1")


class Made:
    """A file of random samples: signals of (label, unit, samples in a record)."""

    def __init__(self, signals, n_records=7, is_bdf=False, plus="", lists=()):
        self.signals, self.n_records, self.is_bdf, self.plus, self.lists = signals, n_records, is_bdf, plus, lists
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
                    said = f"+{record / 2}\x14\x14\0" + (self.lists[record] if record < len(self.lists) else "")
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
    "long.edf": Made([(label, unit, 60_000) for label, unit, _ in THREE], n_records=2),
}
LISTS = ["+0.1\x150.2\x14BAD blink\x14\0"]
OTHERS = {
    "bad.edf": Made([*THREE, ("EDF Annotations", "", 40)], plus="EDF+C", lists=LISTS),
    "gaps.edf": Made([*THREE, ("EDF Annotations", "", 40)], plus="EDF+D"),
    "foreign.edf": Made([*THREE, ("EDF Annotations", "", 40)], plus="EDF+C", lists=["+0.1\x14später\x14\0"]),
    "rates.edf": Made([*THREE, ("ECG", "uV", 100)]),
    "twice.edf": Made([*THREE, ("Fz", "uV", 50)]),
    "letters.edf": Made([("Fz", "µV", 50), ("Cz", "uV", 50)]),
    "apart.edf": Made([THREE[0], ("Status", "", 50), THREE[1]]),
}


def of_mne(path, picks):
    raw = mne.io.read_raw(path, verbose="ERROR")
    names = _blocks.channels(raw, picks, "the recording")
    return names, _blocks._bad_segments.samples(raw, names)


@pytest.mark.parametrize("name", ORDINARY)
@pytest.mark.parametrize("length", [50, 64, 1, 350])
def test_the_bits_of_mne(tmp_path, rng, name, length):
    path = ORDINARY[name].write(tmp_path / name, rng)
    records = _edf_records.opened(str(path), "data")
    names, wanted = of_mne(path, "data")
    n_epochs = wanted.shape[1] // length
    assert records.names == names == ["Fz", "Cz", "Pz"]
    assert records.n_times == wanted.shape[1]
    wanted = wanted[:, : n_epochs * length].reshape(3, n_epochs, length).swapaxes(0, 1)
    for first, last in ((0, n_epochs), (n_epochs // 2, n_epochs), (0, 1), (1, 1)):
        assert np.array_equal(records.epochs(first, last, length), wanted[first:last])
    described, epochs = _blocks.begin(str(path), length, "data", None, n_epochs)
    assert (described.n_epochs, described.channels) == (n_epochs, names)
    assert np.array_equal(epochs, wanted)


@pytest.mark.parametrize("name", OTHERS)
def test_what_is_out_of_the_ordinary_is_left_to_mne(tmp_path, rng, name):
    path = OTHERS[name].write(tmp_path / name, rng)
    assert _edf_records.opened(str(path), "data") is None
    names, wanted = of_mne(path, "data")
    described, epochs = _blocks.begin(str(path), None, "data", None, 1)
    assert described.channels == names
    assert np.array_equal(epochs[0], wanted, equal_nan=True)
    assert np.isnan(wanted).any() == (name == "bad.edf")


def test_faults_and_picks_are_left_to_mne(tmp_path, rng):
    made = Made(THREE)
    path = str(made.write(tmp_path / "x.edf", rng))
    assert _edf_records.opened(path, "all").names == ["Fz", "Cz", "Pz"]
    assert _edf_records.opened(path, None) is not None
    for picks in (["Fz"], "eeg", [0], "Fz"):
        assert _edf_records.opened(path, picks) is None
    made.records = 6
    assert _edf_records.opened(str(made.write(tmp_path / "more.edf", rng)), "data") is None
    assert _edf_records.opened(str(Made(THREE).write(tmp_path / "x.rec", rng)), "data") is None
    assert _edf_records.opened(str(Made(THREE).write(tmp_path / "x.bdf", rng)), "data") is None
    (tmp_path / "none.edf").write_bytes(b"no recording")
    assert _edf_records.opened(str(tmp_path / "none.edf"), "data") is None
    trigger = Made([*THREE, ("STATUS", "", 50)]).write(tmp_path / "t.edf", rng)
    assert _edf_records.opened(str(trigger), "all") is None


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
        _core.read_edf_epochs(records.path, records.header, 1, 50, records.scales, 0, np.empty((1, 3, 50)))


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
        assert np.array_equal(records.epochs(0, 1, records.n_times)[0], wanted)
        read += 1
    if not read:
        pytest.skip("no such files here")
