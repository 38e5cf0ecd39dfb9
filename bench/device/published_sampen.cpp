// SPDX-License-Identifier: Apache-2.0
#include "device/published.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

namespace biotropy::bench {

extern const char* const sampen_kernel_c;

namespace {

constexpr std::uint32_t kGroup = 128;  // work items, as in the paper

// Templates of length m + 1, one after the other, by their first sample.
std::vector<float> sorted_templates(std::span<const double> x, std::size_t m) {
  std::vector<std::size_t> starts(x.size() - m);
  std::iota(starts.begin(), starts.end(), std::size_t{0});
  std::sort(starts.begin(), starts.end(), [&](std::size_t a, std::size_t b) { return x[a] < x[b]; });
  std::vector<float> points;
  points.reserve(starts.size() * (m + 1));
  for (const std::size_t start : starts) {
    for (std::size_t k = 0; k <= m; ++k) points.push_back(static_cast<float>(x[start + k]));
  }
  return points;
}

}  // namespace

baselines::SampleCounts published_sampen(device::Device& device, std::span<const double> x, int m, double r) {
  const auto dimension = static_cast<std::uint32_t>(m);
  const std::vector<float> points = sorted_templates(x, dimension);
  const auto n = static_cast<std::uint32_t>(points.size() / (dimension + 1));
  const auto program = device.program({"sampen_kernel", sampen_kernel_c, {{"M", dimension}}});
  device::Entry<device::Array<float>, std::uint32_t, float, device::Array<std::uint32_t>> entry(device, *program,
                                                                                                "forward_matches");
  const device::Array<float> there(device, points);
  const device::Array<std::uint32_t> matches(device, 2 * std::size_t{n});
  entry({(n + kGroup - 1) / kGroup, kGroup}, there, n, static_cast<float>(r), matches);
  baselines::SampleCounts counts;
  const std::vector<std::uint32_t> found = matches.read();
  for (std::size_t place = 0; place < found.size(); ++place) {
    (place % 2 == 0 ? counts.b : counts.a) += found[place];
  }
  return counts;
}

}  // namespace biotropy::bench
