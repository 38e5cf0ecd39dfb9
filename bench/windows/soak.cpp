// SPDX-License-Identifier: Apache-2.0
#include "soak.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

#include "biotropy/entropy/sliding_entropy.hpp"

namespace biotropy::bench {
namespace {

using entropy::Measure;

struct SoakCase {
  Measure measure;
  series::RUnit unit;
  double r;
  std::size_t window;
};

// Noise whose amplitude and mean wander, with ties, outliers, stretches of one value and missing samples.
class Source {
 public:
  double next() {
    if (++count_ % 5000 == 0) amplitude_ = std::exp(normal_(generator_));
    if (count_ % 70000 < 300) return 0.25;
    if (count_ % 33331 == 0) return 1000.0;
    if (count_ % 9973 == 0) return std::nan("");
    last_ = 0.7 * last_ + amplitude_ * normal_(generator_);
    const double sample = last_ + 1e-6 * static_cast<double>(count_ % 1'000'000);
    return count_ % 200000 < 100000 ? sample : std::round(8.0 * sample) / 8.0;
  }

 private:
  std::mt19937_64 generator_{1};
  std::normal_distribution<double> normal_;
  std::uint64_t count_ = 0;
  double last_ = 0.0, amplitude_ = 1.0;
};

bool same(const entropy::Entropy& one, const entropy::Entropy& other) {
  const bool values = std::bit_cast<std::uint64_t>(one.value) == std::bit_cast<std::uint64_t>(other.value) ||
                      (std::isnan(one.value) && std::isnan(other.value));
  return values && one.r == other.r && one.matches_m == other.matches_m && one.matches_m1 == other.matches_m1 &&
         one.reason == other.reason;
}

bool run(const SoakCase& which, std::uint64_t pushes) {
  entropy::Parameters parameters;
  parameters.r = which.r;
  parameters.r_unit = which.unit;
  parameters.missing = entropy::Missing::omit;
  entropy::SlidingEntropy sliding(which.measure, which.window, parameters);
  Source source;
  std::vector<double> last;  // the last windows of both series
  std::vector<double> samples(sliding.series());
  const std::uint64_t every = std::max<std::uint64_t>(pushes / 10000, 1);
  std::uint64_t compared = 0;
  for (std::uint64_t t = 0; t < pushes; ++t) {
    for (double& sample : samples) sample = source.next();
    sliding.push(samples);
    last.insert(last.end(), samples.begin(), samples.end());
    if (last.size() > 64 * which.window)
      last.erase(last.begin(), last.end() - static_cast<std::ptrdiff_t>(2 * which.window));
    if (!sliding.is_full() || t % every != 0) {
      if (sliding.is_full() && which.unit == series::RUnit::sd) sliding.value();
      continue;
    }
    std::vector<double> u, v;
    for (std::size_t i = last.size() - which.window * samples.size(); i < last.size(); i += samples.size()) {
      u.push_back(last[i]);
      v.push_back(last[i + samples.size() - 1]);
    }
    ++compared;
    if (same(sliding.value(), entropy::compute_or_reason(which.measure, u, v, parameters, {1}))) continue;
    fmt::print("{} differs after {} pushes\n", entropy::title(which.measure), t + 1);
    return false;
  }
  fmt::print("{:<13} r {:<4} {}, window {}: {} pushes, equal at all of {} recounts\n", entropy::title(which.measure),
             which.r, which.unit == series::RUnit::sd ? "SD   " : "fixed", which.window, pushes, compared);
  std::fflush(stdout);  // hours may pass until the next
  return true;
}

}  // namespace

int soak(std::uint64_t pushes, std::string_view r) {
  if (!r.empty() && r != "fixed" && r != "sd") {
    fmt::print("r = {} is not allowed: fixed or sd is needed\n", r);
    return 1;
  }
  const SoakCase cases[] = {{Measure::sampen, series::RUnit::absolute, 0.3, 300},
                            {Measure::sampen, series::RUnit::sd, 0.2, 300},
                            {Measure::apen, series::RUnit::absolute, 0.3, 300},
                            {Measure::apen, series::RUnit::sd, 0.2, 300},
                            {Measure::cross_sampen, series::RUnit::absolute, 0.3, 300},
                            {Measure::cross_apen, series::RUnit::absolute, 0.3, 300}};
  const auto is_wanted = [&](const SoakCase& one) {
    return r.empty() || (r == "sd") == (one.unit == series::RUnit::sd);
  };
  return std::all_of(std::begin(cases), std::end(cases),
                     [&](const SoakCase& one) { return !is_wanted(one) || run(one, pushes); })
             ? 0
             : 1;
}

}  // namespace biotropy::bench
