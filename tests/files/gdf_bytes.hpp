// SPDX-License-Identifier: Apache-2.0
//
// Bytes of GDF files of both versions, field by field.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace biotropy::files::test {

struct GdfBytesSignal {
  std::string label = "Fz";
  int type = 3;
  double physical_min = -100.0, physical_max = 100.0;
  double digital_min = -32768.0, digital_max = 32767.0;
  std::uint32_t samples_per_record = 2;
  /// All samples, in their order; records take `samples_per_record` of them each.
  std::vector<double> samples = {1.0, -2.0, 3.0, -4.0};
};

struct GdfBytesEvent {
  std::uint32_t position = 1;  ///< counted from 1
  int code = 0;
  int channel = 0;
  std::uint32_t duration = 0;
};

struct GdfBytes {
  std::string version = "GDF 2.20";
  std::vector<GdfBytesSignal> signals = {GdfBytesSignal{}};
  int unit_code = 4275;                          ///< of the second version
  std::string unit = "uV";                       ///< of the first one
  std::int64_t announced = -2;                   ///< number of records; -2: the true one
  std::uint32_t numerator = 1, denominator = 2;  ///< seconds of a record
  int extra_blocks = 0;                          ///< of 256 bytes, behind the header of the second version
  bool has_events = true, extended_events = true;
  float event_rate = 4.0F;
  std::vector<GdfBytesEvent> events;

  std::string bytes() const;
};

}  // namespace biotropy::files::test
