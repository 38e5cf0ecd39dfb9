# SPDX-License-Identifier: Apache-2.0
import pickle
import tracemalloc

import naive
import numpy as np
import pytest
from conftest import assert_refused, silent, warned

import biotropy
from biotropy import errors


def test_reference_values(u, v):
    population = {"ddof": 0}
    result = biotropy.sample_entropy(u, **population, full_output=True)
    assert (result.matches_m, result.matches_m1) == (5994, 633)
    assert result.value == pytest.approx(2.24804382573243, abs=1e-13)
    assert biotropy.approximate_entropy(v, **population) == pytest.approx(1.80951766585495, abs=1e-13)
    assert biotropy.fuzzy_entropy(u, **population) == pytest.approx(2.178563203943, abs=1e-11)
    assert biotropy.cross_sample_entropy(u, v, **population) == pytest.approx(2.19626002457275, abs=1e-13)
    assert biotropy.cross_approximate_entropy(u, v, m=1) == pytest.approx(2.246128853830606, abs=1e-13)
    assert biotropy.cross_approximate_entropy(v, u, m=2, bias="zero") == pytest.approx(2.107841681950838, abs=1e-13)
    chen = biotropy.cross_fuzzy_entropy(u, v, membership="chen", **population)
    assert chen == pytest.approx(1.402206922423, abs=1e-11)


@pytest.mark.parametrize("n", [20, 64, 513])
@pytest.mark.parametrize("m", [1, 2, 3])
def test_naive_forms_agree(rng, n, m):
    x, y = rng.standard_normal(n), np.round(rng.standard_normal(n), 1)
    for series in (x, y):
        result = biotropy.sample_entropy(series, m, 0.3, r_unit="absolute", full_output=True)
        assert (result.matches_m, result.matches_m1) == naive.sampen_counts(series, m, 0.3)
        found = biotropy.approximate_entropy(series, m, 0.3, r_unit="absolute")
        assert found == pytest.approx(naive.apen(series, m, 0.3), abs=1e-12)
    if n > 20:
        assert biotropy.cross_sample_entropy(x, y, m, 0.4) == pytest.approx(naive.cross_sampen(x, y, m, 0.4), abs=1e-12)


def test_batches_equal_single_series(rng):
    data = rng.standard_normal((3, 4, 200))
    for name in ("approximate_entropy", "sample_entropy", "fuzzy_entropy"):
        measure = getattr(biotropy, name)
        values = measure(data)
        assert values.shape == (3, 4)
        assert values[2, 1] == measure(data[2, 1])
        moved = measure(np.moveaxis(data, -1, 0), axis=0, n_jobs=2)
        assert np.array_equal(values, moved)
    crossed = biotropy.cross_sample_entropy(data, data[::-1], full_output=True)
    assert crossed.value[0, 2] == biotropy.cross_sample_entropy(data[0, 2], data[2, 2])
    assert crossed.templates_m.dtype == np.uint64


@pytest.mark.parametrize("dtype", [np.float32, np.int16, np.uint8, np.int64, ">f8"])
def test_every_real_type_and_stride_is_read(rng, dtype):
    x = (rng.standard_normal(400) * 20 + 100).astype(dtype)
    expected = biotropy.sample_entropy(x.astype(np.float64))
    assert biotropy.sample_entropy(x) == expected
    spread = np.zeros((400, 3), dtype=dtype)
    spread[:, 1] = x
    spread.setflags(write=False)
    assert biotropy.sample_entropy(spread[:, 1]) == expected
    assert biotropy.sample_entropy(x[::-1][::-1]) == expected
    assert biotropy.sample_entropy(list(x)) == expected


def test_contiguous_doubles_are_not_copied():
    x = np.random.default_rng(1).standard_normal((4, 250_000))
    x.setflags(write=False)
    biotropy.sample_entropy(x[:, :1000])
    tracemalloc.start()
    biotropy.sample_entropy(x, r=1e-3)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < x.nbytes / 10


def test_an_undefined_row_is_nan_with_a_warning(rng):
    data = rng.standard_normal((3, 100))
    data[1] = 4.0
    with pytest.warns(RuntimeWarning, match="1 of 3 values.*channel 1: all 100 samples equal 4"):
        result = biotropy.sample_entropy(data, full_output=True)
    assert np.isnan(result.value[1])
    assert np.isfinite(result.value[[0, 2]]).all()
    assert result.reason[0] == ""
    assert "equal 4" in result.reason[1]
    assert_refused(lambda: biotropy.sample_entropy(data[1]), "constant_series")


def test_missing_samples(rng):
    x = rng.standard_normal(300)
    x[100] = np.nan
    assert_refused(lambda: biotropy.sample_entropy(x), "missing_values")
    result = biotropy.sample_entropy(x, r=0.5, r_unit="absolute", nan_policy="omit", full_output=True)
    assert result.templates_m == result.templates_m1 == 298 - 3


@pytest.mark.parametrize("options", [
    {"m": 0}, {"m": 2.5}, {"m": 10**12}, {"r": "0.2 %"}, {"m": "two"}, {"m": np.float32(2.7)}, {"m": np.True_}, {"r": np.True_},
    {"tau": np.array(1.9)}, {"ddof": "0"}, {"nan_policy": "propagate"}, {"undefined": 3}, {"n_jobs": 0}, {"n_jobs": 1.5},
    {"axis": 3}, {"axis": "time"}])  # fmt: skip
def test_parameters_are_checked(u, options):
    caught = pytest.raises(errors.InvalidInput, biotropy.sample_entropy, u, **options)
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize("data", [
    [], np.empty((3, 0)), 4.0, [1.0, 2.0, 3.0], np.array(["a", "b"]), np.array([1, None]), np.ones(9) * 1j, [[1, 2], [3]],
    [1.0, np.inf, 2.0, 3.0, 4.0], None])  # fmt: skip
def test_data_are_checked(data):
    pytest.raises(ValueError, biotropy.sample_entropy, data)


def test_shapes_of_two_series_must_agree(rng):
    assert_refused(lambda: biotropy.cross_sample_entropy(rng.standard_normal((2, 50)), rng.standard_normal((3, 50))))
    with pytest.raises(TypeError, match="bias"):
        biotropy.sample_entropy(rng.standard_normal(50), bias="max")


def test_conventions(u):
    assert set(biotropy.conventions()) >= {"richman-moorman", "antropy", "physionet"}
    assert biotropy.sample_entropy(u, convention="richman-moorman") == biotropy.sample_entropy(u)
    physionet = biotropy.sample_entropy(u, convention="physionet")
    assert physionet != biotropy.sample_entropy(u)
    # Given arguments take precedence over a convention.
    assert biotropy.sample_entropy(u, convention="antropy", ddof=1, boundary="closed", theiler=0) != physionet


def test_counts_of_every_engine_are_equal(rng):
    x, y = np.round(rng.standard_normal(300), 1), np.round(rng.standard_normal(200), 1)
    expected = biotropy.count_matches(x, y, r=0.2, engine="direct")
    for engine in biotropy.engines():
        assert np.array_equal(biotropy.count_matches(x, y, r=0.2, engine=engine), expected)
    totals, counts = biotropy.count_matches(x, y, lengths=(1, 4), r=0.2, per_template=True, tau=2)
    assert [len(of_length) for of_length in counts] == [300, 294]
    assert [int(of_length.sum()) for of_length in counts] == totals.tolist()
    pytest.raises(ValueError, biotropy.count_matches, x, r=0.2, templates="some")
    pytest.raises(ValueError, lambda: biotropy.count_matches(np.ones((2, 9)), r=0.2))


@pytest.mark.parametrize(
    ("options", "parameter"),
    [({"boundary": True}, "boundary"), ({"boundary": "no"}, "boundary"), ({"engine": 3}, "engine"), ({"per_template": "no"}, "per_template")],
)
def test_parameters_of_counts_are_checked(u, options, parameter):
    assert_refused(lambda: biotropy.count_matches(u, r=0.2, **options), parameter=parameter)


def test_an_empty_text_is_no_value(u):
    assert_refused(lambda: biotropy.sample_entropy(u, engine=""), "invalid_argument", "engine")
    assert_refused(lambda: biotropy.multivariate_sample_entropy(np.array([u, u[::-1]]), channel_m=""), "invalid_argument", "channel_m")


def test_results_and_errors_can_be_pickled(u):
    result = biotropy.sample_entropy(u, full_output=True)
    assert pickle.loads(pickle.dumps(result)) == result
    error = errors.from_code("too_short", "x")
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again)) == (type(error), "x")


def test_rounding_is_no_membership():
    x = [1, 1, 0, 5, 1, -11, 1, -1, 1, 1, -3, -2, -1, 0, 1, 4, 0, -2, -3, -1]  # distances of exactly 2 r, where the degree is 0
    with pytest.warns(RuntimeWarning):
        found = biotropy.fuzzy_entropy(x, m=3, tau=2, r=0.5, r_unit="absolute", membership="trapezoidal1", full_output=True)
    assert (found.value, found.membership_m1) == (np.inf, 0.0)


def test_no_warning_where_everything_is_finite(rng):
    with silent():
        biotropy.sample_entropy(rng.standard_normal((2, 200)))


def test_a_device_that_sums_nothing_is_warned_of(u):
    try:
        with pytest.warns(errors.BiotropyWarning) as caught:
            value = biotropy.fuzzy_entropy(u, membership="gudermannian", device="opencl")
    except errors.BiotropyError:
        pytest.skip("no OpenCL device")
    assert [one.message.code for one in caught] == ["device_unused"]
    assert value == biotropy.fuzzy_entropy(u, membership="gudermannian", device="cpu")


@pytest.mark.parametrize("function", [biotropy.sample_entropy, biotropy.fuzzy_entropy, biotropy.multivariate_sample_entropy])
@pytest.mark.parametrize("m, r", [([1, 2], 0.2), (2, (0.1, 0.2, 0.3)), ([2], np.array([0.3])), (range(1, 3), [0.2, 0.4])])
def test_several_m_and_r_are_dimensions_of_the_values_of_each(rng, function, m, r):
    x = rng.standard_normal((2, 3, 200))
    found = function(x, m, r, output="xarray")
    listed = [name for name, values in (("m", m), ("r", r)) if not np.isscalar(values)]
    assert list(found.dims[-len(listed) :]) == listed
    np.testing.assert_array_equal(function(x, m, r), found)
    for cell in np.ndindex(found.shape[-len(listed) :]):
        one = {"m": m, "r": r} | {name: {"m": m, "r": r}[name][place] for name, place in zip(listed, cell, strict=True)}
        np.testing.assert_array_equal(found[(..., *cell)], function(x, **one))
        assert all(found.coords[name][place] == one[name] for name, place in zip(listed, cell, strict=True))


def test_several_m_and_r_of_one_series_of_two_and_of_pairs(rng):
    x, y = rng.standard_normal((2, 150))
    both = biotropy.cross_sample_entropy(x, y, m=[1, 2], r=[0.2, 0.3])
    assert both.shape == (2, 2)
    assert both[1, 0] == biotropy.cross_sample_entropy(x, y, m=2, r=0.2)
    matrices = biotropy.pairwise([x, y], "cross-sampen", m=[1, 2], r=[0.2, 0.3], output="xarray")
    assert matrices.dims == ("channel", "partner", "m", "r")
    np.testing.assert_array_equal(matrices.sel(m=2, r=0.3), biotropy.pairwise([x, y], "cross-sampen", m=2, r=0.3))
    of_one = biotropy.pairwise(np.stack([[x, y], [y, x]]), "cross-sampen", m=[2], r=[0.2, 0.3], surrogates=9, output="xarray")
    plain = biotropy.pairwise(np.stack([[x, y], [y, x]]), "cross-sampen", m=2, r=0.3, surrogates=9, output="xarray")
    for name in ("value", "p"):
        np.testing.assert_array_equal(of_one[name].sel(m=2, r=0.3).values, plain[name].values)
    assert biotropy.sample_entropy(x, m=[1, 60, 149], full_output=True).reason[2] != ""
    for call in (lambda: biotropy.multiscale_entropy(x, m=[1, 2]), lambda: biotropy.sample_entropy(x, m=[1, 2.5]),
                 lambda: biotropy.sample_entropy(x, r=[]), lambda: biotropy.sample_entropy(x, m=["a", "b"]),
                 lambda: biotropy.sample_entropy(x, r=[0.2, 0.2]), lambda: biotropy.multiscale_entropy(x, [2, 2])):  # fmt: skip
        pytest.raises(errors.InvalidInput, call)


def test_standard_errors_are_in_every_output(rng):
    x = rng.standard_normal((2, 300))
    of_both = biotropy.sample_entropy(x, standard_error=True, confidence=0.9, output="xarray")
    alone = biotropy.sample_entropy(x[1], standard_error=True, confidence=0.9)
    for name in ("value", "standard_error", "lower", "upper"):
        assert of_both[name][1] == getattr(alone, name)
    assert alone.lower < alone.value < alone.upper
    assert biotropy.sample_entropy(x, full_output=True).standard_error is None
    lake = biotropy.sample_entropy(x[1], standard_error=True, covariance="lake")
    assert lake.standard_error != biotropy.sample_entropy(x[1], standard_error=True).standard_error
    assert biotropy.sample_entropy(x[0], m=[1, 2], standard_error=True).standard_error.shape == (2,)
    for wrong in ({"confidence": 0.9}, {"standard_error": True, "confidence": 1.0}, {"covariance": "lake"}):
        pytest.raises(errors.InvalidInput, biotropy.sample_entropy, x, **wrong)
    pytest.raises(errors.BiotropyError, lambda: biotropy.sample_entropy(np.ones(50), standard_error=True))


def test_numbers_of_one_series_are_those_of_python(u):
    result = biotropy.sample_entropy(u, standard_error=True, surrogates=19)
    assert type(result.value) is type(result.lower) is type(result.surrogates.p) is float
    assert type(result.matches_m) is int
    for wrong in ([True], ["10 uV", 2]):
        pytest.raises(errors.InvalidInput, biotropy.sample_entropy, u, r=wrong)


@pytest.mark.parametrize("measure", ["approximate_entropy", "sample_entropy", "fuzzy_entropy", "permutation_entropy"])
def test_a_call_without_options_is_that_with_a_default(measure, rng):
    function, noise = getattr(biotropy, measure), rng.standard_normal(300)
    assert function(noise) == function(noise, tau=1)
    padded = np.r_[noise, np.zeros(150)]
    with warned("padding"):
        assert function(padded) == function(padded, tau=1)
    for wrong in (np.r_[noise, np.nan], np.r_[noise, np.inf], noise[:0], noise[:1]):
        caught = [pytest.raises(biotropy.BiotropyError, function, wrong, **given).value for given in ({}, {"tau": 1})]
        assert (caught[0].code, str(caught[0])) == (caught[1].code, str(caught[1]))
