// SPDX-License-Identifier: Apache-2.0
//
// Templates of up to three samples of a coded series, grouped by first code with one counting sort; in time order
// within a group.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "biotropy/match/engines/sample_codes.hpp"
#include "biotropy/match/query.hpp"

namespace biotropy::match {

/// Second and third code of a template.
struct CodedTemplate {
  std::uint16_t second, third;
};

class CodedTemplates {
 public:
  /// @param rule lengths up to 3; the longest is the number of samples of a template. Codes beyond that, of missing
  /// samples and beyond the end of the series are `none()`, as is the third code after a second that is none().
  CodedTemplates(Samples samples, const SampleCodes& codes, const Rule& rule);

  /// Number of distinct values, and the code of a missing sample.
  std::uint32_t none() const { return none_; }
  std::size_t size() const { return begins_.back(); }
  /// Place of the first template whose first sample has the code; for none() the number of templates.
  std::size_t begin(std::uint32_t first) const { return begins_[first]; }
  /// Templates whose first sample has the code.
  std::span<const CodedTemplate> group(std::uint32_t first) const {
    return {items_.get() + begins_[first], begins_[first + 1] - begins_[first]};
  }

  /// Calls visit(time, first code, place) for every template.
  template <typename Visit>
  void for_each_template(Visit visit) const {
    auto places = begins_;
    for (std::size_t time = 0; time < count_; ++time) {
      if (firsts_[time] != none_) visit(time, std::uint32_t{firsts_[time]}, places[firsts_[time]]++);
    }
  }

 private:
  void place(std::span<const std::uint16_t> codes, const Rule& rule);

  std::uint32_t none_;
  std::size_t count_;                      // number of start positions
  std::vector<std::uint16_t> own_firsts_;  // used if some positions are no templates
  std::span<const std::uint16_t> firsts_;  // by start position; none() if no template starts there
  std::vector<std::size_t> begins_;        // by first code
  std::unique_ptr<CodedTemplate[]> items_;
};

}  // namespace biotropy::match
