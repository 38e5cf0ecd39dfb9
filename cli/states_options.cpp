// SPDX-License-Identifier: Apache-2.0
#include "cli/states_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>

#include "biotropy/error.hpp"

namespace biotropy::cli {

namespace {

std::optional<sicamm::Band> band_of(const std::vector<double>& limits) {
  if (limits.empty()) return std::nullopt;
  return sicamm::Band{limits[0], limits[1]};
}

// "4-8" in Hz.
sicamm::Band band_in(const std::string& text) {
  sicamm::Band band;
  const char* const end = text.data() + text.size();
  const auto [dash, low_fault] = std::from_chars(text.data(), end, band.low);
  const bool divided = low_fault == std::errc() && dash != end && *dash == '-';
  if (!divided || std::from_chars(dash + 1, end, band.high) != std::from_chars_result{end, std::errc()}) {
    throw Error::argument("bands", text, "a list of LOW-HIGH in Hz, separated by commas");
  }
  return band;
}

}  // namespace

sicamm::FeatureRecipe FeatureOptions::recipe() const {
  sicamm::FeatureSettings given = settings;
  if (!filter.empty()) given.filter = {filter[0], filter[1]};
  given.delta = band_of(delta);
  given.theta = band_of(theta);
  given.alpha = band_of(alpha);
  if (!bands.empty()) {
    for (const std::string& one : list_of_distinct_names("bands", bands)) given.bands.push_back(band_in(one));
  }
  return given.recipe();
}

std::vector<std::string> list_of_names(const char* option, const std::string& list) {
  std::vector<std::string> names;
  std::string name;
  for (const char c : list + (list.empty() ? "" : ",")) {
    if (c != ',') {
      name += c;
      continue;
    }
    if (name.empty()) throw Error::argument(option, list, "a list of names separated by single commas");
    names.push_back(std::move(name));
    name.clear();
  }
  return names;
}

std::vector<std::string> list_of_distinct_names(const char* option, const std::string& list) {
  std::vector<std::string> names = list_of_names(option, list);
  for (auto name = names.begin(); name != names.end(); ++name) {
    if (std::find(names.begin(), name, *name) == name) continue;
    throw Error::argument(option, list, fmt::format("a list with each name once ('{}' stands there twice)", *name));
  }
  return names;
}

std::vector<std::string> LabelOptions::class_names() const {
  return list_of_distinct_names("classes", classes);
}

std::map<std::string, std::string> LabelOptions::new_names() const {
  std::map<std::string, std::string> result;
  for (const std::string& one : list_of_names("rename", rename)) {
    const std::size_t equals = one.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == one.size()) {
      throw Error::argument("rename", one, "a list of OLD=NEW, separated by commas");
    }
    const std::string old = one.substr(0, equals);
    if (!result.try_emplace(old, one.substr(equals + 1)).second) {
      throw Error::argument("rename", rename, fmt::format("a list with each OLD once ('{}' stands there twice)", old));
    }
  }
  return result;
}

sicamm::GivenChain ChainOptions::given() const {
  sicamm::GivenChain result;
  if (!transition.empty()) result.transitions = sicamm::numbers_of("transition", transition);
  if (!prior.empty()) result.priors = sicamm::numbers_of("prior", prior);
  result.stay = stay;
  return result;
}

void apply(const sicamm::GivenChain& given, sicamm::Model& model) {
  if (given.any()) model.chain = given.applied_to(model.chain, sicamm::class_names(model));
}

sicamm::TrainingSettings TrainOptions::training(const sicamm::FoldSettings& folds) const {
  sicamm::TrainingSettings settings;
  settings.classifier = sicamm::classifier_kind(classifier);
  settings.ridge = ridge;
  settings.pure_windows = pure_windows;
  settings.unmixing.method = sicamm::unmixing_method(unmixing);
  settings.unmixing.contrast = sicamm::contrast(contrast);
  settings.unmixing.refine = refine;
  settings.unmixing.seed = seed;
  settings.unmixing.shrinkage = shrinkage;
  settings.unmixing.rank_tolerance = rank_tolerance;
  settings.bandwidth = sicamm::bandwidth_rule(bandwidth);
  settings.bandwidth_factor = bandwidth_factor;
  settings.smoothing = smoothing;
  settings.chain = chain.given();
  settings.beta = beta;
  settings.folds = folds;
  settings.outliers = outliers;
  return settings;
}

sicamm::LearningSettings TrainOptions::learning() const {
  sicamm::LearningSettings settings;
  settings.starts = starts;
  settings.most_rounds = rounds;
  settings.smoothing = smoothing;
  settings.beta = beta.value_or(1.0);
  settings.bandwidth_factor = bandwidth_factor;
  settings.rank_tolerance = rank_tolerance;
  settings.seed = seed;
  return settings;
}

sicamm::FoldSettings FoldOptions::settings() const {
  return {folds, sicamm::fold_unit(unit), block, gap};
}

sicamm::ClassifySettings DecodeOptions::settings() const {
  sicamm::ClassifySettings settings;
  settings.decoder = sicamm::decoder(decoder);
  settings.lag = lag;
  settings.warm_up = warm_up;
  settings.rules = {beta, !without_outliers};
  return settings;
}

namespace {

constexpr const char* kDecoding = "Decoding";

void add_chain_options(CLI::App& command, ChainOptions& options, const char* group) {
  command
      .add_option("--transition", options.transition,
                  "Probabilities of the next class, a row for each class, in their order, separated by semicolons")
      ->option_text("P,...;P,...")
      ->group(group);
  command
      .add_option("--prior", options.prior, "Probabilities of the classes at the start and after gaps, in their order")
      ->option_text("P,...")
      ->group(group);
  command
      .add_option("--stay", options.stay,
                  "Probability that a class lasts until the next vector; others keep their shares of the rest")
      ->option_text("P")
      ->group(group);
}

}  // namespace

void add_feature_options(CLI::App& command, FeatureOptions& options) {
  const char* group = "Features";
  command.add_option("--channels", options.channels, "Channels, by label, number or range (Fp1,O2,3-8); otherwise all")
      ->option_text("LIST")
      ->group(group);
  command
      .add_option("--features", options.settings.kind,
                  "Features: the samples; an index of slow waves of each channel: tsi = theta / (delta + alpha), dsi = "
                  "delta / (theta + alpha), asi = alpha / (delta + theta); logarithms of band powers; common spatial "
                  "patterns; the Riemannian tangent space of covariances")
      ->check(CLI::IsMember({"raw", "tsi", "dsi", "asi", "bands", "csp", "tangent"}))
      ->option_text("raw|tsi|dsi|asi|bands|csp|tangent [raw]")
      ->group(group);
  command.add_flag("--log", options.settings.log, "The logarithm of the index")->group(group);
  command
      .add_option("--window", options.settings.window, "Of the features, in seconds: 0.25 for an index, 1 for others")
      ->option_text("S [0.25]")
      ->group(group);
  command
      .add_option("--hop", options.settings.hop,
                  "Seconds from one window to the next; otherwise one sample for an index, a tenth of the window for "
                  "others")
      ->option_text("S")
      ->group(group);
  command
      .add_option("--filter", options.filter,
                  "Band in Hz that a Butterworth filter passes, forwards alone (0: low-pass; inf: high-pass)")
      ->expected(2)
      ->option_text("LOW HIGH")
      ->group(group);
  command
      .add_option("--filter-order", options.settings.filter_order,
                  "Of that filter; a band-pass has twice as many poles")
      ->option_text("N [4]")
      ->group(group);
  command.add_option("--notch", options.settings.notch, "Hz that are removed, forwards alone")
      ->option_text("HZ")
      ->group(group);
  command.add_option("--bands", options.bands, "Of band powers, in Hz: from LOW up to, not including, HIGH")
      ->option_text("LOW-HIGH,... [4-8,8-13,13-30]")
      ->group(group);
  command
      .add_option("--components", options.settings.components,
                  "Common spatial patterns: for two classes, or for each of several against the others")
      ->option_text("N [4]")
      ->group(group);
  command
      .add_option("--window-shrinkage", options.settings.shrinkage,
                  "Of the covariance of each window to the identity, from 0 to 1")
      ->option_text("S [0]")
      ->group(group);
  command.add_option("--resolution", options.settings.resolution, "Hz between the lines of the transform")
      ->option_text("HZ [1]")
      ->group(group);
  const auto band = [&](const char* name, std::vector<double>& limits, const char* preset) {
    command.add_option(fmt::format("--{}", name), limits, "Band in Hz: from LOW up to, not including, HIGH")
        ->expected(2)
        ->option_text(fmt::format("LOW HIGH [{}]", preset))
        ->group(group);
  };
  band("delta", options.delta, "0.5 4");
  band("theta", options.theta, "4 8");
  band("alpha", options.alpha, "8 13");
}

void add_label_options(CLI::App& command, LabelOptions& options) {
  const char* group = "Labels";
  command
      .add_option(
          "--events", options.events,
          "Tables with the columns onset, duration and trial_type (BIDS), or files of EDF+ with annotations, one "
          "for each recording; otherwise "
          "..._events.tsv beside it, or the annotations of the recording; 'none': no labels, and of the "
          "annotations those alone that mark bad time")
      ->option_text("TSV ...")
      ->group(group);
  command.add_option("--event-column", options.column, "The column that names an event")
      ->option_text("NAME [trial_type]")
      ->group(group);
  command
      .add_option("--rename", options.rename,
                  "Names of events in place of others, such as one class for two stages; each event is renamed once")
      ->option_text("OLD=NEW,...")
      ->group(group);
  command
      .add_option("--classes", options.classes, "Names of the events that are classes, in their order; otherwise all")
      ->option_text("NAME,...")
      ->group(group);
}

void add_train_options(CLI::App& command, TrainOptions& options) {
  const char* group = "Training";
  command
      .add_option("--classifier", options.classifier,
                  "What tells the classes apart: independent components of each class; a normal density of each, with "
                  "shrunk covariance; logistic regression. The chain and beta follow in all three")
      ->check(CLI::IsMember({"sicamm", "gaussian", "logistic"}))
      ->option_text("sicamm|gaussian|logistic [sicamm]")
      ->group(group);
  command
      .add_option("--ridge", options.ridge,
                  "Of logistic regression, for samples that do not resemble each other; otherwise 1, 10, 100 or 1000, "
                  "the best on samples left out")
      ->option_text("R")
      ->group(group);
  command
      .add_flag("--pure-windows", options.pure_windows,
                "Fit classes to windows of one class alone; those across a change count for the chain and for beta")
      ->group(group);
  command.add_option("--unmixing", options.unmixing, "How independent components are found")
      ->check(CLI::IsMember({"fastica", "infomax", "jade", "whitening"}))
      ->option_text("fastica|infomax|jade|whitening [fastica]")
      ->group(group);
  command.add_option("--contrast", options.contrast, "Of FastICA")
      ->check(CLI::IsMember({"logcosh", "exp", "cube"}))
      ->option_text("logcosh|exp|cube [logcosh]")
      ->group(group);
  command.add_flag("--refine", options.refine, "Refine the components by maximum likelihood")->group(group);
  command
      .add_option(
          "--shrinkage", options.shrinkage,
          "Of the covariance of each class to uncorrelated channels, for classes with few samples: from 0 to 1; "
          "not with whitening, infomax or '--refine', which undo it")
      ->option_text("S [0]")
      ->group(group);
  command
      .add_option(
          "--rank-tolerance", options.rank_tolerance,
          "A direction counts as one without variance, and is left out for every class, if its eigenvalue in the "
          "correlation matrix is at most this")
      ->option_text("T [1e-9]")
      ->group(group);
  command.add_option("--bandwidth", options.bandwidth, "Rule for the width of the kernels of the densities")
      ->check(CLI::IsMember({"silverman", "leave-one-out", "blocked"}))
      ->option_text("silverman|leave-one-out|blocked [blocked]")
      ->group(group);
  command.add_option("--bandwidth-factor", options.bandwidth_factor, "Of the width that the rule gives")
      ->option_text("F [1]")
      ->group(group);
  command.add_option("--smoothing", options.smoothing, "Added to every count of transitions")
      ->option_text("N [1]")
      ->group(group);
  add_chain_options(command, options.chain, group);
  command.add_option("--beta", options.beta, "Power of the densities; otherwise the best on samples left out")
      ->option_text("B")
      ->group(group);
  command.add_option("--outliers", options.outliers, "Share of the training samples that counts as outliers")
      ->option_text("P [0.0001]")
      ->group(group);
  command.add_option("--seed", options.seed, "Of everything that is drawn")->option_text("N [1]")->group(group);
}

void add_fold_options(CLI::App& command, FoldOptions& options, bool of_persons) {
  const char* group = "Samples left out";
  std::vector<std::string> units = {"automatic", "recordings", "blocks"};
  if (of_persons) units.emplace_back("persons");
  command.add_option("--folds", options.folds, "Parts that are left out in turn")
      ->option_text(fmt::format("N [{}]", options.folds))
      ->group(group);
  command
      .add_option("--fold-unit", options.unit,
                  of_persons ? "Parts are recordings if there are enough, or blocks; with '--intervals persons' all "
                               "recordings of some persons"
                             : "Parts are recordings if there are enough, or blocks")
      ->check(CLI::IsMember(units))
      ->option_text(fmt::format("{}", fmt::join(units, "|")))
      ->group(group);
  command.add_option("--block", options.block, "Samples in a block; 0: four blocks in every part")
      ->option_text("N [0]")
      ->group(group);
  command
      .add_option("--gap", options.gap,
                  "Samples beside a part that are left out of training, too; otherwise as many as "
                  "neighbours resemble each other")
      ->option_text("N")
      ->group(group);
}

void add_decoder_options(CLI::App& command, DecodeOptions& options) {
  command
      .add_option("--decoder", options.decoder,
                  "filter: from the samples so far; fixed-lag: and a few later ones; smoother: from all; viterbi: the "
                  "most probable path")
      ->check(CLI::IsMember({"filter", "fixed-lag", "smoother", "viterbi"}))
      ->option_text("filter|fixed-lag|smoother|viterbi")
      ->group(kDecoding);
  // Options are parsed in this order, so that the decoder is known.
  const auto with_lag = [&options](const std::string&) {
    return std::string(options.decoder == "fixed-lag" ? "" : "of '--decoder fixed-lag' alone");
  };
  command.add_option("--lag", options.lag, "Of fixed-lag, in samples")
      ->check(CLI::Validator(with_lag, ""))
      ->option_text(fmt::format("N [{}]", options.lag))
      ->group(kDecoding);
}

CLI::Option* add_model_options(CLI::App& command, std::string& model, bool& no_verify) {
  command.add_flag("--no-verify", no_verify, "Read a model that another program has changed: its checksum is ignored");
  return command.add_option("-m,--model", model, "Model of 'biotropy states train'")->option_text("FILE");
}

void add_decode_options(CLI::App& command, DecodeOptions& options, bool of_model) {
  add_decoder_options(command, options);
  if (of_model) {
    add_chain_options(command, options.chain, kDecoding);
    command.add_option("--beta", options.beta, "Power of the densities, instead of the model's")
        ->option_text("B")
        ->group(kDecoding);
  }
  command
      .add_option("--warm-up", options.warm_up, "Vectors after the start, and after a gap in time, that are flagged")
      ->option_text(fmt::format("N [{}]", options.warm_up))
      ->group(kDecoding);
  command.add_flag("--ignore-outliers", options.without_outliers, "Outliers are flagged, and count for no class")
      ->group(kDecoding);
  command.add_option("--density", options.density, "table: polynomials, within 1e-10; direct: sums over all kernels")
      ->check(CLI::IsMember({"table", "direct"}))
      ->option_text("table|direct [table]")
      ->group(kDecoding);
}

}  // namespace biotropy::cli
