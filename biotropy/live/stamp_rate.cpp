// SPDX-License-Identifier: Apache-2.0
#include "biotropy/live/stamp_rate.hpp"

#include <fmt/format.h>

#include <cmath>

namespace biotropy::live {

namespace {

constexpr double kOtherRate = 0.1;
constexpr std::size_t kRareGaps = 20;  // one spacing in so many

bool is_near(double measured, double rate) {
  return std::abs(measured / rate - 1.0) < kOtherRate;
}

}  // namespace

void StampRate::add(double spacing, bool gap) {
  if (known()) *this = {};
  if (!std::isfinite(spacing)) return;
  if (spacing < 0.0) {
    ++backwards_;
    return;
  }
  ++spacings_;
  (gap ? gap_seconds_ : seconds_) += spacing;
  if (!gap) return;
  ++gaps_;
  const Span now = {spacings_, seconds_ + gap_seconds_};
  if (gaps_ == 1) to_first_gap_ = now;
  to_last_gap_ = now;
}

// From gap to gap, which are whole packets where stamps come in packets.
double StampRate::with_gaps() const {
  if (gaps_ < 2) return static_cast<double>(spacings_) / (seconds_ + gap_seconds_);
  return static_cast<double>(to_last_gap_.spacings - to_first_gap_.spacings) /
         (to_last_gap_.seconds - to_first_gap_.seconds);
}

std::optional<std::string> StampRate::fault(double rate, std::string_view gap_name, const StampWords& words) const {
  if (!known()) return std::nullopt;
  if (kRareGaps * backwards_ > kEnough) {
    return fmt::format("time stamps run backwards at {} of {} spacings; {} at each", backwards_, kEnough,
                       words.at_a_gap);
  }
  if (seconds_ + gap_seconds_ == 0.0) return fmt::format("{} spacings of time stamps are 0", spacings_);
  const bool standing = seconds_ == 0.0 && gaps_ < spacings_, fits = is_near(with_gaps(), rate);
  if ((standing && (fits || gaps_ < 2)) || (fits && kRareGaps * gaps_ > spacings_)) {
    return fmt::format("time stamps are uneven, or {} is too short: {} of {} spacings are beyond it; {} at each",
                       gap_name, gaps_, spacings_, words.at_a_gap);
  }
  const bool all = standing || 2 * gaps_ > spacings_;
  const double measured = all ? with_gaps() : static_cast<double>(spacings_ - gaps_) / seconds_;
  if (is_near(measured, rate)) return std::nullopt;
  return fmt::format("time stamps come {:.4g} a second, and {} {:.6g} Hz: {}", measured, words.rate_is, rate,
                     words.at_another_rate);
}

}  // namespace biotropy::live
