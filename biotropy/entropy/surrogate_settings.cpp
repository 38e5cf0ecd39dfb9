// SPDX-License-Identifier: Apache-2.0
#include "biotropy/entropy/surrogate_settings.hpp"

#include <algorithm>
#include <limits>

#include "biotropy/entropy/option_fields_internal.hpp"

namespace biotropy::entropy {

namespace {

constexpr int kMostSurrogates = 1'000'000;

template <typename T>
SurrogateOption surrogate_option(std::string_view name, T SurrogateSettings::*field, const Description& description) {
  SurrogateOption row{option_text<T>(name, description), {}, {}};
  row.get = [=](const SurrogateSettings& settings) { return to_value<T>(settings.*field); };
  row.put = [=](const OptionText& self, SurrogateSettings& settings, const OptionValue& value) {
    settings.*field = from_value<T>(self, value);
  };
  return row;
}

const std::vector<SurrogateOption>& surrogate_table() {
  using S = SurrogateSettings;
  static const std::vector<SurrogateOption> rows{
      surrogate_option(
          "surrogates", &S::surrogates,
          {"N", "", "an integer from 0 to 1000000", "Surrogates that each value is compared with; 0: none"}),
      surrogate_option(
          "surrogate_kind", &S::kind,
          {"", "", "",
           "iaaft, aaft: keep values and spectrum; phases: the spectrum; joint-phases: cross-spectra too; "
           "shuffle: the values; shift, epochs: each channel",
           "Schreiber and Schmitz (1996), Theiler et al. (1992), Prichard and Theiler (1994). epochs, "
           "which changes only how channels stand to each other, is for measures of several series, shift for "
           "MvSampEn and MvFuzzyEn."}),
      surrogate_option("surrogate_seed", &S::seed,
                       {"S", "", "an integer of at least 0", "Seed of the surrogates: the same one gives the same"}),
      surrogate_option("surrogate_stop", &S::stop,
                       {"H", "", "an integer of at least 0",
                        "No more surrogates for a value that H of them reach, at either end; 0: never stop",
                        "Besag and Clifford (1991). p is then H over the number drawn."}),
  };
  return rows;
}

void require(bool allowed, std::string_view name, const SurrogateSettings& settings, std::string_view other = {}) {
  if (allowed) return;
  const SurrogateOption& option = *find_surrogate_option(name);
  throw Error::argument(std::string(name), text_of(option.get(settings)),
                        std::string(other.empty() ? option.allowed : other));
}

}  // namespace

std::span<const SurrogateOption> surrogate_options() {
  return surrogate_table();
}

const SurrogateOption* find_surrogate_option(std::string_view name) {
  const auto found = std::find_if(surrogate_table().begin(), surrogate_table().end(),
                                  [&](const auto& option) { return option.is_named(name); });
  return found == surrogate_table().end() ? nullptr : &*found;
}

void SurrogateSettings::set(const SurrogateOption& option, const OptionValue& value) {
  option.put(option, *this, value);
}

void validate(const SurrogateSettings& settings) {
  require(settings.surrogates >= 0 && settings.surrogates <= kMostSurrogates, "surrogates", settings);
  require(settings.seed >= 0, "surrogate_seed", settings);
  require(settings.stop >= 0, "surrogate_stop", settings);
  if (settings.given()) return;
  const std::string_view needed = "the option surrogates as well";
  require(settings.kind == SurrogateSettings().kind, "surrogate_kind", settings, needed);
  require(settings.seed == SurrogateSettings().seed, "surrogate_seed", settings, needed);
  require(settings.stop == 0, "surrogate_stop", settings, needed);
}

}  // namespace biotropy::entropy
