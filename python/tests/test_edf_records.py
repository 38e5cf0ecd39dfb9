# SPDX-License-Identifier: Apache-2.0
"""EDF and BDF in blocks of epochs: the samples of `read_signals`, and the whole file wherever something is missing. What MNE would
interpolate or join is refused."""

import warnings

import numpy as np
import pytest
from conftest import DATA, assert_refused, refused, silent, warned

from test_gdf import gdf

import biotropy
from biotropy import _core
from biotropy._work import blocks, file_samples
from biotropy.__main__ import main
from biotropy._work.file_samples import ArraySamples, EdfRecords
from biotropy.errors import BiotropyError

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
    "even.edf": Made([*THREE, ("EDF Annotations", "", 40)], plus="EDF+D"),
    "foreign.edf": Made([*THREE, ("EDF Annotations", "", 40)], plus="EDF+C", lists=["+0.1\x14später\x14\0"]),
    "capitals.EDF": Made(THREE),
}
LISTS = ["+0.1\x150.2\x14BAD blink\x14\0"]
ANNOTATED = [*THREE, ("EDF Annotations", "", 40)]
OTHERS = {
    "bad.edf": Made(ANNOTATED, plus="EDF+C", lists=LISTS),
    "seam.edf": Made(ANNOTATED, plus="EDF+C", lists=["+1\x14EDGE Boundary\x14\0"]),
    "segment.edf": Made(ANNOTATED, plus="EDF+C", lists=["+1\x14New Segment/\x14\0"]),
    "gap.edf": Made(ANNOTATED, plus="EDF+D", gap=9),
    "gap.bdf": Made([*THREE, ("BDF Annotations", "", 40)], plus="BDF+D", gap=9, is_bdf=True),
}
MISSING = {name: list(range(*ends)) for name, ends in
           {"bad.edf": (10, 30), "seam.edf": (100, 103), "segment.edf": (100, 103), "gap.edf": (150, 153), "gap.bdf": (150, 153)}.items()}


def begin(path, epoch, picks, read, most):
    with blocks.opened(path, epoch, picks, read, fill=3) as recording:
        described = recording.describe()
        return described, recording.signal(0, min(most, described.n_epochs)).epochs()


@pytest.mark.parametrize("name", ORDINARY)
@pytest.mark.parametrize("length", [50, 64, 1, 350])
def test_the_bits_of_read_signals(tmp_path, rng, name, length):
    path = ORDINARY[name].write(tmp_path / name, rng)
    records = file_samples.opened(str(path), "data")
    names = ["Fz", "Cz", "Pz"]
    wanted = biotropy.read_signals(path, names).values
    assert isinstance(records, EdfRecords)
    n_epochs = wanted.shape[1] // length
    assert records.names == names
    assert records.n_times == wanted.shape[1]
    wanted = wanted[:, : n_epochs * length].reshape(3, n_epochs, length).swapaxes(0, 1)
    for first, last in ((0, n_epochs), (n_epochs // 2, n_epochs), (0, 1), (1, 1)):
        assert np.array_equal(records.epochs(first, last, length), wanted[first:last])
    described, epochs = begin(str(path), length, "data", None, n_epochs)
    assert (described.n_epochs, described.channels) == (n_epochs, names)
    assert np.array_equal(epochs, wanted)


@pytest.mark.parametrize("name", OTHERS)
def test_a_file_in_which_time_is_missing_is_read_whole(tmp_path, rng, name):
    path = OTHERS[name].write(tmp_path / name, rng)
    assert isinstance(file_samples.opened(str(path), "data"), ArraySamples)
    with warned("spans_bad") if name == "bad.edf" else silent():
        wanted = biotropy.read_signals(path, gap_fill=3).values
    assert np.flatnonzero(np.isnan(wanted[0])).tolist() == MISSING[name]
    described, epochs = begin(str(path), None, "data", None, 1)
    assert described.channels == ["Fz", "Cz", "Pz"]
    assert np.array_equal(epochs[0], wanted, equal_nan=True)
    cut = begin(str(path), 50, "data", None, 7)[1]
    assert np.array_equal(cut, wanted[:, :350].reshape(3, 7, 50).swapaxes(0, 1), equal_nan=True)


def test_channels_are_picked_as_in_mne(tmp_path, rng):
    path = str(Made([*THREE, ("STATUS", "", 50)]).write(tmp_path / "x.edf", rng))
    for picks, names in (
        ("data", ["Fz", "Cz", "Pz"]),
        (None, ["Fz", "Cz", "Pz"]),
        ("eeg", ["Fz", "Cz", "Pz"]),
        (["stim", "Fz"], ["STATUS", "Fz"]),
        ("all", ["Fz", "Cz", "Pz", "STATUS"]),
        (["Pz", "Fz"], ["Pz", "Fz"]),
        (["Fz", "Fz"], ["Fz"]),
        ("Fz", ["Fz"]),
        ([0, -1], ["Fz", "STATUS"]),
        (slice(1, 3), ["Cz", "Pz"]),
    ):
        assert file_samples.opened(path, picks).names == names, picks
    for picks in (["Fz", "Oz"], [], [9], [1.5], "mag"):
        assert_refused(lambda: file_samples.opened(path, picks))
    twice = Made([*THREE, ("Fz", "uV", 50)]).write(tmp_path / "twice.edf", rng)
    assert file_samples.opened(str(twice), "data").names == ["Fz", "Cz", "Pz", "Fz (2)"]


def test_a_fault_has_the_message_of_the_program(tmp_path, rng):
    (tmp_path / "none.edf").write_bytes(b"no recording")
    of_program = pytest.raises(BiotropyError, biotropy.read_signals, tmp_path / "none.edf")
    found = pytest.raises(type(of_program.value), lambda: begin(str(tmp_path / "none.edf"), None, "data", None, 1))
    assert str(found.value) == str(of_program.value)
    made = Made(THREE)
    made.records = 6
    path = made.write(tmp_path / "more.edf", rng)
    with pytest.warns(RuntimeWarning):
        wanted = biotropy.read_signals(path).values
        assert np.array_equal(begin(str(path), None, "data", None, 1)[1][0], wanted)


def test_bad_spans_of_a_table_of_events_are_missing(tmp_path, rng):
    path = Made(THREE).write(tmp_path / "sub-1_eeg.edf", rng)
    whole = begin(str(path), 70, None, None, 9)[1]
    (tmp_path / "sub-1_events.tsv").write_text("onset\tduration\ttrial_type\n0.1\t0.2\tBAD_blink\n1\t1\tgo\n")
    values = begin(str(path), 70, None, None, 9)[1]
    assert np.isnan(values[0, :, 10:30]).all()
    values[0, :, 10:30] = whole[0, :, 10:30]
    assert np.array_equal(values, whole)


RATES = Made([("Temp", "uV", 5), *THREE, ("SpO2", "uV", 5), ("Status", "", 1)])


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
        for picks in ("data", "all"):
            assert_refused(lambda: begin(str(path), 100, picks, None, 1))
        assert main(["convert", str(path), str(tmp_path / "out.vhdr")]) == 3
        assert "Hz, and MNE interpolates the slower ones" in capsys.readouterr().err
    assert_refused(lambda: begin(str(paths[0]), 100, None, lambda path: mne.io.read_raw(path).pick(["Fz", "SpO2"]), 1))
    # What is in memory already is as the caller wants it, and is the same in every block.
    held = begin(str(paths[0]), 100, None, lambda path: mne.io.read_raw(path, preload=True).pick(["SpO2"]), 7)[1]
    assert held.shape == (3, 1, 100)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["rates.edf", "rates.gdf"]


@pytest.mark.parametrize("preload", [False, True])
def test_channels_that_mne_interpolated_are_measured_with_a_warning(tmp_path, rng, preload):
    raw = mne.io.read_raw(RATES.write(tmp_path / "rates.edf", rng), preload=preload).pick(["Fz", "SpO2"])
    with pytest.warns(RuntimeWarning, match=r"x has channels of 10 and 100 Hz, and MNE interpolates the slower ones \(SpO2\)"):
        assert biotropy.sample_entropy(raw)[1] == biotropy.sample_entropy(raw.get_data(["SpO2"])[0])
    with silent():
        biotropy.sample_entropy(raw, picks=["Fz"])
    with warned("interpolated"):  # the rates of the file
        biotropy.sample_entropy(raw.load_data().resample(50.0))


@pytest.mark.parametrize("is_bdf", [False, True])
def test_time_that_is_missing_is_not_converted(tmp_path, rng, capsys, is_bdf):
    plus, notes = ("BDF+D", "BDF Annotations") if is_bdf else ("EDF+D", "EDF Annotations")
    path = str(tmp_path / f"gap.{'bdf' if is_bdf else 'edf'}")
    for lists in ((), LISTS):
        Made([*THREE, (notes, "", 40)], plus=plus, gap=9, is_bdf=is_bdf, lists=lists).write(blocks.Path(path), rng)
        assert main(["convert", path, str(tmp_path / "out.vhdr")]) == 3
        assert "time is missing at 1 place" in capsys.readouterr().err


def test_a_file_that_became_shorter(tmp_path, rng):
    path = Made(THREE).write(tmp_path / "x.edf", rng)
    records = file_samples.opened(str(path), "data")
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size - 1)
    assert_refused(lambda: records.epochs(0, 1, 50), "bad_file")


def test_epochs_that_the_recording_does_not_have(tmp_path, rng):
    records = file_samples.opened(str(Made(THREE).write(tmp_path / "x.edf", rng)), "data")
    for first, last, length in ((0, 8, 50), (7, 8, 50), (0, 1, 351)):
        assert_refused(lambda: records.epochs(first, last, length))
    with refused():
        _core.read_edf_epochs(records.path, records.header, 1, records.signals, 0, np.empty((1, 3, 50)))


def test_real_files():
    read = 0
    for path in sorted([*DATA.rglob("*.edf"), *DATA.rglob("*.bdf")]):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                records = file_samples.opened(str(path), "data")
            except BiotropyError:  # several rates, no samples, another content
                continue
            if not isinstance(records, EdfRecords):
                continue
            wanted = _core.read_joined(str(path), ",".join(f"={_places(path, name)}" for name in records.names))["samples"]
        assert np.array_equal(records.epochs(0, 1, records.n_times)[0], wanted)
        read += 1
    if not read:
        pytest.skip("no such files here")


def _places(path, name):
    return _core.describe_channels(str(path))["channels"].index(name) + 1
