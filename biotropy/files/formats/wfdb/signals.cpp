// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "biotropy/files/formats/needed_samples_internal.hpp"
#include "biotropy/files/formats/text/text_internal.hpp"
#include "biotropy/files/formats/wfdb/signals_internal.hpp"

namespace biotropy::files {

namespace {

// A multiple of 2 and of 3, as samples of formats 212, 310 and 311 share bytes; in the widest format they fit one view.
constexpr std::size_t kPieceSamples = std::size_t{3} << 14;
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

std::int32_t big_endian_pair(const std::byte* bytes, std::size_t i) {
  return with_sign(byte_at(bytes, 2 * i) << 8 | byte_at(bytes, 2 * i + 1), 16);
}

std::uint32_t little_pair(const std::byte* bytes) {
  return byte_at(bytes, 0) | byte_at(bytes, 1) << 8;
}

// Four bytes are two little-endian pairs: bits 1 to 10 of each are a sample, the high five of both the third one.
std::int32_t packed_three_310(const std::byte* bytes, std::size_t i) {
  const std::byte* four = bytes + i / 3 * 4;
  if (i % 3 < 2) return with_sign(little_pair(four + 2 * (i % 3)) >> 1 & 0x3ff, 10);
  return with_sign(little_pair(four) >> 11 | little_pair(four + 2) >> 11 << 5, 10);
}

// Four bytes hold three samples, from the lowest bit on, and two bits that are not used.
std::int32_t packed_three_311(const std::byte* bytes, std::size_t i) {
  const std::byte* four = bytes + i / 3 * 4;
  switch (i % 3) {
    case 0:
      return with_sign(little_pair(four) & 0x3ff, 10);
    case 1:
      return with_sign((byte_at(four, 1) >> 2 | byte_at(four, 2) << 6) & 0x3ff, 10);
    default:
      return with_sign((byte_at(four, 2) >> 4 | byte_at(four, 3) << 4) & 0x3ff, 10);
  }
}

struct SampleFormat {
  int number;
  std::uint64_t together, bytes_together;       // samples that share bytes, and these
  std::array<std::uint64_t, 2> bytes_of_first;  // those that hold the first one of them alone, and the first two
  std::optional<std::int32_t> missing;
  std::int32_t (*decode)(const std::byte* piece, std::size_t i);

  std::uint64_t bytes(std::uint64_t n) const {
    const std::uint64_t rest = n % together;
    return n / together * bytes_together + (rest == 0 ? 0 : bytes_of_first[rest - 1]);
  }

  // Bytes behind the last sample that are no fault.
  std::uint64_t unused() const { return together > 1 ? bytes_together - 1 : 1; }

  // Samples that so many bytes hold.
  std::uint64_t capacity(std::uint64_t bytes) const {
    std::uint64_t n = bytes / bytes_together * together;
    const std::uint64_t left = bytes % bytes_together;
    for (std::uint64_t k = 0; k + 1 < together; ++k) n += left >= bytes_of_first[k] ? 1 : 0;
    return n;
  }
};

constexpr std::array kFormats = {
    SampleFormat{kWfdbDifferences, 1, 1, {}, std::nullopt, little_endian<1>},
    SampleFormat{16, 1, 2, {}, -(1 << 15), little_endian<2>},
    SampleFormat{24, 1, 3, {}, -(1 << 23), little_endian<3>},
    SampleFormat{32, 1, 4, {}, std::numeric_limits<std::int32_t>::min(), little_endian<4>},
    SampleFormat{61, 1, 2, {}, -(1 << 15), big_endian_pair},
    SampleFormat{80, 1, 1, {}, -128, offset_byte},
    SampleFormat{212, 2, 3, {2, 3}, -(1 << 11), packed_pair},
    SampleFormat{310, 3, 4, {2, 4}, -(1 << 9), packed_three_310},
    SampleFormat{311, 3, 4, {2, 3}, -(1 << 9), packed_three_311},
};

const SampleFormat& format_of(const Input& input, const WfdbSignal& signal) {
  const auto found = std::find_if(kFormats.begin(), kFormats.end(),
                                  [&](const SampleFormat& format) { return format.number == signal.format; });
  if (found != kFormats.end()) return *found;
  throw input.error(ErrorCode::unsupported, fmt::format("samples in format {} cannot be read; 8, 16, 24, 32, 61, 80, "
                                                        "212, 310 and 311 can",
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
    const std::uint64_t held = format_.capacity(bytes) / frame_;
    if (held == 0) throw input_.bad_file("not one sample of every signal is in it");
    group_.frames = header_.n_frames == 0 ? held : std::min(held, header_.n_frames);
    group_.is_whole = held >= header_.n_frames;
    for (const std::size_t member : group_.members) {
      recording_.channels[member].n_unread = group_.frames * header_.signals[member].per_frame;
    }
    if (!group_.is_whole) {
      warn("file_cut", fmt::format("{} samples of a signal where the header announces {}", held, header_.n_frames));
    } else if (header_.n_frames > 0 && bytes > format_.bytes(group_.frames * frame_) + format_.unused()) {
      warn("records_differ", "it holds more than the header announces");
    }
  }

  void read(const NeededSamples& needed) {
    decode(needed, group_.frames * frame_);
    if (group_.is_whole) check_sums(needed);
  }

 private:
  const WfdbSignal& at(std::size_t k) const { return header_.signals[group_.members[k]]; }

  void warn(std::string code, std::string what) const {
    recording_.notices.push_back(warning(std::move(code), std::move(what)).at(to_utf8(group_.file)));
  }

  void decode(const NeededSamples& needed, std::uint64_t n_samples) {
    sums_.assign(group_.members.size(), 0);
    std::vector<std::int64_t> last;
    for (std::size_t m = 0; m < group_.members.size(); ++m) last.push_back(at(m).initial);
    const bool adds_up = format_.number == kWfdbDifferences;
    std::size_t k = 0;
    std::uint64_t left = at(0).per_frame;
    for (std::uint64_t begin = 0; begin < n_samples; begin += kPieceSamples) {
      const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(kPieceSamples, n_samples - begin));
      const auto piece =
          input_.view(first_.offset + format_.bytes(begin), static_cast<std::size_t>(format_.bytes(count)));
      for (std::size_t i = 0; i < count; ++i) {
        std::int64_t digital = format_.decode(piece.data(), i);
        // Unsigned, as differences of a damaged file may add up to any number.
        if (adds_up)
          digital = last[k] =
              static_cast<std::int64_t>(static_cast<std::uint64_t>(last[k]) + static_cast<std::uint64_t>(digital));
        const WfdbSignal& signal = at(k);
        sums_[k] += static_cast<std::uint32_t>(digital);
        if (needed[group_.members[k]]) {
          recording_.channels[group_.members[k]].samples.push_back(
              digital == format_.missing
                  ? std::numeric_limits<double>::quiet_NaN()
                  : (static_cast<double>(digital) - static_cast<double>(signal.baseline)) / signal.gain);
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
        warn("checksum_wrong",
             fmt::format("the checksum of {} is not that of its samples: they may be damaged", at(k).label));
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
      recording.notices.push_back(warning(
          "gain_assumed",
          fmt::format("{} is not calibrated: {} steps per {} are assumed", signal.label, signal.gain, signal.unit)));
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
