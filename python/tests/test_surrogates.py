# SPDX-License-Identifier: Apache-2.0
"""Surrogates: the same series from an independent implementation in NumPy, and tests from their definitions."""

import warnings

import biotropy
import numpy as np
import pytest
from conftest import assert_refused, silent, warned

KINDS = ["iaaft", "aaft", "phases", "joint-phases", "shuffle", "shift", "epochs"]
ALL = 2**32 - 1
MASK = 2**64 - 1


def seed_words(seed, n):
    """std::seed_seq (ISO C++, [rand.util.seedseq])."""
    s, wrap = len(seed), 2**32 - 1
    made = [0x8B8B8B8B] * n
    t = 11 if n >= 623 else 7 if n >= 68 else 5 if n >= 39 else 3 if n >= 7 else (n - 1) // 2
    p, m = (n - t) // 2, max(s + 1, n)
    q = p + t

    def scramble(x):
        return x ^ (x >> 27)

    for k in range(m):
        r = 1664525 * scramble(made[k % n] ^ made[(k + p) % n] ^ made[(k - 1) % n]) & wrap
        added = r + (s if k == 0 else k % n + seed[k - 1] if k <= s else k % n) & wrap
        made[(k + p) % n] = made[(k + p) % n] + r & wrap
        made[(k + q) % n] = made[(k + q) % n] + added & wrap
        made[k % n] = added
    for k in range(m, m + n):
        r = 1566083941 * scramble(made[k % n] + made[(k + p) % n] + made[(k - 1) % n] & wrap) & wrap
        less = (r - k % n) & wrap
        made[(k + p) % n] ^= r
        made[(k + q) % n] ^= less
        made[k % n] = less
    return made


class Stream:
    """std::mt19937_64, and uniform numbers of it."""

    def __init__(self, seed, place):
        words = seed_words([seed & ALL, seed >> 32, *place], 624)
        self.state = [words[2 * i] | words[2 * i + 1] << 32 for i in range(312)]
        self.next = 312

    def draw(self):
        if self.next == 312:
            x = self.state
            for i in range(312):
                y = x[i] & 0xFFFFFFFF80000000 | x[(i + 1) % 312] & 0x7FFFFFFF
                x[i] = x[(i + 156) % 312] ^ y >> 1 ^ (0xB5026F5AA96619E9 if y & 1 else 0)
            self.next = 0
        z = self.state[self.next]
        self.next += 1
        z ^= z >> 29 & 0x5555555555555555
        z ^= z << 17 & 0x71D67FFFEDA60000 & MASK
        z ^= z << 37 & 0xFFF7EEE000000000 & MASK
        return z ^ z >> 43

    def uniform(self):
        while (u := float(self.draw()) * 2.0**-64) == 1.0:
            pass
        return u

    def below(self, count):
        return int(self.uniform() * count)

    def shuffle(self, x):
        x = np.array(x)
        for last in range(len(x) - 1, 0, -1):
            other = self.below(last + 1)
            x[[last, other]] = x[[other, last]]
        return x

    def exponential(self):
        whole = 0.0
        while True:
            first = smallest = self.uniform()
            n = 1
            while (u := self.uniform()) < smallest:
                smallest, n = u, n + 1
            if n % 2 == 1:
                return whole + first
            whole += 1.0

    def normal(self):
        while True:
            size, other = self.exponential(), self.exponential()
            if 2.0 * other > (size - 1.0) ** 2:
                return -size if self.uniform() < 0.5 else size

    def rotate(self, spectrum, n):
        phases = [2 * np.pi * self.below(2**53) / 2**53 for _ in range((n - 1) // 2)]
        turned = spectrum.copy()
        turned[1 : len(phases) + 1] *= np.exp(1j * np.array(phases))
        return turned


def remapped(x, like):
    made = np.empty_like(x)
    made[np.argsort(like, kind="stable")] = np.sort(x)
    return made


def reference(data, kind, number, epoch, channel, seed):
    """One surrogate of an array (epoch, channel, time)."""
    x = data[epoch, channel]
    n = len(x)
    if kind == "epochs":
        used = np.isfinite(data).all(axis=2) & (np.ptp(data, axis=2) != 0)
        if not used[epoch, channel]:
            return x
        alike = np.flatnonzero((used == used[epoch]).all(axis=1))
        exchanged = Stream(seed, [number, ALL, channel]).shuffle(alike)
        return data[exchanged[np.searchsorted(alike, epoch)], channel]
    stream = Stream(seed, [number, epoch, ALL if kind == "joint-phases" else channel])
    if kind == "shift":
        return np.roll(x, -stream.below(n))
    if kind == "shuffle":
        return stream.shuffle(x)
    if kind in ("phases", "joint-phases"):
        return np.fft.irfft(stream.rotate(np.fft.rfft(x), n), n)
    if kind == "aaft":
        gaussian = remapped(np.array([stream.normal() for _ in range(n)]), x)
        return remapped(x, np.fft.irfft(stream.rotate(np.fft.rfft(gaussian), n), n))
    amplitudes, made = np.abs(np.fft.rfft(x)), stream.shuffle(x)
    for _ in range(100):
        spectrum = np.fft.rfft(made)
        before, made = made, remapped(x, np.fft.irfft(amplitudes * spectrum / np.abs(spectrum), n))
        if (made == before).all():
            break
    return made


def recording(shape, seed=3):
    x = np.random.default_rng(seed).normal(size=shape)
    for t in range(1, shape[-1]):
        x[..., t] += 0.8 * x[..., t - 1]
    x += 0.7 * x[..., :1, :]  # channels depend on the first
    return x + 0.2 * x**2


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("n_times", [64, 97, 122])
def test_are_those_of_numpy(kind, n_times):
    data = recording((3, 2, n_times))
    made = biotropy.surrogates(data, 3, kind, seed=2**33 + 5)
    assert made.shape == (3, *data.shape)
    scale = np.abs(data).max()
    for number in range(3):
        for epoch in range(3):
            for channel in range(2):
                wanted = reference(data, kind, number, epoch, channel, 2**33 + 5)
                np.testing.assert_allclose(made[number, epoch, channel], wanted, rtol=0, atol=1e-12 * scale)


def without_some(data):
    """Channel 1 is missing in two epochs, and channel 0 constant in another."""
    data = data.copy()
    data[[1, 4], 1, 3] = np.nan
    data[3, 0] = 2
    return data


def test_exchange_epochs_that_have_the_same_channels():
    data = without_some(recording((7, 3, 40)))
    made = biotropy.surrogates(data, 5, "epochs", seed=4)
    for number, epoch, channel in np.ndindex(5, 7, 3):
        np.testing.assert_array_equal(made[number, epoch, channel], reference(data, "epochs", number, epoch, channel, 4))
    assert (made[:, 1, 0] == data[4, 0]).all(axis=1).any()


@pytest.mark.parametrize("kind", ["epochs", "phases"])
def test_means_are_of_the_epochs_that_have_a_value(kind):
    data = without_some(recording((7, 3, 60)))
    test = biotropy.pairwise(data, m=1, output="xarray", average=True, surrogates=20, surrogate_kind=kind)
    used = np.isfinite(data).all(axis=2) & (np.ptp(data, axis=2) != 0)
    filled = np.where(used[:, :, None], data, np.arange(60.0))
    made = biotropy.surrogates(data if kind == "epochs" else filled, 20, kind)
    made = np.where(used[:, :, None], made, np.nan)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        values = np.stack([biotropy.pairwise(one, m=1, average=True) for one in made])
    np.testing.assert_allclose(test.surrogate_mean[0, 1:], values.mean(axis=0)[0, 1:], rtol=1e-12)
    assert np.isfinite(test.p.values[~np.eye(3, dtype=bool)]).all()


def test_says_that_epochs_stay_where_no_other_has_the_same_channels():
    data = recording((4, 3, 40))
    data[0, 0] = data[1, 1] = 0
    with warned("epochs_not_exchanged", "not_finite"):
        biotropy.pairwise(data, m=1, output="dict", surrogates=9, surrogate_kind="epochs")


def test_dimensions_are_identified_by_their_names(xarray):
    x = np.cumsum(np.random.default_rng(4).standard_normal((2, 3, 40)), axis=2)
    data = xarray.DataArray(x, dims=("epoch", "channel", "time"))
    assert np.array_equal(biotropy.surrogates(data.transpose("time", "epoch", "channel")), biotropy.surrogates(x))
    assert np.array_equal(biotropy.surrogates(data[1].T), biotropy.surrogates(x[1]))
    assert np.array_equal(biotropy.surrogates(data[1, 2]), biotropy.surrogates(x[1, 2]))


def test_have_the_shape_of_the_series():
    for shape in [(50,), (2, 50), (3, 2, 50)]:
        x = recording((3, 2, 50))[(0,) * (3 - len(shape))]
        assert biotropy.surrogates(x, 2, "shuffle").shape == (2, *shape)
        np.testing.assert_array_equal(biotropy.surrogates(x, 2, "iaaft", n_jobs=2), biotropy.surrogates(x, 2, "iaaft"))


def p_values(values, own):
    """Lower, upper and two-sided."""
    lower, upper = ((1 + (side).sum(axis=0)) / (1 + len(values)) for side in (values <= own, values >= own))
    return lower, upper, np.minimum(1, 2 * np.minimum(lower, upper))


def q_values(p):
    order = np.argsort(p)
    raised = p[order] * len(p) / np.arange(1, len(p) + 1)
    q = np.empty(len(p))
    q[order] = np.minimum.accumulate(raised[::-1])[::-1]
    return np.minimum(q, 1)


def family(values, own):
    every = np.vstack([values, own])
    far = np.abs(every - every.mean(axis=0)) / every.std(axis=0, ddof=1)
    return (1 + (far[:-1].max(axis=1)[:, None] >= far[-1] - 1e-12).sum(axis=0)) / (1 + len(values))


@pytest.mark.parametrize("function", [biotropy.sample_entropy, biotropy.permutation_entropy])
def test_every_number_of_series_is_that_of_its_definition(function):
    x = recording((2, 3, 120))
    result = function(x, surrogates=60, surrogate_kind="aaft", surrogate_seed=8, full_output=True)
    values = function(biotropy.surrogates(x, 60, "aaft", seed=8))
    test = result.surrogates
    np.testing.assert_allclose(test.surrogate_mean, values.mean(axis=0), rtol=1e-12)
    np.testing.assert_allclose(test.surrogate_sd, values.std(axis=0, ddof=1), rtol=1e-10)
    np.testing.assert_allclose(test.z, (result.value - values.mean(axis=0)) / values.std(axis=0, ddof=1), rtol=1e-9)
    for name, wanted in zip(("p_lower", "p_upper", "p"), p_values(values, result.value), strict=True):
        np.testing.assert_array_equal(getattr(test, name), wanted)
    for epoch in range(2):
        np.testing.assert_allclose(test.q[epoch], q_values(test.p[epoch]), rtol=1e-12)
        np.testing.assert_allclose(test.p_family[epoch], family(values[:, epoch], result.value[epoch]), rtol=1e-12)
    assert (test.surrogates_drawn == 60).all()


def test_a_series_alone_is_tested_as_the_first_channel_of_the_first_epoch():
    x = recording((1, 2, 150))
    of_all = biotropy.sample_entropy(x, surrogates=19, full_output=True).surrogates
    alone = biotropy.sample_entropy(x[0, 0], surrogates=19, full_output=True)
    assert isinstance(alone.value, float)
    assert alone.surrogates.surrogate_mean == of_all.surrogate_mean[0, 0]
    assert biotropy.sample_entropy(x[0, 0], full_output=True).surrogates is None


def test_curves_and_matrices():
    x = recording((2, 3, 200))
    curves = biotropy.multiscale_entropy(x, [1, 2], surrogates=20, surrogate_kind="phases", full_output=True)
    values = biotropy.multiscale_entropy(biotropy.surrogates(x, 20, "phases"), [1, 2])
    np.testing.assert_allclose(curves.surrogates.surrogate_mean, values.mean(axis=0), rtol=1e-12)
    found = biotropy.pairwise(x, "cross-sampen", output="dict", surrogates=20, surrogate_kind="joint-phases")
    values = np.stack([biotropy.pairwise(one, "cross-sampen") for one in biotropy.surrogates(x, 20, "joint-phases")])
    i, j = np.triu_indices(3, 1)
    for epoch in range(2):  # pairs of different channels, each in both entries
        own, drawn = found["value"][epoch, i, j], values[:, epoch, i, j]
        p = p_values(drawn, own)[2]
        wanted = {"surrogate_sd": drawn.std(axis=0, ddof=1), "p": p, "q": q_values(p), "p_family": family(drawn, own)}
        for name, numbers in wanted.items():
            for entries in ((i, j), (j, i)):
                np.testing.assert_allclose(found[name][epoch][entries], numbers, rtol=1e-9)
        assert np.isnan(np.diag(found["p"][epoch])).all()
    mean = biotropy.pairwise(x, output="dict", average=True, surrogates=20, surrogate_kind="epochs")
    values = np.stack([biotropy.pairwise(one, average=True) for one in biotropy.surrogates(x, 20, "epochs")])
    np.testing.assert_allclose(mean["surrogate_mean"][0, 1], values.mean(axis=0)[0, 1], rtol=1e-12)
    assert np.isnan(np.diag(mean["p"])).all()


@pytest.mark.parametrize("kind", ["phases", "joint-phases", "epochs"])
def test_two_series_are_channels_of_one_recording(kind):
    x, y = recording((3, 2, 100)), recording((3, 2, 100))[::-1] ** 2
    result = biotropy.cross_sample_entropy(x, y, m=1, surrogates=30, surrogate_kind=kind, full_output=True)
    made = biotropy.surrogates(np.concatenate([x, y], axis=1), 30, kind)
    values = biotropy.cross_sample_entropy(made[:, :, :2], made[:, :, 2:], m=1)
    test = result.surrogates
    np.testing.assert_allclose(test.surrogate_mean, values.mean(axis=0), rtol=1e-12)
    np.testing.assert_array_equal(test.p, p_values(values, result.value)[2])
    for epoch in range(3):
        np.testing.assert_allclose(test.q[epoch], q_values(test.p[epoch]), rtol=1e-12)
        np.testing.assert_allclose(test.p_family[epoch], family(values[:, epoch], result.value[epoch]), rtol=1e-12)


def test_two_series_alone_are_tested_as_pairwise_tests_them():
    x = recording((2, 150))
    alone = biotropy.cross_approximate_entropy(x[0], x[1], m=1, surrogates=19, full_output=True)
    matrix = biotropy.pairwise(x, m=1, output="dict", surrogates=19)
    assert isinstance(alone.value, float)
    assert alone.surrogates.z == matrix["z"][0, 1]
    assert alone.surrogates.p == alone.surrogates.q == matrix["p"][0, 1]


def test_stop_draws_fewer():
    x = recording((1, 4, 150))
    test = biotropy.sample_entropy(x, surrogates=500, surrogate_kind="shuffle", surrogate_stop=5, full_output=True).surrogates
    assert (test.surrogates_drawn <= 500).all()
    assert np.isnan(test.p_family).all()
    noise = np.random.default_rng(1).normal(size=150)
    test = biotropy.sample_entropy(noise, surrogates=500, surrogate_kind="shuffle", surrogate_stop=5, full_output=True).surrogates
    assert test.surrogates_drawn < 500


def test_says_what_is_not_tested():
    x = recording((3, 60))
    x[1, 7] = np.nan
    with warned("not_tested") as heard:
        test = biotropy.sample_entropy(x, nan_policy="omit", surrogates=19, full_output=True).surrogates
    assert [one.message.code for one in heard] == ["not_tested"]
    assert np.isnan(test.p).tolist() == [False, True, False]


def test_says_where_iaaft_rejects_too_often():
    x = np.stack([np.random.default_rng(1).normal(size=300), np.exp(8 * np.sin(0.2 * np.arange(300)))])
    with warned("distorted") as heard:
        biotropy.sample_entropy(x, surrogates=9, full_output=True)
    assert [one.message.code for one in heard] == ["distorted"]
    with silent():
        biotropy.sample_entropy(x, surrogates=9, surrogate_kind="phases", full_output=True)
        biotropy.sample_entropy(x[0], surrogates=9, full_output=True)


@pytest.mark.parametrize(
    ("call", "parameter"),
    [
        (lambda x: biotropy.cross_sample_entropy(x[0], x[1, 1:], surrogates=9, full_output=True), ""),
        (lambda x: biotropy.sample_entropy(x, surrogates=-1, full_output=True), "surrogates"),
        (lambda x: biotropy.sample_entropy(x, surrogates=9, surrogate_kind="shift", full_output=True), "surrogate_kind"),
        (lambda x: biotropy.pairwise(x, output="dict", surrogates=9, surrogate_kind="shift"), "surrogate_kind"),
        (lambda x: biotropy.cross_sample_entropy(x[0], x[1], surrogates=9, surrogate_kind="shift", full_output=True), "surrogate_kind"),
        (lambda x: biotropy.sample_entropy(x, surrogate_seed=9), "surrogate_seed"),
        (lambda x: biotropy.surrogates(x, 0), "n"),
        (lambda x: biotropy.surrogates(x, kind="fft"), None),
        (lambda x: biotropy.surrogates(x, seed=-1), "seed"),
        (lambda x: biotropy.surrogates(x, seed=1.5), "seed"),
        (lambda x: biotropy.surrogates(x, kind="epochs"), None),
    ],
)
def test_errors_name_what_is_wrong(call, parameter):
    assert_refused(lambda: call(recording((2, 40))), parameter=parameter)


def test_series_without_surrogates_are_refused():
    x = recording((2, 40))
    for series in (np.zeros(9), x[:, :3], np.where(x > 1, np.nan, x)):
        assert_refused(lambda: biotropy.surrogates(series), "invalid_data")
