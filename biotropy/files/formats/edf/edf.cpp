// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/formats/readers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <utility>

#include "biotropy/files/formats/edf/annotations_internal.hpp"
#include "biotropy/files/formats/edf/digital_internal.hpp"
#include "biotropy/files/formats/edf/header.hpp"
#include "biotropy/files/formats/needed_samples_internal.hpp"
#include "biotropy/files/formats/text/text_internal.hpp"
#include "biotropy/series/recording.hpp"
#include "biotropy/series/stamps.hpp"

namespace biotropy::files {

namespace {

std::string format_of(const EdfHeader& header) {
  std::string family = header.is_bdf ? "BDF" : "EDF";
  switch (header.time) {
    case EdfTime::plain:
      return family;
    case EdfTime::continuous:
      return family + "+C";
    case EdfTime::discontinuous:
      return family + "+D";
  }
  return family;
}

// A signal with samples, and its destination.
struct Track {
  const EdfSignal* signal;
  std::uint64_t offset;      // bytes from the start of the record
  series::Channel* channel;  // none for annotations
};

// Compares the onset of each record with the end of the previous one and records gaps. What is too short for a gap is
// kept for every track: a clock that runs away by less than half a sample in a record is noticed once it has gone that
// far. Onsets that are only rounded return, so that their rests do not add up.
class RecordClock {
 public:
  RecordClock(const EdfHeader& header, const std::vector<Track>& tracks)
      : header_(header), tracks_(tracks), rests_(tracks.size(), 0.0) {}

  /// @param step the last decimal of `onset` in seconds
  void record(std::uint64_t index, std::optional<double> onset, double step) {
    if (!onset) ++without_onset_;
    if (onset) onset_step_ = std::min(onset_step_, step);
    if (onset && without_onset_ == index) {
      // The first one that is known: the records in front of it follow each other.
      first_onset_ = *onset - expected_;
      expected_ = *onset;
    }
    const double begin = onset.value_or(expected_);
    if (index > 0 && std::abs(begin - expected_) > kDoubleRounding) note_gaps(index, begin - expected_);
    expected_ = begin + header_.record_duration;
  }

  double first_onset() const { return first_onset_; }

  /// True if bytes were lost or added inside the file: later records are displaced, and their onsets are not found.
  bool lost_the_records() const {
    return header_.time != EdfTime::plain && !header_.size_fits && 2 * without_onset_ > header_.n_records;
  }

  void warn(Notices& notices) const {
    if (without_onset_ > 0 && header_.time != EdfTime::plain) {
      notices.push_back(
          warning("onsets_missing", fmt::format("{} of {} records have no onset: assumed to follow without a gap",
                                                without_onset_, header_.n_records)));
    }
    if (breaks_ > 0 && header_.time != EdfTime::discontinuous) {
      notices.push_back(warning(
          "gaps",
          fmt::format("time jumps before {} records, which the header does not announce: kept as gaps", breaks_)));
    }
    if (backwards_ > 0) {
      notices.push_back(
          warning("time_goes_back",
                  fmt::format("{} records begin before the one in front of them ends: kept as gaps", backwards_)));
    }
  }

 private:
  // Sums of onsets and durations in double precision; a clock is not that true.
  static constexpr double kDoubleRounding = 1e-9;

  void note_gaps(std::uint64_t index, double missing) {
    bool noted = false, backwards = false;
    for (std::size_t t = 0; t < tracks_.size(); ++t) {
      const Track& track = tracks_[t];
      if (track.channel == nullptr || !track.channel->has_rate) continue;
      rests_[t] += missing;
      if (!is_gap(index, missing, rests_[t], track)) continue;
      track.channel->gap_starts.push_back(index * track.signal->samples_per_record);
      track.channel->gap_seconds.push_back(rests_[t]);
      noted = true;
      backwards |= rests_[t] < 0.0;
      rests_[t] = 0.0;
    }
    breaks_ += noted ? 1 : 0;
    backwards_ += backwards ? 1 : 0;
  }

  // Half a sample that was lost at once, or little by little: then it must be more than the last decimals of the onsets
  // and of the duration of a record can make.
  bool is_gap(std::uint64_t index, double missing, double rest, const Track& track) const {
    const double rate = track.channel->rate;
    if (std::abs(rest) * rate < series::kMostOffLine) return false;
    if (std::abs(missing) * rate >= series::kMostOffLine) return true;
    const std::vector<std::size_t>& gaps = track.channel->gap_starts;
    const std::uint64_t last = gaps.empty() ? 0 : gaps.back() / track.signal->samples_per_record;
    return std::abs(rest) > onset_step_ + static_cast<double>(index - last) * header_.duration_step + kDoubleRounding;
  }

  const EdfHeader& header_;
  const std::vector<Track>& tracks_;
  std::vector<double> rests_;  // of each track: seconds since its last gap that no gap has noted
  double first_onset_ = 0.0, expected_ = 0.0, onset_step_ = 1.0;
  std::uint64_t without_onset_ = 0, breaks_ = 0, backwards_ = 0;
};

// BioSemi and others keep the codes of events in a channel with one of these names, which MNE knows as well.
bool holds_triggers(const std::string& label) {
  const std::string name = lower(label);
  return name == "status" || name == "trigger";
}

series::Channel make_channel(const EdfHeader& header, const EdfSignal& signal) {
  series::Channel channel;
  channel.label = signal.label;
  channel.unit = signal.unit;
  if (holds_triggers(signal.label)) channel.type = "TRIG";
  // A very small duration gives an infinite rate.
  const double rate = static_cast<double>(signal.samples_per_record) / header.record_duration;
  channel.has_rate = header.record_duration > 0.0 && rate > 0.0 && std::isfinite(rate);
  if (channel.has_rate) channel.rate = rate;
  // Bounded by the file: n_records is the number of complete records.
  channel.n_unread = header.n_records * signal.samples_per_record;
  return channel;
}

std::vector<Track> make_tracks(const EdfHeader& header, std::vector<series::Channel>& channels) {
  std::vector<Track> tracks;
  std::uint64_t offset = 0;
  std::size_t next_channel = 0;
  for (const EdfSignal& signal : header.signals) {
    series::Channel* channel = signal.annotations ? nullptr : &channels[next_channel++];
    // Signals without samples are skipped: there may be thousands, visited in every record.
    if (signal.samples_per_record > 0) tracks.push_back({&signal, offset, channel});
    offset += signal.samples_per_record * header.sample_bytes();
  }
  return tracks;
}

void read_samples(Input& input, std::uint64_t offset, const EdfHeader& header, const EdfSignal& signal,
                  std::vector<double>& samples) {
  const std::size_t width = header.sample_bytes();
  const DigitalScale scale = edf_scale(signal);
  std::uint64_t left = signal.samples_per_record * width;
  while (left > 0) {
    const auto bytes = input.view(offset, static_cast<std::size_t>(std::min<std::uint64_t>(left, kEdfPiece)));
    for (std::size_t at = 0; at < bytes.size(); at += width) {
      samples.push_back(scale(header.is_bdf ? digital24(&bytes[at]) : digital16(&bytes[at])));
    }
    offset += bytes.size();
    left -= bytes.size();
  }
}

void read_annotations(Input& input, std::uint64_t offset, std::uint64_t length, AnnotationParser& parser) {
  while (length > 0) {
    const std::string_view piece =
        input.text(offset, static_cast<std::size_t>(std::min<std::uint64_t>(length, kEdfPiece)));
    parser.feed(piece);
    offset += piece.size();
    length -= piece.size();
  }
  parser.end_signal();
}

// The start of a header has whole seconds, and the first onset the rest.
void move_start(double seconds, series::Recording& recording) {
  if (!recording.start) return;
  if (std::abs(seconds) > kMostEdfSeconds) {
    recording.start.reset();
  } else {
    *recording.start += std::chrono::microseconds(static_cast<std::int64_t>(std::round(seconds * 1e6)));
  }
}

// Those of the samples that are needed, and of the annotations.
std::vector<Track> tracks_to_read(const std::vector<Track>& tracks, const series::Recording& recording,
                                  const NeededSamples& needed) {
  std::vector<Track> read;
  for (const Track& track : tracks) {
    const bool is_read =
        track.channel == nullptr || needed[static_cast<std::size_t>(track.channel - recording.channels.data())];
    if (is_read) read.push_back(track);
  }
  return read;
}

void read_records(Input& input, const EdfHeader& header, const NeededSamples& needed, series::Recording& recording) {
  const std::vector<Track> tracks = make_tracks(header, recording.channels);
  const std::vector<Track> to_read = tracks_to_read(tracks, recording, needed);
  if (to_read.empty() && header.time == EdfTime::plain) return;
  AnnotationParser parser;
  RecordClock clock(header, tracks);
  for (std::uint64_t record = 0; record < header.n_records; ++record) {
    const std::uint64_t begin = header.header_bytes + record * header.record_bytes;
    bool keeps_time = true;
    for (const Track& track : to_read) {
      if (track.channel != nullptr) {
        read_samples(input, begin + track.offset, header, *track.signal, track.channel->samples);
      } else {
        parser.begin_signal(std::exchange(keeps_time, false));
        read_annotations(input, begin + track.offset, track.signal->samples_per_record * header.sample_bytes(), parser);
      }
    }
    clock.record(record, parser.record_onset(), parser.record_onset_step());
  }
  if (clock.lost_the_records()) {
    throw input.bad_file(
        "bytes were lost or added inside: most records have no onset, and the size is not that of the header; copy the "
        "original again, as binary");
  }
  clock.warn(recording.notices);
  recording.annotations = std::move(parser.annotations());
  for (series::Annotation& annotation : recording.annotations) annotation.onset -= clock.first_onset();
  move_start(clock.first_onset(), recording);
  if (parser.damaged() > 0) {
    recording.notices.push_back(warning(
        "annotations_damaged", fmt::format("{} annotation lists are damaged and were left out", parser.damaged())));
  }
  if (parser.foreign() > 0) {
    recording.notices.push_back(
        note("not_utf8", fmt::format("{} annotations are not UTF-8; read as Latin-1", parser.foreign())));
  }
}

void compare_rate(const Input& input, const OpenOptions& options, series::Recording& recording) {
  if (!options.rate) return;
  const auto differs = [&](const series::Channel& channel) {
    return channel.has_rate && !series::is_same_rate(channel.rate, *options.rate);
  };
  if (std::any_of(recording.channels.begin(), recording.channels.end(), differs)) {
    recording.notices.push_back(
        warning("rate_ignored", fmt::format("the rate {} was not used: the file gives its own", *options.rate)));
  }
  for (series::Channel& channel : recording.channels) {
    if (channel.has_rate) continue;
    if (channel.length() != recording.channels.front().length()) {
      throw input.error(
          ErrorCode::unsupported,
          fmt::format("the rate {} cannot be that of all channels: {} has {} samples and {} has {}; choose "
                      "channels of one rate",
                      *options.rate, recording.channels.front().label, recording.channels.front().length(),
                      channel.label, channel.length()));
    }
    channel.rate = *options.rate;
    channel.has_rate = true;
  }
}

}  // namespace

series::Recording read_edf(Input& input, const OpenOptions& options) {
  validate(options);
  series::Recording recording;
  recording.path = input.name();
  const EdfHeader header = read_edf_header(input, recording.notices);
  recording.format = format_of(header);
  recording.start = header.start;
  for (const EdfSignal& signal : header.signals) {
    if (!signal.annotations) recording.channels.push_back(make_channel(header, signal));
  }
  const NeededSamples needed(input, options, recording, /*passes_over=*/true);
  read_records(input, header, needed, recording);
  compare_rate(input, options, recording);
  return recording;
}

}  // namespace biotropy::files
