// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/familiarity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "biotropy/error.hpp"

namespace biotropy::sicamm {

namespace {

constexpr const char *kWindow = "familiar window", *kUnits = "familiar units", *kMean = "familiar mean",
                     *kSd = "familiar SD", *kParts = "familiar parts", *kDivergence = "familiar root",
                     *kDivergenceSd = "familiar root SD";
constexpr std::size_t kWindowsOfQuartiles = 4;  // in a window of a level
constexpr std::size_t kLeastUnits = 5, kMostWindows = 100;
constexpr std::size_t kShortestWindow = 20, kLongestWindow = 1000;

// The middle of the values, which are reordered.
double median_of(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

using Parts = std::vector<const HeldOut*>;

// Parts of each recording in the order of time.
std::map<std::size_t, Parts> by_recording(const std::vector<HeldOut>& parts) {
  std::map<std::size_t, Parts> result;
  for (const HeldOut& one : parts) result[one.recording].push_back(&one);
  for (auto& [recording, of] : result) {
    std::stable_sort(of.begin(), of.end(), [](const HeldOut* a, const HeldOut* b) { return a->begin < b->begin; });
  }
  return result;
}

std::size_t labelled_in(const Parts& parts) {
  std::size_t result = 0;
  for (const HeldOut* one : parts) {
    const auto unlabelled = std::count(one->labels.begin(), one->labels.end(), kUnlabelled);
    result += one->labels.size() - static_cast<std::size_t>(unlabelled);
  }
  return result;
}

// So that there are eight stretches, or five windows in the shortest recording.
std::size_t window_of(const std::map<std::size_t, Parts>& recordings) {
  std::size_t total = 0, shortest = SIZE_MAX;
  for (const auto& [number, parts] : recordings) {
    total += labelled_in(parts);
    shortest = std::min(shortest, labelled_in(parts));
  }
  constexpr std::size_t stretches = 8;
  const bool whole = recordings.size() >= kLeastUnits;
  const std::size_t fitting = whole ? shortest / Level::kLeastWindows : total / (stretches * Level::kLeastWindows);
  return std::clamp(fitting, kShortestWindow, kLongestWindow);
}

// Levels of whole recordings, or of stretches of the least number of windows.
std::vector<double> levels_of(const std::map<std::size_t, Parts>& recordings, std::size_t window) {
  const bool whole = recordings.size() >= kLeastUnits;
  std::vector<double> result;
  for (const auto& [number, parts] : recordings) {
    Level level(window);
    for (const HeldOut* part : parts) {
      const std::size_t classes = part->labels.empty() ? 0 : part->log_densities.size() / part->labels.size();
      for (std::size_t i = 0; i < part->labels.size(); ++i) {
        if (part->labels[i] == kUnlabelled) continue;
        level.add(std::span(part->log_densities).subspan(i * classes, classes));
        if (whole || level.windows() < Level::kLeastWindows) continue;
        result.push_back(*level.value());
        level = Level(window);
      }
    }
    if (const auto value = level.value(); whole && value) result.push_back(*value);
  }
  return result;
}

double signed_root(double value) {
  return std::copysign(std::sqrt(std::abs(value)), value);
}

// Roots of divergences, which are sums of squares and have a longer tail. By chance a divergence may be below 0.
std::vector<double> divergences_of(const std::vector<HeldOut>& parts, std::size_t window) {
  std::vector<double> result;
  for (const HeldOut& part : parts) {
    const std::size_t count = part.labels.size();
    if (count == 0 || part.sources.empty()) continue;
    const std::size_t classes = part.log_densities.size() / count, components = part.sources.size() / count;
    SourceDivergence divergence(classes, components, window);
    for (std::size_t i = 0; i < count; ++i) {
      if (part.labels[i] == kUnlabelled) continue;
      const auto which = likeliest(std::span(part.log_densities).subspan(i * classes, classes));
      if (which) divergence.add(*which, std::span(part.sources).subspan(i * components, components));
    }
    if (const auto value = divergence.value()) result.push_back(signed_root(*value));
  }
  return result;
}

struct MeanAndSd {
  double mean, sd;
};

// None where the prediction interval would have no width.
std::optional<MeanAndSd> mean_and_sd(const std::vector<double>& values) {
  if (values.size() < kLeastUnits) return std::nullopt;
  const auto n = static_cast<double>(values.size());
  double sum = 0.0, squares = 0.0;
  for (const double value : values) sum += value;
  const double mean = sum / n;
  for (const double value : values) squares += (value - mean) * (value - mean);
  const double sd = std::sqrt(squares / (n - 1.0));
  if (!std::isfinite(sd) || !(sd > 0.0)) return std::nullopt;
  return MeanAndSd{mean, sd};
}

// How far one more of n values may be from their mean.
double reach(std::size_t count, double sd) {
  const auto n = static_cast<double>(count);
  const boost::math::students_t distribution(n - 1.0);
  return boost::math::quantile(distribution, 1.0 - kFalseAlarms) * sd * std::sqrt(1.0 + 1.0 / n);
}

// The number of a note, if there is one.
std::optional<double> number_in(const Model& model, std::string_view name) {
  const auto note =
      std::find_if(model.notes.begin(), model.notes.end(), [&](const auto& one) { return one.first == name; });
  if (note == model.notes.end()) return std::nullopt;
  double value = 0.0;
  const char* const end = note->second.data() + note->second.size();
  const bool read = std::from_chars(note->second.data(), end, value) == std::from_chars_result{end, std::errc()};
  if (read && std::isfinite(value)) return value;
  throw Error(ErrorCode::invalid_data,
              fmt::format("the note '{}' of the model is {}, not a number", name, note->second));
}

}  // namespace

double Familiarity::least() const {
  return units < kEnough ? -std::numeric_limits<double>::infinity() : mean - reach(units, sd);
}

double Familiarity::most() const {
  if (parts < kEnough) return std::numeric_limits<double>::infinity();
  const double limit = divergence + reach(parts, divergence_sd);
  return limit * std::abs(limit);
}

std::size_t Familiarity::short_window() const {
  return std::max<std::size_t>(1, window / kWindowsOfQuartiles);
}

std::optional<Familiarity> familiarity_of(const std::vector<HeldOut>& parts) {
  const auto recordings = by_recording(parts);
  const std::size_t window = window_of(recordings);
  const std::vector<double> levels = levels_of(recordings, window);
  const auto of_levels = mean_and_sd(levels);
  if (!of_levels) return std::nullopt;
  Familiarity result{window, levels.size(), of_levels->mean, of_levels->sd};
  const std::vector<double> divergences = divergences_of(parts, result.short_window());
  if (const auto of_divergences = mean_and_sd(divergences)) {
    result.parts = divergences.size();
    result.divergence = of_divergences->mean;
    result.divergence_sd = of_divergences->sd;
  }
  return result;
}

void set_familiarity(const Familiarity& familiarity, Model& model) {
  const auto is_ours = [](const auto& note) { return note.first.starts_with("familiar "); };
  std::erase_if(model.notes, is_ours);
  const auto add = [&](const char* name, auto value) { model.notes.emplace_back(name, fmt::format("{}", value)); };
  add(kWindow, familiarity.window);
  add(kUnits, familiarity.units);
  add(kMean, familiarity.mean);
  add(kSd, familiarity.sd);
  if (familiarity.parts == 0) return;
  add(kParts, familiarity.parts);
  add(kDivergence, familiarity.divergence);
  add(kDivergenceSd, familiarity.divergence_sd);
}

std::optional<Familiarity> familiarity_of(const Model& model) {
  const auto window = number_in(model, kWindow), units = number_in(model, kUnits), mean = number_in(model, kMean),
             sd = number_in(model, kSd);
  if (!window || !units || !mean || !sd) return std::nullopt;
  const auto parts = number_in(model, kParts), divergence = number_in(model, kDivergence),
             divergence_sd = number_in(model, kDivergenceSd);
  const bool diverges = parts && divergence && divergence_sd;
  const auto is_count = [](double value) {
    constexpr double most = 1e9;
    return value >= static_cast<double>(kLeastUnits) && value <= most;
  };
  const bool fine = *window >= 1.0 && *window <= static_cast<double>(kLongestWindow) && is_count(*units) && *sd > 0.0 &&
                    (!diverges || (is_count(*parts) && *divergence_sd > 0.0));
  if (!fine) {
    throw Error(
        ErrorCode::invalid_data,
        fmt::format("the limits of likeness in the model are damaged: windows of {} vectors, {} units, SD {}, {} "
                    "parts, SD {}",
                    *window, *units, *sd, parts.value_or(0.0), divergence_sd.value_or(0.0)));
  }
  Familiarity result{static_cast<std::size_t>(*window), static_cast<std::size_t>(*units), *mean, *sd};
  if (!diverges) return result;
  result.parts = static_cast<std::size_t>(*parts);
  result.divergence = *divergence;
  result.divergence_sd = *divergence_sd;
  return result;
}

Level::Level(std::size_t window) : window_(window) {
  values_.reserve(window);
  quartiles_.reserve(kMostWindows);
}

void Level::add(std::span<const double> log_densities) {
  if (std::any_of(log_densities.begin(), log_densities.end(), [](double v) { return std::isnan(v); })) return;
  values_.push_back(*std::max_element(log_densities.begin(), log_densities.end()));
  if (values_.size() < window_) return;
  const auto quarter = values_.begin() + static_cast<std::ptrdiff_t>(values_.size() / 4);
  std::nth_element(values_.begin(), quarter, values_.end());
  quartiles_.push_back(*quarter);
  values_.clear();
}

std::optional<double> Level::value() const {
  if (quartiles_.size() < kLeastWindows) return std::nullopt;
  std::vector<double> values = quartiles_;
  return median_of(values);
}

LikenessMeter::LikenessMeter(const Familiarity& known, const ClassDensities& densities)
    : densities_(densities),
      level_(known.window),
      standard_(densities),
      divergence_(densities.classes(), densities.components(), known.short_window()),
      workspace_(densities),
      log_densities_(densities.classes()),
      sources_(densities.components()) {}

void LikenessMeter::add(std::span<const double> vector) {
  densities_.log_densities(vector, log_densities_, workspace_);
  const auto which = likeliest(log_densities_);
  if (!which) return;
  level_.add(log_densities_);
  densities_.sources(vector, *which, sources_, workspace_);
  standard_.scale(*which, sources_);
  divergence_.add(*which, sources_);
}

Likeness LikenessMeter::value() const {
  const auto level = level_.value();
  return {level, level ? divergence_.value() : std::nullopt};
}

Likeness likeness_of(const Familiarity& known, const Classifier& classifier, std::span<const double> vectors) {
  const std::size_t m = classifier.densities().channels(), windows = vectors.size() / m / known.window;
  const std::size_t step = std::max<std::size_t>(1, (windows + kMostWindows - 1) / kMostWindows);
  LikenessMeter meter(known, classifier.densities());
  for (std::size_t window = 0; window < windows; window += step) {
    for (std::size_t i = window * known.window; i < (window + 1) * known.window; ++i) {
      meter.add(vectors.subspan(i * m, m));
    }
  }
  return meter.value();
}

std::optional<bool> is_familiar(const Familiarity& known, const Likeness& likeness) {
  if (likeness.level && *likeness.level < known.least()) return false;
  if (likeness.divergence && *likeness.divergence > known.most()) return false;
  return known.has_enough() ? std::optional(true) : std::nullopt;
}

std::optional<Notice> familiarity_fault(const Familiarity& known, const Likeness& likeness) {
  if (is_familiar(known, likeness).value_or(true)) return std::nullopt;
  const double percent = 100.0 * (1.0 - kFalseAlarms);
  std::string faults;
  if (likeness.level && *likeness.level < known.least()) {
    faults =
        fmt::format("log density {:.4g}, above {:.4g} in {:.0f} % of those", *likeness.level, known.least(), percent);
  }
  if (likeness.divergence && *likeness.divergence > known.most()) {
    faults += fmt::format("{}divergence of the sources {:.4g} nats, below {:.4g} in {:.0f} % of those",
                          faults.empty() ? "" : "; ", *likeness.divergence, known.most(), percent);
  }
  return warning(
      "unfamiliar",
      fmt::format("it is unlike the recordings of the training ({}); its classes may be wrong: another person, cap or "
                  "amplifier?",
                  faults));
}

std::optional<Notice> familiarity_fault(const Model& model, const Classifier& classifier,
                                        std::span<const double> vectors) {
  const auto known = familiarity_of(model);
  if (!known) return std::nullopt;
  return familiarity_fault(*known, likeness_of(*known, classifier, vectors));
}

}  // namespace biotropy::sicamm
