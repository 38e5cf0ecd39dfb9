// SPDX-License-Identifier: Apache-2.0
//
// The column of time of a table: gaps and rate by the rule of biotropy/series/stamps.hpp, or the beats that are missing
// between intervals.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "biotropy/files/formats/text/layout_internal.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::files {

class TableStamps {
 public:
  TableStamps(const TableTime& time, std::string label) : time_(time), label_(std::move(label)) {}

  /// Takes the field of a line: a number, or a time of day, which goes on behind midnight.
  void add(std::string_view field, const FieldNumber& number);

  /// Gives every channel the gaps, and the rate if none is known and that of the stamps is; with notices.
  void apply(series::Recording& recording) const;
  /// Gives the one channel of intervals a gap where its times are further apart than the interval.
  void apply_to_intervals(series::Recording& recording) const;

 private:
  std::vector<double> rising() const;
  std::string column() const;

  TableTime time_;
  std::string label_;
  std::vector<double> values_;  // NaN: none
  double last_ = 0.0;
  double midnights_ = 0.0;  // seconds of the days that have ended
  std::string date_;
};

}  // namespace biotropy::files
