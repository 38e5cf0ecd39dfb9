// SPDX-License-Identifier: Apache-2.0
#include "cli/file_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <utility>
#include <vector>

#include "biotropy/study/prepared_recording.hpp"
#include "cli/interruption.hpp"

namespace biotropy::cli {

FileRun::FileRun(Console& console, std::string command, const InputOptions& input, const PrepareOptions& prepare,
                 const RunOptions& run, const OutputOptions& output, std::size_t gap_fill, std::size_t cells, Read read)
    : console_(console),
      command_(std::move(command)),
      input_(input),
      prepare_(prepare),
      run_(run),
      output_(output),
      read_(std::move(read)),
      open_(input),
      gap_fill_(gap_fill),
      cells_(cells),
      limits_(prepare) {
  console.gather(input.files.size());
  prepare.preparation(gap_fill);
  open_.needed = files::needed_channels(prepare.channels);
  // A recording that is one epoch begins and ends where no channel is padded.
  const bool shares_padding = prepare.padding > 0 && !prepare.is_cut();
  if (cells > 0 && !shares_padding) open_.most_samples = kSamplesAtOnce;
}

std::string FileRun::task(std::size_t position) const {
  std::string name = std::filesystem::path(input_.files[position]).filename().generic_string();
  if (input_.files.size() == 1) return name;
  return fmt::format("{}/{} {}", position + 1, input_.files.size(), name);
}

void FileRun::each(const std::string& unit, const Measure& measure,
                   const std::function<void(PreparedFile& file, const entropy::Measured& measured)>& deliver) {
  for (std::size_t position = 0; position < input_.files.size(); ++position) {
    PreparedFile file;
    entropy::Measured found;
    const bool usable = attempt(position, [&] { found = measured(position, unit, measure, file); });
    console_.end_progress();
    if (!usable) continue;
    any_usable_ = true;
    notify(file, run_.notices->take());
    refuse_to_replace(file);
    deliver(file, found);
  }
}

entropy::Measured FileRun::measured(std::size_t position, const std::string& unit, const Measure& measure,
                                    PreparedFile& file) {
  console_.progress("reading " + task(position), "");
  ProgressCallback progress;
  study::PreparedRecording prepared;
  entropy::Measured all;
  for (std::size_t first = 0, n_all = 1, n = 0; first < n_all; first += n) {
    n_all = load(position, first, file, prepared);
    n = file.epochs.n_channels;
    if (first + n == n_all) notify(file, prepared.all_notices(prepare_));
    if (first == 0) progress = console_.progress(task(position), unit);
    const auto of_all = [&](std::uint64_t done, std::uint64_t total) {
      progress(total / n * first + done, total / n * n_all);
    };
    entropy::Measured part = measure(file, progress ? of_all : ProgressCallback());
    file.epochs.data = std::vector<double>();  // frees them; `= {}` would not
    if (n == n_all) return part;
    all.put(std::move(part), first, n, n_all, cells_);
  }
  return all;
}

// Prepares the channels from the first on that are read together. Returns the number of all.
std::size_t FileRun::load(std::size_t position, std::size_t first, PreparedFile& file,
                          study::PreparedRecording& prepared) {
  const std::string& path = input_.files[position];
  interruption().check();
  open_.first_needed = first;
  series::Recording recording = read_(path, open_);
  interruption().check();
  study::warn_of_names(recording, prepare_.channels);
  files::FileResults& results = file.results;
  const Notices read = study::without(recording.notices, results.notices);
  console_.notices(read, path);
  results.notices.insert(results.notices.end(), read.begin(), read.end());
  const std::vector<std::size_t> channels = study::chosen_channels(recording, prepare_.channels);
  study::PreparedRecording part =
      study::prepared(std::move(recording), channels, first, prepare_, gap_fill_, run_.execution());
  if (first > 0 && part.epochs.n_epochs != results.n_epochs()) {
    throw Error(ErrorCode::io, path + ": the file changed while it was read");
  }
  file.epochs = std::move(part.epochs);
  limits_.require(file.epochs);
  if (first == 0) {
    results.path = part.path;
    results.format = part.format;
    results.sha256 = part.sha256;
    results.other_files = part.other_files;
    results.rate = file.epochs.rate;
    results.has_rate = file.epochs.has_rate;
    results.onsets = file.epochs.onsets;
  }
  results.labels.insert(results.labels.end(), file.epochs.labels.begin(), file.epochs.labels.end());
  results.units.insert(results.units.end(), file.epochs.units.begin(), file.epochs.units.end());
  prepared.add(part);
  return channels.size();
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
