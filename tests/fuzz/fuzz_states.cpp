// SPDX-License-Identifier: Apache-2.0
//
// States of streams, with the checksum that belongs to their bytes: a stream that goes on from one takes samples. The
// first byte chooses the stream.
#include <cmath>
#include <string>
#include <vector>

#include "biotropy/files/sha256.hpp"
#include "biotropy/live/state_stream.hpp"
#include "tests/fuzz/memory_file.hpp"
#include "tests/fuzz/promise.hpp"
#include "tests/fuzz/small_stream.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace biotropy;
  if (size == 0) return 0;
  const std::string arrays(reinterpret_cast<const char*>(data + 1), size - 1);
  const std::string file = "biotropy arrays 1\n" + files::sha256_of_bytes(arrays) + arrays;
  const fuzz::MemoryFile input({reinterpret_cast<const std::uint8_t*>(file.data()), file.size()});
  const auto stream = fuzz::small_stream(data[0]);
  try {
    fuzz::require(stream->resume(input.path()).has_value(), "a state that is not there");
  } catch (const Error& error) {
    fuzz::require_refusal(error, {ErrorCode::bad_file, ErrorCode::invalid_data, ErrorCode::unsupported},
                          input.path() + ": ");
    return 0;
  }
  live::States states;
  std::vector<double> samples(20 * stream->channels().size());
  for (std::size_t i = 0; i < samples.size(); ++i) samples[i] = std::sin(static_cast<double>(i * i));
  stream->push(samples, {}, states);
  stream->finish(states);
  for (const std::int32_t label : states.labels) {
    const auto classes = static_cast<std::int32_t>(stream->model().classes.size());
    fuzz::require(label >= 0 && label < classes, "a label that is no class");
  }
  return 0;
}
