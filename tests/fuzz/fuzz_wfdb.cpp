// SPDX-License-Identifier: Apache-2.0
//
// Annotations, and a header with its signals: there, a byte 0 ends the header, and the first signal file that it names
// is what follows; others are empty. If it lists segments, the header of all of them follows, up to another byte 0.
#include <algorithm>
#include <memory>

#include "biotropy/files/formats/wfdb/header_internal.hpp"
#include "biotropy/files/formats/wfdb/signals_internal.hpp"
#include "biotropy/files/formats/wfdb/wfdb.hpp"
#include "tests/fuzz/fuzz_target.hpp"

namespace {

using namespace biotropy::files;

biotropy::series::Recording annotations_of(std::span<const std::byte> bytes) {
  Input input("input", bytes);
  const WfdbAnnotations annotations = decode_wfdb_annotations(input);
  biotropy::series::Recording recording;
  recording.format = "annotations";
  recording.notices = annotations.notices;
  for (std::size_t i = 0; i < annotations.samples.size(); ++i) {
    recording.annotations.push_back(
        {static_cast<double>(annotations.samples[i]) / annotations.rate.value_or(kWfdbDefaultRate), std::nullopt,
         wfdb_symbol(annotations, annotations.codes.at(i)) + annotations.marks.at(i).text});
  }
  return recording;
}

// What is before the first byte 0, which both lose, and what is behind it.
std::span<const std::byte> cut(std::span<const std::byte>& bytes) {
  const auto end = std::find(bytes.begin(), bytes.end(), std::byte{0});
  const auto length = static_cast<std::size_t>(end - bytes.begin());
  const auto front = bytes.first(length);
  bytes = bytes.subspan(std::min(bytes.size(), length + 1));
  return front;
}

biotropy::series::Recording signals_of(std::span<const std::byte> bytes) {
  Input input("input", cut(bytes));
  const WfdbHeader header = read_wfdb_header(input);
  biotropy::series::Recording recording;
  recording.path = "input";
  recording.format = "signals";
  const double rate = header.rate.value_or(kWfdbDefaultRate);
  if (header.several_segments) {
    const auto segment = cut(bytes);
    const auto open = [&](const std::string& name) {
      return std::make_unique<Input>("input", name.ends_with(".hea") ? segment : bytes);
    };
    read_wfdb_segments(header, rate, open, {}, recording);
    return recording;
  }
  const auto open = [&](const std::string& name) {
    const bool first = name == header.signals.front().file;
    return std::make_unique<Input>("input", first ? bytes : std::span<const std::byte>());
  };
  read_wfdb_signals(header, rate, open, {}, recording);
  return recording;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  test::require_promises("input", 0.0, [&] { return annotations_of(bytes); });
  // A record may list one segment many times.
  const bool may_join = std::find(bytes.begin(), bytes.end(), std::byte{'/'}) != bytes.end();
  const auto most = static_cast<double>(size) * (may_join ? static_cast<double>(size) : 1.0);
  test::require_promises("input", most, [&] { return signals_of(bytes); });
  return 0;
}
