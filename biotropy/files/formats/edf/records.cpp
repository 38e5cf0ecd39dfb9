// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/formats/edf/records_internal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "biotropy/counted.hpp"
#include "biotropy/files/formats/text/text_internal.hpp"

namespace biotropy::files {

namespace {

constexpr std::uint64_t kMostRecords = 99'999'999;  // the field has 8 characters

// True if the records, as many as are announced, fill the file from this byte on.
bool fit(const Input& input, std::uint64_t begin, std::uint64_t record_bytes, std::string_view records_field) {
  if (begin > input.size() || record_bytes == 0 || (input.size() - begin) % record_bytes != 0) return false;
  const auto announced = to_integer(records_field);
  return !announced || *announced < 0 ||
         static_cast<std::uint64_t>(*announced) == (input.size() - begin) / record_bytes;
}

bool is_numeral(char c) {
  return c >= '0' && c <= '9';
}

// True for the 16 characters of "dd.mm.yyhh.mm.ss".
bool is_start(std::string_view text) {
  for (std::size_t k = 0; k < text.size(); ++k) {
    const bool is_separator = k % kEdfDate.width == 2 || k % kEdfDate.width == 5;
    if (is_numeral(text[k]) == is_separator) return false;
  }
  return text.size() == kEdfDate.width + kEdfTime.width;
}

// True if all numbers of samples begin so many bytes behind their place, and the records then fill the file.
bool are_displaced(Input& input, std::uint64_t n_signals, std::string_view records_field, int shift) {
  std::uint64_t place = kEdfBlock + n_signals * kEdfBeforeSamples + static_cast<std::uint64_t>(shift), record_bytes = 0;
  const std::uint64_t end = kEdfBlock * (n_signals + 1) + static_cast<std::uint64_t>(shift);
  if (end > input.size()) return false;
  for (std::uint64_t index = 0; index < n_signals; ++index, place += kEdfSamplesWidth) {
    const std::string_view text = input.text(place - 1, kEdfSamplesWidth + 1);
    const auto count = to_integer(trimmed(text.substr(1)));
    if (is_numeral(text[0]) || !is_numeral(text[1]) || !count) return false;
    record_bytes += static_cast<std::uint64_t>(*count);
  }
  const std::uint64_t sample_bytes = input.text(0, 1)[0] == '0' ? 2 : 3;
  return fit(input, end, record_bytes * sample_bytes, records_field);
}

// Bytes beyond the announced records can be the rest of a recording that was not closed; they then form complete
// records.
void judge_excess(Input& input, std::uint64_t announced, std::uint64_t rest, EdfHeader& header) {
  const std::uint64_t end = header.header_bytes + announced * header.record_bytes;
  const auto look = static_cast<std::size_t>(std::min<std::uint64_t>(kEdfBlock, input.size() - end));
  if (begins_like_edf(input.text(end, look))) {
    throw input.bad_file(fmt::format(
        "after the {} records that the header announces another file begins, at byte {}: split them", announced, end));
  }
  if (rest > 0) header.n_records = announced;
}

}  // namespace

void find_edf_records(const Input& input, std::uint64_t n_places, EdfReading& reading) {
  EdfHeader& header = reading.header;
  const auto told = to_integer(reading.size_field);
  reading.fits = fit(input, header.header_bytes, header.record_bytes, reading.records_field);
  if (told == static_cast<std::int64_t>(n_places)) return;
  const bool fits_there = !reading.fits && told && *told > static_cast<std::int64_t>(n_places) &&
                          fit(input, static_cast<std::uint64_t>(*told), header.record_bytes, reading.records_field);
  reading.notices.push_back(
      warning("header_size_wrong",
              fmt::format("the header gives its size as {}; that of {} signals is {}{}", in_quotes(reading.size_field),
                          header.signals.size(), n_places,
                          fits_there ? "; by the size of the file the records begin where the header says" : "")));
  if (!fits_there) return;
  header.header_bytes = static_cast<std::uint64_t>(*told);
  reading.fits = true;
}

void refuse_displaced_fields(Input& input) {
  if (input.size() < kEdfBlock) return;
  constexpr int most = 7;  // less than a field of numbers
  const std::string block(input.text(0, kEdfBlock));
  const auto count = to_integer(edf_field(block, kEdfSignals));
  const bool countable = count && *count > 0 && static_cast<std::uint64_t>(*count) < input.size() / kEdfBlock;
  const auto refuse = [&](std::string_view what, std::uint64_t place, int shift) {
    throw input.bad_file(fmt::format("{} at byte {} of the header and should be at {}: a field in front is too {}",
                                     what, place + static_cast<std::uint64_t>(shift), place,
                                     shift > 0 ? "long" : "short"));
  };
  for (int shift = -most; shift <= most; ++shift) {
    if (shift == 0) continue;
    const std::size_t at = kEdfDate.offset + static_cast<std::size_t>(shift);
    if (!is_start(std::string_view(block).substr(kEdfDate.offset, 16)) &&
        is_start(std::string_view(block).substr(at, 16))) {
      refuse("the date of the start is", kEdfDate.offset, shift);
    }
    if (countable && are_displaced(input, static_cast<std::uint64_t>(*count), edf_field(block, kEdfRecords), shift)) {
      refuse("by the size of the file and the fields the records begin",
             kEdfBlock * (static_cast<std::uint64_t>(*count) + 1), shift);
    }
  }
}

// A file with all its records and a few bytes more: where these are blanks behind the header, as most end in, a field
// in front is too long.
void refuse_displaced_records(Input& input, const EdfHeader& header, std::uint64_t rest) {
  const std::string_view behind = input.text(header.header_bytes, static_cast<std::size_t>(rest));
  if (behind.find_first_not_of(' ') != std::string_view::npos) return;
  throw input.bad_file(fmt::format("the records begin at byte {} and should begin at {}: a field in front is too long",
                                   header.header_bytes + rest, header.header_bytes));
}

void count_edf_records(Input& input, EdfReading& reading) {
  EdfHeader& header = reading.header;
  Notices& notices = reading.notices;
  const std::uint64_t available = input.size() - header.header_bytes;
  if (header.record_bytes == 0) throw input.bad_file("no signal has a sample in its records");
  const std::uint64_t held = available / header.record_bytes, rest = available % header.record_bytes;
  header.n_records = held;
  const auto declared = to_integer(reading.records_field);
  const bool agrees = declared && *declared >= 0 && static_cast<std::uint64_t>(*declared) == held;
  header.size_fits = agrees && rest == 0;
  const auto announced = static_cast<std::uint64_t>(std::max<std::int64_t>(declared.value_or(0), 0));
  if (!header.size_fits) {
    const bool countable = announced > 0 && announced <= kMostRecords;
    refuse_text_conversion(input, countable ? header.header_bytes + announced * header.record_bytes : 0);
    refuse_displaced_fields(input);
    if (agrees) refuse_displaced_records(input, header, rest);
  }
  if (announced > 0 && announced < held) judge_excess(input, announced, rest, header);
  if (header.n_records == 0 && !(agrees && available == 0)) {
    throw input.bad_file(
        fmt::format("one record needs {} bytes, but {} follow the header", header.record_bytes, available));
  }
  if (header.n_records == 0)
    notices.push_back(warning("no_records", "the file holds no records: every channel is empty"));
  if (!agrees) {
    notices.push_back(
        warning("records_differ", fmt::format("the header announces {} records, the file holds {}: {} were read",
                                              in_quotes(reading.records_field), held, header.n_records)));
  }
  const std::uint64_t unread = available - header.n_records * header.record_bytes;
  if (unread > 0) {
    const bool is_short = announced > held && announced <= kMostRecords;
    const std::string text = fmt::format("left out {} after the last record that was read", counted(unread, "byte"));
    const std::uint64_t end = header.header_bytes + announced * header.record_bytes;
    notices.push_back(
        is_short ? warning("file_cut", fmt::format("{}; {} bytes are missing at the end of the file, or inside it: "
                                                   "then all samples behind them are wrong",
                                                   text, end - input.size()))
        : agrees ? warning("bytes_left_out", fmt::format("{}; if they stand further in front, all samples behind "
                                                         "them are wrong",
                                                         text))
                 : note("bytes_left_out", text));
  }
}

namespace {

// Fewer characters or line ends may occur by chance.
constexpr std::uint64_t kLeastEvidence = 4;
constexpr std::uint64_t kVersionBytes = 8;
constexpr std::size_t kLongestCharacter = 4;
constexpr std::string_view kReplacement = "\xef\xbf\xbd";

bool is_ascii(char c) {
  return static_cast<unsigned char>(c) < 0x80;
}

bool begins_character(char c) {
  return static_cast<unsigned char>(c) >= 0xc0;
}

// Length without a multi-byte character cut off at the end of the piece.
std::size_t whole_characters(std::string_view piece) {
  for (std::size_t back = 1; back < kLongestCharacter && back <= piece.size(); ++back) {
    const char c = piece[piece.size() - back];
    if (is_ascii(c)) break;
    if (begins_character(c)) return piece.size() - back;
  }
  return piece.size();
}

class TextEvidence {
 public:
  explicit TextEvidence(Input& input) : input_(input) {
    std::uint64_t offset = kVersionBytes;
    while (offset < input.size() && (is_utf8_ || !has_bare_line_feed_)) {
      const std::string_view piece =
          input.text(offset, static_cast<std::size_t>(std::min<std::uint64_t>(Input::kWindow, input.size() - offset)));
      const std::size_t whole = whole_characters(piece);
      const std::string_view text = piece.substr(0, whole == 0 ? piece.size() : whole);
      look_for_characters(text);
      look_for_line_ends(text);
      offset += text.size();
    }
  }

  void refuse(std::uint64_t announced) const {
    if (is_utf8_ && characters_ >= kLeastEvidence) {
      throw input_.bad_file(fmt::format(
          "the file was saved as UTF-8 text, which changed {} bytes ({} are lost); copy the original again, as "
          "binary",
          characters_, replaced_));
    }
    const bool fits = line_ends_ > 0 && announced > 0 && input_.size() == announced + line_ends_;
    if (!has_bare_line_feed_ && (fits || line_ends_ >= kLeastEvidence)) {
      throw input_.bad_file(
          fmt::format("the line ends of the file were converted, which added {} bytes 0D; copy the original again, as "
                      "binary",
                      line_ends_));
    }
  }

 private:
  void look_for_characters(std::string_view text) {
    is_utf8_ = is_utf8_ && is_utf8(text);
    if (!is_utf8_) return;
    characters_ += static_cast<std::uint64_t>(std::count_if(text.begin(), text.end(), begins_character));
    for (std::size_t at = text.find(kReplacement); at != std::string_view::npos;
         at = text.find(kReplacement, at + kReplacement.size())) {
      ++replaced_;
    }
  }

  void look_for_line_ends(std::string_view text) {
    for (std::size_t at = text.find('\n'); at != std::string_view::npos && !has_bare_line_feed_;
         at = text.find('\n', at + 1)) {
      has_bare_line_feed_ = (at == 0 ? last_ : text[at - 1]) != '\r';
      ++line_ends_;
    }
    last_ = text.back();
  }

  const Input& input_;
  bool is_utf8_ = true, has_bare_line_feed_ = false;
  std::uint64_t characters_ = 0, replaced_ = 0, line_ends_ = 0;
  char last_ = '\0';
};

}  // namespace

void refuse_text_conversion(Input& input, std::uint64_t announced) {
  TextEvidence(input).refuse(announced);
}

}  // namespace biotropy::files
