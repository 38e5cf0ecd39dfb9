// SPDX-License-Identifier: Apache-2.0
#include "cli/states/scores.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "biotropy/sicamm/state_options.hpp"
#include "cli/table.hpp"

namespace biotropy::cli {

namespace {

using Json = nlohmann::ordered_json;

Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json json_of(const sicamm::LabelScores& scores) {
  return {{"accuracy", number(scores.accuracy)}, {"balanced_accuracy", number(scores.balanced_accuracy)},
          {"macro_f1", number(scores.macro_f1)}, {"kappa", number(scores.kappa)},
          {"log_loss", number(scores.log_loss)}, {"brier", number(scores.brier)}};
}

Json json_of(const sicamm::Scores& scores, const std::vector<std::string>& classes) {
  const auto all = static_cast<double>(scores.samples + scores.missing);
  Json json = {{"vectors", scores.samples},
               {"missing", scores.missing},
               {"missing_share", number(static_cast<double>(scores.missing) / all)}};
  json.update(json_of(static_cast<const sicamm::LabelScores&>(scores)));
  json["calibration_error"] = number(scores.calibration_error);
  for (std::size_t k = 0; k < classes.size(); ++k) {
    Json row = Json::array();
    for (std::size_t label = 0; label < classes.size(); ++label)
      row.push_back(scores.confusion[k * classes.size() + label]);
    json["classes"].push_back({{"name", classes[k]},
                               {"recall", number(scores.recall[k])},
                               {"precision", number(scores.precision[k])},
                               {"f1", number(scores.f1[k])},
                               {"labelled_as", row}});
  }
  for (const sicamm::ReliabilityBin& bin : scores.reliability) {
    json["reliability"].push_back({{"from", bin.from},
                                   {"to", bin.to},
                                   {"vectors", bin.samples},
                                   {"mean_posterior", number(bin.mean_posterior)},
                                   {"accuracy", number(bin.accuracy)}});
  }
  const sicamm::SwitchDelay& delay = scores.switch_delay;
  json["switches"] = {{"of_truth", delay.switches},
                      {"followed", delay.followed},
                      {"mean_delay", number(delay.mean)},
                      {"median_delay", number(delay.median)},
                      {"of_labels", delay.label_switches}};
  return json;
}

Json json_of(const sicamm::EventRates& rates) {
  return {{"sensitivity", number(rates.sensitivity)},
          {"precision", number(rates.precision)},
          {"f1", number(rates.f1)},
          {"false_alarms_per_day", number(rates.false_alarms_per_day)}};
}

Json json_of(const sicamm::EventCounts& counts) {
  Json json = {{"events", counts.references},
               {"found", counts.found},
               {"false_alarms", counts.false_alarms},
               {"seconds", counts.seconds}};
  json.update(json_of(sicamm::rates_of(counts)));
  return json;
}

// {"class": ..., ...} for each class of events.
template <class Each>
Json of_event_classes(const StatesScores& scores, Each each) {
  Json list = Json::array();
  for (std::size_t e = 0; e < scores.event_classes.size(); ++e) {
    Json one = {{"class", scores.classes[scores.event_classes[e]]}};
    one.update(each(e));
    list.push_back(one);
  }
  return list;
}

Json json_of_persons(const StatesScores& scores) {
  Json list = Json::array();
  for (const sicamm::PersonScores& person : scores.evaluation.persons) {
    Json one = {{"person", person.person}, {"recordings", person.recordings}, {"vectors", person.samples}};
    one.update(json_of(person.labels));
    one["events"] = of_event_classes(scores, [&](std::size_t e) { return json_of(person.events[e]); });
    list.push_back(one);
  }
  return list;
}

Json json_of_intervals(const StatesScores& scores, const sicamm::ScoreSettings& settings) {
  const sicamm::IntervalSettings& drawn = settings.drawn;
  const sicamm::Intervals& found = *scores.evaluation.intervals;
  Json json = {{"unit", word(*settings.intervals)},
               {"blocks", found.blocks},
               {"resamples", drawn.resamples},
               {"confidence", drawn.confidence},
               {"seed", drawn.seed}};
  if (settings.intervals == sicamm::BlockUnit::time) json["seconds"] = drawn.seconds;
  json["low"] = json_of(found.low_labels);
  json["high"] = json_of(found.high_labels);
  for (std::size_t k = 0; k < scores.classes.size(); ++k) {
    const auto ends = [&](const std::vector<double> sicamm::LabelScores::*of) {
      return Json{number((found.low_labels.*of)[k]), number((found.high_labels.*of)[k])};
    };
    json["classes"].push_back({{"name", scores.classes[k]},
                               {"recall", ends(&sicamm::LabelScores::recall)},
                               {"precision", ends(&sicamm::LabelScores::precision)},
                               {"f1", ends(&sicamm::LabelScores::f1)}});
  }
  json["low_events"] = of_event_classes(scores, [&](std::size_t e) { return json_of(found.low_events[e]); });
  json["high_events"] = of_event_classes(scores, [&](std::size_t e) { return json_of(found.high_events[e]); });
  return json;
}

Json json_of_likenesses(const StatesScores& scores) {
  Json list = Json::array();
  const auto known_number = [](std::optional<double> value) { return value ? number(*value) : Json(nullptr); };
  for (const auto& [recording, likeness] : scores.likenesses) {
    Json one = {{"recording", recording},
                {"level", known_number(likeness.level)},
                {"divergence", known_number(likeness.divergence)}};
    const bool known = scores.familiarity && likeness.level;
    const auto familiar = known ? sicamm::is_familiar(*scores.familiarity, likeness) : std::nullopt;
    one["familiar"] = familiar ? Json(*familiar) : Json(nullptr);
    list.push_back(one);
  }
  const auto& of_model = scores.familiarity;
  Json calibration = nullptr;
  if (of_model) {
    calibration = {
        {"window", of_model->window}, {"parts", of_model->units},           {"mean", of_model->mean},
        {"sd", of_model->sd},         {"least", number(of_model->least())}, {"false_alarms", sicamm::kFalseAlarms}};
    const bool diverges = of_model->parts > 0;
    calibration["divergences"] = of_model->parts;
    calibration["divergence_root_mean"] = diverges ? number(of_model->divergence) : Json(nullptr);
    calibration["divergence_root_sd"] = diverges ? number(of_model->divergence_sd) : Json(nullptr);
    calibration["divergence_most"] = diverges ? number(of_model->most()) : Json(nullptr);
  }
  return {{"calibration", calibration}, {"recordings", list}};
}

std::string score(double value) {
  return fmt::format("{:.4f}", value);
}

std::string parts_text(const StatesScores& scores) {
  Table table({{"part"},
               {"vectors", true},
               {"missing", true},
               {"accuracy", true},
               {"balanced", true},
               {"kappa", true},
               {"macro F1", true},
               {"log loss", true},
               {"Brier", true},
               {"calibration", true},
               {"delay", true}});
  const auto add = [&](const std::string& name, const sicamm::Scores& of) {
    const double share = static_cast<double>(of.missing) / static_cast<double>(of.samples + of.missing);
    table.add({name, fmt::format("{}", of.samples), of.missing == 0 ? "" : fmt::format("{:.1f} %", 100.0 * share),
               score(of.accuracy), score(of.balanced_accuracy), score(of.kappa), score(of.macro_f1), score(of.log_loss),
               score(of.brier), score(of.calibration_error), fmt::format("{:.4g}", of.switch_delay.median)});
  };
  for (const auto& [name, of] : scores.parts) add(name, of);
  if (scores.parts.size() > 1) add("all", scores.all);
  return table.text();
}

std::string classes_text(const StatesScores& scores) {
  std::vector<Table::Column> columns = {{"class"}, {"recall", true}, {"precision", true}, {"F1", true}};
  for (const std::string& name : scores.classes) columns.push_back({"as " + name, true});
  Table table(columns);
  const std::size_t classes = scores.classes.size();
  for (std::size_t k = 0; k < classes; ++k) {
    const sicamm::Scores& of = scores.all;
    std::vector<std::string> row = {scores.classes[k], score(of.recall[k]), score(of.precision[k]), score(of.f1[k])};
    for (std::size_t label = 0; label < classes; ++label) {
      row.push_back(fmt::format("{}", of.confusion[k * classes + label]));
    }
    table.add(row);
  }
  return table.text();
}

std::string events_text(const StatesScores& scores) {
  Table table({{"events"},
               {"person"},
               {"true", true},
               {"found", true},
               {"false", true},
               {"hours", true},
               {"sensitivity", true},
               {"precision", true},
               {"F1", true},
               {"false/day", true}});
  const auto add_rates = [](std::vector<std::string>& row, const sicamm::EventRates& rates) {
    for (const double value : {rates.sensitivity, rates.precision, rates.f1}) row.push_back(score(value));
    row.push_back(fmt::format("{:.4g}", rates.false_alarms_per_day));
  };
  const auto add = [&](const std::string& name, const std::string& person, const sicamm::EventCounts& counts) {
    constexpr double seconds_per_hour = 3600.0;
    std::vector<std::string> row = {name,
                                    person,
                                    fmt::format("{}", counts.references),
                                    fmt::format("{}", counts.found),
                                    fmt::format("{}", counts.false_alarms),
                                    fmt::format("{:.4g}", counts.seconds / seconds_per_hour)};
    add_rates(row, sicamm::rates_of(counts));
    table.add(row);
  };
  const auto& persons = scores.evaluation.persons;
  for (std::size_t e = 0; e < scores.event_classes.size(); ++e) {
    const std::string& name = scores.classes[scores.event_classes[e]];
    if (persons.size() > 1) {
      for (const sicamm::PersonScores& one : persons) add(name, one.person, one.events[e]);
    }
    add(name, "all", scores.evaluation.events[e]);
    if (persons.size() < 2) continue;
    std::vector<std::string> row = {name, "mean", "", "", "", ""};
    add_rates(row, scores.evaluation.person_means[e]);
    table.add(row);
  }
  return table.text();
}

std::string intervals_text(const StatesScores& scores) {
  const sicamm::Evaluation& of = scores.evaluation;
  const sicamm::Intervals& found = *of.intervals;
  Table table({{"score"}, {"value", true}, {"from", true}, {"to", true}});
  const auto add = [&](const std::string& name, double value, double low, double high) {
    table.add({name, fmt::format("{:.4g}", value), fmt::format("{:.4g}", low), fmt::format("{:.4g}", high)});
  };
  using Labels = sicamm::LabelScores;
  using Rates = sicamm::EventRates;
  const std::pair<const char*, double Labels::*> of_labels[] = {
      {"accuracy", &Labels::accuracy}, {"balanced accuracy", &Labels::balanced_accuracy},
      {"kappa", &Labels::kappa},       {"macro F1", &Labels::macro_f1},
      {"log loss", &Labels::log_loss}, {"Brier", &Labels::brier}};
  for (const auto& [name, field] : of_labels) {
    add(name, of.labels.*field, found.low_labels.*field, found.high_labels.*field);
  }
  const std::pair<const char*, double Rates::*> of_events[] = {{"sensitivity", &Rates::sensitivity},
                                                               {"precision", &Rates::precision},
                                                               {"F1", &Rates::f1},
                                                               {"false alarms per day", &Rates::false_alarms_per_day}};
  for (std::size_t e = 0; e < scores.event_classes.size(); ++e) {
    const Rates rates = sicamm::rates_of(of.events[e]);
    for (const auto& [name, field] : of_events) {
      add(fmt::format("{} of {}", name, scores.classes[scores.event_classes[e]]), rates.*field,
          found.low_events[e].*field, found.high_events[e].*field);
    }
  }
  return table.text();
}

}  // namespace

nlohmann::ordered_json json_of(const StatesScores& scores, const sicamm::ScoreSettings& settings) {
  Json json;
  json["all"] = json_of(scores.all, scores.classes);
  for (const auto& [name, of] : scores.parts) {
    json["parts"].push_back({{"name", name}, {"scores", json_of(of, scores.classes)}});
  }
  if (!scores.event_classes.empty()) {
    for (const auto& row : sicamm::event_options()) {
      std::visit([&](const auto& value) { json["event_rules"][row.name] = value; }, *row.get(settings.events));
    }
    json["events"] = of_event_classes(scores, [&](std::size_t e) { return json_of(scores.evaluation.events[e]); });
    json["mean_over_persons"] =
        of_event_classes(scores, [&](std::size_t e) { return json_of(scores.evaluation.person_means[e]); });
  }
  json["persons"] = json_of_persons(scores);
  if (scores.evaluation.intervals) json["intervals"] = json_of_intervals(scores, settings);
  if (!scores.likenesses.empty()) json["familiarity"] = json_of_likenesses(scores);
  json["notices"] = scores.notices;
  return json;
}

std::string text_of(const StatesScores& scores) {
  std::string text = parts_text(scores) + "\n" + classes_text(scores);
  if (!scores.event_classes.empty()) text += "\n" + events_text(scores);
  if (scores.evaluation.intervals) text += "\n" + intervals_text(scores);
  return text;
}

}  // namespace biotropy::cli
