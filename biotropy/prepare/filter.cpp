// SPDX-License-Identifier: Apache-2.0
#include "biotropy/prepare/filter.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "biotropy/error.hpp"
#include "biotropy/prepare/fir.hpp"
#include "biotropy/prepare/iir.hpp"

namespace biotropy::prepare {

std::size_t Filter::least_samples() const {
  return taps_.empty() ? reflection_length(sections_) + 1 : taps_.size();
}

std::vector<double> Filter::apply(std::vector<double> samples) const {
  return taps_.empty() ? zero_phase(sections_, std::move(samples)) : zero_phase_fir(taps_, std::move(samples));
}

Filter make_filter(const BandFilter& wanted, double rate) {
  if (wanted.design == FilterDesign::butterworth) return Filter(butterworth(wanted.band, wanted.order, rate));
  if (wanted.taps == 0) return Filter(band_fir(wanted.band, rate));
  return Filter(windowed_fir(wanted.band, wanted.taps, rate));
}

void require_rate(double rate) {
  if (!std::isfinite(rate) || rate <= 0.0) {
    throw Error::argument("rate", fmt::format("{} Hz", rate), "a positive sampling rate");
  }
}

void validate(const Band& band, double rate) {
  require_rate(rate);
  const auto refuse = [&](const std::string& allowed) {
    throw Error::argument("band", fmt::format("{} to {} Hz", band.low, band.high), allowed);
  };
  if (!std::isfinite(band.low) || band.low < 0.0) refuse("from a frequency of at least 0 Hz (0: low-pass)");
  if (std::isnan(band.high) || band.high <= 0.0) refuse("to a frequency above 0 Hz (infinity: high-pass)");
  if (band.open()) refuse("a lower edge, an upper edge or both");
  if (band.low >= band.high) refuse("a lower edge below the upper one");
  const double nyquist = rate / 2.0;
  if (band.low >= nyquist || (band.has_high() && band.high >= nyquist)) {
    refuse(fmt::format("below {} Hz, half the sampling rate of {} Hz", nyquist, rate));
  }
}

}  // namespace biotropy::prepare
