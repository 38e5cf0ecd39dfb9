// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/match_channels.hpp"
#include "tests/error_of.hpp"

namespace biotropy::sicamm {
namespace {

TEST(MatchChannels, InAnyOrderAndOthersAreIgnored) {
  const std::vector<ChannelName> found = {{"Pz"}, {"Status"}, {"Fz", "EEG", "microvolts"}, {"Cz", "EEG"}};
  EXPECT_THAT(match_channels({"Fz", "Cz", "Pz"}, {}, found, "x"), ElementsAre(2, 3, 0));
  EXPECT_THAT(match_channels({"EEG Cz", "EEG Fz"}, {"uV", "uV"}, found, "x"), ElementsAre(3, 2));
}

TEST(MatchChannels, WhatDoesNotFitIsNamed) {
  const std::vector<ChannelName> found = {{"Fz", "EEG", "mV"}, {"Cz"}, {"Cz"}};
  const auto refusal = [&](const std::vector<std::string>& labels, const std::vector<std::string>& units) {
    const Error error = error_of([&] { match_channels(labels, units, found, "a.edf"); });
    EXPECT_EQ(error.code(), ErrorCode::invalid_data);
    return std::string(error.what());
  };
  EXPECT_EQ(refusal({"Oz"}, {}), "a.edf: no channel 'Oz'");
  EXPECT_EQ(refusal({"O1", "Fz", "O2"}, {}), "a.edf: no channels 'O1', 'O2'");
  EXPECT_EQ(refusal({"EOG Fz"}, {}), "a.edf: no channel 'EOG Fz'");
  EXPECT_EQ(refusal({"Cz"}, {}), "a.edf: channel 'Cz' more than once");
  EXPECT_EQ(refusal({"Fz", "Fz"}, {}), "a.edf: channel 'Fz' more than once");
  EXPECT_EQ(refusal({"Fz"}, {"uV"}), "a.edf: channel 'Fz' is in 'mV', and the model was trained in 'uV'");
}

TEST(ModelChannels, AreNoEcgAndNoReference) {
  const auto chosen = [](const std::vector<std::string>& labels) {
    series::Recording recording;
    for (const std::string& label : labels) recording.channels.emplace_back().label = label;
    return model_channels(recording).chosen;
  };
  using Chosen = std::vector<std::size_t>;
  EXPECT_EQ(chosen({"EEG Fp1", "ECG ECG", "EEG A2-A1", "ekg", "EEG C3-A2", "M1"}), (Chosen{0, 4}));
  EXPECT_EQ(chosen({"A1", "A2", "A3"}), (Chosen{0, 1, 2})) << "of a cap";
  EXPECT_EQ(chosen({"ECG I", "ECG II"}), (Chosen{0, 1}));
}

TEST(MatchChannels, UnitsHaveSeveralSpellings) {
  const auto fits = [](const std::string& wanted, const std::string& unit) {
    const std::vector<ChannelName> found = {{"Fz", "", unit}};
    try {
      return match_channels({"Fz"}, {wanted}, found, "x").size() == 1;
    } catch (const Error&) {
      return false;
    }
  };
  for (const char* unit : {"uV", "\xc2\xb5V", "\xce\xbcV", "microvolts", "Microvolt", "microVolts", "UV", "uv", ""})
    EXPECT_TRUE(fits("uV", unit)) << unit;
  for (const char* unit : {"V", "mV", "nV", "millivolts", "volts", "MV", "uA"}) EXPECT_FALSE(fits("uV", unit)) << unit;
  EXPECT_TRUE(fits("", "mV"));
  EXPECT_TRUE(fits("fT", "fT"));
  EXPECT_FALSE(fits("fT", "pT"));
}

}  // namespace
}  // namespace biotropy::sicamm
