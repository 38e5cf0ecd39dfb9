// SPDX-License-Identifier: Apache-2.0
#include "biotropy/entropy/uncertainty.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <vector>

#include "biotropy/entropy/compared_series_internal.hpp"
#include "biotropy/entropy/each_channel_internal.hpp"
#include "biotropy/entropy/family_internal.hpp"
#include "biotropy/entropy/words.hpp"
#include "biotropy/error.hpp"
#include "biotropy/match/engine.hpp"
#include "biotropy/match/overlap.hpp"
#include "biotropy/match/query.hpp"
#include "biotropy/nan.hpp"
#include "biotropy/series/normalise.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::entropy {

namespace {

// Numbers of couples of overlapping matching pairs as computed by sampen -v of PhysioNet, whose standard deviations
// follow from them digit for digit. It does not list the couples: for templates that end at the samples e and e - d it
// multiplies their numbers of matches, without matches so near that a pair would be coupled with itself. Couples that
// overlap at both templates count twice, pairs that end at the last sample are included, and beyond the end of the
// series the last pair of each distance is used again.

struct PhysionetCouples {
  double at_m = 0.0, at_m1 = 0.0;  ///< couples of pairs that match at length m, and at m + 1
};

using match::Rule;
using match::Samples;

// For every e, whether the templates of `length` samples that end at e - lag and at e match.
std::vector<char> matches_at(std::size_t lag, int length, Samples x, const Rule& rule) {
  std::vector<char> matched(x.size(), 0);
  int run = 0;
  for (std::size_t e = lag; e < x.size(); ++e) {
    run = match::matches(x[e - lag], x[e], rule.r, rule.boundary) ? run + 1 : 0;
    matched[e] = run >= length ? 1 : 0;
  }
  return matched;
}

double couples(Samples x, int length, std::span<const std::uint32_t> matches, const Rule& rule) {
  const auto m = static_cast<std::size_t>(rule.lengths.front());
  const std::size_t n = x.size();
  std::vector<double> later(n, 0.0);  // matches of the template that ends at a sample
  std::copy(matches.begin(), matches.end(), later.begin() + (length - 1));
  std::vector<double> earlier = later;
  double sum = 0.0;
  for (const double count : later) sum += count * (count - 1.0);
  const auto take_off_before = [&](const std::vector<char>& matched, std::size_t lag) {
    for (std::size_t e = lag + 1; e < n; ++e) later[e] -= matched[e];
  };
  const auto take_off_after = [&](const std::vector<char>& matched, std::size_t lag) {
    for (std::size_t e = 0; e < n; ++e) earlier[e] -= matched[std::min(e + lag, n - 1)];
  };
  std::vector<char> previous;
  for (std::size_t d = 1; d <= m; ++d) {
    const std::vector<char> odd = matches_at(2 * d - 1, length, x, rule);
    if (d > 1) take_off_after(previous, 2 * d - 2);
    take_off_after(odd, 2 * d - 1);
    take_off_before(odd, 2 * d - 1);
    previous = matches_at(2 * d, length, x, rule);
    take_off_before(previous, 2 * d);
    for (std::size_t e = d; e < n; ++e) sum += 2.0 * later[e] * earlier[e - d];
  }
  return sum;
}

/// @param x without missing samples. @param rule of SampEn: lengths m and m + 1, and a delay of 1.
/// Time: that of counting and O(n m^2). @throws Error cancelled.
PhysionetCouples physionet_couples(Samples x, const Rule& rule, const Execution& execution) {
  Rule all = rule;
  all.templates = match::TemplateRule::all;
  all.theiler = match::kExcludeSelf;
  all.per_template = true;
  const match::Counts counts = match::count_matches(x, x, all, execution);
  return {couples(x, rule.lengths[0], counts.per_template[0], rule),
          couples(x, rule.lengths[1], counts.per_template[1], rule)};
}

// The formula takes totals over ordered pairs of templates: twice the unordered ones of a series with itself.
Entropy entropy_of(Measure measure, std::uint64_t b, std::uint64_t a, const ComparedSeries& compared,
                   const match::Rule& rule, const Parameters& parameters) {
  const std::uint64_t orders = measure == Measure::sampen ? 2 : 1;
  const match::LengthCounts lengths[] = {{b * orders, {}}, {a * orders, {}}};
  const TemplateCount of_x = valid_templates(compared.x(), rule), of_y = valid_templates(compared.y(), rule);
  return evaluate_counts(measure, compared.x(), of_x, of_y, {0, 0, lengths}, rule, parameters);
}

// Sum of the covariances of U over the couples, before the division by B^2.
double listed_covariance(const Uncertainty& u, Covariance form, double p) {
  const auto at_m = static_cast<double>(u.overlapping_m), at_m1 = static_cast<double>(u.overlapping_m1),
             mixed = static_cast<double>(u.overlapping_mixed);
  return form == Covariance::lake ? at_m1 - at_m * p * p : at_m1 - 2.0 * mixed * p + at_m * p * p;
}

void validate(Measure measure, const UncertaintyOptions& options, const Parameters& parameters) {
  entropy::validate(options);
  require_single_epochs(parameters, "a standard error");
  if (options.covariance != Covariance::physionet) return;
  const auto require = [](bool same, const std::string& where) {
    if (!same)
      throw Error::argument("covariance", "physionet", fmt::format("centred or lake, as it does not cover {}", where));
  };
  require(measure == Measure::sampen, std::string(word(measure)));
  require(parameters.tau == 1, fmt::format("tau = {}", parameters.tau));
  require(parameters.theiler.value_or(match::kExcludeSelf) == match::kExcludeSelf,
          fmt::format("theiler = {}", parameters.theiler.value_or(match::kExcludeSelf)));
  require(parameters.templates.value_or(match::TemplateRule::common) == match::TemplateRule::common, "templates = all");
}

// Cross-SampEn has two SDs, and the published formulas none.
bool depends_on_sd(Measure measure, Covariance form, const Parameters& parameters) {
  return measure == Measure::sampen && form == Covariance::centred &&
         r_unit_of(measure, parameters) != series::RUnit::absolute;
}

// This function and the next set the entropy and return the sum of covariances before the division by B^2.
double compare_as_physionet(Uncertainty& result, const ComparedSeries& compared, const Parameters& parameters,
                            const match::Rule& rule, const Execution& execution) {
  const std::size_t missing = series::missing_count(compared.x());
  if (missing > 0) throw missing_samples("the series", missing, compared.x().size());
  result.entropy = compare(Measure::sampen, compared, parameters, execution);
  const PhysionetCouples couples = physionet_couples(compared.x(), rule, execution);
  const double p = static_cast<double>(result.entropy.matches_m1) / static_cast<double>(result.entropy.matches_m);
  return couples.at_m1 - couples.at_m * p * p;
}

double compare_with_overlaps(Uncertainty& result, Measure measure, const ComparedSeries& compared,
                             const Parameters& parameters, const match::Rule& rule, Covariance form,
                             const Execution& execution) {
  const std::int64_t window = static_cast<std::int64_t>(rule.lengths.front()) * rule.tau;
  const auto overlaps = match::count_overlaps(compared.x(), compared.y(), rule, window, execution);
  result.entropy = entropy_of(measure, overlaps[0].pairs, overlaps[1].pairs, compared, rule, parameters);
  result.overlapping_m = overlaps[0].couples;
  result.overlapping_m1 = overlaps[1].couples;
  result.overlapping_mixed = overlaps[1].couples_with_shorter;
  return listed_covariance(result, form,
                           static_cast<double>(overlaps[1].pairs) / static_cast<double>(overlaps[0].pairs));
}

// Changes of SampEn where the tolerance is another multiple of the SD of the series, which is an estimate itself.
struct ToleranceChanges {
  double error = 0.0;           // root mean square
  double down = 0.0, up = 0.0;  // the furthest within so many errors of ln SD
};

// ln r is normal, with the error of ln SD. No slope: on a lattice SampEn is a staircase over r, and what independent
// series have in the mean is between two stairs; the furthest is therefore that of SampEn, or of its mean around there.
ToleranceChanges tolerance_changes(const Entropy& entropy, const ComparedSeries& compared, const Parameters& parameters,
                                   double errors, const Execution& execution) {
  constexpr int kSteps = 12;
  constexpr double kReach = 4.0;  // errors of ln SD, beyond which hardly any r is
  const double sd_error = series::log_sd_error(compared.x());
  if (sd_error == 0.0) return {};
  const auto change_at = [&](double at) {
    Parameters other = parameters;
    other.r *= std::exp(at * sd_error);
    other.engine.clear();
    return compare(Measure::sampen, compared, other, execution).value - entropy.value;
  };
  std::vector<std::pair<double, double>> changes;  // errors of ln SD, change
  for (int step = -kSteps; step <= kSteps; ++step) {
    const double at = kReach * step / kSteps, change = change_at(at);
    if (std::isfinite(change)) changes.emplace_back(at, change);
  }
  const auto mean_around = [&](double centre, double (*of)(double)) {
    double sum = 0.0, weights = 0.0;
    for (const auto& [at, change] : changes) {
      const double weight = std::exp(-0.5 * (at - centre) * (at - centre));
      sum += weight * of(change);
      weights += weight;
    }
    return sum / weights;
  };
  ToleranceChanges found;
  found.error = std::sqrt(mean_around(0.0, [](double change) { return change * change; }));
  for (const double end : {-errors, errors}) {
    for (const double change : {change_at(end), mean_around(end, [](double one) { return one; })}) {
      if (!std::isfinite(change)) continue;
      found.down = std::max(found.down, -change);
      found.up = std::max(found.up, change);
    }
  }
  return found;
}

Uncertainty estimate(Measure measure, const ComparedSeries& compared, const Parameters& parameters,
                     const UncertaintyOptions& options, const Execution& execution) {
  validate(measure, options, parameters);
  const Covariance form = options.covariance;
  const match::Rule rule = rule_of(measure, parameters, compared.tolerance(parameters));
  Uncertainty result;
  const double covariances = form == Covariance::physionet
                                 ? compare_as_physionet(result, compared, parameters, rule, execution)
                                 : compare_with_overlaps(result, measure, compared, parameters, rule, form, execution);
  const auto b = static_cast<double>(result.entropy.matches_m), a = static_cast<double>(result.entropy.matches_m1);
  const double p = result.conditional_probability = a / b;
  result.conditional_error = std::sqrt(p * (1.0 - p) / b + std::max(covariances / (b * b), 0.0));
  const double errors = boost::math::quantile(boost::math::normal(), 0.5 * (1.0 + options.confidence));
  const double of_counts = a > 0.0 ? in_base(result.conditional_error / p, parameters.base) : kNaN;
  ToleranceChanges changes;
  if (a > 0.0 && depends_on_sd(measure, form, parameters)) {
    changes = tolerance_changes(result.entropy, compared, parameters, errors, execution);
  }
  result.tolerance_error = changes.error;
  result.standard_error = std::hypot(of_counts, changes.error);
  result.lower = result.entropy.value - std::hypot(errors * of_counts, changes.down);
  result.upper = result.entropy.value + std::hypot(errors * of_counts, changes.up);
  return result;
}

}  // namespace

void validate(const UncertaintyOptions& options) {
  if (options.confidence > 0.0 && options.confidence < 1.0) return;
  throw Error::argument("confidence", fmt::format("{}", options.confidence), "a number above 0 and below 1");
}

std::optional<UncertaintyOptions> UncertaintySettings::resolved(Measure measure, Convention convention) const {
  if (!standard_error) {
    const std::string needed = "left out where no standard error is asked for";
    if (confidence != UncertaintyOptions().confidence) {
      throw Error::argument("confidence", fmt::format("{}", confidence), needed);
    }
    if (covariance) throw Error::argument("covariance", std::string(word(*covariance)), needed);
    return std::nullopt;
  }
  if (measure != Measure::sampen) {
    throw Error::argument("standard_error", "true",
                          fmt::format("false, as only sampen has one and not {}", word(measure)));
  }
  const bool as_physionet = convention == Convention::physionet;
  UncertaintyOptions options{confidence,
                             covariance.value_or(as_physionet ? Covariance::physionet : Covariance::centred)};
  entropy::validate(options);
  return options;
}

std::span<const OptionRow<UncertaintySettings>> uncertainty_options() {
  using U = UncertaintySettings;
  constexpr auto kNever = [](const U&) { return false; };
  constexpr auto kWithError = [](const U& settings) { return settings.standard_error; };
  static const std::vector<OptionRow<U>> rows{
      option_row<U>(
          "standard_error", &U::standard_error,
          {"", "", "",
           "SampEn: its standard error and a confidence interval too, too narrow for slow series with r in SD",
           "Lake et al. (2002). Slower; the engine has no part in it."},
          {}, {}, kNever),
      option_row<U>("confidence", &U::confidence,
                    {"P", "", "a number above 0 and below 1", "Share of the normal distribution inside the interval"},
                    {}, {}, kWithError),
      option_row<U>(
          "covariance", &U::covariance,
          {"", "", "",
           "Covariances of overlapping pairs: about the mean, with the error of the SD where r is in SD; as Lake "
           "et al. or PhysioNet's sampen add them up (the convention physionet), which is too much",
           "Lake et al. (2002)."},
          {}, {}, kWithError)};
  return rows;
}

Uncertainty sample_entropy_uncertainty(Samples x, const Parameters& parameters, const UncertaintyOptions& options,
                                       const Execution& execution) {
  return estimate(Measure::sampen, ComparedSeries(Measure::sampen, x, {}, parameters), parameters, options, execution);
}

Uncertainty cross_sample_entropy_uncertainty(Samples u, Samples v, const Parameters& parameters,
                                             const UncertaintyOptions& options, const Execution& execution) {
  const ComparedSeries compared(Measure::cross_sampen, u, v, parameters);
  return estimate(Measure::cross_sampen, compared, parameters, options, execution);
}

std::vector<Uncertainty> uncertainty_each_channel(const series::EpochView& epochs, const Grid& grid,
                                                  const Parameters& parameters, const UncertaintyOptions& options,
                                                  const Execution& execution, const ProgressCallback& progress) {
  validate(Measure::sampen, grid, parameters);
  validate(Measure::sampen, options, parameters);
  biotropy::validate(execution);
  const std::size_t entries = grid.size();
  std::vector<Uncertainty> results(epochs.n_epochs * epochs.n_channels * entries);
  ProgressMeter meter(progress, results.size());
  const auto fail = [&](std::size_t index, const std::string& reason) {
    Uncertainty& result = results[index];
    result = {};
    result.entropy.value = result.standard_error = result.lower = result.upper = kNaN;
    result.entropy.reason = reason;
    meter.add();
  };
  for_each_channel(
      epochs, Measure::sampen, execution,
      [&](std::size_t index, std::span<const Samples> series) {
        for (std::size_t i = 0; i < entries; ++i) {
          try {
            results[index * entries + i] =
                sample_entropy_uncertainty(series.front(), grid.at(i, parameters), options, execution);
            meter.add();
          } catch (const Error& error) {
            if (error.code() != ErrorCode::too_short) throw;
            fail(index * entries + i, error.what());
          }
        }
      },
      [&](std::size_t index, const std::string& reason) {
        for (std::size_t i = 0; i < entries; ++i) fail(index * entries + i, reason);
      });
  return results;
}

}  // namespace biotropy::entropy
