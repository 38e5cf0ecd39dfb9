// SPDX-License-Identifier: Apache-2.0
#include "biotropy/groups/network_options.hpp"

#include "biotropy/company.hpp"

namespace biotropy::groups {

NetworkSettings NetworkOptions::settings(const PermutationSettings& permutations) const {
  require_company(network_options(), *this);
  return {statistic, alternative, threshold, threshold_p, threshold_free ? std::optional(scores) : std::nullopt,
          directed,  permutations};
}

std::span<const OptionRow<NetworkOptions>> network_options() {
  using O = NetworkOptions;
  const auto is_scored = [](const O& options) { return options.threshold_free; };
  static const std::vector<OptionRow<O>> rows{
      option_row<O>("threshold", &O::threshold,
                    {"T", "", "a number above 0", "Edges with a statistic above this form components; or threshold-p"},
                    "3.0"),
      option_row<O>("threshold_p", &O::threshold_p,
                    {"P", "", "a number between 0 and 1", "The same as p of a single edge"}, "0.001"),
      option_row<O>("threshold_free", &O::threshold_free,
                    {"", "", "", "Whether every edge gets a score over all thresholds"}, {}, {},
                    [](const O&) { return true; }),
      option_row<O>("statistic", &O::statistic,
                    {"", "", "", "Statistic of an edge, h by ranks; otherwise t of two groups and f of more"}, "\"t\""),
      option_row<O>("alternative", &O::alternative,
                    {"", "", "", "Of t: any difference, or a second group with larger or smaller values"}, {}, {},
                    [](const O&) { return true; }),
      option_row<O>(
          "directed", &O::directed,
          {"", "", "", "Whether (a, b) and (b, a) are two edges; otherwise they are unless all matrices are symmetric"},
          "true"),
      option_row<O>(
          "extent_power", [](auto& o) -> auto& { return o.scores.extent_power; },
          {"E", "", "a number of at least 0", "Of threshold-free scores: E"}, {}, "threshold_free", is_scored),
      option_row<O>(
          "height_power", [](auto& o) -> auto& { return o.scores.height_power; },
          {"H", "", "a number of at least 0", "Of threshold-free scores: H"}, {}, "threshold_free", is_scored),
      option_row<O>(
          "step", [](auto& o) -> auto& { return o.scores.step; },
          {"S", "", "a number above 0", "Of threshold-free scores: between thresholds"}, {}, "threshold_free",
          is_scored),
  };
  return rows;
}

std::span<const OptionRow<PermutationSettings>> permutation_options() {
  using S = PermutationSettings;
  const auto always = [](const S&) { return true; };
  static const std::vector<OptionRow<S>> rows{
      option_row<S>(
          "permutations", &S::permutations,
          {"N", "", "an integer of at least 1", "Arrangements of the group labels that the permutation test draws"}, {},
          {}, always),
      option_row<S>("seed", &S::seed, {"N", "", "an integer of at least 0", "Of those arrangements"}, {}, {}, always),
  };
  return rows;
}

}  // namespace biotropy::groups
