// SPDX-License-Identifier: Apache-2.0
//
// Samples as lines of text: one number for each channel, separated by semicolons, commas, tabs or blanks. As in tables
// in files, nothing between two separators (but blanks), NaN, NA, N/A and null are missing numbers. Empty lines and
// those that begin with # are skipped.
#pragma once

#include <string>

#include "biotropy/live/sample_source.hpp"

namespace biotropy::live {

class TextSource final : public SampleSource {
 public:
  /// @param descriptor is closed by the caller; `name` stands for it in messages.
  TextSource(int descriptor, std::string name) : descriptor_(descriptor), name_(std::move(name)) {}

  void take(SampleQueue& queue) override;
  bool ended() const override { return closed_ && begin_ == text_.size(); }
  void wait(int output, bool full) override;

 private:
  void read_more();
  bool take_line(SampleQueue& queue);

  int descriptor_;
  std::string name_, text_;
  std::vector<double> sample_;
  std::size_t begin_ = 0, number_ = 0;
  bool closed_ = false;
};

}  // namespace biotropy::live
