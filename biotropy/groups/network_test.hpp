// SPDX-License-Identifier: Apache-2.0
//
// Do groups differ as networks? Every entry of a matrix between channels is an edge with a statistic of its group
// difference. The network-based statistic (Zalesky, Fornito and Bullmore 2010) keeps the edges above a threshold, finds
// their connected components, and compares the size of each with the largest one of every arrangement of the subjects:
// a family-wise p of the component, not of its edges. The threshold-free form (Baggio et al. 2018) gives each edge a
// score over all thresholds, and a family-wise p.
//
// Covariates follow Freedman and Lane (1983): the residuals of a model without groups are rearranged, and the full
// model is fitted to them. What is added back to them lies in the span of the covariates and has no effect on the
// statistic, so an arrangement costs one product of a vector over the subjects for each edge and column of the design
// (Winkler et al. 2014); nothing is fitted again.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "biotropy/groups/permutation.hpp"
#include "biotropy/groups/values.hpp"
#include "biotropy/notice.hpp"
#include "biotropy/progress.hpp"
#include "biotropy/threads.hpp"
#include "biotropy/words.hpp"

namespace biotropy::groups {

/// Statistic of an edge.
enum class EdgeStatistic {
  t,  ///< of two groups, equal variances; of paired rows the paired t; positive where the second group is larger
  f,  ///< of two groups or more; of paired rows that of repeated measures
  h   ///< of Kruskal and Wallis, by ranks; independent rows without covariates
};

/// Differences that count, for t.
enum class Alternative {
  two_sided,  ///< edges by |t|: a component can have edges of both signs
  greater,    ///< the second group has larger values
  less        ///< the second group has smaller values
};

/// Score of an edge with the statistic s: the sum over thresholds h = step, 2 step, ... below s of extent^E h^H step,
/// where extent is the number of edges of its component at that threshold.
struct ThresholdFree {
  double extent_power = 0.4;  ///< E
  double height_power = 3.0;  ///< H
  double step = 0.1;          ///< between thresholds, in units of the statistic
};

struct NetworkSettings {
  std::optional<EdgeStatistic> statistic;  ///< none: t of two groups, f of more
  Alternative alternative = Alternative::two_sided;
  /// Edges above this value of the statistic form components; none: `threshold_p` says it. Neither: no components.
  std::optional<double> threshold;
  /// The same as the p of a single edge: of Student's t, F or chi-squared; two-sided for two-sided t.
  std::optional<double> threshold_p;
  std::optional<ThresholdFree> threshold_free;  ///< none: no scores
  /// Whether (a, b) and (b, a) are two edges. None: they are one if all matrices are symmetric. Components of directed
  /// matrices are weak: the direction of an edge does not matter for what it connects.
  std::optional<bool> directed;
  PermutationSettings permutations;
};

/// More about the rows of Values; a row is an observation, one matrix.
struct NetworkDesign {
  /// Rows x covariate_count, removed from the values of every edge; the constant is always included.
  std::span<const double> covariates{};
  std::size_t covariate_count = 0;
  /// Paired rows: number of the subject of each row. Every subject has one row in each group, and rows are exchanged
  /// within subjects (for two groups: signs of differences are flipped). Empty: every row is a subject.
  std::span<const int> subject_of{};
  /// Arrangements to use instead of those of PermutationSettings, each a permutation of the included rows: row i of the
  /// design receives the values of row order[i]. Empty: none.
  std::span<const std::uint32_t> orders{};
  /// For messages: names of the subjects by number, and what the caller counts rows and channels from.
  std::span<const std::string> subjects{};
  std::size_t first = 0;
};

/// Edges above the threshold that are connected.
struct Component {
  std::size_t channels = 0;  ///< that it connects
  std::size_t extent = 0;    ///< number of edges
  double intensity = 0.0;    ///< sum of what the statistic of its edges has above the threshold
  double p_extent = 1.0;     ///< family-wise: largest extent of an arrangement at least as large
  double p_intensity = 1.0;  ///< the same for the largest intensity
};

/// Matrices are channels x channels; of an undirected network both halves are filled.
struct NetworkTest {
  EdgeStatistic kind = EdgeStatistic::t;
  bool directed = false;
  double threshold = 0.0;              ///< of the statistic; NaN: no components
  std::vector<double> statistic;       ///< NaN on the diagonal and of edges that are not tested
  std::vector<int> component;          ///< number of the component of each edge, from 1; 0: none
  std::vector<Component> components;   ///< the largest extent first, then the largest intensity
  std::vector<double> score, score_p;  ///< threshold-free; family-wise p. Empty: not asked for
  std::size_t tested_edges = 0;
  /// Edges without a statistic: a value is missing (or infinite, except for h), or the values do not vary beyond the
  /// covariates.
  std::size_t untested_edges = 0;
  double degrees_of_freedom = 0.0;  ///< of the residuals (t, F); of chi-squared (h)
  /// Largest of each arrangement, in their order.
  std::vector<double> largest_extent, largest_intensity, largest_score;
  std::uint64_t arrangements = 0;
  bool exact = false;  ///< all arrangements were enumerated, including the observed one; p is then k / n
};

/// A warning of edges without a statistic, if there are some.
std::optional<Notice> untested_notice(const NetworkTest& test);

/// Checks what can be checked without values.
/// @throws Error invalid_argument for a threshold that is not above 0, a threshold_p outside 0 to 1 (0.5 for a
/// one-sided t), both of them, neither them nor threshold_free, an alternative of a statistic other than t, E or H
/// below 0, a step that is not above 0.
void validate(const NetworkSettings& settings);

/// Compares all groups, or the two of a contrast; rows of other groups are then left out.
/// p = (k + 1) / (n + 1), k of n random arrangements being at least as large; k / n if all arrangements were
/// enumerated. Results do not depend on the number of threads.
/// @param values entries = channels x channels; the diagonal is ignored.
/// @throws Error as validate(); invalid_argument for t of more than two groups, h with covariates or paired rows, and
/// orders that are no permutations; invalid_data for entries that are no square, matrices that are not symmetric though
/// `directed` is false, covariates that are linear combinations of the constant, the subjects and each other, or from
/// which the groups cannot be separated, no degree of freedom left, subjects without one row in each group, and no edge
/// that can be tested; missing_values for a covariate that is not finite; cancelled.
NetworkTest network_test(const Values& values, const NetworkSettings& settings, const NetworkDesign& design = {},
                         const std::optional<Contrast>& contrast = {}, const Execution& execution = {},
                         const ProgressCallback& progress = {});

}  // namespace biotropy::groups

namespace biotropy {

template <>
inline constexpr auto kWords<groups::EdgeStatistic> = std::array{
    Word{"t", groups::EdgeStatistic::t}, Word{"f", groups::EdgeStatistic::f}, Word{"h", groups::EdgeStatistic::h}};

template <>
inline constexpr auto kWords<groups::Alternative> =
    std::array{Word{"two-sided", groups::Alternative::two_sided}, Word{"greater", groups::Alternative::greater},
               Word{"less", groups::Alternative::less}};

}  // namespace biotropy
