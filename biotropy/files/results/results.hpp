// SPDX-License-Identifier: Apache-2.0
//
// Writers of results: values, their counts and parameters, and their provenance. Inputs are added and written one after
// the other, so memory does not grow with their number; the file appears under its name when it is complete
// (docs/results.md describes the three formats).
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "biotropy/files/sha256.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::files {

enum class ResultFormat {
  netcdf,  ///< NetCDF-4
  csv,     ///< RFC 4180: values and counts only
  json     ///< an object of parameters, results and provenance
};

/// Format of a file extension. @throws Error invalid_argument for any but .nc, .csv and .json.
ResultFormat result_format(const std::filesystem::path& path);

using ParameterValue = std::variant<std::int64_t, double, std::string, std::vector<double>, std::vector<std::int64_t>>;

struct Parameter {
  Parameter() = default;
  Parameter(std::string of, ParameterValue given) : name(std::move(of)), value(std::move(given)) {}
  // Assigned, because the variant of libstdc++ 12 destroys what it never made if memory for a copy is refused.
  Parameter(const Parameter& other) : name(other.name) { value = other.value; }
  Parameter(Parameter&&) = default;
  Parameter& operator=(const Parameter&) = default;
  Parameter& operator=(Parameter&&) = default;
  ~Parameter() = default;

  std::string name;
  ParameterValue value;
};

/// A further dimension of the entries: the scale, or a parameter with several values.
struct Axis {
  std::string name, long_name;
  std::variant<std::vector<std::int64_t>, std::vector<double>> values;  ///< the coordinate

  std::size_t size() const {
    return std::visit([](const auto& list) { return list.size(); }, values);
  }
};

/// A further number of each entry, besides value and counts; with mean_only of each mean.
struct NumberKind {
  std::string name, long_name;
  std::string unit = "nat";  ///< "1" for a pure number
  bool along_axes = true;    ///< false: one for all of (epoch, channel[, partner])
  bool whole = false;        ///< a count, which tables show without decimals
};

/// Properties shared by all inputs.
struct ResultsHead {
  std::string long_name;     ///< name of the values: "Cross-ApEn"
  std::string unit = "nat";  ///< their unit
  bool pairs = false;        ///< entries are (epoch, channel, partner), not (epoch, channel)
  bool mean_only = false;    ///< only the mean over epochs is written
  bool windows = false;      ///< epochs are windows: CSV and JSON have the onset of each, in NetCDF it is a coordinate
  bool has_matches = true;   ///< entries have counts of matches; sums of membership are among the numbers
  std::vector<Axis> axes;    ///< further dimensions, after the channel and its partner
  std::vector<NumberKind> numbers;
  std::size_t n_inputs = 1;  ///< inputs that will be added, or fewer if some fail
  std::string command;       ///< the command line
  std::vector<Parameter> parameters;

  /// Entries of each (epoch, channel[, partner]): the product of the axis sizes, 1 without axes.
  std::size_t cells() const;
};

/// Results of one input. Views must stay valid while it is added. Entry (epoch, channel, partner) is at index (epoch *
/// channels + channel) * channels + partner, entry (epoch, channel) at epoch * channels + channel; with axes, at that
/// index times cells() plus the cell, last axis fastest. The same holds for values per channel.
struct FileResults {
  std::string path, format, sha256;
  std::vector<FileDigest> other_files;  ///< read together with it
  std::string engine;                   ///< engine that counted
  double rate = 1.0;                    ///< samples per second after preparation
  bool has_rate = true;
  std::vector<std::string> labels;  ///< one per channel; repeated labels get a number
  std::vector<std::string> units;   ///< one per channel
  std::vector<double> onsets;       ///< one per epoch, in seconds (samples without a rate)
  Notices notices;                  ///< of reading, preparation and measuring

  std::span<const double> values;                        ///< per entry; empty with mean_only
  std::span<const std::uint64_t> matches_m, matches_m1;  ///< per entry; empty with mean_only
  std::vector<std::span<const double>> numbers;          ///< one for each NumberKind of the head
  /// Per (epoch, channel[, axes]). Nothing was counted without templates: there are then no counts to write.
  std::span<const std::uint64_t> templates_m, templates_m1;  ///< templates_m1 may be empty
  std::span<const double> tolerances;    ///< per (epoch, channel[, axes]), in the unit of the channel; may be empty
  std::span<const std::string> reasons;  ///< per (epoch, channel[, axes]): reason for a missing value; else empty
  std::span<const double> mean;          ///< over epochs, per (channel, partner[, axes]); may be empty
  std::span<const std::uint32_t> valid_epochs;  ///< number of epochs in the mean
  /// Reason why an entry is not a finite number; called for those only. `partner` is 0 without pairs, and `cell` is 0
  /// without axes.
  std::function<std::string(std::size_t epoch, std::size_t channel, std::size_t partner, std::size_t cell)> reason_of;

  std::size_t n_epochs() const { return onsets.size(); }
  std::size_t n_channels() const { return labels.size(); }
};

/// The result has its name only after finish().
class ResultWriter {
 public:
  virtual ~ResultWriter() = default;

  /// @throws Error io; cancelled.
  virtual void add(const FileResults& results, const CancelFlag* cancel = nullptr) = 0;

  /// @throws Error io.
  virtual void finish() = 0;

  /// Temporary file beside the path of the result; empty if there is none.
  virtual std::filesystem::path temporary() const = 0;
};

/// @throws Error io, immediately, if the path cannot be written; invalid_argument for a mean without pairs or an axis
/// without values.
std::unique_ptr<ResultWriter> write_results(const std::filesystem::path& path, ResultFormat format, ResultsHead head);

/// Writes CSV or JSON to an open descriptor; `name` stands for the path in messages.
/// @throws Error invalid_argument for NetCDF, which needs random access.
std::unique_ptr<ResultWriter> write_results(int descriptor, const std::string& name, ResultFormat format,
                                            ResultsHead head);

}  // namespace biotropy::files
