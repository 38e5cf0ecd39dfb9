// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/devices/device_team.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "biotropy/error.hpp"
#include "biotropy/match/engines.hpp"

namespace biotropy::match {

DeviceTeam::DeviceTeam(std::vector<const Engine*> members) : members_(std::move(members)) {
  for (const Engine* member : members_) {
    name_ += (name_.empty() ? "" : ", ") + std::string(member->name());
    description_ += (description_.empty() ? "" : "; ") + std::string(member->description());
  }
}

bool DeviceTeam::can(const Query& query) const {
  return std::ranges::all_of(members_, [&](const Engine* member) { return member->can(query); });
}

double DeviceTeam::cost(const Query& query, const QuerySketch& sketch) const {
  double per_second = 0.0;
  for (const Engine* member : members_) per_second += 1.0 / member->cost(query, sketch);
  return 1.0 / per_second;
}

void DeviceTeam::count(const Query& query, const Sink& sink, const CancelFlag* cancel) const {
  SharedQuery shared(query, members_.size());
  count_together(members_, shared, sink, cancel);
  shared.require_all();
}

const Engine& team_of(const std::vector<const Engine*>& engines) {
  if (engines.size() == 1) return *engines.front();
  static std::mutex making;
  static auto* const teams = new std::map<std::vector<const Engine*>, std::unique_ptr<const DeviceTeam>>;
  const std::lock_guard lock(making);
  auto& team = (*teams)[engines];
  if (!team) team = std::make_unique<const DeviceTeam>(engines);
  return *team;
}

std::vector<const Engine*> members_of(const Engine& engine) {
  const auto* team = dynamic_cast<const DeviceTeam*>(&engine);
  return team == nullptr ? std::vector{&engine} : team->members();
}

void count_together(const std::vector<const Engine*>& engines, SharedQuery& shared, const Sink& sink,
                    const CancelFlag* cancel) {
  shared.on_devices([&](std::size_t device, const QueryPart& part) {
    const Sink keep = [&](const PairCounts& counts) {
      shared.deliver(part, counts.group, counts.pair, [&](std::size_t group, std::size_t pair) {
        sink({group, pair, counts.lengths});
      });
    };
    engines[device]->count(part.query(), keep, cancel);
  });
}

void count_with_cpu_fallback(const Engine& engine, const Query& query, const Sink& sink, const Execution& execution) {
  const auto members = members_of(engine);
  SharedQuery shared(query, members.size());
  count_together(members, shared, sink, execution.cancel);
  shared.on_processor(execution, "counted", [&](const QueryPart& part) {
    const Sink keep = [&](const PairCounts& counts) {
      sink({part.first_group + counts.group, part.positions[counts.pair], counts.lengths});
    };
    const Query rest = part.query();
    cheapest_host_engine(rest).count(rest, keep, execution.cancel);
  });
}

}  // namespace biotropy::match
