// SPDX-License-Identifier: Apache-2.0
#include "biotropy/simulate/signals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "biotropy/error.hpp"
#include "biotropy/random_internal.hpp"

namespace biotropy::simulate {
namespace {

constexpr double kNone = 0.0;

constexpr std::array<SignalDescription, 8> kKinds = {{
    {SignalKind::gaussian, "gaussian", "white Gaussian noise, mean 0, SD 1", "", kNone, kNone, kNone},
    {SignalKind::uniform, "uniform", "white noise in [0, 1)", "", kNone, kNone, kNone},
    {SignalKind::sine, "sine", "a sine of amplitude 1", "samples per cycle", 100.0, 2.0, 1e9},
    {SignalKind::logistic, "logistic", "the logistic map x' = a x (1 - x)", "a", 4.0, 0.0, 4.0},
    {SignalKind::mix, "mix", "MIX(p): a sine whose samples are noise with probability p", "p", 0.4, 0.0, 1.0},
    {SignalKind::pink, "pink", "1/f noise, SD about 1", "", kNone, kNone, kNone},
    {SignalKind::ar1, "ar1", "x' = phi x + Gaussian noise, SD 1", "phi", 0.9, -0.999999, 0.999999},
    {SignalKind::rr, "rr", "intervals between heartbeats in s, in steps of a clock", "steps per second", 128.0, 1.0,
     1e9},
}};

using Series = std::vector<double>;

/// Steps before the first sample, so that the initial value has no effect.
constexpr int kLogisticWarmUp = 1000;

/// A sum of first-order processes with equal powers and rates that halve from one to the next: their spectra add up to
/// 1/f between the fastest and the slowest rate.
class PinkNoise {
 public:
  PinkNoise(Random& random, std::size_t samples) : random_(random) {
    constexpr std::size_t kLeast = 4;
    double rate = 1.0;
    for (std::size_t span = 1; span < samples || parts_.size() < kLeast; span *= 2) {
      const double memory = 1.0 - rate;
      parts_.push_back({memory, std::sqrt(1.0 - memory * memory), random_.normal()});
      rate /= 2;
    }
    scale_ = 1.0 / std::sqrt(static_cast<double>(parts_.size()));
  }

  double next() {
    double sum = 0.0;
    for (Part& part : parts_) {
      part.value = part.memory * part.value + part.innovation * random_.normal();
      sum += part.value;
    }
    return sum * scale_;
  }

 private:
  struct Part {
    double memory, innovation, value;
  };
  Random& random_;
  std::vector<Part> parts_;
  double scale_ = 1.0;
};

void sine(double samples_per_cycle, Series& series) {
  for (std::size_t i = 0; i < series.size(); ++i) {
    // Reduced first, so that equal phases give equal samples at any time.
    const double phase = std::fmod(static_cast<double>(i), samples_per_cycle) / samples_per_cycle;
    series[i] = std::sin(2.0 * std::numbers::pi * phase);
  }
}

void logistic(double a, Random& random, Series& series) {
  double x = 0.1 + 0.8 * random.uniform();
  for (int step = 0; step < kLogisticWarmUp; ++step) x = a * x * (1.0 - x);
  for (double& sample : series) {
    x = a * x * (1.0 - x);
    sample = x;
  }
}

/// Both parts have mean 0 and variance 1.
void mix(double p, Random& random, Series& series) {
  constexpr double kSamplesPerCycle = 12.0;
  sine(kSamplesPerCycle, series);
  for (double& sample : series) {
    const double noise = std::numbers::sqrt3 * (2.0 * random.uniform() - 1.0);
    const bool is_noise = random.uniform() < p;
    sample = is_noise ? noise : std::numbers::sqrt2 * sample;
  }
}

void ar1(double phi, Random& random, Series& series) {
  const double innovation = std::sqrt(1.0 - phi * phi);
  double x = random.normal();
  for (double& sample : series) {
    sample = x;
    x = phi * x + innovation * random.normal();
  }
}

void rr_intervals(double steps_per_second, Random& random, Series& series) {
  constexpr double kMean = 0.8, kWandering = 0.05, kBreathing = 0.02, kJitter = 0.005;  // s
  constexpr double kBeatsPerBreath = 5.0, kShortest = 0.3;
  PinkNoise wandering(random, series.size());
  sine(kBeatsPerBreath, series);
  for (double& sample : series) {
    const double interval = kMean + kWandering * wandering.next() + kBreathing * sample + kJitter * random.normal();
    sample = std::round(std::max(interval, kShortest) * steps_per_second) / steps_per_second;
  }
}

double checked_parameter(const SignalDescription& kind, const SignalSettings& settings) {
  if (settings.samples == 0) throw Error::argument("samples", "0", "an integer of at least 1");
  if (!settings.parameter) return kind.preset;
  const double value = *settings.parameter;
  if (kind.parameter.empty()) {
    throw Error::argument("parameter", fmt::format("{}", value),
                          fmt::format("none (the kind {} has no parameter)", kind.name));
  }
  if (!(value >= kind.lowest && value <= kind.highest)) {
    throw Error::argument(std::string(kind.parameter), fmt::format("{}", value),
                          fmt::format("a number from {} to {}", kind.lowest, kind.highest));
  }
  return value;
}

}  // namespace

std::span<const SignalDescription> signal_kinds() {
  return kKinds;
}

std::span<const OptionRow<SignalSettings>> signal_options() {
  using S = SignalSettings;
  static const std::vector<OptionRow<S>> rows{
      option_row<S>("samples", &S::samples, {"N", "", "an integer of at least 1", "Number of samples"}),
      option_row<S>("parameter", &S::parameter, {"P", "", "a number that the kind allows", "Parameter of the kind"}),
      option_row<S>("seed", &S::seed, {"N", "", "an integer of at least 0", "Another seed, another series"}),
  };
  return rows;
}

const SignalDescription& signal_kind(std::string_view name) {
  const auto found = std::find_if(kKinds.begin(), kKinds.end(), [&](const auto& kind) { return kind.name == name; });
  if (found != kKinds.end()) return *found;
  std::string names;
  for (const auto& kind : kKinds) names += fmt::format("{}{}", names.empty() ? "" : ", ", kind.name);
  throw Error::argument("kind", std::string(name), "one of " + names);
}

std::vector<double> signal(const SignalSettings& settings) {
  const SignalDescription& kind = kKinds[static_cast<std::size_t>(settings.kind)];
  const double parameter = checked_parameter(kind, settings);
  Random random(settings.seed, {});
  Series series(settings.samples);
  switch (settings.kind) {
    case SignalKind::gaussian:
      std::generate(series.begin(), series.end(), [&] { return random.normal(); });
      break;
    case SignalKind::uniform:
      std::generate(series.begin(), series.end(), [&] { return random.uniform(); });
      break;
    case SignalKind::sine:
      sine(parameter, series);
      break;
    case SignalKind::logistic:
      logistic(parameter, random, series);
      break;
    case SignalKind::mix:
      mix(parameter, random, series);
      break;
    case SignalKind::pink: {
      PinkNoise noise(random, series.size());
      std::generate(series.begin(), series.end(), [&] { return noise.next(); });
      break;
    }
    case SignalKind::ar1:
      ar1(parameter, random, series);
      break;
    case SignalKind::rr:
      rr_intervals(parameter, random, series);
      break;
  }
  return series;
}

}  // namespace biotropy::simulate
