# SPDX-License-Identifier: Apache-2.0
"""Maps of the scalp of measured values: places, channels without a value, labels and what is refused."""

import numpy as np
import pytest

import biotropy

pytest.importorskip("matplotlib").use("Agg")
mne = pytest.importorskip("mne")
xarray = pytest.importorskip("xarray")

from biotropy import plot  # noqa: E402

ELECTRODES = ["F3", "Fz", "F4", "C3", "Cz", "C4", "P3", "Pz", "P4"]


def drawn_at(ax):
    """Places of the electrodes that a map shows."""
    return np.asarray(ax.collections[-1].get_offsets())[:, 0]


def labelled(values, **attributes):
    return xarray.DataArray(values, dims=("epoch", "channel"), coords={"channel": ELECTRODES}, name="sampen", attrs=attributes)


def test_the_mean_over_epochs_is_drawn_at_the_electrodes(rng):
    values = rng.uniform(size=(4, 9))
    values[:, 3], values[1, 4] = np.nan, np.nan
    ax = plot.topomap(labelled(values, title="SampEn", units="nat"))
    means = np.nanmean(np.delete(values, 3, axis=1), axis=0)
    assert ax.images[0].get_clim() == pytest.approx((means.min(), means.max()))
    assert ax.figure.axes[-1].get_ylabel() == "SampEn (nat)"
    assert len(drawn_at(ax)) == 8  # C3 has no value
    plain = plot.topomap(means, ch_names=[name for name in ELECTRODES if name != "C3"])
    assert np.array_equal(plain.images[0].get_array().filled(0), ax.images[0].get_array().filled(0))


def test_places_of_mne_in_every_form(rng):
    positions = rng.uniform(-1, 1, (9, 3)) + [0, 0, 2]
    positions *= 0.09 / np.linalg.norm(positions, axis=1, keepdims=True)
    montage = mne.channels.make_dig_montage(dict(zip(ELECTRODES, positions, strict=True)), coord_frame="head")
    info = mne.create_info(ELECTRODES, 100.0, "eeg").set_montage(montage)
    raw = mne.io.RawArray(rng.standard_normal((9, 300)), info, verbose="ERROR")
    values = biotropy.sample_entropy(raw, output="xarray")
    first = plot.topomap(values, info)
    for pos in (raw, montage):
        assert np.array_equal(plot.topomap(values, pos).images[0].get_array().filled(0), first.images[0].get_array().filled(0))
    assert np.array_equal(plot.topomap(values.values.ravel(), info).images[0].get_array().filled(0), first.images[0].get_array().filled(0))
    in_plane = rng.uniform(-0.08, 0.08, (9, 2))
    assert sorted(drawn_at(plot.topomap(values, in_plane))) == pytest.approx(sorted(in_plane[:, 0]))
    ends = plot.topomap(values, info, vmin=0, vmax=9, colorbar=False)
    assert ends.images[0].get_clim() == (0, 9) and len(ends.figure.axes) == 1


def test_what_is_no_map_is_refused(rng):
    values = labelled(rng.uniform(size=(2, 9)))
    wrong = [
        (values.assign_coords(channel=[*ELECTRODES[:-1], "muscle"]), {}),  # a value without a place
        (values.expand_dims(scale=2), {}),
        (values.where(values.channel == ELECTRODES[0]), {}),
        (values, {"pos": np.zeros((9, 2))}),
        (values, {"pos": np.zeros((8, 2))}),
        (np.zeros(9), {"ch_names": ELECTRODES[1:]}),
        (np.zeros((2, 9)), {"ch_names": ELECTRODES}),
    ]
    for data, options in wrong:
        pytest.raises(biotropy.errors.InvalidInput, plot.topomap, data, **options)
