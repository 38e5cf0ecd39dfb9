// SPDX-License-Identifier: Apache-2.0
#include "biotropy/live/text_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <system_error>
#include <utility>

#include "biotropy/error.hpp"
#include "biotropy/files/formats/table_fields.hpp"
#include "biotropy/files/time_columns.hpp"
#include "biotropy/sicamm/match_channels.hpp"
#include "biotropy/system/open_file.hpp"
#include "biotropy/system/socket.hpp"

namespace biotropy::live {

namespace {

constexpr std::size_t kBytesAtOnce = 1 << 16, kLongestLine = 1 << 20;
constexpr double kNoStamp = std::numeric_limits<double>::quiet_NaN();

struct LineOfText {
  const std::string& name;
  std::size_t number;

  [[noreturn]] void refuse(const std::string& fault) const {
    throw Error(ErrorCode::bad_file, fmt::format("{}, line {}: {}", name, number, fault));
  }
};

// A word that may be anything, in a message.
std::string shown(std::string_view word) {
  constexpr std::size_t longest = 32;
  std::string text(word.substr(0, longest));
  for (char& c : text) {
    if (c < ' ' || c > '~') c = '?';
  }
  return text + (word.size() > longest ? "..." : "");
}

// With a separator other than a blank, nothing between two of them is a missing number.
char separator_of(std::string_view line) {
  for (const char separator : {';', ',', '\t'}) {
    if (line.find(separator) != std::string_view::npos) return separator;
  }
  return ' ';
}

// Where tabs part the channels, as many of them, or one more at the end, stand for missing numbers, as commas alone do.
bool is_blank(std::string_view line, char separator, std::size_t channels) {
  if (line.find_first_not_of(" \t") != std::string_view::npos) return false;
  if (separator != '\t') return true;
  const auto tabs = static_cast<std::size_t>(std::count(line.begin(), line.end(), '\t'));
  return channels < 2 || (tabs + 1 != channels && tabs != channels);
}

// The names of columns; none where a field is a number or empty.
std::vector<sicamm::ChannelName> names_in(std::string_view line) {
  std::vector<sicamm::ChannelName> names;
  if (line.find('\0') != std::string_view::npos) return names;  // no text
  files::FieldReader reader(line, separator_of(line));
  for (std::string_view field; reader.next(field);) {
    if (files::table_number(field)) return {};
    if (field.size() > 2 && field.starts_with('"') && field.ends_with('"')) field = field.substr(1, field.size() - 2);
    names.push_back({std::string(field)});
  }
  return names;
}

void read_sample(std::string_view text, char separator, const LineOfText& line, std::span<double> sample) {
  if (text.find('\0') != std::string_view::npos) line.refuse("a byte 0: this is no text");
  files::FieldReader reader(text, separator);
  std::size_t found = 0;
  bool last_is_empty = false;
  for (std::string_view field; reader.next(field); ++found) {
    last_is_empty = field.empty();
    const auto value = files::table_number(field);
    if (!value) {
      line.refuse(fmt::format(
          "'{}' is no number{}", shown(field),
          line.number == 1 ? "; the first line is a sample, or has a name for each channel and none for time" : ""));
    }
    if (found < sample.size()) sample[found] = *value;
  }
  const bool separator_ends_line = found == sample.size() + 1 && last_is_empty;
  if (found != sample.size() && !separator_ends_line) {
    line.refuse(fmt::format("{} numbers where there are {} channels", found, sample.size()));
  }
}

}  // namespace

void TextSource::read_more() {
  if (closed_ || !system::can_be_read(descriptor_)) return;
  text_.erase(0, std::exchange(begin_, 0));
  const std::size_t before = text_.size();
  text_.resize(before + kBytesAtOnce);
  const auto count = system::read_some(descriptor_, text_.data() + before, kBytesAtOnce);
  text_.resize(before + static_cast<std::size_t>(std::max<std::int64_t>(0, count)));
  if (count < 0 && errno != EAGAIN) {
    throw Error(ErrorCode::bad_file, fmt::format("{}: {}", name_, std::generic_category().message(errno)));
  }
  if (count == 0) closed_ = true;
}

// The next line, if it is whole. The last one may lack its end.
bool TextSource::take_line(SampleQueue& queue) {
  const std::size_t found = text_.find('\n', begin_);
  const bool whole = found != std::string::npos;
  if (!whole && text_.size() - begin_ > kLongestLine) {
    LineOfText{name_, number_ + 1}.refuse(fmt::format("longer than {} characters", kLongestLine));
  }
  if (!whole && !(closed_ && begin_ < text_.size())) return false;
  const std::size_t end = whole ? found : text_.size();
  std::string_view line = std::string_view(text_).substr(begin_, end - begin_);
  while (line.ends_with('\r')) line.remove_suffix(1);
  if (constexpr std::string_view mark_of_utf8 = "\xef\xbb\xbf"; number_ == 0 && line.starts_with(mark_of_utf8)) {
    line.remove_prefix(mark_of_utf8.size());
  }
  begin_ = whole ? end + 1 : end;
  ++number_;
  if (files::is_comment(line)) return true;
  if (!begun_) sample_.resize(queue.channels());
  if (is_blank(line, separator_, sample_.size())) {
    if (blank_ == 0) blank_ = number_;
    return true;
  }
  if (!std::exchange(begun_, true) && take_names(line)) return true;
  separator_ = separator_of(line);
  read_sample(line, separator_, {name_, number_}, sample_);
  say_blank(queue.received() > 0);
  const auto values = queue.push(kNoStamp, false);
  for (std::size_t c = 0; c < values.size(); ++c) values[c] = sample_[columns_.empty() ? c : columns_[c]];
  return true;
}

// Whether the line names the columns. @throws Error where it lacks a channel.
bool TextSource::take_names(std::string_view line) {
  const auto names = names_in(line);
  if (names.empty()) return false;
  std::vector<files::FirstValues> found;
  for (const sicamm::ChannelName& name : names) found.push_back({name.label});
  const auto kinds = files::time_columns(found);
  if (labels_.empty()) {  // every column is a channel
    const bool has_time = std::ranges::find(kinds, files::TimeColumn::time) != kinds.end();
    return names.size() == sample_.size() && !has_time;
  }
  columns_ = sicamm::match_channels(labels_, {}, names, name_);
  sample_.resize(names.size());
  for (std::size_t c = 0; c < names.size() && notify_; ++c) {
    if (kinds[c] != files::TimeColumn::time || std::ranges::find(columns_, c) != columns_.end()) continue;
    notify_(warning("time_left_out",
                    fmt::format("{}: column {} ({}) was left out; lines have no time stamps, so no gap is found", name_,
                                c + 1, names[c].label)));
  }
  return true;
}

// Comes to a sample, which may be the first one. Later blank lines are not said.
void TextSource::say_blank(bool between_samples) {
  if (blank_ == 0 || said_blank_) return;
  if (between_samples && notify_) {
    notify_(warning(
        "blank_line",
        fmt::format(
            "{}, line {}: a blank line between samples was skipped, and no gap is there; later ones are not reported",
            name_, blank_)));
    said_blank_ = true;
  }
  blank_ = 0;
}

void TextSource::take(SampleQueue& queue) {
  while (queue.takes() && take_line(queue)) {
  }
  if (!queue.takes()) return;
  read_more();
  while (queue.takes() && take_line(queue)) {
  }
}

void TextSource::wait(int output, bool full) {
  const bool more = !closed_ && !full;
  system::wait_for(more ? descriptor_ : -1, output, kOneWait);
}

}  // namespace biotropy::live
