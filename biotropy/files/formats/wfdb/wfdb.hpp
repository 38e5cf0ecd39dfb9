// SPDX-License-Identifier: Apache-2.0
//
// Records of PhysioNet's WFDB: a header as text (RECORD.hea), signals in one or more binary files, and annotation files
// (RECORD.atr, RECORD.ecg, RECORD.qrs and any other annotator) with times in samples. Headers and annotation files may
// stand alone, as in published heartbeats.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "biotropy/files/input.hpp"
#include "biotropy/files/options.hpp"
#include "biotropy/notice.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::files {

/// Rate of a record that gives none, in samples per second, as in the WFDB library.
constexpr double kWfdbDefaultRate = 250.0;

/// Further fields of an annotation, besides time and code.
struct WfdbMark {
  int subtype = 0;
  int channel = 0;
  int number = 0;
  std::string text;  ///< the AUX field without the zero bytes at its end; UTF-8
};

/// Annotations in file order; entry i of the three lists belongs together.
struct WfdbAnnotations {
  std::vector<std::int64_t> samples;  ///< from the start of the record
  std::vector<int> codes;             ///< 1 to 49
  std::vector<WfdbMark> marks;
  std::map<int, std::string> symbols;           ///< of codes defined in the file
  std::optional<double> rate;                   ///< samples per second, if the file gives it
  std::optional<std::filesystem::path> header;  ///< if the rate was searched beside the file
  Notices notices;
};

/// Decodes an annotation file in MIT format. @throws Error bad_file.
WfdbAnnotations decode_wfdb_annotations(Input& input);

/// Mnemonic of a code ("N", "V", "+"), from the file's own definitions or the table of the WFDB library; "[42]" for a
/// code without one.
std::string wfdb_symbol(const WfdbAnnotations& annotations, int code);

/// RECORD.hea if there is no file RECORD; every other path unchanged.
std::filesystem::path wfdb_record(const std::filesystem::path& path);

/// Part of a record that a file holds.
enum class WfdbPart { header, signals, annotations };

/// True for the extensions of headers and annotation files: .hea, .atr, .ecg, .qrs and the annotator of the options.
bool has_wfdb_name(const std::filesystem::path& path, const OpenOptions& options = {});

/// Decided by extension; otherwise a binary file is signals if the header beside it names it, and annotations if all
/// its content is valid as such. Nothing for every other file, and for EDF and NPY.
/// @throws Error of the header beside the file.
std::optional<WfdbPart> wfdb_part(const std::filesystem::path& path, const OpenOptions& options = {});

/// Header of the record that a file belongs to; it need not exist.
std::filesystem::path wfdb_header_path(const std::filesystem::path& path);

/// An annotation file itself, or the one beside a header: that of the annotator of the options, the first of .atr, .ecg
/// and .qrs, or the only other one. Nothing for everything else.
/// @throws Error file_not_found if the annotator of the options has no file; invalid_argument ("annotator") if several
/// files hold annotations.
std::optional<std::filesystem::path> wfdb_annotation_file(const std::filesystem::path& path,
                                                          const OpenOptions& options = {});

/// wfdb_annotation_file() for annotation files and for headers without signals, where only heartbeats can be measured.
/// @throws Error as read_wfdb.
std::optional<std::filesystem::path> wfdb_beat_file(const std::filesystem::path& path, const OpenOptions& options = {});

/// Reads an annotation file and its rate: its own, or that of the header beside it, or the one in the options, or 250
/// Hz with a warning.
/// @throws Error file_not_found, bad_file, io.
WfdbAnnotations read_wfdb_annotations(const std::filesystem::path& path, const OpenOptions& options = {});

/// Reads a header or a signal file: its signals in physical units as channels, and the annotations beside it. Of a
/// record of several segments the signals are joined: what a segment lacks is missing, and where nothing was recorded
/// there are gaps. An annotation file gives annotations only.
/// @throws Error file_not_found, bad_file (also if the header names a file outside its folder and the options do not
/// allow that, and if segments do not fit together), io; unsupported for sample formats other than 8, 16, 24, 32, 61,
/// 80, 212, 310 and 311.
series::Recording read_wfdb(const std::filesystem::path& path, const OpenOptions& options = {});

}  // namespace biotropy::files
