// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/engines/code_rows.hpp"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "biotropy/match/engines/code_rows.cpp"
#include <hwy/foreach_target.h>
// highway.h must follow foreach_target.h.
#include <hwy/highway.h>

#ifndef BIOTROPY_MATCH_ROW_SHAPE
#define BIOTROPY_MATCH_ROW_SHAPE

namespace biotropy::match {

constexpr std::size_t kVectors = 16, kVectorWords = 8, kVectorBits = 512, kWordBits = 64;

// One template against the rows of a stretch.
struct IntersectionJob {
  const std::uint64_t* rows;
  std::size_t row_words;
  const std::uint64_t* part;
  std::span<const std::uint16_t> codes;  // codes of the template, tau apart
  std::size_t tau;
  std::span<const int> lengths;
};

}  // namespace biotropy::match

#endif

HWY_BEFORE_NAMESPACE();
namespace biotropy::match {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Words = hn::CappedTag<std::uint64_t, kVectorWords>;

// Eight vectors stay in registers from the first code to the last.
HWY_INLINE void Intersect(const IntersectionJob& job, std::size_t begin, std::uint64_t* found) {
  const Words d;
  const std::size_t lanes = hn::Lanes(d);
  const std::uint64_t* part = job.part + begin;
  auto a = hn::Load(d, part), b = hn::Load(d, part + lanes), c = hn::Load(d, part + 2 * lanes),
       e = hn::Load(d, part + 3 * lanes), f = hn::Load(d, part + 4 * lanes), g = hn::Load(d, part + 5 * lanes),
       h = hn::Load(d, part + 6 * lanes), i = hn::Load(d, part + 7 * lanes);
  std::size_t k = 0;
  for (std::size_t position = 0; position < job.lengths.size(); ++position) {
    for (; k < static_cast<std::size_t>(job.lengths[position]); ++k) {
      const std::uint64_t* row = job.rows + job.codes[k * job.tau] * job.row_words + k * job.tau * kVectorWords + begin;
      a = hn::And(a, hn::Load(d, row));
      b = hn::And(b, hn::Load(d, row + lanes));
      c = hn::And(c, hn::Load(d, row + 2 * lanes));
      e = hn::And(e, hn::Load(d, row + 3 * lanes));
      f = hn::And(f, hn::Load(d, row + 4 * lanes));
      g = hn::And(g, hn::Load(d, row + 5 * lanes));
      h = hn::And(h, hn::Load(d, row + 6 * lanes));
      i = hn::And(i, hn::Load(d, row + 7 * lanes));
    }
    const auto one = hn::Add(hn::PopulationCount(a), hn::PopulationCount(b));
    const auto two = hn::Add(hn::PopulationCount(c), hn::PopulationCount(e));
    const auto three = hn::Add(hn::PopulationCount(f), hn::PopulationCount(g));
    const auto four = hn::Add(hn::PopulationCount(h), hn::PopulationCount(i));
    const std::uint64_t matching = hn::GetLane(hn::SumOfLanes(d, hn::Add(hn::Add(one, two), hn::Add(three, four))));
    if (matching == 0) return;
    found[position] += matching;
  }
}

void CountTemplate(const IntersectionJob& job, std::uint64_t* found) {
  constexpr std::size_t vectors_at_once = 8;
  const std::size_t step = vectors_at_once * hn::Lanes(Words());
  for (std::size_t begin = 0; begin < kVectors * kVectorWords; begin += step) Intersect(job, begin, found);
}

}  // namespace HWY_NAMESPACE
}  // namespace biotropy::match
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace biotropy::match {

HWY_EXPORT(CountTemplate);

namespace {

// Vectors of a row: those of the stretch, plus those reached by the last code of a template.
std::size_t vectors_of_row(const Rule& rule) {
  return kVectors + static_cast<std::size_t>(rule.lengths.back() - 1) * static_cast<std::size_t>(rule.tau);
}

// Sets the bit of sample `place` of the stretch in every vector of the row that contains it.
void set_bits(std::uint64_t* row, std::size_t vectors, std::size_t place) {
  for (std::size_t vector = place % kVectors; vector < vectors && vector <= place; vector += kVectors) {
    const std::size_t bit = (place - vector) / kVectors;
    if (bit >= kVectorBits) continue;
    row[vector * kVectorWords + bit / kWordBits] |= std::uint64_t{1} << (bit % kWordBits);
  }
}

}  // namespace

std::size_t CodeRows::bytes(std::size_t codes_of_x, const Rule& rule) {
  return (codes_of_x + 1) * vectors_of_row(rule) * kVectorWords * sizeof(std::uint64_t);
}

CodeRows::CodeRows(const SampleCodes& y, std::span<const PlaceRun> matches_of_y, std::size_t codes_of_x,
                   const TemplateSet& of_y, const Rule& rule)
    : y_(y),
      matches_of_y_(matches_of_y),
      codes_of_x_(codes_of_x),
      of_y_(of_y),
      rule_(rule),
      row_words_(vectors_of_row(rule) * kVectorWords) {}

void CodeRows::move_to(std::size_t first) {
  rows_.assign((codes_of_x_ + 1) * row_words_, 0);
  part_.assign(kVectors * kVectorWords, 0);
  const std::size_t n = y_.codes.size();
  const std::size_t templates = template_count(rule_, n, rule_.lengths.front());
  for (std::size_t j = first; j < std::min(templates, first + kStretch); ++j) {
    if (of_y_.contains(j)) set_bits(part_.data(), kVectors, j - first);
  }
  const std::size_t vectors = row_words_ / kVectorWords;
  for (std::size_t sample = first; sample < std::min(n, first + kStretch + vectors - kVectors); ++sample) {
    if (y_.codes[sample] == y_.values.size()) continue;
    const PlaceRun run = matches_of_y_[y_.codes[sample]];
    for (std::size_t code = run.begin; code < run.end; ++code) {
      set_bits(rows_.data() + code * row_words_, vectors, sample - first);
    }
  }
}

void CodeRows::count(std::span<const std::uint16_t> codes, std::uint64_t* found) const {
  HWY_DYNAMIC_DISPATCH(CountTemplate)
  ({rows_.data(), row_words_, part_.data(), codes, static_cast<std::size_t>(rule_.tau), rule_.lengths}, found);
}

}  // namespace biotropy::match

#endif  // HWY_ONCE
