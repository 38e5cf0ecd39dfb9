// SPDX-License-Identifier: Apache-2.0
//
// An object of `parameters`, `results` and `provenance`. Each result is one line with the keys that apply to it. JSON
// has no NaN or infinity: an undefined value is null, and an infinite one the text "Infinity" or "-Infinity", which
// languages convert to that number; the record gives the reason.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "biotropy/files/results/results_internal.hpp"
#include "biotropy/series/recording.hpp"
#include "biotropy/version.hpp"

namespace biotropy::files {

namespace {

using Json = nlohmann::ordered_json;

// Labels and paths may hold invalid UTF-8; it must not invalidate the file.
std::string dump(const Json& json, int indent = -1) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

Json number_or_null(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json parameters_object(const std::vector<Parameter>& parameters) {
  Json object = Json::object();
  for (const Parameter& parameter : parameters) {
    object[parameter.name] = std::visit([](const auto& value) { return Json(value); }, parameter.value);
  }
  return object;
}

// Channels of an epoch without a template in any cell: the reason for rejection holds for every cell.
Json rejected_list(const ResultsHead& head, const FileResults& results, const std::vector<std::string>& labels) {
  Json list = Json::array();
  const std::size_t n_cells = head.cells();
  for (std::size_t index = 0; index * n_cells < results.reasons.size(); ++index) {
    const std::string& reason = results.reasons[index * n_cells];
    const auto templates = results.templates_m.subspan(index * n_cells, n_cells);
    const bool counted = std::any_of(templates.begin(), templates.end(), [](auto number) { return number > 0; });
    if (reason.empty() || counted) continue;
    const std::size_t epoch = index / labels.size(), channel = index % labels.size();
    list.push_back({{"epoch", epoch}, {"channel", labels[channel]}, {"reason", reason}});
  }
  return list;
}

Json input_object(const ResultsHead& head, const FileResults& results, const std::vector<std::string>& labels) {
  Json object = {{"file", results.path}, {"sha256", results.sha256}, {"format", results.format}};
  for (const auto& [path, digest] : results.other_files) {
    object["other_files"].push_back({{"file", path}, {"sha256", digest}});
  }
  if (results.has_rate) object["rate"] = number_or_null(results.rate);
  object["engine"] = results.engine;
  object["channels"] = labels;
  object["units"] = results.units;
  object["onsets"] = results.onsets;
  object["rejected"] = rejected_list(head, results, labels);
  object["notices"] = results.notices;
  return object;
}

class JsonWriter : public ResultWriter {
 public:
  JsonWriter(std::unique_ptr<Output> output, ResultsHead head)
      : output_(std::move(output)), head_(std::move(head)), coordinates_(coordinate_texts(head_)) {
    output_->write("{\n\"parameters\": " + dump(parameters_object(head_.parameters), 2) + ",\n\"results\": [");
  }

  void add(const FileResults& results, const CancelFlag* cancel) override {
    const std::vector<std::string> labels = series::distinct(results.labels);
    inputs_.push_back(input_object(head_, results, labels));
    std::vector<std::string> quoted;
    for (const std::string& label : labels) quoted.push_back(dump(label));
    const std::string file = "{\"file\":" + dump(results.path);
    std::string line;
    each_entry(head_, results, cancel, [&](const Entry& entry) {
      line = first_ ? "\n" : ",\n";
      first_ = false;
      line += file;
      if (!head_.mean_only) append_count(line, ",\"epoch\":", entry.epoch);
      if (head_.windows && !head_.mean_only) append_value(line, "\"onset\"", results.onsets[entry.epoch]);
      line += ",\"channel\":";
      line += quoted[entry.channel];
      if (head_.pairs) {
        line += ",\"partner\":";
        line += quoted[entry.partner];
      }
      for (std::size_t axis = 0; axis < coordinates_.size(); ++axis) {
        line += ',' + dump(head_.axes[axis].name) + ':' + coordinates_[axis][entry.cell];
      }
      append_value(line, "\"value\"", entry.value);
      append_numbers(line, results, entry);
      append_counts(line, results, entry);
      if (!std::isfinite(entry.value)) line += ",\"reason\":" + dump(reason_of(head_, results, entry));
      line += '}';
      output_->write(line);
    });
  }

  void finish() override {
    const Json provenance = {{"program", "biotropy"},    {"version", std::string(version())},
                             {"command", head_.command}, {"measure", head_.long_name},
                             {"unit", head_.unit},       {"inputs", inputs_}};
    output_->write("\n],\n\"provenance\": " + dump(provenance, 2) + "\n}\n");
    output_->finish();
  }

  std::filesystem::path temporary() const override { return output_->temporary(); }

 private:
  static void append_count(std::string& line, std::string_view key, std::uint64_t count) {
    line += key;
    append_number(line, count);
  }

  static void append_value(std::string& line, const std::string& quoted_key, double value) {
    line += ',' + quoted_key + ':';
    if (std::isfinite(value)) {
      append_number(line, value);
    } else {
      line += std::isnan(value) ? "null" : value > 0.0 ? "\"Infinity\"" : "\"-Infinity\"";
    }
  }

  void append_numbers(std::string& line, const FileResults& results, const Entry& entry) const {
    for (std::size_t kind = 0; kind < head_.numbers.size(); ++kind) {
      append_value(line, dump(head_.numbers[kind].name), number_of(head_, results, entry, kind));
    }
  }

  void append_counts(std::string& line, const FileResults& results, const Entry& entry) const {
    if (head_.mean_only) append_count(line, ",\"epochs\":", results.valid_epochs[entry.place]);
    if (!entry.counted) return;
    if (head_.has_matches) {
      append_count(line, ",\"matches_m\":", results.matches_m[entry.place]);
      append_count(line, ",\"matches_m1\":", results.matches_m1[entry.place]);
    }
    append_count(line, ",\"templates\":", results.templates_m[entry.place_of_channel]);
  }

  std::unique_ptr<Output> output_;
  ResultsHead head_;
  std::vector<std::vector<std::string>> coordinates_;
  Json inputs_ = Json::array();
  bool first_ = true;
};

}  // namespace

std::unique_ptr<ResultWriter> json_writer(std::unique_ptr<Output> output, ResultsHead head) {
  return std::make_unique<JsonWriter>(std::move(output), std::move(head));
}

}  // namespace biotropy::files
