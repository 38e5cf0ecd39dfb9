// SPDX-License-Identifier: Apache-2.0
//
// Features of live samples have the bits of whole recordings; band powers and covariances are those of their
// definitions.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <random>

#include "biotropy/error.hpp"
#include "biotropy/sicamm/features/feature_stream.hpp"
#include "biotropy/sicamm/features/features.hpp"
#include "biotropy/sicamm/features/window_covariance.hpp"
#include "biotropy/sicamm/model_file.hpp"

namespace biotropy::sicamm {
namespace {

constexpr double kSamplesPerSecond = 100.0;
constexpr std::size_t kChannels = 3;

std::vector<double> recording(std::size_t n, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> normal;
  std::vector<double> x;
  double slow = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    slow = 0.95 * slow + normal(engine);
    for (std::size_t c = 0; c < kChannels; ++c) x.push_back(20.0 + static_cast<double>(c) * slow + normal(engine));
  }
  return x;
}

SpatialSettings spatial(SpatialMethod method, double window = 0.4) {
  return SpatialSettings{.method = method, .window = window};
}

FeatureRecipe with_map(SpatialMethod method) {
  return FeatureRecipe{.spatial = spatial(method),
                       .map = SpatialMap{method, kChannels, {1.0, 0.5, -0.25, 0.0, 2.0, 1.0 / 3.0}},
                       .channels = {"A", "B", "C"}};
}

// Every kind of features, with and without filters and hops.
std::vector<FeatureRecipe> recipes() {
  std::vector<FeatureRecipe> result(7);
  result[0].filter = CausalFilterSettings{{2.0, 30.0}, 3, std::nullopt};
  result[1].filter = CausalFilterSettings{{1.0, std::numeric_limits<double>::infinity()}, 2, 40.0};
  result[1].slow_waves.emplace().window = 0.5;
  result[1].slow_waves->log = true;
  result[1].hop = 0.07;
  result[2].slow_waves.emplace().log = true;
  result[3].band_powers.emplace();
  result[3].channels = {"A", "B", "C"};
  result[4] = result[3];
  result[4].hop = 0.25;
  result[4].filter = result[0].filter;
  result[5] = with_map(SpatialMethod::csp);
  result[5].hop = 0.1;
  result[6] = with_map(SpatialMethod::tangent);
  result[6].filter = CausalFilterSettings{{}, 4, 50.0 / 1.25};
  result[6].spatial->shrinkage = 0.1;
  result.push_back(result[6]);
  result.back().map.reset();
  return result;
}

bool same(std::span<const double> a, std::span<const double> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); });
}

TEST(FeatureStream, HasTheBitsOfTheRecordingWhateverStopsIt) {
  std::vector<double> x = recording(900, 1);
  x[3 * 333 + 1] = std::nan("");
  const std::vector<series::Piece> pieces = {{0, 500, 0.0}, {500, 530, 6.0}, {530, 900, 9.0}};
  for (const FeatureRecipe& recipe : recipes()) {
    const Features whole = features(recipe, x, kChannels, kSamplesPerSecond, pieces, {2, nullptr});
    ASSERT_EQ(whole.size, vector_size(recipe, kChannels));
    FeatureStream stream(recipe, kSamplesPerSecond, kChannels);
    ASSERT_EQ(stream.size(), whole.size);
    std::vector<double> vector(whole.size), found;
    for (const series::Piece& piece : pieces) {
      stream.reset();
      for (std::size_t i = piece.begin; i < piece.end; ++i) {
        if (i % 41 == 7) {
          FeatureStream other(recipe, kSamplesPerSecond, kChannels);
          const auto state = stream.state();
          other.restore(state);
          EXPECT_TRUE(same(other.state(), state));
          stream.restore(other.state());
        }
        if (stream.step(std::span(x).subspan(i * kChannels, kChannels), vector)) {
          found.insert(found.end(), vector.begin(), vector.end());
        }
      }
    }
    EXPECT_TRUE(same(found, whole.values)) << notes_of(recipe)[0].second;
    EXPECT_GT(std::count_if(found.begin(), found.end(), [](double v) { return std::isfinite(v); }), 30);
    std::size_t vectors = 0;
    for (std::size_t p = 0; p < pieces.size(); ++p) {
      const std::size_t n = pieces[p].end - pieces[p].begin, window = window_samples(recipe, kSamplesPerSecond);
      EXPECT_EQ(whole.pieces[p].begin, vectors);
      vectors += n < window ? 0 : (n - window) / whole.hop + 1;
      EXPECT_EQ(whole.pieces[p].end, vectors);
      EXPECT_EQ(whole.pieces[p].first_sample, pieces[p].begin + window - 1);
    }
  }
}

TEST(FeatureStream, RefusesStatesAndSettingsThatCannotBe) {
  for (const FeatureRecipe& recipe : recipes()) {
    FeatureStream stream(recipe, kSamplesPerSecond, kChannels);
    auto state = stream.state();
    state.push_back(0.0);
    EXPECT_THROW(stream.restore(state), Error);
    state.resize(state.size() - 2);
    EXPECT_THROW(stream.restore(state), Error);
    if (stream.state().empty()) continue;
    EXPECT_THROW(stream.restore(std::vector<double>(stream.state().size(), -0.5)), Error);
  }
  const auto refuse = [](auto change) {
    FeatureRecipe recipe = recipes()[4];
    change(recipe);
    EXPECT_THROW(FeatureStream(recipe, kSamplesPerSecond, kChannels), Error);
    EXPECT_THROW(
        features(recipe, recording(300, 2), kChannels, kSamplesPerSecond, std::vector<series::Piece>{{0, 300, 0.0}}),
        Error);
  };
  refuse([](auto& recipe) { recipe.hop = -1.0; });
  refuse([](auto& recipe) { recipe.hop = std::nan(""); });
  refuse([](auto& recipe) { recipe.filter->band.high = 50.0; });
  refuse([](auto& recipe) { recipe.filter->order = 0; });
  refuse([](auto& recipe) { recipe.filter->notch = 60.0; });
  refuse([](auto& recipe) { recipe.band_powers->bands.clear(); });
  refuse([](auto& recipe) { recipe.band_powers->bands[0] = {30.0, 60.0}; });
  refuse([](auto& recipe) { recipe.band_powers->bands[0] = {4.1, 4.2}; });
  refuse([](auto& recipe) { recipe.band_powers->window = 0.0; });
  EXPECT_THROW(FeatureStream(recipes()[0], kSamplesPerSecond, 0), Error);
  FeatureRecipe short_window{.spatial = spatial(SpatialMethod::csp, 0.01)};
  EXPECT_THROW(FeatureStream(short_window, kSamplesPerSecond, kChannels), Error);
  short_window.spatial = spatial(SpatialMethod::csp);
  short_window.spatial->shrinkage = 1.5;
  EXPECT_THROW(FeatureStream(short_window, kSamplesPerSecond, kChannels), Error);
}

// The integral of scipy.signal.periodogram(x, fs, 'hann', nfft = fs / resolution) over the lines of a band.
double naive_log_power(std::span<const double> x, std::size_t channel, std::size_t first, std::size_t n, Band band,
                       double resolution) {
  long double mean = 0.0L, squares = 0.0L, sum = 0.0L;
  const auto value = [&](std::size_t i) { return static_cast<long double>(x[(first + i) * kChannels + channel]); };
  const auto hann = [&](std::size_t i) {
    return 0.5L - 0.5L * std::cos(2.0L * std::numbers::pi_v<long double> * static_cast<long double>(i) / n);
  };
  for (std::size_t i = 0; i < n; ++i) mean += value(i) / n;
  for (std::size_t i = 0; i < n; ++i) squares += hann(i) * hann(i);
  for (int k = 1; k * resolution < band.high; ++k) {
    if (k * resolution < band.low) continue;
    std::complex<long double> line = 0.0L;
    for (std::size_t i = 0; i < n; ++i) {
      const long double turn =
          2.0L * std::numbers::pi_v<long double> * k * resolution * static_cast<long double>(i) / kSamplesPerSecond;
      line += hann(i) * (value(i) - mean) * std::polar(1.0L, -turn);
    }
    sum += 2.0L * std::norm(line) / (kSamplesPerSecond * squares) * resolution;
  }
  return static_cast<double>(std::log(sum));
}

TEST(Features, BandPowersAreThoseOfThePeriodogram) {
  const auto x = recording(400, 3);
  for (const auto& [window, resolution] : {std::pair(1.0, 1.0), std::pair(0.8, 0.5)}) {
    FeatureRecipe recipe{.band_powers = BandPowerSettings{{{4.0, 8.0}, {8.0, 13.0}, {30.0, 50.0}}, window, resolution},
                         .hop = 0.3};
    const Features found = features(recipe, x, kChannels, kSamplesPerSecond, std::vector<series::Piece>{{0, 400, 0.0}});
    const auto n = static_cast<std::size_t>(window * kSamplesPerSecond);
    ASSERT_EQ(found.values.size(), ((400 - n) / 30 + 1) * 9);
    for (std::size_t i = 0; i < found.values.size(); ++i) {
      const std::size_t vector = i / 9, channel = i % 9 / 3, band = i % 3;
      const double expected = naive_log_power(x, channel, vector * 30, n, recipe.band_powers->bands[band], resolution);
      ASSERT_NEAR(found.values[i], expected, 1e-10) << i;
    }
  }
}

TEST(Features, CovariancesAreThoseOfTheDefinition) {
  const auto x = recording(200, 4);
  FeatureRecipe recipe{.spatial = spatial(SpatialMethod::csp, 0.5)};
  recipe.spatial->shrinkage = 0.3;
  recipe.hop = 0.2;
  const Features found = features(recipe, x, kChannels, kSamplesPerSecond, std::vector<series::Piece>{{0, 200, 0.0}});
  ASSERT_EQ(found.values.size(), 8U * 6U);
  const auto covariance = [&](std::size_t first, std::size_t a, std::size_t b) {
    long double mean_a = 0.0L, mean_b = 0.0L, sum = 0.0L;
    for (std::size_t i = first; i < first + 50; ++i) {
      mean_a += x[i * kChannels + a] / 50.0L;
      mean_b += x[i * kChannels + b] / 50.0L;
    }
    for (std::size_t i = first; i < first + 50; ++i)
      sum += (x[i * kChannels + a] - mean_a) * (x[i * kChannels + b] - mean_b);
    return static_cast<double>(sum / 49.0L);
  };
  for (std::size_t vector = 0; vector < 8; ++vector) {
    const std::size_t first = vector * 20;
    const double trace = covariance(first, 0, 0) + covariance(first, 1, 1) + covariance(first, 2, 2);
    std::size_t at = vector * 6;
    for (std::size_t a = 0; a < kChannels; ++a) {
      for (std::size_t b = a; b < kChannels; ++b, ++at) {
        const double expected = 0.7 * covariance(first, a, b) + (a == b ? 0.1 * trace : 0.0);
        ASSERT_NEAR(found.values[at], expected, 1e-12 * trace) << vector;
      }
    }
  }
}

TEST(Features, EveryRecipeSurvivesItsNotes) {
  for (const FeatureRecipe& recipe : recipes()) {
    const auto notes = notes_of(recipe);
    const FeatureRecipe again = recipe_of(notes);
    EXPECT_EQ(notes_of(again), notes);
    EXPECT_EQ(again.channels, recipe.channels);
    ASSERT_EQ(again.map.has_value(), recipe.map.has_value());
    if (recipe.map) {
      EXPECT_EQ(again.map->rows, recipe.map->rows) << "to the last bit";
    }
    if (recipe.filter) {
      EXPECT_EQ(again.filter->band.high, recipe.filter->band.high);
    }
    // Without one of its notes it is refused, or has another meaning.
    for (std::size_t left_out = 1; left_out < notes.size(); ++left_out) {
      auto fewer = notes;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(left_out));
      try {
        EXPECT_NE(notes_of(recipe_of(fewer)), notes) << notes[left_out].first;
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::invalid_data);
      }
    }
  }
}

TEST(Features, RefuseRowsThatAreNoNumbers) {
  for (const char* text : {"", "1 2", "1 2 x", "1 2 3 4", "1  2 3", "1 2 nan", "1 2 inf", " 1 2 3", "1 2 3,"}) {
    auto notes = notes_of(with_map(SpatialMethod::csp));
    for (auto& [name, value] : notes) {
      if (name == "feature rows") value = text;
    }
    EXPECT_THROW(recipe_of(notes), Error) << text;
  }
}

}  // namespace
}  // namespace biotropy::sicamm
