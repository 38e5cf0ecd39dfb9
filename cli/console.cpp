// SPDX-License-Identifier: Apache-2.0
#include "cli/console.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <nlohmann/json.hpp>
#include <utility>

#include "biotropy/system/terminal.hpp"

namespace biotropy::cli {

namespace {

constexpr int kBarWidth = 24;
constexpr std::size_t kUsualColumns = 80;
constexpr std::string_view kClearLine = "\r\x1b[K";

std::string remaining(double seconds) {
  const auto whole = static_cast<std::int64_t>(std::ceil(seconds));
  if (whole >= 3600) return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

// True if standard error can erase a line: not if plain text is requested.
bool is_terminal() {
  const char* plain = std::getenv("NO_COLOR");
  return system::error_is_terminal() && (plain == nullptr || *plain == '\0');
}

std::string_view form_of_messages() {
  const char* form = std::getenv("BIOTROPY_MESSAGES");
  return form == nullptr || *form == '\0' ? "text" : form;
}

unsigned char byte(std::string_view text, std::size_t position) {
  return static_cast<unsigned char>(text[position]);
}

// Bytes of the first character; 0 if it is not valid UTF-8, which excludes overlong forms.
std::size_t length_of_first(std::string_view text) {
  const unsigned char first = byte(text, 0);
  const std::size_t length = first < 0x80   ? 1
                             : first < 0xc2 ? 0
                             : first < 0xe0 ? 2
                             : first < 0xf0 ? 3
                             : first < 0xf5 ? 4
                                            : 0;
  if (length > text.size()) return 0;
  for (std::size_t k = 1; k < length; ++k) {
    if ((byte(text, k) & 0xc0) != 0x80) return 0;
  }
  const bool overlong = (first == 0xe0 && byte(text, 1) < 0xa0) || (first == 0xf0 && byte(text, 1) < 0x90);
  return overlong ? 0 : length;
}

bool is_control(std::string_view character) {
  if (character.size() == 1) return byte(character, 0) < 0x20 || character[0] == 0x7f;
  if (character.size() == 2) return byte(character, 0) == 0xc2 && byte(character, 1) < 0xa0;
  // U+2028 to U+202E and U+2066 to U+2069: lines, paragraphs, and the direction of text.
  const bool separates = character >= "\xe2\x80\xa8" && character <= "\xe2\x80\xae";
  return separates || (character >= "\xe2\x81\xa6" && character <= "\xe2\x81\xa9");
}

}  // namespace

std::string readable(double number) {
  if (number < 1000.0) return fmt::format("{:.3g}", number);
  std::string digits = fmt::format("{:.0f}", number);
  for (std::size_t place = digits.size(); place > 3;) digits.insert(place -= 3, ",");
  return digits;
}

std::string for_shell(std::string value) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_,.:/+@=-";
  if (!value.empty() && value.find_first_not_of(plain) == std::string::npos) return value;
  for (std::size_t at = 0; (at = value.find('\'', at)) != std::string::npos; at += 4) value.replace(at, 1, R"('\'')");
  return '\'' + value + '\'';
}

std::string in_options(std::string_view text) {
  std::string said;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t equals = text.find(" = ", at), end = text.find('`', at + 1);
    const bool is_option = text[at] == '`' && end != std::string_view::npos && equals < end;
    if (!is_option) {
      said += text[at++];
      continue;
    }
    std::string name(text.substr(at + 1, equals - at - 1));
    std::replace(name.begin(), name.end(), '_', '-');
    said += fmt::format("--{} {}", name, for_shell(std::string(text.substr(equals + 3, end - equals - 3))));
    at = end + 1;
  }
  return said;
}

Console::Console() : json_(form_of_messages() == "json"), terminal_(is_terminal()) {}

void Console::require_known_form() const {
  if (json_ || form_of_messages() == "text") return;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("BIOTROPY_MESSAGES is {}; it must be json or text", form_of_messages()));
}

Console::~Console() {
  end_progress();
}

void Console::say(std::string_view level, std::string_view code, std::string_view text, std::string_view parameter) {
  end_progress();
  const std::string said = in_options(text);
  std::string line = fmt::format("biotropy: {}{}\n", level == "warning" ? "warning: " : "", printable(said));
  if (json_) {
    nlohmann::ordered_json json = {{"level", level}, {"code", code}, {"text", said}};
    if (!parameter.empty()) json["parameter"] = parameter;
    line = json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
  }
  std::fwrite(line.data(), 1, line.size(), stderr);
  std::fflush(stderr);  // not every C library writes it at once
}

void Console::error(std::string_view message, std::string_view hint, std::string_view code,
                    std::string_view parameter) {
  say("error", code, hint.empty() ? std::string(message) : fmt::format("{}; {}", message, hint), parameter);
}

ExitCode Console::error(const Error& error, const std::string& command, const std::string& path) {
  const std::string message = message_of(error), advice = hint(error, command);
  const std::string before = path.empty() || message.starts_with(path) ? "" : path + ": ";
  this->error(before + message, advice, name(error.code()), error.parameter());
  return exit_code(error);
}

void Console::note(std::string_view message) {
  if (!quiet_) say("note", "", message);
}

void Console::answer(std::string_view message) {
  say("note", "", message);
}

void Console::notices(Notices notices, const std::string& path) {
  if (!path.empty() && recordings_ > 1) return gathered_.add(path, notices);
  if (quiet_) return;
  std::ranges::stable_sort(notices, std::greater(), &Notice::level);
  for (const Notice& one : notices) say(word(one.level), one.code, path.empty() ? one.text : one.at(path).text);
}

void Console::end_notices() {
  notices(std::exchange(gathered_, {}).all(recordings_));
}

ProgressCallback Console::progress(std::string task, std::string unit) {
  if (quiet_ || !terminal_) return {};
  began_ = std::chrono::steady_clock::now();
  draw(task, unit, 0, 0);
  return [this, task = std::move(task), unit = std::move(unit)](std::uint64_t done, std::uint64_t total) {
    draw(task, unit, done, total);
  };
}

void Console::draw(const std::string& task, const std::string& unit, std::uint64_t done, std::uint64_t total) {
  std::string line = task;
  if (total > 0) {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - began_;
    const double share = static_cast<double>(done) / static_cast<double>(total);
    const int full = static_cast<int>(share * kBarWidth);
    line += fmt::format(" [{:#<{}}{:-<{}}] {:3.0f} %", "", full, "", kBarWidth - full, 100.0 * share);
    const double rate = static_cast<double>(done) / std::max(elapsed.count(), 1e-9);
    if (done > 0) line += fmt::format("  {} {}/s", readable(rate), unit);
    if (done > 0 && done < total) line += fmt::format("  {} left", remaining(static_cast<double>(total - done) / rate));
  }
  line = printable(line);
  if (const std::size_t columns = system::terminal_columns().value_or(kUsualColumns); line.size() >= columns)
    line.resize(columns - 1);
  line.insert(0, kClearLine);
  std::fwrite(line.data(), 1, line.size(), stderr);
  std::fflush(stderr);
  line_shown_ = true;
}

void Console::end_progress() {
  if (!line_shown_) return;
  std::fwrite(kClearLine.data(), 1, kClearLine.size(), stderr);
  std::fflush(stderr);
  line_shown_ = false;
}

void GatheredNotices::add(const Notice& notice) {
  const std::lock_guard lock(adding_);
  if (std::find(notices_.begin(), notices_.end(), notice) == notices_.end()) notices_.push_back(notice);
}

Notices GatheredNotices::take() {
  const std::lock_guard lock(adding_);
  return std::exchange(notices_, {});
}

std::string printable(std::string_view text, char kept) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = length_of_first(text);
    const std::string_view character = text.substr(0, std::max<std::size_t>(1, length));
    if (length == 0) {
      result += '?';
    } else if (is_control(character) && character != std::string_view(&kept, 1)) {
      result += ' ';
    } else {
      result += character;
    }
    text.remove_prefix(character.size());
  }
  return result;
}

}  // namespace biotropy::cli
