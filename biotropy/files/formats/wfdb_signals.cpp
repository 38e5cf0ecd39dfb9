// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "biotropy/files/formats/needed_samples_internal.hpp"
#include "biotropy/files/formats/text_internal.hpp"
#include "biotropy/files/formats/wfdb_signals_internal.hpp"

namespace biotropy::files {

namespace {

// Even, because two samples of format 212 share bytes; in the widest format they fit one view.
constexpr std::size_t kPieceSamples = std::size_t{1} << 16;
constexpr std::uint32_t kChecksumBits = 0xffff;

std::uint32_t byte_at(const std::byte* bytes, std::size_t k) {
  return std::to_integer<std::uint32_t>(bytes[k]);
}

// The lowest `bits` bits as a signed number.
std::int32_t with_sign(std::uint32_t value, unsigned bits) {
  return static_cast<std::int32_t>(value << (32 - bits)) >> (32 - bits);
}

std::int32_t offset_byte(const std::byte* bytes, std::size_t i) {
  return static_cast<std::int32_t>(byte_at(bytes, i)) - 128;
}

template <unsigned Bytes>
std::int32_t little_endian(const std::byte* bytes, std::size_t i) {
  std::uint32_t value = 0;
  for (unsigned k = 0; k < Bytes; ++k) value |= byte_at(bytes, i * Bytes + k) << (8 * k);
  return with_sign(value, 8 * Bytes);
}

// Three bytes hold two samples: the low bytes of both outside, their high halves in the middle byte.
std::int32_t packed_pair(const std::byte* bytes, std::size_t i) {
  const std::byte* triple = bytes + i / 2 * 3;
  const std::uint32_t high = byte_at(triple, 1);
  if (i % 2 == 0) return with_sign((high & 0x0f) << 8 | byte_at(triple, 0), 12);
  return with_sign((high & 0xf0) << 4 | byte_at(triple, 2), 12);
}

struct SampleFormat {
  int number;
  unsigned bits;
  std::int32_t missing;
  std::int32_t (*decode)(const std::byte* piece, std::size_t i);

  std::uint64_t bytes(std::uint64_t n) const { return (n * bits + 7) / 8; }
};

constexpr std::array kFormats = {
    SampleFormat{16, 16, -(1 << 15), little_endian<2>},
    SampleFormat{24, 24, -(1 << 23), little_endian<3>},
    SampleFormat{32, 32, std::numeric_limits<std::int32_t>::min(), little_endian<4>},
    SampleFormat{80, 8, -128, offset_byte},
    SampleFormat{212, 12, -(1 << 11), packed_pair},
};

// Samples after `offset`, without overflow for any file size.
std::uint64_t capacity(const SampleFormat& format, std::uint64_t bytes) {
  return bytes / format.bits * 8 + bytes % format.bits * 8 / format.bits;
}

const SampleFormat& format_of(const Input& input, const WfdbSignal& signal) {
  const auto found = std::find_if(kFormats.begin(), kFormats.end(),
                                  [&](const SampleFormat& format) { return format.number == signal.format; });
  if (found != kFormats.end()) return *found;
  throw input.error(ErrorCode::unsupported, fmt::format("samples in format {} cannot be read; 16, 24, 32, 80 and 212 "
                                                        "can",
                                                        signal.format));
}

// One file and its signals, as positions in the header.
struct Group {
  std::string file;
  std::vector<std::size_t> members;
  std::uint64_t frames = 0;  // to be read
  bool is_whole = true;      // all frames that the header announces are there
};

std::vector<Group> groups_of(const WfdbHeader& header) {
  std::vector<Group> groups;
  std::unordered_map<std::string_view, std::size_t> positions;
  for (std::size_t k = 0; k < header.signals.size(); ++k) {
    const std::string& file = header.signals[k].file;
    const auto [found, is_new] = positions.emplace(file, groups.size());
    if (is_new) groups.push_back({file, {}, 0, true});
    groups[found->second].members.push_back(k);
  }
  return groups;
}

class GroupReader {
 public:
  GroupReader(const WfdbHeader& header, Group& group, Input& input, series::Recording& recording)
      : header_(header),
        group_(group),
        input_(input),
        recording_(recording),
        first_(at(0)),
        format_(format_of(input, first_)) {
    for (std::size_t k = 0; k < group_.members.size(); ++k) {
      if (at(k).format != first_.format) throw input_.bad_file("signals of one file have different formats");
      frame_ += at(k).per_frame;
    }
  }

  // Finds the number of frames.
  void measure() {
    const std::uint64_t bytes = input_.size() - std::min(input_.size(), first_.offset);
    const std::uint64_t held = capacity(format_, bytes) / frame_;
    if (held == 0) throw input_.bad_file("not one sample of every signal is in it");
    group_.frames = header_.n_frames == 0 ? held : std::min(held, header_.n_frames);
    group_.is_whole = held >= header_.n_frames;
    for (const std::size_t member : group_.members) {
      recording_.channels[member].n_unread = group_.frames * header_.signals[member].per_frame;
    }
    if (!group_.is_whole) {
      warn(fmt::format("{} samples of a signal where the header announces {}", held, header_.n_frames));
      // In format 212 the last pair may hold an unused sample.
    } else if (header_.n_frames > 0 && bytes > format_.bytes(group_.frames * frame_) + 1) {
      warn("it holds more than the header announces");
    }
  }

  void read(const NeededSamples& needed) {
    decode(needed, group_.frames * frame_);
    if (group_.is_whole) check_sums(needed);
  }

 private:
  const WfdbSignal& at(std::size_t k) const { return header_.signals[group_.members[k]]; }

  void warn(std::string_view what) const {
    recording_.warnings.push_back(fmt::format("{}: {}", to_utf8(group_.file), what));
  }

  void decode(const NeededSamples& needed, std::uint64_t n_samples) {
    sums_.assign(group_.members.size(), 0);
    std::size_t k = 0;
    std::uint64_t left = at(0).per_frame;
    for (std::uint64_t begin = 0; begin < n_samples; begin += kPieceSamples) {
      const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(kPieceSamples, n_samples - begin));
      const auto piece =
          input_.view(first_.offset + format_.bytes(begin), static_cast<std::size_t>(format_.bytes(count)));
      for (std::size_t i = 0; i < count; ++i) {
        const std::int32_t digital = format_.decode(piece.data(), i);
        const WfdbSignal& signal = at(k);
        sums_[k] += static_cast<std::uint32_t>(digital);
        if (needed[group_.members[k]]) {
          recording_.channels[group_.members[k]].samples.push_back(
              digital == format_.missing ? std::numeric_limits<double>::quiet_NaN()
                                         : (digital - static_cast<double>(signal.baseline)) / signal.gain);
        }
        if (--left > 0) continue;
        k = (k + 1) % group_.members.size();
        left = at(k).per_frame;
      }
    }
  }

  void check_sums(const NeededSamples& needed) const {
    for (std::size_t k = 0; k < group_.members.size(); ++k) {
      if (!needed[group_.members[k]]) continue;
      const auto& announced = at(k).checksum;
      if (announced && ((static_cast<std::uint64_t>(*announced) ^ sums_[k]) & kChecksumBits) != 0) {
        warn(fmt::format("the checksum of {} is not that of its samples: they may be damaged", at(k).label));
      }
    }
  }

  const WfdbHeader& header_;
  Group& group_;
  Input& input_;
  series::Recording& recording_;
  const WfdbSignal& first_;
  const SampleFormat& format_;
  std::uint64_t frame_ = 0;  // samples of the group's signals
  std::vector<std::uint32_t> sums_;
};

// A signal with a skew was written late: its first frames precede the record.
void align(const WfdbHeader& header, const std::vector<std::uint64_t>& frames, const NeededSamples& needed,
           series::Recording& recording) {
  std::uint64_t common = std::numeric_limits<std::uint64_t>::max();
  for (std::size_t k = 0; k < header.signals.size(); ++k) {
    common = std::min(common, frames[k] - std::min(frames[k], header.signals[k].skew));
  }
  if (common == 0) {
    throw Error(ErrorCode::bad_file, fmt::format("{}: the skew of a signal is as long as the record", recording.path));
  }
  for (std::size_t k = 0; k < header.signals.size(); ++k) {
    const WfdbSignal& signal = header.signals[k];
    if (!needed[k]) {
      recording.channels[k].n_unread = common * signal.per_frame;
      continue;
    }
    auto& samples = recording.channels[k].samples;
    samples.erase(samples.begin(), samples.begin() + static_cast<std::ptrdiff_t>(signal.skew * signal.per_frame));
    samples.resize(static_cast<std::size_t>(common * signal.per_frame));
  }
}

}  // namespace

void read_wfdb_signals(const WfdbHeader& header, double rate, const OpenSignalFile& open, const OpenOptions& options,
                       series::Recording& recording) {
  for (const WfdbSignal& signal : header.signals) {
    series::Channel channel;
    channel.label = signal.label;
    channel.unit = signal.unit;
    channel.rate = rate * static_cast<double>(signal.per_frame);
    recording.channels.push_back(std::move(channel));
    if (!signal.calibrated) {
      recording.warnings.push_back(
          fmt::format("{} is not calibrated: {} steps per {} are assumed", signal.label, signal.gain, signal.unit));
    }
  }
  if (header.signals.empty()) return;
  std::vector<std::uint64_t> frames(header.signals.size(), 0);
  std::vector<Group> groups = groups_of(header);
  for (Group& group : groups) {
    const auto input = open(group.file);
    GroupReader(header, group, *input, recording).measure();
    for (const std::size_t member : group.members) frames[member] = group.frames;
  }
  const NeededSamples needed(*open(groups.front().file), options, recording);
  for (Group& group : groups) {
    const bool is_needed = std::any_of(group.members.begin(), group.members.end(), [&](auto k) { return needed[k]; });
    if (!is_needed) continue;
    const auto input = open(group.file);
    GroupReader(header, group, *input, recording).read(needed);
  }
  align(header, frames, needed, recording);
}

}  // namespace biotropy::files
