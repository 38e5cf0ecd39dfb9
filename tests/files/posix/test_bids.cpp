// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/bids.hpp"

#include "tests/files/outcome.hpp"
#include "tests/files/scratch.hpp"
#include "tests/files/unprivileged.hpp"

namespace biotropy::files {
namespace {

// Without its list a folder may hold a table, so it is not taken for one that has none.
TEST(BidsFolders, ThatCannotBeListedAreAnError) {
  namespace fs = std::filesystem;
  const Scratch scratch;
  const fs::path folder = scratch.path("sub-1");
  fs::create_directory(folder);
  const fs::path recording = scratch.write("sub-1/sub-1_eeg.edf", "x");
  fs::permissions(scratch.folder(), fs::perms::all);
  fs::permissions(folder, fs::perms::none);
  {
    const test::Unprivileged here;
    EXPECT_THAT(error_of([&] { bids_table(recording, "events"); }),
                IsError(ErrorCode::io, "the folder cannot be read for tables that end in _events.tsv: Permission"));
  }
  fs::permissions(folder, fs::perms::all);
}

}  // namespace
}  // namespace biotropy::files
