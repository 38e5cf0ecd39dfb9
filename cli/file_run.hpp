// SPDX-License-Identifier: Apache-2.0
//
// Processes the recordings of a command line one after the other: read, prepare, measure, output. A recording that
// cannot be used is reported, and the others continue.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "biotropy/entropy/request.hpp"
#include "biotropy/error.hpp"
#include "biotropy/files/open.hpp"
#include "biotropy/files/results/results.hpp"
#include "biotropy/progress.hpp"
#include "biotropy/series/epochs.hpp"
#include "biotropy/series/recording.hpp"
#include "biotropy/study/prepared_recording.hpp"
#include "cli/console.hpp"
#include "cli/exit_code.hpp"
#include "cli/input_options.hpp"
#include "cli/measure_options.hpp"
#include "cli/output_options.hpp"
#include "cli/run_options.hpp"

namespace biotropy::cli {

struct PreparedFile {
  series::Epochs epochs;       ///< while they are measured those of some channels, then without their samples
  files::FileResults results;  ///< provenance, before the values are computed
};

/// Function that reads a file as a recording.
using Read = std::function<series::Recording(const std::filesystem::path& path, const files::OpenOptions& options)>;

/// Function that measures the channels that were read together.
using Measure = std::function<entropy::Measured(const PreparedFile& file, const ProgressCallback& progress)>;

class FileRun {
 public:
  /// Samples of channels that are read together, where not all are: 32 MiB, and as much for their epochs.
  static constexpr std::size_t kSamplesAtOnce = std::size_t{1} << 22;

  /// @param command name of the subcommand, for hints. @param cells values of each epoch and channel; 0: channels are
  /// measured together.
  FileRun(Console& console, std::string command, const InputOptions& input, const PrepareOptions& prepare,
          const RunOptions& run, const OutputOptions& output, std::size_t gap_fill, std::size_t cells,
          Read read = files::open);

  /// Calls measure(file, progress), once or for some channels after the others, and then deliver(file, measured) for
  /// each recording. An error of reading, preparing or measuring affects that recording only; an error of deliver ends
  /// the run, as does a result that would overwrite a file that was read with a recording.
  /// @throws Error cancelled.
  void each(const std::string& unit, const Measure& measure,
            const std::function<void(PreparedFile& file, const entropy::Measured& measured)>& deliver);

  /// Counts an entry. @param reason why it has no value.
  void found(bool value, const std::string& reason) {
    any_value_ |= value;
    if (!value && no_value_because_.empty()) no_value_because_ = reason;
  }

  /// Prints notices of a recording, and keeps them for its results.
  void notify(PreparedFile& file, const Notices& notices);

  /// Reports it if no entry has a value.
  ExitCode exit_code() const;

 private:
  entropy::Measured measured(std::size_t position, const std::string& unit, const Measure& measure, PreparedFile& file);
  std::size_t load(std::size_t position, std::size_t first, PreparedFile& file, study::PreparedRecording& prepared);
  std::string task(std::size_t position) const;
  bool attempt(std::size_t position, const std::function<void()>& work);
  void report(std::size_t position, const Error& error);
  void refuse_to_replace(const PreparedFile& file) const;

  Console& console_;
  std::string command_;
  const InputOptions& input_;
  const PrepareOptions& prepare_;
  const RunOptions& run_;
  const OutputOptions& output_;
  Read read_;
  files::OpenOptions open_;
  std::size_t gap_fill_, cells_;
  study::LimitsInUnits limits_;
  std::optional<ExitCode> first_failure_;
  bool any_value_ = false, any_usable_ = false;
  std::string no_value_because_;
};

}  // namespace biotropy::cli
