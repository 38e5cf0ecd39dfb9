// SPDX-License-Identifier: Apache-2.0
//
// The formats of recordings, and their readers; those of WFDB are in wfdb/wfdb.hpp. Data sets of EEGLAB are
// MATLAB files.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "biotropy/files/input.hpp"
#include "biotropy/files/options.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::files {

// Detects the format of a file from its first bytes.

enum class Format { brainvision, edf, fif, gdf, npy, mat, polar, text, wfdb, unknown };

/// As many bytes as detection needs.
std::string_view first_bytes(Input& input);

/// Never WFDB or BrainVision, whose files of samples have no magic number.
Format format_by_content(std::string_view first_bytes);

// Recordings in BrainVision's Core Data Format (Brain Products 2020): a header (.vhdr) in sections names a file of
// samples (.eeg), binary or text, and a file of markers (.vmrk). A sample is its stored value times the resolution of
// its channel.

/// The header of a recording that is named by its header, its markers, or its samples ("x.eeg" beside "x.vhdr");
/// nothing if the file is none of these. `first_bytes` are those of the file.
std::optional<std::filesystem::path> brainvision_header(const std::filesystem::path& path,
                                                        std::string_view first_bytes);

/// Every channel has the header's rate, its own unit, and uV where it gives none. Markers become annotations
/// ("Stimulus/S  1"); a marker "New Segment" after the first sample is a gap in every channel, with a length if it has
/// a date.
/// @param path the header.
/// @throws Error bad_file naming the file and the entry; file_not_found for samples or markers that the header names;
/// unsupported for spectra, and for files outside the folder of the header unless the options allow them.
series::Recording read_brainvision(const std::filesystem::path& path, const OpenOptions& options = {});

// Recordings in EDF, EDF+, BDF and BDF+. Samples are 16 (BDF: 24) bit integers in records of fixed length; the physical
// value is minimum + (sample - digital minimum) * physical range / digital range, in double precision.

/// Every signal is a channel with its own rate; annotation signals become annotations, with onsets relative to the
/// first sample. Time missing between EDF+D records becomes a gap in every channel. A file with annotations only has no
/// channels.
/// @throws Error bad_file if nothing can be read; other faults give a warning.
series::Recording read_edf(Input& input, const OpenOptions& options = {});

// Raw recordings in FIF, the format of MEGIN (Neuromag) and MNE: MEG, EEG and other channels of one rate. Values are
// those of MNE, sample * (range * calibration) in double precision.

/// Reads a raw recording with the types of its channels, those marked as bad, skips of the acquisition as gaps,
/// annotations, and the further files in which it goes on.
/// @throws Error bad_file; file_not_found for a further file; unsupported for files without raw data, complex samples,
/// and recordings with internal active shielding unless they are allowed.
series::Recording read_fif(Input& input, const OpenOptions& options = {});

// GDF 1 and 2, the General Data Format for biomedical signals (Schlögl 2006): records as in EDF, with a number type for
// every channel and a table of events behind them.

/// Reads channels in the physical unit of the file, each with its own rate, and events as annotations with their code
/// as text. Values outside the digital range are kept.
/// @throws Error bad_file, unsupported.
series::Recording read_gdf(Input& input, const OpenOptions& options = {});

// One numeric array of a MATLAB file, version 5 (-v6 and -v7) or 7.3 (HDF5). The HDF5 library may crash on a damaged
// file, so it runs in a confined child process, which is ended if it crashes, hangs or requests more memory than a file
// of this size can fill.

/// Reads the variable, or field of a structure ("EEG.data"), named by the options, or the only array of numbers. The
/// shorter dimension counts the channels (rows if both are equal) unless the options say otherwise. A single channel
/// has the name of the variable. Arrays stored in other files are not read.
/// @throws Error bad_file for a file that is damaged or no MATLAB file; unsupported for complex, sparse and
/// higher-dimensional arrays; invalid_argument for a missing variable, or for several arrays if none is named; the
/// message lists them.
series::Recording read_mat(Input& input, const OpenOptions& options = {});

// One NumPy array (.npy, format 1.0 to 3.0): integers, booleans, float32 or float64 of either byte order, in C or
// Fortran order.

inline constexpr std::string_view kNpyMagic = "\x93NUMPY";

/// A 1-D array is one channel. In a 2-D array the shorter side counts the channels unless the options choose one.
/// @throws Error bad_file for a file that is truncated or no .npy; unsupported for other shapes and types, and for
/// sides of similar length.
series::Recording read_npy(Input& input, const OpenOptions& options = {});

// RR intervals in files of Polar's heart rate monitors (.hrm; Polar HRM2 File Format Description, version 1.4): text in
// sections, of which [Params] tells what the lines of [HRData] are.

/// The format of recordings that read_polar() returns.
inline constexpr std::string_view kPolarFormat = "Polar HRM";

/// True if the first line that is not blank is "[Params]".
bool begins_like_polar(std::string_view first_bytes);

/// begins_like_polar() of a file; false for standard input, which can be read once.
/// @throws Error as Input.
bool is_polar(const std::filesystem::path& path);

/// One channel "RR" of intervals in ms, without a rate. A warning tells where the intervals last another time than the
/// recording.
/// @throws Error bad_file for a file that was cut off, has no intervals, or has other words than whole milliseconds of
/// at most a day; unsupported for versions other than 102 to 107, for heart rates and for lines with several values.
series::Recording read_polar(Input& input, const OpenOptions& options = {});

// Tables of numbers as text, by the ten rules of docs/files.md. Numbers are read alike in every locale.

/// Every column of numbers is a channel but that of time; with Orientation::rows every line is one.
/// @throws Error bad_file naming the line for words between the numbers and for lines of different lengths; unsupported
/// for what the options have to decide.
series::Recording read_table(Input& input, const OpenOptions& options = {});

}  // namespace biotropy::files
