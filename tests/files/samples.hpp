// SPDX-License-Identifier: Apache-2.0
//
// Small files of every format, valid and unusual ones: the seeds of mutations.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace biotropy::files::test {

struct SampleFile {
  std::string name;
  std::string bytes;
};

std::vector<SampleFile> edf_samples();
std::vector<SampleFile> fif_samples();
std::vector<SampleFile> gdf_samples();
std::vector<SampleFile> npy_samples();
std::vector<SampleFile> csv_samples();
std::vector<SampleFile> polar_samples();

/// Tables of physiology (BIDS) of two columns, compressed with gzip; "members" are two files, one after the other.
std::vector<SampleFile> physio_samples();

/// Headers, each followed by a byte 0, the samples, a byte 0 and the markers.
std::vector<SampleFile> brainvision_samples();

/// Annotation files, and headers followed by a byte 0 and their signal file.
std::vector<SampleFile> wfdb_samples();

/// Made by matio in this folder, which must exist.
std::vector<SampleFile> mat_samples(const std::filesystem::path& folder);

}  // namespace biotropy::files::test
