// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "biotropy/surrogates/value_order_internal.hpp"

namespace biotropy::surrogates {

namespace {

constexpr std::size_t kMostMoves = 4;   // of each item from the last order
constexpr std::uint32_t kCrowded = 24;  // items of an interval that are worth a sort

}  // namespace

std::span<const ValueOrder::Item> ValueOrder::of(std::span<const double> x) {
  if (items_.size() == x.size() && reorder(x)) return items_;
  items_.resize(x.size());
  const auto [least, greatest] = std::minmax_element(x.begin(), x.end());
  const double scale = static_cast<double>(x.size()) / (*greatest - *least);
  if (std::isfinite(scale) && scale > 0.0) {
    distribute(x, *least, scale);
    sort_crowded();
    insert();
  } else {
    // Equal values, or a range beyond that of numbers.
    for (std::size_t t = 0; t < x.size(); ++t) items_[t] = {x[t], static_cast<std::uint32_t>(t)};
    std::sort(items_.begin(), items_.end());
  }
  return items_;
}

// From the order of the last series. False: it takes more moves than intervals are worth.
bool ValueOrder::reorder(std::span<const double> x) {
  for (Item& item : items_) item.first = x[item.second];
  std::size_t left = kMostMoves * x.size();
  for (std::size_t i = 1; i < items_.size(); ++i) {
    const Item item = items_[i];
    std::size_t place = i;
    for (; place > 0 && items_[place - 1] > item; --place) items_[place] = items_[place - 1];
    items_[place] = item;
    if (i - place > left) return false;
    left -= i - place;
  }
  return true;
}

// The interval of a value never decreases when the value grows, whatever the rounding. Within an interval samples stay
// in the order of time.
void ValueOrder::distribute(std::span<const double> x, double least, double scale) {
  const auto last = static_cast<std::uint32_t>(x.size() - 1);
  intervals_.resize(x.size());
  ends_.assign(x.size(), 0);
  for (std::size_t t = 0; t < x.size(); ++t) {
    intervals_[t] = std::min(static_cast<std::uint32_t>((x[t] - least) * scale), last);
  }
  for (const std::uint32_t interval : intervals_) ++ends_[interval];
  std::uint32_t before = 0;
  for (std::uint32_t& end : ends_) before += std::exchange(end, before);
  for (std::size_t t = 0; t < x.size(); ++t) items_[ends_[intervals_[t]]++] = {x[t], static_cast<std::uint32_t>(t)};
}

void ValueOrder::sort_crowded() {
  std::uint32_t begin = 0;
  for (const std::uint32_t end : ends_) {
    if (end - begin > kCrowded) std::sort(items_.begin() + begin, items_.begin() + end);
    begin = end;
  }
}

// Items are in the right interval already. Equal values never pass each other.
void ValueOrder::insert() {
  for (std::size_t i = 1; i < items_.size(); ++i) {
    const Item item = items_[i];
    std::size_t place = i;
    for (; place > 0 && items_[place - 1].first > item.first; --place) items_[place] = items_[place - 1];
    items_[place] = item;
  }
}

}  // namespace biotropy::surrogates
