// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <map>

#include "biotropy/files/formats/edf_conversion_internal.hpp"
#include "biotropy/files/formats/edf_header.hpp"
#include "biotropy/files/formats/text_internal.hpp"

namespace biotropy::files {

namespace {

using Warnings = std::vector<std::string>;

constexpr std::uint64_t kBlock = 256;               // bytes of the first part, and of each signal
constexpr std::uint64_t kMostRecords = 99'999'999;  // the field has 8 characters
constexpr double kLongestDuration = 1e9;            // far longer than any record; sums stay finite
constexpr std::string_view kEdfVersion = "0       ";
constexpr std::string_view kBdfVersion =
    "\xff"
    "BIOSEMI";

// Offset and width of the fields of the first part.
struct Field {
  std::size_t offset, width;
};
constexpr Field kDate{168, 8}, kTime{176, 8}, kHeaderBytes{184, 8}, kReserved{192, 44}, kRecords{236, 8},
    kDuration{244, 8}, kSignals{252, 4};

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

std::string_view field(std::string_view block, Field where) {
  return trimmed(block.substr(where.offset, where.width));
}

std::string signal_field(Input& input, std::uint64_t n_signals, SignalField which, std::uint64_t signal) {
  std::uint64_t offset = kBlock;
  for (std::size_t before = 0; before < which; ++before) offset += n_signals * kWidths[before];
  return std::string(trimmed(input.text(offset + signal * kWidths[which], kWidths[which])));
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
StartTime read_start(std::string_view block, Warnings& warnings) {
  const std::string_view date = block.substr(kDate.offset, kDate.width), time = block.substr(kTime.offset, kTime.width);
  const auto start = start_of(date, time);
  if (!start) {
    warnings.push_back(
        fmt::format("the start {} {} is no date and time (it is not used)", in_quotes(date), in_quotes(time)));
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
  const std::string_view text = field(block, kSignals);
  const auto count = to_integer(text);
  if (!count || *count < 1) {
    throw input.bad_file(
        fmt::format("the number of signals is {}: a positive whole number is needed", in_quotes(text)));
  }
  const std::uint64_t needed = kBlock * (static_cast<std::uint64_t>(*count) + 1);
  if (needed > input.size()) {
    throw input.bad_file(
        fmt::format("the header of {} signals needs {} bytes, but the file has {}", *count, needed, input.size()));
  }
  return static_cast<std::uint64_t>(*count);
}

void read_scaling(Input& input, std::uint64_t n_signals, std::uint64_t index, EdfSignal& signal, Warnings& warnings) {
  const auto text = [&](SignalField which) { return signal_field(input, n_signals, which, index); };
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
    warnings.push_back(fmt::format("signal {} {}: {}; its samples are the digital values, without a unit", index + 1,
                                   in_quotes(signal.label), fault));
    return;
  }
  signal.scaled = true;
  signal.physical_min = *lowest;
  signal.physical_max = *highest;
  signal.digital_min = *digital_lowest;
  signal.digital_max = *digital_highest;
}

EdfSignal read_signal(Input& input, std::uint64_t n_signals, std::uint64_t index, Warnings& warnings) {
  EdfSignal signal;
  const std::string label_bytes = signal_field(input, n_signals, label, index);
  const std::string unit_bytes = signal_field(input, n_signals, unit, index);
  signal.label = to_utf8(label_bytes);
  signal.unit = to_utf8(unit_bytes);
  if (!is_utf8(label_bytes) || !is_utf8(unit_bytes)) {
    warnings.push_back(
        fmt::format("signal {} {}: label or unit is not UTF-8; read as Latin-1", index + 1, in_quotes(signal.label)));
  }
  signal.annotations = signal.label == "EDF Annotations" || signal.label == "BDF Annotations";
  const std::string count = signal_field(input, n_signals, samples, index);
  const auto value = to_integer(count);
  if (!value || *value < 0) {
    throw input.bad_file(fmt::format("signal {} {} has {} samples in a record: a whole number is needed", index + 1,
                                     in_quotes(signal.label), in_quotes(count)));
  }
  signal.samples_per_record = static_cast<std::uint64_t>(*value);
  if (signal.samples_per_record == 0) {
    warnings.push_back(fmt::format("signal {} {} has no samples", index + 1, in_quotes(signal.label)));
  }
  if (!signal.annotations) read_scaling(input, n_signals, index, signal, warnings);
  return signal;
}

void warn_of_repeated_labels(const EdfHeader& header, Warnings& warnings) {
  std::map<std::string, std::size_t> counts;
  for (const EdfSignal& signal : header.signals) {
    if (!signal.annotations) ++counts[signal.label];
  }
  for (const auto& [name, count] : counts) {
    if (count > 1) {
      warnings.push_back(fmt::format("the label {} occurs {} times; all of them are kept", in_quotes(name), count));
    }
  }
}

// Bytes beyond the announced records can be the rest of a recording that was not closed; they then form complete
// records.
void judge_excess(Input& input, std::uint64_t announced, std::uint64_t rest, EdfHeader& header) {
  const std::uint64_t end = header.header_bytes + announced * header.record_bytes;
  const auto look = static_cast<std::size_t>(std::min<std::uint64_t>(kBlock, input.size() - end));
  if (begins_like_edf(input.text(end, look))) {
    throw input.bad_file(fmt::format(
        "after the {} records that the header announces another file begins, at byte {}: split them", announced, end));
  }
  if (rest > 0) header.n_records = announced;
}

// The file size decides; the header is only compared with it.
void count_records(Input& input, std::string_view records_field, EdfHeader& header, Warnings& warnings) {
  const std::uint64_t available = input.size() - header.header_bytes;
  if (header.record_bytes == 0) throw input.bad_file("no signal has a sample in its records");
  const std::uint64_t held = available / header.record_bytes, rest = available % header.record_bytes;
  header.n_records = held;
  const auto declared = to_integer(records_field);
  const bool agrees = declared && *declared >= 0 && static_cast<std::uint64_t>(*declared) == held;
  header.size_fits = agrees && rest == 0;
  const auto announced = static_cast<std::uint64_t>(std::max<std::int64_t>(declared.value_or(0), 0));
  if (!header.size_fits) {
    const bool countable = announced > 0 && announced <= kMostRecords;
    refuse_text_conversion(input, countable ? header.header_bytes + announced * header.record_bytes : 0);
  }
  if (announced > 0 && announced < held) judge_excess(input, announced, rest, header);
  if (header.n_records == 0 && !(agrees && available == 0)) {
    throw input.bad_file(
        fmt::format("one record needs {} bytes, but {} follow the header", header.record_bytes, available));
  }
  if (header.n_records == 0) warnings.push_back("the file holds no records: every channel is empty");
  if (!agrees) {
    warnings.push_back(fmt::format("the header announces {} records, the file holds {}: {} were read",
                                   in_quotes(records_field), held, header.n_records));
  }
  const std::uint64_t unread = available - header.n_records * header.record_bytes;
  if (unread > 0) {
    warnings.push_back(fmt::format("{} bytes after the last record that was read were left out", unread));
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

void read_duration(std::string_view text, EdfHeader& header, Warnings& warnings) {
  const auto duration = header_number(std::string(text));
  if (duration && *duration > 0.0 && *duration <= kLongestDuration) {
    header.record_duration = *duration;
    header.duration_step = duration_step(text);
    return;
  }
  bool has_samples = false;
  for (const EdfSignal& signal : header.signals) has_samples |= !signal.annotations;
  if (has_samples) {
    warnings.push_back(
        fmt::format("a record lasts {} seconds{}: the channels are read without a sampling rate", in_quotes(text),
                    may_be_thousands(text) ? ", whose comma may stand before decimals or thousands" : ""));
  }
}

}  // namespace

bool begins_like_edf(std::string_view first_bytes) {
  if (first_bytes.starts_with(kBdfVersion)) return true;
  // A column of numbers may also begin with 0 and blanks, but has a line end within 256 characters.
  return first_bytes.size() >= kBlock && first_bytes.starts_with(kEdfVersion) &&
         first_bytes.substr(0, kBlock).find('\n') == std::string_view::npos;
}

namespace {

EdfHeader parse_header(Input& input, Warnings& warnings) {
  if (input.size() < kBlock) {
    throw input.bad_file(fmt::format("an EDF or BDF header has at least {} bytes, this file {}", kBlock, input.size()));
  }
  const std::string block(input.text(0, kBlock));
  EdfHeader header;
  header.is_bdf = block.starts_with(kBdfVersion);
  if (!header.is_bdf && !block.starts_with(kEdfVersion)) {
    throw input.bad_file(
        fmt::format("an EDF file begins with '0' and seven blanks, a BDF file with '\\xffBIOSEMI', "
                    "this one with {}",
                    in_quotes(std::string_view(block).substr(0, kEdfVersion.size()))));
  }
  const std::uint64_t n_signals = signal_count(input, block);
  header.header_bytes = kBlock * (n_signals + 1);
  const auto declared_bytes = to_integer(field(block, kHeaderBytes));
  if (declared_bytes != static_cast<std::int64_t>(header.header_bytes)) {
    warnings.push_back(fmt::format("the header gives its size as {}; that of {} signals is {}",
                                   in_quotes(field(block, kHeaderBytes)), n_signals, header.header_bytes));
  }
  header.start = read_start(block, warnings);
  bool has_annotations = false;
  for (std::uint64_t index = 0; index < n_signals; ++index) {
    header.signals.push_back(read_signal(input, n_signals, index, warnings));
    const EdfSignal& signal = header.signals.back();
    header.record_bytes += signal.samples_per_record * header.sample_bytes();
    if (header.record_bytes > input.size()) {
      throw input.bad_file(
          fmt::format("one record needs at least {} bytes, but the file has {}", header.record_bytes, input.size()));
    }
    has_annotations |= signal.annotations;
  }
  warn_of_repeated_labels(header, warnings);
  header.time = time_of(field(block, kReserved));
  if (header.time != EdfTime::plain && !has_annotations) {
    warnings.push_back(fmt::format("the header says {}, but there is no annotation signal: read as {}",
                                   in_quotes(field(block, kReserved).substr(0, 5)), header.is_bdf ? "BDF" : "EDF"));
    header.time = EdfTime::plain;
  }
  read_duration(field(block, kDuration), header, warnings);
  count_records(input, field(block, kRecords), header, warnings);
  return header;
}

}  // namespace

EdfHeader read_edf_header(Input& input, Warnings& warnings) {
  try {
    return parse_header(input, warnings);
  } catch (const Error&) {
    // A converted label is longer and shifts all later fields.
    refuse_text_conversion(input, 0);
    throw;
  }
}

}  // namespace biotropy::files
