// SPDX-License-Identifier: Apache-2.0
//
// Samples as lines of text: one number for each channel, separated by semicolons, commas, tabs or blanks. As in tables
// in files, nothing between two separators (but blanks), NaN, NA, N/A, null and errors of spreadsheets (#N/A) are
// missing numbers. Blank lines and those that begin with # or % are skipped; tabs alone are missing numbers where they
// part the channels. The first line may name the columns: then the channels are found by label, in any order, and other
// columns are ignored.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "biotropy/live/sample_source.hpp"
#include "biotropy/notice.hpp"

namespace biotropy::live {

class TextSource final : public SampleSource {
 public:
  /// @param descriptor is closed by the caller; `name` stands for it in messages. @param notify receives a notice when
  /// the first blank line between samples is skipped. @param labels of the channels, in the order of the queue; none:
  /// a line of names is refused.
  TextSource(int descriptor, std::string name, Notify notify = {}, std::vector<std::string> labels = {})
      : descriptor_(descriptor), name_(std::move(name)), notify_(std::move(notify)), labels_(std::move(labels)) {}

  void take(SampleQueue& queue) override;
  bool ended() const override { return closed_ && begin_ == text_.size(); }
  void wait(int output, bool full) override;

 private:
  void read_more();
  bool take_line(SampleQueue& queue);
  bool take_names(std::string_view line);
  void say_blank(bool between_samples);

  int descriptor_;
  std::string name_, text_;
  Notify notify_;
  std::vector<std::string> labels_;
  std::vector<std::size_t> columns_;  // of the channels, where a line named them
  std::vector<double> sample_;        // a number for each column
  std::size_t begin_ = 0, number_ = 0;
  char separator_ = '\t';  // of the last sample
  std::size_t blank_ = 0;  // the first blank line since the last sample
  bool begun_ = false, closed_ = false, said_blank_ = false;
};

}  // namespace biotropy::live
