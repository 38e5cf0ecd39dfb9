# SPDX-License-Identifier: Apache-2.0
"""Recordings of MNE: values of Python and of the program are equal, bit for bit."""

import csv

import numpy as np
import pytest
from conftest import assert_refused

import biotropy

mne = pytest.importorskip("mne")
mne.set_log_level("ERROR")


def test_epochs_and_raw(rng):
    info = mne.create_info(["Fp1", "O2"], 100.0, "eeg")
    raw = mne.io.RawArray(rng.standard_normal((2, 1000)), info)
    assert np.array_equal(biotropy.sample_entropy(raw), biotropy.sample_entropy(raw.get_data()))
    epochs = mne.make_fixed_length_epochs(raw, 2.0, preload=True)
    values = biotropy.pairwise(epochs, m=1, output="xarray")
    assert values.shape == (5, 2, 2)
    assert values.channel.values.tolist() == ["Fp1", "O2"]
    assert np.array_equal(values.values, biotropy.pairwise(epochs.get_data(), m=1))
    from biotropy.estimators import EntropyTransformer

    assert EntropyTransformer().fit(epochs).get_feature_names_out().tolist() == ["sampen_Fp1", "sampen_O2"]


def test_text_equals_the_program_to_the_last_bit(program, tmp_path, rng):
    x = np.round(rng.standard_normal(3000), 3)
    series, out = tmp_path / "x.txt", tmp_path / "out.csv"
    np.savetxt(series, x, fmt="%.3f")
    for measure, function in (("sampen", biotropy.sample_entropy), ("apen", biotropy.approximate_entropy)):
        program("entropy", series, "--measure", measure, "--quiet", "-o", out)
        with out.open() as lines:
            (row,) = csv.DictReader(lines)
        assert float(row["value"]) == function(x)


def test_results_open_as_xarray(program, tmp_path, rng):
    series, out = tmp_path / "x.csv", tmp_path / "out.nc"
    np.savetxt(series, rng.standard_normal((600, 2)), delimiter=",", header="a,b", comments="")
    program("cross", series, "--epoch", 200, "-m", 1, "--quiet", "-o", out)
    results = biotropy.open_results(out)
    assert dict(results.sizes) == {"epoch": 3, "channel": 2, "partner": 2}
    assert results["value"].dims == ("epoch", "channel", "partner")
    pytest.raises(FileNotFoundError, biotropy.open_results, tmp_path / "none.nc")
    assert_refused(lambda: biotropy.open_results(series), "io")


def test_results_with_other_channels_open_as_a_tree(program, tmp_path, rng):
    one, two, out = tmp_path / "one.txt", tmp_path / "two.csv", tmp_path / "out.nc"
    np.savetxt(one, rng.standard_normal(400))
    np.savetxt(two, rng.standard_normal((400, 2)), delimiter=",", header="a,b", comments="")
    program("entropy", one, two, "--quiet", "-o", out)
    tree = biotropy.open_results(out)
    assert tree.attrs["measure"] == "sampen"
    assert tree["recordings"].sizes["channel"] == 1
    assert tree["other_channels_1"]["channel"].values.tolist() == ["a", "b"]
    samples = np.loadtxt(two, delimiter=",", skiprows=1)
    assert tree["other_channels_1"]["value"].values[0, 1] == biotropy.sample_entropy(samples[:, 1])


def test_real_meg_and_fif(recording):
    raw = mne.io.read_raw_fif(recording("meg/kit/test_bin_raw.fif"), preload=True)
    samples = raw.get_data(picks="meg")[0]
    result = biotropy.sample_entropy(samples, full_output=True)
    assert (result.matches_m, result.matches_m1) == (154297, 97221)
    assert result.value == pytest.approx(0.461892579, abs=1e-9)


def test_sums_where_nothing_was_counted_are_missing(program, tmp_path):
    (tmp_path / "x.csv").write_text("flat,wave\n" + "".join(f"1,{i * i % 17}\n" for i in range(300)))
    for output in ("x.nc", "values.csv"):
        program("entropy", tmp_path / "x.csv", "--measure", "fuzzyen", "-o", tmp_path / output)
    results = biotropy.open_results(tmp_path / "x.nc")
    lines = [line.split(",") for line in (tmp_path / "values.csv").read_text().splitlines()]
    for name in ("membership_m", "membership_m1"):
        assert np.isnan(results[name].values.ravel()).tolist() == [True, False]
        assert [line[lines[0].index(name)] == "NaN" for line in lines[1:]] == [True, False]
