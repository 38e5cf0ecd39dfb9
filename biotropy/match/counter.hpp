// SPDX-License-Identifier: Apache-2.0
//
// The seam of the library: an engine that turns a query into counts. Every engine returns the same integers as
// the plain double loop (direct.cpp); they differ in what they can do and in how long they take.
//
// A new engine is one file that derives from Counter and one line in the list of counters.cpp; tests and
// benchmarks pick it up from there.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "biotropy/device/device.hpp"
#include "biotropy/match/count_product.hpp"
#include "biotropy/match/query.hpp"
#include "biotropy/match/query_sketch.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::match {

/// Counts at one template length.
struct LengthCounts {
  std::uint64_t total = 0;  ///< matching pairs (i, j), i a template of x, j of y
  /// For each template of x its number of matches in y; empty unless the rule asks for it. A template has fewer than
  /// 2^31 partners (validate() sees to that), so 32 bits hold what a total needs 64 for.
  std::span<const std::uint32_t> per_template;
  /// Instead of the counts per template, where the rule says that it suffices and the engine makes it; else null.
  const CountProduct* product = nullptr;
};

/// The counts of one pair of one group, at the lengths of the rule in their order. Valid during the call only.
struct PairCounts {
  std::size_t group = 0;
  std::size_t pair = 0;  ///< position in Query::pairs
  std::span<const LengthCounts> lengths;
};

/// Receives every (group, pair) exactly once, in any order, from several threads at the same time.
using Sink = std::function<void(const PairCounts&)>;

class Counter {
 public:
  virtual ~Counter() = default;

  virtual std::string_view name() const = 0;
  virtual std::string_view description() const = 0;

  /// The device that it counts on; null for the processor.
  virtual device::Device* device() const { return nullptr; }

  /// Whether this engine can answer the query on this machine.
  virtual bool can(const Query& query) const = 0;

  /// Estimated seconds on one thread or, on a device, from start to end; also where can() does not hold. Compared
  /// between engines, never promised. Takes microseconds.
  virtual double cost(const Query& query, const QuerySketch& sketch) const = 0;

  /// Counts everything, on the threads of the surrounding with_threads. The query has been validated and can(query)
  /// holds. @throws Error cancelled when `cancel` (may be null) is set.
  virtual void count(const Query& query, const Sink& sink, const CancelFlag* cancel) const = 0;
};

/// Every engine of this build, and those of each device of this machine, which are looked for at the first call.
std::span<const Counter* const> counters();

/// The engine of that name. @throws Error no_counter, listing the names there are.
const Counter& counter(std::string_view name);

/// The cheapest engine that can answer on Execution::device, or the one named by `forced` or, where that is empty, by
/// the environment variable BIOTROPY_COUNTER. Devices are not even looked for where the processor is soon done.
/// @throws Error no_counter where the forced one does not exist, or where it or the device cannot answer;
/// invalid_argument for a device that does not exist.
const Counter& choose(const Query& query, std::string_view forced = {}, const Execution& execution = {});

/// Validates the query, chooses an engine and runs it with the given threads. What a device fails to count, the
/// processor does, and Execution::warn hears of it. @returns the engine.
const Counter& count(const Query& query, const Sink& sink, const Execution& execution = {},
                     std::string_view forced = {});

/// Owned counts of a single pair.
struct Counts {
  std::vector<std::uint64_t> totals;                     ///< one per length
  std::vector<std::vector<std::uint32_t>> per_template;  ///< one per length; empty unless the rule asks for it
};

/// Templates of x matched in y (which may be x itself).
Counts count_matches(Samples x, Samples y, const Rule& rule, const Execution& execution = {},
                     std::string_view forced = {});

}  // namespace biotropy::match
