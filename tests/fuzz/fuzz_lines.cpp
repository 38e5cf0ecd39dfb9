// SPDX-License-Identifier: Apache-2.0
//
// Lines of live samples. The first byte says how many channels there are.
#include <algorithm>

#include "biotropy/live/text_source.hpp"
#include "tests/fuzz/memory_file.hpp"
#include "tests/fuzz/promise.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace biotropy;
  if (size == 0) return 0;
  const std::span<const std::uint8_t> text(data + 1, size - 1);
  const fuzz::MemoryFile input(text);
  live::SampleQueue queue(5, 1 + data[0] % 4, live::WhenFull::block);
  live::TextSource source(input.descriptor(), "input");
  const auto lines = static_cast<std::uint64_t>(1 + std::count(text.begin(), text.end(), '\n'));
  try {
    while (!source.ended()) {
      source.take(queue);
      while (!queue.empty()) queue.pop();
    }
  } catch (const Error& error) {
    fuzz::require_refusal(error, {ErrorCode::bad_file}, "input, line ");
  }
  fuzz::require(queue.received() <= lines, "more samples than lines");
  return 0;
}
