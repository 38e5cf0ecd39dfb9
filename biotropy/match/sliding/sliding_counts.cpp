// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/sliding/sliding_counts.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "biotropy/cpu.hpp"
#include "biotropy/match/sliding/sliding_rows.hpp"
#include "biotropy/match/sliding/window_samples.hpp"

namespace biotropy::match {

namespace {

// Width of the band, on either side of the tolerance. A band that was left early is followed by a wider one.
// Wider ones than the greatest would be left later, but cost more in every sample than counting anew does.
constexpr double kFirstWidth = 0.1, kLeastWidth = 0.025, kGreatestWidth = 0.2;
constexpr double kBehind = 0.25;  // share of the width on the side that the tolerance comes from

}  // namespace

SlidingCounts::SlidingCounts(const Rule& rule, std::size_t window, std::size_t series, Tolerance tolerance)
    : rule_(rule),
      window_(window),
      moving_(tolerance == Tolerance::moving),
      counting_(!moving_),
      sides_(series, Side(window)),
      apart_(static_cast<std::size_t>(std::min<std::int64_t>(rule.theiler, static_cast<std::int64_t>(window)) + 1)),
      band_width_(kFirstWidth) {
  [[maybe_unused]] static const bool limited = (limit_instruction_set_by_environment(), true);
  const std::size_t words =
      x().samples.capacity() / kWordBits + kRowPadding +
      static_cast<std::size_t>(rule.lengths.back()) * static_cast<std::size_t>(rule.tau) / kWordBits;
  limit_ = sure_ = possible_ = greatest_match(rule.r, rule.boundary);
  for (Side& side : sides_) {
    side.whole.resize(words);
    for (EndRows* rows : {&side.newest, &side.oldest}) {
      rows->rows.resize(reach(1) + 1);
      for (auto& of_sample : rows->rows) {
        for (std::size_t level = 0; level < levels(); ++level) of_sample[level].resize(words);
      }
    }
  }
  for (std::array<Row, 2>* matches : {&come_, &gone_}) {
    for (Row& row : *matches) row.resize(words);
  }
  possible_matches_.resize(words);
  for (auto& counts : counts_) counts.resize(rule.per_template ? x().samples.capacity() + kWordBits : 0);
}

std::span<const std::uint32_t> SlidingCounts::per_template(std::size_t length) const {
  if (!rule_.per_template) return {};
  const WindowSamples& samples = sides_.front().samples;
  return std::span<const std::uint32_t>(counts_[length])
      .subspan(samples.begin(), template_count(rule_, samples.size(), rule_.lengths[length]));
}

void SlidingCounts::clear() {
  for (Side& side : sides_) side.samples.clear();
  for (Row& gone : gone_) std::ranges::fill(gone, 0);
  totals_ = {};
  counting_ = !moving_;
  first_number_ = 0;
}

void SlidingCounts::push(std::span<const double> samples) {
  const bool was_full = is_full();
  if (was_full) {
    for (std::size_t length = 0; counting_ && length < gone_.size(); ++length) remove_oldest(length);
    for (Side& side : sides_) side.samples.pop();
  }
  append(samples);
  if (!counting_) return;
  ++since_band_;
  count_newest(was_full ? x().samples.begin() + reach(1) : x().samples.end() - 1);
  if (!moving_ || ++since_forgotten_ < window_) return;
  since_forgotten_ = 0;
  for (DistanceBand& band : bands_) band.forget(number(x().samples.begin()), static_cast<std::uint32_t>(window_));
}

void SlidingCounts::append(std::span<const double> samples) {
  std::size_t moved = 0;
  for (std::size_t i = 0; i < sides_.size(); ++i) moved = sides_[i].samples.push(samples[i]);
  if (moved > 0) move_down(moved);
}

void SlidingCounts::move_down(std::size_t by) {
  const auto down = [](auto& words, std::size_t places) {
    std::copy(words.begin() + static_cast<std::ptrdiff_t>(places), words.end(), words.begin());
  };
  first_number_ += by;
  for (Side& side : sides_) {
    down(side.whole, by / kWordBits);
    for (EndRows* rows : {&side.newest, &side.oldest}) {
      // The ring goes by positions.
      std::rotate(rows->rows.begin(), rows->rows.begin() + static_cast<std::ptrdiff_t>(by % rows->rows.size()),
                  rows->rows.end());
      for (auto& of_sample : rows->rows) {
        for (std::size_t level = 0; level < levels(); ++level) down(of_sample[level], by / kWordBits);
      }
    }
  }
  for (Row& gone : gone_) down(gone, by / kWordBits);
  for (auto& counts : counts_) {
    if (!counts.empty()) down(counts, by);
  }
}

// The rows of the newest sample and of the one that enters the oldest, which the partner's samples are compared with in
// one pass.
void SlidingCounts::make_rows(Side& side, const Side& partner, std::size_t entering) {
  const std::size_t newest = side.samples.end() - 1;
  std::array<ComparedSample, 4> compared;
  std::size_t n = 0;
  const auto add = [&](EndRows& rows, std::size_t position) {
    for (std::size_t level = 0; level < levels(); ++level) {
      compared[n++] = {side.samples[position], level == kSure ? sure_ : possible_,
                       rows.rows[position % rows.rows.size()][level].data()};
    }
  };
  add(side.newest, newest);
  if (is_oldest(entering)) add(side.oldest, entering);
  compare_samples(std::span(compared).first(n), partner.samples.data(), side.samples.begin(), partner.samples.end());
}

// The rows of the other oldest samples get the bit of the newest one.
void SlidingCounts::note_in_oldest(Side& side, const Side& partner, std::size_t entering) {
  const std::size_t newest = partner.samples.end() - 1;
  const std::uint64_t bit = std::uint64_t{1} << (newest % kWordBits);
  for (std::size_t position = side.samples.begin(); position < side.samples.end() && is_oldest(position); ++position) {
    if (position == entering) continue;
    auto& row = side.oldest.rows[position % side.oldest.rows.size()];
    const double distance = std::abs(side.samples[position] - partner.samples[newest]);
    for (std::size_t level = 0; level < levels(); ++level) {
      std::uint64_t& word = row[level][newest / kWordBits];
      word = distance <= (level == kSure ? sure_ : possible_) ? word | bit : word & ~bit;
    }
  }
}

void SlidingCounts::mark_whole(Side& side, std::size_t position) {
  bool whole = true;
  for (std::size_t k = 0; k <= reach(1); k += static_cast<std::size_t>(rule_.tau)) {
    whole &= !std::isnan(side.samples[position + k]);
  }
  const std::uint64_t bit = std::uint64_t{1} << (position % kWordBits);
  std::uint64_t& word = side.whole[position / kWordBits];
  word = whole ? word | bit : word & ~bit;
}

bool SlidingCounts::is_whole(const Side& side, std::size_t position) const {
  return (side.whole[position / kWordBits] >> (position % kWordBits) & 1U) != 0;
}

// Templates of the partner in [begin, end) that match the one at `position`.
std::size_t SlidingCounts::find(const EndRows& rows, const Side& partner, std::size_t position, std::size_t length,
                                std::size_t begin, std::size_t end, Level level, Row& matches) const {
  if (rule_.per_template) blank_outside(begin, end, matches);
  if (begin >= end) return 0;
  std::array<const std::uint64_t*, 64> few;
  std::vector<const std::uint64_t*> many;
  const auto samples = static_cast<std::size_t>(rule_.lengths[length]), tau = static_cast<std::size_t>(rule_.tau);
  if (samples > few.size()) many.resize(samples);
  const std::span<const std::uint64_t*> of_template =
      samples > few.size() ? std::span(many) : std::span(few).first(samples);
  for (std::size_t k = 0; k < samples; ++k) {
    of_template[k] = rows.rows[(position + k * tau) % rows.rows.size()][level].data();
  }
  const std::uint64_t* const among = rule_.templates == TemplateRule::common ? partner.whole.data() : nullptr;
  return intersect(of_template, tau, among, begin, end, matches.data());
}

// Zeros in the words of the window that hold no position of [begin, end).
void SlidingCounts::blank_outside(std::size_t begin, std::size_t end, Row& row) const {
  const auto word = [&](std::size_t position) {
    return row.begin() + static_cast<std::ptrdiff_t>(position / kWordBits);
  };
  const auto window_end = word(sides_.front().samples.end()) + 1;
  if (begin >= end) return std::fill(word(sides_.front().samples.begin()), window_end, 0);
  std::fill(word(sides_.front().samples.begin()), word(begin), 0);
  std::fill(word(end - 1) + 1, window_end, 0);
}

void SlidingCounts::count_newest(std::size_t entering) {
  const std::size_t newest = x().samples.end() - 1;
  for (Side& side : sides_) {
    const Side& partner = &side == &x() ? y() : x();
    make_rows(side, partner, entering);
    note_in_oldest(side, partner, entering);
    if (rule_.templates == TemplateRule::common && x().samples.size() > reach(1)) mark_whole(side, newest - reach(1));
  }
  for (const std::size_t length : {std::size_t{0}, std::size_t{1}}) count_newest_template(length);
}

void SlidingCounts::count_newest_template(std::size_t length) {
  const bool common = rule_.templates == TemplateRule::common;
  const std::size_t extent = reach(common ? 1 : length), begin = x().samples.begin();
  if (x().samples.size() <= extent) return;
  const std::size_t i = x().samples.end() - 1 - extent;
  const std::size_t end = std::max(begin, i + 1 - std::min(apart_, i + 1)), others = std::min(i, end);
  Row& come = come_[length];
  const bool counts = !common || is_whole(x(), i);
  const std::size_t found = find(x().newest, y(), i, length, begin, counts ? end : begin, kSure, come);
  totals_[length] += found;
  if (rule_.per_template) counts_[length][i] = static_cast<std::uint32_t>(found);
  if (sides_.size() == 2) {
    const bool counts_other_way = !common || is_whole(y(), i);
    totals_[length] += find(y().newest, x(), i, length, begin, counts_other_way ? others : begin, kSure, come);
  } else {
    totals_[length] += found - take_itself(come, i, counts ? end : begin);
  }
  if (rule_.per_template) change_counts(come.data(), gone_[length].data(), begin, i, counts_[length].data());
  if (!counts || !moving_) return;
  possible_pairs_.clear();
  for (const Possible& possible : list_possible(x().newest, i, length, begin, others, come)) {
    possible_pairs_.push_back({possible.distance, number(possible.position), number(i)});
    if (possible.distance > limit_) continue;
    totals_[length] += 2;
    if (!rule_.per_template) continue;
    ++counts_[length][i];
    ++counts_[length][possible.position];
  }
  bands_[length].add(possible_pairs_);
}

// Leaves what change_counts() takes from the counts of the other templates in gone_; that of the template itself leaves
// with it.
void SlidingCounts::remove_oldest(std::size_t length) {
  const bool common = rule_.templates == TemplateRule::common;
  const std::size_t extent = reach(common ? 1 : length), i = x().samples.begin();
  const std::size_t begin = i + apart_, others = std::max(begin, i + 1), end = x().samples.end() - extent;
  Row& gone = gone_[length];
  const bool counts = !common || is_whole(x(), i);
  const std::size_t found = find(x().oldest, y(), i, length, begin, counts ? end : begin, kSure, gone);
  totals_[length] -= found;
  if (sides_.size() == 2) {
    const bool counts_other_way = !common || is_whole(y(), i);
    totals_[length] -= find(y().oldest, x(), i, length, others, counts_other_way ? end : others, kSure, gone);
    return;
  }
  totals_[length] -= found - take_itself(gone, i, counts && begin == i ? end : i);
  if (!counts || !moving_) return;
  // The band keeps the pairs until one that passes finds them.
  for (const Possible& possible : list_possible(x().oldest, i, length, others, end, gone)) {
    if (possible.distance > limit_) continue;
    totals_[length] -= 2;
    if (rule_.per_template) --counts_[length][possible.position];
  }
}

// Takes a template out of its own matches, which reach up to `end`. Returns the number of matches taken.
std::size_t SlidingCounts::take_itself(Row& matches, std::size_t i, std::size_t end) const {
  if (i >= end) return 0;
  std::uint64_t& word = matches[i / kWordBits];
  const std::uint64_t bit = std::uint64_t{1} << (i % kWordBits);
  const std::size_t found = (word & bit) != 0 ? 1 : 0;
  word &= ~bit;
  return found;
}

// The templates in [begin, end) whose distance is in the band: those of the possible matches that are not among the
// sure ones.
std::span<const SlidingCounts::Possible> SlidingCounts::list_possible(const EndRows& rows, std::size_t position,
                                                                      std::size_t length, std::size_t begin,
                                                                      std::size_t end, const Row& sure) {
  if (find(rows, x(), position, length, begin, end, kPossible, possible_matches_) == 0) return {};
  possible_positions_.resize(std::max(possible_positions_.size(), end - begin + kListedAtOnce));
  const std::size_t n = list_bits(possible_matches_.data(), sure.data(), begin, end, possible_positions_.data());
  possible_list_.resize(n);
  for (std::size_t k = 0; k < n; ++k) possible_list_[k] = {0.0, possible_positions_[k]};
  const double* const samples = x().samples.data();
  const auto tau = static_cast<std::size_t>(rule_.tau);
  for (std::size_t k = 0; k <= reach(length); k += tau) {
    for (Possible& possible : possible_list_) {
      possible.distance = std::max(possible.distance, std::abs(samples[position + k] - samples[possible.position + k]));
    }
  }
  return possible_list_;
}

void SlidingCounts::set_tolerance(double r) {
  const double limit = greatest_match(r, rule_.boundary);
  if (!counting_ || limit < sure_ || limit > possible_) {
    start_band(limit);
  } else if (limit != limit_) {
    move_limit(limit);
  }
}

void SlidingCounts::start_band(double limit) {
  if (counting_ && since_band_ < window_ / 2) band_width_ = std::min(2.0 * band_width_, kGreatestWidth);
  if (counting_ && since_band_ > 8 * window_) band_width_ = std::max(band_width_ / 2.0, kLeastWidth);
  since_band_ = since_forgotten_ = 0;
  const bool was_counting = std::exchange(counting_, true);
  limit_ = limit;
  // A tolerance that left in one direction is likely to go on in it.
  const double below = was_counting && limit > possible_ ? kBehind : 1.0,
               above = was_counting && limit < sure_ ? kBehind : 1.0;
  sure_ = limit * (1.0 - below * band_width_);
  possible_ = limit * (1.0 + above * band_width_);
  for (DistanceBand& band : bands_) band.begin(sure_, possible_, window_);
  const std::vector<double> window(samples(0).begin(), samples(0).end());
  x().samples.clear();
  for (Row& gone : gone_) std::ranges::fill(gone, 0);
  first_number_ = 0;
  totals_ = {};
  for (const double sample : window) {
    append(std::span(&sample, 1));
    count_newest(x().samples.end() - 1);
  }
}

void SlidingCounts::move_limit(double limit) {
  const bool grows = limit > limit_;
  const std::uint32_t change = grows ? 1 : ~std::uint32_t{0};
  const std::size_t begin = x().samples.begin();
  for (const std::size_t length : {std::size_t{0}, std::size_t{1}}) {
    const auto crossed = bands_[length].between(std::min(limit, limit_), std::max(limit, limit_), number(begin),
                                                static_cast<std::uint32_t>(window_));
    totals_[length] += grows ? 2 * crossed.size() : -2 * crossed.size();
    if (!rule_.per_template) continue;
    for (const DistanceBand::Pair& pair : crossed) {
      counts_[length][begin + (pair.earlier - number(begin))] += change;
      counts_[length][begin + (pair.later - number(begin))] += change;
    }
  }
  limit_ = limit;
}

WindowSamples::WindowSamples(std::size_t window) : samples_(2 * ((window + kMove - 1) / kMove * kMove) + kMove) {}

std::size_t WindowSamples::push(double sample) {
  std::size_t moved = 0;
  if (end_ == samples_.size()) {
    moved = begin_ / kMove * kMove;
    std::copy(samples_.begin() + static_cast<std::ptrdiff_t>(moved), samples_.end(), samples_.begin());
    begin_ -= moved;
    end_ -= moved;
  }
  samples_[end_++] = sample;
  return moved;
}

}  // namespace biotropy::match
