// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "biotropy/files/formats/array_internal.hpp"
#include "biotropy/files/formats/brainvision_header_internal.hpp"
#include "biotropy/files/formats/sections_internal.hpp"
#include "biotropy/files/formats/text/text_internal.hpp"
#include "biotropy/files/formats/wfdb/header_internal.hpp"

namespace biotropy::files {

namespace {

constexpr std::string_view kCommon = "Common Infos", kBinary = "Binary Infos", kAscii = "ASCII Infos";
constexpr std::string_view kChannels = "Channel Infos";
constexpr std::string_view kMicrovolt = "\xc2\xb5V";  // uV with the sign of micro
constexpr double kMicrosecondsPerSecond = 1e6;

struct NumberName {
  std::string_view name;
  BrainVisionNumbers numbers;
};
constexpr std::array kNumberNames = {
    NumberName{"int_16", BrainVisionNumbers::int16},          NumberName{"uint_16", BrainVisionNumbers::uint16},
    NumberName{"int_32", BrainVisionNumbers::int32},          NumberName{"ieee_float_32", BrainVisionNumbers::float32},
    NumberName{"ieee_float_64", BrainVisionNumbers::float64},
};

class BrainVisionHeaderReader {
 public:
  BrainVisionHeaderReader(Input& input, const std::string& stem) : input_(input), stem_(stem), sections_(input) {}

  BrainVisionHeader read() {
    header_.data_file = file_name(sections_.required(kCommon, "DataFile"));
    header_.marker_file = file_name(sections_.value(kCommon, "MarkerFile"));
    header_.vectorised = choice(kCommon, "DataOrientation", {"multiplexed", "vectorized"}) == 1;
    header_.rate = kMicrosecondsPerSecond / number(kCommon, "SamplingInterval");
    if (!is_usable_rate(header_.rate))
      throw sections_.fault(kCommon, "SamplingInterval", "not a positive time in microseconds");
    const std::string type = lower(sections_.value(kCommon, "DataType"));
    if (!type.empty() && type != "timedomain") {
      throw input_.error(ErrorCode::unsupported,
                         fmt::format("DataType = {}: only TIMEDOMAIN is read", in_quotes(type)));
    }
    const auto points = count(kCommon, "DataPoints");
    if (points > 0) header_.n_samples = points;
    const std::string segmentation = lower(sections_.value(kCommon, "SegmentationType"));
    header_.is_segmented = !segmentation.empty() && segmentation != "notsegmented";
    if (header_.is_segmented) header_.segment_length = count(kCommon, "SegmentDataPoints");
    if (choice(kCommon, "DataFormat", {"binary", "ascii"}) == 0) {
      read_binary();
    } else {
      read_text();
    }
    read_channels(count(kCommon, "NumberOfChannels"));
    return std::move(header_);
  }

 private:
  // "$b" stands for the header's name without its ending.
  std::string file_name(std::string_view value) const {
    std::string name = to_utf8(value);
    if (const std::size_t at = name.find("$b"); at != std::string::npos) name.replace(at, 2, stem_);
    return name;
  }

  double number(std::string_view section, std::string_view key) const {
    const auto value = to_finite(sections_.required(section, key));
    if (!value) throw sections_.fault(section, key, "not a number");
    return *value;
  }

  // 0 if there is no such entry.
  std::uint64_t count(std::string_view section, std::string_view key) const {
    const std::string_view text = sections_.value(section, key);
    const auto value = text.empty() ? std::optional<std::int64_t>(0) : to_integer(text);
    if (!value || *value < 0) throw sections_.fault(section, key, "not a number of 0 or more");
    return static_cast<std::uint64_t>(*value);
  }

  // Position of the entry's word; an optional entry is the first one if it is missing.
  std::size_t choice(std::string_view section, std::string_view key, const std::vector<std::string>& allowed,
                     bool is_optional = false) const {
    const std::string word = lower(is_optional ? sections_.value(section, key) : sections_.required(section, key));
    if (word.empty()) return 0;
    for (std::size_t k = 0; k < allowed.size(); ++k) {
      if (word == allowed[k]) return k;
    }
    throw sections_.fault(section, key, fmt::format("one of {} is allowed", fmt::join(allowed, ", ")));
  }

  void read_binary() {
    const std::string name = lower(sections_.required(kBinary, "BinaryFormat"));
    const auto* found = std::find_if(kNumberNames.begin(), kNumberNames.end(),
                                     [&](const NumberName& known) { return known.name == name; });
    if (found == kNumberNames.end()) {
      throw input_.error(
          ErrorCode::unsupported,
          fmt::format("BinaryFormat = {}: INT_16, UINT_16, INT_32, IEEE_FLOAT_32 and IEEE_FLOAT_64 are read",
                      in_quotes(name)));
    }
    header_.numbers = found->numbers;
    header_.big_endian = choice(kBinary, "UseBigEndianOrder", {"no", "yes"}, true) == 1;
  }

  void read_text() {
    header_.numbers = BrainVisionNumbers::text;
    header_.decimal_comma = choice(kAscii, "DecimalSymbol", {".", ","}, true) == 1;
    header_.skipped_lines = count(kAscii, "SkipLines");
    header_.skipped_columns = count(kAscii, "SkipColumns");
  }

  void read_channels(std::uint64_t n_channels) {
    if (n_channels == 0 || n_channels > kMostChannels) {
      throw sections_.fault(kCommon, "NumberOfChannels", fmt::format("1 to {} are allowed", kMostChannels));
    }
    std::vector<std::optional<BrainVisionChannel>> found(n_channels);
    for (const SectionEntry& entry : sections_.entries()) {
      if (entry.section != lower(kChannels)) continue;
      const auto index = entry.key.starts_with("ch") ? to_integer(std::string_view(entry.key).substr(2)) : std::nullopt;
      if (!index || *index < 1 || static_cast<std::uint64_t>(*index) > n_channels) {
        throw sections_.fault(entry, fmt::format("Ch1 to Ch{} are allowed", n_channels));
      }
      auto& channel = found[static_cast<std::size_t>(*index - 1)];
      if (channel) throw sections_.fault(entry, "the channel is described twice");
      channel = channel_of(entry);
    }
    for (std::size_t k = 0; k < found.size(); ++k) {
      if (!found[k]) throw input_.bad_file(fmt::format("[{}] has no Ch{} of {}", kChannels, k + 1, n_channels));
      header_.channels.push_back(std::move(*found[k]));
    }
  }

  // "name,reference,resolution,unit", where all but the name may be missing.
  BrainVisionChannel channel_of(const SectionEntry& entry) const {
    const std::vector<std::string> fields = comma_fields(entry.value);
    const auto field = [&](std::size_t k) { return k < fields.size() ? fields[k] : std::string(); };
    BrainVisionChannel channel;
    channel.label = field(0).empty() ? fmt::format("Ch{}", entry.key.substr(2)) : field(0);
    channel.unit = field(3).empty() ? std::string(kMicrovolt) : field(3);
    if (to_finite(channel.unit)) {
      throw sections_.fault(entry, fmt::format("the unit {} is a number: the resolution in front of it needs a decimal "
                                               "point in place of a comma",
                                               in_quotes(channel.unit)));
    }
    if (!field(2).empty()) {
      const auto resolution = to_finite(field(2));
      if (!resolution || *resolution == 0.0)
        throw sections_.fault(entry, "the resolution is not a number other than 0");
      channel.resolution = *resolution;
    }
    return channel;
  }

  Input& input_;
  const std::string& stem_;
  Sections sections_;
  BrainVisionHeader header_;
};

}  // namespace

std::optional<BrainVisionPart> brainvision_part(std::string_view first_bytes) {
  const std::string_view line = first_bytes.substr(0, std::min(first_bytes.find('\n'), first_bytes.size()));
  const std::size_t name = std::min(line.find("Brain Vision "), line.find("BrainVision "));
  constexpr std::size_t longest_mark = 3;  // of the order of bytes
  if (name > longest_mark) return std::nullopt;
  if (line.find(" Header File") != std::string_view::npos) return BrainVisionPart::header;
  if (line.find(" Marker File") != std::string_view::npos) return BrainVisionPart::markers;
  return std::nullopt;
}

BrainVisionHeader read_brainvision_header(Input& input, const std::string& stem) {
  return BrainVisionHeaderReader(input, stem).read();
}

}  // namespace biotropy::files
