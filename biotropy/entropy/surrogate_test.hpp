// SPDX-License-Identifier: Apache-2.0
//
// Tests of values against surrogates: how each value stands among those that the same measure has of series that keep
// some properties and are random in all others. The surrogates of an epoch are measured as its epochs would be, many at
// once.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "biotropy/entropy/grid.hpp"
#include "biotropy/entropy/multiscale_pairwise.hpp"
#include "biotropy/entropy/pairwise.hpp"
#include "biotropy/entropy/surrogate_settings.hpp"
#include "biotropy/notice.hpp"

namespace biotropy::entropy {

/// One number for each entry, NaN where it was not tested: no value, no surrogates of its series, or a channel with
/// itself. The family of an epoch are its tested entries, a pair of a symmetric measure once.
struct SurrogateTest {
  std::vector<double> mean, sd;          ///< of the surrogates that have a finite value
  std::vector<double> z;                 ///< (value - mean) / sd
  std::vector<double> p_lower, p_upper;  ///< (k + 1) / (n + 1), k of n surrogates being at most (at least) the value;
                                         ///< with a stop at h of them k / n (Phipson and Smyth 2010, Besag and
                                         ///< Clifford 1991)
  std::vector<double> p;                 ///< two-sided: twice the smaller one, at most 1
  std::vector<double> q;                 ///< of p, over the entries of an epoch (Benjamini and Hochberg 1995)
  std::vector<double> p_family;  ///< of the largest deviation in SD among the entries of an epoch; NaN with a stop,
                                 ///< because it needs every surrogate
  std::vector<double> drawn;     ///< surrogates drawn for the entry
  int copies = 1;                ///< entries with the numbers of one test: 2 for the pairs of a symmetric measure
  std::size_t n_unusable = 0;    ///< series (channels of an epoch) that are used, but have no surrogates
  std::size_t unusable_epoch = 0, unusable_channel = 0;  ///< the first of them
  std::string reason;                                    ///< why it has none
  std::size_t n_distorted = 0;  ///< tested series of which surrogates of kind iaaft reject too often (kDistorted)
  std::size_t distorted_epoch = 0, distorted_channel = 0;  ///< the first of them
  /// Epochs with at least two used channels, and those among them that Kind::epochs cannot exchange, because no other
  /// epoch has the same channels.
  std::size_t n_exchangeable = 0, n_alone = 0;
};

/// What a notice says of distorted series (surrogates::distorts_iaaft).
inline constexpr std::string_view kDistorted =
    "series skewed or heavy-tailed and smooth, where iaaft rejects linear noise too often: make the values nearly "
    "normal first (logarithm, normal scores)";

/// Series without surrogates, distorted ones, and a kind of surrogates that leaves at least half of the epochs as they
/// are. @param tested series, whose first ones are named. @param has_y whether y has as many channels as these of x.
Notices notices_of(const SurrogateTest& test, const series::EpochView& tested, bool has_y = false);

/// A number of a test, for results.
struct SurrogateNumber {
  std::string_view name, long_name;
  bool in_unit;  ///< in the unit of the values; otherwise a pure number
  bool whole;
  std::vector<double> SurrogateTest::*column;
};

inline constexpr std::array kSurrogateNumbers{
    SurrogateNumber{"surrogate_mean", "mean of the surrogates", true, false, &SurrogateTest::mean},
    SurrogateNumber{"surrogate_sd", "standard deviation of the surrogates", true, false, &SurrogateTest::sd},
    SurrogateNumber{"z", "distance from the mean of the surrogates in their standard deviations", false, false,
                    &SurrogateTest::z},
    SurrogateNumber{"p_lower", "p of a value so small", false, false, &SurrogateTest::p_lower},
    SurrogateNumber{"p_upper", "p of a value so large", false, false, &SurrogateTest::p_upper},
    SurrogateNumber{"p", "two-sided p", false, false, &SurrogateTest::p},
    SurrogateNumber{"q", "two-sided p adjusted for the false discovery rate", false, false, &SurrogateTest::q},
    SurrogateNumber{"p_family", "two-sided family-wise p of the largest deviation", false, false,
                    &SurrogateTest::p_family},
    SurrogateNumber{"surrogates_drawn", "surrogates drawn", false, true, &SurrogateTest::drawn}};

/// Which measures a kind can be used for. @throws Error invalid_argument as validate(); for a kind that changes only
/// how channels stand to each other and a measure of one series; for Kind::shift and a cross entropy, whose templates
/// are compared at any distance in time.
void validate(const SurrogateSettings& settings, Measure measure);

/// Refuses a test of pooled epochs. @throws Error invalid_argument.
void require_no_test(const SurrogateSettings& settings, const Parameters& parameters);

/// Values of surrogates that outlive a test, so that an interrupted one continues. Those of a surrogate depend on its
/// number, the seed, the kind and what is measured, and not on how many surrogates are drawn, where they stop, or on
/// threads.
class SurrogateStore {
 public:
  virtual ~SurrogateStore() = default;
  /// Kept values of surrogates, one after the other, from number `first` on; may be empty.
  virtual std::vector<double> take(std::size_t first) = 0;
  virtual void keep(std::size_t first, std::span<const double> values) = 0;
};

/// @param observed what grid_each_channel() found.
/// @param keep Keep::epochs tests the values of every epoch, Keep::mean their means over the epochs with a finite
/// value.
/// @param store of the means of surrogates; only with Keep::mean.
/// @throws Error invalid_argument, cancelled, no_engine; as the store.
SurrogateTest test_each_channel(const series::EpochView& epochs, Measure measure, const Grid& grid,
                                const Parameters& parameters, std::span<const Entropy> observed, Keep keep,
                                const SurrogateSettings& settings, const Execution& execution = {},
                                const ProgressCallback& progress = {}, SurrogateStore* store = nullptr);

/// Pairs of series: channel i of an epoch with channel i + half of them. @param measure of two series. @param observed
/// of every epoch and pair, which are the family of the epoch. @throws Error as test_each_channel().
SurrogateTest test_two_series(const series::EpochView& epochs, Measure measure, const Parameters& parameters,
                              std::span<const Entropy> observed, const SurrogateSettings& settings,
                              const Execution& execution = {}, const ProgressCallback& progress = {});

/// @param observed what multiscale_each_channel() found. @param keep, store as for test_each_channel(). @throws Error
/// as test_each_channel().
SurrogateTest test_multiscale(const series::EpochView& epochs, const MultiscaleParameters& parameters,
                              std::span<const Multiscale> observed, Keep keep, const SurrogateSettings& settings,
                              const Execution& execution = {}, const ProgressCallback& progress = {},
                              SurrogateStore* store = nullptr);

/// @param observed matrices of pairwise(), one for each m and r of the grid, which is the last dimension of the
/// entries. @param keep, store as for test_each_channel(). @throws Error as test_each_channel().
SurrogateTest test_pairwise(const series::EpochView& epochs, Measure measure, const Grid& grid,
                            const Parameters& parameters, std::span<const Pairwise> observed, Keep keep,
                            const SurrogateSettings& settings, const Execution& execution = {},
                            const ProgressCallback& progress = {}, SurrogateStore* store = nullptr);

/// @param observed the matrices of every scale that multiscale_pairwise() found. @param keep, store as for
/// test_each_channel(). @throws Error as test_each_channel().
SurrogateTest test_multiscale_pairwise(const series::EpochView& epochs, const MultiscaleParameters& parameters,
                                       std::span<const Pairwise> observed, Keep keep, const SurrogateSettings& settings,
                                       const Execution& execution = {}, const ProgressCallback& progress = {},
                                       SurrogateStore* store = nullptr);

}  // namespace biotropy::entropy
