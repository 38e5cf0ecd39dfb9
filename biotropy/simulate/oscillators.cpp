// SPDX-License-Identifier: Apache-2.0
//
// Each step rotates every oscillator by the implicit midpoint rule, which preserves amplitudes exactly and needs no
// sine (library sines differ in the last bit between machines, and coupling would amplify that), then adds damping,
// coupling and noise (Euler-Maruyama).
#include "biotropy/simulate/oscillators.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "biotropy/error.hpp"
#include "biotropy/random_internal.hpp"

namespace biotropy::simulate {
namespace {

constexpr double kWarmUpSeconds = 5.0;
constexpr std::size_t kStepsBetweenLooks = 256;
/// Above this the Euler step of damping and coupling is unstable.
constexpr double kStrongestStep = 0.5;

void require(bool holds, const char* parameter, double value, const std::string& allowed) {
  if (!holds) throw Error::argument(parameter, fmt::format("{}", value), allowed);
}

void validate(const Oscillators& settings) {
  if (settings.channels == 0) throw Error::argument("channels", "0", "an integer of at least 1");
  if (settings.samples == 0) throw Error::argument("samples", "0", "an integer of at least 1");
  require(std::isfinite(settings.rate) && settings.rate > 0, "rate", settings.rate, "a number above 0");
  const double highest_frequency = settings.rate / 4;
  require(settings.frequency > 0 && settings.frequency <= highest_frequency, "frequency", settings.frequency,
          fmt::format("a number above 0 and up to a quarter of the rate, {:g}", highest_frequency));
  require(settings.frequency_sd >= 0 && settings.frequency_sd <= settings.frequency, "frequency_sd",
          settings.frequency_sd, "a number from 0 to the frequency");
  const double strongest = kStrongestStep * settings.rate;
  require(settings.damping > 0 && settings.damping <= strongest, "damping", settings.damping,
          fmt::format("a number above 0 and up to half the rate, {:g}", strongest));
  require(settings.coupling >= 0 && settings.coupling <= strongest, "coupling", settings.coupling,
          fmt::format("a number from 0 to half the rate, {:g}", strongest));
  if (!settings.coupling_factors.empty() && settings.coupling_factors.size() != settings.channels) {
    throw Error::argument("coupling_factors", fmt::format("{} numbers", settings.coupling_factors.size()),
                          fmt::format("one for each of the {} channels", settings.channels));
  }
  for (const double factor : settings.coupling_factors) {
    require(factor >= 0 && std::isfinite(factor), "coupling_factors", factor, "a number of at least 0");
  }
  require(settings.noise >= 0 && std::isfinite(settings.noise), "noise", settings.noise, "a number of at least 0");
  require(settings.sensor_noise >= 0 && std::isfinite(settings.sensor_noise), "sensor_noise", settings.sensor_noise,
          "a number of at least 0");
}

class Network {
 public:
  Network(const Oscillators& settings, Random& random) : settings_(settings), random_(random) {
    for (std::size_t channel = 0; channel < settings.channels; ++channel) {
      const double frequency =
          std::clamp(settings.frequency + settings.frequency_sd * random.normal(), 0.0, settings.rate / 2);
      const double half_angle = std::numbers::pi * frequency / settings.rate;
      const double scale = 1.0 / (1.0 + half_angle * half_angle);
      cosine_.push_back((1.0 - half_angle * half_angle) * scale);
      sine_.push_back(2.0 * half_angle * scale);
      const double factor = settings.coupling_factors.empty() ? 1.0 : settings.coupling_factors[channel];
      coupling_.push_back(std::min(kStrongestStep, settings.coupling * (1.0 / settings.rate) * factor));
      re_.push_back(random.normal());
      im_.push_back(random.normal());
    }
    noise_.resize(2 * settings.channels);
  }

  void step() {
    const double dt = 1.0 / settings_.rate;
    const double damping = settings_.damping * dt;
    const double noise = settings_.noise * std::sqrt(dt);
    const std::size_t channels = settings_.channels;
    std::generate(noise_.begin(), noise_.end(), [&] { return random_.normal(); });
    const double mean_re = mean(re_), mean_im = mean(im_);
    for (std::size_t c = 0; c < channels; ++c) {
      // Never below 0, so that even an extreme draw leaves the step stable.
      const double gain = std::max(0.0, 1.0 - damping * (1.0 + re_[c] * re_[c] + im_[c] * im_[c]));
      const double re = gain * re_[c] + coupling_[c] * mean_re + noise * noise_[c];
      const double im = gain * im_[c] + coupling_[c] * mean_im + noise * noise_[channels + c];
      re_[c] = cosine_[c] * re - sine_[c] * im;
      im_[c] = sine_[c] * re + cosine_[c] * im;
    }
  }

  double sample(std::size_t channel) const { return re_[channel]; }

 private:
  static double mean(const std::vector<double>& values) {
    double sum = 0.0;
    for (const double value : values) sum += value;
    return sum / static_cast<double>(values.size());
  }

  const Oscillators& settings_;
  Random& random_;
  std::vector<double> cosine_, sine_, coupling_, re_, im_, noise_;
};

}  // namespace

std::vector<std::vector<double>> oscillate(const Oscillators& settings, std::uint64_t seed, std::uint32_t group,
                                           std::uint32_t subject, const CancelFlag* cancel) {
  validate(settings);
  Random random(seed, {group, subject});
  Network network(settings, random);
  const auto warm_up = static_cast<std::size_t>(kWarmUpSeconds * settings.rate);
  for (std::size_t step = 0; step < warm_up; ++step) network.step();

  std::vector<std::vector<double>> channels(settings.channels, std::vector<double>(settings.samples));
  for (std::size_t sample = 0; sample < settings.samples; ++sample) {
    if (cancel != nullptr && sample % kStepsBetweenLooks == 0) cancel->check();
    network.step();
    for (std::size_t channel = 0; channel < settings.channels; ++channel) {
      channels[channel][sample] = network.sample(channel) + settings.sensor_noise * random.normal();
    }
  }
  return channels;
}

}  // namespace biotropy::simulate
