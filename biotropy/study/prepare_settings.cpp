// SPDX-License-Identifier: Apache-2.0
#include "biotropy/study/prepare_settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include "biotropy/company.hpp"
#include "biotropy/error.hpp"
#include "biotropy/prepare/padding.hpp"
#include "biotropy/prepare/reject.hpp"
#include "biotropy/series/unit.hpp"

namespace biotropy::study {

namespace {

prepare::EpochSettings cutting_of(const PrepareSettings& settings) {
  if (!settings.window && !settings.step) return {settings.epoch, settings.overlap};
  for (const auto& [name, length] : {std::pair{"window", settings.window}, {"step", settings.step}}) {
    if (length->is_zero()) throw Error::argument(name, "0", "at least 1 sample");
  }
  if (!settings.epoch.is_zero() || settings.overlap != 0.0) {
    throw Error::argument("window", settings.window->text() + ", with epochs", "either windows or epochs");
  }
  return {*settings.window, 0.0, *settings.step};
}

// The default of the other filter's option looks like one that was not given.
void refuse_options_of_other_filters(const PrepareSettings& settings) {
  if (settings.band.empty()) return;
  const bool fir = settings.filter == prepare::FilterDesign::fir;
  if (fir && settings.order != prepare::BandFilter().order) {
    throw Error::argument("order", fmt::format("{}", settings.order), "left out, as the filter fir has taps");
  }
  if (!fir && settings.taps != 0) {
    throw Error::argument("taps", fmt::format("{}", settings.taps), "left out, as the filter butterworth has an order");
  }
}

using PrepareRows = std::vector<OptionRow<PrepareSettings>>;

PrepareRows filter_options() {
  using S = PrepareSettings;
  static constexpr std::string_view kFiltering = "Filtering (without phase shift)";
  static const auto has_band = [](const S& s) { return !s.band.empty(); };
  static const auto is_fir = [](const S& s) { return s.filter == prepare::FilterDesign::fir; };
  return {
      option_row<S>("band", &S::band,
                    {"LO HI",
                     "Hz",
                     "a pair of frequencies in Hz",
                     "Frequencies to keep; LO 0 makes a low-pass, HI inf a high-pass",
                     {},
                     kFiltering},
                    "[0.5, 40.0]"),
      option_row<S>("filter", &S::filter, {"", "", "", "Kind of the band filter", {}, kFiltering}, {}, "band",
                    has_band),
      option_row<S>("order", &S::order,
                    {"N",
                     "",
                     "an integer of at least 1",
                     "Order of the Butterworth filter (a band-pass has twice as many poles)",
                     {},
                     kFiltering},
                    {}, "band", [](const S& s) { return has_band(s) && !is_fir(s); }),
      option_row<S>("taps", &S::taps,
                    {"N",
                     "",
                     "an odd integer, or 0",
                     "Taps of the FIR filter, odd; 0: by the width of its transition bands",
                     {},
                     kFiltering},
                    {}, "filter", [](const S& s) { return has_band(s) && is_fir(s); }),
      option_row<S>("notch", &S::notches,
                    {"F",
                     "Hz",
                     "a list of frequencies in Hz",
                     "Frequencies to remove, such as that of the mains, with commas",
                     {},
                     kFiltering},
                    "[50.0]"),
      option_row<S>("notch_line", &S::notch_line,
                    {"",
                     "",
                     "",
                     "Remove the line frequency that the sidecar of each recording gives (BIDS, PowerLineFrequency)",
                     {},
                     kFiltering}),
      option_row<S>("notch_quality", &S::notch_quality,
                    {"Q", "", "a number above 0", "Frequency of a notch over its width", {}, kFiltering}, {},
                    "notch|notch_line", [](const S& s) { return !s.notches.empty() || s.notch_line; }),
      option_row<S>("filter_each", &S::filter_each,
                    {"", "", "",
                     "What the band filter and the notches are applied to: the whole recording, before it is decimated "
                     "and cut, or each epoch after that",
                     "Martinez-Zarzuela et al. (2013).", kFiltering},
                    {}, "band|notch|notch_line"),
      option_row<S>(
          "decimate", &S::decimation,
          {"K", "", "an integer of at least 1", "Keep every K-th sample, after an anti-alias filter", {}, kFiltering}),
      option_row<S>("anti_alias", &S::anti_alias, {"", "", "", "Kind of that filter", {}, kFiltering}, {}, "decimate",
                    [](const S& s) { return s.decimation != 1; }),
  };
}

PrepareRows epoch_options() {
  using S = PrepareSettings;
  return {
      option_row<S>(
          "window", &S::window,
          {"N", "samples", kLengthAllowed,
           "Length of a window that slides over the recording, in place of epochs, or with pool_epochs over all "
           "epochs together: samples after decimation, or seconds as \"2 s\"; results have the start of each"},
          "1000", "step"),
      option_row<S>("step", &S::step,
                    {"N", "samples", kLengthAllowed, "From one window to the next, in samples, or seconds as \"1 s\""},
                    "500", "window"),
      option_row<S>(
          "epoch", &S::epoch,
          {"N", "samples", "a number of samples of at least 0, or seconds such as '2 s'",
           "Length of an epoch: samples after decimation, or seconds as \"2 s\"; 0: the whole recording is one"},
          {}, {}, [](const S& s) { return !s.window; }),
      option_row<S>(
          "overlap", &S::overlap,
          {"F", "", "a number from 0 to below 1", "Part of an epoch that the next one repeats, from 0 to below 1"}),
      option_row<S>("reject", &S::reject,
                    {"X", "that of the channel", "a number above 0",
                     "Leave out a channel in epochs where its peak-to-peak is above X, in its unit"},
                    "3000.0"),
      option_row<S>("flat", &S::flat,
                    {"X", "that of the channel", "a number above 0",
                     "Leave out a channel in epochs where its peak-to-peak is below X, in its unit"},
                    "1.0"),
      option_row<S>("padding", &S::padding,
                    {"N", "samples", "an integer of at least 0",
                     "Runs of at least N equal samples at the ends of a channel are padding; 0: not looked for"}),
  };
}

}  // namespace

std::span<const OptionRow<PrepareSettings>> prepare_options() {
  static const PrepareRows rows = [] {
    PrepareRows all{option_row<PrepareSettings>(
        "channels", &PrepareSettings::channels,
        {"LIST", "", "labels, numbers or ranges", "Labels, numbers or ranges (Fp1,O2,5-8); otherwise all channels"},
        "\"Fp1,O2,5-8\"")};
    for (const PrepareRows& some : {filter_options(), epoch_options()}) all.insert(all.end(), some.begin(), some.end());
    return all;
  }();
  return rows;
}

prepare::Preparation PrepareSettings::preparation(std::size_t gap_fill) const {
  prepare::Preparation preparation;
  if (!band.empty() && band.size() != 2) {
    throw Error::argument("band", fmt::format("{} numbers", band.size()), "a pair of frequencies");
  }
  refuse_options_of_other_filters(*this);
  require_company(prepare_options(), *this);
  if (!band.empty()) preparation.filter.band = {band[0], band[1]};
  preparation.filter.design = filter;
  preparation.filter.order = order;
  preparation.filter.taps = taps;
  preparation.notches = notches;
  preparation.notch_quality = notch_quality;
  preparation.filter_each = filter_each;
  preparation.decimation = decimation;
  preparation.anti_alias = anti_alias;
  preparation.cutting = cutting_of(*this);
  preparation.cutting.gap_fill = gap_fill;
  preparation.rejection.max_peak_to_peak = reject;
  preparation.rejection.min_peak_to_peak = flat;
  preparation.rejection.missing = gap_fill == 0;
  preparation.rejection.padding = padding;
  prepare::validate(preparation.rejection);
  prepare::validate(preparation.cutting);
  return preparation;
}

std::optional<Notice> padding_notice(const std::vector<std::string>& padded, const PrepareSettings& settings) {
  if (padded.empty()) return std::nullopt;
  std::string text = padded.front();
  if (padded.size() == 2) text += ", and another channel is like it";
  if (padded.size() > 2) text += fmt::format(", and {} more channels are like it", padded.size() - 1);
  if (settings.padding > 0) return note("padding", fmt::format("padding is left out: {}", text));
  return warning("padding",
                 fmt::format("padding is measured (`padding = {}` leaves it out): {}", prepare::kSuspiciousRun, text));
}

std::vector<std::size_t> samples_in_gaps(const Signal& signal, const PrepareSettings& settings) {
  const bool is_filtered = !settings.band.empty() || !settings.notches.empty() || settings.decimation > 1;
  if (!is_filtered && (!settings.is_cut() || signal.stamps.empty())) return {};
  const auto is_missing = [&](std::size_t sample) {
    for (std::size_t i = 0; i < signal.view.n_channels; ++i) {
      if (!std::isnan(signal.view.samples(0, i)[sample])) return false;
    }
    return true;
  };
  std::set<std::size_t> found;
  for (const std::size_t gap : signal.gaps) {
    for (std::size_t i = gap; i > 0 && is_missing(i - 1); --i) found.insert(i - 1);
    for (std::size_t i = gap; i < signal.view.n_times && is_missing(i); ++i) found.insert(i);
  }
  return {found.begin(), found.end()};
}

namespace {

// The channels of a signal, as those of a file.
series::Recording recording_of(const Signal& signal, const std::vector<std::size_t>& left_out) {
  std::vector<std::size_t> kept, gaps;
  for (std::size_t i = 0; i < signal.view.n_times; ++i) {
    if (!std::binary_search(left_out.begin(), left_out.end(), i)) kept.push_back(i);
  }
  for (const std::size_t gap : signal.gaps) {
    const auto behind = static_cast<std::size_t>(std::lower_bound(kept.begin(), kept.end(), gap) - kept.begin());
    if (behind > 0 && behind < kept.size() && (gaps.empty() || gaps.back() < behind)) gaps.push_back(behind);
  }
  const double rate = signal.rate.value_or(1.0);
  const bool has_stamps = !signal.stamps.empty() && signal.rate;
  std::vector<double> lost;
  for (const std::size_t gap : gaps) {
    const std::size_t before = kept[gap - 1], behind = kept[gap];
    if (has_stamps) lost.push_back(signal.stamps[behind] - signal.stamps[before] - 1.0 / rate);
    if (!has_stamps && !left_out.empty()) lost.push_back(static_cast<double>(behind - before - 1) / rate);
  }
  series::Recording recording;
  const std::vector<std::string> reasons = reasons_of(signal);
  for (std::size_t i = 0; i < signal.view.n_channels; ++i) {
    series::Channel& channel = recording.channels.emplace_back();
    channel.label = signal.channels.empty() ? std::to_string(i + 1) : signal.channels[i];
    if (!signal.units.empty()) channel.unit = signal.units[i];
    if (!reasons.empty()) channel.bad = reasons[i];
    channel.has_rate = signal.rate.has_value();
    channel.rate = rate;
    channel.gap_starts = gaps;
    channel.gap_seconds = lost;
    const series::Samples samples = signal.view.samples(0, i);
    channel.samples.reserve(kept.size());
    for (const std::size_t sample : kept) channel.samples.push_back(samples[sample]);
  }
  return recording;
}

}  // namespace

series::Epochs prepared(const Signal& signal, const PrepareSettings& settings, const Execution& execution) {
  require_single(signal, "x", SignalUse::windows);
  if (settings.notch_line) throw Error::argument("notch_line", "true", "false, as samples in memory have no sidecar");
  series::Recording recording = recording_of(signal, samples_in_gaps(signal, settings));
  const std::vector<std::size_t> chosen = series::select_channels(recording, settings.channels);
  prepare::Preparation preparation = settings.preparation(settings.is_cut() ? 0 : 1);
  preparation.rejection.missing = false;  // what is measured leaves them out, or not
  const std::vector<std::string> padded = prepare::padded_channels(recording, chosen, settings.least_padding());
  series::Epochs epochs = prepare::prepare(std::move(recording), chosen, preparation, execution);
  if (execution.notify) {
    if (const auto found = padding_notice(padded, settings)) execution.notify(*found);
    for (const Notice& one : std::exchange(epochs.notices, {})) execution.notify(one);
    const prepare::PeakToPeak largest = prepare::largest_peak_to_peak(epochs);
    if (const auto found = prepare::notice_of_far_limit(largest, settings.reject)) execution.notify(*found);
  }
  std::vector<double> data;
  data.reserve(epochs.reasons.size() * epochs.n_times);
  for (std::size_t index = 0; index < epochs.reasons.size(); ++index) {
    const series::Samples samples = epochs.samples(index / epochs.n_channels, index % epochs.n_channels);
    const auto place = data.insert(data.end(), samples.begin(), samples.end());
    if (!epochs.reasons[index].empty()) std::fill(place, data.end(), std::numeric_limits<double>::quiet_NaN());
  }
  epochs.data = std::move(data);
  epochs.step = 0;
  return epochs;
}

void LimitsInUnits::require(const series::Epochs& epochs) {
  const auto& limit = reject_ ? reject_ : flat_;
  if (!limit) return;
  for (std::size_t channel = 0; channel < epochs.n_channels; ++channel) {
    const std::string& unit = epochs.units[channel];
    if (unit.empty()) continue;
    const std::string& before = units_.try_emplace(epochs.labels[channel], unit).first->second;
    if (series::is_same_unit(unit, before)) continue;
    throw Error::argument(reject_ ? "reject" : "flat", fmt::format("{}", *limit),
                          fmt::format("one unit of channel {} in all recordings (not '{}' here and '{}' before)",
                                      epochs.labels[channel], unit, before));
  }
}

}  // namespace biotropy::study
