// SPDX-License-Identifier: Apache-2.0
//
// `biotropy states info`: the content of a model file.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>

#include "biotropy/counted.hpp"
#include "biotropy/sicamm/familiarity.hpp"
#include "biotropy/sicamm/features/feature_recipe.hpp"
#include "biotropy/sicamm/left_out.hpp"
#include "biotropy/sicamm/model_file.hpp"
#include "cli/commands.hpp"
#include "cli/output_options.hpp"
#include "cli/parser.hpp"
#include "cli/run_options.hpp"
#include "cli/table.hpp"

namespace biotropy::cli {

namespace {

std::string text_of(const sicamm::Model& model) {
  Table table({{"model"}, {""}});
  std::vector<std::string> classes;
  for (const sicamm::ClassModel& one : model.classes) classes.push_back(one.name);
  const std::vector<std::string> recorded = sicamm::recorded_channels(model);
  table.add({"channels", fmt::format("{}", fmt::join(recorded, ", "))});
  if (recorded != model.channels) table.add({"vector", fmt::format("{}", fmt::join(model.channels, ", "))});
  table.add({"classes", fmt::format("{}", fmt::join(classes, ", "))});
  table.add({"beta", fmt::format("{:.4g}", model.beta)});
  if (model.sampling_rate) table.add({"sampling rate", fmt::format("{:.6g} Hz", *model.sampling_rate)});
  const auto familiarity = sicamm::familiarity_of(model);
  const auto limit = [](std::size_t parts, double value, const char* unit) {
    if (parts == 0) return std::string("no calibration");
    if (parts >= sicamm::Familiarity::kEnough) return fmt::format("{:.4g}{}", value, unit);
    return fmt::format("no limit: training had {}, and needs {}", counted(parts, "part"), sicamm::Familiarity::kEnough);
  };
  const sicamm::Familiarity known = familiarity.value_or(sicamm::Familiarity());
  table.add({"familiar from", limit(known.units, known.least(), "")});
  table.add({"familiar up to", limit(known.parts, known.most(), " nats")});
  for (const auto& [name, value] : model.notes) {
    // The channels are above, and a matrix takes several lines.
    if (!name.starts_with("feature channel") && name != "feature rows") table.add({name, value});
  }
  if (const auto words = sicamm::left_out(model); !words.empty()) {
    table.add({"left out", fmt::format("{}", fmt::join(words, "; "))});
  }
  return table.text();
}

}  // namespace

void add_states_info(CLI::App& parent, Command& chosen) {
  CLI::App& command = add_command(parent, "info", "What is in a model: channels, classes, rank, how it was trained");
  const auto path = std::make_shared<std::string>();
  add_argument(command, *path, {"model", "Model of 'biotropy states train'", "FILE"});
  add_footer(command, "  biotropy states info model.nc\n");
  set_work(command, chosen, [path](Context&) {
    print(text_of(sicamm::load_model(*path)));
    return ExitCode::done;
  });
}

}  // namespace biotropy::cli
