// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/engines/coded_templates.hpp"

#include <algorithm>
#include <utility>

#include "biotropy/match/query.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::match {

namespace {

constexpr std::size_t kWorthAThread = 8192;

}  // namespace

CodedTemplates::CodedTemplates(Samples samples, const SampleCodes& codes, const Rule& rule)
    : none_(static_cast<std::uint32_t>(codes.values.size())),
      count_(template_count(rule, samples.size(), 1)),
      firsts_(std::span(codes.codes).first(count_)),
      begins_(none_ + 1) {
  const TemplateSet set(samples, rule);
  if (!set.is_full()) {
    own_firsts_.resize(count_);
    for (std::size_t time = 0; time < count_; ++time) {
      own_firsts_[time] = set.contains(time) ? firsts_[time] : static_cast<std::uint16_t>(none_);
    }
    firsts_ = own_firsts_;
  }
  place(codes.codes, rule);
}

// Every piece of the templates has its own places in every group.
void CodedTemplates::place(std::span<const std::uint16_t> codes, const Rule& rule) {
  const Pieces pieces(count_, kWorthAThread);
  std::vector<std::vector<std::uint32_t>> places(pieces.size(), std::vector<std::uint32_t>(none_ + 1));
  for_each_piece(pieces, [&](std::size_t piece, std::size_t begin, std::size_t end) {
    std::uint32_t* const sizes = places[piece].data();
    for (const std::uint16_t first : firsts_.subspan(begin, end - begin)) ++sizes[first];
  });
  std::uint32_t place = 0;
  for (std::uint32_t code = 0; code < none_; ++code) {
    begins_[code] = place;
    for (auto& of_piece : places) place += std::exchange(of_piece[code], place);
  }
  begins_[none_] = place;
  for (auto& of_piece : places) place += std::exchange(of_piece[none_], place);
  items_ = std::make_unique_for_overwrite<CodedTemplate[]>(place);  // positions that are no templates stand at the end

  const auto none = static_cast<std::uint16_t>(none_);
  const auto tau = static_cast<std::size_t>(rule.tau);
  const std::size_t to_second = rule.lengths.back() > 1 ? tau : codes.size();
  const std::size_t to_third = rule.lengths.back() > 2 ? 2 * tau : codes.size();
  const std::size_t inside = codes.size() - std::min(codes.size(), to_third);  // templates before have all codes
  for_each_piece(pieces, [&](std::size_t piece, std::size_t begin, std::size_t end) {
    std::uint32_t* const place_of = places[piece].data();
    std::size_t time = begin;
    for (; time < std::min(inside, end); ++time) {
      const std::uint16_t second = codes[time + to_second], third = codes[time + to_third];
      items_[place_of[firsts_[time]]++] = {second, second == none ? none : third};
    }
    for (; time < end; ++time) {
      const std::uint16_t second = time + to_second < codes.size() ? codes[time + to_second] : none;
      items_[place_of[firsts_[time]]++] = {second, none};
    }
  });
}

}  // namespace biotropy::match
