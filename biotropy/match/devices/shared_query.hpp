// SPDX-License-Identifier: Apache-2.0
//
// A query that one or several devices answer: its groups or, if these are few, their pairs are spread over the devices.
// A device that fails leaves its rest to the others, and the processor does what no device has done. No pair is lost or
// sent twice.
#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "biotropy/device/shared_work.hpp"
#include "biotropy/match/query.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::match {

/// The same pairs of neighbouring groups of a query.
struct QueryPart {
  QueryPart(const Query& whole, std::size_t first, std::size_t groups, std::vector<std::size_t> which);

  Query query() const { return {series, group_size, pairs, rule}; }

  std::size_t first_group, n_groups;
  std::vector<std::size_t> positions;  ///< of the pairs in the whole query
  std::vector<Pair> pairs;
  std::span<const Samples> series;
  std::size_t group_size;
  Rule rule;
};

class SharedQuery {
 public:
  SharedQuery(const Query& query, std::size_t n_devices);

  /// Answers parts on the devices, each of which has a thread; results go through deliver().
  /// @throws what `work` throws, unless the device failed (device::is_failure), and what a sink throws.
  void on_devices(const std::function<void(std::size_t device, const QueryPart& part)>& work);

  /// Passes a result of a part on: send(group, pair) of the whole query. From any thread.
  void deliver(const QueryPart& part, std::size_t group, std::size_t pair,
               const std::function<void(std::size_t group, std::size_t pair)>& send);

  /// @throws Error device if devices have left something undone.
  void require_all() const;

  /// Answers the rest after failures, and warns of them.
  /// @param done action, for the warning: "counted".
  void on_processor(const Execution& execution, std::string_view done,
                    const std::function<void(const QueryPart& part)>& work) const;

 private:
  std::vector<QueryPart> missing(const QueryPart& part) const;
  std::string reason() const;

  const Query& query_;
  std::size_t n_devices_;
  device::SharedWork<QueryPart> work_;
  std::vector<char> arrived_;  // every element is written once, by one thread
  std::mutex failing_;
  std::exception_ptr of_sink_;  // must not count as a failure of the device
  std::atomic<bool> has_stopped_ = false;
};

}  // namespace biotropy::match
