// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/formats/gdf_header_internal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "biotropy/files/formats/number_internal.hpp"
#include "biotropy/files/formats/text/text_internal.hpp"

namespace biotropy::files {

namespace {

constexpr std::uint64_t kGdfBlock = 256;  // bytes of the first part, and of each signal
constexpr std::string_view kGdfMagic = "GDF ";
constexpr std::size_t kVersionEnd = 8;

template <class Number, class Unsigned>
double little(const std::byte* bytes) {
  return number_at<Number, Unsigned>(bytes, false);
}

std::uint32_t unsigned24(const std::byte* bytes) {
  return bits_at<std::uint16_t>(bytes, false) | (std::to_integer<std::uint32_t>(bytes[2]) << 16);
}

double int24(const std::byte* bytes) {
  // The sign is in the top byte of 32 bits.
  return static_cast<std::int32_t>(unsigned24(bytes) << 8) >> 8;
}

double uint24(const std::byte* bytes) {
  return unsigned24(bytes);
}

constexpr std::array kGdfTypes = {
    GdfType{1, 1, little<std::int8_t, std::uint8_t>},
    GdfType{2, 1, little<std::uint8_t, std::uint8_t>},
    GdfType{3, 2, little<std::int16_t, std::uint16_t>},
    GdfType{4, 2, little<std::uint16_t, std::uint16_t>},
    GdfType{5, 4, little<std::int32_t, std::uint32_t>},
    GdfType{6, 4, little<std::uint32_t, std::uint32_t>},
    GdfType{7, 8, little<std::int64_t, std::uint64_t>},
    GdfType{8, 8, little<std::uint64_t, std::uint64_t>},
    GdfType{16, 4, little<float, std::uint32_t>},
    GdfType{17, 8, little<double, std::uint64_t>},
    GdfType{279, 3, int24},
    GdfType{535, 3, uint24},
};

// Offsets of the fields of a signal, counted as if it were alone: they are stored field by field.
struct SignalFields {
  std::size_t label, unit, unit_width, physical_min, physical_max, digital_min, digital_max, samples, type;
  bool integer_range;  // of 64 bits; otherwise doubles
};
constexpr SignalFields kFirstVersion{0, 96, 8, 104, 112, 120, 128, 216, 220, true};
constexpr SignalFields kSecondVersion{0, 102, 2, 104, 112, 120, 128, 216, 220, false};

class GdfHeaderReader {
 public:
  GdfHeaderReader(Input& input, Notices& notices) : input_(input), notices_(notices) {}

  GdfHeader read() {
    if (input_.size() < kGdfBlock) {
      throw input_.bad_file(fmt::format("a GDF header has at least {} bytes, this file {}", kGdfBlock, input_.size()));
    }
    const std::string_view name = input_.text(0, kVersionEnd);
    const auto version = to_finite(trimmed(name.substr(kGdfMagic.size())));
    if (!begins_like_gdf(name) || !version || *version < 1.0 || *version >= 4.0) {
      throw input_.bad_file(
          fmt::format("a GDF file begins with 'GDF ' and its version, this one with {}", in_quotes(name)));
    }
    header_.version = *version;
    read_sizes();
    for (std::uint64_t index = 0; index < n_signals_; ++index) add_signal(index);
    if (header_.record_bytes == 0) throw input_.bad_file("no signal has a sample in its records");
    read_duration();
    count_records();
    return std::move(header_);
  }

 private:
  template <class Unsigned>
  Unsigned field(std::uint64_t offset) {
    return bits_at<Unsigned>(input_.view(offset, sizeof(Unsigned)).data(), false);
  }

  void read_sizes() {
    n_signals_ = header_.is_second() ? field<std::uint16_t>(252) : field<std::uint32_t>(252);
    const std::uint64_t needed = kGdfBlock * (n_signals_ + 1);
    header_.header_bytes = header_.is_second() ? kGdfBlock * field<std::uint16_t>(184) : field<std::uint64_t>(184);
    if (n_signals_ == 0) throw input_.bad_file("it has no signals");
    if (header_.header_bytes < needed || header_.header_bytes > input_.size()) {
      throw input_.bad_file(
          fmt::format("the header of {} signals needs {} bytes, it gives its size as {}, and the file "
                      "has {}",
                      n_signals_, needed, header_.header_bytes, input_.size()));
    }
  }

  // Position of the field of a signal whose offset inside its 256 bytes is given.
  std::uint64_t place(std::size_t offset, std::size_t width, std::uint64_t index) const {
    return kGdfBlock + offset * n_signals_ + index * width;
  }

  void add_signal(std::uint64_t index) {
    const SignalFields& fields = header_.is_second() ? kSecondVersion : kFirstVersion;
    GdfSignal signal;
    constexpr std::size_t label_width = 16;
    signal.label = text(place(fields.label, label_width, index), label_width);
    signal.unit = unit_of(place(fields.unit, fields.unit_width, index), signal.label);
    signal.samples_per_record = field<std::uint32_t>(place(fields.samples, 4, index));
    const auto type = field<std::uint32_t>(place(fields.type, 4, index));
    const auto found = std::find_if(kGdfTypes.begin(), kGdfTypes.end(), [&](const GdfType& known) {
      return known.number == static_cast<std::int64_t>(type);
    });
    if (found == kGdfTypes.end()) {
      throw input_.error(
          ErrorCode::unsupported,
          fmt::format("signal {} {} has samples of type {}; integers of 8, 16, 24, 32 and 64 bits, float "
                      "and double can be read",
                      index + 1, in_quotes(signal.label), type));
    }
    signal.type = &*found;
    if (signal.samples_per_record == 0) {
      notices_.push_back(
          warning("channel_empty", fmt::format("signal {} {} has no samples", index + 1, in_quotes(signal.label))));
    }
    read_range(fields, index, signal);
    header_.record_bytes += signal.samples_per_record * signal.type->width;
    header_.signals.push_back(std::move(signal));
  }

  void read_range(const SignalFields& fields, std::uint64_t index, GdfSignal& signal) {
    const auto real = [&](std::size_t offset) {
      return number_at<double, std::uint64_t>(input_.view(place(offset, 8, index), 8).data(), false);
    };
    const auto digital = [&](std::size_t offset) {
      return fields.integer_range
                 ? static_cast<double>(static_cast<std::int64_t>(field<std::uint64_t>(place(offset, 8, index))))
                 : real(offset);
    };
    const DigitalRange range{digital(fields.digital_min), digital(fields.digital_max), real(fields.physical_min),
                             real(fields.physical_max)};
    const double extent = (std::abs(range.physical_min) + std::abs(range.physical_max)) *
                          (std::abs(range.digital_min) + std::abs(range.digital_max));
    if (std::isfinite(extent) && range.digital_min != range.digital_max && range.physical_min != range.physical_max) {
      signal.range = range;
      return;
    }
    signal.unit.clear();
    notices_.push_back(
        warning("scale_unknown",
                fmt::format("signal {} {}: {} to {} for the digital values {} to {} is not a scale; its samples are "
                            "the digital values, without a unit",
                            index + 1, in_quotes(signal.label), range.physical_min, range.physical_max,
                            range.digital_min, range.digital_max)));
  }

  std::string text(std::uint64_t offset, std::size_t width) {
    const std::string_view bytes = input_.text(offset, width);
    return to_utf8(trimmed(bytes.substr(0, bytes.find('\0'))));
  }

  std::string unit_of(std::uint64_t offset, const std::string& label) {
    if (!header_.is_second()) return text(offset, kFirstVersion.unit_width);
    const auto code = field<std::uint16_t>(offset);
    if (auto unit = gdf_unit(code)) return *std::move(unit);
    notices_.push_back(warning(
        "unit_unknown", fmt::format("the unit of {} has the code {}, which is not known", in_quotes(label), code)));
    return "";
  }

  void read_duration() {
    header_.duration_numerator = field<std::uint32_t>(244);
    header_.duration_denominator = field<std::uint32_t>(248);
    if (header_.has_duration()) return;
    notices_.push_back(warning(
        "rate_unknown", fmt::format("a record lasts {}/{} seconds: the channels are read without a sampling rate",
                                    header_.duration_numerator, header_.duration_denominator)));
  }

  // The size of the file decides; the header is compared with it.
  void count_records() {
    const std::uint64_t held = (input_.size() - header_.header_bytes) / header_.record_bytes;
    const auto announced = static_cast<std::int64_t>(field<std::uint64_t>(236));
    header_.complete = announced >= 0 && static_cast<std::uint64_t>(announced) <= held;
    header_.n_records = header_.complete ? static_cast<std::uint64_t>(announced) : held;
    if (!header_.complete) {
      notices_.push_back(
          warning("records_differ",
                  fmt::format("the header announces {} records, the file holds {}, which were read", announced, held)));
    }
    if (header_.n_records == 0)
      notices_.push_back(warning("no_records", "the file holds no records: every channel is empty"));
  }

  Input& input_;
  Notices& notices_;
  GdfHeader header_;
  std::uint64_t n_signals_ = 0;
};

struct GdfUnit {
  std::uint16_t code;  // with the prefix 0
  std::string_view unit;
};

constexpr std::array kGdfUnits = {
    GdfUnit{0, ""},       GdfUnit{512, ""},    GdfUnit{544, "%"},   GdfUnit{736, "deg"},   GdfUnit{1280, "m"},
    GdfUnit{2176, "s"},   GdfUnit{2496, "Hz"}, GdfUnit{3840, "Pa"}, GdfUnit{3872, "mmHg"}, GdfUnit{4256, "V"},
    GdfUnit{4288, "Ohm"}, GdfUnit{4384, "K"},  GdfUnit{6048, "oC"},
};

constexpr std::uint16_t kPrefixBits = 0x1f;
// By their codes; codes 11 to 15 are not used.
constexpr std::array<std::string_view, 26> kGdfPrefixes = {"",  "da", "h", "k", "M", "G", "T", "P", "E",
                                                           "Z", "Y",  "?", "?", "?", "?", "?", "d", "c",
                                                           "m", "u",  "n", "p", "f", "a", "z", "y"};

}  // namespace

bool begins_like_gdf(std::string_view first_bytes) {
  // "GDF 2.20"
  return first_bytes.size() >= kVersionEnd && first_bytes.starts_with(kGdfMagic) && first_bytes[5] == '.';
}

std::optional<std::string> gdf_unit(std::uint16_t code) {
  const std::size_t prefix = code & kPrefixBits;
  const auto found = std::find_if(kGdfUnits.begin(), kGdfUnits.end(),
                                  [&](const GdfUnit& unit) { return unit.code == (code & ~kPrefixBits); });
  if (found == kGdfUnits.end() || prefix >= kGdfPrefixes.size() || kGdfPrefixes[prefix] == "?") return std::nullopt;
  if (found->unit.empty()) return prefix == 0 ? std::optional<std::string>("") : std::nullopt;
  return std::string(kGdfPrefixes[prefix]) + std::string(found->unit);
}

GdfHeader read_gdf_header(Input& input, Notices& notices) {
  return GdfHeaderReader(input, notices).read();
}

}  // namespace biotropy::files
