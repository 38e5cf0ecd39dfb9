// SPDX-License-Identifier: Apache-2.0
//
// Table 2 and figure 4 of Mullayanov et al.: ApEn (m = 2, r = 2) over the length of a series by the matrix form on a
// device and by a loop on one core. The paper does not name its series; white noise with SD 2.2 has about its values.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "baselines/baselines.hpp"
#include "biotropy/entropy/entropy.hpp"
#include "biotropy/simulate/signals.hpp"
#include "device/published.hpp"
#include "interleaved.hpp"
#include "papers/plan.hpp"

namespace biotropy::bench {

namespace {

constexpr int kM = 2;
constexpr double kR = 2.0, kSd = 2.2;

std::vector<double> series_of(std::size_t n) {
  std::vector<double> x =
      simulate::signal({.kind = simulate::SignalKind::gaussian, .samples = n, .parameter = {}, .seed = 1});
  for (double& value : x) value *= kSd;
  return x;
}

entropy::Entropy by_library(const std::vector<double>& x, const std::string& device, int threads) {
  entropy::Parameters parameters;
  parameters.m = kM;
  parameters.r = kR;
  parameters.r_unit = series::RUnit::absolute;
  return entropy::approximate_entropy(x, parameters, {threads, nullptr, device});
}

// Rows of the loop that are run; about a fifth of a second of them.
std::size_t step_of(std::size_t n) {
  constexpr double pairs_in_a_fifth_of_a_second = 4e7;
  return static_cast<std::size_t>(
      std::max(1.0, static_cast<double>(n) * static_cast<double>(n) / pairs_in_a_fifth_of_a_second));
}

bool is_right(const std::vector<double>& x, const Plan& plan, double value) {
  constexpr double agreement = 1e-3;  // of single precision
  const auto start =
      std::vector<double>(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(x.size(), 4000)));
  const entropy::Entropy counted = by_library(start, "cpu", 1);
  bool right =
      baselines::early_exit_apen(start, kM, kR) == baselines::SampleCounts{counted.matches_m, counted.matches_m1};
  for (device::Device* device : plan.devices) {
    right = by_library(x, device->description().name, 0).value == value && right;
    right = std::abs(published_matrix_form(*device, x, kM, kR) - value) <= agreement && right;
  }
  if (!right) fmt::print("different results of {} samples\n", x.size());
  return right;
}

}  // namespace

bool print_matrix_form(const Plan& plan) {
  fmt::print("\nMullayanov et al., table 2 and figure 4: seconds of ApEn, m = 2, r = 2\n{:>8} {:>9} {:>14} {:>14}", "N",
             "ApEn", "loop, 1 core", "biotropy, 1");
  for (device::Device* device : plan.devices) {
    const std::string& name = device->description().name;
    fmt::print(" {:>20} {:>20}", "matrices, " + name, "biotropy, " + name);
  }
  fmt::print("\n");
  bool right = true;
  for (const std::size_t n : plan.matrix_lengths) {
    const std::vector<double> x = series_of(n);
    const double value = by_library(x, "cpu", 1).value;
    right = is_right(x, plan, value) && right;
    const std::size_t step = step_of(n);
    std::vector<TimedCase> cases{
        {"loop", [&, step] { baselines::early_exit_apen(x, kM, kR, step); }, static_cast<double>(step)},
        {"biotropy", [&] { by_library(x, "cpu", 1); }}};
    for (device::Device* device : plan.devices) {
      cases.push_back({"matrices", [&, device] { published_matrix_form(*device, x, kM, kR); }, 1.0, Clock::wall});
      cases.push_back({"biotropy", [&, device] { by_library(x, device->description().name, 0); }, 1.0, Clock::wall});
    }
    fmt::print("{:>8} {:>9.4f}", n, value);
    const auto seconds = interleaved_medians(cases, plan.rounds);
    for (std::size_t which = 0; which < seconds.size(); ++which) {
      fmt::print(" {:>{}.6f}", seconds[which], which < 2 ? 14 : 20);
    }
    fmt::print("\n");
    std::fflush(stdout);
  }
  return right;
}

}  // namespace biotropy::bench
