// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/sliding/sliding_counts.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "biotropy/cpu.hpp"
#include "biotropy/match/sliding/sliding_rows.hpp"

namespace biotropy::match {

namespace {

// Width of the band, on either side of the tolerance. A band that was left early is followed by a wider one.
constexpr double kFirstWidth = 0.1, kLeastWidth = 0.025, kGreatestWidth = 0.4;

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
  matches_.resize(words);
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
  totals_ = {};
  counting_ = !moving_;
  first_number_ = 0;
}

void SlidingCounts::push(std::span<const double> samples) {
  if (is_full()) {
    if (counting_) remove_oldest();
    for (Side& side : sides_) side.samples.pop();
    if (counting_) {
      const std::size_t edge = x().samples.begin() + reach(1);
      for (Side& side : sides_) {
        if (edge < x().samples.end()) make_row(side, &side == &x() ? y() : x(), side.oldest, edge, x().samples.begin());
      }
    }
  }
  append(samples);
  if (!counting_) return;
  ++since_band_;
  count_newest();
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
  for (auto& counts : counts_) {
    if (!counts.empty()) down(counts, by);
  }
}

void SlidingCounts::make_row(Side& side, const Side& partner, EndRows& rows, std::size_t position, std::size_t begin) {
  auto& row = rows.rows[position % rows.rows.size()];
  const double value = side.samples[position];
  compare_samples(value, partner.samples.data(), begin, partner.samples.end(), sure_, row[kSure].data());
  if (!moving_) return;
  compare_samples(value, partner.samples.data(), begin, partner.samples.end(), possible_, row[kPossible].data());
}

// The rows of the oldest samples get the bit of the newest one.
void SlidingCounts::note_in_oldest(Side& side, const Side& partner) {
  const std::size_t newest = partner.samples.end() - 1;
  const std::uint64_t bit = std::uint64_t{1} << (newest % kWordBits);
  const std::size_t end = std::min(side.samples.begin() + reach(1) + 1, side.samples.end());
  for (std::size_t position = side.samples.begin(); position < end; ++position) {
    if (position == newest) {
      make_row(side, partner, side.oldest, position, side.samples.begin());
      continue;
    }
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
                                std::size_t begin, std::size_t end, Level level, Row& matches) {
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

void SlidingCounts::count_newest() {
  const std::size_t newest = x().samples.end() - 1;
  for (Side& side : sides_) {
    const Side& partner = &side == &x() ? y() : x();
    make_row(side, partner, side.newest, newest, x().samples.begin());
    note_in_oldest(side, partner);
    if (rule_.templates == TemplateRule::common && x().samples.size() > reach(1)) mark_whole(side, newest - reach(1));
  }
  for (const std::size_t length : {std::size_t{0}, std::size_t{1}}) count_newest(length);
}

void SlidingCounts::count_newest(std::size_t length) {
  const bool common = rule_.templates == TemplateRule::common;
  const std::size_t extent = reach(common ? 1 : length), begin = x().samples.begin();
  if (x().samples.size() <= extent) return;
  const std::size_t i = x().samples.end() - 1 - extent;
  const std::size_t end = std::max(begin, i + 1 - std::min(apart_, i + 1)), others = std::min(i, end);
  const bool counts = !common || is_whole(x(), i);
  const std::size_t found = counts ? find(x().newest, y(), i, length, begin, end, kSure, matches_) : 0;
  totals_[length] += found;
  if (rule_.per_template) counts_[length][i] = static_cast<std::uint32_t>(found);
  if (sides_.size() == 2) {
    if (common && !is_whole(y(), i)) return;
    totals_[length] += find(y().newest, x(), i, length, begin, others, kSure, matches_);
    change_counts(length, begin, others, 1);
    return;
  }
  if (!counts) return;
  totals_[length] += found - take_itself(i, end > i ? end : begin);
  change_counts(length, begin, others, 1);
  for_each_possible(x().newest, i, length, begin, others, [&](std::size_t j, double distance) {
    bands_[length].add({distance, number(j), number(i)});
    if (distance > limit_) return;
    totals_[length] += 2;
    if (!rule_.per_template) return;
    ++counts_[length][i];
    ++counts_[length][j];
  });
}

void SlidingCounts::remove_oldest() {
  for (const std::size_t length : {std::size_t{0}, std::size_t{1}}) remove_oldest(length);
}

void SlidingCounts::remove_oldest(std::size_t length) {
  const bool common = rule_.templates == TemplateRule::common;
  const std::size_t extent = reach(common ? 1 : length), i = x().samples.begin();
  if (x().samples.size() <= extent) return;
  const std::size_t begin = i + apart_, others = std::max(begin, i + 1), end = x().samples.end() - extent;
  const bool counts = !common || is_whole(x(), i);
  const std::size_t found = counts ? find(x().oldest, y(), i, length, begin, end, kSure, matches_) : 0;
  totals_[length] -= found;
  // The count of the template itself leaves with it.
  if (sides_.size() == 2) {
    if (common && !is_whole(y(), i)) return;
    totals_[length] -= find(y().oldest, x(), i, length, others, end, kSure, matches_);
    change_counts(length, others, end, ~std::uint32_t{0});
    return;
  }
  if (!counts) return;
  totals_[length] -= found - take_itself(i, begin == i ? end : i);
  change_counts(length, others, end, ~std::uint32_t{0});
  // The band keeps the pairs until one that passes finds them.
  for_each_possible(x().oldest, i, length, others, end, [&](std::size_t j, double distance) {
    if (distance > limit_) return;
    totals_[length] -= 2;
    if (rule_.per_template) --counts_[length][j];
  });
}

// Takes a template out of its own matches, which reach up to `end`. Returns the number of matches taken.
std::size_t SlidingCounts::take_itself(std::size_t i, std::size_t end) {
  if (i >= end) return 0;
  std::uint64_t& word = matches_[i / kWordBits];
  const std::uint64_t bit = std::uint64_t{1} << (i % kWordBits);
  const std::size_t found = (word & bit) != 0 ? 1 : 0;
  word &= ~bit;
  return found;
}

void SlidingCounts::change_counts(std::size_t length, std::size_t begin, std::size_t end, std::uint32_t change) {
  if (rule_.per_template) add_where(matches_.data(), begin, end, change, counts_[length].data());
}

// Calls visit(j, distance) for the templates in [begin, end) whose distance is in the band: those of the possible
// matches that are not among the sure ones, in matches_.
template <typename Visit>
void SlidingCounts::for_each_possible(const EndRows& rows, std::size_t position, std::size_t length, std::size_t begin,
                                      std::size_t end, const Visit& visit) {
  if (!moving_ || find(rows, x(), position, length, begin, end, kPossible, possible_matches_) == 0) return;
  const double* const samples = x().samples.data();
  const auto tau = static_cast<std::size_t>(rule_.tau), last = reach(length);
  for (std::size_t word = begin / kWordBits; word * kWordBits < end; ++word) {
    for (std::uint64_t bits = possible_matches_[word] & ~matches_[word]; bits != 0; bits &= bits - 1) {
      const std::size_t j = word * kWordBits + static_cast<std::size_t>(std::countr_zero(bits));
      double distance = 0.0;
      for (std::size_t k = 0; k <= last; k += tau) {
        distance = std::max(distance, std::abs(samples[position + k] - samples[j + k]));
      }
      visit(j, distance);
    }
  }
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
  const double below = was_counting && limit > possible_ ? 0.5 : 1.0, above = was_counting && limit < sure_ ? 0.5 : 1.0;
  sure_ = limit * (1.0 - below * band_width_);
  possible_ = limit * (1.0 + above * band_width_);
  for (DistanceBand& band : bands_) band.begin(sure_, possible_, window_);
  const std::vector<double> window(samples(0).begin(), samples(0).end());
  x().samples.clear();
  first_number_ = 0;
  totals_ = {};
  for (const double sample : window) {
    append(std::span(&sample, 1));
    count_newest();
  }
}

void SlidingCounts::move_limit(double limit) {
  const bool grows = limit > limit_;
  const std::uint32_t change = grows ? 1 : ~std::uint32_t{0};
  const std::size_t begin = x().samples.begin();
  for (const std::size_t length : {std::size_t{0}, std::size_t{1}}) {
    const auto cross = [&](const DistanceBand::Pair& pair) {
      totals_[length] += grows ? std::uint64_t{2} : ~std::uint64_t{1};
      if (!rule_.per_template) return;
      counts_[length][begin + (pair.earlier - number(begin))] += change;
      counts_[length][begin + (pair.later - number(begin))] += change;
    };
    bands_[length].between(std::min(limit, limit_), std::max(limit, limit_), number(begin),
                           static_cast<std::uint32_t>(window_), cross);
  }
  limit_ = limit;
}

}  // namespace biotropy::match
