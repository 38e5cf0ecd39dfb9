// SPDX-License-Identifier: Apache-2.0
#include "biotropy/live/entropy_stream.hpp"

#include <array>
#include <charconv>
#include <limits>

#include "biotropy/entropy/tolerance_warning.hpp"
#include "biotropy/entropy/words.hpp"
#include "biotropy/error.hpp"
#include "biotropy/option.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::live {

namespace {

constexpr StampWords kWindowStamps = {"windows begin anew", "the rate is",
                                      "windows and gaps are those of another rate"};

std::vector<match::Pair> pairs_of(std::size_t channels, entropy::Measure measure) {
  const bool cross = entropy::is_cross(measure);
  if (channels < (cross ? 2U : 1U)) {
    throw Error::argument("channels", std::to_string(channels),
                          cross ? "at least 2 for a cross measure" : "at least 1");
  }
  std::vector<match::Pair> pairs;
  for (std::uint32_t x = 0; x < channels; ++x) {
    for (std::uint32_t y = 0; y < channels; ++y) {
      const bool wanted = !cross ? x == y : entropy::row_of(measure).symmetric ? x < y : x != y;
      if (wanted) pairs.push_back({x, y});
    }
  }
  return pairs;
}

}  // namespace

std::vector<std::string> channel_labels(const std::string& channels) {
  std::size_t count = 0;
  const char* const end = channels.data() + channels.size();
  const auto [stop, error] = std::from_chars(channels.data(), end, count);
  if (channels.empty()) return {"1"};
  std::vector<std::string> labels;
  if (error == std::errc() && stop == end) {
    constexpr std::size_t most = 100'000;
    if (count == 0 || count > most) throw Error::argument("channels", channels, "1 to 100000, or labels");
    for (std::size_t i = 1; i <= count; ++i) labels.push_back(std::to_string(i));
    return labels;
  }
  labels = split(channels, ',');
  if (series::distinct(labels) != labels) throw Error::argument("channels", channels, "different labels");
  return labels;
}

EntropyStream::EntropyStream(std::size_t channels, const EntropyStreamSettings& settings)
    : channels_(channels),
      window_(settings.window),
      step_(settings.step),
      parameters_(settings.parameters),
      pairs_(pairs_of(channels, settings.measure)),
      clock_(settings, kWindowStamps) {
  if (step_ == 0) throw Error::argument("step", "0", "at least 1 sample");
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    sliding_.emplace_back(settings.measure, settings.window, settings.parameters);
  }
  times_.resize(settings.window);
}

void EntropyStream::push(std::span<const double> samples, std::span<const double> times,
                         std::vector<EntropyWindow>& windows) {
  const std::size_t count = clock_.require_samples(samples.size(), channels_, times);
  for (std::size_t i = 0; i < count; ++i) {
    const StreamClock::Tick tick = clock_.next(times.empty() ? std::numeric_limits<double>::quiet_NaN() : times[i]);
    push_one(samples.subspan(i * channels_, channels_), tick, windows);
  }
}

void EntropyStream::look_at_tolerance() {
  if (std::exchange(looked_at_tolerance_, true)) return;
  std::vector<series::Samples> of_channels(channels_);
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    of_channels[pairs_[i].x] = sliding_[i].samples(0);
    of_channels[pairs_[i].y] = sliding_[i].samples(sliding_[i].series() - 1);
  }
  of_tolerance_ = entropy::tolerance_notice(of_channels, sliding_.front().measure(), parameters_, units_);
}

std::optional<Notice> EntropyStream::take_notice() {
  if (auto of_clock = clock_.take_notice()) return of_clock;
  return std::exchange(of_tolerance_, std::nullopt);
}

void EntropyStream::restart() {
  for (entropy::SlidingEntropy& one : sliding_) one.clear();
  since_gap_ = 0;
}

void EntropyStream::push_one(std::span<const double> sample, StreamClock::Tick tick,
                             std::vector<EntropyWindow>& windows) {
  if (tick.follows_gap) restart();
  times_[since_gap_ % times_.size()] = tick.time;
  ++since_gap_;
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    const std::array<double, 2> both{sample[pairs_[i].x], sample[pairs_[i].y]};
    sliding_[i].push(std::span(both).first(sliding_[i].series()));
  }
  if (since_gap_ < window_ || (since_gap_ - window_) % step_ != 0) return;
  look_at_tolerance();
  EntropyWindow& window = windows.emplace_back();
  window.onset = times_[since_gap_ % times_.size()];
  for (entropy::SlidingEntropy& one : sliding_) window.values.push_back(one.value());
}

}  // namespace biotropy::live
