// SPDX-License-Identifier: Apache-2.0
//
// Every key of study.toml, once: its value, an example for keys without a default, and its meaning. Reading and writing
// both use this list, so that they cannot differ.
#pragma once

#include <span>
#include <string>
#include <type_traits>

#include "biotropy/study/description.hpp"

namespace biotropy::study {

/// A row of a table of options, and the settings that hold its value.
template <typename Settings, typename Row>
struct OptionKey {
  Settings& settings;
  const Row& option;
};
using MeasureKey = OptionKey<entropy::Settings, entropy::Option>;
using MultiscaleKey = OptionKey<entropy::MultiscaleSettings, entropy::MultiscaleOption>;
using SurrogateKey = OptionKey<entropy::SurrogateSettings, entropy::SurrogateOption>;

/// The option's value as TOML writes it; empty where none was given.
std::string shown(const MeasureKey& of);
std::string shown(const MultiscaleKey& of);
std::string shown(const SurrogateKey& of);
/// A value that it may have: the default, or another one where the default is no value.
std::string example(const MeasureKey& of);
std::string example(const MultiscaleKey& of);
std::string example(const SurrogateKey& of);
/// The help, with the words that it may be.
std::string comment(const entropy::OptionText& option);

/// Visits the keys of a table of options.
template <typename Settings, typename Rows, typename Visit>
void each_option(Settings& settings, Rows&& rows, const Visit& visit) {
  for (const auto& row : rows) {
    const OptionKey<Settings, std::remove_cvref_t<decltype(row)>> key{settings, row};
    visit(entropy::hyphenated(row.name).c_str(), key, example(key).c_str(), comment(row).c_str());
  }
}

/// Visits the keys of the participants, which precede all tables.
template <typename Visit>
void each_key(Description& d, const Visit& visit) {
  visit("participants", d.participants, "",
        "Table of the participants (BIDS): participant_id, a column of groups, and file or a tree");
  visit("group-column", d.group_column, "", "Its column that says the group");
  visit("recordings", d.recordings, "\"..\"",
        "Folder in which recordings are looked for, as sub-X/**/sub-X*.edf, where the table has no column file");
  visit("session", d.session, "\"01\"", "Of the recordings in that folder, those of this session (ses-01)");
  visit("task", d.task, "\"rest\"", "Of the recordings in that folder, those of this task (task-rest)");
  visit("run", d.run, "\"1\"", "Of the recordings in that folder, those of this run (run-1)");
  visit("least-epochs", d.least_epochs, "", "Epochs that an entry of a subject needs; with fewer it has no value");
}

template <typename Visit>
void each_key(ReadSettings& s, const Visit& visit) {
  visit("rate", s.rate, "250.0", "Samples per second of files that do not say (text, NPY, MAT)");
  visit(
      "orientation", s.orientation, "",
      "What counts the channels: rows, columns, or automatic, the shorter side of an array and the columns of a table");
  visit("variable", s.variable, "\"data\"",
        "MAT: the variable, or field of a structure (EEG.data); otherwise the only array");
  visit("columns", s.columns, "\"2-9\"", "Text: the columns, by name, number or range; otherwise all but time");
  visit("separator", s.separator, "\"comma\"",
        "Text: comma, semicolon, tab or blank; otherwise found from the content");
  visit("decimal", s.decimal, "", "Text: the mark before the decimals of numbers, point or comma");
  visit("ignore-channel-table", s.ignore_channel_table, "",
        "Whether bad channels and types are read without the table of channels (BIDS, _channels.tsv) of a recording");
  visit("allow-maxshield", s.allow_maxshield, "",
        "FIF: whether recordings with internal active shielding (MaxShield) are read as they are, distorted");
}

template <typename Visit>
void each_key(PrepareSettings& s, const Visit& visit) {
  visit("channels", s.channels, "\"Fp1,O2,5-8\"", "Labels, numbers or ranges; otherwise all channels");
  visit("epoch", s.epoch, "", "Samples of an epoch, after decimation; 0: the whole recording is one");
  visit("overlap", s.overlap, "", "Part of an epoch that the next one repeats, from 0 to below 1");
  visit("window", s.window, "1000",
        "Samples of a window that slides over the recording, in place of epochs: every window has values of its own");
  visit("step", s.step, "500", "Samples from one window to the next");
  visit("band", s.band, "[0.5, 40.0]", "Frequencies to keep, in Hz; low 0.0 makes a low-pass, high inf a high-pass");
  visit("filter", s.filter, "", "Kind of the band filter: butterworth or fir");
  visit("order", s.order, "", "Order of the Butterworth filter");
  visit("taps", s.taps, "", "Taps of the FIR filter, odd; 0: by the width of its transition bands");
  visit("notch", s.notches, "[50.0]", "Frequencies to remove, such as that of the mains");
  visit("notch-line", s.notch_line, "",
        "Whether to remove the line frequency that the sidecar of each recording gives (BIDS, PowerLineFrequency)");
  visit("notch-quality", s.notch_quality, "", "Frequency of a notch over its width");
  visit("filter-each", s.filter_each, "",
        "What is filtered: recording, before it is decimated and cut, or each epoch after that");
  visit("decimate", s.decimation, "", "Keep every K-th sample, after an anti-alias filter");
  visit("anti-alias", s.anti_alias, "", "Kind of that filter: chebyshev or fir");
  visit("reject", s.reject, "3000.0", "Leave out a channel in epochs where its peak-to-peak is above this");
  visit("flat", s.flat, "1.0", "Leave out a channel in epochs where its peak-to-peak is below this");
  visit("padding", s.padding, "",
        "Runs of at least so many equal samples at the ends of a channel are padding; 0: not looked for");
  visit("bad-spans", s.bad_spans, "",
        "Epochs that touch a span whose annotation or event begins with BAD: reject or keep");
}

template <typename Visit>
void each_key(entropy::Settings& s, const Visit& visit) {
  visit("measure", s.measure, "", "One of the measures of 'biotropy entropy' and 'biotropy cross'");
  visit("convention", s.convention, "", "The program whose choices are the defaults of the keys below");
  // A study has no measures of all channels together, nor options that those alone have.
  for (const entropy::Option& option : entropy::options()) {
    if (option.groups != entropy::kChannels) each_option(s, std::span(&option, 1), visit);
  }
}

template <typename Visit>
void each_key(MultiscaleSettings& s, const Visit& visit) {
  visit("scales", s.scales, "", "Scales in samples: \"1-20\", or \"1,2,5,10-15\"");
  each_option(s.options, entropy::multiscale_options(), visit);
}

template <typename Visit>
void each_key(entropy::SurrogateSettings& s, const Visit& visit) {
  each_option(s, entropy::surrogate_options(), visit);
}

template <typename Visit>
void each_key(StatisticsSettings& s, const Visit& visit) {
  visit("groups", s.groups, "[\"children\", \"adults\", \"elderly\"]",
        "Groups in this order; otherwise as they come in the table");
  visit("contrasts", s.contrasts, "[[\"children\", \"adults\"], [\"adults\", \"elderly\"]]",
        "Pairs of groups that are compared; otherwise each group with the next one");
  visit("contrast-p", s.contrast_p, "", "p of a contrast: chi-squared (Kruskal-Wallis of the two groups) or exact");
  visit("alpha", s.alpha, "", "Level below which a p-value counts as significant in the summary");
  visit("permutations", s.permutations, "", "Arrangements of the group labels that the permutation test draws");
  visit("seed", s.seed, "", "Of those arrangements");
}

template <typename Visit>
void each_key(NetworkSettings& s, const Visit& visit) {
  visit("threshold", s.threshold, "3.0", "Edges with a statistic above this form components; or threshold-p");
  visit("threshold-p", s.threshold_p, "0.001", "The same as p of a single edge");
  visit("threshold-free", s.threshold_free, "", "Whether every edge gets a score over all thresholds");
  visit("statistic", s.statistic, "\"t\"", "t, f or h (ranks); otherwise t of two groups and f of more");
  visit("alternative", s.alternative, "", "Of t: two-sided, greater (the second group has larger values) or less");
  visit("covariates", s.covariates, "[\"age\", \"sex\"]",
        "Columns of the participants, numbers or categories, to remove");
  visit("subject-column", s.subject_column, "\"person\"",
        "Paired recordings: column of the participants that names the person");
  visit("directed", s.directed, "true",
        "Whether (a, b) and (b, a) are two edges; otherwise they are unless all matrices are symmetric");
  visit("extent-power", s.scores.extent_power, "", "Of threshold-free scores: E");
  visit("height-power", s.scores.height_power, "", "Of threshold-free scores: H");
  visit("step", s.scores.step, "", "Of threshold-free scores: between thresholds");
}

/// Tables that are optional: what they hold matters only where they are there.
struct OptionalTables {
  MultiscaleSettings multiscale;
  NetworkSettings networks;
};

inline OptionalTables optional_tables(const Description& d) {
  return {d.multiscale.value_or(MultiscaleSettings()), d.networks.value_or(NetworkSettings())};
}

/// Visits the tables in their order: table(name, fields), where `fields` is what each_key() takes.
template <typename Table>
void each_table(Description& d, OptionalTables& optional, const Table& table) {
  table("", d);
  table("read", d.read);
  table("prepare", d.prepare);
  table("measure", d.measure);
  table("multiscale", optional.multiscale);
  table("surrogates", d.surrogates);
  table("statistics", d.statistics);
  table("networks", optional.networks);
}

}  // namespace biotropy::study
