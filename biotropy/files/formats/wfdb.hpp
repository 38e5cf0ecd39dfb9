// SPDX-License-Identifier: Apache-2.0
//
// Records of PhysioNet's WFDB: a header as text (RECORD.hea), signals in one or more binary files, and annotations in
// files of their own (RECORD.atr, RECORD.ecg, RECORD.qrs and any other annotator), whose times count samples. Headers
// and annotation files that stand alone are records too: that is how heartbeats are published.
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

/// Which part of a record a file is.
enum class WfdbPart { header, signals, annotations };

/// True for the endings of headers and of annotation files: .hea, .atr, .ecg, .qrs and the annotator of the options.
bool has_wfdb_name(const std::filesystem::path& path, const OpenOptions& options = {});

/// By the ending; otherwise a binary file is signals where the header beside it names it, and annotations where all of
/// its content is. Nothing for every other file, and for EDF and NPY.
/// @throws Error of the header beside the file.
std::optional<WfdbPart> wfdb_part(const std::filesystem::path& path, const OpenOptions& options = {});

/// The header of the record that a file belongs to, whether or not it exists.
std::filesystem::path wfdb_header_path(const std::filesystem::path& path);

/// An annotation file itself, or the one beside a header: that of the annotator of the options, the first of .atr, .ecg
/// and .qrs, or the only other one. Nothing for everything else.
/// @throws Error file_not_found where the annotator of the options has no file; invalid_argument ("annotator") where
/// several files hold annotations.
std::optional<std::filesystem::path> wfdb_annotation_file(const std::filesystem::path& path,
                                                          const OpenOptions& options = {});

/// The same for annotation files and headers that describe no signal: their heartbeats are all there is to measure.
/// @throws Error as read_wfdb.
std::optional<std::filesystem::path> wfdb_beat_file(const std::filesystem::path& path, const OpenOptions& options = {});

/// An annotation file with its rate: its own, or that of the header beside it, or the one in the options, or 250 Hz
/// with a warning.
/// @throws Error file_not_found, bad_file, io.
WfdbAnnotations read_wfdb_annotations(const std::filesystem::path& path, const OpenOptions& options = {});

/// A header or a signal file: its signals in physical units as channels, and the annotations beside it. An annotation
/// file: annotations alone.
/// @throws Error file_not_found, bad_file (also where the header names a file outside its folder and the options do not
/// allow that), io; unsupported for records of several segments and for other formats of samples than 16, 24, 32, 80
/// and 212.
series::Recording read_wfdb(const std::filesystem::path& path, const OpenOptions& options = {});

}  // namespace biotropy::files
