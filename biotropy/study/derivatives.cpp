// SPDX-License-Identifier: Apache-2.0
#include "biotropy/study/derivatives.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>

#include "biotropy/entropy/words.hpp"
#include "biotropy/error.hpp"
#include "biotropy/files/bids.hpp"
#include "biotropy/files/input.hpp"
#include "biotropy/files/open.hpp"
#include "biotropy/files/output.hpp"
#include "biotropy/study/derivatives_internal.hpp"
#include "biotropy/study/key.hpp"
#include "biotropy/version.hpp"

namespace biotropy::study {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// Version of the standard whose rules the files follow.
constexpr const char* kBidsVersion = "1.10.0";
constexpr const char* kDescriptionFile = "dataset_description.json";
/// What the dataset is called in the URIs of sources.
constexpr const char* kRaw = "raw";
constexpr const char* kTitle = "Entropies and states";
/// Files that the standard has no rule for.
constexpr const char* kIgnored = "group_*\n*_model.nc\n*_posteriors.*\n*_scores.json\n";
/// Entities in the names of tables of behaviour.
constexpr std::array kOfBehaviour{"sub", "ses", "task", "acq", "run"};

/// Nothing for a file that is missing or not a JSON object.
std::optional<Json> read_object(const fs::path& path) {
  if (!fs::exists(files::known_status(path))) return std::nullopt;
  files::Input input(path);
  if (input.size() > files::Input::kWindow) throw input.bad_file("too long for the description of a dataset");
  Json json = Json::parse(input.text(0, static_cast<std::size_t>(input.size())), nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) return std::nullopt;
  return json;
}

bool is_own(const Json& dataset) {
  const auto made_by = dataset.find("GeneratedBy");
  return made_by != dataset.end() && made_by->is_array() &&
         std::any_of(made_by->begin(), made_by->end(),
                     [](const Json& one) { return one.is_object() && one.value("Name", Json()) == kProgram; });
}

fs::path whole(const fs::path& path) {
  std::error_code failure;
  fs::path resolved = fs::weakly_canonical(path, failure);
  return failure ? fs::absolute(path).lexically_normal() : resolved;
}

std::string number(double value) {
  return std::isnan(value) ? "n/a" : fmt::format("{}", value);
}

std::string field(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < 0x20; }, ' ');
  return text.empty() ? "n/a" : text;
}

std::string default_label(const Description& description) {
  std::string label;
  if (const auto scales = description.scales()) label = word(scales->method);
  label += word(description.measure.measure);
  std::erase(label, '-');
  return label;
}

Json parameters(const Description& description) {
  Json object = Json::object();
  for (const files::Parameter& one : parameters_of_values(description)) {
    object[one.name] = std::visit([](const auto& value) { return Json(value); }, one.value);
  }
  return object;
}

/// A table and what its columns mean.
class Table {
 public:
  void add(const std::string& name, const std::string& meaning, std::vector<std::string> fields,
           const std::string& unit = {}) {
    names_.push_back(name);
    columns_.push_back(std::move(fields));
    if (meaning.empty()) return;
    meanings_[name]["Description"] = meaning;
    if (!unit.empty()) meanings_[name]["Units"] = unit;
  }

  void add(const std::string& name, const std::string& meaning, const std::vector<double>& numbers,
           const std::string& unit = {}) {
    std::vector<std::string> fields;
    for (const double one : numbers) fields.push_back(number(one));
    add(name, meaning, std::move(fields), unit);
  }

  std::string text() const {
    std::string text = fmt::format("{}\n", fmt::join(names_, "\t"));
    for (std::size_t row = 0; row < columns_.front().size(); ++row) {
      for (std::size_t column = 0; column < columns_.size(); ++column) {
        text += columns_[column][row];
        text += column + 1 < columns_.size() ? '\t' : '\n';
      }
    }
    return text;
  }

  const Json& meanings() const { return meanings_; }

 private:
  std::vector<std::string> names_;
  std::vector<std::vector<std::string>> columns_;
  Json meanings_ = Json::object();
};

std::vector<double> every(const std::vector<double>& all, std::size_t first, std::size_t step) {
  std::vector<double> some;
  for (std::size_t i = first; i < all.size(); i += step) some.push_back(all[i]);
  return some;
}

void add_values(const Description& description, const SubjectValues& values, const std::string& label, Table& table) {
  const std::string unit(entropy::unit_of(description.measure.measure, description.measure.parameters()));
  const std::string name = title(description), over = over_epochs(description);
  const std::size_t n = values.labels.size();
  const auto scales = description.scales();
  if (description.pairs()) {
    const std::vector<int> at = scales ? scales->scales : std::vector<int>{1};
    for (std::size_t scale = 0; scale < at.size(); ++scale) {
      const std::string suffix = scales ? fmt::format("_scale_{}", at[scale]) : "";
      const std::string where = scales ? fmt::format(" at scale {}", at[scale]) : "";
      for (std::size_t partner = 0; partner < n; ++partner) {
        table.add("to_" + field(values.labels[partner]) + suffix,
                  fmt::format("{} of the channel, whose templates are taken, with {}{}; {}", name,
                              values.labels[partner], where, over),
                  every(values.values, partner * at.size() + scale, n * at.size()), unit);
      }
      table.add(scales ? fmt::format("epochs_{}", at[scale]) : "epochs",
                "epochs with a value of the channel with itself" + where,
                every(values.valid_epochs, scale, (n + 1) * at.size()));
    }
    return;
  }
  if (!scales) {
    table.add(label, fmt::format("{}, {}", name, over), values.values, unit);
    table.add("epochs", "epochs in the mean", values.valid_epochs);
    return;
  }
  const std::size_t n_scales = scales->scales.size();
  for (std::size_t i = 0; i < n_scales; ++i) {
    table.add(fmt::format("scale_{}", scales->scales[i]),
              fmt::format("{} at scale {}, {}", name, scales->scales[i], over), every(values.values, i, n_scales),
              unit);
  }
  for (std::size_t i = 0; i < n_scales; ++i) {
    table.add(fmt::format("epochs_{}", scales->scales[i]),
              fmt::format("epochs in the mean at scale {}", scales->scales[i]),
              every(values.valid_epochs, i, n_scales));
  }
}

// The columns that every such table has.
void add_channels(const Description& description, const Subject& subject, const SubjectValues& values, Table& table) {
  std::vector<std::string> names, kinds, units;
  std::map<std::string, std::string> types;
  if (!description.heartbeats) {
    const auto source = files::channel_table(subject.path, description.read);
    if (source) types = files::channel_types(*source);
  }
  for (std::size_t channel = 0; channel < values.labels.size(); ++channel) {
    names.push_back(field(values.labels[channel]));
    kinds.push_back(field(types[values.labels[channel]]));
    units.push_back(field(values.units[channel]));
  }
  if (description.heartbeats) {
    table.add("name", "the series", names);
    table.add("units", "its unit", units);
    return;
  }
  const std::vector<std::string> unknown(names.size(), "n/a");
  table.add("name", "", names);
  table.add("type", "", kinds);
  table.add("units", "", units);
  if (subject.path.parent_path().filename() == "ieeg") {
    table.add("low_cutoff", "", unknown);
    table.add("high_cutoff", "", unknown);
  }
}

}  // namespace

void write_text(const fs::path& path, const std::string& text) {
  files::Output output(path);
  output.write(text);
  output.finish();
}

// Names of files may hold invalid UTF-8.
void write_json(const fs::path& path, const Json& json) {
  write_text(path, json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

std::string source_of(const std::string& path) {
  return fmt::format("bids:{}:{}", kRaw, path);
}

fs::path place_of(const fs::path& folder, const Subject& recording) {
  return folder / fs::path(recording.shown_path).parent_path() /
         recording.name().substr(0, recording.name().rfind('_'));
}

void require_derivatives(const fs::path& dataset, const fs::path& folder, const std::string& label) {
  const bool plain = std::all_of(label.begin(), label.end(), [](unsigned char c) { return std::isalnum(c) != 0; });
  if (!plain) throw Error::argument("desc", label, "a word of letters and digits");
  if (whole(dataset) != whole(folder)) return;
  throw Error::argument("OUTPUT_DIR", folder.generic_string(), "another folder than that of the dataset");
}

void begin_derivatives(const fs::path& dataset, const fs::path& folder) {
  files::make_folder(folder);
  const fs::path file = folder / kDescriptionFile;
  if (fs::exists(files::known_status(file))) {
    const auto there = read_object(file);
    if (!there || !is_own(*there)) {
      throw Error(ErrorCode::bad_file, fmt::format("{}: this dataset is not from {}, which writes none of its files "
                                                   "there: choose another folder",
                                                   file.generic_string(), kProgram));
    }
  }
  const auto source = read_object(dataset / kDescriptionFile);
  const Json title = source ? source->value("Name", Json()) : Json();
  const std::string name = title.is_string() ? title.get<std::string>() : std::string();
  const std::string where = whole(dataset).lexically_relative(whole(folder)).generic_string();
  Json from = {{"URL", where}};
  if (source && source->contains("DatasetDOI")) from["DOI"] = (*source)["DatasetDOI"];
  write_json(file, {{"Name", name.empty() ? kTitle : kTitle + (" of " + name)},
                    {"BIDSVersion", kBidsVersion},
                    {"DatasetType", "derivative"},
                    {"GeneratedBy", {{{"Name", kProgram}, {"Version", version()}}}},
                    {"SourceDatasets", Json::array({from})},
                    {"DatasetLinks", {{kRaw, where}}}});
  write_text(folder / ".bidsignore", kIgnored);
}

Derivatives::Derivatives(const Dataset& dataset, const Description& description, fs::path folder, std::string label)
    : dataset_(dataset),
      description_(description),
      folder_(std::move(folder)),
      label_(label.empty() ? default_label(description) : std::move(label)) {
  if (description.windows()) {
    throw Error::argument("window", description.prepare.window->text(), "none for tables of channels");
  }
  require_derivatives(dataset_.folder, folder_, label_);
}

void Derivatives::begin() const {
  begin_derivatives(dataset_.folder, folder_);
}

// Without its ending. Of heartbeats it is a table of behaviour, whose name has a task and few other entities: what else
// tells a recording from others goes into the label.
fs::path Derivatives::table_of(const Subject& subject) const {
  const fs::path place = place_of(folder_, subject);
  const std::string entities = place.filename().generic_string();
  if (!description_.heartbeats) return place.generic_string() + fmt::format("_desc-{}_channels", label_);
  std::string kept, label = label_;
  for (std::size_t begin = 0; begin <= entities.size();) {
    const std::size_t end = std::min(entities.find('_', begin), entities.size());
    const std::string part = entities.substr(begin, end - begin);
    const std::size_t dash = std::min(part.find('-'), part.size());
    const bool has_place =
        std::find(kOfBehaviour.begin(), kOfBehaviour.end(), part.substr(0, dash)) != kOfBehaviour.end();
    if (has_place) {
      kept += part + "_";
    } else if (dash < part.size()) {
      label += part.substr(dash + 1);
    }
    begin = end + 1;
  }
  return place.parent_path().parent_path() / "beh" / fmt::format("{}desc-{}_beh", kept, label);
}

void Derivatives::write(const Subject& subject, const SubjectValues& values) const {
  Table table;
  add_channels(description_, subject, values, table);
  add_values(description_, values, label_, table);

  Json json = {{"Description", fmt::format("{} of the channels of a recording", title(description_))},
               {"Sources", Json::array({source_of(subject.shown_path)})},
               {"Program", kProgram},
               {"Version", version()},
               {"Key", key_of_values(description_, subject)},
               {"SHA256", subject.sha256},
               {"Format", values.format},
               {"Engine", values.engine},
               {"SamplingFrequencyPrepared", values.has_rate ? Json(values.rate) : Json("n/a")},
               {"Epochs", values.n_epochs},
               {"Parameters", parameters(description_)},
               {"Notices", values.notices}};
  json["Rejected"] = Json::array();
  for (const Rejection& one : values.rejections) {
    json["Rejected"].push_back({{"epoch", one.epoch}, {"channel", values.labels[one.channel]}, {"reason", one.reason}});
  }
  json.update(table.meanings());
  const fs::path path = table_of(subject);
  files::make_folder(path.parent_path());
  // The table comes last: where it is, its description is too.
  write_json(path.generic_string() + ".json", json);
  write_text(path.generic_string() + ".tsv", table.text());
}

fs::path Derivatives::group_result(const Condition& condition) const {
  const std::size_t suffix = condition.name.rfind('_');
  const std::string entities = suffix == std::string::npos ? "" : condition.name.substr(0, suffix) + "_";
  const std::string last = suffix == std::string::npos ? condition.name : condition.name.substr(suffix + 1);
  return folder_ / fmt::format("group_{}desc-{}_{}.nc", entities, label_, last);
}

void Derivatives::write(const Condition& condition, const Cohort& cohort, const Statistics& statistics) const {
  const std::string unit(entropy::unit_of(description_.measure.measure, description_.measure.parameters()));
  const std::size_t n = cohort.labels.size(), n_scales = std::max<std::size_t>(cohort.scales.size(), 1);
  std::vector<std::string> channels, partners;
  std::vector<double> scales;
  for (std::size_t entry = 0; entry < cohort.entries(); ++entry) {
    const std::size_t index = entry / n_scales;
    channels.push_back(field(cohort.labels[cohort.pairs ? index / n : index]));
    if (cohort.pairs) partners.push_back(field(cohort.labels[index % n]));
    if (!cohort.scales.empty()) scales.push_back(cohort.scales[entry % n_scales]);
  }
  Table table;
  table.add("channel", cohort.pairs ? "channel whose templates are taken" : "channel", channels);
  if (cohort.pairs) table.add("partner", "channel in which they are matched", partners);
  if (!cohort.scales.empty()) table.add("scale", "scale, in samples of the prepared recording", scales);
  const auto of_group = [&](const std::vector<double>& all, std::size_t group) {
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(group * cohort.entries());
    return std::vector<double>(begin, begin + static_cast<std::ptrdiff_t>(cohort.entries()));
  };
  for (std::size_t group = 0; group < cohort.groups.size(); ++group) {
    const std::string& name = cohort.groups[group];
    table.add("mean_" + field(name), "mean over the participants of " + name, of_group(statistics.mean, group), unit);
    table.add("sd_" + field(name), "standard deviation over them", of_group(statistics.sd, group), unit);
    table.add("count_" + field(name), "participants with a value", of_group(statistics.count, group));
  }
  const TestOfGroups& all = statistics.all;
  table.add("kruskal_h", "Kruskal-Wallis H of all groups, corrected for ties", all.h);
  table.add("kruskal_p", "p of H, from the chi-squared distribution", all.p);
  table.add("epsilon_squared", "effect size, H / (N - 1)", all.effect);
  table.add("q_bh", "false discovery rate of Benjamini and Hochberg", all.q_bh);
  table.add("permutation_p", "p of H, from permutations of the group labels", all.permutation_p);
  table.add("familywise_p", "the same for the largest H of all entries", all.familywise_p);
  Json json = {{"Description", fmt::format("{}: comparison of groups of participants", title(description_))},
               {"Sources", Json::array()},
               {"Program", kProgram},
               {"Version", version()},
               {"Parameters", parameters(description_)},
               {"Notices", statistics.notices}};
  for (const CohortSubject& one : cohort.subjects) {
    if (one.used()) json["Sources"].push_back(source_of(one.path));
  }
  for (const files::Parameter& one : parameters_of_statistics(description_)) {
    json["Parameters"][one.name] = std::visit([](const auto& value) { return Json(value); }, one.value);
  }
  json.update(table.meanings());
  fs::path path = group_result(condition);
  write_json(path.replace_extension(".json"), json);
  write_text(path.replace_extension(".tsv"), table.text());
}

}  // namespace biotropy::study
