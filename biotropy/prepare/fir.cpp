// SPDX-License-Identifier: Apache-2.0
#include "biotropy/prepare/fir.hpp"

#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <numbers>
#include <unsupported/Eigen/FFT>

#include "biotropy/error.hpp"
#include "biotropy/prepare/sections.hpp"

namespace biotropy::prepare {

namespace {

using std::numbers::pi;

// Transform length over filter length: long enough that most of each block is new output.
constexpr std::size_t kBlockRatio = 8;
constexpr std::size_t kLeastBlock = 1024;

// Main-lobe width of the Hamming window times its length in seconds.
constexpr double kHammingLength = 3.3;
constexpr double kTransitionShare = 0.25;
constexpr double kLeastTransition = 2.0;
constexpr double kMostTaps = 1e8;

double sinc(double x) {
  return x == 0.0 ? 1.0 : std::sin(pi * x) / (pi * x);
}

// Puts the convolution of the extended samples, where the filter lies completely inside, in place of the samples.
void convolve(std::span<const double> taps, const Reflection& ends, std::vector<double>& samples) {
  const std::size_t n = samples.size(), n_before = ends.before.size(), n_extended = n + 2 * n_before;
  const std::size_t length =
      std::min(std::bit_ceil(n_extended), std::max(std::bit_ceil(kBlockRatio * taps.size()), kLeastBlock));
  const std::size_t step = length - taps.size() + 1;
  Eigen::FFT<double> fft;
  fft.SetFlag(Eigen::FFT<double>::HalfSpectrum);
  std::vector<double> block(length, 0.0);
  std::copy(taps.begin(), taps.end(), block.begin());
  std::vector<std::complex<double>> response, spectrum;
  fft.fwd(response, block);

  std::vector<double> convolved(length);
  const auto extended = [&](std::size_t i) {
    if (i < n_before) return ends.before[i];
    return i < n_before + n ? samples[i - n_before] : ends.behind[i - n_before - n];
  };
  for (std::size_t begin = 0; begin < n; begin += step) {
    // The result has replaced the last samples of the block before.
    const std::size_t known = begin == 0 ? 0 : taps.size() - 1;
    std::copy(block.end() - static_cast<std::ptrdiff_t>(known), block.end(), block.begin());
    const std::size_t available = std::min(length, n_extended - begin);
    for (std::size_t i = known; i < available; ++i) block[i] = extended(begin + i);
    std::fill(block.begin() + static_cast<std::ptrdiff_t>(available), block.end(), 0.0);
    fft.fwd(spectrum, block);
    for (std::size_t k = 0; k < spectrum.size(); ++k) spectrum[k] *= response[k];
    fft.inv(convolved, spectrum, static_cast<Eigen::Index>(length));
    // The first taps - 1 values have wrapped around.
    const auto useful = convolved.begin() + static_cast<std::ptrdiff_t>(taps.size() - 1);
    std::copy(useful, useful + static_cast<std::ptrdiff_t>(std::min(step, n - begin)),
              samples.begin() + static_cast<std::ptrdiff_t>(begin));
  }
}

std::size_t edge_taps(const Band& band, double transition, double rate) {
  const double length = std::nearbyint(kHammingLength * rate / transition);
  if (length > kMostTaps) {
    throw Error::argument(
        "band", fmt::format("{} to {} Hz", band.low, band.high),
        fmt::format("farther from 0 Hz and from {} Hz, as it would take {:.3g} taps", rate / 2.0, length));
  }
  return static_cast<std::size_t>(length) | 1;
}

}  // namespace

std::vector<double> windowed_fir(const Band& band, std::size_t taps, double rate) {
  validate(band, rate);
  if (taps < 3 || taps % 2 == 0) throw Error::argument("taps", fmt::format("{}", taps), "an odd number of at least 3");
  const double nyquist = rate / 2.0;
  const double low = band.low / nyquist;
  const double high = band.has_high() ? band.high / nyquist : 1.0;
  double scale_at = 0.5 * (low + high);
  if (!band.has_low())
    scale_at = 0.0;
  else if (!band.has_high())
    scale_at = 1.0;

  const double centre = 0.5 * static_cast<double>(taps - 1);
  std::vector<double> response(taps);
  double gain = 0.0;
  for (std::size_t i = 0; i < taps; ++i) {
    const double offset = static_cast<double>(i) - centre;
    const double window = 0.54 - 0.46 * std::cos(2.0 * pi * static_cast<double>(i) / static_cast<double>(taps - 1));
    response[i] = window * (high * sinc(high * offset) - low * sinc(low * offset));
    gain += response[i] * std::cos(pi * offset * scale_at);
  }
  for (double& value : response) value /= gain;
  return response;
}

std::vector<double> band_fir(const Band& band, double rate) {
  validate(band, rate);
  const auto wanted = [](double edge) { return std::max(kTransitionShare * edge, kLeastTransition); };
  std::vector<double> upper = {1.0}, lower = {0.0};
  if (band.has_high()) {
    const double transition = std::min(wanted(band.high), rate / 2.0 - band.high);
    upper = windowed_fir({0.0, band.high + transition / 2.0}, edge_taps(band, transition, rate), rate);
  }
  if (band.has_low()) {
    const double transition = std::min(wanted(band.low), band.low);
    lower = windowed_fir({0.0, band.low - transition / 2.0}, edge_taps(band, transition, rate), rate);
  }
  std::vector<double> taps(std::max(upper.size(), lower.size()), 0.0);
  const auto add_centred = [&](const std::vector<double>& edge, double sign) {
    const std::size_t begin = (taps.size() - edge.size()) / 2;
    for (std::size_t i = 0; i < edge.size(); ++i) taps[begin + i] += sign * edge[i];
  };
  add_centred(upper, 1.0);
  add_centred(lower, -1.0);
  return taps;
}

std::vector<double> zero_phase_fir(std::span<const double> taps, std::vector<double> samples) {
  if (samples.size() < taps.size()) {
    throw Error(ErrorCode::too_short,
                fmt::format("a filter of {} taps needs at least as many samples, not {}", taps.size(), samples.size()));
  }
  convolve(taps, odd_reflection(samples, (taps.size() - 1) / 2), samples);
  return samples;
}

}  // namespace biotropy::prepare
