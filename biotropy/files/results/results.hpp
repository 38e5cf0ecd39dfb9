// SPDX-License-Identifier: Apache-2.0
//
// Results on their way to a file: values, the counts and parameters that they were made from, and where they come from.
// Inputs are added one after the other and written as they come, so memory does not grow with their number; the file
// appears under its name when everything is in it (docs/results.md describes the three formats).
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "biotropy/files/sha256.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::files {

enum class ResultFormat {
  netcdf,  ///< NetCDF-4
  csv,     ///< RFC 4180: values and counts alone
  json     ///< an object of parameters, results and provenance
};

/// The format that the ending of a name stands for. @throws Error invalid_argument for any but .nc, .csv and .json.
ResultFormat result_format(const std::filesystem::path& path);

using ParameterValue = std::variant<std::int64_t, double, std::string, std::vector<double>, std::vector<std::int64_t>>;

struct Parameter {
  std::string name;
  ParameterValue value;
};

/// A further dimension of the entries: the scale, or a parameter of which there are several values.
struct Axis {
  std::string name, long_name;
  std::variant<std::vector<std::int64_t>, std::vector<double>> values;  ///< the coordinate

  std::size_t size() const {
    return std::visit([](const auto& list) { return list.size(); }, values);
  }
};

/// A further number of the entries, beside their value and counts.
struct NumberKind {
  std::string name, long_name;
  std::string unit = "nat";  ///< "1" for a pure number
  bool along_axes = true;    ///< false: one for all of (epoch, channel[, partner])
};

/// What holds for all inputs.
struct ResultsHead {
  std::string long_name;     ///< what the values are: "Cross-ApEn"
  std::string unit = "nat";  ///< their unit
  bool pairs = false;        ///< entries are (epoch, channel, partner), not (epoch, channel)
  bool mean_only = false;    ///< only the mean over epochs is written
  bool has_matches = true;   ///< entries have counts of matches; sums of membership are among the numbers
  std::vector<Axis> axes;    ///< further dimensions, behind the channel and its partner
  std::vector<NumberKind> numbers;
  std::size_t n_inputs = 1;  ///< inputs that will be added, or fewer where some fail
  std::string command;       ///< the command line
  std::vector<Parameter> parameters;

  /// Entries of each (epoch, channel[, partner]): the product of the sizes of the axes, 1 without any.
  std::size_t cells() const;
};

/// The results of one input. Views must live while it is added. Entry (epoch, channel, partner) stands at
/// (epoch * channels + channel) * channels + partner, entry (epoch, channel) at epoch * channels + channel; where there
/// are axes, that place times cells() plus the cell follows, the last axis fastest, here as for what is per channel.
struct FileResults {
  std::string path, format, sha256;
  std::vector<FileDigest> other_files;  ///< that were read with it
  std::string counter;                  ///< the engine that counted
  double rate = 1.0;                    ///< samples per second after preparation
  bool has_rate = true;
  std::vector<std::string> labels;   ///< one per channel; a repeated one is written with a number
  std::vector<std::string> units;    ///< one per channel
  std::vector<double> onsets;        ///< one per epoch, in seconds (samples without a rate)
  std::vector<std::string> remarks;  ///< what reading and preparation had to say

  std::span<const double> values;                        ///< per entry; empty with mean_only
  std::span<const std::uint64_t> matches_m, matches_m1;  ///< per entry; empty with mean_only
  std::vector<std::span<const double>> numbers;          ///< as the head has them; empty with mean_only
  /// Per (epoch, channel[, axes]). Nothing was counted where there is no template: then there are no counts to write.
  std::span<const std::uint64_t> templates_m, templates_m1;  ///< templates_m1 may be empty
  std::span<const double> tolerances;    ///< per (epoch, channel[, axes]), in the unit of the channel; may be empty
  std::span<const std::string> reasons;  ///< per (epoch, channel[, axes]): why it has no value; empty: it has
  std::span<const double> mean;          ///< over epochs, per (channel, partner[, axes]); may be empty
  std::span<const std::uint32_t> valid_epochs;  ///< that are in the mean
  /// Why an entry is not a finite number; asked for those alone. `partner` is 0 where there are no pairs, and `cell`
  /// where there are no axes.
  std::function<std::string(std::size_t epoch, std::size_t channel, std::size_t partner, std::size_t cell)> reason_of;

  std::size_t n_epochs() const { return onsets.size(); }
  std::size_t n_channels() const { return labels.size(); }
};

/// Nothing stands under the name of the result unless finish() returned.
class ResultWriter {
 public:
  virtual ~ResultWriter() = default;

  /// @throws Error io; cancelled.
  virtual void add(const FileResults& results, const CancelFlag* cancel = nullptr) = 0;

  /// @throws Error io.
  virtual void finish() = 0;

  /// The file that is being written beside the place of the result; empty where there is none.
  virtual std::filesystem::path temporary() const = 0;
};

/// @throws Error io, at once, where nothing can be written there; invalid_argument for a mean without pairs or an axis
/// without values.
std::unique_ptr<ResultWriter> write_results(const std::filesystem::path& path, ResultFormat format, ResultsHead head);

/// CSV or JSON to an open descriptor; `name` stands for the path in messages.
/// @throws Error invalid_argument for NetCDF, which has to go back and forth in its file.
std::unique_ptr<ResultWriter> write_results(int descriptor, const std::string& name, ResultFormat format,
                                            ResultsHead head);

}  // namespace biotropy::files
