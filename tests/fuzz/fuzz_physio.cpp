// SPDX-License-Identifier: Apache-2.0
//
// The bytes as a compressed table, and as the text of one: changed bytes rarely get past the checksum of gzip. A byte
// of gzip stands for 1,032 at most, and a line with a value in the second column has three.
#include <zlib.h>

#include <cstdlib>
#include <span>
#include <vector>

#include "biotropy/files/physio.hpp"
#include "tests/fuzz/fuzz_target.hpp"

namespace {

std::vector<std::byte> packed(std::span<const std::byte> text) {
  z_stream zlib{};
  // The least memory: clearing it would take most of the time.
  if (deflateInit2(&zlib, 1, Z_DEFLATED, 16 + 9, 1, Z_DEFAULT_STRATEGY) != Z_OK) std::abort();
  std::vector<std::byte> bytes(deflateBound(&zlib, static_cast<uLong>(text.size())));
  zlib.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(text.data()));
  zlib.avail_in = static_cast<uInt>(text.size());
  zlib.next_out = reinterpret_cast<Bytef*>(bytes.data());
  zlib.avail_out = static_cast<uInt>(bytes.size());
  if (deflate(&zlib, Z_FINISH) != Z_STREAM_END) std::abort();
  bytes.resize(zlib.total_out);
  deflateEnd(&zlib);
  return bytes;
}

void look(std::span<const std::byte> table, double most) {
  using namespace biotropy::files;
  test::require_promises("input", most, [&] {
    Input input("input", table);
    return test::recording_of(read_physio_values(input, 1, 2));
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  const auto n = static_cast<double>(size);
  look(bytes, 344.0 * n);
  look(packed(bytes), n / 3 + 1);
  return 0;
}
