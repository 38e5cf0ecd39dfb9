// SPDX-License-Identifier: Apache-2.0
//
// Signals as a request measures them: the rules of signal.hpp in one call, in front of entropy::answer().
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "biotropy/entropy/request.hpp"
#include "biotropy/study/signal.hpp"

namespace biotropy::study {

/// Windows of one recording, or with pooled epochs of all epochs, in samples.
struct Windows {
  std::size_t length = 0, step = 0;
};

/// What a request does with signals. @param windows whether it measures windows of them.
SignalUse use_of(const entropy::Request& request, bool windows);

/// The rules for a signal, or two, that a request measures; an r with a unit becomes a number in theirs.
/// @param y may be null. @throws Error as require_alike(), require_one_unit() and require_single().
void require_measurable(entropy::Request& request, const Signal& x, const Signal* y, SignalUse use, Notices& notices);

/// The samples of one of them. A gap is so many missing samples that no template spans it. Series of channels without a
/// value (reasons_of()) have a reason, and so have windows with a gap unless missing samples are left out.
class MeasuredSignal {
 public:
  /// @param request its `missing_are_gaps` becomes true where missing samples are gaps that are widened later, and it
  /// gets windows over all epochs.
  /// @param windows those of a signal that is used for them. @param passes whether missing samples make a value
  /// missing, so that a gap is one. @throws Error missing_values where gaps may not be left out; as sliding_windows().
  MeasuredSignal(const Signal& signal, const char* name, entropy::Request& request, SignalUse use,
                 const std::optional<Windows>& windows = {}, bool passes = false);
  MeasuredSignal(const MeasuredSignal&) = delete;
  MeasuredSignal& operator=(const MeasuredSignal&) = delete;

  const series::EpochView& view() const { return view_; }
  /// First samples of the windows; of one that begins in a gap, the sample behind it.
  const std::vector<std::size_t>& starts() const { return starts_; }

 private:
  series::EpochView view_;
  std::vector<double> wide_;
  std::vector<std::uint8_t> marks_;
  series::Epochs windows_;
  std::vector<std::string> reasons_;
  std::vector<std::size_t> starts_;
};

/// Matching pairs of templates of two signals, or of one; those of each template are those that begin at its samples.
/// @param y null: x itself. @param parameters have the delay and the engine. @throws Error as the rules of signals.
match::Counts count_matches(const Signal& x, const Signal* y, const match::Rule& rule,
                            const entropy::Parameters& parameters, const Execution& execution);

}  // namespace biotropy::study
