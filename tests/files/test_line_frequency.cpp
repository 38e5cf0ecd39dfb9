// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/bids.hpp"

#include "tests/files/outcome.hpp"
#include "tests/files/scratch.hpp"

namespace biotropy::files {
namespace {

class LineFrequencyOf : public ::testing::Test {
 protected:
  std::filesystem::path write(const std::string& path, const std::string& bytes) const {
    std::filesystem::create_directories(scratch_.path(path).parent_path());
    return scratch_.write(path, bytes);
  }

  LineFrequency read() const { return line_frequency(scratch_.path("sub-1/eeg/sub-1_task-rest_eeg.edf")); }

  const Scratch scratch_;
};

TEST_F(LineFrequencyOf, TheClosestSidecarThatHasIt) {
  write("sub-1/eeg/sub-1_task-rest_eeg.edf", "x");
  EXPECT_THAT(error_of([&] { read(); }),
              IsError(ErrorCode::invalid_data, "no sidecar (*_eeg.json) gives its PowerLineFrequency: name the"));
  write("task-nap_eeg.json", R"({"PowerLineFrequency": 16.7})");
  EXPECT_THAT(error_of([&] { read(); }), IsError(ErrorCode::invalid_data, "no sidecar"));
  const auto root = write("task-rest_eeg.json", R"({"PowerLineFrequency": 50})");
  EXPECT_EQ(read().hertz, 50.0);
  EXPECT_EQ(read().sidecar, root);
  const auto beside = write("sub-1/eeg/sub-1_task-rest_eeg.json", R"({"TaskName": "rest"})");
  EXPECT_EQ(read().sidecar, root);
  write("sub-1/eeg/sub-1_task-rest_eeg.json", R"({"PowerLineFrequency": 60.0})");
  EXPECT_EQ(read().hertz, 60.0);
  EXPECT_EQ(read().sidecar, beside);
}

TEST_F(LineFrequencyOf, SidecarsThatDoNotSay) {
  const std::string sidecar = "sub-1/eeg/sub-1_task-rest_eeg.json";
  write(sidecar, R"({"PowerLineFrequency": "n/a"})");
  EXPECT_THAT(error_of([&] { read(); }), IsError(ErrorCode::invalid_data, "PowerLineFrequency is n/a: name the"));
  for (const char* value : {"0", "-50", "true", "\"50\"", "[50]", "null"}) {
    write(sidecar, std::string(R"({"PowerLineFrequency": )") + value + "}");
    EXPECT_THAT(error_of([&] { read(); }), IsError(ErrorCode::bad_file, "is not a positive number")) << value;
  }
  for (const char* text : {"", "[]", "{", "50"}) {
    write(sidecar, text);
    EXPECT_THAT(error_of([&] { read(); }), IsError(ErrorCode::bad_file, "no JSON object")) << text;
  }
}

}  // namespace
}  // namespace biotropy::files
