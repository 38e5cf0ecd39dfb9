// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/devices/cpu_fallback.hpp"

#include "biotropy/match/devices/device_team.hpp"
#include "biotropy/match/engines.hpp"

namespace biotropy::match {

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
