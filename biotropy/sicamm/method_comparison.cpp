// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/method_comparison.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "biotropy/error.hpp"
#include "biotropy/sicamm/recording_evaluator.hpp"
#include "biotropy/sicamm/reference_validation.hpp"

namespace biotropy::sicamm {

namespace {

// A method with what it found in each fold.
struct ValidatedMethod {
  std::string name;
  Validation validation;
  std::map<std::uint32_t, std::vector<std::pair<Labelled, Classification>>> parts;
};

// Calls `validated` with settings that keep what is found, and says the method in errors.
template <class Validated>
ValidatedMethod validated_method(std::string_view name, ValidationSettings settings, Validated validated) {
  ValidatedMethod method{std::string(name), {}, {}};
  settings.scored = [&](std::uint32_t fold, const Labelled& part, const Classification& found) {
    method.parts[fold].emplace_back(part, found);
  };
  try {
    method.validation = validated(settings);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::too_short) throw;
    throw Error(error.code(), fmt::format("{}: {}", name, error.what()));
  }
  return method;
}

// The folds that all methods have a score of, with a notice for every other.
std::vector<std::uint32_t> shared_folds(const std::vector<ValidatedMethod>& methods, Notices& notices) {
  std::map<std::uint32_t, std::set<std::string>> methods_of;
  for (const ValidatedMethod& method : methods) {
    for (const FoldResult& one : method.validation.folds) methods_of[one.fold].insert(method.name);
  }
  std::vector<std::uint32_t> result;
  for (const auto& [fold, names] : methods_of) {
    std::vector<std::string> without;
    for (const ValidatedMethod& method : methods) {
      if (!names.contains(method.name)) without.push_back(method.name);
    }
    if (without.empty()) {
      result.push_back(fold);
      continue;
    }
    notices.push_back(
        warning("fold_left_out", fmt::format("fold {} counts for no method, because there is no score by {}", fold + 1,
                                             fmt::join(without, ", "))));
  }
  if (result.empty()) {
    std::vector<std::string> texts;
    for (const Notice& one : notices) texts.push_back(one.text);
    throw Error(ErrorCode::too_short, fmt::format("no fold has a score by every method: {}", fmt::join(texts, "; ")));
  }
  return result;
}

MethodScores scores_of(const ValidatedMethod& method, const std::vector<std::uint32_t>& folds, std::size_t classes,
                       RecordingEvaluator evaluator, const Execution& execution) {
  MethodScores result{method.name, {}, {}, {}, method.validation.notices};
  Scorer all(classes);
  for (const FoldResult& one : method.validation.folds) {
    if (!std::binary_search(folds.begin(), folds.end(), one.fold)) continue;
    result.folds.push_back(one);
    for (const auto& [part, found] : method.parts.at(one.fold)) {
      all.add(part.labels, found.states(), found.posteriors);
      evaluator.add(part, found);
    }
  }
  result.all = all.scores();
  result.evaluation = evaluator.result(execution);
  return result;
}

}  // namespace

MethodComparison compare_methods(std::span<const Labelled> recordings, const std::vector<std::string>& channels,
                                 const std::vector<std::string>& classes, const ValidationSettings& given,
                                 const EvaluationSettings& evaluation, const std::vector<std::string>& persons,
                                 const Execution& execution) {
  if (given.training.classifier != ClassifierKind::sicamm) {
    throw Error::argument("classifier", std::string(word(given.training.classifier)),
                          "sicamm, beside which the others are compared");
  }
  const RecordingEvaluator evaluator(classes.size(), evaluation, persons);
  ValidationSettings settings = given;
  settings.folds = scored_folds(recordings, given.folds, evaluation, persons);
  std::vector<ValidatedMethod> methods;
  for (const ReferenceMethod method : kReferenceMethods) {
    methods.push_back(validated_method(word(method), settings, [&](const ValidationSettings& keeping) {
      return validate_reference(method, recordings, channels, classes, keeping, execution);
    }));
  }
  methods.push_back(validated_method("sicamm", settings, [&](const ValidationSettings& keeping) {
    return cross_validate(recordings, channels, classes, keeping, execution);
  }));
  MethodComparison result;
  const Notices& of_model = methods.back().validation.notices;
  for (const ValidatedMethod& method : methods) {
    for (const Notice& one : method.validation.notices) {
      // A fault of the samples is reported once.
      const bool said = &method != &methods.back() && std::ranges::count(of_model, one) > 0;
      if (!said) result.notices.push_back(one.at(method.name));
    }
  }
  result.folds = shared_folds(methods, result.notices);
  for (const ValidatedMethod& method : methods) {
    result.methods.push_back(scores_of(method, result.folds, classes.size(), evaluator, execution));
  }
  return result;
}

}  // namespace biotropy::sicamm
