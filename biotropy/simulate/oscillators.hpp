// SPDX-License-Identifier: Apache-2.0
//
// Oscillators that pull each other into step: damped Stuart-Landau oscillators z_c, each with its own frequency and its
// own noise, which feel the mean of all:
//
//   dz_c/dt = (2 pi i f_c - damping (1 + |z_c|^2)) z_c + coupling factor_c mean(z) + noise
//
// A channel is the real part of one, with the noise of a sensor on top. Alone, each is a damped resonance kept alive by
// noise; when the coupling passes the damping and what the spread of frequencies costs, all swing together, and the
// more so the stronger it is. Channels then become regular and alike, and every entropy of them and between them falls.
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
  /// What each channel multiplies the coupling by, up to half the rate; empty: 1 for all.
  std::vector<double> coupling_factors{};
  double noise = 1.5;         ///< per square root of a second: what pushes each oscillator about
  double sensor_noise = 0.2;  ///< SD of what the sensor adds; oscillations in step have an amplitude near 1
};

/// Samples of every channel, channel by channel, after the start has been forgotten. Group and subject tell apart what
/// has the same seed. The same on every machine.
/// @throws Error invalid_argument for no channels or samples, and for rates or strengths out of range; cancelled.
std::vector<std::vector<double>> oscillate(const Oscillators& settings, std::uint64_t seed, std::uint32_t group = 0,
                                           std::uint32_t subject = 0, const CancelFlag* cancel = nullptr);

}  // namespace biotropy::simulate
