// SPDX-License-Identifier: Apache-2.0
//
// Pairs of templates whose distance is in a band (least, most] around the tolerance, in bins by distance: a tolerance
// that moves inside the band meets only the pairs between its old and its new value. A pair stays until one that passes
// finds that a template of it has left the window.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace biotropy::match {

class DistanceBand {
 public:
  /// Templates by their first sample: its number in the series, modulo 2^32; `later` is the later one.
  struct Pair {
    double distance;
    std::uint32_t earlier, later;
  };

  /// Begins anew, without pairs. @param window samples of it, from which the number of bins follows.
  void begin(double least, double most, std::size_t window);

  double least() const { return least_; }
  double most() const { return most_; }

  /// @param pairs with least < distance <= most.
  void add(std::span<const Pair> pairs);

  /// The pairs with from < distance <= to of templates in the window, which begins at `first` and has at most `window`
  /// samples. Valid until the next call.
  std::span<const Pair> between(double from, double to, std::uint32_t first, std::uint32_t window);

  /// Removes all pairs with a template before the window. To be called once in so many samples as the window has.
  void forget(std::uint32_t first, std::uint32_t window);

 private:
  // Never decreases with the distance, since no rounded operation does.
  std::size_t bin_of(double distance) const {
    const double place = (distance - least_) * per_distance_;
    return place >= static_cast<double>(bins_.size()) ? bins_.size() - 1 : static_cast<std::size_t>(place);
  }

  double least_ = 0.0, most_ = 0.0, per_distance_ = 0.0;
  std::vector<std::vector<Pair>> bins_;  // none before begin()
  std::vector<Pair> found_;              // by between()
};

}  // namespace biotropy::match
