# SPDX-License-Identifier: Apache-2.0
import numpy as np
import pytest
from conftest import portable, refused

import biotropy


def test_reference_values():
    x = portable(7, 5000)
    mse = biotropy.multiscale_entropy(x, 5, ddof=0)
    expected = [2.18990311606, 1.85415064894, 1.61695996647, 1.46624728717, 1.40609973115]
    assert mse == pytest.approx(expected, abs=1e-11)
    cmse = biotropy.multiscale_entropy(x, [2, 3, 4, 5], method="cmse", ddof=0)
    assert cmse == pytest.approx([1.86686365827, 1.63889511445, 1.49310698985, 1.38986465455], abs=1e-11)
    rcmse = biotropy.multiscale_entropy(x, range(2, 6), method="rcmse", ddof=0)
    assert rcmse == pytest.approx([1.86641218603, 1.63822942354, 1.49236725284, 1.38946602076], abs=1e-11)


def test_rows_and_full_output(rng):
    data = rng.standard_normal((2, 3, 400))
    result = biotropy.multiscale_entropy(data, 4, measure="apen", full_output=True, n_jobs=2)
    assert result.value.shape == (2, 3, 4)
    assert result.complexity_index.shape == (2, 3)
    assert result.samples[0, 0].tolist() == [400, 200, 133, 100]
    assert np.array_equal(result.value[1, 2], biotropy.multiscale_entropy(data[1, 2], 4, measure="apen"))
    assert result.complexity_index == pytest.approx(result.value.sum(axis=-1))
    assert result.value[0, 1, 0] == biotropy.approximate_entropy(data[0, 1])


def test_scales_that_are_too_long_say_so(rng):
    result = biotropy.multiscale_entropy(rng.standard_normal(60), [1, 50], full_output=True)
    assert np.isfinite(result.value[0])
    assert np.isnan(result.value[1])
    assert result.reason[1]
    assert np.isnan(result.complexity_index)


@pytest.mark.parametrize(
    ("options", "parameter"),
    [({"method": "mmse"}, "method"), ({"measure": "cross-apen"}, "measure"), ({"grain": "median"}, "grain"), ({"scales": []}, "scales"),
     ({"r": -1}, "r"), *(({"scales": wrong}, "scales") for wrong in ([0], [1.5], [1, 2.0], np.array([1.0, 2.0]), 2.0, 0))],
)  # fmt: skip
def test_parameters_are_checked(rng, options, parameter):
    with refused(parameter=parameter):
        biotropy.multiscale_entropy(rng.standard_normal(100), **options)


@pytest.mark.parametrize(
    ("measure", "options"),
    [
        ("sampen", {"membership": "chen"}),
        ("sampen", {"fuzzy_power": 3}),
        ("apen", {"membership_corner": 0.5}),
        ("apen", {"local_mean": "kept"}),
        ("sampen", {"bias": "zero"}),
        ("apen", {"undefined": "bound"}),
        ("fuzzyen", {"boundary": "open"}),
        ("fuzzyen", {"engine": "bits"}),
    ],
)
def test_parameters_that_a_measure_does_not_have(u, measure, options):
    for call in (
        lambda: biotropy.multiscale_entropy(u, 2, measure=measure, **options),
        lambda: biotropy.pairwise(np.stack([u, u[::-1]]), f"cross-{measure}", m=1, **options),
    ):
        with refused(parameter=next(iter(options))):
            call()


def test_a_convention_has_the_scales_of_its_program(rng):
    x = np.cumsum(rng.standard_normal(400))
    of_scales = biotropy.multiscale_entropy(x, 3, convention="entropyhub")
    assert np.array_equal(of_scales, biotropy.multiscale_entropy(x, 3, convention="entropyhub", tolerance_of="scale"))
    original = biotropy.multiscale_entropy(x, 3, convention="entropyhub", tolerance_of="original")
    assert not np.array_equal(of_scales, original)
    with refused(parameter="convention"):
        biotropy.multiscale_entropy(x, 3, convention="nolds")
    with refused(parameter="cutoff"):
        biotropy.multiscale_entropy(x, 3, cutoff=0.3)
