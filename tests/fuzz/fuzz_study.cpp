// SPDX-License-Identifier: Apache-2.0
//
// Descriptions of studies. One that is read is written and read again: both have the same text.
#include "biotropy/study/description.hpp"
#include "tests/fuzz/memory_file.hpp"
#include "tests/fuzz/promise.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace biotropy;
  const fuzz::MemoryFile input({data, size});
  std::string text;
  try {
    text = study::description_text(study::read_description(input.path()));
  } catch (const Error& error) {
    fuzz::require_refusal(error, {ErrorCode::bad_file, ErrorCode::invalid_argument, ErrorCode::no_engine},
                          input.path() + ": ");
    return 0;
  }
  const fuzz::MemoryFile written({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  try {
    fuzz::require(study::description_text(study::read_description(written.path())) == text, "another description");
  } catch (const Error& error) {
    fuzz::require(false, std::string("a description that was written is not read: ") + error.what());
  }
  return 0;
}
