// SPDX-License-Identifier: Apache-2.0
//
// Messages on standard error: errors, warnings, notes, and on a terminal a line of progress with rate and remaining
// time; with BIOTROPY_MESSAGES=json each message is a JSON object. Results go to standard output.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "biotropy/error.hpp"
#include "biotropy/notice.hpp"
#include "biotropy/progress.hpp"
#include "biotropy/study/prepared_recording.hpp"
#include "cli/exit_code.hpp"

namespace biotropy::cli {

/// A value as it is typed in a shell: in quotes, unless no shell reads it otherwise.
std::string for_shell(std::string value);

/// A text of the library with its options, `missing = omit`, as those of the program: --missing omit.
std::string in_options(std::string_view text);

class Console {
 public:
  Console();
  ~Console();
  Console(const Console&) = delete;
  Console& operator=(const Console&) = delete;

  /// @throws Error invalid_argument for a form of messages (BIOTROPY_MESSAGES) that is neither json nor text.
  void require_known_form() const;
  /// Prints only errors from now on.
  void be_quiet() { quiet_ = true; }

  /// @param code of the failure, for programs. @param parameter that is wrong.
  void error(std::string_view message, std::string_view hint = {}, std::string_view code = "failed",
             std::string_view parameter = {});
  /// With a hint for the command. @param path of the recording that failed, in front of a text that does not name it.
  ExitCode error(const Error& error, const std::string& command, const std::string& path = "");
  void note(std::string_view message);

  /// Notices will come of so many recordings: of more than one, those of a code are one line at the end.
  void gather(std::size_t recordings) { recordings_ = recordings; }
  /// Prints notices, warnings first. @param path of the recording, if they are of one.
  void notices(Notices notices, const std::string& path = "");
  /// Prints those that were gathered.
  void end_notices();
  /// notices() as a function.
  std::function<void(const Notices&, const std::string& path)> takes_notices() {
    return [this](const Notices& of_file, const std::string& path) { notices(of_file, path); };
  }

  /// A message that was asked for: printed also when quiet.
  void answer(std::string_view message);

  /// Returns a callback that shows a line such as "reading a.edf [####----] 45 % 12,300 pairs/s 0:07 left". The
  /// callback is empty, at no cost for the work, if standard error is no terminal or plain text is requested
  /// (TERM=dumb, NO_COLOR).
  ProgressCallback progress(std::string task, std::string unit);

  /// Erases the line of progress.
  void end_progress();

 private:
  void say(std::string_view level, std::string_view code, std::string_view text, std::string_view parameter = {});
  void draw(const std::string& task, const std::string& unit, std::uint64_t done, std::uint64_t total);

  bool quiet_ = false, json_;
  std::size_t recordings_ = 1;
  study::NoticesOfRecordings gathered_;
  bool terminal_;
  bool line_shown_ = false;
  std::chrono::steady_clock::time_point began_;
};

/// "3.2", "1,234", "12,345,678": three significant digits, or all digits of the integer part.
std::string readable(double number);

/// Keeps each notice once.
class GatheredNotices {
 public:
  void add(const Notice& notice);

  /// Returns those since the last call.
  Notices take();

 private:
  std::mutex adding_;
  Notices notices_;
};

/// Replaces each control character by a blank, including 8-bit ones and those that change the direction of text, and
/// each byte that is not UTF-8 by '?'.
/// @param kept a control character to keep.
std::string printable(std::string_view text, char kept = '\0');

}  // namespace biotropy::cli
