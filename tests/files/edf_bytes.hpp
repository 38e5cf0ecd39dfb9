// SPDX-License-Identifier: Apache-2.0
//
// Bytes of EDF and BDF files, field by field and as text, so that a test can write anything into any of them.
#pragma once

#include <string>
#include <vector>

namespace biotropy::files::test {

struct EdfBytesSignal {
  std::string label = "EEG Fp1";
  std::string unit = "uV";
  std::string physical_min = "-100", physical_max = "100";
  std::string digital_min = "-32768", digital_max = "32767";
  std::string samples_per_record = "4";
  /// One entry per record; text for annotations, else digital values.
  std::vector<std::vector<int>> samples;
  std::vector<std::string> lists;
};

struct EdfBytes {
  bool bdf = false;
  std::string version;  ///< empty: that of the format
  std::string date = "17.05.24", time = "23.59.58";
  std::string header_bytes;  ///< empty: the true number
  std::string reserved;
  std::string n_records = "1", duration = "1";
  std::string n_signals;  ///< empty: the true number
  std::vector<EdfBytesSignal> signals;

  /// Bytes after the last record.
  std::string tail;

  std::string bytes() const;
};

/// An annotation signal of `samples` samples a record.
EdfBytesSignal annotation_signal(const std::string& samples, const std::vector<std::string>& lists);

/// One signal "EEG Fp1" of 4 samples a record at 4 Hz, with the digital values 0, 1, 2, ...
EdfBytes plain_edf(int n_records);

}  // namespace biotropy::files::test
