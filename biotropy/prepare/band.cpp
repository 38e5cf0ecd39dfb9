// SPDX-License-Identifier: Apache-2.0
#include "biotropy/prepare/band.hpp"

#include <fmt/format.h>

#include <cmath>

#include "biotropy/error.hpp"

namespace biotropy::prepare {

void require_rate(double rate) {
  if (!std::isfinite(rate) || rate <= 0.0) {
    throw Error::argument("rate", fmt::format("{} Hz", rate), "a positive sampling rate");
  }
}

void validate(const Band& band, double rate) {
  require_rate(rate);
  const double nyquist = rate / 2.0;
  const auto below = [&] {
    return fmt::format("a frequency below {} Hz, half the sampling rate of {} Hz", nyquist, rate);
  };
  if (!std::isfinite(band.low) || band.low < 0.0) {
    throw Error::argument("lower band edge", fmt::format("{} Hz", band.low),
                          "a frequency of at least 0 Hz (0: low-pass)");
  }
  if (std::isnan(band.high) || band.high <= 0.0) {
    throw Error::argument("upper band edge", fmt::format("{} Hz", band.high),
                          "a frequency above 0 Hz (infinity: high-pass)");
  }
  if (band.open()) throw Error::argument("band", "0 to inf Hz", "a lower edge, an upper edge or both");
  if (band.low >= band.high) {
    throw Error::argument("band", fmt::format("{} to {} Hz", band.low, band.high), "a lower edge below the upper one");
  }
  if (band.has_high() && band.high >= nyquist) {
    throw Error::argument("upper band edge", fmt::format("{} Hz", band.high), below());
  }
  if (band.low >= nyquist) throw Error::argument("lower band edge", fmt::format("{} Hz", band.low), below());
}

}  // namespace biotropy::prepare
