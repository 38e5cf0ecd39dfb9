// SPDX-License-Identifier: Apache-2.0
//
// The templates of a coded series of up to three samples, sorted by their codes; equal ones stand together and are
// merged into one with a multiplicity. Two counting sorts within each group of equal first codes keep all passes in the
// cache: a day of heartbeats has 106,000 templates of three samples and 22,000 different ones.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "biotropy/match/sample_codes.hpp"

namespace biotropy::match {

/// Second and third code in the upper half, above a payload: the time of one template, or the multiplicity of many.
class CodedTemplate {
 public:
  CodedTemplate() = default;
  CodedTemplate(std::uint32_t second, std::uint32_t third, std::uint32_t payload)
      : bits_(static_cast<std::uint64_t>(second) << kSecond | static_cast<std::uint64_t>(third) << kThird | payload) {}

  std::uint32_t second() const { return static_cast<std::uint32_t>(bits_ >> kSecond); }
  std::uint32_t third() const { return static_cast<std::uint32_t>(bits_ >> kThird) & 0xffffU; }
  std::uint32_t payload() const { return static_cast<std::uint32_t>(bits_); }
  bool same_codes(CodedTemplate other) const { return (bits_ ^ other.bits_) >> kThird == 0; }
  bool operator<(CodedTemplate other) const { return bits_ < other.bits_; }

 private:
  static constexpr int kSecond = 48, kThird = 32;
  std::uint64_t bits_;
};

class MergedTemplates {
 public:
  /// Positions of merged templates: [begin, end).
  struct Group {
    std::size_t begin, end;
  };

  /// @param rule lengths up to 3; its longest length says how many samples a template has. Codes beyond that, of
  /// missing samples and beyond the end of the series are `none()`; the codes behind one that is none are none as well.
  MergedTemplates(Samples samples, const SampleCodes& codes, const Rule& rule);

  /// Number of distinct values, and the code of a sample that is not there.
  std::uint32_t none() const { return none_; }
  /// The merged templates whose first sample has the code, by their second and third code; payloads are multiplicities.
  Group group(std::uint32_t first) const { return {begins_[first], merged_ends_[first]}; }
  CodedTemplate operator[](std::size_t position) const { return merged_[position]; }
  /// Positions are below this.
  std::size_t size() const { return begins_.back(); }

  /// Calls visit(time, first code, position) for every template.
  template <typename Visit>
  void for_each_template(Visit visit) const {
    for (std::uint32_t first = 0; first < none_; ++first) {
      std::size_t item = begins_[first];
      for (std::size_t position = begins_[first]; position < merged_ends_[first]; ++position) {
        for (std::uint32_t more = merged_[position].payload(); more > 0; --more) {
          visit(items_[item++].payload(), first, position);
        }
      }
    }
  }

 private:
  void place(Samples samples, const SampleCodes& codes, const Rule& rule);
  void sort_group(std::uint32_t first);
  void merge_group(std::uint32_t first);

  std::uint32_t none_;
  std::vector<std::size_t> begins_, merged_ends_;    // by first code
  std::unique_ptr<CodedTemplate[]> items_, merged_;  // each as long as there are templates; merged ones leave gaps
};

}  // namespace biotropy::match
