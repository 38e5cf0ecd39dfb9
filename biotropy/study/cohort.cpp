// SPDX-License-Identifier: Apache-2.0
#include "biotropy/study/cohort.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "biotropy/nan.hpp"
#include "biotropy/series/recording.hpp"
#include "biotropy/series/unit.hpp"
#include "biotropy/study/measure_settings.hpp"

namespace biotropy::study {

namespace {

/// Labels listed in a message.
constexpr std::size_t kMostLabelsNamed = 5;

using Labels = std::vector<std::string>;

Labels sorted(Labels labels) {
  std::sort(labels.begin(), labels.end());
  return labels;
}

bool have_one_rate(const SubjectValues& one, const SubjectValues& other) {
  return one.has_rate == other.has_rate && (!one.has_rate || series::is_same_rate(one.rate, other.rate));
}

// The first subject with the most common channels and rate, which become those of the study. -1: no subject has values.
std::ptrdiff_t model_subject(const std::vector<SubjectValues>& found) {
  std::map<Labels, std::vector<std::size_t>> alike;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i].failure.empty()) alike[sorted(found[i].labels)].push_back(i);
  }
  std::size_t best = found.size();
  std::ptrdiff_t most = 0;
  for (const auto& [labels, subjects] : alike) {
    for (const std::size_t i : subjects) {
      const auto times = std::count_if(subjects.begin(), subjects.end(),
                                       [&](std::size_t other) { return have_one_rate(found[i], found[other]); });
      if (times < most || (times == most && i > best)) continue;
      most = times;
      best = i;
    }
  }
  return best < found.size() ? static_cast<std::ptrdiff_t>(best) : -1;
}

std::string named(const Labels& labels) {
  const Labels some(labels.begin(),
                    labels.begin() + static_cast<std::ptrdiff_t>(std::min(labels.size(), kMostLabelsNamed)));
  return fmt::format("{}{}", fmt::join(some, ", "), labels.size() > kMostLabelsNamed ? ", ..." : "");
}

std::string difference(const Labels& own, const Labels& model) {
  const Labels a = sorted(own), b = sorted(model);
  Labels missing, extra;
  std::set_difference(b.begin(), b.end(), a.begin(), a.end(), std::back_inserter(missing));
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(extra));
  std::string text = "its channels are not those that most subjects have:";
  if (!missing.empty()) text += fmt::format(" {} missing ({})", missing.size(), named(missing));
  if (!missing.empty() && !extra.empty()) text += ",";
  if (!extra.empty()) text += fmt::format(" {} more ({})", extra.size(), named(extra));
  return text;
}

// Epochs, m and tau count samples, so another rate would change their duration.
std::string other_rate(const SubjectValues& own, const SubjectValues& model) {
  const auto shown = [](const SubjectValues& one) {
    return one.has_rate ? fmt::format("{:.10g} Hz", one.rate) : std::string("no rate");
  };
  return have_one_rate(own, model) ? std::string()
                                   : fmt::format("it has {} where most subjects have {}", shown(own), shown(model));
}

// True if a tolerance or an amplitude limit is in the unit of the channel. With one in SD units, or of its own unit,
// the unit matters to the membership exp(-d^n / r) alone.
bool unit_matters(const Description& description) {
  return (description.measure.parameters().r_unit == series::RUnit::absolute && description.measure.r_in.empty()) ||
         unit_matters_to_membership(description.measure) || description.prepare.reject || description.prepare.flat;
}

std::string other_units(const SubjectValues& own, const std::vector<std::size_t>& from, const Cohort& cohort) {
  for (std::size_t channel = 0; channel < cohort.labels.size(); ++channel) {
    const std::string& unit = own.units[from[channel]];
    if (!series::is_same_unit(unit, cohort.units[channel])) {
      return fmt::format("the unit of its channel {} is '{}' where most subjects have '{}'", cohort.labels[channel],
                         unit, cohort.units[channel]);
    }
  }
  return {};
}

// Windows are compared by their number, so each has to start at the same time in all recordings.
std::string moved_window(const Description& description, const SubjectValues& own) {
  const double rate = own.has_rate ? own.rate : 1.0;
  const auto step = static_cast<double>(
      description.prepare.step.value_or(0).samples(own.has_rate ? std::optional(own.rate) : std::nullopt, "step"));
  for (std::size_t window = 0; window < own.onsets.size(); ++window) {
    const double expected = static_cast<double>(window) * step / rate;
    if (std::abs(own.onsets[window] - expected) * rate < 0.5) continue;
    return fmt::format("its window {} starts at {:.10g} {} and not at {:.10g}: a gap in the recording has moved it",
                       window, own.onsets[window], own.has_rate ? "s" : "samples", expected);
  }
  return {};
}

// An error in the table: one recording would count as several subjects.
std::string same_recording(const std::vector<Subject>& subjects, std::size_t position) {
  for (std::size_t i = 0; i < subjects.size(); ++i) {
    const bool same = subjects[i].sha256 == subjects[position].sha256 &&
                      subjects[i].others_sha256 == subjects[position].others_sha256;
    if (i != position && !subjects[i].sha256.empty() && same) {
      return fmt::format("it has the same recording as {}", subjects[i].participant.id);
    }
  }
  return {};
}

std::vector<std::string> groups_of(const Description& description, const std::vector<Subject>& subjects) {
  if (!description.statistics.groups.empty()) return description.statistics.groups;
  std::vector<std::string> groups;
  for (const Subject& one : subjects) {
    if (std::find(groups.begin(), groups.end(), one.participant.group) == groups.end()) {
      groups.push_back(one.participant.group);
    }
  }
  return groups;
}

// Positions of the subject's channels in the order of the model.
std::vector<std::size_t> order(const Labels& own, const Labels& model) {
  std::vector<std::size_t> places;
  for (const std::string& label : model) {
    places.push_back(static_cast<std::size_t>(std::find(own.begin(), own.end(), label) - own.begin()));
  }
  return places;
}

// As the first subject with it writes it; empty where no unit is known.
std::string most_common(const std::vector<std::string>& units) {
  std::map<std::string, std::size_t> times;
  for (const std::string& unit : units) ++times[series::usual_unit(unit)];
  std::string result;
  std::size_t most = 0;
  for (const std::string& unit : units) {
    const std::string usual = series::usual_unit(unit);
    if (usual.empty() || times[usual] <= most) continue;
    most = times[usual];
    result = unit;
  }
  return result;
}

// The unit of each channel in most of the subjects that have these channels.
std::vector<std::string> common_units(const std::vector<SubjectValues>& found, const Labels& labels) {
  std::vector<std::vector<std::string>> units(labels.size());
  for (const SubjectValues& one : found) {
    if (!one.failure.empty() || sorted(one.labels) != sorted(labels)) continue;
    const std::vector<std::size_t> from = order(one.labels, labels);
    for (std::size_t channel = 0; channel < labels.size(); ++channel) {
      units[channel].push_back(one.units[from[channel]]);
    }
  }
  std::vector<std::string> result;
  for (const std::vector<std::string>& of_channel : units) result.push_back(most_common(of_channel));
  return result;
}

std::string too_few_epochs(const Description& description, const SubjectValues& own) {
  if (own.epochs_used >= description.least_epochs) return {};
  return fmt::format("{} of {} epochs are left; there must be at least {}", own.epochs_used, own.n_epochs,
                     description.least_epochs);
}

void copy_values(const Description& description, const SubjectValues& own, const std::vector<std::size_t>& from,
                 std::size_t subject, Cohort& cohort) {
  const std::size_t n = cohort.labels.size(), partners = cohort.pairs ? n : 1;
  const std::size_t windows = own.onsets.empty() ? 1 : own.onsets.size(), rows = own.values.size() / windows;
  for (std::size_t row = 0; row < rows; ++row) {  // of windows: (channel[, partner][, scale])
    const std::size_t scale = row % cohort.n_scales(), pair = row / cohort.n_scales();
    const std::size_t channel = from[pair / partners], partner = cohort.pairs ? from[pair % partners] : 0;
    const std::size_t from_row = (channel * partners + partner) * cohort.n_scales() + scale;
    for (std::size_t window = 0; window < windows; ++window) {
      const std::size_t place = from_row * windows + window;
      const std::size_t to = subject * cohort.entries() + row * cohort.n_windows() + window;
      cohort.valid_epochs[to] = own.valid_epochs[place];
      if (own.valid_epochs[place] < static_cast<double>(description.least_epochs)) continue;
      cohort.values[to] = own.values[place];
      if (!cohort.test) continue;
      for (const entropy::SurrogateNumber& number : entropy::kSurrogateNumbers) {
        (*cohort.test.*number.column)[to] = (*own.test.*number.column)[place];
      }
    }
  }
}

// Windows of the longest recording, and how many all have.
void find_windows(const std::vector<SubjectValues>& found, Cohort& cohort) {
  bool is_first = true;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (!cohort.subjects[i].used()) continue;
    const std::size_t own = found[i].onsets.size();
    cohort.common_windows = is_first ? own : std::min(cohort.common_windows, own);
    is_first = false;
    if (own > cohort.onsets.size()) cohort.onsets = found[i].onsets;
  }
}

void copy_all(const Description& description, std::vector<SubjectValues>& found, Cohort& cohort) {
  cohort.values.assign(found.size() * cohort.entries(), kNaN);
  cohort.valid_epochs.assign(cohort.values.size(), kNaN);
  if (description.surrogates.given()) {
    cohort.test.emplace();
    for (const entropy::SurrogateNumber& number : entropy::kSurrogateNumbers) {
      (*cohort.test.*number.column).assign(cohort.values.size(), kNaN);
    }
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    const SubjectValues own = std::move(found[i]);
    if (cohort.subjects[i].used()) copy_values(description, own, order(own.labels, cohort.labels), i, cohort);
  }
}

}  // namespace

bool Cohort::counts(std::size_t entry) const {
  const std::size_t pair = entry / cells();
  return !symmetric || pair / labels.size() < pair % labels.size();
}

std::string Cohort::contrast(int first, int second) const {
  return groups[static_cast<std::size_t>(second)] + " - " + groups[static_cast<std::size_t>(first)];
}

std::size_t Cohort::n_used() const {
  return static_cast<std::size_t>(
      std::count_if(subjects.begin(), subjects.end(), [](const CohortSubject& one) { return one.used(); }));
}

Cohort join(const Description& description, const std::vector<Subject>& subjects, std::vector<SubjectValues> found) {
  Cohort cohort;
  cohort.groups = groups_of(description, subjects);
  cohort.pairs = description.pairs();
  cohort.symmetric = cohort.pairs && entropy::row_of(description.measure.measure).symmetric;
  if (const auto scales = description.scales()) cohort.scales = scales->scales;
  SubjectValues model;
  if (const std::ptrdiff_t position = model_subject(found); position >= 0) {
    model = found[static_cast<std::size_t>(position)];
    cohort.labels = model.labels;
    cohort.units = common_units(found, cohort.labels);
  }
  for (std::size_t i = 0; i < subjects.size(); ++i) {
    SubjectValues& own = found[i];
    CohortSubject& row = cohort.subjects.emplace_back();
    row.participant = subjects[i].participant;
    row.path = subjects[i].shown_path;
    row.sha256 = subjects[i].sha256;
    row.format = own.format;
    row.engine = own.engine;
    row.group = static_cast<int>(std::find(cohort.groups.begin(), cohort.groups.end(), row.participant.group) -
                                 cohort.groups.begin());
    row.n_epochs = own.n_epochs;
    row.epochs_used = own.epochs_used;
    row.rate = own.failure.empty() && own.has_rate ? own.rate : kNaN;
    row.exclusion = own.failure;
    if (row.used()) row.exclusion = same_recording(subjects, i);
    if (row.used() && sorted(own.labels) != sorted(cohort.labels)) {
      row.exclusion = difference(own.labels, cohort.labels);
    }
    if (row.used()) row.exclusion = other_rate(own, model);
    if (row.used()) row.exclusion = too_few_epochs(description, own);
    if (row.used() && description.windows()) row.exclusion = moved_window(description, own);
    row.notices = std::move(own.notices);
    if (own.failure.empty() && sorted(own.labels) == sorted(cohort.labels)) {
      const std::vector<std::size_t> from = order(own.labels, cohort.labels), to = order(cohort.labels, own.labels);
      for (Rejection& one : own.rejections) one.channel = to[one.channel];
      row.rejections = std::move(own.rejections);
      if (row.used() && unit_matters(description)) row.exclusion = other_units(own, from, cohort);
    }
  }
  find_windows(found, cohort);
  copy_all(description, found, cohort);
  return cohort;
}

}  // namespace biotropy::study
