// SPDX-License-Identifier: Apache-2.0
//
// Annotation files in MIT format (annot(5) of the WFDB Applications Guide): words of 16 bits, 6 for a code and 10 for
// the samples since the previous annotation. Codes from 59 on add fields to the previous annotation; SKIP adds an
// interval longer than 10 bits to the next one.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "biotropy/files/formats/text/text_internal.hpp"
#include "biotropy/files/formats/wfdb/header_internal.hpp"
#include "biotropy/files/formats/wfdb/wfdb.hpp"

namespace biotropy::files {

namespace {

constexpr int kNote = 22;
constexpr int kLastCode = 49;
enum Word : int { kSkip = 59, kNumber = 60, kSubtype = 61, kChannel = 62, kText = 63 };

constexpr std::string_view kResolution = "## time resolution: ";
constexpr std::string_view kDefinitions = "## annotation type definitions";
constexpr std::string_view kEndOfDefinitions = "## end of definitions";

// Mnemonics by code; empty if there is none.
constexpr std::array<std::string_view, 42> kSymbols = {
    "",  "N",  "L", "R", "a", "V", "F", "J", "A", "S", "E", "j", "/", "Q", "~", "",  "|", "",  "s", "T", "*",
    "D", "\"", "=", "p", "B", "^", "t", "+", "u", "?", "!", "[", "]", "e", "n", "@", "x", "f", "(", ")", "r"};

class Decoder {
 public:
  explicit Decoder(Input& input) : input_(input) {}

  WfdbAnnotations decode() {
    while (!ended_ && next_word()) {
      if (code_ == 0 && value_ == 0) {
        ended_ = true;
      } else if (code_ == kSkip) {
        skip();
      } else if (code_ > kSkip) {
        say_more();
      } else {
        annotate();
      }
    }
    finish();
    return std::move(result_);
  }

 private:
  std::uint64_t left() const { return input_.size() - offset_; }

  std::uint32_t word() {
    const auto bytes = input_.view(offset_, 2);
    offset_ += 2;
    return std::to_integer<std::uint32_t>(bytes[0]) | std::to_integer<std::uint32_t>(bytes[1]) << 8;
  }

  bool next_word() {
    if (left() < 2) return false;
    const std::uint32_t whole = word();
    code_ = static_cast<int>(whole >> 10);
    value_ = whole & 0x3ff;
    return true;
  }

  // Signed 32 bits, higher word first; several in a row add up.
  void skip() {
    if (left() < 4) {
      cut_ = true;
      offset_ = input_.size();
      return;
    }
    const std::uint32_t high = word();
    time_ += static_cast<std::int32_t>(high << 16 | word());
    after_skip_ = true;
  }

  void annotate() {
    if (code_ > kLastCode) {
      throw input_.bad_file(
          fmt::format("code {} at byte {} is not an annotation: this is no annotation file in MIT "
                      "format",
                      code_, offset_ - 2));
    }
    time_ += value_;
    after_skip_ = false;
    begun_ = true;
    has_annotation_ = code_ != 0;
    // Code 0 with an interval marks a deleted annotation.
    if (!has_annotation_) return;
    take_definition();
    result_.samples.push_back(time_);
    result_.codes.push_back(code_);
    result_.marks.push_back({0, channel_, number_, {}});
  }

  void say_more() {
    if (after_skip_ || !begun_) {
      throw input_.bad_file(
          fmt::format("code {} at byte {} belongs to no annotation: this is no annotation file in MIT "
                      "format",
                      code_, offset_ - 2));
    }
    // One byte each, signed except for the channel.
    const auto small = static_cast<std::uint8_t>(value_);
    if (code_ == kNumber) number_ = static_cast<std::int8_t>(small);  // NOLINT(bugprone-signed-char-misuse)
    if (code_ == kChannel) channel_ = small;
    std::string text = code_ == kText ? read_text() : std::string();
    if (!has_annotation_) return;
    WfdbMark& mark = result_.marks.back();
    mark.number = number_;
    mark.channel = channel_;
    if (code_ == kSubtype) mark.subtype = static_cast<std::int8_t>(small);  // NOLINT(bugprone-signed-char-misuse)
    if (code_ == kText) mark.text = std::move(text);
  }

  // A padding byte makes the number of bytes even.
  std::string read_text() {
    const std::uint64_t length = value_;
    if (left() < length) {
      cut_ = true;
      offset_ = input_.size();
      return {};
    }
    std::string text = to_utf8(trimmed(input_.text(offset_, static_cast<std::size_t>(length))));
    offset_ = std::min(input_.size(), offset_ + length + length % 2);
    return text;
  }

  // Notes at the very beginning describe the file; called when the next annotation begins, and at the end.
  void take_definition() {
    if (!in_preface_ || result_.codes.empty()) return;
    const std::string& text = result_.marks.back().text;
    if (result_.codes.back() != kNote || result_.samples.back() != 0) {
      in_preface_ = false;
      return;
    }
    if (text.starts_with(kResolution)) {
      const auto rate = to_finite(trimmed(std::string_view(text).substr(kResolution.size())));
      if (rate && is_usable_rate(*rate)) {
        result_.rate = rate;
      } else {
        result_.notices.push_back(
            warning("rate_unusable", fmt::format("the rate that the file gives cannot be used: {}", in_quotes(text))));
      }
      drop_note();
    } else if (text == kDefinitions || text == kEndOfDefinitions) {
      in_definitions_ = text == kDefinitions;
      drop_note();
    } else if (in_definitions_) {
      define(text);
      drop_note();
    } else {
      in_preface_ = false;
    }
  }

  // "42 X meaning"
  void define(std::string_view text) {
    const std::size_t blank = std::min(text.find(' '), text.size());
    const auto code = to_integer(text.substr(0, blank));
    const std::string_view rest = trimmed(text.substr(blank));
    if (!code || *code < 1 || *code > kLastCode || rest.empty()) return;
    result_.symbols[static_cast<int>(*code)] = rest.substr(0, rest.find(' '));
  }

  bool only_zeros_follow() const {
    for (std::uint64_t at = offset_; at < input_.size(); at += Input::kWindow) {
      const auto rest =
          input_.view(at, static_cast<std::size_t>(std::min<std::uint64_t>(Input::kWindow, input_.size() - at)));
      if (std::any_of(rest.begin(), rest.end(), [](std::byte b) { return b != std::byte{0}; })) return false;
    }
    return true;
  }

  void drop_note() {
    result_.samples.pop_back();
    result_.codes.pop_back();
    result_.marks.pop_back();
  }

  void finish() {
    take_definition();
    auto& notices = result_.notices;
    if (cut_ || left() == 1) {
      notices.push_back(warning("file_cut", "the last annotation is cut off: the file is not complete"));
    } else if (!ended_) {
      notices.push_back(warning("end_missing", "the mark of the end is missing: the file may not be complete"));
    }
    if (ended_ && !only_zeros_follow()) {
      notices.push_back(note("bytes_left_out", fmt::format("{} bytes after the end mark were left out", left())));
    }
    std::size_t backward = 0;
    for (std::size_t i = 0; i < result_.samples.size(); ++i) {
      backward += result_.samples[i] < (i == 0 ? 0 : result_.samples[i - 1]) ? 1 : 0;
    }
    if (backward > 0) {
      notices.push_back(
          warning("time_goes_back",
                  fmt::format("{} annotations stand before their predecessor or the start of the record: they "
                              "are not in time order",
                              backward)));
    }
  }

  Input& input_;
  std::uint64_t offset_ = 0;
  int code_ = 0;
  std::uint32_t value_ = 0;
  std::int64_t time_ = 0;
  int number_ = 0, channel_ = 0;
  bool ended_ = false, cut_ = false, begun_ = false, after_skip_ = false, has_annotation_ = false;
  bool in_preface_ = true, in_definitions_ = false;
  WfdbAnnotations result_;
};

}  // namespace

WfdbAnnotations decode_wfdb_annotations(Input& input) {
  return Decoder(input).decode();
}

std::string wfdb_symbol(const WfdbAnnotations& annotations, int code) {
  if (const auto own = annotations.symbols.find(code); own != annotations.symbols.end()) return own->second;
  const auto position = static_cast<std::size_t>(code);
  if (code > 0 && position < kSymbols.size() && !kSymbols[position].empty()) return std::string(kSymbols[position]);
  return fmt::format("[{}]", code);
}

}  // namespace biotropy::files
