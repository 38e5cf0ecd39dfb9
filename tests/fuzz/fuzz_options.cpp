// SPDX-License-Identifier: Apache-2.0
//
// Command lines: every line of the input is a word. They are parsed, and nothing is run. Lists and addresses, which
// commands read when they run, are read from every word.
#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "biotropy/live/endpoint.hpp"
#include "biotropy/number_list.hpp"
#include "cli/command_line.hpp"
#include "tests/fuzz/promise.hpp"

namespace {

using namespace biotropy;

// A word of a command line ends with its first byte 0.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words = {"biotropy"};
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view word = text.substr(0, end);
    words.emplace_back(word.substr(0, word.find('\0')));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

template <typename Read>
void refuses_or_reads(const Read& read) {
  try {
    read();
  } catch (const Error& error) {
    fuzz::require_refusal(error, {ErrorCode::invalid_argument}, "option = ");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::vector<std::string> words = words_of({reinterpret_cast<const char*>(data), size});
  // One program for all inputs: making it takes a hundred times as long as parsing.
  static cli::Command chosen;
  static const auto program = cli::command_line(chosen);
  chosen = nullptr;
  cli::Console console;
  const auto code = cli::parse(*program, words, console);
  fuzz::require(code || chosen, "neither a command nor an error");
  fuzz::require(!code || *code == cli::ExitCode::done || *code == cli::ExitCode::usage, "another exit code");
  for (const std::string& word : words) {
    if (!files::is_utf8(word)) continue;  // it is in the message
    refuses_or_reads([&] { whole_numbers("option", word); });
    refuses_or_reads([&] { real_numbers("option", word); });
    refuses_or_reads([&] { live::endpoint(word, "option"); });
  }
  return 0;
}
