// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/fuzzy/gaussian_points_internal.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "biotropy/match/engines/argsort.hpp"
#include "biotropy/match/query.hpp"

namespace biotropy::match {

namespace {

constexpr double kStep = 0.28;  // of the grid: an error of 4e-14, and of 4e-18 for what a spread leaves out
// Samples below 2^51 leave room for sums of four, and steps below 2^48 for groups.
constexpr int kSampleBits = 51, kStepBits = 48;
constexpr std::size_t kWorthACarry = 4096;

int bits_of(const GaussianFrame& frame, double factor, double parts) {
  const int bits_of_step = std::ilogb(kStep * parts / factor) + 1;
  const int bits_of_sample = frame.exponent + 2 + std::ilogb(1.0 / factor);
  return std::min(kStepBits - bits_of_step, kSampleBits - bits_of_sample);
}

}  // namespace

GaussianPoints::GaussianPoints(Samples samples, const Rule& rule, int length, bool remove_local_mean,
                               const GaussianFrame& frame, double factor)
    : in_hexagon_(length == 3), columns_(static_cast<std::size_t>(length)) {
  const double parts = remove_local_mean ? length : 1.0;
  const int bits = bits_of(frame, factor, parts);
  const double unit = factor * std::ldexp(1.0, -bits) / parts, per_unit = std::ldexp(1.0, bits);
  const TemplateSet set(samples, rule);
  const auto delay = static_cast<std::size_t>(rule.tau);
  const std::size_t templates = template_count(rule, samples.size(), length);
  for (Column& column : columns_) column.reserve(templates);
  for (std::size_t i = 0; i < templates; ++i) {
    double sum = 0.0;
    for (std::size_t k = 0; k < columns_.size(); ++k) sum += samples[i + k * delay];
    if (std::isnan(sum) || !set.contains(i)) continue;
    sum = 0.0;
    for (std::size_t k = 0; k < columns_.size(); ++k) {
      columns_[k].push_back(std::nearbyint((samples[i + k * delay] - frame.offset) * per_unit));
      sum += columns_[k].back();
    }
    if (!remove_local_mean) continue;
    for (Column& column : columns_) column.back() = parts * column.back() - sum;
  }
  if (size() == 0) return;
  const double step = std::floor(kStep / unit);
  const bool on_line = length == 1 || (length == 2 && remove_local_mean);
  on_line ? put_on_line(unit, step) : put_in_plane(unit, step);
}

bool GaussianPoints::coincides_with(const GaussianPoints& other) const {
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    const auto is_first = [&](double value) { return value == columns_[k].front(); };
    if (!std::ranges::all_of(columns_[k], is_first) || !std::ranges::all_of(other.columns_[k], is_first)) return false;
  }
  return true;
}

void GaussianPoints::put_on_line(double unit, double step) {
  Column places;
  for (const std::uint32_t point : argsort(columns_.front())) places.push_back(columns_.front()[point]);
  const GaussianSpreads spreads(places, unit, step);
  scale_ = spreads.scale();
  first_group_ = spreads.first_group();
  const auto groups = static_cast<std::size_t>(spreads.end_of_groups() - first_group_ + 2 * kGroupsBeside);
  CellGrid cells(groups, size() >= kWorthACarry);
  for (std::size_t k = 0; k < groups; ++k) {
    cells.add(spreads, first_group_ - kGroupsBeside + static_cast<std::int64_t>(k), nullptr, k);
  }
  grid_.assign(cells.sums().begin(), cells.sums().end());
}

void GaussianPoints::put_in_plane(double unit, double step) {
  const Column &first = columns_[0], &second = columns_[1];
  std::array<Column, 4> coordinates;
  if (in_hexagon_) {
    coordinates = {first, second, columns_[2]};
    for (double& value : coordinates[2]) value = -value;
  } else {
    coordinates = {Column(size()), Column(size()), first, second};
    for (std::size_t i = 0; i < size(); ++i) {
      coordinates[0][i] = first[i] + second[i];
      coordinates[1][i] = first[i] - second[i];
    }
  }
  for (std::size_t k = 0; k < coordinates.size() && !coordinates[k].empty(); ++k) {
    orders_[k] = argsort(coordinates[k]);
    if (in_hexagon_ && k == 2) {
      std::ranges::reverse(orders_[k]);
      for (double& value : coordinates[k]) value = -value;
    }
    for (const std::uint32_t point : orders_[k]) sorted_[k].push_back(coordinates[k][point]);
    if (in_hexagon_ || k >= 2) spreads_[k] = std::make_unique<const GaussianSpreads>(sorted_[k], unit, step);
  }
  for (std::size_t k = 0; k < places_.size(); ++k) {
    for (const double value : columns_[k]) places_[k].push_back(value * unit * std::sqrt(std::numbers::log2e));
  }
}

}  // namespace biotropy::match
