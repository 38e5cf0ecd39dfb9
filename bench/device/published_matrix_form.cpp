// SPDX-License-Identifier: Apache-2.0
#include "device/published.hpp"

#include <cmath>
#include <cstdint>
#include <vector>

namespace biotropy::bench {

extern const char* const matrix_form_kernels_c;

namespace {

using Floats = device::Array<float>;
using Words = device::Array<std::uint32_t>;

constexpr std::size_t kGroup = 256;

device::Grid grid_of(std::size_t items) {
  return {(items + kGroup - 1) / kGroup, kGroup};
}

// The mean logarithm of the correlation sums at one length.
double phi(device::Device& device, const device::Program& program, std::span<const double> x, std::uint32_t length,
           float r) {
  constexpr std::uint32_t shifts_at_once = 1000;  // a queue has no more than that
  device::Entry<Floats, std::uint32_t, std::uint32_t, std::uint32_t, Floats> roll(device, program, "roll");
  device::Entry<Floats, Floats, std::uint32_t, std::uint32_t, Floats> subtract(device, program, "subtract");
  device::Entry<Floats, std::uint32_t, std::uint32_t, Floats> reduce_max(device, program, "reduce_max");
  device::Entry<Floats, std::uint32_t, float, Words> add_matches(device, program, "add_matches");
  const auto n = static_cast<std::uint32_t>(x.size() - length + 1);
  std::vector<float> templates;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < length; ++k) templates.push_back(static_cast<float>(x[i + k]));
  }
  const std::vector<std::uint32_t> zeros(n);
  const Floats rows(device, templates), rolled(device, templates.size()), differences(device, templates.size());
  const Floats largest(device, n);
  const Words counts(device, zeros);
  for (std::uint32_t shift = 0; shift < n; ++shift) {
    roll(grid_of(templates.size()), rows, n, length, shift, rolled);
    subtract(grid_of(templates.size()), rows, rolled, n, length, differences);
    reduce_max(grid_of(n), differences, n, length, largest);
    add_matches(grid_of(n), largest, n, r, counts);
    if (shift % shifts_at_once == 0) device.finish();
  }
  double sum = 0.0;
  for (const std::uint32_t count : counts.read()) sum += std::log(static_cast<double>(count) / n);
  return sum / n;
}

}  // namespace

double published_matrix_form(device::Device& device, std::span<const double> x, int m, double r) {
  const auto program = device.program({"matrix_form_kernels", matrix_form_kernels_c, {}});
  const auto length = static_cast<std::uint32_t>(m);
  const auto tolerance = static_cast<float>(r);
  return phi(device, *program, x, length, tolerance) - phi(device, *program, x, length + 1, tolerance);
}

}  // namespace biotropy::bench
