// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "biotropy/counted.hpp"
#include "biotropy/words.hpp"

namespace biotropy {
namespace {

TEST(Suggestion, TheClosestWord) {
  const std::vector<std::string> known{"info", "entropy", "multiscale", "cross"};
  EXPECT_EQ(suggestion("entrpy", known), " (did you mean 'entropy'?)");
  EXPECT_EQ(suggestion("Fz", {"EEG Fp1", "EEG Fz"}), " (did you mean 'EEG Fz'?)");
  EXPECT_EQ(suggestion("ENTROPY", known), " (did you mean 'entropy'?)");
  EXPECT_EQ(suggestion("corss", known), " (did you mean 'cross'?)");
  EXPECT_EQ(suggestion("mulitscales", known), " (did you mean 'multiscale'?)");
  EXPECT_EQ(suggestion("inof", known), " (did you mean 'info'?)");
}

TEST(Suggestion, AnotherNameOfTheSameThing) {
  const std::vector<std::string> known{"m", "tau", "r", "n_jobs", "sfreq", "sample_entropy"};
  EXPECT_EQ(suggestion("delay", known), " (did you mean 'tau'?)");
  EXPECT_EQ(suggestion("fs", known), " (did you mean 'sfreq'?)");
  EXPECT_EQ(suggestion("threads", known), " (did you mean 'n_jobs'?)");
  EXPECT_EQ(suggestion("sampen", known), " (did you mean 'sample_entropy'?)");
  EXPECT_EQ(suggestion("threads", {"rate", "m"}), "");
}

TEST(Suggestion, NoneWhereNothingIsClose) {
  EXPECT_EQ(suggestion("spectrum", {"info", "entropy"}), "");
  EXPECT_EQ(suggestion("", {"info", ""}), "");
  EXPECT_EQ(suggestion("x", {"y"}), "") << "every letter is another one";
  EXPECT_EQ(suggestion("entropy", {}), "");
  EXPECT_EQ(suggestion(std::string(100'000, 'a'), {std::string(100'000, 'b')}), "");
}

TEST(Suggestion, OfTwoThatAreAsCloseTheFirst) {
  EXPECT_EQ(suggestion("Fp3", {"Fp1", "Fp2"}), " (did you mean 'Fp1'?)");
}

TEST(Counted, OneThingAndMore) {
  EXPECT_EQ(counted(0, "gap"), "0 gaps");
  EXPECT_EQ(counted(1, "gap"), "1 gap");
  EXPECT_EQ(counted(2, "gap"), "2 gaps");
}

TEST(Words, OneWordHasSeveralSpellings) {
  EXPECT_TRUE(is_same_word("cross-sampen", "cross_sampen"));
  EXPECT_TRUE(is_same_word("normalise", "normalize"));
  EXPECT_TRUE(is_same_word("normalize", "normalise"));
  EXPECT_FALSE(is_same_word("zcale", "scale"));
  EXPECT_FALSE(is_same_word("rise", "ris"));
  EXPECT_FALSE(is_same_word("crosssampen", "cross-sampen"));
  EXPECT_EQ(require_word("measure", "cross_apen", {"apen", "cross-apen"}), "cross-apen");
  EXPECT_THROW(require_word("measure", "cross", {"apen", "cross-apen"}), Error);
}

}  // namespace
}  // namespace biotropy
