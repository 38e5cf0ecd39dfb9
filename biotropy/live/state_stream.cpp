// SPDX-License-Identifier: Apache-2.0
#include "biotropy/live/state_stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "biotropy/error.hpp"
#include "biotropy/files/input.hpp"
#include "biotropy/sicamm/features/features.hpp"
#include "biotropy/sicamm/model_file.hpp"

namespace biotropy::live {

namespace {

constexpr std::size_t kVectorsOfNullSpace = 1000;  // before a notice of what a model ignores of them
constexpr std::size_t kMissingInTurn = 10;         // before a notice that vectors are missing
constexpr std::size_t kWindowsOfLikeness = 10;     // before a notice that a stream is unfamiliar
constexpr StampWords kClassifierStamps = {"the classifier starts anew", "the model has",
                                          "its classes and features are those of another rate"};

// The settings that a saved state depends on.
std::string description(const StateStreamSettings& settings) {
  const auto shown = [](const std::optional<double>& value) { return value ? fmt::format("{}", *value) : "preset"; };
  const auto& [lag, warm_up, rules] = settings.stream;
  const std::string gap = settings.uneven_stamps && !settings.gap ? "uneven" : shown(settings.gap);
  return fmt::format("lag {}, warm-up {}, beta {}, rate {}, gap {}, outliers {}", lag, warm_up, shown(rules.beta),
                     shown(settings.sampling_rate), gap, rules.ignore_outliers ? "ignored" : "counted");
}

ClockSettings clock_of(const StateStreamSettings& settings, const sicamm::Model& model) {
  ClockSettings clock = settings;
  if (!clock.sampling_rate) clock.sampling_rate = model.sampling_rate;
  return clock;
}

}  // namespace

std::span<const OptionRow<StateStreamSettings>> state_stream_options() {
  using S = StateStreamSettings;
  static const std::vector<OptionRow<S>> rows{
      option_row<S>("lag", [](auto& s) -> auto& { return s.stream.lag; },
                    {"N", "samples", "an integer of at least 0", "Wait for so many later samples; 0: none"}),
      option_row<S>(
          "warm_up", [](auto& s) -> auto& { return s.stream.warm_up; },
          {"N", "vectors", "an integer of at least 0", "Vectors after the start, and after a gap, that are flagged"}),
      option_row<S>("beta", [](auto& s) -> auto& { return s.stream.rules.beta; },
                    {"B", "", "a number above 0 and at most 1", "Power of the densities, instead of the model's"}),
      option_row<S>("ignore_outliers", [](auto& s) -> auto& { return s.stream.rules.ignore_outliers; },
                    {"", "", "", "Outliers are flagged, and count for no class"}),
      option_row<S>("rate", &S::sampling_rate, {"HZ", "Hz", "a number above 0", "Samples per second"}),
      option_row<S>("gap", &S::gap,
                    {"S", "s", "a number of seconds above 0",
                     "Seconds between time stamps above which samples are missing; otherwise 1.5 samples"}),
  };
  return rows;
}

/// A sample that is not an outlier, and so takes the usual time, with its features, and copies that it is pushed into.
struct StateStream::Prewarming {
  Prewarming(const sicamm::Classifier& classifier, const sicamm::StreamSettings& settings)
      : stream(classifier, settings) {}

  sicamm::Stream stream;
  std::optional<sicamm::FeatureStream> maker;
  std::vector<double> sample, features, scratch, made;
  bool odd = false;
};

StateStream::StateStream(std::shared_ptr<const sicamm::TrainedModel> model, const StateStreamSettings& settings,
                         Notify notify)
    : model_(std::move(model)),
      settings_(settings),
      notify_(std::move(notify)),
      stream_(model_->classifier, settings.stream),
      clock_(clock_of(settings, model_->model), kClassifierStamps),
      ignored_(model_->model),
      missing_(model_->model),
      channels_(sicamm::recorded_channels(model_->model)),
      features_(model_->model.channels.size()),
      times_(settings.stream.lag + 1) {
  const std::optional<double> rate = sampling_rate();
  if (rate) sicamm::require_sampling_rate(model_->model, "the stream", *rate);
  begin_likeness_check();
  const sicamm::FeatureRecipe recipe = sicamm::recipe_of(model_->model.notes);
  if (settings.prewarms) prewarming_ = std::make_unique<Prewarming>(model_->classifier, settings.stream);
  if (!recipe.any()) return;
  if (!rate) throw Error::argument("rate", "unknown", "a number of Hz, because the features have bands in Hz");
  maker_.emplace(recipe, *rate, channels_.size());
  if (prewarming_) prewarming_->maker.emplace(recipe, *rate, channels_.size());
  samples_per_state_ = sicamm::hop_samples(recipe, *rate);
}

StateStream::~StateStream() = default;

std::optional<double> StateStream::state_rate() const {
  if (!sampling_rate()) return std::nullopt;
  return *sampling_rate() / static_cast<double>(samples_per_state_);
}

void StateStream::push(std::span<const double> samples, std::span<const double> times, States& states) {
  const std::size_t channels = channels_.size();
  const std::size_t count = clock_.require_samples(samples.size(), channels, times);
  for (std::size_t i = 0; i < count; ++i) {
    const StreamClock::Tick tick = clock_.next(times.empty() ? std::numeric_limits<double>::quiet_NaN() : times[i]);
    push_one(samples.subspan(i * channels, channels), tick, states);
  }
}

void StateStream::push_one(std::span<const double> sample, StreamClock::Tick tick, States& states) {
  if (tick.follows_gap) finish(states);
  const auto notice = clock_.take_notice();
  if (notice && notify_) notify_(*notice);
  if (maker_ && !maker_->step(sample, features_)) return;
  any_vector_ = true;
  warn_of_missing(maker_ ? features_ : sample);
  warn_of_null_space(maker_ ? features_ : sample);
  warn_of_likeness(maker_ ? features_ : sample);
  times_[stream_.count() % times_.size()] = tick.time;
  const sicamm::Update update = stream_.step(maker_ ? features_ : sample);
  const std::size_t lag = times_.size() - 1;
  if (update.lag == lag) states.append(times_[(stream_.count() - 1 - lag) % times_.size()], update);
  if (prewarming_) keep_usual(sample);
}

void StateStream::warn_of_null_space(std::span<const double> vector) {
  if (!notify_ || ignored_.count() == kVectorsOfNullSpace) return;
  ignored_.add(vector);
  if (ignored_.count() != kVectorsOfNullSpace) return;
  if (const auto fault = ignored_.fault()) notify_(*fault);
}

// Once: an electrode that is off would have it said for ever.
void StateStream::warn_of_missing(std::span<const double> vector) {
  missing_.add(vector);
  if (!notify_ || said_missing_ || missing_.run() < kMissingInTurn) return;
  said_missing_ = true;
  notify_(*missing_.fault());
}

void StateStream::begin_likeness_check() {
  likeness_.reset();
  if (!notify_) return;
  const auto known = sicamm::familiarity_of(model_->model);
  if (known) likeness_.emplace(*known, model_->classifier.densities());
}

// One look alone: with each further one a familiar stream would have another chance of a false alarm.
void StateStream::warn_of_likeness(std::span<const double> vector) {
  if (!likeness_) return;
  likeness_->meter.add(vector);
  if (likeness_->meter.windows() < kWindowsOfLikeness) return;
  if (const auto fault = sicamm::familiarity_fault(likeness_->known, likeness_->meter.value())) notify_(*fault);
  likeness_.reset();
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
  clock_.reset();
  ignored_ = sicamm::NullSpaceShare(model_->model);
  missing_ = sicamm::MissingVectors(model_->model);
  said_missing_ = false;
  begin_likeness_check();
  any_vector_ = false;
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
  return {StateOrigin{model_digest(), source, description(settings_)}, numbers(), written};
}

void StateStream::save(const std::filesystem::path& path, const std::string& source) const {
  save_state(saved(source), path);
}

std::optional<WrittenLines> StateStream::resume(const std::filesystem::path& path, const std::string& source) {
  // The digest is made here rather than between samples, when the first state is saved.
  const StateOrigin origin = {model_digest(), source, description(settings_)};
  if (!std::filesystem::exists(files::known_status(path))) return std::nullopt;
  const SavedState state = load_state(path, origin);
  try {
    restore(state.numbers);
  } catch (const Error& error) {
    throw Error(error.code(), fmt::format("{}: {}", path.string(), error.what()));
  }
  return state.written;
}

std::vector<double> StateStream::numbers() const {
  std::vector<double> numbers = clock_.state();
  const auto append = [&](const std::vector<double>& more) { numbers.insert(numbers.end(), more.begin(), more.end()); };
  append({any_vector_ ? 1.0 : 0.0});
  append(times_);
  if (maker_) append(maker_->state());
  append(stream_.state());
  return numbers;
}

void StateStream::restore(std::span<const double> numbers) {
  const std::size_t of_clock = clock_.state().size(), of_maker = maker_ ? maker_->state().size() : 0;
  const std::size_t first_time = of_clock + 1, first_of_maker = first_time + times_.size();
  const std::size_t before = first_of_maker + of_maker;
  if (numbers.size() < before || (numbers[of_clock] != 0.0 && numbers[of_clock] != 1.0)) {
    throw Error(ErrorCode::invalid_data, fmt::format("{} numbers that are no state of this stream", numbers.size()));
  }
  clock_.restore(numbers.first(of_clock));
  any_vector_ = numbers[of_clock] == 1.0;
  std::copy_n(numbers.begin() + static_cast<std::ptrdiff_t>(first_time), times_.size(), times_.begin());
  if (maker_) maker_->restore(numbers.subspan(first_of_maker, of_maker));
  stream_.restore(numbers.subspan(before));
}

}  // namespace biotropy::live
