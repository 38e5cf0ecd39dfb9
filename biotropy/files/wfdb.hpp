// SPDX-License-Identifier: Apache-2.0
//
// Records of PhysioNet's WFDB: a header as text (RECORD.hea), signals in one or more binary files, and annotations in
// files of their own (RECORD.atr, RECORD.ecg, RECORD.qrs and others), whose times count samples. Headers and annotation
// files that stand alone are records too: that is how heartbeats are published.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "biotropy/files/input.hpp"
#include "biotropy/files/options.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::files {

/// The rate of a record that does not say, in samples per second, as the WFDB library has it.
constexpr double kWfdbDefaultRate = 250.0;

/// What an annotation holds beside its time and code.
struct WfdbMark {
  int subtype = 0;
  int channel = 0;
  int number = 0;
  std::string text;  ///< the AUX field without the zero bytes at its end; UTF-8
};

/// Annotations in the order of the file; entry i of the three lists belongs together.
struct WfdbAnnotations {
  std::vector<std::int64_t> samples;  ///< from the start of the record
  std::vector<int> codes;             ///< 1 to 49
  std::vector<WfdbMark> marks;
  std::map<int, std::string> symbols;           ///< of codes that the file defines for itself
  std::optional<double> rate;                   ///< samples per second, where the file says
  std::optional<std::filesystem::path> header;  ///< where the rate was looked for beside the file
  std::vector<std::string> warnings;
};

/// The content of an annotation file in MIT format.
/// @throws Error bad_file.
WfdbAnnotations decode_wfdb_annotations(Input& input);

/// "N", "V", "+": the mnemonic of a code, from the file's own definitions or the table of the WFDB library; "[42]" for
/// a code that has none.
std::string wfdb_symbol(const WfdbAnnotations& annotations, int code);

/// RECORD.hea where there is no file RECORD; every other path as it is.
std::filesystem::path wfdb_record(const std::filesystem::path& path);

/// True for the names of headers and of annotation files (.hea, .atr, .ecg, .qrs).
bool has_wfdb_name(const std::filesystem::path& path);

/// The header of the record that a file belongs to, whether or not it exists.
std::filesystem::path wfdb_header_path(const std::filesystem::path& path);

/// An annotation file itself, or the first of .atr, .ecg and .qrs beside a header. Nothing for everything else.
std::optional<std::filesystem::path> wfdb_annotation_file(const std::filesystem::path& path);

/// The same for annotation files and headers that describe no signal: their heartbeats are all there is to measure.
/// @throws Error as read_wfdb.
std::optional<std::filesystem::path> wfdb_beat_file(const std::filesystem::path& path);

/// An annotation file with its rate: its own, or that of the header beside it, or the one in the options, or 250 Hz
/// with a warning.
/// @throws Error file_not_found, bad_file, io.
WfdbAnnotations read_wfdb_annotations(const std::filesystem::path& path, const OpenOptions& options = {});

/// A header or a signal file: its signals in physical units as channels, and the annotations beside it. An annotation
/// file: annotations alone.
/// @throws Error file_not_found, bad_file, io; unsupported for records of several segments and for other formats of
/// samples than 16, 24, 32, 80 and 212.
series::Recording read_wfdb(const std::filesystem::path& path, const OpenOptions& options = {});

}  // namespace biotropy::files
