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

/// The option's value as TOML writes it; empty where none was given.
std::string shown(const OptionValue& value);
std::string shown(const MeasureKey& of);
std::string shown(const MultiscaleKey& of);
template <typename Settings>
std::string shown(const OptionKey<Settings, OptionRow<Settings>>& of) {
  const auto value = of.option.get(of.settings);
  return value ? shown(*value) : std::string();
}

/// A value that it may have: the default, or another one if it has no default.
std::string example(const MeasureKey& of);
std::string example(const MultiscaleKey& of);
template <typename Settings>
std::string example(const OptionKey<Settings, OptionRow<Settings>>& of) {
  return of.option.example.empty() ? shown(*of.option.get({})) : std::string(of.option.example);
}

/// The help, with the words that it may be.
std::string comment(const OptionText& option);

/// Visits the keys of a table of options.
template <typename Settings, typename Rows, typename Visit>
void each_option(Settings& settings, Rows&& rows, const Visit& visit) {
  for (const auto& row : rows) {
    const OptionKey<Settings, std::remove_cvref_t<decltype(row)>> key{settings, row};
    visit(hyphenated(row.name).c_str(), key, example(key).c_str(), comment(row).c_str());
  }
}

/// Visits the keys of the participants, which precede all tables.
template <typename Visit>
void each_key(Description& d, const Visit& visit) {
  each_option(d, description_options(), visit);
}

template <typename Visit>
void each_key(files::OpenOptions& s, const Visit& visit) {
  each_option(s, files::open_options(), visit);
}

template <typename Visit>
void each_key(PrepareSettings& s, const Visit& visit) {
  each_option(s, prepare_options(), visit);
}

template <typename Visit>
void each_key(entropy::Settings& s, const Visit& visit) {
  visit("measure", s.measure, "", "One of the measures of 'biotropy entropy' and 'biotropy cross'");
  visit("convention", s.convention, "", "The program whose choices are the defaults of the keys below");
  each_option(s, entropy::options(), visit);
}

template <typename Visit>
void each_key(MultiscaleSettings& s, const Visit& visit) {
  each_option(s, scales_options(), visit);
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
  each_option(s, statistics_options(), visit);
  each_option(s.permutations, groups::permutation_options(), visit);
}

template <typename Visit>
void each_key(NetworkSettings& s, const Visit& visit) {
  each_option<groups::NetworkOptions>(s, groups::network_options(), visit);
  visit("covariates", s.covariates, "[\"age\", \"sex\"]",
        "Columns of the participants, numbers or categories, to remove");
  visit("subject-column", s.subject_column, "\"person\"",
        "Paired recordings: column of the participants that names the person");
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
