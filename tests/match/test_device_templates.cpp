// SPDX-License-Identifier: Apache-2.0
//
// What a device sorts is the order of the values, and the windows that it finds are those of the predicate, for numbers
// of any size: its differences are those of double precision.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <random>

#include "biotropy/device/devices.hpp"
#include "biotropy/match/devices/device_templates.hpp"
#include "inputs.hpp"

namespace biotropy::match {
namespace {

// Times of the samples that are not missing, by value and time.
std::vector<std::uint32_t> order_of(const std::vector<double>& values) {
  std::vector<std::uint32_t> order(values.size());
  std::iota(order.begin(), order.end(), 0);
  std::erase_if(order, [&](std::uint32_t time) { return std::isnan(values[time]); });
  std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) { return values[a] < values[b]; });
  return order;
}

void expect_sorted(device::Device& device, const std::vector<double>& values, const Rule& rule,
                   const std::string& name) {
  device::Pool pool(device);
  TemplateSorter sorter(pool, rule);
  const SortedSeries sorted = sorter.sort(values);
  const std::vector<std::uint32_t> order = order_of(values);
  std::vector<std::uint32_t> found = sorted.order.read();
  ASSERT_EQ(sorted.n_present, order.size()) << name;
  found.resize(sorted.n_present);
  EXPECT_EQ(found, order) << name;

  std::vector<std::uint32_t> times;
  const auto is_whole = [&](std::uint32_t time) {
    for (int k = 0; k < rule.lengths.back(); ++k) {
      if (std::isnan(values[time + static_cast<std::size_t>(k * rule.tau)])) return false;
    }
    return true;
  };
  for (const std::uint32_t time : order) {
    if (time >= template_count(rule, values.size(), rule.lengths.front())) continue;
    if (rule.templates == TemplateRule::all || is_whole(time)) times.push_back(time);
  }
  found = sorted.times.read();
  ASSERT_EQ(sorted.n_templates, times.size()) << name;
  found.resize(sorted.n_templates);
  EXPECT_EQ(found, times) << name;
}

TEST(DeviceTemplates, AreInTheOrderOfTheirValues) {
  for (device::Device* device : device::devices()) {
    for (const TemplateRule templates : {TemplateRule::all, TemplateRule::common}) {
      const Rule rule{.lengths = {2, 3}, .tau = 2, .templates = templates};
      for (const Input& input : inputs(300, 0, 1)) expect_sorted(*device, input.x, rule, input.name);
      for (const std::size_t n : {0U, 1U, 4U, 5U, 4096U, 4097U, 9000U}) {
        const auto input = inputs(n, 0, n)[0];
        expect_sorted(*device, input.x, rule, input.name);
      }
    }
  }
}

// Numbers of any bits: both signs, zeros, subnormal ones, neighbours, and the largest.
std::vector<double> any_numbers(std::size_t n, std::mt19937_64& random) {
  std::vector<double> numbers;
  while (numbers.size() < n) {
    const double any = std::bit_cast<double>(random());
    if (!std::isfinite(any)) continue;
    const double small = std::bit_cast<double>(random() >> 12);
    numbers.insert(numbers.end(), {any, -any, std::nextafter(any, 0.0), small, -small, 0.0, -0.0,
                                   std::numeric_limits<double>::max(), std::numeric_limits<double>::denorm_min()});
  }
  return numbers;
}

// Numbers whose differences lie around a tolerance: a few bits apart, and of other exponents.
std::vector<double> numbers_around(double r, std::size_t n, std::mt19937_64& random) {
  std::vector<double> numbers;
  while (numbers.size() < n) {
    const double base = std::ldexp(r, static_cast<int>(random() % 130) - 65) * (random() % 2 > 0 ? 1.0 : -1.0);
    double far = base + r;
    for (auto steps = random() % 6; steps > 0; --steps) far = std::nextafter(far, random() % 2 > 0 ? 1e300 : -1e300);
    numbers.insert(numbers.end(), {base, far, base - r});
  }
  std::erase_if(numbers, [](double number) { return !std::isfinite(number); });
  return numbers;
}

TEST(DeviceTemplates, WindowsAreThoseOfThePredicate) {
  std::mt19937_64 random(7);
  for (device::Device* device : device::devices()) {
    for (const double r : {0.0, std::numeric_limits<double>::denorm_min(), 0x1.8p-1040, 0.2, 0x1.fffffffffffffp0, 1e16,
                           std::numeric_limits<double>::max()}) {
      for (const Boundary boundary : {Boundary::closed, Boundary::open}) {
        const Rule rule{.lengths = {1}, .r = r, .boundary = boundary, .per_template = true};
        std::vector<double> x = any_numbers(150, random), y = numbers_around(r, 300, random);
        const std::vector<double> near = numbers_around(r, 300, random);
        x.insert(x.end(), near.begin(), near.end());
        y.insert(y.end(), x.begin(), x.begin() + 200);
        device::Pool pool(*device);
        TemplateSorter sorter(pool, rule);
        WindowFinder finder(pool, rule);
        const SortedSeries sorted_x = sorter.sort(x), sorted_y = sorter.sort(y);
        const TemplateWindows windows = finder.find(sorted_x, sorted_y);
        const auto times_x = sorted_x.times.read(), times_y = sorted_y.times.read();
        const auto from = windows.from.read(), to = windows.to.read();
        for (std::size_t place = 0; place < times_x.size(); ++place) {
          for (std::size_t candidate = 0; candidate < times_y.size(); ++candidate) {
            ASSERT_EQ(from[place] <= candidate && candidate < to[place],
                      matches(x[times_x[place]], y[times_y[candidate]], r, boundary))
                << x[times_x[place]] << ", " << y[times_y[candidate]] << ", r = " << r;
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace biotropy::match
