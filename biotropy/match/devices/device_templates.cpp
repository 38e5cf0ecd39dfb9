// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/devices/device_templates.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "biotropy/match/devices/kernels_internal.hpp"

namespace biotropy::match {

namespace {

constexpr std::uint32_t kItemsOfLane = 16, kTile = kSortGroup * kItemsOfLane;
constexpr std::uint32_t kBitsOfDigit = 4, kDigits = 1U << kBitsOfDigit, kKeyBits = 64;
constexpr std::uint64_t kNothingIsInReach = ~std::uint64_t{0};

std::uint32_t tiles_of(std::size_t n) {
  return static_cast<std::uint32_t>((n + kTile - 1) / kTile);
}

device::Grid items(std::size_t n) {
  return {(n + kWindowGroup - 1) / kWindowGroup, kWindowGroup};
}

std::size_t following_of(const Rule& rule) {
  return static_cast<std::size_t>(rule.lengths.back()) - 1;
}

// A delay beyond the end of the series changes nothing.
std::uint32_t delay(const Rule& rule, std::uint32_t n) {
  return std::min(static_cast<std::uint32_t>(rule.tau), std::max(n, 1U));
}

std::uint64_t reach_bits(const Rule& rule) {
  const double reach = greatest_match(rule.r, rule.boundary);
  return reach < 0.0 ? kNothingIsInReach : std::bit_cast<std::uint64_t>(reach);
}

}  // namespace

device::Source sort_templates_source(const Rule& rule) {
  return {"sort_templates",
          sort_templates_c,
          {{"GROUP", kSortGroup},
           {"ITEMS", kItemsOfLane},
           {"LONGEST", static_cast<std::uint32_t>(rule.lengths.back())},
           {"COMMON", rule.templates == TemplateRule::common ? 1U : 0U}}};
}

device::Source find_windows_source(const Rule& rule) {
  return {"find_windows",
          find_windows_c,
          {{"GROUP", kWindowGroup}, {"LONGEST", static_cast<std::uint32_t>(rule.lengths.back())}}};
}

SortedSeries::SortedSeries(device::Pool& pool, const Rule& rule, std::size_t n_samples)
    : n(static_cast<std::uint32_t>(n_samples)),
      keys(pool, n),
      order(pool, n),
      ranks(pool, n),
      template_keys(pool, n),
      times(pool, n),
      templates_at(pool, n),
      following(pool, n * following_of(rule)) {}

std::size_t SortedSeries::bytes(const Rule& rule, std::size_t n) {
  constexpr std::size_t numbers = 2, words = 4;
  return n * (numbers * sizeof(std::uint64_t) + (words + following_of(rule)) * sizeof(std::uint32_t));
}

TemplateSorter::TemplateSorter(device::Pool& pool, const Rule& rule)
    : pool_(pool),
      rule_(rule),
      program_(pool.device().program(sort_templates_source(rule))),
      make_keys_(pool.device(), *program_, "make_keys"),
      count_digits_(pool.device(), *program_, "count_digits"),
      start_digits_(pool.device(), *program_, "start_digits"),
      move_items_(pool.device(), *program_, "move_items"),
      rank_samples_(pool.device(), *program_, "rank_samples"),
      mark_templates_(pool.device(), *program_, "mark_templates"),
      place_candidates_(pool.device(), *program_, "place_candidates") {}

void TemplateSorter::pass(const DeviceNumbers& digits, std::uint32_t shift, const DeviceNumbers& keys,
                          const DeviceWords& order, std::uint32_t n, const DeviceNumbers& keys_moved,
                          const DeviceWords& order_moved, const DeviceWords& starts) {
  const std::uint32_t n_tiles = tiles_of(n);
  const device::Grid tiles{n_tiles, kSortGroup};
  count_digits_(tiles, digits, n, shift, n_tiles, starts);
  start_digits_({1, kSortGroup}, starts, n_tiles * kDigits);
  move_items_(tiles, digits, n, shift, n_tiles, starts, keys, order, keys_moved, order_moved);
}

SortedSeries TemplateSorter::sort(Samples samples) {
  static_assert(kKeyBits / kBitsOfDigit % 2 == 0, "the last pass moves the items back");
  SortedSeries made(pool_, rule_, samples.size());
  const std::uint32_t n = made.n, tau = delay(rule_, n);
  if (n == 0) return made;
  made.n_present = n - static_cast<std::uint32_t>(series::missing_count(samples));
  const DeviceWords starts(pool_, std::size_t{tiles_of(n)} * kDigits);
  {
    const device::Array<double> there(pool_, samples);
    make_keys_(items(n), there, n, made.keys, made.order);
  }
  for (std::uint32_t shift = 0; shift < kKeyBits; shift += 2 * kBitsOfDigit) {
    pass(made.keys, shift, made.keys, made.order, n, made.template_keys, made.times, starts);
    pass(made.template_keys, shift + kBitsOfDigit, made.template_keys, made.times, n, made.keys, made.order, starts);
  }
  rank_samples_(items(n), made.order, n, made.n_present, made.ranks);
  const auto n_starts = static_cast<std::uint32_t>(template_count(rule_, n, rule_.lengths.front()));
  const bool is_common = rule_.templates == TemplateRule::common;
  made.n_templates = static_cast<std::uint32_t>(
      series::valid_template_count(samples, n_starts, is_common ? rule_.lengths.back() : 1, rule_.tau));
  const DeviceNumbers marks(pool_, n);
  mark_templates_(items(n), made.order, made.ranks, n, made.n_present, n_starts, tau, marks, made.templates_at);
  pass(marks, 0, made.keys, made.order, n, made.template_keys, made.times, starts);
  place_candidates_(items(made.n_templates), made.times, made.n_templates, made.ranks, n, tau, made.templates_at,
                    made.following);
  return made;
}

TemplateWindows::TemplateWindows(device::Pool& pool, const Rule& rule, const SortedSeries& x)
    : n_groups((x.n_templates + kWindowGroup - 1) / kWindowGroup),
      from(pool, x.n_templates),
      to(pool, x.n_templates),
      begins(pool, x.n_templates * following_of(rule)),
      widths(pool, x.n_templates * following_of(rule)),
      stretches(pool, n_groups * kStretchFields) {}

WindowFinder::WindowFinder(device::Pool& pool, const Rule& rule)
    : pool_(pool),
      rule_(rule),
      program_(pool.device().program(find_windows_source(rule))),
      find_runs_(pool.device(), *program_, "find_sample_runs"),
      find_windows_(pool.device(), *program_, "find_windows"),
      find_stretches_(pool.device(), *program_, "find_stretches") {}

TemplateWindows WindowFinder::find(const SortedSeries& x, const SortedSeries& y) {
  TemplateWindows made(pool_, rule_, x);
  const std::uint64_t reach = reach_bits(rule_);
  made.is_upper_half = &x == &y && !rule_.per_template;
  made.counts_itself = made.is_upper_half && rule_.theiler < 0 && reach != kNothingIsInReach;
  const DeviceNumbers runs(pool_, x.n);
  find_runs_(items(x.n), x.keys, x.order, x.n, x.n_present, y.keys, y.n_present, reach, runs);
  find_windows_(items(x.n_templates), x.template_keys, x.times, x.n_templates, y.template_keys, y.n_templates, reach,
                made.is_upper_half ? 1U : 0U, runs, x.n, delay(rule_, x.n), made.from, made.to, made.begins,
                made.widths);
  find_stretches_(items(made.n_groups), made.from, made.to, x.n_templates, made.n_groups, made.stretches);
  return made;
}

}  // namespace biotropy::match
