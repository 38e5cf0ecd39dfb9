// SPDX-License-Identifier: Apache-2.0
//
// One record per entry, in the form of RFC 4180: lines end in CR LF, and a field with a separator, quote or line break
// is quoted. Undefined values are NaN or Inf with their reason. Spreadsheets evaluate text that begins like a formula,
// quoted or not; names and labels are untrusted, so such a text gets a leading apostrophe.
#include <cmath>
#include <utility>

#include "biotropy/files/formats/text/text_internal.hpp"
#include "biotropy/files/results/results_internal.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::files {

namespace {

bool is_formula(const std::string& text) {
  constexpr std::string_view kBeginnings = "=+-@\t\r";
  return !text.empty() && kBeginnings.find(text.front()) != std::string_view::npos && !to_double(text);
}

std::string field(const std::string& given) {
  std::string text = is_formula(given) ? "'" + given : given;
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

class CsvWriter : public ResultWriter {
 public:
  CsvWriter(std::unique_ptr<Output> output, ResultsHead head)
      : output_(std::move(output)), head_(std::move(head)), coordinates_(coordinate_texts(head_)) {
    std::string line = "file,";
    if (!head_.mean_only) line += head_.windows ? "epoch,onset," : "epoch,";
    line += head_.pairs ? "channel,partner," : "channel,";
    for (const Axis& axis : head_.axes) line += field(axis.name) + ',';
    line += "value,";
    for (const NumberKind& kind : head_.numbers) line += field(kind.name) + ',';
    if (!head_.mean_only && head_.has_matches) line += "matches_m,matches_m1,";
    line += head_.mean_only ? "epochs,reason\r\n" : "templates,reason\r\n";
    output_->write(line);
  }

  void add(const FileResults& results, const CancelFlag* cancel) override {
    std::vector<std::string> labels = series::distinct(results.labels);
    for (std::string& label : labels) label = field(label);
    const std::string file = field(results.path) + ',';
    std::string line;
    each_entry(head_, results, cancel, [&](const Entry& entry) {
      line = file;
      if (!head_.mean_only) {
        append_number(line, std::uint64_t{entry.epoch});
        line += ',';
        if (head_.windows) {
          append_number(line, results.onsets[entry.epoch]);
          line += ',';
        }
      }
      line += labels[entry.channel];
      line += ',';
      if (head_.pairs) {
        line += labels[entry.partner];
        line += ',';
      }
      for (const auto& of_axis : coordinates_) line += of_axis[entry.cell] + ',';
      append_number(line, entry.value);
      append_counts(line, results, entry);
      if (!std::isfinite(entry.value)) line += field(reason_of(head_, results, entry));
      line += "\r\n";
      output_->write(line);
    });
  }

  void finish() override { output_->finish(); }

  std::filesystem::path temporary() const override { return output_->temporary(); }

 private:
  void append_counts(std::string& line, const FileResults& results, const Entry& entry) const {
    line += ',';
    for (std::size_t kind = 0; kind < head_.numbers.size(); ++kind) {
      const double number = number_of(head_, results, entry, kind);
      if (!head_.numbers[kind].whole || !std::isnan(number)) append_number(line, number);  // a count may be missing
      line += ',';
    }
    if (head_.mean_only) {
      append_number(line, std::uint64_t{results.valid_epochs[entry.place]});
      line += ',';
      return;
    }
    if (!entry.counted) {
      line += head_.has_matches ? ",,," : ",";
      return;
    }
    if (head_.has_matches) {
      append_number(line, results.matches_m[entry.place]);
      line += ',';
      append_number(line, results.matches_m1[entry.place]);
      line += ',';
    }
    append_number(line, results.templates_m[entry.place_of_channel]);
    line += ',';
  }

  std::unique_ptr<Output> output_;
  ResultsHead head_;
  std::vector<std::vector<std::string>> coordinates_;
};

}  // namespace

std::unique_ptr<ResultWriter> csv_writer(std::unique_ptr<Output> output, ResultsHead head) {
  return std::make_unique<CsvWriter>(std::move(output), std::move(head));
}

}  // namespace biotropy::files
