// SPDX-License-Identifier: Apache-2.0
#include "biotropy/entropy/surrogate_settings.hpp"

#include "biotropy/entropy/words.hpp"

namespace biotropy::entropy {

namespace {

constexpr int kMostSurrogates = 1'000'000;

const std::vector<SurrogateOption>& surrogate_table() {
  using S = SurrogateSettings;
  static const std::vector<SurrogateOption> rows{
      option_row<S>("surrogates", &S::surrogates,
                    {"N", "", "an integer from 0 to 1000000", "Surrogates that each value is compared with; 0: none"}),
      option_row<S>(
          "surrogate_kind", &S::kind,
          {"", "", "",
           "iaaft, aaft: keep values and spectrum; phases: the spectrum; joint-phases: cross-spectra too; "
           "shuffle: the values; shift, epochs: each channel",
           "Schreiber and Schmitz (1996), Theiler et al. (1992), Prichard and Theiler (1994). epochs, "
           "which changes only how channels stand to each other, is for measures of several series, shift for "
           "MvSampEn and MvFuzzyEn."}),
      option_row<S>("surrogate_seed", &S::seed,
                    {"S", "", "an integer of at least 0", "Seed of the surrogates: the same one gives the same"}),
      option_row<S>("surrogate_stop", &S::stop,
                    {"H", "", "an integer of at least 0",
                     "No more surrogates for a value that H of them reach, at either end; 0: never stop",
                     "Besag and Clifford (1991). p is then H over the number drawn."}),
  };
  return rows;
}

void require(bool allowed, std::string_view name, const SurrogateSettings& settings, std::string_view other = {}) {
  if (allowed) return;
  const SurrogateOption& option = *find_row(surrogate_options(), name);
  throw Error::argument(std::string(name), text_of(*option.get(settings)),
                        std::string(other.empty() ? option.allowed : other));
}

}  // namespace

std::span<const SurrogateOption> surrogate_options() {
  return surrogate_table();
}

void validate(const SurrogateSettings& settings) {
  require(settings.surrogates >= 0 && settings.surrogates <= kMostSurrogates, "surrogates", settings);
  require(settings.seed >= 0, "surrogate_seed", settings);
  require(settings.stop >= 0, "surrogate_stop", settings);
  if (settings.given()) return;
  const std::string_view needed = "left out without surrogates";
  require(settings.kind == SurrogateSettings().kind, "surrogate_kind", settings, needed);
  require(settings.seed == SurrogateSettings().seed, "surrogate_seed", settings, needed);
  require(settings.stop == 0, "surrogate_stop", settings, needed);
}

}  // namespace biotropy::entropy
