// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/devices/shared_query.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "biotropy/device/offload.hpp"
#include "biotropy/error.hpp"

namespace biotropy::match {

namespace {

// Parts of whole groups or, if these are few, of the pairs of a group: with neighbouring partners, which share tables.
std::vector<QueryPart> parts_of(const Query& query, std::size_t n_devices) {
  constexpr std::size_t parts_of_device = 2;  // a part of a group sorts all of it
  std::vector<QueryPart> parts;
  std::vector<std::size_t> pairs(query.pairs.size());
  std::iota(pairs.begin(), pairs.end(), std::size_t{0});
  const std::size_t n_groups = query.groups();
  if (pairs.empty() || n_groups == 0) return parts;
  if (n_devices == 1 || n_groups >= parts_of_device * n_devices) {
    std::size_t first = 0;
    for (const std::size_t size : device::part_sizes(n_groups, n_devices)) {
      parts.emplace_back(query, first, size, pairs);
      first += size;
    }
    return parts;
  }
  std::ranges::stable_sort(pairs, {}, [&](std::size_t pair) { return query.pairs[pair].y; });
  const std::size_t wanted = (parts_of_device * n_devices + n_groups - 1) / n_groups;
  const std::size_t n_parts = std::min(wanted, pairs.size());
  for (std::size_t group = 0; group < n_groups; ++group) {
    for (std::size_t part = 0; part < n_parts; ++part) {
      const auto begin = pairs.begin() + static_cast<std::ptrdiff_t>(pairs.size() * part / n_parts);
      const auto end = pairs.begin() + static_cast<std::ptrdiff_t>(pairs.size() * (part + 1) / n_parts);
      parts.emplace_back(query, group, 1, std::vector<std::size_t>(begin, end));
    }
  }
  return parts;
}

}  // namespace

QueryPart::QueryPart(const Query& whole, std::size_t first, std::size_t groups, std::vector<std::size_t> which)
    : first_group(first),
      n_groups(groups),
      positions(std::move(which)),
      series(whole.series.subspan(first * whole.group_size, groups * whole.group_size)),
      group_size(whole.group_size),
      rule(whole.rule) {
  for (const std::size_t position : positions) pairs.push_back(whole.pairs[position]);
}

SharedQuery::SharedQuery(const Query& query, std::size_t n_devices)
    : query_(query),
      n_devices_(n_devices),
      work_(parts_of(query, n_devices)),
      arrived_(query.groups() * query.pairs.size()) {}

void SharedQuery::on_devices(const std::function<void(std::size_t, const QueryPart&)>& work) {
  try {
    work_.run(n_devices_, work, [this](std::size_t, const QueryPart& part) { return missing(part); });
  } catch (...) {
    if (of_sink_ != nullptr) std::rethrow_exception(of_sink_);
    throw;
  }
}

void SharedQuery::deliver(const QueryPart& part, std::size_t group, std::size_t pair,
                          const std::function<void(std::size_t, std::size_t)>& send) {
  const auto stop = [] { return Error(ErrorCode::cancelled, "the result of another device could not be used"); };
  if (has_stopped_) throw stop();
  const std::size_t of_query = part.first_group + group, position = part.positions[pair];
  try {
    send(of_query, position);
  } catch (...) {
    const std::lock_guard lock(failing_);
    if (of_sink_ == nullptr) of_sink_ = std::current_exception();
    has_stopped_ = true;
    throw stop();
  }
  arrived_[of_query * query_.pairs.size() + position] = 1;
}

// Groups that lack the same pairs are one part; these are nearly always all groups, or those after some position.
std::vector<QueryPart> SharedQuery::missing(const QueryPart& part) const {
  std::vector<QueryPart> parts;
  for (std::size_t group = part.first_group; group < part.first_group + part.n_groups; ++group) {
    std::vector<std::size_t> pairs;
    for (const std::size_t pair : part.positions) {
      if (arrived_[group * query_.pairs.size() + pair] == 0) pairs.push_back(pair);
    }
    if (pairs.empty()) continue;
    const bool continues =
        !parts.empty() && parts.back().first_group + parts.back().n_groups == group && parts.back().positions == pairs;
    const std::size_t first = continues ? parts.back().first_group : group;
    if (continues) parts.pop_back();
    parts.emplace_back(query_, first, group + 1 - first, std::move(pairs));
  }
  return parts;
}

std::string SharedQuery::reason() const {
  return fmt::format("{}", fmt::join(work_.failures(), "; "));
}

void SharedQuery::require_all() const {
  if (!work_.left().empty()) throw Error(ErrorCode::device, reason());
}

void SharedQuery::on_processor(const Execution& execution, std::string_view done,
                               const std::function<void(const QueryPart&)>& work) const {
  if (work_.failures().empty()) return;
  if (work_.left().empty()) {
    if (execution.notify) {
      execution.notify(warning("device_failed", fmt::format("{}; the other devices {} the rest", reason(), done)));
    }
    return;
  }
  std::size_t n_left = 0;
  for (const QueryPart& part : work_.left()) n_left += part.n_groups * part.positions.size();
  device::warn_of_fallback(execution, reason(), done, n_left, arrived_.size(), "pairs");
  for (const QueryPart& part : work_.left()) work(part);
}

}  // namespace biotropy::match
