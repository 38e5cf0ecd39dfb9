// SPDX-License-Identifier: Apache-2.0
#include "biotropy/system/program.hpp"

#include <windows.h>

#include <shellapi.h>  // after windows.h

#include <array>
#include <cstdlib>
#include <memory>

namespace biotropy::system {

namespace {

std::error_code last_failure() {
  return {static_cast<int>(::GetLastError()), std::system_category()};
}

std::wstring wide(const std::string& text) {
  return std::filesystem::path(text).native();
}

// A word as the C library of the other program takes it apart again: backslashes count only before a quote.
std::wstring quoted(const std::wstring& word) {
  if (!word.empty() && word.find_first_of(L" \t\n\v\"") == std::wstring::npos) return word;
  std::wstring text = L"\"";
  std::size_t backslashes = 0;
  for (const wchar_t c : word) {
    if (c == L'"') text.append(backslashes + 1, L'\\');
    backslashes = c == L'\\' ? backslashes + 1 : 0;
    text += c;
  }
  return text.append(backslashes, L'\\') + L'"';
}

std::wstring command_of(const std::vector<std::string>& words) {
  std::wstring line;
  for (const std::string& word : words) line += (line.empty() ? L"" : L" ") + quoted(wide(word));
  return line;
}

using Handle = std::unique_ptr<void, decltype(&::CloseHandle)>;

// Starts a program whose standard output is `output`. Nothing with `failure` if that cannot be done.
Handle started(const std::vector<std::string>& words, HANDLE output, std::error_code& failure) {
  std::wstring line = command_of(words);
  STARTUPINFOW start = {};
  start.cb = sizeof start;
  start.dwFlags = STARTF_USESTDHANDLES;
  start.hStdInput = ::GetStdHandle(STD_INPUT_HANDLE);
  start.hStdOutput = output;
  start.hStdError = ::GetStdHandle(STD_ERROR_HANDLE);
  PROCESS_INFORMATION process = {};
  if (::CreateProcessW(nullptr, line.data(), nullptr, nullptr, TRUE, 0, nullptr, nullptr, &start, &process) == 0) {
    failure = last_failure();
    return {nullptr, &::CloseHandle};
  }
  ::CloseHandle(process.hThread);
  return {process.hProcess, &::CloseHandle};
}

DWORD end_of(HANDLE process) {
  DWORD code = EXIT_FAILURE;
  ::WaitForSingleObject(process, INFINITE);
  ::GetExitCodeProcess(process, &code);
  return code;
}

}  // namespace

// The C library has them in the character set of the machine, which lacks most characters.
std::vector<std::string> words_of_command(int argc, const char* const* argv) {
  int count = 0;
  wchar_t** const words = ::CommandLineToArgvW(::GetCommandLineW(), &count);
  if (words == nullptr) return {argv, argv + argc};
  std::vector<std::string> all;
  for (int i = 0; i < count; ++i) all.push_back(std::filesystem::path(words[i]).string());
  ::LocalFree(words);
  return all;
}

std::filesystem::path program_file() {
  std::wstring name(32768, L'\0');  // the longest path of Windows
  name.resize(::GetModuleFileNameW(nullptr, name.data(), static_cast<DWORD>(name.size())));
  return name;
}

std::vector<std::string> own_places() {
  std::vector<std::string> places;
  if (const std::filesystem::path program = program_file(); !program.empty()) {
    places.push_back(program.generic_string());
  }
  return places;
}

ProgramOutput output_of(const std::vector<std::string>& words) {
  SECURITY_ATTRIBUTES inherited = {sizeof inherited, nullptr, TRUE};
  HANDLE to_read = nullptr, to_write = nullptr;
  if (::CreatePipe(&to_read, &to_write, &inherited, 0) == 0) return {last_failure(), false, {}};
  const Handle from(to_read, &::CloseHandle);
  ::SetHandleInformation(to_read, HANDLE_FLAG_INHERIT, 0);
  ProgramOutput output;
  const Handle process = started(words, to_write, output.failure);
  ::CloseHandle(to_write);
  if (!process) return output;
  std::array<char, 4096> some{};
  for (DWORD n = 0; ::ReadFile(to_read, some.data(), some.size(), &n, nullptr) != 0 && n > 0;) {
    output.text.append(some.data(), n);
  }
  output.succeeded = end_of(process.get()) == EXIT_SUCCESS;
  return output;
}

// Windows cannot turn one program into another: this one waits for it, and ends as it does.
std::error_code become(const std::vector<std::string>& words) {
  std::error_code failure;
  const Handle process = started(words, ::GetStdHandle(STD_OUTPUT_HANDLE), failure);
  if (process) ::ExitProcess(end_of(process.get()));
  return failure;
}

}  // namespace biotropy::system
