// SPDX-License-Identifier: Apache-2.0
//
// `biotropy states stream --show`: the address that is printed, lines that stay as they are, and ports that cannot be
// had.
#include "tests/cli/states_stream.hpp"

namespace biotropy {
namespace {

using ::testing::MatchesRegex;

TEST_F(StatesStream, ShowsALivePictureAndWritesTheSameLines) {
  const std::string replay = "biotropy states stream --model model.nc --replay test.csv --speed max --quiet ";
  for (const char* option : {"--show", "--show=0", "--show 0"}) {
    const Ended shown = run("BIOTROPY_MESSAGES=text; " + replay + option);
    EXPECT_EQ(shown.code, 0) << shown.errors;
    EXPECT_EQ(shown.output, table_) << option;
    EXPECT_THAT(shown.errors, MatchesRegex("biotropy: http://127\\.0\\.0\\.1:[0-9]+/\n")) << option;
  }
  EXPECT_EQ(run(replay).errors, "") << "without the option there is no page";
}

TEST_F(StatesStream, IsShownAtAPortThatIsFree) {
  const Ended ended = serve([&](int port, int) {
    const Ended taken =
        run("biotropy states stream --model model.nc --replay test.csv --show=" + std::to_string(port) + " 2> taken");
    EXPECT_EQ(taken.code, 2);
    EXPECT_EQ(taken.output, "");
    EXPECT_EQ(cli::test::count_of(bytes_of(scratch_.path("taken")), "show"), 1U);
    const int client = connected(port);
    send_all(client, greeting(3));
    ::close(client);
  });
  EXPECT_EQ(ended.code, 0) << ended.errors;
  for (const char* port : {"65536", "-1", "abc", "1.5"}) {
    EXPECT_EQ(run("biotropy states stream --model model.nc --show=" + std::string(port) + " < /dev/null").code, 2)
        << port;
  }
}

}  // namespace
}  // namespace biotropy
