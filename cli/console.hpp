// SPDX-License-Identifier: Apache-2.0
//
// Messages on standard error: errors, warnings, notes, and on a terminal a line of progress with rate and remaining
// time. Results go to standard output.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "biotropy/notice.hpp"
#include "biotropy/progress.hpp"

namespace biotropy::cli {

/// A text of the library with its options, `missing = omit`, as those of the program: --missing omit.
std::string in_options(std::string_view text);

class Console {
 public:
  Console();
  ~Console();
  Console(const Console&) = delete;
  Console& operator=(const Console&) = delete;

  /// Prints only errors from now on.
  void be_quiet() { quiet_ = true; }

  void error(std::string_view message, std::string_view hint = {});
  void warning(std::string_view message);
  void note(std::string_view message);

  /// Prints notices, warnings first. Of a code that another recording had, end_notices() says which have it, too.
  /// @param path of the recording, if they are of one.
  void notices(Notices notices, const std::string& path = "");
  void end_notices();
  /// notices() as a function.
  std::function<void(const Notices&, const std::string& path)> takes_notices() {
    return [this](const Notices& of_file, const std::string& path) { notices(of_file, path); };
  }

  /// A message that was asked for: printed also when quiet.
  void answer(std::string_view message) { say(message); }

  /// Returns a callback that shows a line such as "reading a.edf [####----] 45 % 12,300 pairs/s 0:07 left". The
  /// callback is empty, at no cost for the work, if standard error is no terminal or plain text is requested
  /// (TERM=dumb, NO_COLOR).
  ProgressCallback progress(std::string task, std::string unit);

  /// Erases the line of progress.
  void end_progress();

 private:
  void say(std::string_view text);
  void draw(const std::string& task, const std::string& unit, std::uint64_t done, std::uint64_t total);

  /// Recordings with notices of a code: those of the first one were printed.
  struct Repeated {
    NoticeLevel level;
    std::vector<std::string> paths;
  };

  void notice(NoticeLevel level, std::string_view text) { level == NoticeLevel::note ? note(text) : warning(text); }

  bool quiet_ = false;
  std::map<std::string, Repeated> repeated_;
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
