# SPDX-License-Identifier: Apache-2.0
import numpy as np
import pytest
from conftest import assert_refused

import biotropy


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
    assert_refused(lambda: biotropy.multiscale_entropy(rng.standard_normal(100), **options), parameter=parameter)


@pytest.mark.parametrize(("measure", "options"), [("sampen", {"membership": "chen"}), ("fuzzyen", {"engine": "bits"})])
def test_parameters_that_a_measure_does_not_have(u, measure, options):
    for call in (
        lambda: biotropy.multiscale_entropy(u, 2, measure=measure, **options),
        lambda: biotropy.pairwise(np.stack([u, u[::-1]]), f"cross-{measure}", m=1, **options),
    ):
        assert_refused(lambda: call(), parameter=next(iter(options)))


def test_a_convention_has_the_scales_of_its_program(rng):
    x = np.cumsum(rng.standard_normal(400))
    of_scales = biotropy.multiscale_entropy(x, 3, convention="entropyhub")
    assert np.array_equal(of_scales, biotropy.multiscale_entropy(x, 3, convention="entropyhub", tolerance_of="scale"))
    original = biotropy.multiscale_entropy(x, 3, convention="entropyhub", tolerance_of="original")
    assert not np.array_equal(of_scales, original)
