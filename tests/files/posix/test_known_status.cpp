// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/known_status.hpp"

#include <gtest/gtest.h>

#include "biotropy/files/bids_dataset.hpp"
#include "biotropy/files/formats/wfdb.hpp"
#include "biotropy/files/output.hpp"
#include "tests/files/outcome.hpp"
#include "tests/files/scratch.hpp"
#include "tests/files/unprivileged.hpp"

namespace biotropy::files {
namespace {

namespace fs = std::filesystem;

using test::error_of;
using test::IsError;
using test::Scratch;

TEST(KnownStatus, NothingThereIsAnAnswer) {
  const Scratch scratch;
  const fs::path file = scratch.write("a", "");
  fs::create_symlink("nowhere", scratch.path("link"));
  EXPECT_TRUE(fs::is_regular_file(known_status(file)));
  for (const fs::path& path :
       {scratch.path("b"), scratch.path("link"), file / "b", scratch.path(std::string(300, 'x'))})
    EXPECT_EQ(known_status(path).type(), fs::file_type::not_found) << path;
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
