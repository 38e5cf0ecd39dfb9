// SPDX-License-Identifier: Apache-2.0
#include "biotropy/series/stamps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "biotropy/error.hpp"

namespace biotropy::series {

namespace {

constexpr std::size_t kLine = 200;     // stamps that must lie on one line, as clocks drift
constexpr std::size_t kLevel = 100;    // stamps beside a long step that show whether it was made up for
constexpr std::size_t kManyLong = 3;   // long steps
constexpr std::size_t kStepsAGap = 3;  // of a line, with more gaps any stamps are even
constexpr std::size_t kMostTwice = 4;  // so many small steps back, and one in kRare, are those of uneven stamps
constexpr std::size_t kRare = 1000;
constexpr double kSmallBack = 100.0;     // steps; clocks that are set back go farther
constexpr double kPacketStep = 5.0;      // usual steps, after which a packet begins
constexpr double kMostInPacket = 100;    // longer ones are parts of a recording
constexpr double kStampRounding = 1e-6;  // steps
constexpr double kTwo = 1.999;           // samples in a packet, at least
constexpr double kSameInterval = 0.05;   // relative difference of an interval and a step

// Stamps with their positions, where some samples have none.
struct Line {
  std::vector<double> at, time;

  std::size_t size() const { return time.size(); }
  double lines(std::size_t i) const { return at[i] - at[i - 1]; }
  double rise(std::size_t i) const { return time[i] - time[i - 1]; }
  double step(std::size_t i) const { return rise(i) / lines(i); }
  double missing(std::size_t i, double step) const { return rise(i) / step - lines(i); }
  // What sums and differences of doubles of this size are off by.
  double rounding() const { return 1e-15 * std::max(std::abs(time.front()), std::abs(time.back())); }
};

// Mean of the steps that rise, by up to one and a half of `step`; 0 if there are none.
double mean_step(const Line& line, double step) {
  double rise = 0.0, lines = 0.0;
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (line.missing(i, step) > kMostOffLine || !(line.rise(i) > 0.0)) continue;
    rise += line.rise(i);
    lines += line.lines(i);
  }
  return lines > 0.0 ? rise / lines : 0.0;
}

// How far stamps [begin, end) lie from a line of this step: the distance of the highest and the lowest.
double spread(const Line& line, std::size_t begin, std::size_t end, double step) {
  double lowest = 0.0, highest = 0.0;
  for (std::size_t i = begin; i < end; ++i) {
    const double off = line.time[i] - line.time[begin] - (line.at[i] - line.at[begin]) * step;
    lowest = std::min(lowest, off);
    highest = std::max(highest, off);
  }
  return highest - lowest;
}

// Spread about the nearest of all lines, a convex function of the step, which lies within a mesh of the mean at the
// end.
double least_spread(const Line& line, std::size_t begin, std::size_t end, double step, double off) {
  const double reach = off / (line.at[end - 1] - line.at[begin]);
  double low = step - reach, high = step + reach;
  for (int round = 0; round < 40; ++round) {
    const double third = (high - low) / 3.0;
    const bool left = spread(line, begin, end, low + third) < spread(line, begin, end, high - third);
    (left ? high : low) += left ? -third : third;
  }
  return spread(line, begin, end, low);
}

// Mean distance from the line through stamp `i` of this step of a few stamps in front of it, or of it and those behind.
double level(const Line& line, std::size_t i, std::size_t begin, std::size_t end, double step) {
  double sum = 0.0;
  for (std::size_t k = begin; k < end; ++k) sum += line.time[k] - line.time[i] - (line.at[k] - line.at[i]) * step;
  return sum / static_cast<double>(end - begin);
}

// Mean step but for those in front of some stamps.
double step_between(const Line& line, std::span<const std::size_t> left_out) {
  double rise = line.time.back() - line.time.front(), lines = line.at.back() - line.at.front();
  for (const std::size_t i : left_out) {
    rise -= line.rise(i);
    lines -= line.lines(i);
  }
  return rise / lines;
}

// The same without as many of the shortest steps, because a late stamp makes one step long and the next one short.
// @param left_out in increasing order.
double middle_step(const Line& line, std::span<const std::size_t> left_out) {
  const auto n_long = std::ranges::count_if(left_out, [&](std::size_t i) { return line.rise(i) > 0.0; });
  if (n_long == 0) return step_between(line, left_out);
  std::vector<std::size_t> kept;
  auto next = left_out.begin();
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (next != left_out.end() && *next == i) {
      ++next;
    } else {
      kept.push_back(i);
    }
  }
  const auto first = kept.begin() + std::min(n_long, std::ssize(kept) / 2);
  const auto is_shorter = [&](std::size_t a, std::size_t b) { return line.step(a) < line.step(b); };
  if (first != kept.end()) std::nth_element(kept.begin(), first, kept.end(), is_shorter);
  double rise = 0.0, lines = 0.0;
  std::for_each(first, kept.end(), [&](std::size_t i) {
    rise += line.rise(i);
    lines += line.lines(i);
  });
  return lines > 0.0 ? rise / lines : 0.0;
}

// Steps of more than one and a half, and with `backwards` those that do not rise, but for those that were made up for.
// Many close to each other may be rounded steps of the line; of others it is not known whether the line includes them.
std::vector<std::size_t> gaps_of(const Line& line, double step, double longest, bool backwards) {
  std::vector<std::size_t> candidates = {0}, gaps;
  for (std::size_t i = 1; i < line.size(); ++i) {
    const bool is_long = line.missing(i, step) > kMostOffLine && line.rise(i) > kLongStep * longest;
    if (is_long || (backwards && !(line.rise(i) > 0.0))) candidates.push_back(i);
  }
  const double between = middle_step(line, std::span(candidates).subspan(1));
  candidates.push_back(line.size());
  for (std::size_t k = 1; k + 1 < candidates.size(); ++k) {
    const std::size_t i = candidates[k], before = candidates[k - 1], next = candidates[k + 1];
    const std::size_t begin = std::max(before, i - std::min(i, kLevel)), end = std::min(next, i + kLevel);
    const bool close = (before > 0 && begin == before) || (next < line.size() && end == next);
    const double slope = (close && candidates.size() >= kManyLong + 2) || !(between > 0.0) ? step : between;
    const double shift = level(line, i, i, end, slope) - level(line, i, begin, i, slope);
    if ((line.rise(i) > 0.0 ? shift : -shift) > kMostOffLine * step) gaps.push_back(i);
  }
  return gaps;
}

// True if the stamps between gaps lie on lines. `rounded`: on one line each, one mesh wide.
bool are_even(const Line& line, const std::vector<std::size_t>& gaps, double step, std::optional<double> mesh) {
  for (std::size_t k = 0; k <= gaps.size(); ++k) {
    const std::size_t from = k == 0 ? 0 : gaps[k - 1], to = k == gaps.size() ? line.size() : gaps[k];
    const double most = (1.0 + kStampRounding) * std::max(step, mesh.value_or(0.0)) + line.rounding();
    if (mesh && to - from > 1 && least_spread(line, from, to, step, 2.0 * *mesh) > most) return false;
    for (std::size_t begin = from; !mesh && begin + 1 < to; begin += kLine) {
      const std::size_t end = std::min(to, begin + kLine + 1);
      if (spread(line, begin, end, step) > most && least_spread(line, begin, end, step, step) > most) return false;
    }
  }
  return true;
}

Stamps made(const Line& line, StampKind kind, double step, const std::vector<std::size_t>& gaps) {
  Stamps found{kind, step, {}, {}};
  for (const std::size_t i : gaps) {
    found.gaps.push_back(static_cast<std::size_t>(line.at[i]));
    found.missing.push_back(line.missing(i, step));
  }
  return found;
}

bool are_too_many(const std::vector<std::size_t>& gaps, const Line& line) {
  return kStepsAGap * gaps.size() + kLeastStamps > line.size() + kStepsAGap;
}

// With a step that is `known` there may be any number of gaps.
std::optional<Stamps> even_by(const Line& line, double step, bool known = false) {
  constexpr int most_rounds = 10;
  std::vector<std::size_t> gaps = gaps_of(line, step, step, true), before;
  for (int round = 0; round < most_rounds && !known && (round == 0 || gaps != before); ++round) {
    if (are_too_many(gaps, line)) return std::nullopt;
    step = step_between(line, gaps);
    if (!(step > 0.0) || !std::isfinite(step)) return std::nullopt;
    before = std::exchange(gaps, gaps_of(line, step, step, true));
  }
  std::size_t twice = 0;
  for (const std::size_t i : gaps) twice += line.rise(i) <= 0.0 && line.rise(i) > -kSmallBack * step ? 1 : 0;
  const bool often = twice >= std::max(kMostTwice, line.size() / kRare);
  if (often || !are_even(line, gaps, step, std::nullopt)) return std::nullopt;
  return made(line, StampKind::even, step, gaps);
}

// Rounded to a mesh that is longer than a step, stamps stand twice again and again.
std::optional<Stamps> even_by_mesh(const Line& line, double shortest) {
  constexpr std::size_t least_twice = 3;
  std::size_t twice = 0, before = 0;  // the last one behind which stamps changed, without a gap; 0: none
  double rise = 0.0, lines = 0.0;
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (line.rise(i) < 0.0) return std::nullopt;
    twice += line.rise(i) == 0.0 ? 1 : 0;
    const bool is_long = line.rise(i) > kLongStep * shortest * line.lines(i);
    // From one change to another, as the first and the last stamp may stand less often than the others.
    if (!is_long && line.rise(i) > 0.0 && before > 0) {
      rise += line.time[i] - line.time[before];
      lines += line.at[i] - line.at[before];
    }
    if (is_long || line.rise(i) > 0.0) before = is_long ? 0 : i;
  }
  if (twice < least_twice || !(lines > 0.0)) return std::nullopt;
  const double step = rise / lines;
  const std::vector<std::size_t> gaps = gaps_of(line, step, std::max(step, shortest), false);
  if (are_too_many(gaps, line) || !are_even(line, gaps, step, shortest)) return std::nullopt;
  return made(line, StampKind::even, step, gaps);
}

// Packets of samples that have one stamp, or that are far nearer to each other than packets are.
std::optional<Stamps> packets_of(const Line& line, double usual) {
  std::vector<double> stamps;
  std::vector<std::size_t> begins;
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (std::abs(line.rise(i)) <= kPacketStep * usual * line.lines(i)) continue;
    begins.push_back(i);
    stamps.push_back(line.time[i]);
  }
  if (begins.size() < kLeastStamps) return std::nullopt;
  const double in_packet = (line.at[begins.back()] - line.at[begins.front()]) / static_cast<double>(begins.size() - 1);
  if (in_packet < kTwo || in_packet > kMostInPacket) return std::nullopt;
  const Stamps of_packets = read_stamps(stamps);
  const double step = of_packets.step / in_packet;
  if (of_packets.kind != StampKind::even || !(step > 2.0 * usual)) return std::nullopt;
  Stamps found{StampKind::packets, step, {}, {}};
  for (std::size_t k = 0; k < of_packets.gaps.size(); ++k) {
    found.gaps.push_back(static_cast<std::size_t>(line.at[begins[of_packets.gaps[k]]]));
    found.missing.push_back(of_packets.missing[k] * in_packet);
  }
  return found;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

Stamps read_stamps(std::span<const double> stamps, std::optional<double> step) {
  Line line;
  for (std::size_t i = 0; i < stamps.size(); ++i) {
    if (!std::isfinite(stamps[i])) continue;
    line.at.push_back(static_cast<double>(i));
    line.time.push_back(stamps[i]);
  }
  if (line.size() < (step ? 2 : kLeastStamps)) return {};
  std::vector<double> steps;
  double shortest = std::numeric_limits<double>::infinity(), longest = 0.0;
  for (std::size_t i = 1; i < line.size(); ++i) {
    steps.push_back(line.step(i));
    longest = std::max(longest, steps.back());
    if (steps.back() > 0.0) shortest = std::min(shortest, steps.back());
  }
  const Stamps uneven{StampKind::uneven, 0.0, {}, {}};
  if (!(longest > 0.0)) return uneven;
  if (step) return even_by(line, *step, true).value_or(uneven);
  const double usual = std::max(median(steps), 0.0);
  std::optional<Stamps> found = packets_of(line, usual);
  if (!found) found = even_by_mesh(line, shortest);
  // From the mean of all steps down, without those that are then too long.
  for (double most = longest, mean = 0.0; !found && mean != most && most > 0.0; most = mean) {
    mean = mean_step(line, most);
    if (mean > 0.0) found = even_by(line, mean);
  }
  if (!found && usual > 0.0) found = even_by(line, usual);
  return found.value_or(uneven);
}

Stamps missing_beats(std::span<const double> times, std::span<const double> intervals) {
  const bool are_whole = std::ranges::all_of(times, [](double time) { return !(time != std::floor(time)); });
  const double rounding = are_whole ? 1.0 : 0.0;
  std::size_t most_agree = 0;
  double least_off = std::numeric_limits<double>::infinity();
  Stamps found;
  for (const double scale : {1.0, 1000.0, 0.001}) {
    for (const std::size_t ends : {1U, 0U}) {
      Stamps here;
      std::size_t agree = 0, known = 0;
      double off = 0.0;
      for (std::size_t beat = 1; beat < intervals.size(); ++beat) {
        const double interval = intervals[beat - 1 + ends] * scale, step = times[beat] - times[beat - 1];
        // A beat that is missing is far more than a tenth.
        const double excess = step - interval, most = 0.1 * interval + rounding;
        if (!(interval > 0.0) || std::isnan(excess)) continue;
        ++known;
        if (excess > most || step + rounding <= 0.0) {
          here.gaps.push_back(beat);
          here.missing.push_back(excess);
        }
        if (std::abs(excess) > most) continue;
        ++agree;
        off += std::abs(excess) / scale;
      }
      if (agree < most_agree || (agree == most_agree && off >= least_off)) continue;
      most_agree = agree;
      least_off = off;
      found = agree >= kLeastStamps && 2 * agree >= known ? here : Stamps();
    }
  }
  return found;
}

namespace {

// Stamps of whole seconds are those of beats if they follow the sum of the intervals; of clocks nearly all steps are
// equal.
std::optional<std::vector<std::size_t>> pauses_in_whole(std::span<const double> stamps,
                                                        std::span<const double> intervals) {
  constexpr std::size_t steps_another = 50;  // steps, one of which is another than the usual one
  constexpr double most_off = 1.5;           // seconds, of which rounding is one
  std::vector<double> steps;
  for (std::size_t i = 1; i < stamps.size(); ++i) steps.push_back(stamps[i] - stamps[i - 1]);
  const bool are_whole = std::ranges::all_of(stamps, [](double stamp) { return stamp == std::floor(stamp); });
  if (!are_whole || stamps.size() < kLeastStamps) return std::nullopt;
  const double usual = median(steps);
  const auto others =
      static_cast<std::size_t>(std::ranges::count_if(steps, [&](double step) { return step != usual; }));
  if (steps_another * others < steps.size()) return std::nullopt;
  std::vector<std::size_t> pauses = missing_beats(stamps, intervals).gaps;
  const auto follow = [&](double unit) {
    double off = 0.0;
    for (std::size_t i = 1, pause = 0; i < stamps.size(); ++i) {
      const bool is_behind_pause = pause < pauses.size() && pauses[pause] == i;
      pause += is_behind_pause ? 1 : 0;
      off += steps[i - 1] - intervals[i] * unit;
      if (is_behind_pause || i % kLine == 0 || std::isnan(off)) off = 0.0;  // clocks drift
      if (!(std::abs(off) <= most_off)) return false;
    }
    return true;
  };
  if (!follow(1.0) && !follow(0.001)) return std::nullopt;
  return pauses;
}

}  // namespace

std::optional<std::vector<std::size_t>> pauses_of_beats(std::span<const double> stamps,
                                                        std::span<const double> intervals) {
  if (auto pauses = pauses_in_whole(stamps, intervals)) return pauses;
  std::optional<std::vector<std::size_t>> pauses;
  std::size_t most = 0;
  for (const std::size_t ends : {std::size_t{1}, std::size_t{0}}) {
    std::vector<double> parts, known, steps;
    for (std::size_t i = 1; i < stamps.size(); ++i) {
      const double step = stamps[i] - stamps[i - 1];
      parts.push_back(intervals[i - 1 + ends] / step);
      if (!std::isfinite(parts.back())) continue;
      known.push_back(parts.back());
      steps.push_back(step);
    }
    if (known.size() + 1 < kLeastStamps || std::ranges::any_of(known, [](double part) { return !(part > 0.0); })) {
      return std::nullopt;
    }
    const double usual = median(known);
    const auto same = static_cast<std::size_t>(
        std::ranges::count_if(known, [&](double part) { return std::abs(part - usual) <= kSameInterval * usual; }));
    const double usual_step = median(steps);
    double off_intervals = 0.0, off_clock = 0.0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      off_intervals += std::abs(steps[i] * (1.0 - known[i] / usual));
      off_clock += std::abs(steps[i] - usual_step);
    }
    if (4 * same < 3 * known.size() || same <= most || !(off_intervals < off_clock)) continue;
    most = same;
    pauses.emplace();
    for (std::size_t i = 1; i < stamps.size(); ++i) {
      if (kLongStep * parts[i - 1] < usual) pauses->push_back(i);
    }
  }
  return pauses;
}

// They lie off the line between two gaps by so much over their length.
double rounded_rate(double rate, const Stamps& found, std::span<const double> stamps) {
  constexpr int most_digits = 9;
  double off = 1e-9 * found.step;
  std::size_t first = 0;
  for (std::size_t i = 0, gap = 0; i < stamps.size(); ++i) {
    if (gap < found.gaps.size() && found.gaps[gap] == i) first = found.gaps[gap++];
    off = std::fmax(off, std::abs(stamps[i] - stamps[first] - static_cast<double>(i - first) * found.step));
  }
  const double most_off = std::min(off / found.step, kMostOffLine) * rate / static_cast<double>(stamps.size());
  for (int digits = 1; digits <= most_digits; ++digits) {
    const int decimals = digits - 1 - static_cast<int>(std::floor(std::log10(rate)));
    const double power = std::pow(10.0, std::abs(decimals));  // exact, so that the quotient is the nearest double
    const double round = decimals < 0 ? std::round(rate / power) * power : std::round(rate * power) / power;
    if (std::abs(round - rate) <= most_off) return round;
  }
  return rate;
}

std::vector<std::size_t> row_gaps(std::span<const double> numbers) {
  Stamps found = read_stamps(numbers);
  if (found.kind == StampKind::uneven) found = read_stamps(numbers, 1.0);
  return std::move(found.gaps);
}

Stamps read_stamps_at(std::span<const double> seconds, double rate) {
  if (!(rate > 0.0) || !std::isfinite(rate)) {
    throw Error::argument("rate", fmt::format("{}", rate), "a finite number above 0");
  }
  Stamps found = read_stamps(seconds);
  if (found.kind == StampKind::few) found = read_stamps(seconds, 1.0 / rate);
  if (found.step > 0.0 && std::abs(found.step * rate - 1.0) > kOtherRate) {
    throw Error(ErrorCode::invalid_data,
                fmt::format("the rate is {:.9g} Hz, and time stamps come {:.9g} a second", rate, 1.0 / found.step));
  }
  return found;
}

void StampFollower::forget() {
  stamps_.clear();
  missing_.clear();
}

void StampFollower::follow(std::span<const double> stamps, std::span<const bool> missing, const std::string& name,
                           const std::string& remedy) {
  if (!std::ranges::all_of(stamps, [](double one) { return std::isfinite(one); })) return forget();
  if (stamps.empty()) return;
  if (!stamps_.empty() && stamps.front() < stamps_.back()) forget();
  const std::size_t first = stamps_.size();
  stamps_.insert(stamps_.end(), stamps.begin(), stamps.end());
  missing_.insert(missing_.end(), missing.begin(), missing.end());
  const auto gaps = first == 0 || stamps_.size() >= kLevel ? read_stamps(stamps_).gaps : std::vector<std::size_t>();
  for (const std::size_t gap : gaps) {
    if (gap < first || missing_[gap - 1] != 0 || missing_[gap] != 0) continue;
    const double before = stamps_[gap - 1], behind = stamps_[gap];
    stamps_.resize(first);
    missing_.resize(first);
    throw Error(ErrorCode::missing_values,
                fmt::format("{}: time is missing between {:.9g} and {:.9g}. {}", name, before, behind, remedy));
  }
  const auto old = static_cast<std::ptrdiff_t>(stamps_.size() - std::min(stamps_.size(), kLevel));
  stamps_.erase(stamps_.begin(), stamps_.begin() + old);
  missing_.erase(missing_.begin(), missing_.begin() + old);
}

}  // namespace biotropy::series
