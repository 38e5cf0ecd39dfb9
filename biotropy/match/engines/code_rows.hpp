// SPDX-License-Identifier: Apache-2.0
//
// Counts the matches of coded templates of any length with a stretch of a series y. Each code of x has a row of bits
// for the samples of the stretch that match it; the matches of a template are the intersection of the rows of its
// codes, each shifted by its position in the template. The bit of position p is in vector p modulo 16, and a row
// continues behind the sixteenth vector, so a shift is a load at an offset. The rows of a stretch fit the second-level
// cache, those of the codes of one template the first.
#pragma once

#include <cstdint>
#include <span>

#include "biotropy/aligned.hpp"
#include "biotropy/match/engines/run_walk.hpp"
#include "biotropy/match/engines/sample_codes.hpp"
#include "biotropy/match/query.hpp"

namespace biotropy::match {

class CodeRows {
 public:
  /// Template positions of a stretch: 16 vectors of 512 bits.
  static constexpr std::size_t kStretch = std::size_t{16} * 512;

  /// Bytes above which rows are too slow.
  static std::size_t bytes(std::size_t codes_of_x, const Rule& rule);

  /// @param matches_of_y for each code of y the matching codes of x, all below codes_of_x.
  /// @param of_y the templates of y that are counted.
  CodeRows(const SampleCodes& y, std::span<const PlaceRun> matches_of_y, std::size_t codes_of_x,
           const TemplateSet& of_y, const Rule& rule);

  /// Builds the rows of the templates of y from `first` on.
  void move_to(std::size_t first);

  /// Adds to found[position] the matches of one template at rule.lengths[position].
  /// @param codes codes of x from the template on, codes_of_x for missing samples; as long as the longest template.
  /// @param steps distance between the codes of a template.
  void count(std::span<const std::uint16_t> codes, std::uint64_t* found) const;

 private:
  const SampleCodes& y_;
  std::span<const PlaceRun> matches_of_y_;
  std::size_t codes_of_x_;
  const TemplateSet& of_y_;
  const Rule& rule_;
  std::size_t row_words_;
  AlignedVector<std::uint64_t> rows_;
  AlignedVector<std::uint64_t> part_;  // positions that are templates
};

}  // namespace biotropy::match
