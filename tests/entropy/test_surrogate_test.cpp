// SPDX-License-Identifier: Apache-2.0
//
// Tests against surrogates: every number from its definition, over surrogates made and measured one by one.
#include "biotropy/entropy/surrogate_test.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <random>

#include "biotropy/entropy/null_distribution_internal.hpp"
#include "biotropy/groups/multiplicity.hpp"
#include "biotropy/surrogates/generator.hpp"
#include "tests/error_of.hpp"

namespace biotropy::entropy {
namespace {

using surrogates::Kind;

series::Epochs recording(std::size_t n_epochs, std::size_t n_channels, std::size_t n_times) {
  series::Epochs epochs{.n_epochs = n_epochs, .n_channels = n_channels, .n_times = n_times};
  epochs.reasons.assign(n_epochs * n_channels, "");
  std::mt19937_64 engine(17);
  std::normal_distribution<double> normal;
  double last = 0.0;
  for (std::size_t i = 0; i < n_epochs * n_channels * n_times; ++i)
    epochs.data.push_back(last = 0.7 * last + normal(engine));
  return epochs;
}

Parameters coarse() {
  return Parameters{.m = 1, .r = 0.4};
}

const Grid kCoarse{{1}, {0.4}};

using Matrix = std::vector<std::vector<double>>;  // surrogate, entry

// Sample entropies of surrogates of the channels of an epoch.
Matrix values_of_surrogates(const series::Epochs& epochs, std::size_t epoch, const SurrogateSettings& settings) {
  const surrogates::Generator generator(epochs, epoch, settings.kind, settings.seed);
  Matrix values(settings.surrogates);
  std::vector<double> x(epochs.n_times);
  for (std::uint32_t number = 0; number < values.size(); ++number) {
    for (std::size_t channel = 0; channel < epochs.n_channels; ++channel) {
      generator.make({number, channel, x});
      values[number].push_back(sample_entropy(x, coarse()).value);
    }
  }
  return values;
}

double mean_of(const std::vector<double>& x) {
  double sum = 0.0;
  for (const double value : x) sum += value;
  return sum / static_cast<double>(x.size());
}

double sd_of(const std::vector<double>& x) {
  double sum = 0.0;
  for (const double value : x) sum += std::pow(value - mean_of(x), 2);
  return std::sqrt(sum / static_cast<double>(x.size() - 1));
}

std::vector<double> column(const Matrix& values, std::size_t entry) {
  std::vector<double> list;
  for (const auto& of_surrogate : values) list.push_back(of_surrogate[entry]);
  return list;
}

double share(const std::vector<double>& list, const std::function<bool(double)>& reaches) {
  return (1.0 + static_cast<double>(std::count_if(list.begin(), list.end(), reaches))) /
         (static_cast<double>(list.size()) + 1.0);
}

std::vector<double> observed_values(const std::vector<Entropy>& entries) {
  std::vector<double> values;
  for (const Entropy& entry : entries) values.push_back(entry.value);
  return values;
}

TEST(SurrogateTest, EveryNumberIsThatOfItsDefinition) {
  const series::Epochs epochs = recording(2, 3, 150);
  const auto observed = grid_each_channel(epochs, Measure::sampen, kCoarse, coarse());
  const std::vector<double> t = observed_values(observed);
  for (const Kind kind : {Kind::iaaft, Kind::phases, Kind::shuffle}) {
    const SurrogateSettings settings{70, kind, 4, 0};
    const SurrogateTest test =
        test_each_channel(epochs, Measure::sampen, kCoarse, coarse(), observed, Keep::epochs, settings);
    for (std::size_t epoch = 0; epoch < 2; ++epoch) {
      const Matrix values = values_of_surrogates(epochs, epoch, settings);
      std::vector<double> p(3), deviation(3), largest(70, 0.0);
      for (std::size_t channel = 0; channel < 3; ++channel) {
        const std::size_t entry = epoch * 3 + channel;
        const double own = t[entry];
        std::vector<double> list = column(values, channel);
        EXPECT_NEAR(test.mean[entry], mean_of(list), 1e-12);
        EXPECT_NEAR(test.sd[entry], sd_of(list), 1e-12);
        EXPECT_NEAR(test.z[entry], (own - mean_of(list)) / sd_of(list), 1e-9);
        EXPECT_EQ(test.p_lower[entry], share(list, [&](double value) { return value <= own; }));
        EXPECT_EQ(test.p_upper[entry], share(list, [&](double value) { return value >= own; }));
        p[channel] = std::min(1.0, 2.0 * std::min(test.p_lower[entry], test.p_upper[entry]));
        EXPECT_EQ(test.p[entry], p[channel]);
        EXPECT_EQ(test.drawn[entry], 70.0);
        std::vector<double> all = list;
        all.push_back(own);
        deviation[channel] = std::abs(own - mean_of(all)) / sd_of(all);
        for (std::size_t k = 0; k < 70; ++k) {
          largest[k] = std::max(largest[k], std::abs(list[k] - mean_of(all)) / sd_of(all));
        }
      }
      for (std::size_t channel = 0; channel < 3; ++channel) {
        // Rounding of the moments could only matter between values that are nearly equal.
        const double own = deviation[channel] - 1e-12;
        EXPECT_EQ(test.p_family[epoch * 3 + channel], share(largest, [&](double value) { return value >= own; }));
        double q = 1.0;
        for (std::size_t other = 0; other < 3; ++other) {
          if (p[other] < p[channel]) continue;
          const auto rank = std::count_if(p.begin(), p.end(), [&](double one) { return one <= p[other]; });
          q = std::min(q, p[other] * 3.0 / static_cast<double>(rank));
        }
        EXPECT_DOUBLE_EQ(test.q[epoch * 3 + channel], q);
      }
    }
  }
}

TEST(SurrogateTest, StopsWhereEachEndIsDecided) {
  const series::Epochs epochs = recording(1, 4, 150);
  const auto observed = grid_each_channel(epochs, Measure::sampen, kCoarse, coarse());
  const SurrogateSettings settings{130, Kind::shuffle, 2, 6};
  const SurrogateTest test =
      test_each_channel(epochs, Measure::sampen, kCoarse, coarse(), observed, Keep::epochs, settings);
  const Matrix values = values_of_surrogates(epochs, 0, settings);
  const auto p_of = [&](std::size_t entry, const std::function<bool(double)>& reaches) {
    double reached = 0.0;
    for (int drawn = 1; drawn <= 130; ++drawn) {
      if (reaches(values[drawn - 1][entry])) ++reached;
      if (reached == 6.0) return std::pair(6.0 / drawn, drawn);
    }
    return std::pair((reached + 1.0) / 131.0, 130);
  };
  for (std::size_t entry = 0; entry < 4; ++entry) {
    const double own = observed[entry].value;
    const auto [lower, n_lower] = p_of(entry, [&](double value) { return value <= own; });
    const auto [upper, n_upper] = p_of(entry, [&](double value) { return value >= own; });
    EXPECT_EQ(test.p_lower[entry], lower);
    EXPECT_EQ(test.p_upper[entry], upper);
    EXPECT_EQ(test.drawn[entry], std::max(n_lower, n_upper));
    EXPECT_TRUE(std::isnan(test.p_family[entry]));
  }
}

std::vector<double> all_numbers(const SurrogateTest& test) {
  std::vector<double> numbers;
  for (const SurrogateNumber& number : kSurrogateNumbers) {
    for (const double value : test.*number.column) numbers.push_back(std::isnan(value) ? -1.0 : value);
  }
  return numbers;
}

TEST(SurrogateTest, DoesNotDependOnThreads) {
  const series::Epochs epochs = recording(3, 3, 100);
  const std::vector<Pairwise> cells{pairwise(epochs, Measure::cross_apen, coarse())};
  for (const Kind kind : {Kind::iaaft, Kind::aaft, Kind::joint_phases, Kind::epochs}) {
    const SurrogateSettings settings{20, kind, 1, 0};
    for (const Keep keep : {Keep::epochs, Keep::mean}) {
      const auto numbers = [&](int threads) {
        return all_numbers(
            test_pairwise(epochs, Measure::cross_apen, kCoarse, coarse(), cells, keep, settings, {.threads = threads}));
      };
      EXPECT_EQ(numbers(1), numbers(2)) << word(kind);
    }
  }
}

// Matrices of surrogates by pairwise() of one epoch each; the mean over epochs is that of the same surrogate of each.
TEST(SurrogateTest, TestsMatricesOfEpochsAndTheirMean) {
  const series::Epochs epochs = recording(3, 2, 80);
  const std::vector<Pairwise> cells{pairwise(epochs, Measure::cross_apen, coarse())};
  const SurrogateSettings settings{30, Kind::epochs, 1, 0};
  const auto test = [&](Keep keep) {
    return test_pairwise(epochs, Measure::cross_apen, kCoarse, coarse(), cells, keep, settings);
  };
  const SurrogateTest of_epochs = test(Keep::epochs), of_mean = test(Keep::mean);
  std::vector<double> means(30, 0.0);
  for (std::size_t epoch = 0; epoch < 3; ++epoch) {
    const surrogates::Generator generator(epochs, epoch, Kind::epochs, 1);
    std::vector<double> list, u(80), v(80);
    for (std::uint32_t number = 0; number < 30; ++number) {
      generator.make({number, 0, u});
      generator.make({number, 1, v});
      list.push_back(cross_approximate_entropy(u, v, coarse()).value);
      means[number] += list.back() / 3.0;
    }
    EXPECT_NEAR(of_epochs.mean[epoch * 4 + 1], mean_of(list), 1e-12);
    const double own = cells[0].values[epoch * 4 + 1];
    EXPECT_EQ(of_epochs.p_lower[epoch * 4 + 1], share(list, [&](double value) { return value <= own; }));
  }
  EXPECT_NEAR(of_mean.mean[1], mean_of(means), 1e-12);
  EXPECT_EQ(of_mean.p_upper[1], share(means, [&](double value) { return value >= cells[0].mean[1] - 1e-12; }));
  EXPECT_TRUE(std::isnan(of_mean.p[0]));  // a channel with itself
  EXPECT_TRUE(std::isnan(of_epochs.p[3]));
}

// The family is the pairs of different channels, those of a symmetric measure once; both entries have the numbers.
TEST(SurrogateTest, TheFamilyOfAMatrixIsItsPairs) {
  const series::Epochs epochs = recording(1, 3, 60);
  const Grid grid{{1}, {0.4, 0.6}};
  for (const Measure measure : {Measure::cross_apen, Measure::cross_sampen}) {
    const std::vector observed{pairwise(epochs, measure, grid.at(0, coarse())),
                               pairwise(epochs, measure, grid.at(1, coarse()))};
    const SurrogateTest test =
        test_pairwise(epochs, measure, grid, coarse(), observed, Keep::epochs, {39, Kind::phases});
    std::vector<double> p, q;
    for (std::size_t entry = 0; entry < 18; ++entry) {
      const std::size_t one = entry / 6, other = entry / 2 % 3, mirrored = (other * 3 + one) * 2 + entry % 2;
      EXPECT_EQ(std::isnan(test.p_family[entry]), one == other);
      const bool symmetric = measure == Measure::cross_sampen;
      if (one == other) continue;
      if (symmetric) {
        EXPECT_EQ(test.z[entry], test.z[mirrored]);
      }
      if (symmetric && one > other) continue;
      p.push_back(test.p[entry]);
      q.push_back(test.q[entry]);
    }
    EXPECT_EQ(q, groups::q_values(p, groups::FalseDiscovery::benjamini_hochberg));
  }
}

// Of series and of curves, as the mean over epochs of every surrogate.
TEST(SurrogateTest, TestsMeansOfSeriesAndCurves) {
  series::Epochs epochs = recording(3, 2, 120);
  epochs.reasons[2] = "amplitude";  // epoch 1, channel 0
  const SurrogateSettings settings{40, Kind::phases, 3, 0};
  const auto observed = grid_each_channel(epochs, Measure::sampen, kCoarse, coarse());
  const SurrogateTest test =
      test_each_channel(epochs, Measure::sampen, kCoarse, coarse(), observed, Keep::mean, settings);
  ASSERT_EQ(test.p.size(), 2U);
  std::vector<double> means(40, 0.0);
  for (const std::size_t epoch : {0, 2}) {
    const std::vector<double> own = column(values_of_surrogates(epochs, epoch, settings), 0);
    for (std::size_t number = 0; number < 40; ++number) means[number] += own[number] / 2.0;
  }
  const double own = (observed[0].value + observed[4].value) / 2.0;
  EXPECT_NEAR(test.mean[0], mean_of(means), 1e-12);
  EXPECT_NEAR(test.z[0], (own - mean_of(means)) / sd_of(means), 1e-9);
  EXPECT_EQ(test.p_lower[0], share(means, [&](double value) { return value <= own; }));
  MultiscaleParameters parameters{.scales = {1}, .entropy = coarse()};
  const auto curves = multiscale_each_channel(epochs, parameters);
  const SurrogateTest of_curves = test_multiscale(epochs, parameters, curves, Keep::mean, settings);
  EXPECT_EQ(all_numbers(of_curves), all_numbers(test));
}

// Channels 0 and 2, and 1 and 3.
TEST(SurrogateTest, TestsPairsOfSeries) {
  series::Epochs epochs = recording(2, 4, 80);
  const auto values_of = [&](const series::EpochView& view, std::size_t epoch) {
    std::vector<Entropy> pairs;
    for (std::size_t i = 0; i < 2; ++i) {
      pairs.push_back(compute(Measure::cross_apen, view.samples(epoch, i), view.samples(epoch, i + 2), coarse()));
    }
    return pairs;
  };
  std::vector<Entropy> observed;
  for (const std::size_t epoch : {0, 1}) {
    for (const Entropy& entropy : values_of(epochs, epoch)) observed.push_back(entropy);
  }
  const SurrogateSettings settings{25, Kind::shuffle, 3, 0};
  const SurrogateTest test = test_two_series(epochs, Measure::cross_apen, coarse(), observed, settings);
  ASSERT_EQ(test.p.size(), 4U);
  const surrogates::Generator generator(epochs, 1, Kind::shuffle, 3);
  Matrix values;
  std::vector<double> made(4 * 80);
  for (std::uint32_t number = 0; number < 25; ++number) {
    for (std::size_t c = 0; c < 4; ++c) generator.make({number, c, std::span(made).subspan(c * 80, 80)});
    values.push_back(observed_values(values_of({1, 4, 80, made}, 0)));
  }
  for (const std::size_t pair : {0, 1}) {
    const std::vector<double> own = column(values, pair);
    EXPECT_NEAR(test.mean[2 + pair], mean_of(own), 1e-12);
    EXPECT_EQ(test.p_lower[2 + pair], share(own, [&](double v) { return v <= observed[2 + pair].value; }));
  }
  // Either series without surrogates leaves out the pair.
  epochs.data[3 * 80 + 7] = std::nan("");
  const SurrogateTest without = test_two_series(epochs, Measure::cross_apen, coarse(), observed, settings);
  EXPECT_TRUE(std::isnan(without.p[1]));
  EXPECT_EQ(without.p[0], test.p[0]);
  EXPECT_EQ(without.unusable_channel, 3U);
}

// All channels of an epoch have one value, which kinds that change only their relation test.
TEST(SurrogateTest, TestsChannelsTogether) {
  const series::Epochs epochs = recording(3, 2, 80);
  const auto observed = grid_each_channel(epochs, Measure::mvsampen, kCoarse, coarse());
  for (const Kind kind : {Kind::shift, Kind::epochs}) {
    const SurrogateSettings settings{25, kind, 6, 0};
    const SurrogateTest test =
        test_each_channel(epochs, Measure::mvsampen, kCoarse, coarse(), observed, Keep::epochs, settings);
    ASSERT_EQ(test.p.size(), 3U);
    const surrogates::Generator generator(epochs, 1, kind, 6);
    std::vector<double> made(2 * 80), values;
    for (std::uint32_t number = 0; number < 25; ++number) {
      for (std::size_t c = 0; c < 2; ++c) generator.make({number, c, std::span(made).subspan(c * 80, 80)});
      values.push_back(grid_each_channel({1, 2, 80, made}, Measure::mvsampen, kCoarse, coarse())[0].value);
    }
    EXPECT_NEAR(test.mean[1], mean_of(values), 1e-12) << word(kind);
    EXPECT_EQ(test.p_lower[1], share(values, [&](double value) { return value <= observed[1].value; }));
  }
}

class MapStore : public SurrogateStore {
 public:
  std::vector<double> take(std::size_t first) override {
    const auto found = values.find(first);
    return found == values.end() ? std::vector<double>() : found->second;
  }
  void keep(std::size_t first, std::span<const double> kept) override {
    values[first].assign(kept.begin(), kept.end());
    if (values.size() == most) throw Error(ErrorCode::cancelled, "stopped");
  }

  std::map<std::size_t, std::vector<double>> values;
  std::size_t most = 0;  // stop after so many
};

TEST(SurrogateTest, ContinuesWithWhatWasKept) {
  const series::Epochs epochs = recording(2, 3, 80);
  const std::vector<Pairwise> cells{pairwise(epochs, Measure::cross_apen, coarse())};
  const auto test = [&](int surrogates, int stop, SurrogateStore* store) {
    return test_pairwise(epochs, Measure::cross_apen, kCoarse, coarse(), cells, Keep::mean,
                         {surrogates, Kind::iaaft, 1, stop}, {}, {}, store);
  };
  for (const int stop : {0, 4}) {
    MapStore store;
    store.most = 2;
    EXPECT_THROW(test(100, stop, &store), Error);
    const auto kept = store.values;
    ASSERT_EQ(kept.size(), 2U);
    store.most = 0;
    EXPECT_EQ(all_numbers(test(100, stop, &store)), all_numbers(test(100, stop, nullptr)));
    for (const auto& [first, values] : kept) EXPECT_EQ(store.values[first], values);
    // Fewer and more surrogates start with the same ones.
    for (const int surrogates : {21, 150}) {
      EXPECT_EQ(all_numbers(test(surrogates, stop, &store)), all_numbers(test(surrogates, stop, nullptr)));
    }
    for (double& value : store.values[0]) value = 0.0;
    EXPECT_NE(all_numbers(test(100, stop, &store)), all_numbers(test(100, stop, nullptr))) << "nothing was taken";
    store.values[0].pop_back();
    EXPECT_EQ(all_numbers(test(100, stop, &store)), all_numbers(test(100, stop, nullptr)));
  }
}

TEST(SurrogateTest, TestsCurvesOverScales) {
  const series::Epochs epochs = recording(1, 2, 200);
  MultiscaleParameters parameters{.scales = {1, 3}, .entropy = coarse()};
  const auto curves = multiscale_each_channel(epochs, parameters);
  const SurrogateSettings settings{25, Kind::aaft, 9, 0};
  const SurrogateTest test = test_multiscale(epochs, parameters, curves, Keep::epochs, settings);
  ASSERT_EQ(test.p.size(), 4U);
  const surrogates::Generator generator(epochs, 0, Kind::aaft, 9);
  std::vector<double> x(200), list;
  for (std::uint32_t number = 0; number < 25; ++number) {
    generator.make({number, 1, x});
    list.push_back(multiscale_entropy(x, parameters).scales[1].entropy.value);
  }
  EXPECT_NEAR(test.mean[3], mean_of(list), 1e-12);
  EXPECT_NEAR(test.sd[3], sd_of(list), 1e-12);
}

TEST(SurrogateTest, LeavesOutWhatHasNoSurrogates) {
  series::Epochs epochs = recording(2, 3, 60);
  epochs.reasons[0] = "amplitude";
  epochs.data[(3 + 1) * 60 + 5] = std::nan("");
  Parameters omit = coarse();
  omit.missing = Missing::omit;
  const std::vector<Pairwise> cells{pairwise(epochs, Measure::cross_apen, omit)};
  const SurrogateSettings settings{19, Kind::phases, 1, 0};
  const SurrogateTest test = test_pairwise(epochs, Measure::cross_apen, kCoarse, omit, cells, Keep::epochs, settings);
  EXPECT_EQ(test.n_unusable, 1U);
  EXPECT_EQ(test.unusable_epoch, 1U);
  EXPECT_EQ(test.unusable_channel, 1U);
  EXPECT_EQ(test.reason, "1 missing sample: surrogates need a series without gaps");
  std::vector<bool> tested;
  for (const double p : test.p) tested.push_back(!std::isnan(p));
  EXPECT_THAT(tested, ElementsAre(false, false, false, false, false, true, false, true, false,  //
                                  false, false, true, false, false, false, true, false, false));
}

// Exponentials of noise, smooth in the second channel.
TEST(SurrogateTest, CountsSeriesThatIaaftRejectsTooOften) {
  series::Epochs epochs = recording(3, 2, 200);
  for (std::size_t i = 0; i < epochs.data.size(); ++i) {
    if (i / 200 % 2 == 1) epochs.data[i] = std::exp(0.8 * epochs.data[i]);
  }
  epochs.reasons[1] = "amplitude";
  const auto observed = grid_each_channel(epochs, Measure::sampen, kCoarse, coarse());
  for (const Keep keep : {Keep::epochs, Keep::mean}) {
    const auto test = [&](Kind kind) {
      return test_each_channel(epochs, Measure::sampen, kCoarse, coarse(), observed, keep, {9, kind, 1, 0});
    };
    const SurrogateTest found = test(Kind::iaaft);
    EXPECT_EQ(found.n_distorted, 2U);
    EXPECT_EQ(found.distorted_epoch, 1U);
    EXPECT_EQ(found.distorted_channel, 1U);
    EXPECT_EQ(test(Kind::phases).n_distorted, 0U);
  }
}

// A surrogate without a value counts as beyond the observed one at both ends.
TEST(SurrogateTest, CountsSurrogatesWithoutAValueAsBeyond) {
  series::Epochs epochs = recording(1, 1, 12);
  Parameters narrow{.r = 1e-6};
  epochs.data = {1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3.5};
  const Grid grid{{2}, {1e-6}};
  const auto observed = grid_each_channel(epochs, Measure::sampen, grid, narrow);
  const SurrogateSettings settings{19, Kind::phases, 1, 0};  // no two of its values are equal
  const SurrogateTest test = test_each_channel(epochs, Measure::sampen, grid, narrow, observed, Keep::epochs, settings);
  EXPECT_EQ(test.p_lower[0], 1.0);
  EXPECT_EQ(test.p_upper[0], 1.0);
  EXPECT_EQ(test.p_family[0], 1.0);
  EXPECT_TRUE(std::isnan(test.mean[0]));
}

// An infinite value has no part in the mean and the SD of its entry, and is further out than every finite one.
TEST(SurrogateTest, AnInfiniteValueDoesNotMoveTheScaleOfItsEntry) {
  const std::vector<double> observed = {std::numeric_limits<double>::infinity(), 3.68};
  const Matrix drawn = {{1.0, 2.9}, {2.0, 3.1}, {4.5, 3.2}, {2.5, 2.7}, {1.5, 3.3}};
  NullDistribution distribution(observed, 5, 0);
  for (const std::vector<double>& values : drawn) distribution.add(values);
  SurrogateTest test;
  for (const SurrogateNumber& number : kSurrogateNumbers) (test.*number.column).resize(2);
  distribution.write(test, 0);
  const std::vector<double> first = column(drawn, 0), second = column(drawn, 1);
  std::vector<double> with_own = second, largest;
  with_own.push_back(observed[1]);
  const auto deviation = [](double value, const std::vector<double>& of) {
    return std::abs(value - mean_of(of)) / sd_of(of);
  };
  for (std::size_t k = 0; k < drawn.size(); ++k) {
    largest.push_back(std::max(deviation(first[k], first), deviation(second[k], with_own)));
  }
  const double own = deviation(observed[1], with_own);
  EXPECT_EQ(test.p_family[0], 1.0 / 6.0);
  EXPECT_EQ(test.p_family[1], share(largest, [&](double value) { return value >= own; }));
  EXPECT_EQ(test.p_family[1], 2.0 / 6.0);
}

TEST(SurrogateSettings, ErrorsNameTheOption) {
  const auto error = [](const SurrogateSettings& settings, Measure measure = Measure::cross_apen) {
    return error_of([&] { validate(settings, measure); });
  };
  EXPECT_NO_THROW(validate({0, Kind::iaaft, 1, 0}, Measure::sampen));
  EXPECT_THAT(error({-1, Kind::iaaft, 1, 0}), refuses("surrogates", "-1"));
  EXPECT_THAT(error({10, Kind::iaaft, -1, 0}), refuses("surrogate_seed", "-1"));
  EXPECT_THAT(error({10, Kind::iaaft, 1, -2}), refuses("surrogate_stop", "-2"));
  EXPECT_THAT(error({0, Kind::shift, 1, 0}), refuses("surrogate_kind", "shift"));
  EXPECT_THAT(error({10, Kind::shift, 1, 0}, Measure::sampen), refuses("surrogate_kind", "shift"));
  EXPECT_THAT(error({10, Kind::epochs, 1, 0}, Measure::sampen), refuses("surrogate_kind", "epochs"));
  EXPECT_NO_THROW(validate({10, Kind::epochs, 1, 0}, Measure::cross_apen));
}

// A rotated series has all templates of its own and a few over its seam, and their times are not compared.
TEST(SurrogateSettings, ShiftTestsNothingOfCrossEntropies) {
  for (const Measure measure : kMeasures) {
    const auto validated = [&] { validate({10, Kind::shift, 1, 0}, measure); };
    if (is_multivariate(measure)) {
      EXPECT_NO_THROW(validated());
    } else if (is_cross(measure)) {
      EXPECT_THAT(error_of(validated), refuses("surrogate_kind", "shift")) << word(measure);
    }
  }
  const series::Epochs epochs = recording(2, 2, 80);
  const std::vector<Pairwise> cells{pairwise(epochs, Measure::cross_apen, coarse())};
  EXPECT_THROW(test_pairwise(epochs, Measure::cross_apen, kCoarse, coarse(), cells, Keep::mean, {9, Kind::shift}),
               Error);
}

}  // namespace
}  // namespace biotropy::entropy
