// SPDX-License-Identifier: Apache-2.0
//
// `biotropy states train`: a model from labelled recordings, or from few labels or none.
#include <fmt/format.h>

#include "biotropy/error.hpp"
#include "biotropy/files/atomic_file.hpp"
#include "biotropy/sicamm/feature_training.hpp"
#include "biotropy/sicamm/left_out.hpp"
#include "biotropy/sicamm/model_file.hpp"
#include "biotropy/sicamm/states_recording.hpp"
#include "biotropy/version.hpp"
#include "cli/commands.hpp"
#include "cli/input_options.hpp"
#include "cli/output_options.hpp"
#include "cli/parser.hpp"
#include "cli/run_options.hpp"
#include "cli/states/options.hpp"
#include "cli/table.hpp"

namespace biotropy::cli {

namespace {

struct StatesTrainOptions {
  InputOptions input;
  FeatureOptions features;
  sicamm::LabelSettings labels;
  TrainOptions train;
  sicamm::FoldSettings folds;
  RunOptions run;
  std::string output;
};

std::string table_of(const sicamm::Training& training) {
  Table table({{"class"},
               {"vectors", true},
               {"correlation", true},
               {"effective", true},
               {"per entry", true},
               {"rank", true},
               {"iterations", true},
               {"bandwidth", true}});
  for (std::size_t k = 0; k < training.classes.size(); ++k) {
    const sicamm::ClassReport& one = training.classes[k];
    double factors = 0.0;
    for (const sicamm::Bandwidth& bandwidth : one.bandwidths) factors += bandwidth.factor;
    table.add(
        {training.model.classes[k].name, fmt::format("{}", one.samples), fmt::format("{:.4g}", one.correlation_time),
         fmt::format("{:.4g}", one.effective_samples), fmt::format("{:.4g}", one.samples_per_entry),
         fmt::format("{}", one.rank), fmt::format("{}", one.iterations),
         one.bandwidths.empty() ? "-" : fmt::format("{:.3f}", factors / static_cast<double>(one.bandwidths.size()))});
  }
  return table.text();
}

std::string rank_of(const sicamm::Model& model, const sicamm::FeatureRecipe& recipe, const TrainOptions& options) {
  const auto words = sicamm::left_out(model);
  return fmt::format("rank {} of {} {}, tolerance {}{}{}\n", model.rank(), model.channels.size(),
                     recipe.renames() ? "features" : "channels", options.settings.unmixing.rank_tolerance,
                     words.empty() ? "" : "; left out: ", fmt::join(words, "; "));
}

std::string summary_of(const sicamm::Training& training) {
  std::string text = table_of(training);
  if (training.tempering && training.tempering->samples > 0) {
    text +=
        fmt::format("beta {:.4g}: log loss {:.4f} on {} vectors left out ({:.4f} with beta 1)\n", training.model.beta,
                    training.tempering->log_loss, training.tempering->samples, training.tempering->log_loss_of_one);
  } else {
    text += fmt::format("beta {:.4g}\n", training.model.beta);
  }
  return text;
}

/// A model, and the messages to print after it was written.
struct Trained {
  sicamm::Model model;
  std::string summary;
};

Trained train_model(const StatesTrainOptions& options, const std::vector<sicamm::StatesRecording>& recordings,
                    const std::vector<std::string>& classes, const sicamm::FeatureRecipe& recipe, Context& context) {
  const Execution execution = options.run.execution();
  const sicamm::RecordedFrom from = sicamm::recorded_from(recordings.front());
  const auto vectors = sicamm::labelled(recordings);
  if (options.train.learn) {
    auto learning =
        sicamm::learn_features(vectors, from, classes, recipe,
                               sicamm::learning_settings(options.train.settings, options.train.learning), execution);
    context.console.notices(learning.notices);
    const sicamm::StartReport& best = learning.starts[learning.best];
    std::string summary = rank_of(learning.model, recipe, options.train) +
                          fmt::format("log-likelihood of a vector {:.4f} after {} rounds, the best of {} starts\n",
                                      best.log_likelihood, best.rounds, learning.starts.size());
    return {std::move(learning.model), std::move(summary)};
  }
  auto training =
      sicamm::train_features(vectors, from, classes, recipe, options.train.training(options.folds), execution);
  context.console.notices(training.notices);
  std::string summary = summary_of(training) + rank_of(training.model, recipe, options.train);
  return {std::move(training.model), std::move(summary)};
}

ExitCode run_train(const StatesTrainOptions& options, Context& context) {
  options.run.apply(context.console);
  context.console.gather(options.input.files.size());
  require_other_than({options.output, {}}, options.input.files);
  const files::AtomicFile file(options.output);  // fails now rather than after the training
  const sicamm::FeatureRecipe recipe = options.features.settings.recipe();
  auto recordings = sicamm::read_all_states(options.input.files, options.input, options.labels,
                                            {options.features.channels, {}, {}, recipe},
                                            context.console.takes_notices(), options.run.execution());
  if (!options.train.learn) sicamm::require_events(recordings);
  const std::vector<std::string> classes = class_names(options.labels, recordings);
  for (sicamm::StatesRecording& one : recordings) {
    require_other_than({options.output, {}}, one.other_files);
    one.label(classes, context.console.takes_notices(),
              options.train.learn ? sicamm::BadTime::missing : sicamm::BadTime::unlabelled);
  }
  auto [model, summary] = train_model(options, recordings, classes, recipe, context);
  model.notes.emplace_back("program", fmt::format("biotropy {}", version()));
  model.notes.emplace_back("command", context.command_line);
  sicamm::save_model(model, options.output);
  if (!options.run.quiet) print(summary);
  return ExitCode::done;
}

// Folds are used for the bandwidths and for beta.
void refuse_unused_folds(const CLI::App& command, const TrainOptions& options) {
  const sicamm::TrainingSettings& settings = options.settings;
  if (!settings.beta || settings.bandwidth == sicamm::BandwidthRule::blocked) return;
  for (const char* name : {"--n-folds", "--fold-unit", "--block", "--gap"}) {
    refuse(command, name,
           fmt::format("with '--beta' and '--bandwidth {}' there is nothing to choose; leave out one of them",
                       word(settings.bandwidth)));
  }
}

}  // namespace

void add_states_train(CLI::App& parent, Command& chosen) {
  CLI::App& command = add_command(parent, "train", "A model from recordings and their labels");
  const auto options = std::make_shared<StatesTrainOptions>();
  add_input_options(command, options->input);
  add_row(command, options->output, "output", {"FILE", "", "a file", "File for the model (NetCDF-4)", {}, "Output"},
          {.also = "-o", .required = true});
  add_label_options(command, options->labels);
  add_feature_options(command, options->features);
  add_train_options(command, options->train);
  add_row(command, options->train.learn, "learn",
          {"",
           "",
           "",
           "Learn from samples without a label, too (expectation maximisation), with the classes of '--classes'",
           {},
           "Learning"},
          {.excludes = "n_folds|fold_unit|block|gap|transition|prior|stay"});
  add_rows(command, options->train.learning, sicamm::learning_options(), "Learning");
  add_fold_options(command, options->folds);
  add_run_options(command, options->run);
  add_footer(command,
             "  biotropy states train sub-1.edf sub-2.edf --classes rest,task -o model.nc\n"
             "  biotropy states train eeg.edf --events eeg_events.tsv --features tsi --log -o model.nc\n"
             "  biotropy states train eeg.edf --filter 8 30 --features csp --window 1 --hop 0.1 -o model.nc\n"
             "  biotropy states train eeg.edf --learn --classes A,B -o model.nc\n");
  set_work(
      command, chosen, [options](Context& context) { return run_train(*options, context); },
      [options, &command] { refuse_unused_folds(command, options->train); });
}

}  // namespace biotropy::cli
