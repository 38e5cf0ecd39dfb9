// SPDX-License-Identifier: Apache-2.0
//
// What a stream of the Lab Streaming Layer says of itself. The first line has the number of channels, four bytes, the
// rate, eight bytes, and the source id; then comes a line with label, type and unit of each channel, with tabs between
// them; an empty line; and numbers of eight bytes: time and numbers of each sample.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <string_view>

#include "biotropy/live/lsl_source.hpp"
#include "tests/fuzz/promise.hpp"
#include "tests/live/offered_lsl.hpp"

namespace {

using namespace biotropy;

// The part before a mark, which both lose.
std::string_view cut(std::string_view& text, char mark) {
  const std::size_t end = std::min(text.find(mark), text.size());
  const std::string_view front = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return front;
}

// Texts of the library end with a byte 0.
std::string c_text(std::string_view text) {
  return std::string(text.substr(0, text.find('\0')));
}

live::OfferedStream stream_of(std::string_view text) {
  live::OfferedStream stream;
  constexpr std::size_t head = sizeof stream.channels + sizeof stream.rate;
  if (text.size() < head) return stream;
  std::memcpy(&stream.channels, text.data(), sizeof stream.channels);
  std::memcpy(&stream.rate, text.data() + sizeof stream.channels, sizeof stream.rate);
  // liblsl refuses streams with a negative number of channels.
  stream.channels &= 0x7fffffff;
  text.remove_prefix(head);
  stream.source_id = c_text(cut(text, '\n'));
  for (std::string_view line = cut(text, '\n'); !line.empty(); line = cut(text, '\n')) {
    auto& channel = stream.description.emplace_back();
    for (std::string& field : channel) field = c_text(cut(line, '\t'));
  }
  stream.samples.resize(text.size() / sizeof(double));
  if (!stream.samples.empty()) std::memcpy(stream.samples.data(), text.data(), 8 * stream.samples.size());
  return stream;
}

void receive(const live::LslSelection& selection, const std::string& bytes) {
  live::offer(stream_of(bytes));
  live::SampleQueue queue(5, selection.channels.size(), live::WhenFull::block);
  try {
    live::LslSource source(selection, 100.0, {.first = 0.1, .reconnect = 0.0}, [](const Notice&) {});
    while (!source.ended()) {
      source.take(queue);
      for (; !queue.empty(); queue.pop()) fuzz::require(!std::isinf(queue.front().time), "an infinite time");
    }
  } catch (const Error& error) {
    fuzz::require_refusal(error, {ErrorCode::invalid_data, ErrorCode::invalid_argument, ErrorCode::bad_file}, "");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  live::LslSelection selection{.name = "EEG", .channels = {"C3", "C4"}, .units = {"uV", "uV"}};
  receive(selection, bytes);
  selection.type = "EEG";
  selection.unit = "V";
  receive(selection, bytes);
  selection.match = live::LslMatch::position;
  receive(selection, bytes);
  return 0;
}

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  if (::setenv("BIOTROPY_LSL", OFFERED_LSL, 1) != 0) std::abort();
  return 0;
}
