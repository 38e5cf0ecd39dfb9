// SPDX-License-Identifier: Apache-2.0
#include "biotropy/entropy/conventions.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string>

#include "biotropy/error.hpp"

namespace biotropy::entropy {

namespace {

// SampEn of antropy counts distances below r in shorter series and up to r, by a tree, in others.
constexpr std::size_t kAntropyTreeFrom = 5000;

// The edge of its filter is 0.5 / scale of half the rate.
constexpr double kEntropyHubCutoff = 0.25;

constexpr double kCostaTolerance = 0.15;

// 0.2 for m = 2, growing as the Chebyshev distance of normal numbers does with the length of the templates.
double nolds_tolerance(int m) {
  return 0.1164 * (0.5627 * std::log(m) + 1.3334);
}

void set_entropyhub(Measure measure, Parameters& parameters) {
  parameters.ddof = 0;
  parameters.bias = Bias::skip;
  if (measure == Measure::cross_sampen) parameters.templates = match::TemplateRule::all;
  if (!is_fuzzy(measure)) return;
  parameters.membership.form = match::MembershipForm::chen;
  parameters.r_unit = series::RUnit::absolute;
}

std::string names_that_have(Measure measure) {
  std::string list;
  for (const Convention one : kConventions) {
    if (has(one, measure)) list += (list.empty() ? "" : ", ") + std::string(name(one));
  }
  return list;
}

}  // namespace

std::string_view name(Convention convention) {
  switch (convention) {
    case Convention::richman_moorman:
      return "richman-moorman";
    case Convention::costa:
      return "costa";
    case Convention::physionet:
      return "physionet";
    case Convention::antropy:
      return "antropy";
    case Convention::entropyhub:
      return "entropyhub";
    case Convention::tsfresh:
      return "tsfresh";
    case Convention::nolds:
      return "nolds";
    case Convention::neurokit:
      return "neurokit";
  }
  return "unknown";
}

Convention convention(std::string_view wanted) {
  std::string names;
  for (const Convention one : kConventions) {
    if (name(one) == wanted) return one;
    names += (names.empty() ? "one of " : ", ") + std::string(name(one));
  }
  throw Error::argument("convention", std::string(wanted), names);
}

bool has(Convention convention, Measure measure) {
  switch (convention) {
    case Convention::richman_moorman:
    case Convention::entropyhub:
      return true;
    case Convention::costa:
    case Convention::physionet:
    case Convention::nolds:
      return measure == Measure::sampen;
    case Convention::antropy:
    case Convention::tsfresh:
      return measure == Measure::sampen || measure == Measure::apen;
    case Convention::neurokit:
      return !is_cross(measure);
  }
  return false;
}

bool has_multiscale(Convention convention, Measure measure, MultiscaleMethod method) {
  if (is_cross(measure) || !has(convention, measure)) return false;
  switch (convention) {
    case Convention::richman_moorman:
      return !(method == MultiscaleMethod::rcmse && is_approximate(measure));
    case Convention::entropyhub:
      return method == MultiscaleMethod::mse || method == MultiscaleMethod::rmse;
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

MultiscaleParameters conventional_multiscale(Convention convention, Measure measure, MultiscaleMethod method, int m) {
  MultiscaleParameters parameters;
  parameters.measure = measure;
  parameters.method = method;
  validate(parameters);
  if (!has_multiscale(convention, measure, method)) {
    std::string names;
    for (const Convention one : kConventions) {
      if (has_multiscale(one, measure, method)) names += (names.empty() ? "" : ", ") + std::string(name(one));
    }
    throw Error::argument("convention", std::string(name(convention)),
                          fmt::format("one that has {} of {} ({})", name(method), name(measure), names));
  }
  parameters.entropy = conventional(convention, measure, m);
  if (convention == Convention::entropyhub) {
    parameters.tolerance_of = ToleranceOf::scale;
    parameters.cutoff = kEntropyHubCutoff;
  }
  return parameters;
}

void require_same_values(Convention convention, Measure measure, const Parameters& parameters) {
  if (convention != Convention::neurokit || is_approximate(measure) || parameters.tau == 1) return;
  throw Error::argument(
      "tau", std::to_string(parameters.tau),
      fmt::format("1 for {} of {}, which has other templates with a delay,", name(measure), name(convention)));
}

Parameters conventional(Convention convention, Measure measure, int m, std::size_t n_samples) {
  if (m < 1) throw Error::argument("m", std::to_string(m), "an integer of at least 1");
  if (!has(convention, measure)) {
    throw Error::argument("convention", std::string(name(convention)),
                          fmt::format("one that has {} ({})", name(measure), names_that_have(measure)));
  }
  Parameters parameters;
  parameters.m = m;
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
      parameters.drop_sign = true;
      break;
    case Convention::nolds:
      parameters.r = nolds_tolerance(m);
      parameters.boundary = match::Boundary::open;
      break;
    case Convention::neurokit:
      parameters.undefined = Undefined::negative;
      parameters.drop_sign = true;
      parameters.membership.n = 1.0;
      break;
  }
  return parameters;
}

}  // namespace biotropy::entropy
