// SPDX-License-Identifier: Apache-2.0
#include "cli/file_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <utility>

#include "biotropy/study/prepared_recording.hpp"
#include "cli/interruption.hpp"

namespace biotropy::cli {

FileRun::FileRun(Console& console, std::string command, const InputOptions& input, const PrepareOptions& prepare,
                 const RunOptions& run, const OutputOptions& output, std::size_t gap_fill, Read read)
    : console_(console),
      command_(std::move(command)),
      input_(input),
      prepare_(prepare),
      run_(run),
      output_(output),
      read_(std::move(read)),
      open_(input),
      gap_fill_(gap_fill),
      limits_(prepare) {
  console.gather(input.files.size());
  prepare.preparation(gap_fill);
  open_.needed = files::needed_channels(prepare.channels);
}

std::string FileRun::task(std::size_t position) const {
  std::string name = std::filesystem::path(input_.files[position]).filename().generic_string();
  if (input_.files.size() == 1) return name;
  return fmt::format("{}/{} {}", position + 1, input_.files.size(), name);
}

PreparedFile FileRun::load(std::size_t position) {
  const std::string& path = input_.files[position];
  interruption().check();
  console_.progress("reading " + task(position), "");
  series::Recording recording = read_(path, open_);
  interruption().check();
  study::warn_of_names(recording, prepare_.channels);
  console_.notices(recording.notices, path);
  const std::vector<std::size_t> channels = study::chosen_channels(recording, prepare_.channels);
  study::PreparedRecording prepared = study::prepared(recording, channels, prepare_, gap_fill_, run_.execution());
  PreparedFile file;
  file.epochs = std::move(prepared.epochs);
  limits_.require(file.epochs);
  file.results.path = std::move(prepared.path);
  file.results.format = std::move(prepared.format);
  file.results.sha256 = std::move(prepared.sha256);
  file.results.other_files = std::move(prepared.other_files);
  file.results.rate = file.epochs.rate;
  file.results.has_rate = file.epochs.has_rate;
  file.results.labels = file.epochs.labels;
  file.results.units = file.epochs.units;
  file.results.onsets = file.epochs.onsets;
  file.results.notices = std::move(recording.notices);
  notify(file, prepared.notices);
  return file;
}

bool FileRun::attempt(std::size_t position, const std::function<void()>& work) {
  try {
    work();
    return true;
  } catch (const Error& error) {
    if (error.code() == ErrorCode::cancelled) throw;
    report(position, error);
  } catch (const std::bad_alloc&) {
    report(position, Error(ErrorCode::out_of_memory, "not enough memory"));
  }
  return false;
}

void FileRun::report(std::size_t position, const Error& error) {
  const ExitCode failed = console_.error(error, command_, input_.files[position]);
  if (!first_failure_) first_failure_ = failed;
}

void FileRun::notify(PreparedFile& file, const Notices& notices) {
  console_.notices(notices, file.results.path);
  file.results.notices.insert(file.results.notices.end(), notices.begin(), notices.end());
}

void FileRun::refuse_to_replace(const PreparedFile& file) const {
  for (const files::FileDigest& other : file.results.other_files) require_other_than(output_, {other.path});
}

ExitCode FileRun::exit_code() const {
  // An option that does not fit some recordings is not a mistake of the command line.
  if (first_failure_ == ExitCode::usage && any_usable_) return ExitCode::bad_input;
  if (first_failure_) return *first_failure_;
  if (any_value_) return ExitCode::done;
  console_.error(fmt::format("no entry has a value{}{}", no_value_because_.empty() ? "" : ": ", no_value_because_));
  return ExitCode::nothing_computed;
}

}  // namespace biotropy::cli
