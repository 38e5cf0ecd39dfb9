// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <exception>
#include <map>
#include <optional>

#include "biotropy/counted.hpp"
#include "biotropy/files/formats/edf/header.hpp"
#include "biotropy/files/formats/edf/records_internal.hpp"
#include "biotropy/files/formats/text/text_internal.hpp"

namespace biotropy::files {

namespace {

constexpr double kLongestDuration = 1e9;  // far longer than any record; sums stay finite
constexpr std::string_view kEdfVersion = "0       ";
constexpr std::string_view kBdfVersion =
    "\xff"
    "BIOSEMI";

// The fields of the signals are stored field by field: all labels, then all transducers, and so on.
enum SignalField {
  label,
  transducer,
  unit,
  physical_min,
  physical_max,
  digital_min,
  digital_max,
  filter,
  samples,
  reserved
};
constexpr std::array<std::size_t, 10> kWidths{16, 80, 8, 8, 8, 8, 8, 80, 8, 32};

// The text of the header by places. A place is a byte; or a character, as programs have it that pad fields by
// characters and write them in UTF-8: what is behind a character of several bytes then begins later.
class HeaderText {
 public:
  enum class Place { byte, character };

  explicit HeaderText(Input& input, Place place = Place::byte) : input_(input) {
    if (place == Place::byte) return;
    end_ = static_cast<std::size_t>(std::min<std::uint64_t>(input.size(), Input::kWindow));
    const std::string_view bytes = input.text(0, end_);
    for (std::size_t at = 0; at < end_; ++at) {
      const bool goes_on = (static_cast<unsigned char>(bytes[at]) & 0xc0) == 0x80;
      if (!goes_on) starts_.push_back(at);
    }
  }

  std::string text(std::uint64_t place, std::uint64_t width) const {
    const std::uint64_t begin = byte(place);
    return std::string(input_.text(begin, static_cast<std::size_t>(byte(place + width) - begin)));
  }

  /// Where the place begins.
  std::uint64_t byte(std::uint64_t place) const {
    if (end_ == 0) return place;
    return place < starts_.size() ? starts_[place] : end_;
  }

 private:
  Input& input_;
  std::size_t end_ = 0;  // of the bytes with characters
  std::vector<std::size_t> starts_;
};

std::string signal_field(const HeaderText& header, std::uint64_t n_signals, SignalField which, std::uint64_t signal) {
  std::uint64_t place = kEdfBlock;
  for (std::size_t before = 0; before < which; ++before) place += n_signals * kWidths[before];
  return std::string(trimmed(header.text(place + signal * kWidths[which], kWidths[which])));
}

// One to three digits, a comma and three more: -3,276 may be a decimal number or one of thousands. Zero has none of
// these.
bool may_be_thousands(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  const std::size_t comma = text.find(',');
  const auto digits = [](std::string_view part) { return part.find_first_not_of("0123456789") == part.npos; };
  return comma != text.npos && comma >= 1 && comma <= 3 && text.size() == comma + 4 && text.front() != '0' &&
         digits(text.substr(0, comma)) && digits(text.substr(comma + 1));
}

// Some programs write a decimal comma.
std::optional<double> header_number(std::string text) {
  if (may_be_thousands(text)) return std::nullopt;
  for (char& c : text) c = c == ',' ? '.' : c;
  return to_finite(text);
}

using StartTime = std::optional<std::chrono::sys_time<std::chrono::microseconds>>;

// Of "dd.mm.yy" and "hh.mm.ss", where years begin in 1985.
StartTime start_of(std::string_view date, std::string_view time) {
  using namespace std::chrono;
  const auto part = [](std::string_view text, std::size_t k) {
    return static_cast<int>(to_integer(trimmed(text.substr(3 * k, 2))).value_or(-1));
  };
  constexpr int first_year = 85;
  const int century = part(date, 2) < first_year ? 2000 : 1900;
  const year_month_day day(year(century + part(date, 2)), month(static_cast<unsigned>(part(date, 1))),
                           std::chrono::day(static_cast<unsigned>(part(date, 0))));
  const bool is_time = part(time, 0) >= 0 && part(time, 0) < 24 && part(time, 1) >= 0 && part(time, 1) < 60 &&
                       part(time, 2) >= 0 && part(time, 2) < 60;
  if (!day.ok() || part(date, 2) < 0 || !is_time) return std::nullopt;
  return sys_days(day) + hours(part(time, 0)) + minutes(part(time, 1)) + seconds(part(time, 2));
}

// The first midnight of 1985 stands for none: EDF+ asks for that day where the date is taken out.
StartTime read_start(std::string_view block, Notices& notices) {
  const std::string_view date = block.substr(kEdfDate.offset, kEdfDate.width),
                         time = block.substr(kEdfTime.offset, kEdfTime.width);
  const auto start = start_of(date, time);
  if (!start) {
    notices.push_back(warning("start_invalid", fmt::format("the start {} {} is not a date and time, and is not used",
                                                           in_quotes(date), in_quotes(time))));
  }
  const bool is_none = date == "01.01.85" && time == "00.00.00";
  return is_none ? std::nullopt : start;
}

EdfTime time_of(std::string_view reserved_field) {
  const std::string word = lower(reserved_field.substr(0, 5));
  if (word == "edf+c" || word == "bdf+c") return EdfTime::continuous;
  if (word == "edf+d" || word == "bdf+d") return EdfTime::discontinuous;
  return EdfTime::plain;
}

std::uint64_t signal_count(const Input& input, std::string_view block) {
  const std::string_view text = edf_field(block, kEdfSignals);
  const auto count = to_integer(text);
  if (!count || *count < 1) {
    throw input.bad_file(
        fmt::format("the number of signals is {}; it must be a positive whole number", in_quotes(text)));
  }
  const std::uint64_t needed = kEdfBlock * (static_cast<std::uint64_t>(*count) + 1);
  if (needed > input.size()) {
    throw input.bad_file(
        fmt::format("the header of {} signals needs {} bytes, but the file has {}", *count, needed, input.size()));
  }
  return static_cast<std::uint64_t>(*count);
}

void read_scaling(const HeaderText& all, std::uint64_t n_signals, std::uint64_t index, EdfSignal& signal,
                  Notices& notices) {
  const auto text = [&](SignalField which) { return signal_field(all, n_signals, which, index); };
  const std::array texts = {text(physical_min), text(physical_max), text(digital_min), text(digital_max)};
  const auto lowest = header_number(texts[0]), highest = header_number(texts[1]);
  const auto digital_lowest = header_number(texts[2]), digital_highest = header_number(texts[3]);
  const auto* unclear = std::find_if(texts.begin(), texts.end(), may_be_thousands);
  std::string fault;
  if (unclear != texts.end()) {
    fault = fmt::format("the range has {}, whose comma may stand before decimals or thousands", in_quotes(*unclear));
  } else if (!lowest || !highest || !digital_lowest || !digital_highest) {
    fault = "the range is not numeric";
  } else if (*lowest == *highest) {
    fault = fmt::format("the physical minimum and maximum are both {}", *lowest);
  } else if (*digital_lowest == *digital_highest) {
    fault = fmt::format("the digital minimum and maximum are both {}", *digital_lowest);
  } else if (!std::isfinite((std::abs(*lowest) + std::abs(*highest)) *
                            (std::abs(*digital_lowest) + std::abs(*digital_highest)))) {
    fault = "the range is too wide to compute with";
  }
  if (!fault.empty()) {
    signal.unit.clear();
    notices.push_back(
        warning("scale_unknown", fmt::format("signal {} {}: {}; its samples are the digital values, without a unit",
                                             index + 1, in_quotes(signal.label), fault)));
    return;
  }
  signal.scaled = true;
  signal.physical_min = *lowest;
  signal.physical_max = *highest;
  signal.digital_min = *digital_lowest;
  signal.digital_max = *digital_highest;
}

EdfSignal read_signal(const Input& input, const HeaderText& all, std::uint64_t n_signals, std::uint64_t index,
                      Notices& notices) {
  EdfSignal signal;
  const std::string label_bytes = signal_field(all, n_signals, label, index);
  const std::string unit_bytes = signal_field(all, n_signals, unit, index);
  signal.label = to_utf8(label_bytes);
  signal.unit = to_utf8(unit_bytes);
  if (!is_utf8(label_bytes) || !is_utf8(unit_bytes)) {
    notices.push_back(note("not_utf8", fmt::format("signal {} {}: label or unit is not UTF-8; read as Latin-1",
                                                   index + 1, in_quotes(signal.label))));
  }
  signal.annotations = signal.label == "EDF Annotations" || signal.label == "BDF Annotations";
  const std::string count = signal_field(all, n_signals, samples, index);
  const auto value = to_integer(count);
  if (!value || *value < 0) {
    throw input.bad_file(fmt::format("signal {} {} has {} samples in a record; it must be a whole number", index + 1,
                                     in_quotes(signal.label), in_quotes(count)));
  }
  signal.samples_per_record = static_cast<std::uint64_t>(*value);
  if (signal.samples_per_record == 0) {
    notices.push_back(
        warning("channel_empty", fmt::format("signal {} {} has no samples", index + 1, in_quotes(signal.label))));
  }
  if (!signal.annotations) read_scaling(all, n_signals, index, signal, notices);
  return signal;
}

void warn_of_repeated_labels(const EdfHeader& header, Notices& notices) {
  std::map<std::string, std::size_t> counts;
  for (const EdfSignal& signal : header.signals) {
    if (!signal.annotations) ++counts[signal.label];
  }
  for (const auto& [name, count] : counts) {
    if (count > 1) {
      notices.push_back(note(
          "names_repeated", fmt::format("the label {} occurs {} times; all of them are kept", in_quotes(name), count)));
    }
  }
}

// The last decimal of a duration of many digits, which may have more: 0.97656 for 0.9765625. Up to three decimals are
// those of a duration that is meant so.
double duration_step(std::string_view text) {
  constexpr std::size_t fewest = 4;
  const std::size_t power = text.find_first_of("eE");
  const std::string_view digits = text.substr(0, power);
  const std::size_t point = digits.find_first_of(".,");
  const std::size_t decimals = point == std::string_view::npos ? 0 : digits.size() - point - 1;
  const double step = std::pow(10.0, -static_cast<double>(decimals));
  if (power == std::string_view::npos) return decimals < fewest ? 0.0 : step;
  return step * std::pow(10.0, header_number(std::string(text.substr(power + 1))).value_or(0.0));
}

void read_duration(std::string_view text, EdfHeader& header, Notices& notices) {
  const auto duration = header_number(std::string(text));
  if (duration && *duration > 0.0 && *duration <= kLongestDuration) {
    header.record_duration = *duration;
    header.duration_step = duration_step(text);
    return;
  }
  bool has_samples = false;
  for (const EdfSignal& signal : header.signals) has_samples |= !signal.annotations;
  if (has_samples) {
    notices.push_back(warning(
        "rate_unknown",
        fmt::format("a record lasts {} seconds{}: the channels are read without a sampling rate", in_quotes(text),
                    may_be_thousands(text) ? ", whose comma may stand before decimals or thousands" : "")));
  }
}

}  // namespace

bool begins_like_edf(std::string_view first_bytes) {
  if (first_bytes.starts_with(kBdfVersion)) return true;
  // A column of numbers may also begin with 0 and blanks, but has a line end within 256 characters.
  return first_bytes.size() >= kEdfBlock && first_bytes.starts_with(kEdfVersion) &&
         first_bytes.substr(0, kEdfBlock).find('\n') == std::string_view::npos;
}

namespace {

EdfReading read_fields(const Input& input, const HeaderText& all) {
  if (input.size() < kEdfBlock) {
    throw input.bad_file(
        fmt::format("an EDF or BDF header has at least {} bytes, this file {}", kEdfBlock, input.size()));
  }
  std::string block = all.text(0, kEdfBlock);
  // Of fields by characters one byte for each, as those of numbers and dates are ASCII.
  if (block.size() > kEdfBlock) std::erase_if(block, [](char c) { return (c & 0xC0) == 0x80; });
  block.resize(kEdfBlock, ' ');
  EdfReading reading;
  EdfHeader& header = reading.header;
  header.is_bdf = block.starts_with(kBdfVersion);
  if (!header.is_bdf && !block.starts_with(kEdfVersion)) {
    throw input.bad_file(
        fmt::format("an EDF file begins with '0' and seven blanks, a BDF file with '\\xffBIOSEMI', "
                    "this one with {}",
                    in_quotes(std::string_view(block).substr(0, kEdfVersion.size()))));
  }
  const std::uint64_t n_signals = signal_count(input, block), n_places = kEdfBlock * (n_signals + 1);
  header.header_bytes = all.byte(n_places);
  header.start = read_start(block, reading.notices);
  bool has_annotations = false;
  for (std::uint64_t index = 0; index < n_signals; ++index) {
    header.signals.push_back(read_signal(input, all, n_signals, index, reading.notices));
    const EdfSignal& signal = header.signals.back();
    header.record_bytes += signal.samples_per_record * header.sample_bytes();
    if (header.record_bytes > input.size()) {
      throw input.bad_file(
          fmt::format("one record needs at least {} bytes, but the file has {}", header.record_bytes, input.size()));
    }
    has_annotations |= signal.annotations;
  }
  warn_of_repeated_labels(header, reading.notices);
  header.time = time_of(edf_field(block, kEdfReserved));
  if (header.time != EdfTime::plain && !has_annotations) {
    reading.notices.push_back(
        warning("annotations_missing",
                fmt::format("the header says {}, but there is no annotation signal: read as {}",
                            in_quotes(edf_field(block, kEdfReserved).substr(0, 5)), header.is_bdf ? "BDF" : "EDF")));
    header.time = EdfTime::plain;
  }
  read_duration(edf_field(block, kEdfDuration), header, reading.notices);
  reading.records_field = edf_field(block, kEdfRecords);
  reading.size_field = edf_field(block, kEdfHeaderBytes);
  find_edf_records(input, n_places, reading);
  return reading;
}

// The fields by characters, if the file agrees with those and not with bytes.
std::optional<EdfReading> read_characters(Input& input) {
  try {
    const HeaderText all(input, HeaderText::Place::character);
    EdfReading reading = read_fields(input, all);
    const std::uint64_t n_places = kEdfBlock * (reading.header.signals.size() + 1);
    const std::size_t version = kEdfVersion.size();
    if (!reading.fits || all.byte(n_places) == n_places || !is_utf8(all.text(version, n_places - version))) {
      return std::nullopt;
    }
    reading.notices.push_back(
        note("fields_in_characters",
             fmt::format("the fields of the header have their length in characters of UTF-8, not in bytes: it ends {} "
                         "later",
                         counted(static_cast<std::size_t>(all.byte(n_places) - n_places), "byte"))));
    return reading;
  } catch (const Error&) {
    return std::nullopt;
  }
}

EdfReading read_bytes_or_characters(Input& input) {
  EdfReading reading;
  std::exception_ptr fault;
  try {
    reading = read_fields(input, HeaderText(input));
    if (reading.fits) return reading;
  } catch (const Error&) {
    fault = std::current_exception();
  }
  if (auto other = read_characters(input)) return std::move(*other);
  if (fault) std::rethrow_exception(fault);
  return reading;
}

}  // namespace

EdfHeader read_edf_header(Input& input, Notices& notices) {
  try {
    EdfReading reading = read_bytes_or_characters(input);
    count_edf_records(input, reading);
    notices.insert(notices.end(), reading.notices.begin(), reading.notices.end());
    return std::move(reading.header);
  } catch (const Error&) {
    // A converted label is longer and shifts all later fields.
    refuse_text_conversion(input, 0);
    refuse_displaced_fields(input);
    throw;
  }
}

}  // namespace biotropy::files
