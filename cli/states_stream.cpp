// SPDX-License-Identifier: Apache-2.0
//
// `biotropy states stream`: samples as lines of text from standard input, classes as lines to standard output, each as
// soon as it is known.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <iostream>
#include <limits>
#include <optional>

#include "biotropy/error.hpp"
#include "biotropy/sicamm/model_file.hpp"
#include "cli/interruption.hpp"
#include "cli/run_options.hpp"
#include "cli/states_commands.hpp"
#include "cli/states_output.hpp"
#include "cli/table.hpp"

namespace biotropy::cli {

namespace {

struct StatesStreamOptions {
  RunOptions run;
  std::string model;
  std::optional<double> rate, beta;
  std::size_t lag = 0;
  bool without_outliers = false;
};

// One number for each channel; "NaN" and "n/a" are missing ones.
void read_sample(const std::string& line, std::size_t number, std::vector<double>& sample) {
  constexpr const char* separators = ", \t;\r";
  std::size_t found = 0;
  for (std::size_t begin = line.find_first_not_of(separators); begin != std::string::npos;) {
    const std::size_t end = std::min(line.find_first_of(separators, begin), line.size());
    const std::string word = line.substr(begin, end - begin);
    double value = std::numeric_limits<double>::quiet_NaN();
    const auto parsed = std::from_chars(word.data(), word.data() + word.size(), value);
    if (word != "n/a" && parsed != std::from_chars_result{word.data() + word.size(), std::errc()}) {
      throw Error(ErrorCode::bad_file, fmt::format("standard input, line {}: '{}' is no number", number, word));
    }
    if (found < sample.size()) sample[found] = value;
    ++found;
    begin = line.find_first_not_of(separators, end);
  }
  if (found != sample.size()) {
    throw Error(ErrorCode::bad_file, fmt::format("standard input, line {}: {} numbers where the model has {} channels",
                                                 number, found, sample.size()));
  }
}

class States {
 public:
  States(const StatesStreamOptions& options, const sicamm::Model& model, const Execution& execution)
      : model_(model),
        classifier_(model, sicamm::DensityMode::table, execution),
        stream_(classifier_, {options.lag, 0, {options.beta, !options.without_outliers}}),
        lag_(options.lag),
        features_(model.channels.size()) {
    const sicamm::FeatureRecipe recipe = sicamm::recipe_of(model.notes);
    const auto known = rate_of(model);
    if (options.rate && known && *options.rate != *known) require_rate_of(model, "standard input", *options.rate);
    rate_ = options.rate ? options.rate : known;
    if (!recipe.slow_waves) return;
    if (!rate_) throw Error::argument("rate", "unknown", "'--rate', because the features have bands in Hz");
    waves_.emplace(*recipe.slow_waves, *rate_, model.channels.size());
  }

  /// The line that a sample leads to, if any.
  std::string step(const std::vector<double>& sample) {
    const std::size_t position = samples_++;
    if (waves_ && !waves_->step(sample, features_)) return "";
    const sicamm::Update update = stream_.step(waves_ ? features_ : sample);
    if (update.lag < lag_) return "";
    const double time = static_cast<double>(position - lag_) / rate_.value_or(1.0);
    return states_line(model_, time, update.label, update.posterior, update.log_likelihood, update.flags);
  }

 private:
  const sicamm::Model& model_;
  sicamm::Classifier classifier_;
  sicamm::Stream stream_;
  std::optional<double> rate_;
  std::optional<sicamm::SlowWaves> waves_;
  std::size_t lag_, samples_ = 0;
  std::vector<double> features_;
};

ExitCode run_stream(const StatesStreamOptions& options, Context& context) {
  options.run.apply(context.console);
  const sicamm::Model model = sicamm::load_model(options.model);
  States states(options, model, options.run.execution());
  print(states_header(model));
  std::vector<double> sample(model.channels.size());
  std::string line;
  for (std::size_t number = 1; std::getline(std::cin, line); ++number) {
    interruption().check();
    if (line.find_first_not_of(" \t\r") == std::string::npos || line[0] == '#') continue;
    read_sample(line, number, sample);
    const std::string text = states.step(sample);
    if (!text.empty()) print(text);
  }
  return ExitCode::done;
}

}  // namespace

void add_states_stream(CLI::App& parent, Command& chosen) {
  CLI::App& command = *parent.add_subcommand(
      "stream", "Classes of samples as they come: lines of numbers on standard input, one for each channel");
  const auto options = std::make_shared<StatesStreamOptions>();
  command.add_option("-m,--model", options->model, "Model of 'biotropy states train'")->required()->option_text("FILE");
  command.add_option("--rate", options->rate, "Samples per second, where the model does not say")->option_text("HZ");
  command.add_option("--lag", options->lag, "Wait for so many later samples; 0: none")->option_text("N [0]");
  command.add_option("--beta", options->beta, "Power of the densities, instead of the model's")->option_text("B");
  command.add_flag("--ignore-outliers", options->without_outliers, "Outliers are flagged, and count for no class");
  add_run_options(command, options->run);
  add_footer(command, "  tail -n +2 eeg.csv | biotropy states stream --model model.nc\n");
  command.callback(
      [options, &chosen] { chosen = [options](Context& context) { return run_stream(*options, context); }; });
}

}  // namespace biotropy::cli
