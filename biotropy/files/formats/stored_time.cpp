// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/formats/stored_time_internal.hpp"

#include <algorithm>
#include <numeric>

namespace biotropy::files {

StoredTime::StoredTime(const series::Channel& channel)
    : rate_(channel.rate),
      gap_starts_(channel.gap_starts.begin(), channel.gap_starts.end()),
      lost_(channel.gap_starts.size() + 1, 0.0) {
  std::partial_sum(channel.gap_seconds.begin(), channel.gap_seconds.end(), lost_.begin() + 1);
}

double StoredTime::lost_before(double position) const {
  const auto gap = std::lower_bound(gap_starts_.begin(), gap_starts_.end(), position);
  return lost_[static_cast<std::size_t>(gap - gap_starts_.begin())];
}

double StoredTime::lost_until(double position) const {
  const auto gap = std::upper_bound(gap_starts_.begin(), gap_starts_.end(), position);
  return lost_[static_cast<std::size_t>(gap - gap_starts_.begin())];
}

series::Annotation StoredTime::annotation(const StoredEvent& event) const {
  const double lost = event.is_gap ? lost_before(event.position) : lost_until(event.position);
  series::Annotation result{event.position / rate_ + lost, std::nullopt, event.text};
  if (!event.length) return result;
  const double end = event.position + *event.length;
  const bool goes_on = !event.is_gap && end > event.position;
  result.duration = *event.length / rate_ + (goes_on ? lost_before(end) - lost : 0.0);
  return result;
}

}  // namespace biotropy::files
