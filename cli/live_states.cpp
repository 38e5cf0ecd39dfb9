// SPDX-License-Identifier: Apache-2.0
#include "cli/live_states.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "biotropy/error.hpp"
#include "biotropy/sicamm/features.hpp"
#include "cli/states_commands.hpp"

namespace biotropy::cli {

namespace {

constexpr double kNoTime = std::numeric_limits<double>::quiet_NaN();
constexpr double kGapSamples = 1.5;

}  // namespace

LiveStates::LiveStates(const LiveSettings& settings, const sicamm::Model& model, Receiver receiver,
                       const Execution& execution)
    : classifier_(model, sicamm::DensityMode::table, execution),
      stream_(classifier_, settings.stream),
      rate_(settings.rate ? settings.rate : rate_of(model)),
      gap_(settings.gap),
      receiver_(std::move(receiver)),
      features_(model.channels.size()),
      times_(settings.stream.lag + 1),
      last_time_(kNoTime) {
  if (rate_ && !(*rate_ > 0.0 && std::isfinite(*rate_))) {
    throw Error::argument("rate", fmt::format("{}", *rate_), "a positive number");
  }
  if (gap_ && !(*gap_ > 0.0)) throw Error::argument("gap", fmt::format("{}", *gap_), "a positive number of seconds");
  if (settings.rate) require_rate_of(model, "the stream", *settings.rate);
  if (!gap_ && rate_) gap_ = kGapSamples / *rate_;
  const sicamm::FeatureRecipe recipe = sicamm::recipe_of(model.notes);
  if (settings.rehearses) rehearsal_ = std::make_unique<Rehearsal>(classifier_, settings.stream);
  if (!recipe.slow_waves) return;
  if (!rate_) throw Error::argument("rate", "unknown", "'--rate', because the features have bands in Hz");
  waves_.emplace(*recipe.slow_waves, *rate_, model.channels.size());
  if (rehearsal_) rehearsal_->waves.emplace(*recipe.slow_waves, *rate_, model.channels.size());
}

// Also where time runs backwards. False where one of the times is not known.
bool LiveStates::follows_gap(double time) const {
  return gap_ && (time - last_time_ > *gap_ || time < last_time_);
}

void LiveStates::step(std::span<const double> sample, std::uint64_t position, double time, bool after_gap) {
  const bool gap = position_ > 0 && (after_gap || follows_gap(time));
  if (position_ > 0 && !after_gap) stamps_.add(time - last_time_, gap);
  if (gap) {
    finish();
    stream_.reset(any_vector_);  // the first vector of all follows nothing, as in a whole recording
    if (waves_) waves_->reset();
  }
  const double stamp = std::isnan(time) ? static_cast<double>(position) / rate_.value_or(1.0) : time;
  last_time_ = time;
  position_ = position + 1;
  if (waves_ && !waves_->step(sample, features_)) return;
  any_vector_ = true;
  times_[stream_.count() % times_.size()] = stamp;
  const sicamm::Update update = stream_.step(waves_ ? features_ : sample);
  const std::size_t lag = times_.size() - 1;
  if (update.lag == lag) receiver_(times_[(stream_.count() - 1 - lag) % times_.size()], update);
  if (rehearsal_) keep_usual(sample);
}

void LiveStates::keep_usual(std::span<const double> sample) {
  if ((stream_.known(0).flags & (sicamm::kMissing | sicamm::kOutlier)) != 0) return;
  rehearsal_->sample.assign(sample.begin(), sample.end());
  rehearsal_->scratch.resize(sample.size());
  if (waves_) rehearsal_->features = features_;
}

void LiveStates::rehearse() {
  if (!rehearsal_ || rehearsal_->sample.empty()) return;
  if (rehearsal_->waves) {
    // Samples that are all equal would have no features.
    const double factor = std::exchange(rehearsal_->odd, !rehearsal_->odd) ? 0.5 : 1.0;
    std::transform(rehearsal_->sample.begin(), rehearsal_->sample.end(), rehearsal_->scratch.begin(),
                   [&](double value) { return factor * value; });
    rehearsal_->waves->step(rehearsal_->scratch, rehearsal_->scratch);
  }
  rehearsal_->stream.step(rehearsal_->waves ? rehearsal_->features : rehearsal_->sample);
}

std::optional<std::string> LiveStates::stamp_fault() const {
  return rate_ ? stamps_.fault(*rate_) : std::nullopt;
}

void LiveStates::finish() {
  for (std::size_t back = std::min(times_.size() - 1, stream_.held()); back-- > 0;) {
    receiver_(times_[(stream_.count() - 1 - back) % times_.size()], stream_.known(back));
  }
}

std::vector<double> LiveStates::state() const {
  std::vector<double> state = {static_cast<double>(position_), last_time_, any_vector_ ? 1.0 : 0.0};
  state.insert(state.end(), times_.begin(), times_.end());
  const std::vector<double> of_waves = waves_ ? waves_->state() : std::vector<double>();
  state.insert(state.end(), of_waves.begin(), of_waves.end());
  const std::vector<double> of_stream = stream_.state();
  state.insert(state.end(), of_stream.begin(), of_stream.end());
  return state;
}

void LiveStates::restore(std::span<const double> state) {
  constexpr double most_positions = 9007199254740992.0;  // 2^53
  constexpr std::size_t first_time = 3;
  const std::size_t of_waves = waves_ ? waves_->state().size() : 0, before = first_time + times_.size() + of_waves;
  if (state.size() < before || !(state[0] >= 0.0 && state[0] <= most_positions && state[0] == std::floor(state[0]))) {
    throw Error(ErrorCode::invalid_data, fmt::format("{} numbers that are no state of this stream", state.size()));
  }
  if (waves_) waves_->restore(state.subspan(first_time + times_.size(), of_waves));
  stream_.restore(state.subspan(before));
  position_ = static_cast<std::uint64_t>(state[0]);
  last_time_ = state[1];
  any_vector_ = state[2] == 1.0;
  std::copy_n(state.begin() + first_time, times_.size(), times_.begin());
}

}  // namespace biotropy::cli
