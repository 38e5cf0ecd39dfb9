// SPDX-License-Identifier: Apache-2.0
#include "biotropy/entropy/effect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

#include "biotropy/error.hpp"

namespace biotropy::entropy {

namespace {

std::string_view name(Bias bias) {
  switch (bias) {
    case Bias::max:
      return "max";
    case Bias::zero:
      return "zero";
    case Bias::skip:
      return "skip";
    case Bias::none:
      return "none";
  }
  return "";
}

std::string_view name(Undefined undefined) {
  switch (undefined) {
    case Undefined::natural:
      return "natural";
    case Undefined::negative:
      return "negative";
    case Undefined::bound:
      return "bound";
  }
  return "";
}

// Not every membership has an exponent or a corner.
void require_effect_on_form(const match::Membership& usual, const match::Membership& chosen) {
  using match::MembershipForm;
  const auto is_one_of = [&](std::initializer_list<MembershipForm> forms) {
    return std::find(forms.begin(), forms.end(), chosen.form) != forms.end();
  };
  if (chosen.n != usual.n && !is_one_of({MembershipForm::exponential, MembershipForm::chen, MembershipForm::bell})) {
    throw Error::argument("membership n", fmt::format("{}", chosen.n),
                          fmt::format("exponential, chen or bell (not {})", match::name(chosen.form)));
  }
  if (chosen.corner != usual.corner && !is_one_of({MembershipForm::sigmoid, MembershipForm::trapezoidal2})) {
    throw Error::argument("membership corner", fmt::format("{}", chosen.corner),
                          fmt::format("sigmoid or trapezoidal2 (not {})", match::name(chosen.form)));
  }
}

}  // namespace

void require_effect(Measure measure, const Parameters& usual, const Parameters& chosen) {
  const auto require = [&](bool same, const char* parameter, const std::string& value, const char* measures) {
    if (!same) throw Error::argument(parameter, value, fmt::format("{} (not {})", measures, entropy::name(measure)));
  };
  if (measure != Measure::cross_apen) {
    require(chosen.bias == usual.bias, "bias", std::string(name(chosen.bias)), "cross-apen");
  }
  if (is_approximate(measure)) {
    require(chosen.undefined == usual.undefined, "undefined", std::string(name(chosen.undefined)),
            "another measure than apen and cross-apen");
  }
  if (is_fuzzy(measure)) {
    const char* counting = "a measure that counts matches";
    require(chosen.boundary == usual.boundary, "closed", chosen.boundary == match::Boundary::open ? "false" : "true",
            counting);
    require(chosen.counter == usual.counter, "counter", chosen.counter, counting);
    require_effect_on_form(usual.membership, chosen.membership);
    return;
  }
  const char* fuzzy = "a fuzzy measure";
  const match::Membership &given = chosen.membership, &before = usual.membership;
  require(given.form == before.form, "membership", std::string(match::name(given.form)), fuzzy);
  require(given.n == before.n, "membership n", fmt::format("{}", given.n), fuzzy);
  require(given.corner == before.corner, "membership corner", fmt::format("{}", given.corner), fuzzy);
  require(chosen.remove_local_mean == usual.remove_local_mean, "remove_local_mean",
          chosen.remove_local_mean ? "true" : "false", fuzzy);
}

}  // namespace biotropy::entropy
