// SPDX-License-Identifier: Apache-2.0
//
// Interface of the engines that count matches. Every engine returns the same integers as the plain double loop
// (direct.cpp); engines differ in the queries they support and in speed.
//
// A new engine is one file that derives from Engine and one line in the list of engine_choice.cpp; tests and benchmarks
// use that list.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "biotropy/device/device.hpp"
#include "biotropy/match/count_product.hpp"
#include "biotropy/match/query.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::match {

/// Counts at one template length.
struct LengthCounts {
  std::uint64_t total = 0;  ///< matching pairs (i, j), i a template of x, j of y
  /// Number of matches in y for each template of x; empty unless the rule requests it. validate() keeps the partners of
  /// a template below 2^31, so 32 bits suffice here; a total needs 64.
  std::span<const std::uint32_t> per_template;
  /// Product of the counts, in place of the counts per template; null unless the rule allows it and the engine provides
  /// it.
  const CountProduct* product = nullptr;
};

/// Counts of one pair of one group, at the lengths of the rule in their order. Valid during the call only.
struct PairCounts {
  std::size_t group = 0;
  std::size_t pair = 0;  ///< position in Query::pairs
  std::span<const LengthCounts> lengths;
};

/// Receives every (group, pair) exactly once, in any order, from several threads at the same time.
using Sink = std::function<void(const PairCounts&)>;

// Properties that the cost of an engine depends on besides the sizes, estimated from a few samples of one pair of the
// query: how often templates match, and the number of distinct values. Takes some ten microseconds for any query. Short
// series are not looked at: for them the values below stand for the worst case.

struct QuerySketch {
  explicit QuerySketch(const Query& query);

  double distinct = INFINITY;  ///< distinct values of a series; infinite if no bound is visible
  double run = INFINITY;       ///< mean number of distinct values that match one of them
  double one = 1.0;            ///< fraction of all pairs of templates that match in their first sample
  double both = 1.0;           ///< and in the first two
};

class Engine {
 public:
  virtual ~Engine() = default;

  virtual std::string_view name() const = 0;
  virtual std::string_view description() const = 0;

  /// Device that does the counting; null for the processor.
  virtual device::Device* device() const { return nullptr; }

  /// True if this engine can answer the query on this machine.
  virtual bool can(const Query& query) const = 0;

  /// Estimated seconds on one thread or, on a device, from start to end; defined even where can() is false. Used only
  /// to compare engines. Takes microseconds.
  virtual double cost(const Query& query, const QuerySketch& sketch) const = 0;

  /// Counts everything on the threads of the enclosing with_threads. The query has been validated and can(query) holds.
  /// @throws Error cancelled when `cancel` (may be null) is set.
  virtual void count(const Query& query, const Sink& sink, const CancelFlag* cancel) const = 0;
};

/// All engines of this build, including those of the devices of this machine, which are searched at the first call.
std::span<const Engine* const> engines();

/// Engine by name. @throws Error no_engine, listing the names.
const Engine& find_engine(std::string_view name);

/// The cheapest engine that can answer on Execution::device, or the one named by `forced` or, if that is empty, by the
/// environment variable BIOTROPY_ENGINE. Devices are not searched if the processor is fast enough.
/// @throws Error no_engine if the forced engine does not exist, or if it or the device cannot answer; invalid_argument
/// for a device that does not exist.
const Engine& choose(const Query& query, std::string_view forced = {}, const Execution& execution = {});

/// Validates the query, chooses an engine and runs it with the given threads. The processor counts what a device fails
/// to count and calls Execution::notify.
/// @returns the engine.
const Engine& count(const Query& query, const Sink& sink, const Execution& execution = {},
                    std::string_view forced = {});

/// Owned counts of a single pair.
struct Counts {
  std::vector<std::uint64_t> totals;                     ///< one per length
  std::vector<std::vector<std::uint32_t>> per_template;  ///< one per length; empty unless the rule requests it
};

/// Counts the matches of the templates of x in y (which may be x itself).
Counts count_matches(Samples x, Samples y, const Rule& rule, const Execution& execution = {},
                     std::string_view forced = {});

}  // namespace biotropy::match
