// SPDX-License-Identifier: Apache-2.0
//
// What a caller asks of the series of a recording, and the answer. This is the one place that chooses among the
// functions of each channel, of pairs, of scales, of windows and of tests; every language and the program call it.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "biotropy/entropy/multiscale_settings.hpp"
#include "biotropy/entropy/pooled_windows.hpp"
#include "biotropy/entropy/settings.hpp"
#include "biotropy/entropy/surrogate_test.hpp"
#include "biotropy/entropy/uncertainty.hpp"
#include "biotropy/named_array.hpp"

namespace biotropy::entropy {

struct Request {
  Settings measure;                        ///< with one m and r, or several
  std::optional<std::vector<int>> scales;  ///< measure at each of these
  MultiscaleSettings of_scales;
  /// Missing samples are gaps: no template spans one. At scales, and for a measure of each channel.
  bool missing_are_gaps = false;
  bool pairs = false;                    ///< matrices of all ordered pairs of channels
  Keep keep = Keep::epochs;              ///< of matrices
  Keep tested = Keep::epochs;            ///< the values of every epoch, or their mean
  std::optional<PooledWindows> windows;  ///< over all epochs
  UncertaintySettings uncertainty;       ///< SampEn: its standard error
  SurrogateSettings surrogates;
  /// What is wrong with the only series, or the only channels of a multivariate measure, is an error, not a reason.
  bool raises = false;

  /// The options that it takes: the convention, those of measures, of scales if there are any, of a standard error and
  /// of tests.
  std::vector<const OptionText*> options() const;
  /// Gives one of these options the value that `convert` makes for its row.
  /// @throws Error invalid_argument for another name, with a near one.
  void set(std::string_view name, const std::function<OptionValue(const OptionText& option)>& convert);

  /// The settings of a stream, which has one m and r and neither a test nor a standard error.
  /// @throws Error invalid_argument.
  const Settings& for_stream() const;

  /// @param n_times samples of a series, on which the convention antropy depends. @throws Error invalid_argument.
  MultiscaleParameters at_scales(std::size_t n_times) const;
};

/// Whatever the values of an answer depend on, by name: measure, convention and every option that has an effect, with
/// its value; of several m or r, and of scales, the list. The engine has no effect.
/// @param n_samples as of Settings::parameters(). @throws Error as Settings::parameters().
std::vector<std::pair<std::string, OptionValue>> parameters_of(const Request& request, std::size_t n_samples = 0);

/// What was measured; one of entries, curves and matrices.
struct Measured {
  Parameters parameters;         ///< with the first m and r
  std::vector<Entropy> entries;  ///< (epoch or window[, channel][, m, r])
  std::vector<double> standard_error, lower, upper;
  std::vector<Multiscale> curves;              ///< (epoch or window[, channel])
  std::vector<Pairwise> matrices;              ///< of every m and r, or of every scale
  std::vector<std::size_t> samples_of_scales;  ///< of matrices
  std::vector<double> complexity_index;        ///< of matrices at scales
  std::optional<SurrogateTest> test;
  Notices notices;  ///< of an absolute r in another unit than the samples

  /// Puts entries or curves of some channels, n from `first` on, among those of all n_all channels.
  /// @param cells entries of each (epoch, channel).
  void put(Measured part, std::size_t first, std::size_t n, std::size_t n_all, std::size_t cells);
};

/// Values, without the test.
/// @param x series; with a step windows that share samples. @param y of as many channels and epochs, for a measure of
/// two series without `pairs`; otherwise null.
/// @throws Error as the functions that it chooses from; invalid_argument for what they cannot do together.
Measured measure(const Request& request, const series::EpochView& x, const series::EpochView* y = nullptr,
                 const Execution& execution = {}, const ProgressCallback& progress = {});

/// The test of these values against surrogates of their series. @throws Error as the functions that it chooses from.
SurrogateTest test(const Request& request, const series::EpochView& x, const series::EpochView* y,
                   const Measured& measured, const Execution& execution = {}, const ProgressCallback& progress = {},
                   SurrogateStore* store = nullptr);

/// Values and, where the request has one, their test; notices of both go to Execution::notify.
Measured measure_and_test(const Request& request, const series::EpochView& x, const series::EpochView* y = nullptr,
                          const Execution& execution = {}, const ProgressCallback& progress = {});

/// The same as named arrays. An array of each channel has the dimensions epoch (or window), channel; one of pairs
/// epoch, channel, partner; a multivariate measure has no channel, pooled epochs are one epoch, a mean has none. The
/// scale, or the m and the r of which there are several, are last, but first in arrays of pairs.
/// @throws Error as measure() and test().
std::vector<NamedArray> answer(const Request& request, const series::EpochView& x, const series::EpochView* y = nullptr,
                               const Execution& execution = {}, const ProgressCallback& progress = {});

/// What a caller calls the places of an answer, and the reasons that it has warned of.
struct Places {
  std::span<const std::string> channels{};
  std::span<const std::string> known{};
  std::size_t first = 0;  ///< number of the first epoch, and of the first channel without a label
};

/// A warning of the values of an answer, or of anything with the array `reason`, that are not finite: how many, and the
/// place and the reason of the first one.
std::optional<Notice> not_finite(std::span<const NamedArray> answer, const Places& places);

/// Seconds of the answer on one processor, at a guess.
double expected_seconds(const Request& request, const series::EpochView& x);

/// The rule by which templates of these lengths are counted, with the delay, boundary, templates and Theiler window of
/// the parameters.
match::Rule counting_rule(const Parameters& parameters, std::vector<int> lengths, double r, bool per_template);

/// One entropy as named arrays without dimensions.
std::vector<NamedArray> arrays_of(const Entropy& entropy);

}  // namespace biotropy::entropy
