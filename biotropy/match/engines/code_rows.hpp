// SPDX-License-Identifier: Apache-2.0
//
// Counts the matches of coded templates of any length with a stretch of a series y: for every code of x a row of bits
// says which samples of the stretch match it, and the matches of a template are the intersection of its codes' rows,
// each shifted by its place in the template. A bit for position p stands in vector p modulo 16, and the vectors of a
// row go on behind the sixteenth, so that a shift is a load further on. The rows of a stretch stay in the second-level
// cache, and those of the codes around a template in the first.
#pragma once

#include <cstdint>
#include <span>

#include "biotropy/aligned.hpp"
#include "biotropy/match/engines/run_walk.hpp"
#include "biotropy/match/engines/sample_codes.hpp"
#include "biotropy/match/template_set.hpp"

namespace biotropy::match {

class CodeRows {
 public:
  /// Template positions of a stretch: 16 vectors of 512 bits.
  static constexpr std::size_t kStretch = 16 * 512;

  /// Bytes of the rows, beyond which they are no use.
  static std::size_t bytes(std::size_t codes_of_x, const Rule& rule);

  /// @param matches_of_y for each code of y the codes of x that it matches, which are below codes_of_x.
  /// @param of_y the templates of y that take part at all.
  CodeRows(const SampleCodes& y, std::span<const PlaceRun> matches_of_y, std::size_t codes_of_x,
           const TemplateSet& of_y, const Rule& rule);

  /// Makes the rows of the templates of y from `first` on.
  void move_to(std::size_t first);

  /// Adds to found[position] the matches of one template at rule.lengths[position].
  /// @param codes of x from the template on, missing ones codes_of_x; as long as the longest template.
  /// @param steps how far apart these codes are.
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
