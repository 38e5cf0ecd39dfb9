// SPDX-License-Identifier: Apache-2.0
#include "biotropy/prepare/notch.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "biotropy/error.hpp"
#include "biotropy/prepare/band.hpp"

namespace biotropy::prepare {

Sections notch(double frequency, double quality, double rate) {
  require_rate(rate);
  if (!(frequency > 0.0 && frequency < rate / 2.0)) {
    throw Error::argument("notch", fmt::format("{} Hz", frequency),
                          fmt::format("a frequency between 0 and {} Hz, half the sampling rate", rate / 2.0));
  }
  // The notch must not be wider than the whole spectrum.
  const double least = 2.0 * frequency / rate;
  if (!std::isfinite(quality) || quality <= least) {
    throw Error::argument("notch quality", fmt::format("{}", quality),
                          fmt::format("a number above {:.4g} (twice the frequency over the rate)", least));
  }
  const double angle = 2.0 * std::numbers::pi * frequency / rate;
  const double width = std::tan(angle / quality / 2.0);
  const double gain = 1.0 / (1.0 + width);
  const double cosine = -2.0 * std::cos(angle);
  return {{gain, gain * cosine, gain, gain * cosine, 2.0 * gain - 1.0}};
}

}  // namespace biotropy::prepare
