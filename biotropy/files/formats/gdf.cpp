// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/formats/readers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <vector>

#include "biotropy/counted.hpp"
#include "biotropy/files/formats/array_internal.hpp"
#include "biotropy/files/formats/gdf_header_internal.hpp"
#include "biotropy/files/formats/needed_samples_internal.hpp"
#include "biotropy/files/formats/number_internal.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::files {

namespace {

constexpr std::size_t kGdfPiece = std::size_t{1} << 16;

series::Channel make_gdf_channel(const GdfHeader& header, const GdfSignal& signal) {
  series::Channel channel;
  channel.label = signal.label;
  channel.unit = signal.unit;
  channel.has_rate = header.has_duration() && signal.samples_per_record > 0;
  if (channel.has_rate) {
    channel.rate =
        static_cast<double>(signal.samples_per_record) * header.duration_denominator / header.duration_numerator;
  }
  // Bounded by the file: n_records is the number of complete records.
  channel.n_unread = header.n_records * signal.samples_per_record;
  return channel;
}

// True if a number of 64 bits is one that doubles may have rounded.
bool read_gdf_samples(Input& input, std::uint64_t offset, const GdfSignal& signal, std::vector<double>& samples) {
  const DigitalScale scale = signal.range ? DigitalScale(*signal.range) : DigitalScale();
  const std::size_t width = signal.type->width, at_once = kGdfPiece / width;
  bool rounded = false;
  for (std::uint64_t begin = 0; begin < signal.samples_per_record; begin += at_once) {
    const std::uint64_t count = std::min<std::uint64_t>(at_once, signal.samples_per_record - begin);
    const auto bytes = input.view(offset + begin * width, static_cast<std::size_t>(count) * width);
    for (std::size_t at = 0; at < bytes.size(); at += width) {
      const double digital = signal.type->decode(&bytes[at]);
      rounded |= std::abs(digital) >= kExactIntegers;
      samples.push_back(scale(digital));
    }
  }
  constexpr std::int32_t int64 = 7, uint64 = 8;
  return rounded && (signal.type->number == int64 || signal.type->number == uint64);
}

void read_gdf_records(Input& input, const GdfHeader& header, const NeededSamples& needed,
                      series::Recording& recording) {
  if (!needed.any()) return;
  std::uint64_t offset = header.header_bytes;
  bool rounded = false;
  for (std::uint64_t record = 0; record < header.n_records; ++record) {
    for (std::size_t k = 0; k < header.signals.size(); ++k) {
      const GdfSignal& signal = header.signals[k];
      if (needed[k]) rounded |= read_gdf_samples(input, offset, signal, recording.channels[k].samples);
      offset += signal.samples_per_record * signal.type->width;
    }
  }
  if (rounded) recording.notices.push_back(integers_rounded());
}

// The table behind the records: its mode, rate and number of events, then all positions, all codes, and in the extended
// mode all channels and all durations.
class EventTable {
 public:
  EventTable(Input& input, const GdfHeader& header, series::Recording& recording)
      : input_(input), header_(header), recording_(recording), begin_(header.data_end()) {}

  void read() {
    if (!header_.complete || input_.size() == begin_) return;
    if (input_.size() - begin_ < kHead) return warn("it is shorter than its beginning");
    read_head();
    const bool extended = mode_ == kExtended;
    if (mode_ != kPlain && !extended) return warn(fmt::format("its mode is {}; 1 and 3 can be read", mode_));
    const std::uint64_t needed = n_events_ * (extended ? 12 : 6);
    if (needed > input_.size() - begin_ - kHead) {
      return warn(fmt::format("{} need {} bytes, and the file ends after {}", counted(n_events_, "event"), needed,
                              input_.size() - begin_ - kHead));
    }
    if (!(std::isfinite(rate_) && rate_ > 0.0)) return warn("neither it nor the channels give a rate");
    for (std::uint64_t event = 0; event < n_events_; ++event) add(event, extended);
    note_breaks();
    if (n_values_ > 0) {
      recording_.notices.push_back(
          warning("samples_left_out",
                  fmt::format("{} of channels without a rate were left out", counted(n_values_, "sample"))));
    }
  }

 private:
  template <class Unsigned>
  Unsigned field(std::uint64_t offset) {
    return bits_at<Unsigned>(input_.view(begin_ + offset, sizeof(Unsigned)).data(), false);
  }

  void warn(const std::string& fault) {
    recording_.notices.push_back(
        warning("annotations_left_out", fmt::format("the table of events is left out: {}", fault)));
  }

  void read_head() {
    mode_ = field<std::uint8_t>(0);
    const std::uint32_t whole = field<std::uint16_t>(1) | (static_cast<std::uint32_t>(field<std::uint8_t>(3)) << 16);
    const auto rest = field<std::uint32_t>(4);
    const bool old = header_.version < 1.94;
    n_events_ = old ? rest : whole;
    rate_ = old ? static_cast<double>(whole) : static_cast<double>(std::bit_cast<float>(rest));
    if (rate_ != 0.0) return;
    for (const series::Channel& channel : recording_.channels) {
      if (channel.has_rate) rate_ = std::max(rate_, channel.rate);
    }
  }

  void add(std::uint64_t event, bool extended) {
    const std::uint64_t codes = kHead + 4 * n_events_, durations = codes + 4 * n_events_;
    const auto code = field<std::uint16_t>(codes + 2 * event);
    if (code == kValue) {
      ++n_values_;
      return;
    }
    // Positions count from 1.
    const double position = static_cast<double>(field<std::uint32_t>(kHead + 4 * event)) - 1.0;
    if (code == kNewSegment) breaks_.push_back(position / rate_);
    std::optional<double> duration;
    if (extended) duration = field<std::uint32_t>(durations + 4 * event) / rate_;
    recording_.annotations.push_back({position / rate_, duration, fmt::format("{}", code)});
  }

  // Runs that were recorded one after the other, with a pause of unknown length between them.
  void note_breaks() {
    std::sort(breaks_.begin(), breaks_.end());
    for (series::Channel& channel : recording_.channels) {
      for (const double onset : breaks_) {
        const double position = std::round(onset * channel.rate);
        const double last = channel.gap_starts.empty() ? 0.0 : static_cast<double>(channel.gap_starts.back());
        if (position <= last || position >= static_cast<double>(channel.length())) continue;
        channel.gap_starts.push_back(static_cast<std::size_t>(position));
      }
    }
  }

  static constexpr std::uint64_t kHead = 8;
  static constexpr std::uint8_t kPlain = 1, kExtended = 3;
  static constexpr std::uint16_t kNewSegment = 0x7ffe;
  static constexpr std::uint16_t kValue = 0x7fff;  ///< no event but a sample of a channel without a rate

  Input& input_;
  const GdfHeader& header_;
  series::Recording& recording_;
  std::uint64_t begin_;
  std::uint8_t mode_ = 0;
  std::uint64_t n_events_ = 0, n_values_ = 0;
  double rate_ = 0.0;
  std::vector<double> breaks_;  ///< seconds
};

void compare_gdf_rate(const OpenOptions& options, series::Recording& recording) {
  if (!options.rate) return;
  bool differs = false;
  for (series::Channel& channel : recording.channels) {
    differs |= channel.has_rate && !series::is_same_rate(channel.rate, *options.rate);
    if (!channel.has_rate) channel.rate = *options.rate;
    channel.has_rate = true;
  }
  if (!differs) return;
  recording.notices.push_back(
      warning("rate_ignored", fmt::format("the rate {} was not used: the file gives its own", *options.rate)));
}

}  // namespace

series::Recording read_gdf(Input& input, const OpenOptions& options) {
  validate(options);
  series::Recording recording;
  recording.path = input.name();
  const GdfHeader header = read_gdf_header(input, recording.notices);
  recording.format = fmt::format("GDF {:.2f}", header.version);
  for (const GdfSignal& signal : header.signals) recording.channels.push_back(make_gdf_channel(header, signal));
  const NeededSamples needed(input, options, recording, /*passes_over=*/true);
  read_gdf_records(input, header, needed, recording);
  compare_gdf_rate(options, recording);
  EventTable(input, header, recording).read();
  return recording;
}

}  // namespace biotropy::files
