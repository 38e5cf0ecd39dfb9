// SPDX-License-Identifier: Apache-2.0
#include "tests/files/edf_bytes.hpp"

#include <algorithm>
#include <cstdlib>

namespace biotropy::files::test {

namespace {

std::string field(std::string text, std::size_t width) {
  text.resize(width, ' ');
  return text;
}

void append_record(const EdfBytesSignal& signal, std::size_t record, std::size_t width, std::string& bytes) {
  if (record < signal.lists.size()) {
    std::string list = signal.lists[record];
    list.resize(static_cast<std::size_t>(std::atoi(signal.samples_per_record.c_str())) * width, '\0');
    bytes += list;
  }
  if (record >= signal.samples.size()) return;
  for (const int value : signal.samples[record]) {
    for (std::size_t k = 0; k < width; ++k) bytes += static_cast<char>((value >> (8 * k)) & 0xff);
  }
}

}  // namespace

std::string EdfBytes::bytes() const {
  std::string result;
  result += field(!version.empty() ? version
                  : bdf            ? "\xff"
                                     "BIOSEMI"
                                   : "0",
                  8);
  result += field("X X X X", 80) + field("Startdate X X X X", 80) + field(date, 8) + field(time, 8);
  result += field(header_bytes.empty() ? std::to_string(256 * (signals.size() + 1)) : header_bytes, 8);
  result += field(reserved, 44) + field(n_records, 8) + field(duration, 8);
  result += field(n_signals.empty() ? std::to_string(signals.size()) : n_signals, 4);
  for (const auto& signal : signals) result += field(signal.label, 16);
  for (std::size_t s = 0; s < signals.size(); ++s) result += field("AgAgCl electrode", 80);
  for (const auto& signal : signals) result += field(signal.unit, 8);
  for (const auto& signal : signals) result += field(signal.physical_min, 8);
  for (const auto& signal : signals) result += field(signal.physical_max, 8);
  for (const auto& signal : signals) result += field(signal.digital_min, 8);
  for (const auto& signal : signals) result += field(signal.digital_max, 8);
  for (std::size_t s = 0; s < signals.size(); ++s) result += field("HP:0.1Hz", 80);
  for (const auto& signal : signals) result += field(signal.samples_per_record, 8);
  for (std::size_t s = 0; s < signals.size(); ++s) result += field("", 32);
  std::size_t records = 0;
  for (const auto& signal : signals) records = std::max({records, signal.samples.size(), signal.lists.size()});
  for (std::size_t record = 0; record < records; ++record) {
    for (const auto& signal : signals) append_record(signal, record, bdf ? 3 : 2, result);
  }
  return result + tail;
}

EdfBytesSignal annotation_signal(const std::string& samples, const std::vector<std::string>& lists) {
  EdfBytesSignal signal{.label = "EDF Annotations",
                        .unit = "",
                        .physical_min = "-1",
                        .physical_max = "1",
                        .samples_per_record = samples,
                        .lists = lists};
  return signal;
}

EdfBytes plain_edf(int n_records) {
  EdfBytes edf{.n_records = std::to_string(n_records)};
  EdfBytesSignal signal;
  for (int record = 0; record < n_records; ++record) {
    signal.samples.push_back({4 * record, 4 * record + 1, 4 * record + 2, 4 * record + 3});
  }
  edf.signals.push_back(signal);
  return edf;
}

}  // namespace biotropy::files::test
