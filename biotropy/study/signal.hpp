// SPDX-License-Identifier: Apache-2.0
//
// What a program knows of a recording in memory beside its samples, and the rules that recordings of files have: one
// unit, one rate, one order of channels, one time, and no template across time that is missing.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "biotropy/entropy/settings.hpp"
#include "biotropy/notice.hpp"
#include "biotropy/series/epochs.hpp"

namespace biotropy::study {

struct Signal {
  series::EpochView view;
  std::vector<std::string> channels{}, units{}, epochs{};  ///< labels; empty: unknown, as below
  std::vector<std::string> types{};                        ///< of channels, as series::Channel::type
  std::vector<std::string> bads{};                         ///< why a channel, or a series, is bad; "" if it is good
  std::optional<double> rate{};                            ///< in Hz
  std::vector<double> starts{}, stamps{};                  ///< starts of epochs; stamps of the samples of one or of all
  std::vector<std::size_t> gaps{};  ///< the first samples behind missing time, of all epochs in a row
  bool missing_are_gaps = false;    ///< a missing sample (NaN) is a gap, as in RR intervals
};

/// What the samples are used for.
enum class SignalUse { series, scales, windows, matches };

/// Gives the signal a rate. @throws Error invalid_argument (the name) for another one than it has, and for one that is
/// not a finite number above 0.
void set_rate(Signal& signal, double rate, const char* argument);

/// The signal with the rate, starts and gaps that its time stamps tell. @param name of it, for messages.
/// @throws Error missing_values for a gap inside one of several epochs; invalid_data for stamps of another rate or
/// start, and for uneven ones that end before they begin or go back by more than a tenth of their range.
Signal read(const Signal& given, const std::string& name, Notices& notices);

/// More series than samples, where no rate says which of both is time: they may be the other way round.
std::optional<Notice> orientation_notice(const Signal& signal, const std::string& name);

/// As prepare::padding_notice(), of the channels that have a value.
std::optional<Notice> padding_notice(const Signal& signal, const std::string& name);

/// @throws Error missing_values for missing samples (NaN) of channels that have a value.
void require_complete(const Signal& signal, const std::string& name);

/// Series that are compared and have other numbers of samples.
std::optional<Notice> length_notice(const Signal& x, const Signal& y);

/// @throws Error invalid_argument for another order of the same channels or epochs, and for another rate or time.
void require_alike(const Signal& x, const Signal& y);

/// Stamps of as many samples are the same if each lies within half a step of the other.
/// @param names of both. @throws Error invalid_argument.
void require_same_stamps(std::span<const double> x, std::span<const double> y, const std::string& names);

/// Windows have places in one recording, and matches are counted between two series.
/// @throws Error invalid_argument for several.
void require_single(const Signal& signal, const char* name, SignalUse use);

/// OneUnit of the channels of both. @param y may be null. @param settings an r with a unit becomes a number in theirs.
void require_one_unit(const Signal& x, const Signal* y, entropy::Settings& settings);

/// Missing samples that a gap needs; 0: there are no gaps, or beside each as many are missing already in every channel.
/// @throws Error missing_values where gaps may not be left out.
std::size_t gap_width(const Signal& signal, const entropy::Settings& settings, SignalUse use, const char* name,
                      bool missing_are_gaps);

/// The samples of one epoch with missing ones (NaN) in place of each gap.
struct Widened {
  std::vector<double> samples{};
  std::size_t n_times = 0;
  std::vector<std::size_t> places{};  ///< of each sample of the first channel
};

Widened widened(const Signal& signal, std::size_t width, bool missing_are_gaps);

/// Marks of series::EpochView::gaps: the samples at gaps that are missing in all channels.
/// @param wide the signal, or with missing samples in its gaps. @param places of its samples there; empty: the same.
std::vector<std::uint8_t> gap_marks(const Signal& signal, const series::EpochView& wide,
                                    std::span<const std::size_t> places);

/// Lengths of recordings one behind the other, which also end at gaps. @throws Error invalid_argument ("lengths")
/// unless they have the samples of the signal.
std::vector<std::size_t> lengths_between(const Signal& signal, const std::vector<std::size_t>& lengths);

/// Why series have no value, as for series::Epochs: their channel is bad, or is of another type than the brain's where
/// others are of the brain or of no known type. Empty if all have one.
std::vector<std::string> reasons_of(const Signal& signal);

/// Windows of one recording that share its samples. Those behind the last window are left out.
/// @throws Error invalid_argument for a window or step that is 0 or too long.
series::Epochs sliding_windows(const series::EpochView& recording, std::size_t window, std::size_t step);

/// Gaps but for those beside which as many samples are missing in every channel as the measure leaves out.
std::vector<std::size_t> open_gaps(const Signal& signal, const entropy::Settings& settings);

/// Gives windows that share samples the reason that time is missing in them, unless they have another one.
/// @param gaps of the recording. @param reasons as for series::Epochs.
void add_reasons_of_gaps(const series::EpochView& windows, std::span<const std::size_t> gaps,
                         std::vector<std::string>& reasons);

/// Times of the samples of the first epoch in seconds; none where nothing tells them. @param read what read() made.
std::vector<double> times_of(const Signal& given, const Signal& read);

}  // namespace biotropy::study
