// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/adaptation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "biotropy/counted.hpp"
#include "biotropy/error.hpp"
#include "biotropy/sicamm/adaptation_internal.hpp"
#include "biotropy/sicamm/familiarity.hpp"

namespace biotropy::sicamm {

namespace {

constexpr std::size_t kLeastForDirection = 20;
constexpr double kLeastShare = 0.1;  // of the prior of a class
constexpr double kMostApart = 0.1;   // shares of the classes and their priors, where they move apart

// A channel that the model uses.
bool is_used(const Model& model, std::size_t channel) {
  double left_out = 0.0;
  for (std::size_t i = channel; i < model.null_space.size(); i += model.channels.size()) {
    left_out += model.null_space[i] * model.null_space[i];
  }
  constexpr double rounding = 1e-9;
  return left_out < 1.0 - rounding;
}

void require_varying_channels(const Subject& subject) {
  const std::size_t channels = subject.model.channels.size();
  for (std::size_t c = 0; c < channels; ++c) {
    std::optional<double> first;
    bool varies = !is_used(subject.model, c);
    for (const Labelled& one : subject.recordings) {
      for (std::size_t i = c; i < one.samples.size() && !varies; i += channels) {
        if (!std::isfinite(one.samples[i])) continue;
        if (!first) first = one.samples[i];
        varies = one.samples[i] != *first;
      }
    }
    if (varies || !first) continue;
    throw Error(ErrorCode::constant_series,
                fmt::format("'{}' is {} throughout the recording; a model cannot be adapted "
                            "to a channel that does not vary",
                            subject.model.channels[c], *first + 0.0));  // no negative zero
  }
}

void require_enough(const Subject& subject, const CoordinateMoments& person) {
  const auto directions = static_cast<std::size_t>(subject.space.rank());
  const std::size_t least = kLeastForDirection * directions;
  if (person.count < static_cast<double>(least)) {
    throw Error(ErrorCode::too_short, fmt::format("{}; there must be at least {} to adapt {}",
                                                  counted(static_cast<std::size_t>(person.count), "finite vector"),
                                                  least, counted(directions, "direction")));
  }
  require_varying_channels(subject);
  const Vector inverse =
      person.covariance.diagonal().cwiseMax(std::numeric_limits<double>::min()).cwiseSqrt().cwiseInverse();
  constexpr double tolerance = 1e-9;
  const Vector values = spectrum_of(scaled(inverse, person.covariance, inverse)).values;
  const auto flat = static_cast<std::size_t>((values.array() <= tolerance).count());
  if (flat == 0) return;
  throw Error(ErrorCode::constant_series,
              fmt::format("the recording does not vary in {} of the {} of the model (a removed component, another "
                          "reference?)",
                          flat, counted(directions, "direction")));
}

// Mean posteriors of mapped vectors.
std::vector<double> shares_of(const Subject& subject, const Classifier& classifier, const AffineMap& map) {
  std::vector<double> result(classifier.chain().classes(), 0.0);
  std::size_t count = 0;
  for (const Labelled& one : subject.recordings) {
    const Classification found = classifier.classify(subject.space.mapped(one.samples, map), {}, subject.execution);
    for (std::size_t i = 0; i < found.posteriors.size(); ++i) result[i % result.size()] += found.posteriors[i];
    count += one.labels.size();
  }
  for (double& share : result) share /= static_cast<double>(count);
  return result;
}

std::optional<double> level_behind(const Subject& subject, const Familiarity& known, const Classifier& classifier,
                                   const AffineMap& map) {
  std::vector<double> all;
  for (const Labelled& one : subject.recordings) all.insert(all.end(), one.samples.begin(), one.samples.end());
  return likeness_of(known, classifier, subject.space.mapped(all, map)).level;
}

// Level and shares with the model as it is, and with this one behind a map.
void compare(const Subject& subject, const Classifier& after, const AffineMap& map, Adaptation& result) {
  const AffineMap identity = subject.space.identity();
  const auto known = familiarity_of(subject.model);
  const auto level = [&](const Classifier& classifier, const AffineMap& behind) {
    return known ? level_behind(subject, *known, classifier, behind) : std::nullopt;
  };
  const auto level_before = level(subject.classifier, identity), level_after = level(after, map);
  result.level.reset();
  if (level_before && level_after) result.level = Change{*level_before, *level_after};
  const auto before = shares_of(subject, subject.classifier, identity), shares = shares_of(subject, after, map);
  result.shares.clear();
  for (std::size_t k = 0; k < shares.size(); ++k) result.shares.push_back({before[k], shares[k]});
}

std::string fault_of_gain(const char* what, const HeldOutChange& change, double gain) {
  if (!std::isfinite(gain)) return fmt::format("the {} is not finite", what);
  if (gain <= 0.0)
    return fmt::format("the {} does not improve: {:.4g}, then {:.4g}", what, change.before, change.after);
  if (gain > kStandardErrors * change.standard_error) return "";
  return fmt::format("the {} improves by {:.4g} (from {:.4g} to {:.4g}), no more than {} standard errors of {:.4g}",
                     what, gain, change.before, change.after, kStandardErrors, change.standard_error);
}

// Why a map that was found without labels is not adopted; empty: it is.
std::string unlabelled_fault(const Model& model, const Adaptation& found) {
  const HeldOutChange& change = *found.log_likelihood;
  std::string fault = fault_of_gain("log-likelihood of vectors left out", change, change.after - change.before);
  const auto add = [&](const std::string& text) { fault += (fault.empty() ? "" : "; ") + text; };
  if (const auto known = familiarity_of(model); known && found.level) {
    const double before = std::abs(found.level->before - known->mean),
                 after = std::abs(found.level->after - known->mean);
    if (after >= before && after > known->mean - known->least()) {
      add(fmt::format("the level of the recording goes from {:.4g} to {:.4g}, away from the {:.4g} of the training",
                      found.level->before, found.level->after, known->mean));
    }
  }
  double before = 0.0, after = 0.0;  // distances from the priors
  for (std::size_t k = 0; k < found.shares.size(); ++k) {
    const double prior = model.chain.priors[k];
    before += 0.5 * std::abs(found.shares[k].before - prior);
    after += 0.5 * std::abs(found.shares[k].after - prior);
    if (found.shares[k].after >= kLeastShare * prior) continue;
    add(fmt::format("class '{}' would have a share of {:.4g}, below a tenth of its prior ({:.4g})",
                    model.classes[k].name, found.shares[k].after, prior));
  }
  if (after > before && after > kMostApart) {
    add(
        fmt::format("the shares of the classes would be further from their priors, which a map supposes: {:.4g} of all "
                    "vectors would have to change their class, where it is {:.4g} now",
                    after, before));
  }
  return fault;
}

void adopt(const Subject& subject, const AffineMap& map, const std::vector<Vector>& offsets, Adaptation& result) {
  result.model = subject.space.behind(subject.model, map, offsets);
  if (auto known = familiarity_of(subject.model)) {
    known->mean += map.log_determinant();
    set_familiarity(*known, result.model);
  }
  validate(result.model);
  result.adopted = true;
}

void adapt_without_labels(const Subject& subject, const std::vector<UnlabelledTrial>& trials, Adaptation& result) {
  if (trials.empty()) {
    result.reason = "no map has a finite likelihood";
    return;
  }
  // The likeliest alone: where it must not be adopted, what the maps suppose does not hold.
  const UnlabelledTrial& best = trials.front();
  result.what = best.name;
  result.log_likelihood = best.log_likelihood;
  compare(subject, subject.classifier, best.map, result);
  result.reason = unlabelled_fault(subject.model, result);
  if (result.reason.empty()) adopt(subject, best.map, {}, result);
}

// Labels may be too few to say what to adapt, and yet enough to see that the map found without them does harm.
bool adapt_in_spite_of_labels(const Subject& subject, const std::vector<UnlabelledTrial>& trials,
                              const LabelledTrial& labelled, Adaptation& result) {
  const auto& of_map = labelled.of_map;
  if (!of_map || !(of_map->after - of_map->before <= kStandardErrors * of_map->standard_error)) return false;
  Adaptation found = result;
  adapt_without_labels(subject, trials, found);
  if (!found.adopted) return false;
  found.log_loss = of_map;
  result = std::move(found);
  return true;
}

void adapt_with_labels(const Subject& subject, const std::vector<UnlabelledTrial>& trials, Adaptation& result) {
  std::vector<NamedMap> bases = {{"", subject.space.identity()}};
  if (!trials.empty()) bases.push_back(trials.front());
  const LabelledTrial best = try_with_labels(subject, bases);
  const std::string fault =
      fault_of_gain("log loss of labels left out", best.log_loss, best.log_loss.before - best.log_loss.after);
  if (!fault.empty() && adapt_in_spite_of_labels(subject, trials, best, result)) return;
  result.what = best.name;
  result.log_loss = best.log_loss;
  result.reason = fault;
  if (fault.empty()) adopt(subject, best.map, best.offsets, result);
  const Model model = subject.space.behind(subject.model, best.map, best.offsets);
  compare(subject, Classifier(model, DensityMode::table, subject.execution), subject.space.identity(), result);
  if (result.level) result.level->after -= best.map.log_determinant();  // as in the training
}

void add_notes(Adaptation& result) {
  auto& notes = result.model.notes;
  std::erase_if(notes, [](const auto& note) { return note.first.starts_with("adapt"); });
  notes.emplace_back("adapted", result.adopted ? result.what : "no");
  notes.emplace_back("adapted from",
                     fmt::format("{}, {}", counted(result.vectors, "vector"), counted(result.labelled, "label")));
  if (!result.adopted) notes.emplace_back("adaptation refused", fmt::format("{}: {}", result.what, result.reason));
  const auto add = [&](const char* name, const Change& change) {
    notes.emplace_back(name, fmt::format("{:.6g} to {:.6g}", change.before, change.after));
  };
  if (result.log_likelihood) add("adaptation log-likelihood", *result.log_likelihood);
  if (result.log_loss) add("adaptation log loss", *result.log_loss);
  if (result.level) add("adaptation level", *result.level);
}

// What a user must know: a model that stays, and one that may not be enough.
void add_notices_about(const Model& before, Adaptation& result) {
  if (!result.adopted) {
    result.notices.push_back(warning("model_kept", fmt::format("the model stays as it is: {}", result.reason)));
    return;
  }
  const auto known = familiarity_of(before);
  if (!known || !result.level) return;
  if (const auto fault = familiarity_fault(*known, Likeness{result.level->after, std::nullopt})) {
    result.notices.push_back(fault->at("also with the adapted model the recording is unfamiliar"));
  }
}

}  // namespace

Adaptation adapt(const Model& model, std::span<const Labelled> recordings, const Execution& execution) {
  validate(model);
  const std::size_t channels = model.channels.size();
  validate(recordings, channels, model.classes.size());
  const ModelSpace space(model);
  const CoordinateMoments person = space.moments(recordings);
  Adaptation result{};
  result.model = model;
  result.vectors = static_cast<std::size_t>(person.count);
  result.missing = total_samples(recordings) - result.vectors;
  bool any_label = false;
  for (std::size_t k = 0; k < model.classes.size(); ++k) {
    result.labelled += finite_samples_of(recordings, channels, static_cast<std::int32_t>(k)).size();
  }
  for (const Labelled& one : recordings) {
    any_label =
        any_label || std::any_of(one.labels.begin(), one.labels.end(), [](auto label) { return label != kUnlabelled; });
  }
  const Classifier classifier(model, DensityMode::table, execution);
  const Subject subject{model, space, classifier, recordings, execution};
  require_enough(subject, person);
  const std::vector<UnlabelledTrial> trials = try_without_labels(subject);
  any_label ? adapt_with_labels(subject, trials, result) : adapt_without_labels(subject, trials, result);
  add_notes(result);
  add_notices_about(model, result);
  return result;
}

std::string summary(const Adaptation& adaptation) {
  std::string text = fmt::format(
      "{}: {}, from {} ({} missing) and {}\n", adaptation.adopted ? "adapted" : "not adapted", adaptation.what,
      counted(adaptation.vectors, "vector"), adaptation.missing, counted(adaptation.labelled, "label"));
  const auto held_out = [&](const char* name, const HeldOutChange& change) {
    text += fmt::format("{} {:.4f} to {:.4f} (difference {:.4f}, standard error {:.4f})\n", name, change.before,
                        change.after, change.after - change.before, change.standard_error);
  };
  if (adaptation.log_likelihood) held_out("log-likelihood of a vector left out", *adaptation.log_likelihood);
  if (adaptation.log_loss) held_out("log loss of labels left out", *adaptation.log_loss);
  if (adaptation.level) {
    text += fmt::format("level of the recording {:.4g} to {:.4g}\n", adaptation.level->before, adaptation.level->after);
  }
  for (std::size_t k = 0; k < adaptation.shares.size(); ++k) {
    text += fmt::format("share of {} {:.3f} to {:.3f}\n", adaptation.model.classes[k].name, adaptation.shares[k].before,
                        adaptation.shares[k].after);
  }
  return text;
}

}  // namespace biotropy::sicamm
