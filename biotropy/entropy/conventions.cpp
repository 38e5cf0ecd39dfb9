// SPDX-License-Identifier: Apache-2.0
#include "biotropy/entropy/conventions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <vector>

#include "biotropy/entropy/options.hpp"
#include "biotropy/entropy/words.hpp"
#include "biotropy/error.hpp"

namespace biotropy::entropy {

namespace {

// SampEn of antropy counts distances below r in shorter series; from this length on a tree counts those up to r.
constexpr std::size_t kAntropyTreeFrom = 5000;

// Its filter edge is 0.5 / scale of the Nyquist frequency.
constexpr double kEntropyHubCutoff = 0.25;

constexpr double kCostaTolerance = 0.15;

// 0.2 for m = 2; grows with m as the Chebyshev distance between templates of normal numbers does.
double nolds_tolerance(int m) {
  return 0.1164 * (0.5627 * std::log(m) + 1.3334);
}

/// Measures of other programs. Listed one by one, so that a new measure is not attributed to all of them.
struct Program {
  Convention convention;
  std::vector<Measure> measures;
};
const Program kPrograms[] = {
    {Convention::costa, {Measure::sampen}},
    {Convention::physionet, {Measure::sampen}},
    {Convention::antropy, {Measure::apen, Measure::sampen, Measure::permen}},
    {Convention::entropyhub,
     {Measure::apen, Measure::sampen, Measure::fuzzyen, Measure::permen, Measure::mvsampen, Measure::mvfuzzyen,
      Measure::cross_apen, Measure::cross_sampen, Measure::cross_fuzzyen}},
    {Convention::tsfresh, {Measure::apen, Measure::sampen, Measure::permen}},
    {Convention::nolds, {Measure::sampen}},
    {Convention::neurokit, {Measure::apen, Measure::sampen, Measure::fuzzyen, Measure::permen}},
};

void set_entropyhub(Measure measure, Parameters& parameters) {
  parameters.ddof = 0;
  parameters.bias = Bias::skip;
  if (measure == Measure::cross_sampen || is_multivariate(measure)) parameters.templates = match::TemplateRule::all;
  if (entropy::has(measure, kMembership)) parameters.membership.form = match::MembershipForm::chen;
  if (entropy::has(measure, kMembership) || is_multivariate(measure)) parameters.r_unit = series::RUnit::absolute;
}

std::string names_that_have(Measure measure) {
  std::string list;
  for (const auto& [text, one] : kWords<Convention>) {
    if (has(one, measure)) list.append(list.empty() ? "" : ", ").append(text);
  }
  return list;
}

}  // namespace

bool has(Convention convention, Measure measure) {
  if (convention == Convention::richman_moorman) return true;
  const auto found = std::find_if(std::begin(kPrograms), std::end(kPrograms),
                                  [&](const Program& program) { return program.convention == convention; });
  return std::find(found->measures.begin(), found->measures.end(), measure) != found->measures.end();
}

bool has_multiscale(Convention convention, Measure measure, MultiscaleMethod method) {
  if (!has(convention, measure)) return false;
  switch (convention) {
    case Convention::richman_moorman:
      return !(method == MultiscaleMethod::rcmse && !entropy::has(measure, kRatio));
    case Convention::entropyhub:
      // rXMSEn has one tolerance for both series, from their pooled SD.
      return method == MultiscaleMethod::mse || (method == MultiscaleMethod::rmse && !is_cross(measure));
    case Convention::costa:
    case Convention::neurokit:
      return method == MultiscaleMethod::mse;
    case Convention::physionet:
    case Convention::antropy:
    case Convention::tsfresh:
    case Convention::nolds:
      break;
  }
  return false;
}

MultiscaleParameters conventional_multiscale(Convention convention, Measure measure, MultiscaleMethod method,
                                             std::optional<int> m) {
  MultiscaleParameters parameters;
  parameters.measure = measure;
  parameters.method = method;
  validate(parameters);
  if (!has_multiscale(convention, measure, method)) {
    std::string names;
    for (const auto& [text, one] : kWords<Convention>) {
      if (has_multiscale(one, measure, method)) names.append(names.empty() ? "" : ", ").append(text);
    }
    throw Error::argument("convention", std::string(word(convention)),
                          fmt::format("one of {2}, which have {0} of {1}", word(method), word(measure), names));
  }
  parameters.entropy = conventional(convention, measure, m);
  if (convention == Convention::entropyhub) {
    // XMSEn of z-scored series with an r: the same r at every scale.
    parameters.tolerance_of = is_cross(measure) ? ToleranceOf::original : ToleranceOf::scale;
    parameters.cutoff = kEntropyHubCutoff;
  }
  return parameters;
}

void require_same_values(Convention convention, Measure measure, const Parameters& parameters) {
  const bool has_other_delay = (convention == Convention::neurokit && entropy::has(measure, kRatio)) ||
                               (convention == Convention::tsfresh && entropy::has(measure, kPatterns));
  if (has_other_delay && parameters.tau != 1) {
    throw Error::argument(
        "tau", std::to_string(parameters.tau),
        fmt::format("1, as {} of {} takes other templates with a delay", word(measure), word(convention)));
  }
  if (convention == Convention::entropyhub && parameters.normalise && parameters.ties == Ties::equal) {
    throw Error::argument(
        "normalise", "true",
        fmt::format("false with `ties = equal` of {}, which divides by log(m!) in any case", word(convention)));
  }
}

Parameters conventional(Convention convention, Measure measure, std::optional<int> m, std::size_t n_samples) {
  if (m && *m < 1) throw Error::argument("m", std::to_string(*m), std::string(find_option("m")->allowed));
  if (!has(convention, measure)) {
    throw Error::argument("convention", std::string(word(convention)),
                          fmt::format("one that has {} ({})", word(measure), names_that_have(measure)));
  }
  Parameters parameters;
  parameters.m = m.value_or(row_of(measure).m);
  // PermEn of the other programs except tsfresh is in bits.
  if (entropy::has(measure, kPatterns) && convention != Convention::richman_moorman &&
      convention != Convention::tsfresh) {
    parameters.base = Base::two;
  }
  switch (convention) {
    case Convention::richman_moorman:
      break;
    case Convention::costa:
      parameters.r = kCostaTolerance;
      parameters.undefined = Undefined::bound;
      break;
    case Convention::physionet:
      parameters.ddof = 0;
      parameters.boundary = match::Boundary::open;
      break;
    case Convention::antropy:
      parameters.ddof = 0;
      if (measure == Measure::sampen && n_samples < kAntropyTreeFrom) parameters.boundary = match::Boundary::open;
      break;
    case Convention::entropyhub:
      set_entropyhub(measure, parameters);
      break;
    case Convention::tsfresh:
      parameters.ddof = 0;
      parameters.templates = match::TemplateRule::all;
      parameters.sign = Sign::dropped;
      break;
    case Convention::nolds:
      parameters.r = nolds_tolerance(*parameters.m);
      parameters.boundary = match::Boundary::open;
      break;
    case Convention::neurokit:
      parameters.undefined = Undefined::negative;
      parameters.sign = Sign::dropped;
      parameters.membership.n = 1.0;
      parameters.normalise = entropy::has(measure, kPatterns);
      break;
  }
  return parameters;
}

}  // namespace biotropy::entropy
