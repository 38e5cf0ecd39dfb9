# SPDX-License-Identifier: Apache-2.0
"""What `biotropy.distributed` refuses in recordings, as the functions of one process do."""

import re

import numpy as np
import pytest
from conftest import assert_refused, block, brainvision, silent, warned
import biotropy

distributed = pytest.importorskip("distributed")
xarray = pytest.importorskip("xarray")
from biotropy._work import schedule  # noqa: E402
from biotropy import distributed as scaled  # noqa: E402
from biotropy._work.recording_work import Work  # noqa: E402
from test_gdf import gdf  # noqa: E402


def samples_of(path):
    return block(str(path), None, "data", None, 0, 1)[0]


def begin(path, read=None, picks="data", epoch=None, **parameters):
    work = Work("pairwise", "cross-sampen", parameters, epoch, picks, read, {"n_jobs": None, "device": None})
    return work.begin(str(path), 8)


def test_an_absolute_tolerance_is_for_channels_of_one_unit(tmp_path, rng):
    path = tmp_path / "a.npy"
    np.save(path, rng.normal(size=(2, 300)))

    def labelled(name):
        coords = {"channel": ["Fz", "T"], "unit": ("channel", ["uV", "C"])}
        return xarray.DataArray(np.load(name), dims=("channel", "time"), coords=coords)

    absolute = {"r": 0.5, "r_unit": "absolute"}
    assert_refused(lambda: begin(path, labelled, **absolute))
    assert begin(path, labelled, r=0.2)[1]["value"].shape == begin(path, **absolute)[1]["value"].shape


def test_arrays_are_real_numbers(tmp_path, rng):
    np.save(tmp_path / "complex.npy", rng.normal(size=(2, 300)) + 1j)
    assert_refused(lambda: begin(tmp_path / "complex.npy"), "unsupported")
    np.save(tmp_path / "wide.npy", 2**60 + rng.integers(0, 1000, size=(2, 300)))
    assert [one.code for one in begin(tmp_path / "wide.npy").notices] == ["integers_rounded"]


def test_the_shorter_dimension_of_an_array_counts_the_channels(tmp_path, rng):
    samples = rng.normal(size=(300, 40))
    np.save(tmp_path / "turned.npy", samples)
    np.save(tmp_path / "plain.npy", samples.T)
    turned, plain = (begin(tmp_path / name)[1]["value"] for name in ("turned.npy", "plain.npy"))
    assert np.array_equal(turned, plain)


def result_of(path, folder, read=None):
    work = Work("pairwise", "cross-sampen", {}, None, "data", read, {"n_jobs": None, "device": None})
    begun = work.begin(str(path), 8)
    return schedule._result(work, "a", begun.described, folder), begun.values


def key_of(path, folder, read=None):
    return result_of(path, folder, read)[0].attributes["key"]


def test_another_recording_of_the_name_is_another_result(tmp_path, rng):
    for name in ("a.npy", "b.npy"):
        np.save(tmp_path / name, rng.standard_normal((2, 300)))
    first, values = result_of(tmp_path / "a.npy", tmp_path)
    first.write(values)
    other, _ = result_of(tmp_path / "b.npy", tmp_path)
    assert not other.is_done() and other.replaces_other()
    for change in (lambda: np.save(tmp_path / "a.npy", np.load(tmp_path / "b.npy")), lambda: None):
        change()
        again, values = result_of(tmp_path / "a.npy", tmp_path)
        assert not again.replaces_other()  # the same recording in a new version, or not even that
        again.write(values)
    assert not result_of(tmp_path / "b.npy", tmp_path)[0].replaces_other()  # the same content at another place


def test_markers_beside_a_recording_are_part_of_its_content(tmp_path, rng):
    markers, keys = brainvision(tmp_path, rng), []
    for more in ("", "Mk2=Comment,seen,100,1,0\n", "Mk2=Bad Interval,muscle,100,50,0\n", "Mk2=Bad Interval,muscle,101,50,0\n"):
        (tmp_path / "a.vmrk").write_text(markers + more)
        keys.append(key_of(tmp_path / "a.vhdr", tmp_path))
    assert len(set(keys)) == 4


def test_what_a_function_makes_of_a_file_is_part_of_the_content(tmp_path, rng):
    np.save(tmp_path / "a.npy", rng.standard_normal((2, 300)))

    def times_another(path):
        return np.load(path) * np.load(tmp_path / "b.npy")

    keys = []
    for factor in (1.0, 2.0, 1.0):
        np.save(tmp_path / "b.npy", factor)
        keys.append(key_of(tmp_path / "a.npy", tmp_path, times_another))
    assert keys[0] == keys[2] != keys[1]


@pytest.mark.parametrize("zarr_format", [2, 3])
def test_zarr_arrays_hold_the_samples_in_order(tmp_path, rng, zarr_format):
    pytest.importorskip("zarr")
    samples = rng.standard_normal((2, 300))

    def stored(name, data, dims=("channel", "time"), **encoding):
        table = xarray.Dataset({"eeg": (dims, data)})
        table.to_zarr(tmp_path / name, zarr_format=zarr_format, encoding={"eeg": encoding})
        return tmp_path / name

    assert begin(stored("plain.zarr", samples)).described.channels == ["0", "1"]
    stored("sensors.zarr", samples, ("sensor", "time"))
    begin(tmp_path / "sensors.zarr")
    whole = stored("whole.zarr", np.round(samples * 100).astype("i2"))
    begin(whole)
    samples[0, 7] = np.nan
    for name, encoding in (
        ("scaled.zarr", {"dtype": "i2", "scale_factor": 1e-3, "add_offset": 0.5, "_FillValue": -32768}),
        ("filled.zarr", {"_FillValue": -999.0}),
        ("unsigned.zarr", {"dtype": "i2", "_Unsigned": "true", "scale_factor": 2e-3, "add_offset": -5.0, "_FillValue": 7}),
    ):
        path = stored(name, samples, **encoding)
        with xarray.open_zarr(path) as decoded:
            assert np.allclose(samples_of(path), decoded["eeg"].values, rtol=1e-12, atol=0, equal_nan=True), name
        assert np.isnan(samples_of(path)).sum() == 1
    for name, data, dims in (
        ("turned.zarr", samples, ("time", "channel")),
        ("cube.zarr", rng.standard_normal((2, 3, 100)), ("channel", "epoch", "time")),
    ):
        assert_refused(lambda: begin(stored(name, data, dims)))


@pytest.mark.parametrize("where", ["", "eeg_250hz", "eeg_250hz/0"])
def test_a_zarr_array_in_a_folder_of_its_group_has_a_scale_for_each_channel(tmp_path, rng, where):
    zarr = pytest.importorskip("zarr")
    held = rng.integers(-3000, 3000, (2, 600)).astype("i2")
    scale, offset = np.array([[0.1], [0.03]]), np.array([[2.0], [-1.0]])
    root = zarr.create_group(tmp_path / "store.zarr")
    group = root.create_group("eeg_250hz")
    rows = [{"label": "Cz", "row_index": 1, "unit": "mV"}, {"label": "Fz", "row_index": 0, "unit": "uV"}]
    group.attrs.update({"rate": 250.0, "channels": rows})
    array = group.create_array("0", data=held)
    array.attrs.update({"scale": scale.ravel().tolist(), "offset": offset.ravel().tolist(),
                        "physical_formula": "physical = digital * scale + offset"})  # fmt: skip
    group.create_group("view").create_array("1", data=np.stack([held[:, ::4]] * 2))
    root.create_group("events").create_array("onset", data=np.zeros(3))
    path = tmp_path / "store.zarr" / where
    assert np.array_equal(samples_of(path), held * scale + offset)
    described = begin(path).described
    assert (described.channels, described.units) == (["Fz", "Cz"], ["uV", "mV"])
    array.attrs["scale"] = [0.1, 0.2, 0.3]
    assert_refused(lambda: begin(path))


def test_zarr_filters_that_scale_are_applied(tmp_path, rng):
    zarr, numcodecs = pytest.importorskip("zarr"), pytest.importorskip("numcodecs")
    samples = np.round(rng.normal(size=(2, 300)), 2)
    scaling = numcodecs.FixedScaleOffset(offset=0, scale=100, dtype="f8", astype="i2")
    array = zarr.create_array(tmp_path / "x.zarr", shape=samples.shape, dtype="f8", filters=[scaling], zarr_format=2)
    array[:] = samples
    assert np.allclose(samples_of(tmp_path / "x.zarr"), samples, rtol=1e-12)


@pytest.mark.parametrize("name", ["a.edf", "a.bdf", "a.vhdr", "a.set", "a.gdf"])
def test_samples_are_in_the_unit_of_the_file(tmp_path, rng, name):
    from test_edf_records import Made

    path = tmp_path / name
    if name == "a.vhdr":
        brainvision(tmp_path, rng)
    elif name == "a.set":
        eeg = {"data": 30 * rng.standard_normal((2, 600)), "srate": 100.0, "nbchan": 2.0, "pnts": 600.0, "trials": 1.0, "event": []}
        chanlocs = np.array([("Fz",), ("Cz",)], dtype=[("labels", object)])
        pytest.importorskip("scipy.io").savemat(path, {"EEG": {**eeg, "chanlocs": chanlocs}})
    elif name == "a.gdf":
        path.write_bytes(gdf(2.2, 3, rng.integers(-99, 99, (2, 600)), (-100, 100), (-100, 100), duration=(1, 1)))
    else:
        Made([("Fz", "uV", 50), ("Cz", "uV", 50)], n_records=12, is_bdf=name == "a.bdf").write(path, rng)
    read = biotropy.read_signals(path)
    epochs = biotropy.prepare(read.drop_attrs(), epoch=100)
    known = biotropy.pairwise(epochs, "cross-sampen", r=40, r_unit="absolute", m=1)
    for r in ({"r": 40.0, "r_unit": "absolute"}, {"r": "40 uV"}, {"r": "0.04 mV"}):
        begun = begin(path, epoch=100, m=1, **r)
        assert begun.described.units == ["uV", "uV"]
        assert np.array_equal(begun.values["value"], known)
    assert np.array_equal(samples_of(path), read.values)
    assert_refused(lambda: begin(path, r="40 nT"))


@pytest.mark.parametrize("bads", ["reject", "keep"])
def test_channels_marked_as_bad_have_no_value(tmp_path, rng, bads):
    brainvision(tmp_path, rng)
    (tmp_path / "a_eeg.vhdr").write_text((tmp_path / "a.vhdr").read_text())
    (tmp_path / "a_channels.tsv").write_text("name\ttype\tunits\tstatus\nFz\tEEG\tuV\tgood\nCz\tEEG\tuV\tbad\n")
    path = tmp_path / "a_eeg.vhdr"
    for kind, measure, given in (
        ("entropy", "sampen", {}),
        ("pairwise", "cross-sampen", {}),
        ("multiscale", "sampen", {"scales": [1, 2]}),
        ("multiscale_pairwise", "cross-sampen", {"scales": [1, 2]}),
        ("sliding", "sampen", {"window": 100, "step": 50}),
    ):
        begun = Work(kind, measure, given, 200, "data", None, {"n_jobs": None, "device": None}, bads).begin(str(path), 8)
        assert list(begun.described.bads) == (["Cz"] if bads == "reject" else [])
        value, reason = begun.values["value"], begun.values["reason"]
        assert np.isfinite(value[:, 0] if "pairwise" not in kind else value[:, 0, 0]).all()
        if bads == "reject":
            assert np.isnan(value[:, 1]).all()
            assert (reason[:, 1] == "the channel is marked as bad").all()
        else:
            assert np.isfinite(value).all() and (reason == "").all()


def test_epochs_are_not_cut_again(tmp_path, rng):
    cube, path = rng.normal(size=(4, 2, 200)), tmp_path / "cube.npy"
    np.save(path, cube)
    assert np.array_equal(begin(path, epoch=200)[1]["value"], begin(path)[1]["value"])
    assert_refused(lambda: begin(path, epoch=50))
    mne, path = pytest.importorskip("mne"), tmp_path / "cube-epo.fif"
    mne.EpochsArray(cube, mne.create_info(2, 100.0, "eeg"), verbose="ERROR").save(path, verbose="ERROR")
    assert begin(path, epoch=200)[0].n_epochs == 4
    assert_refused(lambda: begin(path, epoch=50))


def test_warnings_of_workers_reach_the_caller(tmp_path, rng):
    cube = rng.normal(size=(6, 2, 400))
    cube[2:, 1, 200:] = 0.0
    np.save(tmp_path / "padded.npy", cube)
    np.save(tmp_path / "constant.npy", np.where(np.arange(2)[:, None] == 1, 1.0, cube))
    where = {"n_workers": 1, "threads_per_worker": 2, "processes": False, "dashboard_address": None}
    with distributed.LocalCluster(**where) as cluster, distributed.Client(cluster) as client:
        for block_size, epochs in ((2, r"epochs [24] to [35]: data: 2 of 4"), (8, "epochs 0 to 5: data: 4 of 12")):
            with warned("padding") as caught:
                scaled.pairwise([tmp_path / "padded.npy"], folder=tmp_path / str(block_size), client=client, block_size=block_size)
            assert [one.filename for one in caught if "padding" in str(one.message)] == [__file__]
            assert re.search(rf"padded.npy, {epochs} series seem to have padding", str(caught[0].message))
        with silent(RuntimeWarning):  # results have the reasons of values that are not finite
            scaled.pairwise([tmp_path / "constant.npy"], folder=tmp_path / "constant", client=client)
