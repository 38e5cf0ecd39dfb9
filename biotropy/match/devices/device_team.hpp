// SPDX-License-Identifier: Apache-2.0
//
// Engines of several devices that count a query together (shared_query.hpp), as one engine.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "biotropy/match/devices/shared_query.hpp"
#include "biotropy/match/engine.hpp"

namespace biotropy::match {

class DeviceTeam final : public Engine {
 public:
  /// @param members at least one, on different devices; they outlive the team.
  explicit DeviceTeam(std::vector<const Engine*> members);

  /// The names of all: "bits_cuda0, bits_cuda1".
  std::string_view name() const override { return name_; }
  std::string_view description() const override { return description_; }
  /// The first one.
  device::Device* device() const override { return members_.front()->device(); }
  bool can(const Query& query) const override;
  double cost(const Query& query, const QuerySketch& sketch) const override;
  /// Members count the rest of those that fail. @throws Error device if all have failed.
  void count(const Query& query, const Sink& sink, const CancelFlag* cancel) const override;

  const std::vector<const Engine*>& members() const { return members_; }

 private:
  std::vector<const Engine*> members_;
  std::string name_, description_;
};

/// The team of these engines, or the engine if there is only one; valid until the process ends, because results refer
/// to it.
const Engine& team_of(const std::vector<const Engine*>& engines);

/// The members of a team; of every other engine, that engine.
std::vector<const Engine*> members_of(const Engine& engine);

/// Counts parts of a query on all of the engines, as far as they do not fail.
void count_together(const std::vector<const Engine*>& engines, SharedQuery& shared, const Sink& sink,
                    const CancelFlag* cancel);

// Counts on the processor what a device leaves undone: a device can fail during the work, run out of memory, or fail
// its self test. No pair is lost or sent twice.

/// Runs Engine::count of an engine on a device, or of a team of them (device_team.hpp); the other members of the team
/// or the processor count the rest, and Execution::notify is called with the reason and the number of pairs.
/// @throws Error unless the device failed (device::is_failure), and whatever the sink throws.
void count_with_cpu_fallback(const Engine& engine, const Query& query, const Sink& sink, const Execution& execution);

}  // namespace biotropy::match
