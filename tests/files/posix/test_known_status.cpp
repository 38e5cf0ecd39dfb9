// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/input.hpp"

#include "biotropy/files/bids_dataset.hpp"
#include "biotropy/files/formats/wfdb/wfdb.hpp"
#include "biotropy/files/open.hpp"
#include "biotropy/files/output.hpp"
#include "tests/files/outcome.hpp"
#include "tests/files/scratch.hpp"
#include "tests/files/unprivileged.hpp"

namespace biotropy::files {
namespace {

namespace fs = std::filesystem;

TEST(KnownStatus, NothingThereIsAnAnswer) {
  const Scratch scratch;
  const fs::path file = scratch.write("a", "");
  fs::create_symlink("nowhere", scratch.path("link"));
  EXPECT_TRUE(fs::is_regular_file(known_status(file)));
  for (const fs::path& path :
       {scratch.path("b"), scratch.path("link"), file / "b", scratch.path(std::string(300, 'x'))})
    EXPECT_EQ(known_status(path).type(), fs::file_type::not_found) << path;
}

// Pointers of git-annex and Git LFS, a link as a text, and a link to nothing (no text).
TEST(KnownStatus, ContentThatWasNotFetchedIsAnErrorInEveryFileOfARecording) {
  const Scratch scratch;
  scratch.write(
      "a.vhdr",
      "Brain Vision Data Exchange Header File Version 1.0\n[Common Infos]\nDataFile=a.eeg\nMarkerFile=a.vmrk\n"
      "DataFormat=BINARY\nDataOrientation=MULTIPLEXED\nNumberOfChannels=1\nSamplingInterval=1000\n"
      "[Binary Infos]\nBinaryFormat=INT_16\n[Channel Infos]\nCh1=a,,1,uV\n");
  scratch.write("a.eeg", std::string(200, 'x'));
  scratch.write("a.vmrk", "Brain Vision Data Exchange Marker File, Version 1.0\n[Marker Infos]\n");
  scratch.write("b.hea", "b 1 250 100\nb.dat 16 200\n");
  scratch.write("b.dat", std::string(200, '\1'));
  scratch.write("sub-1_eeg.csv", "Fz\n1\n2\n");
  scratch.write("sub-1_channels.tsv", "name\ttype\nFz\tEEG\n");
  scratch.write("c.edf", "");
  scratch.write("d.txt", "");
  const std::vector<std::pair<std::string, std::string>> all = {
      {"a.vhdr", "a.vhdr"}, {"a.vhdr", "a.eeg"},
      {"a.vhdr", "a.vmrk"}, {"a.eeg", "a.vhdr"},
      {"b.hea", "b.hea"},   {"b.hea", "b.dat"},
      {"b.dat", "b.hea"},   {"c.edf", "c.edf"},
      {"d.txt", "d.txt"},   {"sub-1_eeg.csv", "sub-1_channels.tsv"}};
  for (const auto& [opened, missing] : all) {
    const fs::path file = scratch.path(missing);
    const std::string before = bytes_of(file);
    for (const std::string text :
         {"/annex/objects/MD5E-s8--4d2b.x\n", "version https://git-lfs.github.com/spec/v1\noid sha256:4d2b\nsize 8\n",
          "../../.git/annex/objects/aa/bb/MD5E-s8--4d2b.x/MD5E-s8--4d2b.x", ""}) {
      fs::remove(file);
      if (text.empty()) {
        fs::create_symlink("nowhere", file);
      } else {
        scratch.write(missing, text);
      }
      const auto error = error_of([&] { open(scratch.path(opened)); });
      ASSERT_TRUE(error) << missing << text;
      EXPECT_EQ(error->code(), ErrorCode::file_not_found) << missing << text << error->what();
    }
    fs::remove(file);
    scratch.write(missing, before);
  }
  EXPECT_EQ(open(scratch.path("a.vhdr")).channels[0].samples.size(), 100U);
  EXPECT_EQ(open(scratch.path("b.hea")).channels[0].samples.size(), 100U);
}

// Signals are read without their annotations, and annotations alone are an error.
TEST(KnownStatus, AnnotationsThatWereNotFetchedAreNotPassedOver) {
  const Scratch scratch;
  scratch.write("b.hea", "b 1 250 100\nb.dat 16 200\n");
  scratch.write("b.dat", std::string(200, '\1'));
  fs::create_symlink("nowhere", scratch.path("b.atr"));
  EXPECT_THAT(open(scratch.path("b.hea")).notices, warns("annotations_left_out"));
  scratch.write("b.hea", "b 0 250 100\n");
  const auto error = error_of([&] { open(scratch.path("b.hea")); });
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code(), ErrorCode::file_not_found);
}

TEST(KnownStatus, WhatTheSystemDoesNotTellIsAnError) {
  const Scratch scratch;
  fs::create_symlink("loop", scratch.path("loop"));
  EXPECT_THAT(error_of([&] { known_status(scratch.path("loop")); }), IsError(ErrorCode::io, "loop: Too many levels"));
  fs::create_directory(scratch.path("closed"));
  fs::permissions(scratch.folder(), fs::perms::all);
  fs::permissions(scratch.path("closed"), fs::perms::none);
  {
    const test::Unprivileged here;
    EXPECT_THAT(error_of([&] { known_status(scratch.path("closed") / "a"); }),
                IsError(ErrorCode::io, "closed/a: Permission denied"));
  }
  fs::permissions(scratch.path("closed"), fs::perms::all);
}

TEST(KnownStatus, NoFolderOfADatasetIsPassedOver) {
  const Scratch scratch;
  fs::create_directories(scratch.path("sub-01"));
  fs::create_symlink("eeg", scratch.path("sub-01/eeg"));
  EXPECT_THAT(error_of([&] { find_bids_recordings(scratch.folder(), {}); }), IsError(ErrorCode::io, "sub-01/eeg: "));
}

TEST(KnownStatus, AFolderThatCannotBeListedMayHoldAnnotations) {
  const Scratch scratch;
  scratch.write("a.hea", "a 0 250 1000\n");
  fs::permissions(scratch.folder(), fs::perms::all);
  fs::permissions(scratch.folder(), fs::perms::owner_read | fs::perms::group_read | fs::perms::others_read,
                  fs::perm_options::remove);
  {
    const test::Unprivileged here;
    EXPECT_THAT(error_of([&] { wfdb_annotation_file(scratch.path("a.hea"), {}); }),
                IsError(ErrorCode::io, "the folder cannot be read for annotations: Permission denied"));
  }
  fs::permissions(scratch.folder(), fs::perms::all);
}

TEST(KnownStatus, AnOutputReplacesNothingUnknown) {
  const Scratch scratch;
  fs::create_symlink("loop.csv", scratch.path("loop.csv"));
  EXPECT_THAT(error_of([&] { Output(scratch.path("loop.csv")); }), IsError(ErrorCode::io, "loop.csv: "));
  EXPECT_TRUE(fs::is_symlink(scratch.path("loop.csv")));
}

}  // namespace
}  // namespace biotropy::files
