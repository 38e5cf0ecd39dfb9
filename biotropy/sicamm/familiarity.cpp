// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/familiarity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <charconv>
#include <cmath>
#include <map>
#include <utility>

#include "biotropy/error.hpp"

namespace biotropy::sicamm {

namespace {

constexpr const char *kWindow = "familiar window", *kUnits = "familiar units", *kMean = "familiar mean",
                     *kSd = "familiar SD";
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
  const auto n = static_cast<double>(units);
  const boost::math::students_t distribution(n - 1.0);
  return mean - boost::math::quantile(distribution, 1.0 - kFalseAlarms) * sd * std::sqrt(1.0 + 1.0 / n);
}

std::optional<Familiarity> familiarity_of(const std::vector<HeldOut>& parts) {
  const auto recordings = by_recording(parts);
  const std::size_t window = window_of(recordings);
  const std::vector<double> levels = levels_of(recordings, window);
  if (levels.size() < kLeastUnits) return std::nullopt;
  const auto n = static_cast<double>(levels.size());
  double sum = 0.0, squares = 0.0;
  for (const double level : levels) sum += level;
  const double mean = sum / n;
  for (const double level : levels) squares += (level - mean) * (level - mean);
  const double sd = std::sqrt(squares / (n - 1.0));
  if (!std::isfinite(sd) || !(sd > 0.0)) return std::nullopt;
  return Familiarity{window, levels.size(), mean, sd};
}

void set_familiarity(const Familiarity& familiarity, Model& model) {
  std::erase_if(model.notes, [](const auto& note) {
    return note.first == kWindow || note.first == kUnits || note.first == kMean || note.first == kSd;
  });
  model.notes.emplace_back(kWindow, fmt::format("{}", familiarity.window));
  model.notes.emplace_back(kUnits, fmt::format("{}", familiarity.units));
  model.notes.emplace_back(kMean, fmt::format("{}", familiarity.mean));
  model.notes.emplace_back(kSd, fmt::format("{}", familiarity.sd));
}

std::optional<Familiarity> familiarity_of(const Model& model) {
  const auto window = number_in(model, kWindow), units = number_in(model, kUnits), mean = number_in(model, kMean),
             sd = number_in(model, kSd);
  if (!window || !units || !mean || !sd) return std::nullopt;
  constexpr double most_units = 1e9;
  const bool fine = *window >= 1.0 && *window <= static_cast<double>(kLongestWindow) &&
                    *units >= static_cast<double>(kLeastUnits) && *units <= most_units && *sd > 0.0;
  if (!fine) {
    throw Error(ErrorCode::invalid_data,
                fmt::format("the notes of the model say that windows of {} vectors, {} units and an SD of {} are "
                            "familiar",
                            *window, *units, *sd));
  }
  return Familiarity{static_cast<std::size_t>(*window), static_cast<std::size_t>(*units), *mean, *sd};
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

std::optional<double> level_of(const Familiarity& known, const Classifier& classifier,
                               std::span<const double> vectors) {
  const ClassDensities& densities = classifier.densities();
  const std::size_t m = densities.channels(), windows = vectors.size() / m / known.window;
  const std::size_t step = std::max<std::size_t>(1, (windows + kMostWindows - 1) / kMostWindows);
  ClassDensities::Workspace workspace(densities);
  std::vector<double> log_densities(densities.classes());
  Level level(known.window);
  for (std::size_t window = 0; window < windows; window += step) {
    for (std::size_t i = window * known.window; i < (window + 1) * known.window; ++i) {
      densities.log_densities(vectors.subspan(i * m, m), log_densities, workspace);
      level.add(log_densities);
    }
  }
  return level.value();
}

std::optional<std::string> familiarity_fault(const Familiarity& known, std::optional<double> level) {
  if (!level || !(*level < known.least())) return std::nullopt;
  return fmt::format(
      "it is unlike the recordings of the training: the log density in the likeliest class is {:.4g} (lower quartile, "
      "median over windows), and above {:.4g} for {:.0f} % of recordings such as the {} parts that were left out; its "
      "classes may be wrong (another person, cap or amplifier?)",
      *level, known.least(), 100.0 * (1.0 - kFalseAlarms), known.units);
}

std::optional<std::string> familiarity_fault(const Model& model, const Classifier& classifier,
                                             std::span<const double> vectors) {
  const auto known = familiarity_of(model);
  if (!known) return std::nullopt;
  return familiarity_fault(*known, level_of(*known, classifier, vectors));
}

}  // namespace biotropy::sicamm
