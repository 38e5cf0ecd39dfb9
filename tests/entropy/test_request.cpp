// SPDX-License-Identifier: Apache-2.0
#include "biotropy/entropy/request.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <random>

#include "tests/error_of.hpp"

namespace biotropy::entropy {
namespace {

constexpr std::size_t kRequestEpochs = 3, kRequestChannels = 2, kRequestTimes = 80;

std::vector<double> noise(std::size_t n, unsigned seed) {
  std::mt19937 engine(seed);
  std::normal_distribution<double> normal;
  std::vector<double> samples(n);
  for (double& sample : samples) sample = normal(engine);
  return samples;
}

Request request_of(Measure measure) {
  Request request;
  request.measure.measure = measure;
  return request;
}

const NamedArray& find(const std::vector<NamedArray>& arrays, std::string_view name) {
  return *std::ranges::find(arrays, name, &NamedArray::name);
}

const std::vector<double>& reals(const std::vector<NamedArray>& arrays, std::string_view name) {
  return std::get<std::vector<double>>(find(arrays, name).values);
}

ErrorCode code_of(const Request& request, const series::EpochView& x, const series::EpochView* y = nullptr) {
  return error_of([&] { answer(request, x, y); }).code();
}

class Requests : public ::testing::Test {
 protected:
  std::vector<double> of_x = noise(kRequestEpochs * kRequestChannels * kRequestTimes, 1),
                      of_y = noise(kRequestEpochs * kRequestChannels * kRequestTimes, 2);
  series::EpochView x{kRequestEpochs, kRequestChannels, kRequestTimes, of_x},
      y{kRequestEpochs, kRequestChannels, kRequestTimes, of_y};
};

TEST_F(Requests, EachSeriesIsMeasuredAsAlone) {
  const auto found = answer(request_of(Measure::sampen), x);
  EXPECT_EQ(find(found, "value").dims, (std::vector<std::string_view>{"epoch", "channel"}));
  EXPECT_EQ(find(found, "value").shape, (std::vector<std::size_t>{kRequestEpochs, kRequestChannels}));
  for (std::size_t i = 0; i < kRequestEpochs * kRequestChannels; ++i) {
    EXPECT_EQ(reals(found, "value")[i], sample_entropy(x.samples(i / kRequestChannels, i % kRequestChannels)).value);
  }
}

// Values of every m and r, of one series or two, are those of each alone.
TEST_F(Requests, SeveralLengthsAndTolerancesAreDimensions) {
  Request request = request_of(Measure::cross_sampen);
  request.set("m", [](const OptionText&) { return std::vector{1.0, 2.0, 3.0}; });
  request.set("r", [](const OptionText&) { return std::vector{0.2, 0.3}; });
  const auto found = answer(request, x, &y);
  EXPECT_EQ(find(found, "value").dims, (std::vector<std::string_view>{"epoch", "channel", "m", "r"}));
  EXPECT_EQ(find(found, "value").shape, (std::vector<std::size_t>{kRequestEpochs, kRequestChannels, 3, 2}));
  EXPECT_EQ(reals(found, "grid_r"), (std::vector{0.2, 0.3}));
  const Grid grid = request.measure.grid();
  request.pairs = true;
  const auto of_pairs = answer(request, x);
  EXPECT_EQ(find(of_pairs, "mean").dims, (std::vector<std::string_view>{"m", "r", "channel", "partner"}));
  for (std::size_t i = 0; i < reals(found, "value").size(); ++i) {
    const std::size_t series = i / grid.size(), cell = i % grid.size();
    const Samples u = x.samples(series / kRequestChannels, series % kRequestChannels),
                  v = y.samples(series / kRequestChannels, series % kRequestChannels);
    EXPECT_EQ(reals(found, "value")[i], cross_sample_entropy(u, v, grid.at(cell, {})).value);
    if (i >= grid.size()) continue;
    const auto matrix = pairwise(x, Measure::cross_sampen, grid.at(i, {})).mean;
    EXPECT_EQ(reals(of_pairs, "mean")[i * matrix.size() + 1], matrix[1]);
  }
}

TEST_F(Requests, ListsOfLengthsAndTolerancesAreChecked) {
  const auto code_of_list = [](const char* name, const std::vector<double>& list) {
    Request request = request_of(Measure::sampen);
    try {
      request.set(name, [&](const OptionText&) { return list; });
      return request.measure.grid().size() == list.size() ? ErrorCode::internal : ErrorCode::invalid_data;
    } catch (const Error& error) {
      return error.code();
    }
  };
  EXPECT_EQ(code_of_list("m", {1.0, 2.5}), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of_list("m", {1.0, 1e300}), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of_list("m", {0.0, 1.0}), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of_list("r", {}), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of_list("r", {0.1, 0.0}), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of_list("r", {0.1, 0.2}), ErrorCode::internal);
  Request of_scales = request_of(Measure::sampen);
  of_scales.measure.m = {1, 2};
  of_scales.scales = {1, 2};
  EXPECT_EQ(code_of(of_scales, x), ErrorCode::invalid_argument);
}

TEST_F(Requests, StandardErrorsAreThoseOfTheFunction) {
  Request request = request_of(Measure::sampen);
  request.set("standard_error", [](const OptionText&) { return true; });
  request.set("confidence", [](const OptionText&) { return 0.9; });
  request.measure.r = {0.2, 0.4};
  const auto found = answer(request, x);
  EXPECT_EQ(find(found, "standard_error").shape, find(found, "value").shape);
  for (std::size_t i = 0; i < reals(found, "value").size(); ++i) {
    Parameters at{.r = request.measure.r[i % 2]};
    const Samples series = x.samples(i / 2 / kRequestChannels, i / 2 % kRequestChannels);
    const Uncertainty one = sample_entropy_uncertainty(series, at, {0.9, Covariance::centred});
    EXPECT_EQ(reals(found, "value")[i], one.entropy.value);
    EXPECT_EQ(reals(found, "standard_error")[i], one.standard_error);
    EXPECT_EQ(reals(found, "lower")[i], one.lower);
    EXPECT_EQ(reals(found, "upper")[i], one.upper);
  }
  request.measure.convention = Convention::physionet;
  EXPECT_EQ(request.uncertainty.resolved(Measure::sampen, Convention::physionet)->covariance, Covariance::physionet);
}

TEST_F(Requests, StandardErrorsAreOfSingleSeries) {
  Request request = request_of(Measure::sampen);
  request.uncertainty.standard_error = true;
  const series::EpochView single(1, 1, kRequestTimes, Samples(of_x).first(kRequestTimes));
  EXPECT_EQ(answer(request, single).size(), answer(request_of(Measure::sampen), single).size() + 3);
  for (const auto change : {+[](Request& one) { one.missing_are_gaps = true; }, +[](Request& one) { one.scales = {1}; },
                            +[](Request& one) { one.measure.measure = Measure::apen; },
                            +[](Request& one) { one.uncertainty.confidence = 1.0; },
                            +[](Request& one) {
                              one.uncertainty = {false, 0.9, {}};
                            },
                            +[](Request& one) {
                              one.uncertainty = {false, 0.95, Covariance::lake};
                            }}) {
    Request other = request;
    change(other);
    EXPECT_EQ(code_of(other, x), ErrorCode::invalid_argument);
  }
  const std::vector<double> equal(kRequestTimes, 1.0);
  request.raises = true;
  EXPECT_EQ(code_of(request, {1, 1, kRequestTimes, equal}), ErrorCode::constant_series);
}

TEST_F(Requests, SeriesOfXAndYAreComparedInPairs) {
  const auto found = answer(request_of(Measure::cross_sampen), x, &y);
  for (std::size_t i = 0; i < kRequestEpochs * kRequestChannels; ++i) {
    const auto of = [&](const series::EpochView& view) {
      return view.samples(i / kRequestChannels, i % kRequestChannels);
    };
    EXPECT_EQ(reals(found, "value")[i], cross_sample_entropy(of(x), of(y)).value);
  }
}

TEST_F(Requests, PairsAndScalesAreTheirFunctions) {
  Request request = request_of(Measure::cross_sampen);
  request.pairs = true;
  EXPECT_EQ(reals(answer(request, x), "value"), pairwise(x, Measure::cross_sampen, {}).values);
  request.scales = {1, 2};
  const auto found = answer(request, x);
  const auto at = multiscale_pairwise(x, request.at_scales(kRequestTimes));
  EXPECT_EQ(find(found, "value").dims.front(), "scale");
  std::vector<double> all = at.scales[0].values;
  all.insert(all.end(), at.scales[1].values.begin(), at.scales[1].values.end());
  EXPECT_EQ(reals(found, "value"), all);
  EXPECT_EQ(reals(found, "complexity_index"), at.complexity_index);
}

TEST_F(Requests, ATestHasTheShapeOfItsValues) {
  Request request = request_of(Measure::sampen);
  request.surrogates.surrogates = 9;
  EXPECT_EQ(find(answer(request, x), "p").shape, (std::vector<std::size_t>{kRequestEpochs, kRequestChannels}));
  request.scales = {1, 2};
  EXPECT_EQ(find(answer(request, x), "p").shape, (std::vector<std::size_t>{kRequestEpochs, kRequestChannels, 2}));
  Request pairs = request_of(Measure::cross_sampen);
  pairs.surrogates.surrogates = 9;
  EXPECT_EQ(find(answer(pairs, x, &y), "p").shape, (std::vector<std::size_t>{kRequestEpochs, kRequestChannels}));
  pairs.pairs = true;
  pairs.tested = Keep::mean;
  EXPECT_EQ(find(answer(pairs, x), "p").shape, (std::vector<std::size_t>{kRequestChannels, kRequestChannels}));
}

TEST_F(Requests, NoTemplateStepsOverAMissingSampleThatIsAGap) {
  std::vector<double> gapped = noise(400, 3);
  gapped[100] = std::numeric_limits<double>::quiet_NaN();
  Request request = request_of(Measure::sampen);
  request.set("tau", [](const OptionText&) { return OptionValue(std::int64_t{3}); });
  request.set("missing", [](const OptionText&) { return OptionValue(std::string("omit")); });
  const series::EpochView one(1, 1, gapped.size(), gapped);
  const double over = reals(answer(request, one), "value")[0];
  request.missing_are_gaps = true;
  const auto found = answer(request, one);
  EXPECT_NE(reals(found, "value")[0], over);
  std::vector<double> wide(gapped);
  wide.insert(wide.begin() + 100, 2, std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(reals(found, "value")[0], sample_entropy(wide, request.measure.parameters()).value);
}

TEST_F(Requests, WindowsOverAllEpochsAreTheFirstDimension) {
  Request request = request_of(Measure::sampen);
  request.set("pool_epochs", [](const OptionText&) { return OptionValue(std::string("epoch")); });
  request.windows = PooledWindows{40, 20};
  const auto found = answer(request, x);
  EXPECT_EQ(find(found, "value").dims, (std::vector<std::string_view>{"window", "channel"}));
  EXPECT_EQ(find(found, "value").shape, (std::vector<std::size_t>{3, kRequestChannels}));
  EXPECT_EQ(reals(found, "value").size(), 3 * kRequestChannels);
}

TEST_F(Requests, AJointMeasureOfWindowsIsThatOfEachWindow) {
  constexpr std::size_t n = 60, window = 40, step = 20;
  series::EpochView sliding(2, 2, window, std::span(of_x).first(2 * n));
  sliding.step = step;
  const Request joint = request_of(Measure::mvsampen);
  const std::vector<double> found = reals(answer(joint, sliding), "value");
  for (const std::size_t first : {std::size_t{0}, step}) {
    std::vector<double> alone;
    for (const std::size_t channel : {std::size_t{0}, n}) {
      const auto samples = std::span(of_x).subspan(channel + first, window);
      alone.insert(alone.end(), samples.begin(), samples.end());
    }
    EXPECT_EQ(reals(answer(joint, series::EpochView(1, 2, window, alone)), "value")[0], found[first / step]);
  }
}

TEST_F(Requests, WhatIsWrongWithTheOnlySeriesIsAnErrorIfItIsToBe) {
  const std::vector<double> constant(50, 1.0);
  const series::EpochView one(1, 1, 50, constant);
  Request request = request_of(Measure::sampen);
  EXPECT_FALSE(std::get<std::vector<std::string>>(find(answer(request, one), "reason").values)[0].empty());
  request.raises = true;
  EXPECT_EQ(code_of(request, one), ErrorCode::constant_series);
}

TEST_F(Requests, WhatCannotBeTogetherIsAnError) {
  EXPECT_EQ(code_of(request_of(Measure::cross_sampen), x), ErrorCode::invalid_argument);
  Request pooled = request_of(Measure::cross_sampen);
  pooled.set("pool_epochs", [](const OptionText&) { return OptionValue(std::string("recording")); });
  EXPECT_EQ(code_of(pooled, x, &y), ErrorCode::invalid_argument);
  Request gaps = request_of(Measure::mvsampen);
  gaps.missing_are_gaps = true;
  EXPECT_EQ(code_of(gaps, x), ErrorCode::invalid_argument);
  Request uncertain = request_of(Measure::apen);
  uncertain.uncertainty.standard_error = true;
  EXPECT_EQ(code_of(uncertain, x), ErrorCode::invalid_argument);
  uncertain = request_of(Measure::sampen);
  uncertain.uncertainty.standard_error = true;
  uncertain.scales = {1, 2};
  EXPECT_EQ(code_of(uncertain, x), ErrorCode::invalid_argument);
}

TEST_F(Requests, OnlyOptionsOfTheShapeAreTaken) {
  Request request;
  const auto none = [](const OptionText&) { return OptionValue(std::string("rcmse")); };
  EXPECT_THROW(request.set("method", none), Error);
  EXPECT_THROW(request.set("tua", none), Error);
  request.scales = {1};
  EXPECT_NO_THROW(request.set("method", none));
  request.set("surrogate-seed", [](const OptionText&) { return OptionValue(std::int64_t{7}); });
  EXPECT_EQ(request.surrogates.seed, 7);
}

TEST_F(Requests, AToleranceInAnotherUnitIsNoticed) {
  Request request = request_of(Measure::sampen);
  request.set("r_unit", [](const OptionText&) { return OptionValue(std::string("absolute")); });
  request.set("r", [](const OptionText&) { return OptionValue(1e5); });
  Execution execution;
  Notices heard;
  execution.notify = [&](const Notice& one) { heard.push_back(one); };
  answer(request, x, nullptr, execution);
  ASSERT_EQ(heard.size(), 1U);
  EXPECT_EQ(heard[0].code, "tolerance_doubtful");
}

// Numbers of values in a notice: those that are not finite, and all.
std::pair<std::size_t, std::size_t> counted(const std::optional<Notice>& notice) {
  std::pair<std::size_t, std::size_t> numbers;
  if (notice) std::sscanf(notice->text.c_str(), "%zu of %zu", &numbers.first, &numbers.second);
  return numbers;
}

using Numbers = std::pair<std::size_t, std::size_t>;

std::size_t not_finite_in(const std::vector<NamedArray>& found) {
  const std::vector<double>& values = reals(found, "value");
  return static_cast<std::size_t>(std::ranges::count_if(values, [](double one) { return !std::isfinite(one); }));
}

TEST_F(Requests, ValuesThatAreNotFiniteAreCounted) {
  const std::array<std::string, 2> names{"a", "b"};
  EXPECT_EQ(not_finite(answer(request_of(Measure::sampen), x), {names}), std::nullopt);
  std::fill_n(of_x.begin() + 3 * kRequestTimes, kRequestTimes, 0.0);  // epoch 1, channel b
  Request request = request_of(Measure::sampen);
  auto found = answer(request, x);
  const auto notice = not_finite(found, {names});
  EXPECT_EQ(counted(notice), (Numbers{1, 6}));
  EXPECT_EQ(notice->code, "not_finite");
  EXPECT_NE(notice->text.find("; epoch 1, channel b: "), std::string::npos);
  EXPECT_NE(not_finite(found, {{}, {}, 1})->text.find("; epoch 2, channel 2: "), std::string::npos);
  const std::string why = std::get<std::vector<std::string>>(find(found, "reason").values)[3];
  EXPECT_EQ(not_finite(found, {names, {&why, 1}}), std::nullopt);
  request.scales = {1, 7};
  found = answer(request, x);
  const std::size_t infinite = not_finite_in(found);
  EXPECT_EQ(counted(not_finite(found, {names})), (Numbers{infinite, 12}));
  EXPECT_NE(not_finite(found, {names})->text.find(", scale "), std::string::npos);
}

TEST_F(Requests, PairsWithoutAMatchAreNotFinite) {
  Request request = request_of(Measure::cross_sampen);
  request.pairs = true;
  request.set("m", [](const OptionText&) { return OptionValue(std::vector<double>{1.0, 4.0}); });
  std::fill_n(of_x.begin() + 3 * kRequestTimes, kRequestTimes, 0.0);
  const auto found = answer(request, x);
  const std::size_t infinite = not_finite_in(found);
  EXPECT_GT(infinite, 6U);  // with the constant channel
  EXPECT_EQ(counted(not_finite(found, {})), (Numbers{infinite, 2 * 3 * 4}));
  request.keep = request.tested = Keep::mean;
  EXPECT_EQ(counted(not_finite(answer(request, x), {})), (Numbers{infinite, 2 * 3 * 4}));
  const std::string why = std::get<std::vector<std::string>>(find(found, "reason").values)[3];
  EXPECT_EQ(counted(not_finite(found, {{}, {&why, 1}})), (Numbers{infinite - 2 * 3, 2 * 3 * 4}));
}

}  // namespace
}  // namespace biotropy::entropy
