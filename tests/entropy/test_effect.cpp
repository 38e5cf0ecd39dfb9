// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <set>
#include <string>

#include "biotropy/entropy/effect.hpp"
#include "biotropy/error.hpp"

namespace biotropy::entropy {
namespace {

using Change = std::function<void(Parameters&)>;

const std::map<std::string, Change>& changes() {
  static const std::map<std::string, Change> all{
      {"bias", [](Parameters& p) { p.bias = Bias::zero; }},
      {"undefined", [](Parameters& p) { p.undefined = Undefined::negative; }},
      {"closed", [](Parameters& p) { p.boundary = match::Boundary::open; }},
      {"counter", [](Parameters& p) { p.counter = "direct"; }},
      {"membership", [](Parameters& p) { p.membership.form = match::MembershipForm::chen; }},
      {"membership n", [](Parameters& p) { p.membership.n = 3.0; }},
      {"membership corner", [](Parameters& p) { p.membership.corner = 0.5; }},
      {"remove_local_mean", [](Parameters& p) { p.remove_local_mean = false; }},
  };
  return all;
}

std::set<std::string> without_effect(Measure measure) {
  std::set<std::string> refused;
  for (const auto& [parameter, change] : changes()) {
    Parameters usual, chosen;
    change(chosen);
    try {
      require_effect(measure, usual, chosen);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
      EXPECT_EQ(error.parameter(), parameter);
      const bool of_form = is_fuzzy(measure) && parameter == "membership corner";
      const std::string refusing = of_form ? "exponential" : std::string(name(measure));
      EXPECT_NE(error.allowed().find("(not " + refusing + ")"), std::string::npos) << error.what();
      refused.insert(parameter);
    }
    // What holds anyway may be asked for.
    change(usual);
    EXPECT_NO_THROW(require_effect(measure, usual, chosen)) << parameter;
  }
  return refused;
}

TEST(Effect, EachMeasureHasItsParameters) {
  const std::set<std::string> fuzzy = {"membership", "membership n", "membership corner", "remove_local_mean"};
  const auto and_also = [&](std::set<std::string> more) {
    more.insert(fuzzy.begin(), fuzzy.end());
    return more;
  };
  EXPECT_EQ(without_effect(Measure::cross_apen), and_also({"undefined"}));
  EXPECT_EQ(without_effect(Measure::apen), and_also({"bias", "undefined"}));
  EXPECT_EQ(without_effect(Measure::sampen), and_also({"bias"}));
  EXPECT_EQ(without_effect(Measure::cross_sampen), and_also({"bias"}));
  // The default membership has no corner.
  const std::set<std::string> counting = {"bias", "closed", "counter", "membership corner"};
  EXPECT_EQ(without_effect(Measure::fuzzyen), counting);
  EXPECT_EQ(without_effect(Measure::cross_fuzzyen), counting);
}

TEST(Effect, MembershipsHaveAnExponentOrACorner) {
  using match::MembershipForm;
  const auto refused = [](MembershipForm form, double n, double corner) -> std::string {
    Parameters chosen;
    chosen.membership = {form, n, corner};
    try {
      require_effect(Measure::fuzzyen, {}, chosen);
    } catch (const Error& error) {
      return error.parameter();
    }
    return "";
  };
  for (const auto form : {MembershipForm::exponential, MembershipForm::chen, MembershipForm::bell}) {
    EXPECT_EQ(refused(form, 3.0, 0.0), "");
    EXPECT_EQ(refused(form, 2.0, 0.5), "membership corner");
  }
  for (const auto form : {MembershipForm::sigmoid, MembershipForm::trapezoidal2}) {
    EXPECT_EQ(refused(form, 3.0, 0.0), "membership n");
    EXPECT_EQ(refused(form, 2.0, 0.5), "");
  }
}

}  // namespace
}  // namespace biotropy::entropy
