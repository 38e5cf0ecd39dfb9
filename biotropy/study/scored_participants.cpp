// SPDX-License-Identifier: Apache-2.0
#include "biotropy/study/scored_participants.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <fstream>
#include <map>
#include <set>

#include "biotropy/error.hpp"
#include "biotropy/files/bids.hpp"
#include "biotropy/files/output.hpp"
#include "biotropy/files/sha256.hpp"
#include "biotropy/groups/values.hpp"
#include "biotropy/nan.hpp"
#include "biotropy/study/derivatives.hpp"
#include "biotropy/study/derivatives_internal.hpp"
#include "biotropy/version.hpp"

namespace biotropy::study {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// A score of the table of all participants.
struct Score {
  const char* name;
  const char* meaning;
};

constexpr Score kTableScores[] = {{"vectors", "samples or windows with a class"},
                                  {"accuracy", "share of right labels"},
                                  {"balanced_accuracy", "mean of the recalls of the classes"},
                                  {"kappa", "Cohen's kappa"},
                                  {"macro_f1", "mean F1 of the classes that occur"},
                                  {"log_loss", "-ln of the posterior of the true class, mean, in nats"},
                                  {"brier", "sum over classes of (posterior - truth)^2, mean"},
                                  {"calibration_error", "distance between mean posterior and accuracy in ten bins"}};

Json about(const std::string& description, const std::string& command, std::span<const Subject> recordings) {
  Json sources = Json::array();
  for (const Subject& one : recordings) sources.push_back(source_of(one.shown_path));
  return {{"Description", description},
          {"Program", kProgram},
          {"Version", version()},
          {"Command", command},
          {"Sources", sources}};
}

Json object_of(const ScoredParticipants::Parameters& parameters) {
  Json json = Json::object();
  for (const auto& [name, value] : parameters) json[name] = value;
  return json;
}

std::string name_within(const fs::path& dataset, const fs::path& path) {
  return path.lexically_normal().lexically_relative(dataset.lexically_normal()).generic_string();
}

// The first value that differs, as "folds: 2 there, 5 here"; empty if none does.
std::string difference(const Json& there, const Json& here) {
  for (const Json* keys : {&here, &there}) {
    for (const auto& [name, unused] : keys->items()) {
      const auto before = there.value(name, Json()), now = here.value(name, Json());
      if (before != now) return fmt::format("{}: {} there, {} here", name, before.dump(), now.dump());
    }
  }
  return "";
}

// Scores of other options or recordings are other scores.
void require_measured(const std::string& participant, Json parameters, std::span<const Subject> recordings,
                      const Json& scores) {
  Json there = scores.value("Parameters", Json());
  if (!there.is_object()) there = Json::object();  // of an older version
  there["version"] = scores.value("Version", Json());
  parameters["version"] = version();
  if (const std::string found = difference(there, parameters); !found.empty()) {
    throw Error(ErrorCode::invalid_data,
                fmt::format("{} has not been measured with these options ({}): both levels need the same ones",
                            participant, found));
  }
  const Json sources = about("", "", recordings)["Sources"], before = scores.value("Sources", Json());
  if (before == sources) return;
  throw Error(ErrorCode::invalid_data,
              fmt::format("{} has not been measured with these recordings: its scores are of {}, and {} are chosen",
                          participant, before.dump(), sources.dump()));
}

// Scores of files that have changed are other scores, and so are those with a table of events that came later.
void require_unchanged(const fs::path& dataset, std::span<const Subject> recordings, const Json& scores,
                       const CancelFlag* cancel) {
  const Json there = scores.value("SHA256", Json::object());
  std::set<std::string> names;
  for (const auto& [name, unused] : there.items()) names.insert(name);
  for (const Subject& one : recordings) {
    names.insert(name_within(dataset, one.path));
    if (const auto table = files::bids_table(one.path, "events")) names.insert(name_within(dataset, *table));
  }
  for (const std::string& name : names) {
    const fs::path path = dataset / fs::path(name);
    const std::string here = fs::exists(path) ? files::sha256(path, cancel) : "";
    if (there.value(name, "") == here) continue;
    throw Error(
        ErrorCode::invalid_data,
        fmt::format("{} is not the file that the scores of {} were measured with: run the level participant again",
                    path.generic_string(), recordings.front().participant.id));
  }
}

Json read_scores(const fs::path& path) {
  std::ifstream file(path);
  if (!file) throw Error(ErrorCode::io, fmt::format("{}: cannot be read", path.generic_string()));
  Json json = Json::parse(file, nullptr, /*allow_exceptions=*/false);
  const bool whole = json.is_object() && json.contains("Classes") && json.contains("Scores") &&
                     json["Scores"].is_object() && json["Scores"].contains("all") && json["Scores"]["all"].is_object();
  if (!whole) throw Error(ErrorCode::bad_file, fmt::format("{}: no scores of this program", path.generic_string()));
  return json;
}

// Adds what each score means, with mean and SD over the participants that have it.
void describe_scores(const std::vector<double>& values, std::size_t participants, Json& about_table) {
  const std::vector<int> one_group(participants, 0);
  const groups::Summary over = groups::summarise({values, std::size(kTableScores), one_group, 1});
  const auto known = [](double value) { return std::isnan(value) ? Json(nullptr) : Json(value); };
  for (std::size_t i = 0; i < std::size(kTableScores); ++i) {
    about_table[kTableScores[i].name] = {{"Description", kTableScores[i].meaning},
                                         {"Mean", known(over.mean[i])},
                                         {"SD", known(over.sd[i])},
                                         {"Participants", static_cast<double>(over.count[i])}};
  }
}

}  // namespace

ScoredParticipants::ScoredParticipants(const Dataset& dataset, fs::path folder, std::string label,
                                       Parameters parameters, std::string command)
    : dataset_(dataset),
      folder_(std::move(folder)),
      label_(std::move(label)),
      parameters_(std::move(parameters)),
      command_(std::move(command)) {
  require_derivatives(dataset_.folder, folder_, label_);
}

void ScoredParticipants::begin() const {
  begin_derivatives(dataset_.folder, folder_);
}

fs::path ScoredParticipants::scores_of(const std::string& participant) const {
  return folder_ / participant / fmt::format("{}_desc-{}_scores.json", participant, label_);
}

fs::path ScoredParticipants::model_of(const std::string& participant) const {
  files::make_folder(folder_ / participant);
  return folder_ / participant / fmt::format("{}_desc-{}_model.nc", participant, label_);
}

void ScoredParticipants::write_table(const Subject& recording, const std::string& suffix,
                                     std::span<const MeantColumn> columns, const std::string& table) const {
  Json json = about("States of a recording, each found by a model of the other folds", command_, {&recording, 1});
  for (const MeantColumn& one : columns) {
    json[one.name]["Description"] = one.meaning;
    if (!one.unit.empty()) json[one.name]["Units"] = one.unit;
  }
  const fs::path place = place_of(folder_, recording);
  files::make_folder(place.parent_path());
  const std::string stem = place.generic_string() + fmt::format("_desc-{}_{}", label_, suffix);
  write_json(stem + ".json", json);
  write_text(stem + ".tsv", table);
}

void ScoredParticipants::write_scores(std::span<const Subject> recordings, const std::vector<std::string>& files,
                                      const std::vector<std::string>& classes, const std::string& scores,
                                      const CancelFlag* cancel) const {
  Json json = about("Scores of the states of a participant, whose folds were left out in turn", command_, recordings);
  json["Parameters"] = object_of(parameters_);
  json["SHA256"] = Json::object();
  for (const auto& [path, digest] : files::digests(files, cancel)) {
    json["SHA256"][name_within(dataset_.folder, path)] = digest;
  }
  json["Classes"] = classes;
  json["Scores"] = Json::parse(scores);
  write_json(scores_of(recordings.front().participant.id), json);
}

ScoresOfAll ScoredParticipants::write_all(const CancelFlag* cancel) const {
  std::map<std::string, std::vector<Subject>> recordings;
  for (const Subject& one : subjects_of(dataset_)) recordings[one.participant.id].push_back(one);
  std::map<std::string, Json> participants;
  std::vector<std::string> without;
  for (const auto& [id, of] : recordings) {
    if (!fs::exists(scores_of(id))) {
      without.push_back(id);
      continue;
    }
    const Json& read = participants.emplace(id, read_scores(scores_of(id))).first->second;
    require_measured(id, object_of(parameters_), of, read);
    require_unchanged(dataset_.folder, of, read, cancel);
  }
  if (participants.empty()) {
    throw Error(ErrorCode::invalid_data, "no participant has scores yet: run the level participant first");
  }
  Notices notices;
  if (!without.empty()) {
    notices.push_back({NoticeLevel::warning, "participants_left_out",
                       fmt::format("no scores of {}: the table is of the others", fmt::join(without, ", "))});
  }
  const auto& [first, scores_of_first] = *participants.begin();
  for (const auto& [id, json] : participants) {
    if (json["Classes"] == scores_of_first["Classes"]) continue;
    throw Error(ErrorCode::invalid_data,
                fmt::format("{} has the classes {} where {} has {}: choose them with `classes = NAMES`", id,
                            json["Classes"].dump(), first, scores_of_first["Classes"].dump()));
  }
  begin();
  Json about_table = about("Scores of the states of all participants", command_, {});
  about_table["Classes"] = scores_of_first["Classes"];
  about_table["participant_id"] = {{"Description", "the participant, whose model was trained on its other folds"}};
  std::string text = "participant_id";
  for (const Score& score : kTableScores) text += fmt::format("\t{}", score.name);
  std::vector<double> values;
  for (const auto& [id, json] : participants) {
    text += "\n" + id;
    about_table["Sources"].push_back("bids::" + scores_of(id).lexically_relative(folder_).generic_string());
    for (const Score& score : kTableScores) {
      const Json value = json["Scores"]["all"].value(score.name, Json());
      values.push_back(value.is_number() ? value.get<double>() : kNaN);
      text += "\t" + (value.is_number() ? value.dump() : "n/a");
    }
  }
  describe_scores(values, participants.size(), about_table);
  const fs::path table = folder_ / fmt::format("group_desc-{}_scores.tsv", label_);
  write_json(fs::path(table).replace_extension(".json"), about_table);
  write_text(table, text + "\n");
  const auto mean = [&](const char* name) { return about_table[name]["Mean"].dump(); };
  return {participants.size(), mean("accuracy"), mean("kappa"), table, std::move(notices)};
}

}  // namespace biotropy::study
