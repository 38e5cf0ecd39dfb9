// SPDX-License-Identifier: Apache-2.0
//
// Multivariate measures against their equations (Ahmed and Mandic 2011, 2012; Ahmed et al. 2016), written out over
// every pair of composite delay vectors.
#include <cmath>
#include <functional>
#include <numeric>

#include "biotropy/entropy/conventions.hpp"
#include "biotropy/entropy/grid.hpp"
#include "biotropy/entropy/multiscale.hpp"
#include "portable_series.hpp"
#include "tests/error_of.hpp"

namespace biotropy::entropy {
namespace {

using Data = std::vector<std::vector<double>>;
using Degree = std::function<double(double distance)>;

struct Equations {
  std::vector<int> m, tau;
  bool full = true, common = true, remove_mean = false;
  Degree degree;

  std::size_t n_vectors(const Data& data, int further) const {
    std::size_t reach = 0;
    for (std::size_t k = 0; k < m.size(); ++k) {
      reach = std::max(reach, static_cast<std::size_t>((m[k] - 1 + further) * tau[k]));
    }
    return data[0].size() - reach;
  }

  std::vector<double> vector(const Data& data, std::size_t i, int extended) const {
    std::vector<double> v;
    for (std::size_t k = 0; k < m.size(); ++k) {
      for (int s = 0; s < m[k] + (static_cast<int>(k) == extended); ++s) {
        v.push_back(data[k][i + static_cast<std::size_t>(s * tau[k])]);
      }
    }
    const double mean = std::accumulate(v.begin(), v.end(), 0.0) / static_cast<double>(v.size());
    for (double& value : v) value -= remove_mean ? mean : 0.0;
    return v;
  }

  // Mean degree over unordered pairs.
  double mean_degree(const Data& vectors) const {
    double sum = 0.0;
    for (std::size_t a = 0; a < vectors.size(); ++a) {
      for (std::size_t b = a + 1; b < vectors.size(); ++b) {
        double distance = 0.0;
        for (std::size_t c = 0; c < vectors[a].size(); ++c) {
          distance = std::max(distance, std::abs(vectors[a][c] - vectors[b][c]));
        }
        sum += degree(distance);
      }
    }
    const auto n = static_cast<double>(vectors.size());
    return sum / (n * (n - 1.0) / 2.0);
  }

  double value(const Data& data) const {
    Data shorter, longer;
    for (std::size_t i = 0; i < n_vectors(data, common ? 1 : 0); ++i) shorter.push_back(vector(data, i, -1));
    double of_longer = 0.0;
    for (int k = 0; k < static_cast<int>(m.size()); ++k) {
      if (!full) longer.clear();
      for (std::size_t i = 0; i < n_vectors(data, 1); ++i) longer.push_back(vector(data, i, k));
      if (!full) of_longer += mean_degree(longer) / static_cast<double>(m.size());
    }
    if (full) of_longer = mean_degree(longer);
    return -std::log(of_longer / mean_degree(shorter));
  }
};

Degree within(double r) {
  return [r](double distance) { return distance <= r ? 1.0 : 0.0; };
}

Data channels(std::size_t n_channels, std::size_t n) {
  Data data;
  for (std::size_t k = 0; k < n_channels; ++k) data.push_back(portable_series(k + 1, n));
  return data;
}

std::vector<Samples> views(const Data& data) {
  return {data.begin(), data.end()};
}

Data z_scored(Data data) {
  for (auto& x : data) {
    const auto n = static_cast<double>(x.size());
    const double mean = std::accumulate(x.begin(), x.end(), 0.0) / n;
    double squares = 0.0;
    for (const double value : x) squares += (value - mean) * (value - mean);
    for (double& value : x) value = (value - mean) / std::sqrt(squares / (n - 1.0));
  }
  return data;
}

Parameters of(double r, series::RUnit unit, match::Approach approach = match::Approach::full) {
  return Parameters{.r = r, .r_unit = unit, .approach = approach};
}

TEST(Multivariate, SampleEntropyIsThatOfTheEquations) {
  const Data data = channels(3, 150);
  for (const match::Approach approach : {match::Approach::full, match::Approach::naive}) {
    const bool full = approach == match::Approach::full;
    const Entropy e = multivariate_sample_entropy(views(data), of(0.4, series::RUnit::absolute, approach));
    EXPECT_NEAR(e.value, (Equations{{2, 2, 2}, {1, 1, 1}, full, true, false, within(0.4)}.value(data)), 1e-12);
    EXPECT_GT(e.matches_m1, 0U);
    Parameters own = of(0.4, series::RUnit::absolute, approach);
    own.channel_m = "1,3,2";
    own.channel_tau = "2,1,3";
    own.templates = match::TemplateRule::all;
    EXPECT_NEAR(multivariate_sample_entropy(views(data), own).value,
                (Equations{{1, 3, 2}, {2, 1, 3}, full, false, false, within(0.4)}.value(data)), 1e-12);
  }
}

// The papers normalise every channel and take r times the total variation, which is then the number of channels.
TEST(Multivariate, TheToleranceIsAMultipleOfTheTotalVariation) {
  const Data data = channels(3, 150);
  const double expected = Equations{{2, 2, 2}, {1, 1, 1}, true, true, false, within(0.3 * 3.0)}.value(z_scored(data));
  const Entropy e = multivariate_sample_entropy(views(data), of(0.3, series::RUnit::total_variation));
  EXPECT_NEAR(e.value, expected, 1e-12);
  EXPECT_DOUBLE_EQ(e.r, 0.9);
  EXPECT_EQ(multivariate_sample_entropy(views(data), of(0.9, series::RUnit::sd)).value, e.value);
  Parameters usual{.r = 0.3};
  EXPECT_EQ(multivariate_sample_entropy(views(data), usual).value, e.value);
}

TEST(Multivariate, FuzzyEntropyIsThatOfTheEquations) {
  const Data data = channels(3, 120);
  const Degree degree = [](double d) { return std::exp(-(d / 0.4) * (d / 0.4)); };
  for (const match::Approach approach : {match::Approach::full, match::Approach::naive}) {
    const bool full = approach == match::Approach::full;
    for (const bool remove : {true, false}) {
      Parameters parameters = of(0.4, series::RUnit::absolute, approach);
      parameters.local_mean = remove ? LocalMean::removed : LocalMean::kept;
      parameters.channel_m = "2,1,2";
      const double expected = Equations{{2, 1, 2}, {1, 1, 1}, full, true, remove, degree}.value(data);
      const Entropy one = multivariate_fuzzy_entropy(views(data), parameters, {1});
      EXPECT_NEAR(one.value, expected, 1e-12 * (1.0 + std::abs(expected)));
      EXPECT_EQ(multivariate_fuzzy_entropy(views(data), parameters, {2}).value, one.value);
    }
  }
}

// EntropyHub 2.0 (peer_values.py): MvSampEn, MvFuzzEn of four portable series of 300 samples, seeds 1 to 4; the second
// rows are its naive approach, -log(mean(B1) / B0).
TEST(Multivariate, ValuesOfEntropyHub) {
  const Data data = channels(4, 300);
  const auto value = [&](Measure measure, double r, const std::string& m, const std::string& tau,
                         match::Approach approach) {
    Parameters parameters = conventional(Convention::entropyhub, measure);
    parameters.r = r;
    parameters.channel_m = m;
    parameters.channel_tau = tau;
    parameters.approach = approach;
    return compute(measure, views(data), parameters).value;
  };
  using match::Approach;
  const double tolerance = 1e-12;
  EXPECT_NEAR(value(Measure::mvsampen, 0.5, "", "", Approach::full), 0.26572033674848133, tolerance);
  EXPECT_NEAR(value(Measure::mvsampen, 0.5, "", "", Approach::naive), 0.2756499040579141, tolerance);
  EXPECT_NEAR(value(Measure::mvsampen, 0.5, "1,2,3,2", "2,1,1,3", Approach::full), 0.26754985499148215, tolerance);
  EXPECT_NEAR(value(Measure::mvsampen, 0.5, "1,2,3,2", "2,1,1,3", Approach::naive), 0.2715105247474699, tolerance);
  EXPECT_NEAR(value(Measure::mvfuzzyen, 0.2, "", "", Approach::full), 0.13831806666409394, tolerance);
  EXPECT_NEAR(value(Measure::mvfuzzyen, 0.2, "", "", Approach::naive), 0.13889243847173405, tolerance);
  EXPECT_NEAR(value(Measure::mvfuzzyen, 0.2, "1,2,3,2", "2,1,1,3", Approach::full), 0.13556695033114533, tolerance);
}

// EntropyHub 2.0: MvMSEn of MvSampEn with r = 0.5, coarse-grained at scales 1 to 5, of the same series.
TEST(Multivariate, CurvesOfEntropyHub) {
  const Data data = channels(4, 300);
  MultiscaleParameters parameters =
      conventional_multiscale(Convention::entropyhub, Measure::mvsampen, MultiscaleMethod::mse);
  parameters.entropy.r = 0.5;
  parameters.scales = {1, 2, 3, 4, 5};
  const Multiscale curve = multiscale_entropy(views(data), parameters);
  const double expected[] = {0.26572033674848133, 0.08296153200946818, 0.029626475753960782, 0.011262727546725325,
                             -0.0018323945937208698};
  for (std::size_t k = 0; k < 5; ++k) EXPECT_NEAR(curve.scales[k].entropy.value, expected[k], 1e-12);
}

// The channels are normalised, then coarse-grained; the tolerance stays.
TEST(Multivariate, CurvesHaveTheToleranceOfTheOriginal) {
  const Data data = channels(2, 200);
  MultiscaleParameters parameters{.measure = Measure::mvsampen, .scales = {1, 3}};
  parameters.entropy.r = 0.15;
  const Multiscale curve = multiscale_entropy(views(data), parameters, {2});
  Data coarse = z_scored(data);
  EXPECT_NEAR(curve.scales[0].entropy.value, (Equations{{2, 2}, {1, 1}, true, true, false, within(0.3)}.value(coarse)),
              1e-12);
  for (auto& x : coarse) {
    std::vector<double> means;
    for (std::size_t i = 0; i + 3 <= x.size(); i += 3) means.push_back((x[i] + x[i + 1] + x[i + 2]) / 3.0);
    x = means;
  }
  EXPECT_NEAR(curve.scales[1].entropy.value, (Equations{{2, 2}, {1, 1}, true, true, false, within(0.3)}.value(coarse)),
              1e-12);
  EXPECT_EQ(curve.scales[1].samples, 66U);
}

TEST(Multivariate, RefinedCompositeCurvesTakeTheStartsTogether) {
  const Data data = channels(2, 121);
  MultiscaleParameters parameters{.measure = Measure::mvsampen,
                                  .method = MultiscaleMethod::rcmse,
                                  .scales = {2},
                                  .entropy = of(0.25, series::RUnit::absolute)};
  const ScaleEntropy at = multiscale_entropy(views(data), parameters).scales[0];
  double at_m = 0.0, at_m1 = 0.0;
  for (std::size_t start : {0U, 1U}) {
    Data coarse(2);
    for (std::size_t k = 0; k < 2; ++k) {
      for (std::size_t i = start; i + 2 <= data[k].size(); i += 2) {
        coarse[k].push_back((data[k][i] + data[k][i + 1]) / 2.0);
      }
    }
    const Entropy one = multivariate_sample_entropy(views(coarse), parameters.entropy);
    at_m += static_cast<double>(one.matches_m) / static_cast<double>(one.pairs_m);
    at_m1 += static_cast<double>(one.matches_m1) / static_cast<double>(one.pairs_m1);
  }
  EXPECT_NEAR(at.entropy.value, std::log(at_m / at_m1), 1e-12);
}

TEST(Multivariate, EveryEpochHasOneValueForAllChannels) {
  std::vector<double> samples;
  for (const auto& x : channels(6, 100)) samples.insert(samples.end(), x.begin(), x.end());
  std::vector<std::string> reasons(6);
  series::EpochView epochs(2, 3, 100, samples);
  const Parameters parameters = of(0.4, series::RUnit::absolute);
  auto found = grid_each_channel(epochs, Measure::mvsampen, {{1, 2}, {0.4}}, parameters);
  ASSERT_EQ(found.size(), 4U);
  const Data data = channels(6, 100);
  const Data second(data.begin() + 3, data.end());
  EXPECT_EQ(found[3].value, multivariate_sample_entropy(views(second), parameters).value);
  reasons[4] = "clipped";
  epochs.reasons = reasons;
  found = grid_each_channel(epochs, Measure::mvsampen, {{2}, {0.4}}, parameters);
  EXPECT_TRUE(std::isfinite(found[0].value));
  EXPECT_EQ(found[1].reason, "channel 2: clipped");
  EXPECT_TRUE(std::isnan(found[1].value));
}

TEST(Multivariate, MissingSamplesAreLeftOutOfEveryChannel) {
  Data data = channels(2, 150);
  Parameters parameters = of(0.2, series::RUnit::absolute);
  data[1][70] = NAN;
  EXPECT_EQ(error_of([&] { multivariate_sample_entropy(views(data), parameters); }).code(), ErrorCode::missing_values);
  parameters.missing = Missing::omit;
  EXPECT_EQ(multivariate_sample_entropy(views(data), parameters).templates_m, 148U - 3U);
}

// A gap between samples that were not consecutive parts every channel, whatever its delay.
TEST(Multivariate, NoVectorReachesOverAGap) {
  Data data = channels(2, 160);
  for (auto& x : data) x[80] = NAN;
  MultiscaleParameters parameters{.measure = Measure::mvsampen,
                                  .scales = {1, 2},
                                  .missing_are_gaps = true,
                                  .entropy = of(0.3, series::RUnit::absolute)};
  parameters.entropy.missing = Missing::omit;
  parameters.entropy.channel_tau = "1,3";
  const Multiscale curve = multiscale_entropy(views(data), parameters);
  EXPECT_EQ(curve.scales[0].entropy.templates_m, 80U - 6U + 79U - 6U);
  EXPECT_EQ(curve.scales[1].entropy.templates_m, 40U - 6U + 39U - 6U);
}

TEST(Multivariate, WhatCannotBeMeasuredIsNamed) {
  const Data data = channels(2, 50);
  const auto fault = [](const Data& of_data, const Parameters& parameters) {
    return error_of([&] { multivariate_sample_entropy(views(of_data), parameters); });
  };
  Parameters parameters{.channel_m = "2,2,2"};
  EXPECT_EQ(fault(data, parameters).parameter(), "channel_m");
  for (const char* text : {"2,", "two", "2;3", "0,1", "2,-1", "2, 3", "1001,1"}) {
    parameters.channel_m = text;
    EXPECT_EQ(fault(data, parameters).parameter(), "channel_m") << text;
  }
  EXPECT_EQ(fault({data[0], std::vector(50, 1.0)}, {}).code(), ErrorCode::constant_series);
  EXPECT_EQ(fault({data[0], std::vector(49, 1.0)}, of(1.0, series::RUnit::absolute)).parameter(), "channels");
  EXPECT_EQ(fault({{1.0, 2.0, 3.0}, {1.0, 2.0, 3.0}}, {}).code(), ErrorCode::too_short);
  Parameters other{.engine = "sorted"};
  EXPECT_EQ(fault(data, other).code(), ErrorCode::no_engine);
  EXPECT_EQ(error_of([&] { sample_entropy(data[0], of(0.2, series::RUnit::total_variation)); }).parameter(), "r_unit");
  EXPECT_EQ(error_of([&] { compute(Measure::sampen, views(data), {}); }).parameter(), "series");
}

}  // namespace
}  // namespace biotropy::entropy
