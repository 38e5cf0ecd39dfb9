// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "biotropy/error.hpp"
#include "biotropy/groups/components_internal.hpp"

namespace biotropy::groups {

namespace {

constexpr double kMostLevels = 100'000;
constexpr std::uint32_t kNoPlace = ~0u;

/// Number of thresholds step, 2 step, ... below a statistic.
std::uint32_t levels_below(double statistic, double step) {
  statistic /= kAbove;
  if (!(statistic > step)) return 0;
  if (statistic / step > kMostLevels) {
    throw Error::argument("step", fmt::format("{}", step),
                          fmt::format("at least 1 / {:.0f} of the largest statistic, {:.6g}", kMostLevels, statistic));
  }
  auto level = static_cast<std::uint32_t>(statistic / step);
  while (level > 0 && !(level * step < statistic)) --level;
  while ((level + 1) * step < statistic) ++level;
  return level;
}

}  // namespace

void ConnectedChannels::reset() {
  std::iota(parent_.begin(), parent_.end(), 0u);
  std::ranges::fill(extent_, 0u);
}

std::uint32_t ConnectedChannels::root(std::uint32_t channel) {
  while (parent_[channel] != channel) channel = parent_[channel] = parent_[parent_[channel]];
  return channel;
}

std::uint32_t ConnectedChannels::connect(const Edge& edge) {
  std::uint32_t large = root(edge.from), small = root(edge.to);
  if (extent_[large] < extent_[small]) std::swap(large, small);
  parent_[small] = large;
  extent_[large] += 1 + (small == large ? 0 : extent_[small]);
  return small;
}

ComponentSizes ThresholdComponents::largest(std::span<const double> statistics) {
  connected_.reset();
  std::ranges::fill(intensity_, 0.0);
  for (std::size_t k = 0; k < edges_.size(); ++k) {
    if (!is_above(statistics[k])) continue;
    const double above = statistics[k] - threshold_;
    const std::uint32_t absorbed = connected_.connect(edges_[k]), root = component_of(edges_[k]);
    if (absorbed != root) intensity_[root] += intensity_[absorbed];
    intensity_[root] += above;
  }
  ComponentSizes largest;
  for (std::uint32_t channel = 0; channel < intensity_.size(); ++channel) {
    if (connected_.root(channel) != channel) continue;
    largest.extent = std::max(largest.extent, static_cast<double>(connected_.extent(channel)));
    largest.intensity = std::max(largest.intensity, intensity_[channel]);
  }
  return largest;
}

ThresholdFreeScores::ThresholdFreeScores(std::span<const Edge> edges, std::size_t channels,
                                         const ThresholdFree& settings)
    : edges_(edges),
      settings_(settings),
      connected_(channels),
      power_of_extent_(edges.size() + 1),
      level_(edges.size()),
      sorted_(edges.size()),
      place_of_root_(channels),
      best_(channels) {
  for (std::size_t extent = 0; extent < power_of_extent_.size(); ++extent) {
    power_of_extent_[extent] = std::pow(static_cast<double>(extent), settings.extent_power);
  }
}

// Counting sort; the edges of level k are sorted_[first_of_level_[k]] to before sorted_[first_of_level_[k + 1]].
void ThresholdFreeScores::sort_by_level(std::span<const double> statistics) {
  std::uint32_t most = 0;
  for (std::size_t k = 0; k < edges_.size(); ++k) {
    level_[k] = levels_below(statistics[k], settings_.step);
    most = std::max(most, level_[k]);
  }
  first_of_level_.assign(most + 2, 0);
  for (const std::uint32_t level : level_) ++first_of_level_[level + 1];
  std::partial_sum(first_of_level_.begin(), first_of_level_.end(), first_of_level_.begin());
  std::vector<std::uint32_t> next = first_of_level_;
  for (std::uint32_t k = 0; k < edges_.size(); ++k) sorted_[next[level_[k]]++] = k;
}

void ThresholdFreeScores::absorb(std::uint32_t root, std::uint32_t absorbed) {
  if (place_of_root_[root] == kNoPlace) {
    place_of_root_[root] = static_cast<std::uint32_t>(roots_.size());
    roots_.push_back(root);
  }
  const std::uint32_t place = place_of_root_[absorbed];
  if (absorbed == root || place == kNoPlace) return;
  best_[root] = std::max(best_[root], best_[absorbed]);
  roots_[place] = roots_.back();
  place_of_root_[roots_[place]] = place;
  roots_.pop_back();
  place_of_root_[absorbed] = kNoPlace;
}

void ThresholdFreeScores::add_edges(std::size_t level) {
  for (std::uint32_t k = first_of_level_[level]; k < first_of_level_[level + 1]; ++k) {
    const Edge& edge = edges_[sorted_[k]];
    const std::uint32_t absorbed = connected_.connect(edge);
    absorb(connected_.root(absorbed), absorbed);
  }
}

double ThresholdFreeScores::largest(std::span<const double> statistics, std::span<double> scores) {
  sort_by_level(statistics);
  connected_.reset();
  roots_.clear();
  std::ranges::fill(place_of_root_, kNoPlace);
  std::ranges::fill(best_, 0.0);
  for (std::size_t level = first_of_level_.size() - 2; level > 0; --level) {
    add_edges(level);
    const double height =
        std::pow(static_cast<double>(level) * settings_.step, settings_.height_power) * settings_.step;
    for (const std::uint32_t root : roots_) best_[root] += power_of_extent_[connected_.extent(root)] * height;
    if (scores.empty()) continue;
    for (std::size_t k = first_of_level_[level]; k < sorted_.size(); ++k) {
      const Edge& edge = edges_[sorted_[k]];
      scores[sorted_[k]] += power_of_extent_[connected_.extent(connected_.root(edge.from))] * height;
    }
  }
  double largest = 0.0;
  for (const std::uint32_t root : roots_) largest = std::max(largest, best_[root]);
  return largest;
}

}  // namespace biotropy::groups
