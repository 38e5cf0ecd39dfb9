// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/familiarity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "biotropy/error.hpp"

namespace biotropy::sicamm {

namespace {

constexpr const char *kLowest = "familiar lowest", *kHighest = "familiar highest";
constexpr std::size_t kLeastSamples = 20, kLeastParts = 5, kMostVectors = 4096;

/// Largest log densities of samples that have any.
class Levels {
 public:
  void add(std::span<const double> log_densities) {
    const bool missing = std::any_of(log_densities.begin(), log_densities.end(), [](double v) { return std::isnan(v); });
    if (!missing) values_.push_back(*std::max_element(log_densities.begin(), log_densities.end()));
  }

  bool enough() const { return values_.size() >= kLeastSamples; }

  double median() {
    const auto middle = values_.begin() + static_cast<std::ptrdiff_t>(values_.size() / 2);
    std::nth_element(values_.begin(), middle, values_.end());
    return *middle;
  }

 private:
  std::vector<double> values_;
};

}  // namespace

std::optional<Familiarity> familiarity_of(const std::vector<HeldOut>& parts) {
  std::optional<Familiarity> result;
  std::size_t counted = 0;
  for (const HeldOut& part : parts) {
    const std::size_t classes = part.labels.empty() ? 0 : part.log_densities.size() / part.labels.size();
    Levels levels;
    for (std::size_t i = 0; i < part.labels.size(); ++i) {
      if (part.labels[i] != kUnlabelled) levels.add(std::span(part.log_densities).subspan(i * classes, classes));
    }
    if (!levels.enough()) continue;
    const double median = levels.median();
    if (!std::isfinite(median)) continue;
    if (!result) result = Familiarity{median, median};
    result->lowest = std::min(result->lowest, median);
    result->highest = std::max(result->highest, median);
    ++counted;
  }
  return counted >= kLeastParts ? result : std::nullopt;
}

void add_familiarity(const Familiarity& familiarity, Model& model) {
  model.notes.emplace_back(kLowest, fmt::format("{}", familiarity.lowest));
  model.notes.emplace_back(kHighest, fmt::format("{}", familiarity.highest));
}

std::optional<Familiarity> familiarity_of(const Model& model) {
  const auto number = [&](std::string_view name) -> std::optional<double> {
    const auto note =
        std::find_if(model.notes.begin(), model.notes.end(), [&](const auto& one) { return one.first == name; });
    if (note == model.notes.end()) return std::nullopt;
    double value = 0.0;
    const char* const end = note->second.data() + note->second.size();
    const bool read = std::from_chars(note->second.data(), end, value) == std::from_chars_result{end, std::errc()};
    if (read && std::isfinite(value)) return value;
    throw Error(ErrorCode::invalid_data, fmt::format("the note '{}' of the model is {}, not a number", name, note->second));
  };
  const auto lowest = number(kLowest), highest = number(kHighest);
  if (!lowest || !highest) return std::nullopt;
  return Familiarity{*lowest, *highest};
}

std::optional<std::string> familiarity_fault(const Model& model, const Classifier& classifier,
                                             std::span<const double> vectors) {
  const auto known = familiarity_of(model);
  if (!known) return std::nullopt;
  const ClassDensities& densities = classifier.densities();
  const std::size_t m = densities.channels(), count = vectors.size() / m;
  const std::size_t step = std::max<std::size_t>(1, (count + kMostVectors - 1) / kMostVectors);
  ClassDensities::Workspace workspace(densities);
  std::vector<double> log_densities(densities.classes());
  Levels levels;
  for (std::size_t i = 0; i < count; i += step) {
    densities.log_densities(vectors.subspan(i * m, m), log_densities, workspace);
    levels.add(log_densities);
  }
  if (!levels.enough()) return std::nullopt;
  const double median = levels.median();
  if (median >= known->lowest) return std::nullopt;
  return fmt::format(
      "it is unlike the recordings of the training: median log density {:.4g} in the likeliest class, where parts that "
      "were left out had {:.4g} to {:.4g}; its classes may be wrong (another person, cap or amplifier?)",
      median, known->lowest, known->highest);
}

}  // namespace biotropy::sicamm
