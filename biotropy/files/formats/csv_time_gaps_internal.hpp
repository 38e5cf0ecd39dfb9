// SPDX-License-Identifier: Apache-2.0
//
// The column of a table that counts time or samples: its stamps show gaps, by the rule of biotropy/series/stamps.hpp.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "biotropy/files/formats/csv_layout_internal.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::files {

class TimeGaps {
 public:
  explicit TimeGaps(const TimeColumn& time) : time_(time) {}

  /// Takes the value of a line; none if its field is empty or no number. A date that the value does not contain is
  /// that of a day behind the one before.
  void add(std::optional<double> value, std::string_view date = {});

  /// Gives every channel the gaps, with a warning, which also says where stamps are uneven or come in packets.
  /// @returns the step of the stamps; nothing if they are not even, or begin again.
  std::optional<double> apply(const std::string& label, series::Recording& recording) const;

 private:
  std::vector<double> stamps() const;

  TimeColumn time_;
  std::vector<double> values_;  // NaN: none
  double last_ = 0.0;
  double midnights_ = 0.0;  // seconds of the days that have ended
  std::string date_;
};

}  // namespace biotropy::files
