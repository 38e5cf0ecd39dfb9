// SPDX-License-Identifier: Apache-2.0
//
// Bytes of FIF files, tag by tag, in either byte order.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace biotropy::files::test {

struct FifBytesChannel {
  std::string name = "EEG 001";
  int kind = 2, coil = 1, unit = 107, unit_multiplier = 0;
  float range = 1.0F, calibration = 1.0F;
};

/// A file as a list of tags; every call appends one or a few.
class FifBytes {
 public:
  explicit FifBytes(bool big_endian = true) : big_endian_(big_endian) {}

  /// The tags before the first block.
  FifBytes& head();
  FifBytes& begin(int block);
  FifBytes& end(int block);
  FifBytes& integers(int kind, const std::vector<std::int32_t>& values);
  FifBytes& shorts(int kind, const std::vector<int>& values);
  FifBytes& floats(int kind, const std::vector<double>& values);
  FifBytes& doubles(int kind, const std::vector<double>& values);
  FifBytes& text(int kind, const std::string& value);
  /// `next`: the position of the next tag; 0: behind this one, -1: there is none.
  FifBytes& tag(int kind, int type, const std::string& content, int next = 0);
  FifBytes& channel(const FifBytesChannel& channel);

  const std::string& bytes() const { return bytes_; }

 private:
  std::string number(std::uint64_t bits, unsigned width) const;

  bool big_endian_;
  std::string bytes_;
};

/// The tags up to the samples: a measurement at this rate, with these channels; block 100 is left open.
FifBytes fif_head(const std::vector<FifBytesChannel>& channels, double rate = 100.0, bool big_endian = true);

/// A whole file with two channels and one buffer of 16-bit samples (1, -2), (3, -4), (5, -6).
FifBytes plain_fif(bool big_endian = true);

}  // namespace biotropy::files::test
