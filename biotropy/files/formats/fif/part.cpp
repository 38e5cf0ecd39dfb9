// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <string_view>
#include <utility>

#include "biotropy/files/formats/fif/part_internal.hpp"
#include "biotropy/files/formats/fif/tags_internal.hpp"
#include "biotropy/files/formats/number_internal.hpp"
#include "biotropy/files/formats/text/text_internal.hpp"

namespace biotropy::files {

namespace {

// Kinds of blocks, between a block_start and its block_end.
enum class Block : std::int32_t {
  none = 0,
  measurement = 100,
  measurement_info = 101,
  raw_data = 102,
  continuous_data = 112,
  channel = 113,
  reference = 118,
  shielded_data = 119,
  bad_channels = 359,
  compensation = 370,
  annotations = 3810
};

// Contents of files that are no recordings.
constexpr std::array kOtherContents = {
    std::pair{373, "epochs"},
    std::pair{104, "averages (evoked responses)"},
    std::pair{374, "an independent component analysis"},
    std::pair{355, "a covariance matrix"},
    std::pair{356, "an inverse operator"},
    std::pair{352, "a forward solution"},
    std::pair{351, "a source space"},
    std::pair{310, "a model of the head (BEM)"},
    std::pair{361, "events alone"},
    std::pair{313, "projections alone"},
    std::pair{3810, "annotations alone"},
};

constexpr std::size_t kChannelInfoBytes = 96;
constexpr std::int32_t kNextFile = 2;
constexpr std::int32_t kNoDate = std::numeric_limits<std::int32_t>::max();  // microseconds of "no date"
constexpr double kMicrosecond = 1e-6;
constexpr std::int64_t kMostSamples = std::int64_t{1} << 50;

class PartReader {
 public:
  PartReader(Input& input, bool allow_maxshield) : input_(input), allow_maxshield_(allow_maxshield), tags_(input) {
    part_.big_endian = tags_.big_endian();
  }

  FifPart read() {
    while (const auto tag = tags_.next()) take(*tag);
    part_.cut |= tags_.cut() || std::any_of(blocks_.begin(), blocks_.end(), holds_data);
    require_complete();
    name_channels();
    return std::move(part_);
  }

 private:
  Block block() const { return blocks_.empty() ? Block::none : blocks_.back(); }

  static bool holds_data(Block block) {
    return block == Block::raw_data || block == Block::continuous_data || block == Block::shielded_data;
  }

  void take(const FifTag& tag) {
    if (tag.kind == FifKind::block_start) return begin_block(static_cast<Block>(tags_.integer(tag)));
    if (tag.kind == FifKind::block_end) {
      if (!blocks_.empty()) blocks_.pop_back();
      return;
    }
    switch (block()) {
      case Block::measurement_info:
        return take_info(tag);
      case Block::channel:
        return take_channel(tag);
      case Block::bad_channels:
        if (tag.kind == FifKind::name_list) bads_ = fif_names(tags_.text(tag));
        return;
      case Block::annotations:
        return take_annotations(tag);
      case Block::raw_data:
      case Block::continuous_data:
      case Block::shielded_data:
        return take_data(tag);
      case Block::reference:
        return take_reference(tag);
      default:
        if (tag.kind == FifKind::data_buffer) passed_over_ = tag.position;
        // A file that is shorter than where its directory should be.
        if (tag.kind == FifKind::directory_pointer) part_.cut = tags_.integer(tag) >= std::int64_t(input_.size());
        return;
    }
  }

  void begin_block(Block block) {
    blocks_.push_back(block);
    if (static_cast<std::int32_t>(block) < kMostBlock) seen_.insert(static_cast<std::int32_t>(block));
    if (block == Block::shielded_data) require_allowed();
    if (block == Block::compensation) part_.has_compensation = true;
    if (block == Block::channel) ++n_extended_;
    if (block == Block::reference) is_next_ = true;
    if (block == Block::measurement_info && std::exchange(has_info_, true)) {
      throw input_.error(ErrorCode::unsupported, "it holds several measurements; save each in a file of its own");
    }
  }

  void require_allowed() {
    part_.is_shielded = true;
    if (allow_maxshield_) return;
    throw input_.error(ErrorCode::unsupported,
                       "recorded with internal active shielding (MaxShield), which distorts the samples: process the "
                       "file with MaxFilter first; the option allow-maxshield reads it as it is");
  }

  void take_info(const FifTag& tag) {
    if (tag.kind == FifKind::n_channels) n_channels_ = tags_.integer(tag);
    if (tag.kind == FifKind::rate) part_.rate = tags_.number(tag);
    if (tag.kind == FifKind::channel_info) add_channel(tag);
    if (tag.kind == FifKind::measurement_date) part_.date = date_of(tag);
  }

  // Seconds, and perhaps microseconds; the latter have no possible value where there is no date.
  std::optional<double> date_of(const FifTag& tag) {
    const std::vector<double> values = tags_.numbers(tag);
    if (values.empty() || values.size() > 2 || !std::isfinite(values.front())) return std::nullopt;
    if (values.size() == 1) return values.front();
    if (values.back() == kNoDate || !std::isfinite(values.back())) return std::nullopt;
    return values.front() + values.back() * kMicrosecond;
  }

  void add_channel(const FifTag& tag) {
    if (tag.type != FifType::channel_info || tag.size != kChannelInfoBytes) {
      throw input_.bad_file(fmt::format("the description of channel {} has {} bytes; it must have {}",
                                        part_.channels.size() + 1, tag.size, kChannelInfoBytes));
    }
    const auto bytes = input_.view(tag.position, tag.size);
    const auto integer = [&](std::size_t at) {
      return static_cast<std::int32_t>(bits_at<std::uint32_t>(&bytes[at], part_.big_endian));
    };
    const auto number = [&](std::size_t at) { return number_at<float, std::uint32_t>(&bytes[at], part_.big_endian); };
    FifChannel channel;
    channel.kind = integer(8);
    channel.range = number(12);
    channel.calibration = number(16);
    channel.coil = integer(20);
    channel.unit = integer(72);
    constexpr std::size_t name = 80;
    const std::string_view text(reinterpret_cast<const char*>(&bytes[name]), kChannelInfoBytes - name);
    channel.short_label = to_utf8(text.substr(0, text.find('\0')));
    channel.label = channel.short_label;
    part_.channels.push_back(std::move(channel));
  }

  // A block for every channel, in their order, with what does not fit the description above.
  void take_channel(const FifTag& tag) {
    if (n_extended_ > part_.channels.size()) {
      throw input_.bad_file(fmt::format("it extends the description of channel {}, but describes only {}", n_extended_,
                                        part_.channels.size()));
    }
    FifChannel& channel = part_.channels[n_extended_ - 1];
    if (tag.kind == FifKind::channel_name && tag.size > 0) channel.label = fif_text(tags_.text(tag));
    if (tag.kind == FifKind::channel_kind) channel.kind = tags_.integer(tag);
    if (tag.kind == FifKind::channel_range) channel.range = tags_.number(tag);
    if (tag.kind == FifKind::channel_calibration) channel.calibration = tags_.number(tag);
    if (tag.kind == FifKind::coil_type) channel.coil = tags_.integer(tag);
    if (tag.kind == FifKind::channel_unit) channel.unit = tags_.integer(tag);
  }

  void take_annotations(const FifTag& tag) {
    FifAnnotations& annotations = part_.annotations;
    if (tag.kind == FifKind::annotation_onset) annotations.onsets = tags_.numbers(tag);
    if (tag.kind == FifKind::annotation_end) annotations.ends = tags_.numbers(tag);
    if (tag.kind == FifKind::comment) annotations.texts = fif_names(tags_.text(tag));
    if (tag.kind == FifKind::measurement_date) annotations.origin = date_of(tag);
  }

  void take_reference(const FifTag& tag) {
    if (tag.kind == FifKind::ref_role) is_next_ = tags_.integer(tag) == kNextFile;
    if (!is_next_) return;
    if (tag.kind == FifKind::ref_name) part_.next_name = fif_text(tags_.text(tag));
    if (tag.kind == FifKind::ref_number) part_.next_number = tags_.integer(tag);
  }

  void take_data(const FifTag& tag) {
    if (tag.kind == FifKind::first_sample && part_.buffers.empty()) {
      next_sample_ = tags_.integer(tag);
      part_.starts_at_a_number = true;
    }
    if (tag.kind == FifKind::data_skip) skipped_buffers_ = skip_of(tag);
    if (tag.kind == FifKind::data_skip_samples) advance(skip_of(tag));
    if (tag.kind == FifKind::data_buffer && tag.size > 0) add_buffer(tag);
    const bool is_known = tag.kind == FifKind::first_sample || tag.kind == FifKind::data_skip ||
                          tag.kind == FifKind::data_skip_samples || tag.kind == FifKind::data_buffer;
    const std::uint64_t row = fif_width(tag.type) * part_.channels.size();
    if (!is_known && tag.size > sizeof(double) && row > 0 && tag.size % row == 0) passed_over_ = tag.position;
  }

  std::int64_t skip_of(const FifTag& tag) {
    const std::int32_t skipped = tags_.integer(tag);
    if (skipped < 0)
      throw input_.bad_file(fmt::format("the file skips {} samples or buffers; it must skip 0 or more", skipped));
    return skipped;
  }

  void advance(std::int64_t n_samples) {
    next_sample_ += n_samples;
    if (next_sample_ > kMostSamples) throw input_.bad_file("gaps longer than any recording");
  }

  void add_buffer(const FifTag& tag) {
    if (tag.type == FifType::complex64 || tag.type == FifType::complex128) {
      throw input_.error(ErrorCode::unsupported, "its samples are complex numbers; save the real part, or the moduli");
    }
    const std::size_t width = fif_width(tag.type);
    if (width == 0) {
      throw input_.error(ErrorCode::unsupported,
                         fmt::format("samples of type {} cannot be read; 16-bit and 32-bit integers, float and double "
                                     "can",
                                     static_cast<std::int32_t>(tag.type)));
    }
    const std::uint64_t row = width * part_.channels.size();
    if (row == 0) throw input_.bad_file("it has samples before the description of the channels");
    if (tag.size % row != 0) {
      throw input_.bad_file(
          fmt::format("a buffer of {} bytes at byte {} does not hold whole samples of {} channels "
                      "({} bytes)",
                      tag.size, tag.position, part_.channels.size(), row));
    }
    const std::uint64_t n_samples = tag.size / row;
    // Buffers that were skipped are as long as the one behind them.
    advance(std::exchange(skipped_buffers_, 0) * static_cast<std::int64_t>(n_samples));
    part_.buffers.push_back({tag.type, tag.position, n_samples, next_sample_});
    advance(static_cast<std::int64_t>(n_samples));
  }

  void require_complete() {
    if (part_.buffers.empty()) refuse_content();
    if (!passed_over_) passed_over_ = tags_.buffer_passed_over();
    if (passed_over_) {
      throw input_.bad_file(
          fmt::format("damaged: at byte {} samples seem to be that belong to no block of data, or to "
                      "which no tag leads",
                      *passed_over_));
    }
    if (!(std::isfinite(part_.rate) && part_.rate > 0.0)) {
      throw input_.bad_file(fmt::format("the sampling rate is {}; it must be a positive number", part_.rate));
    }
    if (!n_channels_ || static_cast<std::size_t>(*n_channels_) != part_.channels.size()) {
      throw input_.bad_file(
          fmt::format("it announces {} channels and describes {}", n_channels_.value_or(0), part_.channels.size()));
    }
    for (const FifChannel& channel : part_.channels) {
      if (std::isfinite(channel.factor())) continue;
      throw input_.bad_file(
          fmt::format("the calibration of {} is {} times {}", channel.label, channel.range, channel.calibration));
    }
  }

  [[noreturn]] void refuse_content() {
    const auto has = [&](Block block) { return seen_.contains(static_cast<std::int32_t>(block)); };
    if (has(Block::raw_data) || has(Block::continuous_data) || has(Block::shielded_data))
      throw input_.bad_file("it holds no samples");
    for (const auto& [block, content] : kOtherContents) {
      if (!seen_.contains(block)) continue;
      throw input_.error(ErrorCode::unsupported,
                         fmt::format("a FIF file of {}: only recordings (raw data) are read", content));
    }
    throw input_.bad_file("a FIF file without raw data");
  }

  // Lists of bad channels have the short names.
  void name_channels() {
    for (const std::string& bad : bads_) {
      const auto found = std::find_if(part_.channels.begin(), part_.channels.end(), [&](const FifChannel& channel) {
        return channel.short_label == bad || channel.label == bad;
      });
      if (found != part_.channels.end()) part_.bads.push_back(found->label);
    }
  }

  static constexpr std::int32_t kMostBlock = 10'000;

  Input& input_;
  const bool allow_maxshield_;
  FifTags tags_;
  FifPart part_;
  std::vector<Block> blocks_;
  std::set<std::int32_t> seen_;
  std::vector<std::string> bads_;
  std::optional<std::int32_t> n_channels_;
  std::optional<std::uint64_t> passed_over_;  // a buffer that was not read
  std::size_t n_extended_ = 0;
  bool has_info_ = false, is_next_ = false;
  std::int64_t next_sample_ = 0, skipped_buffers_ = 0;
};

}  // namespace

FifPart read_fif_part(Input& input, bool allow_maxshield) {
  return PartReader(input, allow_maxshield).read();
}

}  // namespace biotropy::files
