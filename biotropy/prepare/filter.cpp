// SPDX-License-Identifier: Apache-2.0
#include "biotropy/prepare/filter.hpp"

#include "biotropy/prepare/fir.hpp"
#include "biotropy/prepare/iir.hpp"

namespace biotropy::prepare {

std::size_t Filter::least_samples() const {
  return taps_.empty() ? reflection_length(sections_) + 1 : taps_.size();
}

std::vector<double> Filter::apply(series::Samples samples) const {
  return taps_.empty() ? zero_phase(sections_, samples) : zero_phase_fir(taps_, samples);
}

Filter make_filter(const BandFilter& wanted, double rate) {
  if (wanted.design == FilterDesign::butterworth) return Filter(butterworth(wanted.band, wanted.order, rate));
  if (wanted.taps == 0) return Filter(band_fir(wanted.band, rate));
  return Filter(windowed_fir(wanted.band, wanted.taps, rate));
}

}  // namespace biotropy::prepare
