// SPDX-License-Identifier: Apache-2.0
//
// Settings of preparation, as entered by users, and the words of their choices.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "biotropy/notice.hpp"
#include "biotropy/option.hpp"
#include "biotropy/prepare/padding.hpp"
#include "biotropy/prepare/preparation.hpp"
#include "biotropy/series/epochs.hpp"
#include "biotropy/series/recording.hpp"
#include "biotropy/study/signal.hpp"

namespace biotropy {

template <>
inline constexpr std::array kWords<prepare::FilterDesign>{
    Word{"butterworth", prepare::FilterDesign::butterworth},
    Word{"fir", prepare::FilterDesign::fir},
};

template <>
inline constexpr std::array kWords<prepare::FilterEach>{
    Word{"recording", prepare::FilterEach::recording},
    Word{"epoch", prepare::FilterEach::epoch},
};

template <>
inline constexpr std::array kWords<prepare::AntiAlias>{
    Word{"chebyshev", prepare::AntiAlias::chebyshev},
    Word{"fir", prepare::AntiAlias::fir},
};

}  // namespace biotropy

namespace biotropy::study {

struct PrepareSettings {
  std::string channels;
  std::vector<double> band;
  prepare::FilterDesign filter = prepare::FilterDesign::butterworth;
  int order = prepare::BandFilter().order;
  std::size_t taps = 0;
  std::vector<double> notches;
  bool notch_line = false;  ///< also at the line frequency that the sidecar of a recording gives
  prepare::FilterEach filter_each = prepare::FilterEach::recording;
  double notch_quality = prepare::kNotchQuality;
  std::size_t decimation = 1;
  prepare::AntiAlias anti_alias = prepare::AntiAlias::chebyshev;
  Length epoch;
  double overlap = 0.0;
  std::optional<Length> window, step;  ///< windows that slide, in place of epochs; both or none
  std::optional<double> reject, flat;
  std::size_t padding = 0;

  bool is_cut() const { return !epoch.is_zero() || window || step; }  ///< into epochs or windows
  /// Samples in a run that are said: where padding is not looked for, so many that they are unlikely by chance.
  std::size_t least_padding() const { return padding > 0 ? padding : prepare::kSuspiciousRun; }
  /// @throws Error invalid_argument.
  /// @param gap_fill missing samples to insert at each gap; epochs with gaps are accepted unless it is 0.
  prepare::Preparation preparation(std::size_t gap_fill) const;
};

/// The limits of peak-to-peak are in the units of the channels, which need one unit in all recordings: one limit for
/// recordings in uV and in mV would reject nothing of the one, or all of the other.
class LimitsInUnits {
 public:
  explicit LimitsInUnits(const PrepareSettings& settings) : reject_(settings.reject), flat_(settings.flat) {}

  /// @throws Error invalid_argument for a channel in another unit than in a recording before.
  void require(const series::Epochs& epochs);

 private:
  std::optional<double> reject_, flat_;
  std::map<std::string, std::string> units_;  // of channels, by label
};

/// The options, in the order in which results record them.
std::span<const OptionRow<PrepareSettings>> prepare_options();

/// Padding that is left out, or measured.
/// @param padded as prepare::padded_channels() says it of runs of PrepareSettings::least_padding().
std::optional<Notice> padding_notice(const std::vector<std::string>& padded, const PrepareSettings& settings);

/// Samples beside a gap that are missing in every channel: time that is missing there, which filters, decimation and,
/// of samples with stamps, epochs leave out with the gap. None without these, as missing samples may stay.
std::vector<std::size_t> samples_in_gaps(const Signal& signal, const PrepareSettings& settings);

/// The epochs of a signal in memory, prepared as a recording without its samples_in_gaps(); its notices go to the
/// execution. Samples are NaN in an epoch where their channel is rejected, and if nothing is cut one is NaN in each
/// gap.
/// @throws Error as prepare::prepare(); invalid_argument for several epochs, and for `notch_line`, which needs a
/// sidecar.
series::Epochs prepared(const Signal& signal, const PrepareSettings& settings, const Execution& execution);

}  // namespace biotropy::study
