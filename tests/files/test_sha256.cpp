// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/sha256.hpp"

#include "tests/files/outcome.hpp"
#include "tests/files/scratch.hpp"

namespace biotropy::files {
namespace {

// The examples of FIPS 180-4.
TEST(Sha256, PublishedExamples) {
  const Scratch scratch;
  EXPECT_EQ(sha256(scratch.write("empty", "")), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256(scratch.write("abc", "abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256(scratch.write("million", std::string(1'000'000, 'a'))),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, AFileOfSeveralWindows) {
  const Scratch scratch;
  // Two windows and a half; the expected digest is that of: head -c 2621440 /dev/zero | sha256sum
  EXPECT_EQ(sha256(scratch.write("zeros", std::string(Input::kWindow * 5 / 2, '\0'))),
            "6de7493c5c90f643357c268fbaaf461c1567e0334e4948023ce17268403aa37a");
}

TEST(Sha256, OfSeveralFilesInTheirOrder) {
  const Scratch scratch;
  const std::string first = scratch.write("abc", "abc").string(), second = scratch.write("empty", "").string();
  const std::vector<FileDigest> found = digests({first, second, first});
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].path, first);
  EXPECT_EQ(found[1].path, second);
  EXPECT_EQ(found[0].sha256, sha256(std::filesystem::path(first)));
  EXPECT_EQ(found[1].sha256, sha256(std::filesystem::path(second)));
  EXPECT_EQ(found[2].sha256, found[0].sha256);
  EXPECT_THAT(error_of([&] { digests({first, "missing"}); }), IsError(ErrorCode::file_not_found, "missing"));
}

TEST(Sha256, Errors) {
  const Scratch scratch;
  EXPECT_THAT(error_of([&] { sha256(scratch.path("missing")); }), IsError(ErrorCode::file_not_found, "missing"));
  EXPECT_THAT(error_of([&] { sha256(scratch.folder()); }), IsError(ErrorCode::bad_file, "a folder"));
  CancelFlag cancel;
  cancel.cancel();
  EXPECT_THAT(error_of([&] { sha256(scratch.write("abc", "abc"), &cancel); }), IsError(ErrorCode::cancelled, ""));
}

}  // namespace
}  // namespace biotropy::files
