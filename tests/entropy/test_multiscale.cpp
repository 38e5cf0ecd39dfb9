// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <numeric>

#include "biotropy/entropy/multiscale_settings.hpp"
#include "biotropy/entropy/words.hpp"
#include "biotropy/prepare/iir.hpp"
#include "naive_entropy.hpp"
#include "portable_series.hpp"
#include "tests/error_of.hpp"

namespace biotropy::entropy {
namespace {

std::vector<int> range(int first, int last) {
  std::vector<int> scales(static_cast<std::size_t>(last - first + 1));
  std::iota(scales.begin(), scales.end(), first);
  return scales;
}

MultiscaleParameters over(Measure measure, MultiscaleMethod method, std::vector<int> scales) {
  MultiscaleParameters parameters{.measure = measure, .method = method, .scales = std::move(scales)};
  parameters.entropy.ddof = 0;
  return parameters;
}

std::vector<double> values(const Multiscale& curve) {
  std::vector<double> all;
  for (const ScaleEntropy& entry : curve.scales) all.push_back(entry.entropy.value);
  return all;
}

// Means (or population variances) of windows, by the definition.
std::vector<double> grained(const std::vector<double>& x, int scale, int start, bool variance = false) {
  std::vector<double> result;
  for (int j = start; j + scale <= static_cast<int>(x.size()); j += scale) {
    double sum = 0.0, squares = 0.0;
    for (int k = 0; k < scale; ++k) sum += x[static_cast<std::size_t>(j + k)];
    for (int k = 0; k < scale; ++k) squares += std::pow(x[static_cast<std::size_t>(j + k)] - sum / scale, 2.0);
    result.push_back(variance ? squares / scale : sum / scale);
  }
  return result;
}

TEST(Multiscale, ReferenceCurves) {
  const auto x = portable_series(7, 5000);
  const double mse[] = {2.18990311606, 1.85415064894, 1.61695996647, 1.46624728717, 1.40609973115};
  const double cmse[] = {1.86686365827, 1.63889511445, 1.49310698985, 1.38986465455};
  const double rcmse[] = {1.86641218603, 1.63822942354, 1.49236725284, 1.38946602076};
  const auto found_mse = values(multiscale_entropy(x, over(Measure::sampen, MultiscaleMethod::mse, range(1, 5))));
  const auto found_cmse = values(multiscale_entropy(x, over(Measure::sampen, MultiscaleMethod::cmse, range(2, 5))));
  const auto found_rcmse = values(multiscale_entropy(x, over(Measure::sampen, MultiscaleMethod::rcmse, range(2, 5))));
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(found_mse[i], mse[i], 1e-11) << i + 1;
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(found_cmse[i], cmse[i], 1e-11) << i + 2;
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(found_rcmse[i], rcmse[i], 1e-11) << i + 2;
}

TEST(Multiscale, PyEntropyUnitTest) {
  std::vector<double> x(100);
  for (std::size_t k = 0; k < x.size(); ++k) x[k] = std::cos(30.0 * static_cast<double>(k) / 99.0);
  MultiscaleParameters parameters = over(Measure::sampen, MultiscaleMethod::cmse, range(1, 3));
  parameters.entropy.r = 0.1;
  parameters.entropy.boundary = match::Boundary::open;
  const auto found = values(multiscale_entropy(x, parameters));
  EXPECT_NEAR(found[0], .33085424, 1e-8);
  EXPECT_NEAR(found[1], .19283124, 1e-8);
  EXPECT_NEAR(found[2], .94056984, 1e-8);
}

// EntropyHub 2.0 on the portable series of seed 7, 1000 samples; its filter has half the edge of ours by default.
TEST(Multiscale, EntropyHubsCurves) {
  const auto x = portable_series(7, 1000);
  const auto expect = [&](MultiscaleParameters parameters, const std::vector<double>& expected, double tolerance) {
    const auto found = values(multiscale_entropy(x, parameters));
    for (std::size_t i = 0; i < expected.size(); ++i) {
      EXPECT_NEAR(found[i], expected[i], tolerance) << word(parameters.measure) << " " << parameters.scales[i];
    }
  };
  MultiscaleParameters rmse = over(Measure::sampen, MultiscaleMethod::rmse, range(1, 5));
  rmse.cutoff = 0.25;
  expect(rmse, {1.64373438282748, 1.59338942356364, 1.71551245882558, 1.56164724859775, 1.58980193791724}, 1e-12);
  rmse.measure = Measure::apen;
  expect(rmse, {1.43130961103335, 1.21233707210133, 1.12610398336258, 0.987200030174424, 0.880323304736597}, 1e-12);
  expect(over(Measure::apen, MultiscaleMethod::mse, range(1, 5)),
         {1.81376789236323, 1.49941718008974, 1.3490069128422, 1.18521697078582, 1.23922824978924}, 1e-12);
  MultiscaleParameters fuzzy = over(Measure::fuzzyen, MultiscaleMethod::mse, range(1, 5));
  fuzzy.entropy.membership.form = match::MembershipForm::chen;
  fuzzy.entropy.r_unit = series::RUnit::absolute;
  expect(fuzzy, {0.416273867135439, 0.221655492487489, 0.147687884845941, 0.115917908722268, 0.110839548428397}, 1e-12);
  MultiscaleParameters variance = over(Measure::sampen, MultiscaleMethod::mse, range(2, 5));
  variance.grain = series::Grain::variance;
  variance.entropy.r = 0.02;
  variance.entropy.r_unit = series::RUnit::absolute;
  expect(variance, {1.06991541887785, 1.35912498649028, 1.21710099085579, 1.10232458991519}, 1e-12);
}

TEST(Multiscale, IsTheMeasureOfTheCoarseGrainedSeries) {
  const auto x = portable_series(41, 600);
  for (const Measure measure : {Measure::apen, Measure::sampen, Measure::fuzzyen}) {
    const MultiscaleParameters parameters = over(measure, MultiscaleMethod::mse, {3, 1, 7});
    const Multiscale curve = multiscale_entropy(x, parameters);
    ASSERT_EQ(curve.scales.size(), 3U);
    double sum = 0.0;
    for (const ScaleEntropy& entry : curve.scales) {
      Parameters same_r = parameters.entropy;
      same_r.r = 0.2 * series::moments(x, 0).sd;
      same_r.r_unit = series::RUnit::absolute;
      const auto samples = grained(x, entry.scale, 0);
      const Entropy one = compute(measure, samples, {}, same_r);
      EXPECT_EQ(entry.entropy.value, one.value);
      EXPECT_EQ(entry.entropy.matches_m, one.matches_m);
      EXPECT_EQ(entry.entropy.matches_m1, one.matches_m1);
      EXPECT_EQ(entry.entropy.membership_m1, one.membership_m1);
      EXPECT_EQ(entry.entropy.r, same_r.r);
      EXPECT_EQ(entry.samples, samples.size());
      sum += one.value;
    }
    EXPECT_EQ(curve.complexity_index, sum);
    EXPECT_EQ(curve.scales[0].scale, 3);
  }
}

TEST(Multiscale, TheToleranceMayFollowTheScale) {
  const auto x = portable_series(42, 500);
  MultiscaleParameters parameters = over(Measure::sampen, MultiscaleMethod::mse, {4});
  parameters.tolerance_of = ToleranceOf::scale;
  EXPECT_EQ(multiscale_entropy(x, parameters).scales[0].entropy.value,
            sample_entropy(grained(x, 4, 0), parameters.entropy).value);
  // Variances take their own by default; the corner of a membership follows the tolerance.
  MultiscaleParameters variance = over(Measure::sampen, MultiscaleMethod::mse, {5});
  variance.grain = series::Grain::variance;
  const auto variances = grained(x, 5, 0, true);
  EXPECT_NEAR(multiscale_entropy(x, variance).scales[0].entropy.r, 0.2 * series::moments(variances, 0).sd, 1e-15);
  MultiscaleParameters corner = over(Measure::fuzzyen, MultiscaleMethod::mse, {1});
  corner.entropy.membership = {match::MembershipForm::trapezoidal2, 2.0, 0.5};
  EXPECT_EQ(multiscale_entropy(x, corner).scales[0].entropy.value, fuzzy_entropy(x, corner.entropy).value);
}

TEST(Multiscale, WithSelfMatchesOrderedPairsAreSummed) {
  MultiscaleParameters parameters = over(Measure::sampen, MultiscaleMethod::rcmse, {2});
  parameters.entropy.r_unit = series::RUnit::absolute;
  parameters.entropy.theiler = match::kKeepAllPairs;
  const auto x = portable_series(43, 61);
  const Entropy refined = multiscale_entropy(x, parameters).scales[0].entropy;
  std::uint64_t b = 0, a = 0;
  for (const int start : {0, 1}) {
    const Entropy one = sample_entropy(grained(x, 2, start), parameters.entropy);
    b += one.matches_m;
    a += one.matches_m1;
  }
  EXPECT_EQ(refined.matches_m, b);
  EXPECT_EQ(refined.value, std::log(static_cast<double>(b) / static_cast<double>(a)));
}

TEST(Multiscale, CompositesUseEveryStart) {
  const auto x = portable_series(43, 400);
  const double r = 0.2 * series::moments(x, 0).sd;
  Parameters absolute;
  absolute.r = r;
  absolute.r_unit = series::RUnit::absolute;
  const Multiscale cmse = multiscale_entropy(x, over(Measure::sampen, MultiscaleMethod::cmse, {4}));
  const Multiscale rcmse = multiscale_entropy(x, over(Measure::sampen, MultiscaleMethod::rcmse, {4}));
  const Multiscale fuzzy = multiscale_entropy(x, over(Measure::fuzzyen, MultiscaleMethod::rcmse, {4}));
  double mean = 0.0, b = 0.0, a = 0.0, at_m = 0.0, at_m1 = 0.0;
  for (int start = 0; start < 4; ++start) {
    const Entropy one = sample_entropy(grained(x, 4, start), absolute);
    mean += one.value / 4;
    b += static_cast<double>(one.matches_m);
    a += static_cast<double>(one.matches_m1);
    const Entropy soft = fuzzy_entropy(grained(x, 4, start), absolute);
    at_m += soft.membership_m / static_cast<double>(soft.pairs_m);
    at_m1 += soft.membership_m1 / static_cast<double>(soft.pairs_m1);
    EXPECT_EQ(cmse.scales[0].starts[static_cast<std::size_t>(start)].value, one.value);
  }
  EXPECT_NEAR(cmse.scales[0].entropy.value, mean, 1e-14);
  EXPECT_EQ(rcmse.scales[0].entropy.value, std::log(b / a));
  EXPECT_EQ(static_cast<double>(rcmse.scales[0].entropy.matches_m), b);
  EXPECT_EQ(static_cast<double>(cmse.scales[0].entropy.matches_m1), a);
  EXPECT_NEAR(fuzzy.scales[0].entropy.value, std::log(at_m / at_m1), 1e-14);
  EXPECT_EQ(rcmse.scales[0].samples, 100U);
}

TEST(Multiscale, TheRefinedMethodThinsAFilteredSeries) {
  const auto x = portable_series(44, 700);
  const MultiscaleParameters parameters = over(Measure::sampen, MultiscaleMethod::rmse, {1, 3});
  const Multiscale curve = multiscale_entropy(x, parameters);
  EXPECT_EQ(curve.scales[0].entropy.value, sample_entropy(x, parameters.entropy).value);
  const auto smooth = prepare::zero_phase(prepare::butterworth({0.0, 0.5 / 3}, 6, 1.0), x);
  std::vector<double> thin;
  for (std::size_t i = 0; i < smooth.size(); i += 3) thin.push_back(smooth[i]);
  EXPECT_EQ(curve.scales[1].entropy.value, sample_entropy(thin, parameters.entropy).value);
  EXPECT_EQ(curve.scales[1].samples, 234U);
}

TEST(Multiscale, ScalesThatAreTooShortSayWhyAndTheRestIsFound) {
  const auto x = portable_series(45, 60);
  for (const MultiscaleMethod method :
       {MultiscaleMethod::mse, MultiscaleMethod::rmse, MultiscaleMethod::cmse, MultiscaleMethod::rcmse}) {
    MultiscaleParameters parameters = over(Measure::sampen, method, {1, 2, 20, 59, 61, 1000});
    parameters.entropy.r = 1.0;
    const Multiscale curve = multiscale_entropy(x, parameters);
    EXPECT_TRUE(std::isfinite(curve.scales[0].entropy.value)) << word(method);
    EXPECT_TRUE(std::isfinite(curve.scales[1].entropy.value)) << word(method);
    for (const std::size_t index : {2U, 3U, 4U, 5U}) {
      EXPECT_TRUE(std::isnan(curve.scales[index].entropy.value)) << word(method);
      EXPECT_NE(curve.scales[index].entropy.reason, "") << word(method);
    }
    EXPECT_TRUE(std::isnan(curve.complexity_index));
  }
  const Multiscale plain = multiscale_entropy(x, over(Measure::sampen, MultiscaleMethod::mse, {20}));
  EXPECT_THAT(plain.scales[0].entropy.reason, HasSubstr("scale 20: the series has 3 samples"));
  const Multiscale composite = multiscale_entropy(x, over(Measure::sampen, MultiscaleMethod::cmse, {15}));
  EXPECT_THAT(composite.scales[0].entropy.reason, HasSubstr("of 15 starts have no finite value"));
  EXPECT_THAT(composite.scales[0].starts[14].reason, HasSubstr("scale 15: the series has 3 samples"));
}

TEST(Multiscale, UndefinedScalesFollowThePolicy) {
  std::vector<double> ramp(40);
  std::iota(ramp.begin(), ramp.end(), 0.0);
  for (const MultiscaleMethod method : {MultiscaleMethod::mse, MultiscaleMethod::rcmse}) {
    MultiscaleParameters parameters = over(Measure::sampen, method, {4});
    parameters.entropy.r = 0.01;
    EXPECT_TRUE(std::isnan(multiscale_entropy(ramp, parameters).scales[0].entropy.value));
    EXPECT_THAT(multiscale_entropy(ramp, parameters).scales[0].entropy.reason, HasSubstr("length m matches"));
    parameters.entropy.undefined = Undefined::bound;
    // 10 means have 8 templates; the other three starts have 9 means and 7 templates.
    const double pairs = method == MultiscaleMethod::mse ? 8.0 * 7 : 8.0 * 7 + 3 * 7.0 * 6;
    EXPECT_NEAR(multiscale_entropy(ramp, parameters).scales[0].entropy.value, std::log(pairs), 1e-14);
  }
}

TEST(Multiscale, MissingSamplesRaiseOrMakeTheirWindowsMissing) {
  auto x = portable_series(46, 300);
  x[100] = NAN;
  MultiscaleParameters parameters = over(Measure::sampen, MultiscaleMethod::mse, {1, 2});
  EXPECT_THROW(multiscale_entropy(x, parameters), Error);
  parameters.entropy.missing = Missing::omit;
  const Multiscale curve = multiscale_entropy(x, parameters);
  EXPECT_EQ(curve.scales[0].entropy.templates_m1, 298U - 3U);
  EXPECT_EQ(curve.scales[1].entropy.templates_m1, 148U - 3U);
  parameters.method = MultiscaleMethod::rmse;
  const Multiscale filtered = multiscale_entropy(x, parameters);
  EXPECT_TRUE(std::isfinite(filtered.scales[0].entropy.value));
  EXPECT_THAT(filtered.scales[1].entropy.reason, HasSubstr("cannot be filtered"));
}

// PermEn of means and variances, which are whole numbers after multiplication by scale and scale squared.
Entropy of_whole_numbers(const std::vector<long long>& x, int scale, int start, bool variance,
                         const Parameters& permen) {
  std::vector<double> grains;
  for (std::size_t j = static_cast<std::size_t>(start); j + static_cast<std::size_t>(scale) <= x.size();
       j += static_cast<std::size_t>(scale)) {
    long long sum = 0, squares = 0;
    for (std::size_t k = j; k < j + static_cast<std::size_t>(scale); ++k) {
      sum += x[k];
      squares += x[k] * x[k];
    }
    grains.push_back(static_cast<double>(variance ? scale * squares - sum * sum : sum));
  }
  const std::vector<Samples> one{grains};
  return compute(Measure::permen, one, permen);
}

// Grains that are equal in one unit are equal in every unit.
TEST(Multiscale, PatternsOfGrainsDoNotDependOnTheUnit) {
  std::vector<long long> x;
  for (const double value : portable_series(52, 3000)) x.push_back(80 + std::llround(4.0 * value));
  for (const bool variance : {false, true}) {
    MultiscaleParameters parameters = over(Measure::permen, MultiscaleMethod::cmse, {1, 2, 3, 5, 7, 20});
    if (variance) parameters.scales.erase(parameters.scales.begin());  // of one sample it is 0
    parameters.grain = variance ? series::Grain::variance : series::Grain::mean;
    for (const Ties ties : {Ties::time, Ties::equal}) {
      parameters.entropy.ties = ties;
      for (const double unit : {1.0, 0.01, 1000.0 / 1024.0, 0.0048828125 / 3.0, 1e9 / 7.0}) {
        std::vector<double> scaled;
        for (const long long value : x) {
          const auto whole = static_cast<double>(value);
          scaled.push_back(unit == 0.01 ? whole / 100.0 : whole * unit);
        }
        for (const ScaleEntropy& at : multiscale_entropy(scaled, parameters).scales) {
          for (int start = 0; start < at.scale; ++start) {
            const Entropy exact = of_whole_numbers(x, at.scale, start, variance, parameters.entropy);
            EXPECT_EQ(at.starts[static_cast<std::size_t>(start)].value, exact.value)
                << at.scale << " from " << start << ", unit " << unit << (variance ? ", variances" : "");
          }
        }
      }
    }
  }
}

TEST(Multiscale, ResultsDoNotDependOnThreads) {
  const auto x = portable_series(47, 900);
  for (const Measure measure : {Measure::sampen, Measure::fuzzyen}) {
    for (const MultiscaleMethod method :
         {MultiscaleMethod::mse, MultiscaleMethod::rmse, MultiscaleMethod::cmse, MultiscaleMethod::rcmse}) {
      const MultiscaleParameters parameters = over(measure, method, range(1, 6));
      const auto one = values(multiscale_entropy(x, parameters, {1, nullptr}));
      EXPECT_EQ(values(multiscale_entropy(x, parameters, {2, nullptr})), one);
      EXPECT_EQ(values(multiscale_entropy(x, parameters, {3, nullptr})), one);
    }
  }
}

TEST(Multiscale, ProgressEndsAtTheTotalAndCancellingStops) {
  const auto x = portable_series(48, 300);
  const MultiscaleParameters parameters = over(Measure::sampen, MultiscaleMethod::cmse, range(1, 6));
  std::uint64_t last = 0, total = 0;
  multiscale_entropy(x, parameters, {2, nullptr}, [&](std::uint64_t done, std::uint64_t of) {
    EXPECT_GE(done, last);
    last = done;
    total = of;
  });
  EXPECT_EQ(last, 21U);
  EXPECT_EQ(total, 21U);
  CancelFlag flag;
  flag.cancel();
  EXPECT_EQ(error_of([&] { multiscale_entropy(x, parameters, {2, &flag}); }).code(), ErrorCode::cancelled);
}

TEST(Multiscale, EachChannelHasItsCurveOrItsReason) {
  series::Epochs epochs{.n_epochs = 2, .n_channels = 2, .n_times = 200, .data = portable_series(49, 800)};
  epochs.reasons.assign(4, "");
  epochs.reasons[1] = "peak-to-peak 900 above 150";
  for (std::size_t i = 400; i < 600; ++i) epochs.data[i] = 3.0;  // epoch 1, channel 0
  const MultiscaleParameters parameters = over(Measure::sampen, MultiscaleMethod::mse, {1, 2});
  std::uint64_t last = 0;
  const auto curves = multiscale_each_channel(epochs, parameters, {}, [&](std::uint64_t done, std::uint64_t total) {
    last = done;
    EXPECT_EQ(total, 8U);
  });
  EXPECT_EQ(last, 8U);
  EXPECT_EQ(values(curves[0]), values(multiscale_entropy(epochs.samples(0, 0), parameters)));
  EXPECT_EQ(values(curves[3]), values(multiscale_entropy(epochs.samples(1, 1), parameters)));
  EXPECT_EQ(curves[1].scales[1].entropy.reason, "peak-to-peak 900 above 150");
  EXPECT_EQ(curves[1].scales[1].scale, 2);
  EXPECT_TRUE(std::isnan(curves[1].complexity_index));
  EXPECT_THAT(curves[2].scales[0].entropy.reason, HasSubstr("200 samples equal 3"));
}

TEST(Multiscale, OneNumberIsTheLargestScale) {
  EXPECT_EQ(scale_list("3"), (std::vector{1, 2, 3}));
  EXPECT_EQ(scale_list("3-3"), std::vector{3});
}

TEST(Multiscale, MistakesNameTheParameter) {
  const auto x = portable_series(50, 100);
  const auto parameter_of = [&](auto change) {
    MultiscaleParameters parameters;
    change(parameters);
    const Error error = error_of([&] { multiscale_entropy(x, parameters); });
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    return error.parameter();
  };
  EXPECT_EQ(parameter_of([](auto& p) { p.scales = {}; }), "scales");
  EXPECT_EQ(parameter_of([](auto& p) { p.scales = {1, 0}; }), "scale");
  EXPECT_EQ(parameter_of([](auto& p) { p.scales = {1000001}; }), "scale");
  EXPECT_EQ(parameter_of([](auto& p) { p.cutoff = 0.0; }), "cutoff");
  EXPECT_EQ(parameter_of([](auto& p) { p.measure = Measure::cross_sampen; }), "measure");
  EXPECT_EQ(parameter_of([](auto& p) { p.entropy.m = 0; }), "m");
  EXPECT_EQ(parameter_of([](auto& p) {
              p.measure = Measure::apen;
              p.method = MultiscaleMethod::rcmse;
            }),
            "method");
  EXPECT_EQ(parameter_of([](auto& p) {
              p.grain = series::Grain::variance;
              p.method = MultiscaleMethod::rmse;
            }),
            "method");
  const std::vector<double> constant(100, 1.0);
  EXPECT_EQ(error_of([&] { multiscale_entropy(constant, {}); }).code(), ErrorCode::constant_series);
  // Whatever the filter would make of it: rounding is no signal.
  for (const double level : {0.1, 2.5}) {
    const std::vector<double> flat(200, level);
    const MultiscaleParameters rmse = over(Measure::sampen, MultiscaleMethod::rmse, range(2, 4));
    for (const ScaleEntropy& at : multiscale_entropy(flat, rmse).scales) {
      EXPECT_TRUE(std::isnan(at.entropy.value)) << at.scale;
    }
  }
}

}  // namespace
}  // namespace biotropy::entropy
