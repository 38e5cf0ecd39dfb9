// SPDX-License-Identifier: Apache-2.0
//
// Coupled oscillators that synchronise: damped Stuart-Landau oscillators z_c with their own frequencies and noise,
// coupled to the mean of all:
//
//   dz_c/dt = (2 pi i f_c - damping (1 + |z_c|^2)) z_c + coupling factor_c mean(z) + noise
//
// A channel is the real part of one, plus sensor noise. Uncoupled, each is a damped resonance driven by noise; when the
// coupling exceeds the damping and the effect of the frequency spread, all oscillate together, the more strongly the
// larger the coupling. Channels then become regular and similar, and all their entropies and cross-entropies fall.
#pragma once

#include <cstdint>
#include <vector>

#include "biotropy/threads.hpp"

namespace biotropy::simulate {

struct Oscillators {
  std::size_t channels = 148;
  std::size_t samples = 50176;
  double rate = 169.549;      ///< samples per second
  double frequency = 10.0;    ///< Hz, mean over channels
  double frequency_sd = 1.5;  ///< Hz, between channels
  double damping = 10.0;      ///< 1/s
  double coupling = 28.0;     ///< 1/s
  /// Factor of the coupling for each channel, with at most half the rate as coupling; empty: 1 for all.
  std::vector<double> coupling_factors{};
  double noise = 1.5;         ///< per square root of a second: driving noise of each oscillator
  double sensor_noise = 0.2;  ///< SD of the sensor noise; synchronous oscillations have an amplitude near 1
};

/// Samples of every channel, channel by channel, after a warm-up. Group and subject select separate random streams of
/// one seed. Same result on every machine.
/// @throws Error invalid_argument for no channels or samples, and for rates or strengths out of range; cancelled.
std::vector<std::vector<double>> oscillate(const Oscillators& settings, std::uint64_t seed, std::uint32_t group = 0,
                                           std::uint32_t subject = 0, const CancelFlag* cancel = nullptr);

}  // namespace biotropy::simulate
