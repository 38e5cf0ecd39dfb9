// SPDX-License-Identifier: Apache-2.0
#include "tests/files/promises.hpp"

#include <cmath>
#include <utility>

#include "biotropy/error.hpp"
#include "biotropy/files/formats/text/text_internal.hpp"

namespace biotropy::files::test {

namespace {

std::string fault_of(const series::Channel& channel) {
  if (!is_utf8(channel.label) || !is_utf8(channel.unit)) return "a label or unit is not UTF-8";
  if (!std::isfinite(channel.rate) || channel.rate <= 0.0) return "a rate is not a positive number";
  if (!channel.has_rate && channel.rate != 1.0) return "no rate, and yet one";
  std::size_t before = 0;
  for (const std::size_t gap : channel.gap_starts) {
    if (gap <= before || gap >= channel.samples.size()) return "gaps do not increase inside the samples";
    before = gap;
  }
  return "";
}

std::string fault_of(const series::Recording& recording, double most_numbers) {
  if (recording.format.empty()) return "a recording without a format";
  double numbers = 0.0;
  for (const series::Channel& channel : recording.channels) {
    numbers += static_cast<double>(channel.samples.size());
    if (std::string fault = fault_of(channel); !fault.empty()) return fault;
  }
  if (numbers > most_numbers) return "more samples than the file has bytes for";
  for (const series::Annotation& annotation : recording.annotations) {
    if (!std::isfinite(annotation.onset)) return "an onset is not finite";
    if (annotation.text.empty() || !is_utf8(annotation.text)) return "an annotation is empty or not UTF-8";
  }
  for (const Notice& one : recording.notices) {
    if (one.code.empty() || one.text.empty() || !is_utf8(one.text)) return "a notice is empty or not UTF-8";
  }
  return "";
}

}  // namespace

series::Recording recording_of(std::vector<double> values) {
  series::Recording recording{.format = "physio"};
  recording.channels.push_back({});
  recording.channels.back().samples = std::move(values);
  return recording;
}

std::string broken_promise(const std::string& name, double most_numbers,
                           const std::function<series::Recording()>& read) {
  try {
    return fault_of(read(), most_numbers);
  } catch (const Error& error) {
    const std::string message = error.what();
    if (error.parameter() == "variable") return "";                     // its name is among the bytes
    const bool asked = error.code() == ErrorCode::invalid_argument;     // choice among several arrays
    const bool lacks_file = error.code() == ErrorCode::file_not_found;  // that it names
    const bool expected =
        asked || lacks_file || error.code() == ErrorCode::bad_file || error.code() == ErrorCode::unsupported;
    if (!expected) return "an error of another kind: " + message;
    if (!message.starts_with(name + ": ")) return "an error that does not name the file: " + message;
    if (!is_utf8(message)) return "an error that is not UTF-8: " + message;
    return "";
  }
}

}  // namespace biotropy::files::test
