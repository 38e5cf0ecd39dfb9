// SPDX-License-Identifier: Apache-2.0
//
// Studies whose entries have further dimensions, compared with the same numbers computed one by one: pairs of channels
// at many scales, and windows that slide over the recording.
#include <cmath>
#include <numeric>

#include "biotropy/entropy/multiscale_pairwise.hpp"
#include "biotropy/files/open.hpp"
#include "biotropy/groups/multiplicity.hpp"
#include "biotropy/groups/rank_tests.hpp"
#include "biotropy/study/verify.hpp"
#include "tests/files/netcdf_contents.hpp"
#include "tests/files/outcome.hpp"
#include "tests/notices.hpp"
#include "tests/study/small_study.hpp"

namespace biotropy::study {
namespace {

using entropy::Measure;
using files::error_of;
using files::test::dimensions;
using files::test::numbers;
using test::SmallStudy;

netCDF::NcFile result_of(const SmallStudy& study) {
  return {study.results().last_result().generic_string(), netCDF::NcFile::read};
}

std::vector<double> z_scored(series::Samples x) {
  const double mean = std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size());
  double squares = 0.0;
  for (const double one : x) squares += (one - mean) * (one - mean);
  std::vector<double> z;
  for (const double one : x) z.push_back((one - mean) / std::sqrt(squares / static_cast<double>(x.size() - 1)));
  return z;
}

std::vector<double> coarse(const std::vector<double>& x, std::size_t scale) {
  std::vector<double> means;
  for (std::size_t i = 0; i + scale <= x.size(); i += scale) {
    means.push_back(std::accumulate(x.data() + i, x.data() + i + scale, 0.0) / static_cast<double>(scale));
  }
  return means;
}

bool same(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

entropy::Parameters parameters_of(const SmallStudy& study) {
  return study.description.measure.parameters();
}

void use_scales_of_pairs(SmallStudy& study) {
  study.description.measure.measure = Measure::cross_sampen;
  study.description.measure.r = {0.4};
  study.description.multiscale.emplace().scales = "1,3";
}

// The plain way: both series of every epoch z-scored and coarse-grained, and a mean of what has a value.
double plain_mean(const SmallStudy& study, const std::string& id, std::size_t u, std::size_t v, std::size_t scale) {
  const series::Recording recording = files::open(study.path(id + ".edf"));
  entropy::Parameters parameters = parameters_of(study);
  parameters.r_unit = series::RUnit::absolute;
  double sum = 0.0, n = 0.0;
  for (std::size_t first = 0; first + 150 <= recording.channels[0].samples.size(); first += 150) {
    const auto at = [&](std::size_t channel) {
      return coarse(z_scored(series::Samples(recording.channels[channel].samples).subspan(first, 150)), scale);
    };
    const double value = entropy::cross_sample_entropy(at(u), at(v), parameters).value;
    if (!std::isfinite(value)) continue;
    sum += value;
    n += 1.0;
  }
  return sum / n;
}

TEST(StudyScalesOfPairs, ValuesAreThoseOfCoarseGrainedSeries) {
  SmallStudy study;
  use_scales_of_pairs(study);
  ASSERT_TRUE(study.run().result.has_value());
  const netCDF::NcFile file = result_of(study);
  EXPECT_THAT(dimensions(file, "value"), ElementsAre("subject", "channel", "partner", "scale"));
  EXPECT_THAT(dimensions(file, "contrast_q_bh"), ElementsAre("contrast", "channel", "partner", "scale"));
  EXPECT_THAT(numbers<double>(file, "scale"), ElementsAre(1.0, 3.0));
  const auto values = numbers<double>(file, "value");
  ASSERT_EQ(values.size(), 4u * 9u * 2u);
  for (std::size_t entry = 0; entry < 18; ++entry) {
    const std::size_t u = entry / 6, v = entry / 2 % 3, scale = entry % 2 == 0 ? 1 : 3;
    EXPECT_NEAR(values[36 + entry], plain_mean(study, "sub-003", u, v, scale), 1e-10) << entry;
  }
}

// One family of pairs and scales, and a mean over the partners at every scale.
TEST(StudyScalesOfPairs, StatisticsAreOfEveryPairAtEveryScale) {
  SmallStudy study;
  use_scales_of_pairs(study);
  ASSERT_TRUE(study.run().result.has_value());
  const netCDF::NcFile file = result_of(study);
  const auto values = numbers<double>(file, "value"), p = numbers<double>(file, "kruskal_p");
  const std::vector<int> group_of{0, 0, 1, 1};
  // Of symmetric pairs each is tested once, without the diagonal; both entries have its numbers.
  std::vector<double> once = values;
  const auto pair_of = [](std::size_t i) { return std::pair(i / 6, i / 2 % 3); };
  for (std::size_t i = 0; i < once.size(); ++i) {
    if (const auto [u, v] = pair_of(i % 18); u >= v) once[i] = std::nan("");
  }
  std::vector<double> wanted = groups::kruskal_wallis({once, 18, group_of, 2}).p;
  std::vector<double> q = groups::q_values(wanted, groups::FalseDiscovery::benjamini_hochberg);
  for (std::size_t i = 0; i < 18; ++i) {
    const auto [u, v] = pair_of(i);
    const std::size_t image = 6 * v + 2 * u + i % 2;
    if (u > v) wanted[i] = wanted[image], q[i] = q[image];
  }
  const auto found_q = numbers<double>(file, "q_bh"), mean = numbers<double>(file, "mean");
  ASSERT_EQ(p.size(), 18u);
  for (std::size_t i = 0; i < 18; ++i) {
    EXPECT_TRUE(same(p[i], wanted[i]) && same(found_q[i], q[i])) << i;
    EXPECT_EQ(mean[18 + i], (values[36 + i] + values[54 + i]) / 2.0);
  }
  EXPECT_THAT(dimensions(file, "node_out"), ElementsAre("subject", "channel", "scale"));
  EXPECT_THAT(dimensions(file, "node_in_p"), ElementsAre("channel", "scale"));
  const auto out = numbers<double>(file, "node_out"), in = numbers<double>(file, "node_in");
  // Channel 1 of the second subject at the second scale: pairs (1, 0) and (1, 2), or (0, 1) and (2, 1).
  EXPECT_EQ(out[6 + 3], (values[18 + 7] + values[18 + 11]) / 2.0);
  EXPECT_EQ(in[6 + 3], (values[18 + 3] + values[18 + 15]) / 2.0);
}

TEST(StudyScalesOfPairs, ChannelsInAnotherOrderAndSurrogates) {
  SmallStudy study;
  use_scales_of_pairs(study);
  study.description.prepare.channels = "A3,A1,A2";
  study.description.surrogates = {20, surrogates::Kind::shuffle, 1, 0};
  ASSERT_TRUE(study.run().result.has_value());
  const netCDF::NcFile file = result_of(study);
  const auto values = numbers<double>(file, "value");
  EXPECT_NEAR(values[18 + 2 * (0 * 3 + 2) + 1], plain_mean(study, "sub-002", 2, 1, 3), 1e-10) << "A3 with A2";
  const series::Recording recording = files::open(study.path("sub-002.edf"));
  std::vector<double> samples;
  for (std::size_t first = 0; first < 450; first += 150) {
    for (const std::size_t channel : {2u, 0u, 1u}) {
      const auto begin = recording.channels[channel].samples.begin() + static_cast<std::ptrdiff_t>(first);
      samples.insert(samples.end(), begin, begin + 150);
    }
  }
  const series::EpochView epochs(3, 3, 150, samples);
  const entropy::MultiscaleParameters at = *study.description.scales();
  const auto observed = multiscale_pairwise(epochs, at, entropy::Keep::mean).scales;
  const entropy::SurrogateTest test =
      test_multiscale_pairwise(epochs, at, observed, entropy::Keep::mean, study.description.surrogates);
  for (const entropy::SurrogateNumber& number : entropy::kSurrogateNumbers) {
    const auto found = numbers<double>(file, std::string(number.name));
    for (std::size_t i = 0; i < 18; ++i) EXPECT_TRUE(same(found[18 + i], (test.*number.column)[i])) << number.name;
  }
}

void use_windows(SmallStudy& study, Measure measure) {
  study.description.measure.measure = measure;
  study.description.measure.r = {0.4};
  study.description.prepare.epoch = 0;
  study.description.prepare.window = 120;
  study.description.prepare.step = 50;
}

// The samples of a window, without the study.
std::vector<double> window_of(const SmallStudy& study, const std::string& id, std::size_t channel, std::size_t window) {
  const series::Recording recording = files::open(study.path(id + ".edf"));
  const auto begin = recording.channels[channel].samples.begin() + static_cast<std::ptrdiff_t>(50 * window);
  return {begin, begin + 120};
}

TEST(StudyWindows, ChannelsHaveTheValueOfEveryWindow) {
  SmallStudy study;
  use_windows(study, Measure::sampen);
  ASSERT_TRUE(study.run().result.has_value());
  {
    const netCDF::NcFile file = result_of(study);
    EXPECT_THAT(dimensions(file, "value"), ElementsAre("subject", "channel", "time"));
    EXPECT_THAT(dimensions(file, "kruskal_p"), ElementsAre("channel", "time"));
    const auto time = numbers<double>(file, "time"), values = numbers<double>(file, "value");
    ASSERT_EQ(time.size(), 7u);                             // (450 - 120) / 50 + 1
    EXPECT_NEAR(time[3], 150.0 / study.cohort.rate, 1e-6);  // the file rounds the rate
    for (std::size_t entry = 0; entry < 21; ++entry) {
      const auto samples = window_of(study, "sub-002", entry / 7, entry % 7);
      EXPECT_EQ(values[21 + entry], entropy::sample_entropy(samples, parameters_of(study)).value) << entry;
    }
    EXPECT_EQ(numbers<double>(file, "valid_epochs")[0], 1.0);
  }
  study.description.multiscale.emplace().scales = "1,2";
  ASSERT_TRUE(study.run().result.has_value());
  const netCDF::NcFile file = result_of(study);
  EXPECT_THAT(dimensions(file, "value"), ElementsAre("subject", "channel", "scale", "time"));
  const auto values = numbers<double>(file, "value");
  const entropy::MultiscaleParameters at = *study.description.scales();
  for (std::size_t entry = 0; entry < 42; ++entry) {
    const auto curve = multiscale_entropy(window_of(study, "sub-004", entry / 14, entry % 7), at);
    EXPECT_TRUE(same(values[126 + entry], curve.scales[entry / 7 % 2].entropy.value)) << entry;
  }
}

TEST(StudyWindows, PairsHaveAMatrixOfEveryWindow) {
  SmallStudy study;
  use_windows(study, Measure::cross_apen);
  ASSERT_TRUE(study.run().result.has_value());
  {
    const netCDF::NcFile file = result_of(study);
    EXPECT_THAT(dimensions(file, "value"), ElementsAre("subject", "channel", "partner", "time"));
    EXPECT_THAT(dimensions(file, "mean_node_out"), ElementsAre("group", "channel", "time"));
    const auto values = numbers<double>(file, "value");
    for (std::size_t entry = 0; entry < 63; ++entry) {
      const std::size_t window = entry % 7, u = entry / 21, v = entry / 7 % 3;
      const double value =
          entropy::cross_approximate_entropy(window_of(study, "sub-003", u, window),
                                             window_of(study, "sub-003", v, window), parameters_of(study))
              .value;
      EXPECT_EQ(values[126 + entry], value) << entry;
    }
    const auto out = numbers<double>(file, "node_out");
    EXPECT_EQ(out[42 + 7 + 4], (values[126 + 21 + 4] + values[126 + 21 + 14 + 4]) / 2.0);
  }
  study.description.multiscale.emplace().scales = "1,2";
  ASSERT_TRUE(study.run().result.has_value());
  EXPECT_THAT(dimensions(result_of(study), "value"), ElementsAre("subject", "channel", "partner", "scale", "time"));
}

// Subjects with further windows keep them; nothing is tested where not all have one.
TEST(StudyWindows, WindowsThatNotAllHaveAreNotTested) {
  for (const Measure measure : {Measure::sampen, Measure::cross_sampen}) {
    SmallStudy study;
    use_windows(study, measure);
    study.replace("sub-002", 400);
    study.replace("sub-003", 600);
    const StudyRun done = study.run();
    ASSERT_TRUE(done.result.has_value());
    const netCDF::NcFile file = result_of(study);
    const auto values = numbers<double>(file, "value"), p = numbers<double>(file, "kruskal_p");
    const auto count = numbers<double>(file, "count");
    ASSERT_EQ(numbers<double>(file, "time").size(), 10u);
    const std::size_t rows = measure == Measure::sampen ? 3 : 9;
    ASSERT_EQ(p.size(), rows * 10);
    for (std::size_t i = 0; i < rows * 10; ++i) {
      const std::size_t window = i % 10;
      const bool is_diagonal = measure == Measure::cross_sampen && i / 10 % 4 == 0;
      EXPECT_EQ(std::isnan(p[i]), window >= 6 || is_diagonal) << i;
      EXPECT_EQ(std::isnan(values[rows * 10 + i]), window >= 6) << i;
      EXPECT_FALSE(std::isnan(values[2 * rows * 10 + i])) << i;
      EXPECT_EQ(count[i], window < 6 ? 2.0 : window < 7 ? 1.0 : 0.0) << i;
    }
    EXPECT_THAT(done.result->statistics.notices, Contains(coded("windows_not_tested")));
    EXPECT_EQ(verify(study.description, study.results(), {1000, 1}, {}).n_different(), 0u);
  }
}

// Only the plain mean over epochs leaves them out.
TEST(StudyWindows, InfiniteValuesStay) {
  SmallStudy study;
  use_windows(study, Measure::sampen);
  study.description.measure.r = {0.003};
  const auto expect_infinite = [&](double windows) {
    ASSERT_TRUE(study.run().result.has_value());
    const netCDF::NcFile file = result_of(study);
    const auto values = numbers<double>(file, "value"), valid = numbers<double>(file, "valid_epochs");
    double infinite = 0.0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      EXPECT_EQ(valid[i], std::isnan(values[i]) ? 0.0 : windows) << i;
      infinite += std::isinf(values[i]) ? 1.0 : 0.0;
    }
    EXPECT_GT(infinite, 0.0);
    EXPECT_EQ(verify(study.description, study.results(), {1000, 1}, {}).n_different(), 0u);
  };
  expect_infinite(1.0);
  study.description.measure.measure = Measure::cross_sampen;
  expect_infinite(1.0);
  study.description.prepare = SmallStudy().description.prepare;
  study.description.measure.options["pool_epochs"] = std::string("recording");
  expect_infinite(3.0);
  study.description.measure.measure = Measure::sampen;
  expect_infinite(3.0);
}

TEST(StudyWindows, LimitsHoldForWindows) {
  SmallStudy study;
  use_windows(study, Measure::sampen);
  study.description.prepare.reject = 1e-3;
  EXPECT_FALSE(study.run().result.has_value());
  study.description.prepare.reject = 1e9;
  ASSERT_TRUE(study.run().result.has_value());
}

TEST(StudyEntries, SameBytesForThreadsShardsAndAgain) {
  for (const bool windows : {false, true}) {
    for (const Measure measure : {Measure::cross_sampen, Measure::sampen}) {
      SmallStudy study;
      use_scales_of_pairs(study);
      if (windows) use_windows(study, measure);
      study.description.measure.measure = measure;
      study.run();
      const std::string bytes = bytes_of(study.results().last_result());
      EXPECT_FALSE(bytes.empty());
      EXPECT_EQ(study.run().count(SubjectState::kept), 4u);
      std::filesystem::remove_all(study.path("subjects"));
      Execution one{.threads = 1};
      run(study.description, study.results(), {}, one);
      EXPECT_EQ(bytes_of(study.results().last_result()), bytes);
      const StudyFolder other(study.path("other"));
      for (const char* part : {"2/3", "1/3", "3/3"}) run(study.description, other, shard(part), {});
      merge(study.description, other, {});
      EXPECT_EQ(bytes_of(other.last_result()), bytes);
      EXPECT_EQ(verify(study.description, study.results(), {1000, 1}, {}).n_different(), 0u);
    }
  }
}

TEST(StudyWindows, WhatIsRefused) {
  const auto refused = [](const auto& change, const char* needed) {
    SmallStudy study;
    use_windows(study, Measure::cross_sampen);
    change(study.description);
    EXPECT_THAT(error_of([&] { study.run(); }), IsError(ErrorCode::invalid_argument, needed));
  };
  refused([](Description& d) { d.surrogates.surrogates = 19; }, "0 for windows");
  refused([](Description& d) { d.measure.options["pool_epochs"] = std::string("epoch"); }, "no for windows");
  refused([](Description& d) { d.least_epochs = 2; }, "1 for windows");
  refused([](Description& d) { d.networks.emplace().threshold = 3.0; }, "one matrix of each subject");
  refused([](Description& d) { d.prepare.epoch = 100; }, "either windows or epochs");
  refused([](Description& d) { d.prepare.step = 0; }, "at least 1 sample");
  refused([](Description& d) { d.prepare.window = 0; }, "at least 1 sample");
  refused([](Description& d) { d.prepare.step.reset(); }, "left out without step");
  refused([](Description& d) { d.prepare.order = 6; }, "left out without band");
  refused(
      [](Description& d) {
        d.prepare.window.reset();
        d.prepare.step.reset();
        d.multiscale.emplace();
        d.networks.emplace().threshold = 3.0;
      },
      "one matrix of each subject");
}

}  // namespace
}  // namespace biotropy::study
