// SPDX-License-Identifier: Apache-2.0
#include "biotropy/live/state_stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "biotropy/error.hpp"
#include "biotropy/live/time_stamps_internal.hpp"
#include "biotropy/sicamm/features/features.hpp"
#include "biotropy/sicamm/model_digest.hpp"

namespace biotropy::live {

namespace {

constexpr double kGapSamples = 1.5;
constexpr std::size_t kVectorsOfNullSpace = 1000;  // before it is said what a model ignores of them
constexpr std::size_t kWindowsOfLikeness = 10;     // before it is said that a stream is unfamiliar
constexpr double kNoTime = std::numeric_limits<double>::quiet_NaN();
constexpr StampWords kClassifierStamps = {"the classifier starts anew", "the model has",
                                          "its classes and features are those of another rate"};

// The settings that a saved state depends on.
std::string description(const StateStreamSettings& settings) {
  const auto shown = [](const std::optional<double>& value) { return value ? fmt::format("{}", *value) : "preset"; };
  const auto& [lag, warm_up, rules] = settings.stream;
  const std::string gap = settings.uneven_stamps && !settings.gap ? "uneven" : shown(settings.gap);
  return fmt::format("lag {}, warm-up {}, beta {}, rate {}, gap {}, outliers {}", lag, warm_up, shown(rules.beta),
                     shown(settings.sampling_rate), gap, rules.outliers_count ? "counted" : "ignored");
}

void require_positive(const std::optional<double>& value, const char* name, const char* allowed) {
  if (value && !(*value > 0.0)) throw Error::argument(name, fmt::format("{}", *value), allowed);
}

}  // namespace

/// A sample that is no outlier, and so takes the usual time, with its features, and copies that it is pushed into.
struct StateStream::Prewarming {
  Prewarming(const sicamm::Classifier& classifier, const sicamm::StreamSettings& settings)
      : stream(classifier, settings) {}

  sicamm::Stream stream;
  std::optional<sicamm::FeatureStream> maker;
  std::vector<double> sample, features, scratch, made;
  bool odd = false;
};

StateStream::StateStream(std::shared_ptr<const sicamm::TrainedModel> model, const StateStreamSettings& settings,
                         Warn warn)
    : model_(std::move(model)),
      settings_(settings),
      warn_(std::move(warn)),
      stream_(model_->classifier, settings.stream),
      rate_(settings.sampling_rate ? settings.sampling_rate : model_->model.sampling_rate),
      gap_(settings.gap),
      ignored_(model_->model),
      channels_(sicamm::recorded_channels(model_->model)),
      features_(model_->model.channels.size()),
      times_(settings.stream.lag + 1) {
  require_positive(rate_, "rate", "a positive number");
  if (rate_ && std::isinf(*rate_)) throw Error::argument("rate", "inf", "a positive number");
  require_positive(gap_, "gap", "a positive number of seconds");
  if (rate_) sicamm::require_sampling_rate(model_->model, "the stream", *rate_);
  if (!gap_ && rate_ && settings.uneven_stamps) uneven_.emplace(*rate_);
  if (!gap_ && rate_) gap_ = kGapSamples / *rate_;
  begin_likeness_check();
  const sicamm::FeatureRecipe recipe = sicamm::recipe_of(model_->model.notes);
  if (settings.prewarms) prewarming_ = std::make_unique<Prewarming>(model_->classifier, settings.stream);
  if (!recipe.any()) return;
  if (!rate_) throw Error::argument("rate", "unknown", "a number of Hz, because the features have bands in Hz");
  maker_.emplace(recipe, *rate_, channels_.size());
  if (prewarming_) prewarming_->maker.emplace(recipe, *rate_, channels_.size());
  samples_per_state_ = sicamm::hop_samples(recipe, *rate_);
}

StateStream::~StateStream() = default;

std::optional<double> StateStream::state_rate() const {
  if (!rate_) return std::nullopt;
  return *rate_ / static_cast<double>(samples_per_state_);
}

// Also where time runs backwards. False where one of the times is not known.
bool StateStream::follows_gap(double time) {
  if (uneven_) return uneven_->follows_gap(time);
  return gap_ && (time - last_time_ > *gap_ || time < last_time_);
}

void StateStream::push(std::span<const double> samples, std::span<const double> times, States& states) {
  const std::size_t channels = channels_.size(), count = samples.size() / channels;
  const auto refuse = [](const std::string& fault) { throw Error(ErrorCode::invalid_data, fault); };
  if (samples.size() % channels != 0) {
    refuse(fmt::format("{} numbers are no whole samples of {} channels", samples.size(), channels));
  }
  if (!times.empty() && times.size() != count) refuse(fmt::format("{} times for {} samples", times.size(), count));
  require_gap(gap_, times);
  const auto infinite = std::find_if(times.begin(), times.end(), [](double time) { return std::isinf(time); });
  if (infinite != times.end()) refuse(fmt::format("sample {}: its time is infinite", infinite - times.begin() + 1));
  for (std::size_t i = 0; i < count; ++i) {
    push_one(samples.subspan(i * channels, channels), times.empty() ? kNoTime : times[i], states);
  }
}

void StateStream::push_one(std::span<const double> sample, double time, States& states) {
  if (uneven_ && after_gap_) uneven_->restart();
  const bool gap = follows_gap(time) || after_gap_;
  // Uneven stamps may overlap; the times of states do not.
  if (uneven_ && !gap && time < last_time_) time = last_time_;
  if (!after_gap_) stamps_.add(time - last_time_, gap);
  if (gap) finish(states);
  after_gap_ = false;
  const double stamp = std::isnan(time) ? static_cast<double>(position_) / rate_.value_or(1.0) : time;
  last_time_ = known_time(time, last_time_, rate_);
  ++position_;
  warn_of_stamps();
  if (maker_ && !maker_->step(sample, features_)) return;
  any_vector_ = true;
  warn_of_null_space(maker_ ? features_ : sample);
  warn_of_likeness(maker_ ? features_ : sample);
  times_[stream_.count() % times_.size()] = stamp;
  const sicamm::Update update = stream_.step(maker_ ? features_ : sample);
  const std::size_t lag = times_.size() - 1;
  if (update.lag == lag) states.append(times_[(stream_.count() - 1 - lag) % times_.size()], update);
  if (prewarming_) keep_usual(sample);
}

void StateStream::warn_of_stamps() {
  if (warned_of_stamps_ || !rate_ || !warn_) return;
  const auto fault = stamps_.fault(*rate_, settings_.gap_name, kClassifierStamps);
  if (fault) warn_(*fault);
  warned_of_stamps_ = fault.has_value();
}

void StateStream::warn_of_null_space(std::span<const double> vector) {
  if (!warn_ || ignored_.count() == kVectorsOfNullSpace) return;
  ignored_.add(vector);
  if (ignored_.count() != kVectorsOfNullSpace) return;
  if (const auto fault = ignored_.fault()) warn_(*fault);
}

void StateStream::begin_likeness_check() {
  likeness_.reset();
  if (!warn_) return;
  const auto known = sicamm::familiarity_of(model_->model);
  if (known) likeness_.emplace(*known, model_->classifier.densities());
}

// One look alone: with each further one a familiar stream would have another chance of a false alarm.
void StateStream::warn_of_likeness(std::span<const double> vector) {
  if (!likeness_) return;
  likeness_->meter.add(vector);
  if (likeness_->meter.windows() < kWindowsOfLikeness) return;
  if (const auto fault = sicamm::familiarity_fault(likeness_->known, likeness_->meter.value())) warn_(*fault);
  likeness_.reset();
}

void StateStream::mark_gap(std::uint64_t lost) {
  after_gap_ = true;
  position_ += lost;
}

void StateStream::finish(States& states) {
  for (std::size_t back = std::min(times_.size() - 1, stream_.held()); back-- > 0;) {
    states.append(times_[(stream_.count() - 1 - back) % times_.size()], stream_.known(back));
  }
  stream_.reset(any_vector_);  // the first vector of all follows nothing, as in a whole recording
  if (maker_) maker_->reset();
}

void StateStream::reset() {
  stream_.reset();
  if (maker_) maker_->reset();
  if (uneven_) uneven_.emplace(*rate_);
  stamps_ = {};
  ignored_ = sicamm::NullSpaceShare(model_->model);
  begin_likeness_check();
  position_ = 0;
  any_vector_ = after_gap_ = warned_of_stamps_ = false;
  last_time_ = kNoTime;
}

void StateStream::keep_usual(std::span<const double> sample) {
  if ((stream_.known(0).flags & (sicamm::kMissing | sicamm::kOutlier)) != 0) return;
  prewarming_->sample.assign(sample.begin(), sample.end());
  prewarming_->scratch.resize(sample.size());
  prewarming_->made.resize(features_.size());
  if (maker_) prewarming_->features = features_;
}

void StateStream::prewarm() {
  if (!prewarming_ || prewarming_->sample.empty()) return;
  if (prewarming_->maker) {
    // Samples that are all equal would have no features.
    const double factor = std::exchange(prewarming_->odd, !prewarming_->odd) ? 0.5 : 1.0;
    std::transform(prewarming_->sample.begin(), prewarming_->sample.end(), prewarming_->scratch.begin(),
                   [&](double value) { return factor * value; });
    prewarming_->maker->step(prewarming_->scratch, prewarming_->made);
  }
  prewarming_->stream.step(prewarming_->maker ? prewarming_->features : prewarming_->sample);
}

// It takes as long as reading the model, so it is computed once.
const std::string& StateStream::model_digest() const {
  if (model_digest_.empty()) model_digest_ = sicamm::digest(model_->model);
  return model_digest_;
}

SavedState StateStream::saved(const std::string& source, const WrittenLines& written) const {
  return {{model_digest(), source, description(settings_)}, numbers(), written};
}

void StateStream::save(const std::filesystem::path& path, const std::string& source) const {
  save_state(saved(source), path);
}

std::optional<WrittenLines> StateStream::resume(const std::filesystem::path& path, const std::string& source) {
  // The digest is made here rather than between samples, when the first state is saved.
  const StateOrigin origin = {model_digest(), source, description(settings_)};
  if (!state_exists(path)) return std::nullopt;
  const SavedState state = load_state(path, origin);
  try {
    restore(state.numbers);
  } catch (const Error& error) {
    throw Error(error.code(), fmt::format("{}: {}", path.string(), error.what()));
  }
  return state.written;
}

std::vector<double> StateStream::numbers() const {
  const double marks = (any_vector_ ? 1.0 : 0.0) + (after_gap_ ? 2.0 : 0.0);
  std::vector<double> numbers = {static_cast<double>(position_), last_time_, marks};
  if (uneven_) {
    const auto of_stamps = uneven_->state();
    numbers.insert(numbers.end(), of_stamps.begin(), of_stamps.end());
  }
  numbers.insert(numbers.end(), times_.begin(), times_.end());
  const std::vector<double> of_maker = maker_ ? maker_->state() : std::vector<double>();
  numbers.insert(numbers.end(), of_maker.begin(), of_maker.end());
  const std::vector<double> of_stream = stream_.state();
  numbers.insert(numbers.end(), of_stream.begin(), of_stream.end());
  return numbers;
}

void StateStream::restore(std::span<const double> numbers) {
  constexpr double most_positions = 9007199254740992.0;  // 2^53
  constexpr std::size_t of_all = 3, of_stamps = 3;
  const std::size_t first_time = of_all + (uneven_ ? of_stamps : 0);
  const std::size_t of_maker = maker_ ? maker_->state().size() : 0, before = first_time + times_.size() + of_maker;
  const auto whole = [](double value, double most) {
    return value >= 0.0 && value <= most && value == std::floor(value);
  };
  if (numbers.size() < before || !whole(numbers[0], most_positions) || !whole(numbers[2], 3.0)) {
    throw Error(ErrorCode::invalid_data, fmt::format("{} numbers that are no state of this stream", numbers.size()));
  }
  if (maker_) maker_->restore(numbers.subspan(first_time + times_.size(), of_maker));
  stream_.restore(numbers.subspan(before));
  position_ = static_cast<std::uint64_t>(numbers[0]);
  last_time_ = numbers[1];
  const auto marks = static_cast<int>(numbers[2]);
  any_vector_ = (marks & 1) != 0;
  after_gap_ = (marks & 2) != 0;
  if (uneven_) uneven_->restore(numbers.subspan<of_all, of_stamps>());
  std::copy_n(numbers.begin() + static_cast<std::ptrdiff_t>(first_time), times_.size(), times_.begin());
}

}  // namespace biotropy::live
