// SPDX-License-Identifier: Apache-2.0
//
// The segments are described first, from their headers and the sizes of their files, so that no header makes room for
// samples that are not there. Then each is read as a record of its own, and its samples are put behind those before.
#include "biotropy/files/formats/wfdb/signals_internal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <utility>

#include "biotropy/files/formats/needed_samples_internal.hpp"
#include "biotropy/files/formats/text/text_internal.hpp"
#include "biotropy/series/unit.hpp"

namespace biotropy::files {

namespace {

// Of a signal that is described, and has no samples.
constexpr int kNoSamples = 0;

struct Segment {
  std::string name;
  WfdbHeader header;
  std::uint64_t announced = 0, held = 0;  // frames
  std::vector<std::size_t> channels;      // those of its signals
};

class SegmentsReader {
 public:
  SegmentsReader(const WfdbHeader& header, double rate, const OpenSignalFile& open, const OpenOptions& options,
                 series::Recording& recording)
      : header_(header), rate_(rate), open_(open), options_(options), recording_(recording) {}

  double read() {
    std::uint64_t announced = 0;
    for (const WfdbSegment& segment : header_.segments) {
      announced += segment.n_frames;
      if (announced > kMostWfdbFrames)
        throw Error(ErrorCode::bad_file, recording_.path + ": its segments are too long");
      segments_.push_back(described(segment));
    }
    describe_channels();
    for (Segment& segment : segments_) {
      if (segment.header.signals.empty()) continue;
      place(segment);
      series::Recording alone = read_alone(segment, no_channels());
      segment.held = alone.channels.front().length() / segment.header.signals.front().per_frame;
    }
    const double before = place_in_time();
    const NeededSamples needed(*open_(header_file(*first_)), options_, recording_);
    for (const Segment& segment : segments_) {
      if (needed.any() && segment.held > 0) append(segment, needed);
    }
    return before;
  }

 private:
  static std::string header_file(const Segment& segment) { return segment.name + ".hea"; }

  Error fault(const Segment& segment, std::string_view what) const {
    return {ErrorCode::bad_file, fmt::format("{}: segment {}: {}", recording_.path, to_utf8(segment.name), what)};
  }

  Segment described(const WfdbSegment& listed) const {
    Segment segment{listed.name, {}, listed.n_frames, 0, {}};
    if (listed.name == kWfdbNothing) return segment;
    segment.header = read_wfdb_header(*open_(header_file(segment)));
    if (segment.header.several_segments) throw fault(segment, "it consists of segments itself");
    if (segment.header.rate.value_or(rate_) != rate_) {
      throw fault(segment, fmt::format("its rate is {} Hz, and that of the record {} Hz", *segment.header.rate, rate_));
    }
    const std::uint64_t own = segment.header.n_frames;
    if (own != 0 && own != listed.n_frames) {
      throw fault(segment, fmt::format("it has {} samples, and {} in the header of the record", own, listed.n_frames));
    }
    segment.header.n_frames = listed.n_frames;
    return segment;
  }

  bool is_variable() const { return segments_.front().announced == 0 && segments_.front().name != kWfdbNothing; }

  // The channels are the signals of the layout, or those of the first segment that has any.
  void describe_channels() {
    const auto first = std::find_if(segments_.begin(), segments_.end(),
                                    [](const Segment& segment) { return !segment.header.signals.empty(); });
    if (first == segments_.end()) throw Error(ErrorCode::bad_file, recording_.path + ": no segment has a signal");
    first_ = &*first;
    layout_ = first->header.signals;
    if (layout_.size() != header_.n_signals) {
      throw fault(*first, fmt::format("it has {} signals, and the record {}", layout_.size(), header_.n_signals));
    }
    for (const WfdbSignal& signal : layout_) {
      series::Channel channel;
      channel.label = signal.label;
      channel.unit = signal.unit;
      channel.rate = rate_ * static_cast<double>(signal.per_frame);
      recording_.channels.push_back(std::move(channel));
    }
    for (Segment& segment : segments_) {
      std::erase_if(segment.header.signals, [&](const WfdbSignal& signal) {
        return segment.announced == 0 || (signal.format == kNoSamples && signal.file == kWfdbNothing);
      });
    }
  }

  // Finds the channels of the signals of a segment; one that the layout does not have gets a channel that there is not.
  void place(Segment& segment) {
    const auto& signals = segment.header.signals;
    if (!is_variable() && signals.size() != layout_.size()) {
      throw fault(segment, fmt::format("it has {} signals, and the record {}", signals.size(), layout_.size()));
    }
    for (std::size_t k = 0; k < signals.size(); ++k) {
      const std::size_t channel = is_variable() ? channel_of(signals[k], segment) : k;
      segment.channels.push_back(channel);
      if (channel < layout_.size()) {
        require_same(segment, signals[k], layout_[channel]);
      } else {
        add(warning("channel_left_out",
                    fmt::format("{} is not in the layout of the record, and is left out", signals[k].label))
                .at(place_of(segment)));
      }
    }
  }

  // The first channel of this name that the segment has not got yet.
  std::size_t channel_of(const WfdbSignal& signal, const Segment& segment) const {
    std::size_t channel = 0;
    const auto is_taken = [&] {
      return std::find(segment.channels.begin(), segment.channels.end(), channel) != segment.channels.end();
    };
    while (channel < layout_.size() && (layout_[channel].label != signal.label || is_taken())) ++channel;
    return channel;
  }

  void require_same(const Segment& segment, const WfdbSignal& signal, const WfdbSignal& wanted) const {
    if (signal.label != wanted.label) {
      throw fault(segment, fmt::format("it has {} where the record has {}", signal.label, wanted.label));
    }
    if (!series::is_same_unit(signal.unit, wanted.unit)) {
      throw fault(segment, fmt::format("{} is in {}, and in {} in the record", signal.label, signal.unit, wanted.unit));
    }
    if (signal.per_frame != wanted.per_frame) {
      throw fault(segment, fmt::format("{} has {} samples in a frame, and {} in the record", signal.label,
                                       signal.per_frame, wanted.per_frame));
    }
  }

  void add(Notice notice) {
    auto& notices = recording_.notices;
    if (std::find(notices.begin(), notices.end(), notice) == notices.end()) notices.push_back(std::move(notice));
  }

  static std::string place_of(const Segment& segment) { return "segment " + to_utf8(segment.name); }

  // Reads a segment as if it were the whole record.
  series::Recording read_alone(const Segment& segment, NeededChannels needed) {
    series::Recording alone;
    alone.path = recording_.path;
    OpenOptions options = options_;
    options.needed = std::move(needed);
    const std::filesystem::path folder = std::filesystem::path(segment.name).parent_path();
    const auto open = [&](const std::string& file) { return open_((folder / file).generic_string()); };
    read_wfdb_signals(segment.header, rate_, open, options, alone);
    for (const Notice& one : alone.notices) add(one.at(place_of(segment)));
    return alone;
  }

  // Lengths and gaps of the channels; returns the seconds before the first sample.
  double place_in_time() {
    std::uint64_t frames = 0, silent = 0, announced = 0;
    double before = 0.0;
    for (const Segment& segment : segments_) {
      announced += segment.announced;
      if (segment.held > 0) {
        if (frames == 0) before = static_cast<double>(silent) / rate_;
        if (frames > 0 && silent > 0) add_gap(frames, silent);
        silent = 0;
        frames += segment.held;
      }
      silent += segment.announced - segment.held;
    }
    if (frames == 0) throw Error(ErrorCode::bad_file, recording_.path + ": no segment holds a sample");
    if (header_.n_frames != 0 && header_.n_frames != announced) {
      add(warning("records_differ", fmt::format("the segments have {} samples of a signal, and the header announces {}",
                                                announced, header_.n_frames)));
    }
    if (before > 0.0) {
      add(warning("start_left_out", fmt::format("nothing was recorded in the first {} s, which are left out", before)));
    }
    for (std::size_t c = 0; c < layout_.size(); ++c) {
      recording_.channels[c].n_unread = static_cast<std::size_t>(frames * layout_[c].per_frame);
    }
    return before;
  }

  void add_gap(std::uint64_t frames, std::uint64_t silent) {
    for (std::size_t c = 0; c < layout_.size(); ++c) {
      recording_.channels[c].gap_starts.push_back(static_cast<std::size_t>(frames * layout_[c].per_frame));
      recording_.channels[c].gap_seconds.push_back(static_cast<double>(silent) / rate_);
    }
  }

  void append(const Segment& segment, const NeededSamples& needed) {
    std::vector<std::size_t> wanted;
    for (std::size_t k = 0; k < segment.channels.size(); ++k) {
      if (segment.channels[k] < layout_.size() && needed[segment.channels[k]]) wanted.push_back(k);
    }
    series::Recording alone;
    if (!wanted.empty()) alone = read_alone(segment, [&](const series::Recording&) { return wanted; });
    for (const std::size_t k : wanted) {
      auto& samples = recording_.channels[segment.channels[k]].samples;
      samples.insert(samples.end(), alone.channels[k].samples.begin(), alone.channels[k].samples.end());
    }
    for (std::size_t c = 0; c < layout_.size(); ++c) {
      const bool is_there = std::find(segment.channels.begin(), segment.channels.end(), c) != segment.channels.end();
      if (is_there || !needed[c]) continue;
      auto& samples = recording_.channels[c].samples;
      samples.resize(samples.size() + static_cast<std::size_t>(segment.held * layout_[c].per_frame),
                     std::numeric_limits<double>::quiet_NaN());
    }
  }

  const WfdbHeader& header_;
  double rate_;
  const OpenSignalFile& open_;
  const OpenOptions& options_;
  series::Recording& recording_;
  std::vector<Segment> segments_;
  std::vector<WfdbSignal> layout_;
  const Segment* first_ = nullptr;
};

}  // namespace

double read_wfdb_segments(const WfdbHeader& header, double rate, const OpenSignalFile& open, const OpenOptions& options,
                          series::Recording& recording) {
  return SegmentsReader(header, rate, open, options, recording).read();
}

}  // namespace biotropy::files
