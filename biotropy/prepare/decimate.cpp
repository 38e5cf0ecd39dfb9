// SPDX-License-Identifier: Apache-2.0
#include "biotropy/prepare/decimate.hpp"

#include <fmt/format.h>

#include "biotropy/error.hpp"
#include "biotropy/prepare/fir.hpp"
#include "biotropy/prepare/iir.hpp"

namespace biotropy::prepare {

namespace {

constexpr int kOrder = 8;
constexpr double kRipple = 0.05;
constexpr double kPassedShare = 0.8;
constexpr std::size_t kTapsPerStep = 20;
// Frequencies in units of the old Nyquist frequency.
constexpr double kRate = 2.0;

}  // namespace

Filter anti_alias_filter(std::size_t factor, AntiAlias kind) {
  if (factor < 2 || factor > kMaxDecimation) {
    throw Error::argument("decimate", fmt::format("{}", factor),
                          fmt::format("an integer from 1 to {}", kMaxDecimation));
  }
  const auto divisor = static_cast<double>(factor);
  if (kind == AntiAlias::fir) return Filter(windowed_fir({0.0, 1.0 / divisor}, kTapsPerStep * factor + 1, kRate));
  return Filter(chebyshev({0.0, kPassedShare / divisor}, kOrder, kRipple, kRate));
}

std::vector<double> decimate(series::Samples samples, std::size_t factor, AntiAlias kind) {
  if (factor == 1) return {samples.begin(), samples.end()};
  const std::vector<double> smooth = anti_alias_filter(factor, kind).apply({samples.begin(), samples.end()});
  std::vector<double> result;
  result.reserve(smooth.size() / factor + 1);
  for (std::size_t i = 0; i < smooth.size(); i += factor) result.push_back(smooth[i]);
  return result;
}

}  // namespace biotropy::prepare
