// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/devices/cpu_fallback.hpp"

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "biotropy/device/offload.hpp"
#include "biotropy/error.hpp"
#include "biotropy/match/engines.hpp"

namespace biotropy::match {

namespace {

// Records which pairs have arrived, and whether an error came from the sink.
class Witness {
 public:
  Witness(const Query& query, const Sink& sink)
      : n_pairs_(query.pairs.size()), sink_(sink), arrived_(query.groups() * query.pairs.size()) {}

  void operator()(const PairCounts& counts) {
    try {
      sink_(counts);
    } catch (...) {
      sink_failed_ = true;
      throw;
    }
    arrived_[counts.group * n_pairs_ + counts.pair] = 1;
  }

  bool sink_failed() const { return sink_failed_; }

  /// Positions of the pairs of a group that have not arrived.
  std::vector<std::size_t> missing(std::size_t group) const {
    std::vector<std::size_t> pairs;
    for (std::size_t pair = 0; pair < n_pairs_; ++pair) {
      if (arrived_[group * n_pairs_ + pair] == 0) pairs.push_back(pair);
    }
    return pairs;
  }

 private:
  std::size_t n_pairs_;
  const Sink& sink_;
  std::vector<char> arrived_;  // every element is written once, by one thread
  std::atomic<bool> sink_failed_{false};
};

// Counts the given pairs of some neighbouring groups.
void count_on_processor(const Query& query, std::size_t first_group, std::size_t n_groups,
                        const std::vector<std::size_t>& positions, const Sink& sink, const CancelFlag* cancel) {
  std::vector<Pair> pairs;
  for (const std::size_t position : positions) pairs.push_back(query.pairs[position]);
  const auto series = query.series.subspan(first_group * query.group_size, n_groups * query.group_size);
  const Query part{series, query.group_size, pairs, query.rule};
  cheapest_host_engine(part).count(
      part,
      [&](const PairCounts& counts) {
        sink({first_group + counts.group, positions[counts.pair], counts.lengths});
      },
      cancel);
}

}  // namespace

void count_with_cpu_fallback(const Engine& engine, const Query& query, const Sink& sink, const Execution& execution) {
  Witness witness(query, sink);
  std::string reason;
  try {
    engine.count(query, std::ref(witness), execution.cancel);
    return;
  } catch (const Error& error) {
    if (!device::is_failure(error) || witness.sink_failed()) throw;
    reason = error.what();
  }
  std::vector<std::vector<std::size_t>> missing;
  std::size_t n_missing = 0;
  for (std::size_t group = 0; group < query.groups(); ++group) {
    n_missing += missing.emplace_back(witness.missing(group)).size();
  }
  device::warn_of_fallback(execution, reason, "counted", n_missing, query.groups() * query.pairs.size(), "pairs");
  // Groups that lack the same pairs form one query; these are nearly always all groups, or those after some position.
  for (std::size_t first = 0; first < missing.size();) {
    std::size_t last = first + 1;
    while (last < missing.size() && missing[last] == missing[first]) ++last;
    if (!missing[first].empty()) {
      count_on_processor(query, first, last - first, missing[first], sink, execution.cancel);
    }
    first = last;
  }
}

}  // namespace biotropy::match
