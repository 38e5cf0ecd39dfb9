// SPDX-License-Identifier: Apache-2.0
#include "cli/states/output.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "biotropy/files/results/arrays.hpp"
#include "biotropy/sicamm/event_tables.hpp"
#include "biotropy/sicamm/flag_words.hpp"
#include "biotropy/version.hpp"

namespace biotropy::cli {

namespace {

std::string flags_of(std::uint8_t flags) {
  return flags == 0 ? "n/a" : fmt::format("{}", fmt::join(sicamm::words_of(flags), ","));
}

}  // namespace

std::string states_header(const sicamm::Model& model) {
  std::string text = "time\tlabel";
  for (const sicamm::ClassModel& one : model.classes) text += "\tposterior " + sicamm::as_field(one.name);
  return text + "\tlog_likelihood\tflags\n";
}

std::string states_line(const sicamm::Model& model, double time, std::int32_t label, std::span<const double> posterior,
                        double log_likelihood, std::uint8_t flags) {
  std::string text = fmt::format("{}\t{}", time, sicamm::as_field(model.classes[static_cast<std::size_t>(label)].name));
  for (const double p : posterior) text += fmt::format("\t{}", p);
  return text + fmt::format("\t{}\t{}\n", log_likelihood, flags_of(flags));
}

void write_states_table(files::Output& output, const StatesOutput& states) {
  const auto& [recording, model, found, command_line, notices] = states;
  output.write(states_header(model));
  for (std::size_t i = 0; i < found.labels.size(); ++i) {
    output.write(states_line(model, recording.time(i), found.labels[i],
                             std::span(found.posteriors).subspan(i * found.classes, found.classes),
                             found.log_likelihoods[i], found.flags[i]));
  }
  output.finish();
}

void write_states_netcdf(const std::filesystem::path& path, const StatesOutput& states) {
  const auto& [recording, model, found, command_line, notices] = states;
  const std::size_t n = found.labels.size();
  files::Arrays arrays;
  arrays.dimensions = {{"time", n}, {"class", found.classes}};
  arrays.attributes = {{"program", fmt::format("biotropy {}", version())},
                       {"command", command_line},
                       {"recording", recording.path},
                       {"time_unit", std::string(recording.has_rate ? "s" : "samples")},
                       {"log_likelihood", found.log_likelihood},
                       {"beta", model.beta},
                       {"flag_meanings", std::string("1 missing, 2 outlier, 4 unexplained, 8 gap, 16 warm-up")}};
  if (!notices.empty()) {
    std::vector<std::string> texts;
    for (const Notice& one : notices) texts.push_back(one.text);
    arrays.attributes.emplace_back("notices", fmt::format("{}", fmt::join(texts, "\n")));
  }
  const auto numbers = [&](const char* name, std::vector<std::string> dimensions, std::vector<double> values) {
    arrays.variables.push_back({name, std::move(dimensions), std::move(values), {}, false});
  };
  std::vector<double> times(n);
  for (std::size_t i = 0; i < n; ++i) times[i] = recording.time(i);
  arrays.variables.push_back({"class", {"class"}, {}, sicamm::class_names(model), true});
  numbers("time", {"time"}, std::move(times));
  numbers("label", {"time"}, {found.labels.begin(), found.labels.end()});
  numbers("posterior", {"time", "class"}, found.posteriors);
  numbers("sample_log_likelihood", {"time"}, found.log_likelihoods);
  numbers("flags", {"time"}, {found.flags.begin(), found.flags.end()});
  files::write_arrays(path, arrays);
}

}  // namespace biotropy::cli
