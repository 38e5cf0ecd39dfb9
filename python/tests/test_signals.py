# SPDX-License-Identifier: Apache-2.0
"""Signals of every format that the library reads, as xarray."""

import json

import numpy as np
import pytest
from conftest import assert_refused, warned

import biotropy
from biotropy.errors import FileFailed, FileMissing, InvalidInput, Unsupported

xarray = pytest.importorskip("xarray")


def edf(labels, rates, records, *, reserved="", times=None, digital=None):
    """Bytes of an EDF file with records of a second; EDF+D if `times` has their starts."""
    marked = times is not None
    labels = [*labels, "EDF Annotations"] if marked else labels
    samples = [*rates, 20] if marked else rates
    n = len(labels)

    def fields(values, width):
        return "".join(str(value).ljust(width) for value in values)

    head = "0".ljust(8) + "X X X X".ljust(80) + "Startdate X X X X".ljust(80) + "01.01.0100.00.00"
    head += str(256 * (n + 1)).ljust(8) + reserved.ljust(44) + str(records).ljust(8) + "1".ljust(8) + str(n).ljust(4)
    head += fields(labels, 16) + fields([""] * n, 80) + fields(["uV"] * len(rates) + [""] * marked, 8)
    head += fields([-100] * len(rates) + [-1] * marked, 8) + fields([100] * len(rates) + [1] * marked, 8)
    head += fields([-1000] * len(rates) + [-32768] * marked, 8) + fields([1000] * len(rates) + [32767] * marked, 8)
    head += fields([""] * n, 80) + fields(samples, 8) + fields([""] * n, 32)
    body = b""
    for record in range(records):
        for channel, rate in enumerate(rates):
            body += ((np.arange(rate) + 7 * record + 50 * channel) % 900).astype("<i2").tobytes()
        if marked:
            body += f"+{times[record]}\x14\x14\0".encode().ljust(40, b"\0")
    return head.encode() + body


def test_edf(tmp_path):
    path = tmp_path / "two.edf"
    path.write_bytes(edf(["Fz", "Fz"], [10, 10], 3))
    signals = biotropy.read_signals(path)
    assert signals.dims == ("channel", "time")
    assert signals.channel.values.tolist() == ["Fz", "Fz (2)"]
    assert signals.unit.values.tolist() == ["uV", "uV"]
    assert signals.attrs["rate"] == 10.0
    assert (signals.attrs["format"], signals.attrs["gaps"], signals.attrs["path"]) == ("EDF", 0, str(path))
    assert np.array_equal(signals.time, np.arange(30) / 10)
    assert signals.values[1, :3] == pytest.approx([5.0, 5.1, 5.2])
    assert np.array_equal(biotropy.read_signals(path, 2), signals[1:])
    assert np.array_equal(biotropy.read_signals(path, ["1-2"]), signals)


def test_a_label_is_that_of_the_whole_recording(tmp_path):
    path = tmp_path / "four.edf"
    path.write_bytes(edf(["Fz", "Fz", "Cz", "Fz"], [10, 10, 10, 10], 3))
    signals = biotropy.read_signals(path)
    labels = ["Fz", "Fz (2)", "Cz", "Fz (3)"]
    assert signals.channel.values.tolist() == labels
    for number, label in enumerate(labels, 1):
        for one in (biotropy.read_signals(path, number), biotropy.read_signals(path, label)):
            assert one.channel.values.tolist() == [label]
            assert np.array_equal(one[0], signals.sel(channel=label))
    assert biotropy.read_signals(path, "Fz (3),2").channel.values.tolist() == ["Fz (3)", "Fz (2)"]
    for repeated in (["Fz", 1], "2-3,3", ["Fz (2)", "Fz (2)"]):
        assert_refused(lambda: biotropy.read_signals(path, repeated), parameter="channels")


def test_signals_of_several_rates_are_chosen_from(tmp_path):
    path = tmp_path / "rates.edf"
    path.write_bytes(edf(["Fz", "Cz", "SpO2"], [10, 10, 1], 3))
    assert_refused(lambda: biotropy.read_signals(path), parameter="channels")
    assert biotropy.read_signals(path, "Fz,Cz").shape == (2, 30)
    assert biotropy.read_signals(path, ["SpO2"]).attrs["rate"] == 1.0


def test_missing_time(tmp_path):
    path = tmp_path / "gap.edf"
    path.write_bytes(edf(["Fz", "Cz"], [10, 10], 3, reserved="EDF+D", times=[0, 1, 7]))
    assert_refused(lambda: biotropy.read_signals(path), "missing_values")
    signals = biotropy.read_signals(path, gap_fill=2)
    assert signals.shape == (2, 32)
    assert np.isnan(signals[:, 20:22]).all()
    assert not np.isnan(signals.values[:, [19, 22]]).any()
    assert signals.attrs["gaps"] == 1
    assert np.flatnonzero(signals.in_gap).tolist() == [20, 21]
    assert signals.time.values[[19, 22]].tolist() == [1.9, 7.0]
    assert (np.diff(signals.time) > 0).all()
    whole = biotropy.sample_entropy(signals, m=1, tau=2, nan_policy="omit", full_output=True)
    assert whole.templates_m.values.tolist() == [18 + 8, 18 + 8]


def test_arrays_and_text(tmp_path, rng, caplog):
    x = rng.standard_normal((3, 50))
    np.save(tmp_path / "x.npy", x)
    signals = biotropy.read_signals(tmp_path / "x.npy")
    assert np.array_equal(signals, x)
    assert "rate" not in signals.attrs
    assert signals.time.attrs["units"] == "samples"
    assert np.array_equal(signals.time, np.arange(50))
    np.savetxt(tmp_path / "x.csv", x.T, delimiter=";", header="a;b;c", comments="", fmt="%.17g")
    text = biotropy.read_signals(tmp_path / "x.csv", rate=100, columns="b,c", separator="semicolon")
    assert np.array_equal(text, x[1:])
    (tmp_path / "comma.csv").write_text((tmp_path / "x.csv").read_text().replace(".", ","))
    comma = biotropy.read_signals(tmp_path / "comma.csv", rate=100, columns="b,c", decimal="comma")
    assert np.array_equal(comma, x[1:])
    assert text.channel.values.tolist() == ["b", "c"]
    assert text.time.values[1] == 0.01
    times = np.column_stack([np.arange(50) / 100, x.T])
    np.savetxt(tmp_path / "t.csv", times, delimiter=",", header="time,a,b,c", comments="", fmt="%.17g")
    with caplog.at_level("INFO", "biotropy"):
        assert np.array_equal(biotropy.read_signals(tmp_path / "t.csv"), x)
    assert "column 1 (time)" in caplog.text
    assert biotropy.read_signals(tmp_path / "t.csv", columns="time").values.tolist() == [times[:, 0].tolist()]
    savemat = pytest.importorskip("scipy.io").savemat
    savemat(tmp_path / "x.mat", {"signals": x, "longer": np.zeros((4, 100))})
    assert np.array_equal(biotropy.read_signals(tmp_path / "x.mat", variable="signals"), x)
    assert_refused(lambda: biotropy.read_signals(tmp_path / "x.mat"))
    savemat(tmp_path / "eeg.mat", {"EEG": {"data": x, "srate": 250.0}})
    assert np.array_equal(biotropy.read_signals(tmp_path / "eeg.mat", variable="EEG.data"), x)


def test_a_table_of_channels(tmp_path):
    path = tmp_path / "sub-1_eeg.edf"
    path.write_bytes(edf(["Fz", "Cz", "VEOG"], [10, 10, 10], 3))
    rows = "name\ttype\tstatus\nFz\tEEG\tgood\nCz\tEEG\tbad\nVEOG\tVEOG\tgood\n"
    (tmp_path / "sub-1_channels.tsv").write_text(rows)
    with warned("channels_bad"):
        signals = biotropy.read_signals(path)
    assert signals.channel.values.tolist() == ["Fz", "Cz"]
    assert signals.attrs["bads"] == ["Cz"]
    whole = biotropy.read_signals(path, ignore_channel_table=True)
    assert whole.channel.values.tolist() == ["Fz", "Cz", "VEOG"] and whole.attrs["bads"] == []


def test_wfdb_outside_its_folder(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "sig.hea").write_text("sig 1 250 2\n../sig.dat 16 200/mV 12 0 0 0 0 ECG\n")
    (tmp_path / "sig.dat").write_bytes(np.array([200, 100], "<i2").tobytes())
    assert_refused(lambda: biotropy.read_signals(tmp_path / "in" / "sig"), "bad_file")
    assert biotropy.read_signals(tmp_path / "in" / "sig", outside_files=True).values.tolist() == [[1.0, 0.5]]


def test_it_goes_into_measures_and_files(tmp_path):
    path = tmp_path / "two.edf"
    path.write_bytes(edf(["Fz", "Cz"], [100, 100], 5))
    signals = biotropy.read_signals(path)
    values = biotropy.sample_entropy(signals)
    assert values.sel(channel="Cz").item() == biotropy.sample_entropy(signals.values[1])
    pytest.importorskip("netCDF4")
    signals.to_netcdf(tmp_path / "two.nc")
    with xarray.open_dataarray(tmp_path / "two.nc") as opened:
        assert np.array_equal(opened.time, signals.time)
        assert opened.unit.values.tolist() == ["uV", "uV"]


def test_real_edf_equals_mne_and_the_reference(recording, mne):
    path = recording("eeg/Subject00_2.edf")
    signals = biotropy.read_signals(path)
    raw = mne.io.read_raw_edf(path, preload=True, verbose="ERROR")
    assert signals.shape == (len(raw.ch_names), raw.n_times)
    in_volts = np.array([{"uV": 1e-6, "mV": 1e-3}[unit] for unit in signals.unit.values])[:, np.newaxis]
    assert signals.values * in_volts == pytest.approx(raw.get_data(), rel=1e-12, abs=1e-15)
    assert signals.attrs["rate"] == raw.info["sfreq"]
    found = biotropy.sample_entropy(signals.sel(channel="EEG O2"), full_output=True)
    assert (found.matches_m, found.matches_m1) == (38232201, 24932177)


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"channels": "Pz"}, "channels is Pz"),
        ({"channels": 3}, "channels is 3"),
        ({"channels": 0}, "channels is 0"),
        ({"channels": [1, -1]}, "channels is [1, -1]"),
        ({"channels": []}, "channels is []"),
        ({"channels": [1.5]}, "channels is [1.5]"),
        ({"channels": ""}, "channels is ''"),
        ({"rate": -1}, "rate is -1"),
        ({"rate": "fast"}, "rate is 'fast'"),
        ({"decimal": ","}, "decimal is ','"),
        ({"variable": 1}, "variable is 1"),
        ({"gap_fill": -1}, "gap_fill is -1"),
        ({"gap_fill": 1.5}, "gap_fill is 1.5"),
    ],
)
def test_wrong_parameters(tmp_path, options, text):
    path = tmp_path / "two.csv"
    path.write_text("a,b\n1,2\n3,4\n")
    failure = pytest.raises(InvalidInput, biotropy.read_signals, path, **options)
    assert text in str(failure.value)


def test_wrong_files(tmp_path):
    pytest.raises(FileMissing, biotropy.read_signals, tmp_path / "absent.edf")
    pytest.raises(FileFailed, biotropy.read_signals, tmp_path)
    (tmp_path / "empty.edf").touch()
    assert_refused(lambda: biotropy.read_signals(tmp_path / "empty.edf"), "bad_file")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)))
    pytest.raises(Unsupported, biotropy.read_signals, tmp_path / "picture.png")
    (tmp_path / "marks.atr").write_bytes(b"\x0a\x04\x0a\x04\0\0")
    assert_refused(lambda: biotropy.read_signals(tmp_path / "marks.atr", rate=100), "bad_file")
    (tmp_path / "two.csv").write_text("a,b\n1,2\n3,4\n")
    with warned("option_unused"):
        biotropy.read_signals(tmp_path / "two.csv", variable="x")
    pytest.raises(TypeError, biotropy.read_signals, None)


def test_an_integer_is_a_number_and_text_a_label(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("E0,1,2\n" + "".join(f"{i},{i % 3},{-i}\n" for i in range(9)))

    def labels(channels):
        return biotropy.read_signals(path, channels, rate=100).channel.values.tolist()

    assert labels(1) == ["E0"]
    assert labels(np.array([2, 1])) == ["1", "E0"]
    with warned("names_ambiguous"):
        assert labels("1") == ["1"]
    with warned("names_ambiguous"):
        assert labels(["2", 1]) == ["2", "E0"]
    with warned("names_ambiguous"):
        assert labels("1-2") == ["E0", "1"]
    path.write_text(path.read_text().replace("E0,1,2", "1-1,1-2,2-2"))
    assert labels([1, 2]) == ["1-1", "1-2"]


def test_a_label_with_a_comma_is_not_two_labels(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text('F3,F4,"F3,F4",b2\n' + "".join(f"{i},{i + 1},{i * i},{-i}\n" for i in range(9)))
    assert_refused(lambda: biotropy.read_signals(path, ["F3,F4"], rate=100))
    names = {3: ["F3,F4"], "F3,F4": ["F3", "F4"], "b2, F3": ["b2", "F3"]}
    for channels, expected in [*names.items(), (["1-2, 4"], ["F3", "F4", "b2"]), (["b2", 3], ["b2", "F3,F4"])]:
        assert biotropy.read_signals(path, channels, rate=100).channel.values.tolist() == expected


def test_what_was_decided_of_text_reads_it_alike(tmp_path):
    path = tmp_path / "two.csv"
    path.write_text("Time [s];Fz;Cz\n" + "".join(f"{i / 4};{i % 7}.5;{i % 5}\n" for i in range(50)))
    signals = biotropy.read_signals(path)
    assert signals.attrs["rate"] == 4.0
    again = biotropy.read_signals(path, **json.loads(signals.attrs["options"]))
    assert again.identical(signals.assign_attrs({name: again.attrs[name] for name in ("notices", "notice_codes")}))
