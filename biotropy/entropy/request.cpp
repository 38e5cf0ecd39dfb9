// SPDX-License-Identifier: Apache-2.0
#include "biotropy/entropy/request.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "biotropy/entropy/family_internal.hpp"
#include "biotropy/entropy/multiscale_pairwise.hpp"
#include "biotropy/entropy/tolerance_warning.hpp"
#include "biotropy/entropy/words.hpp"
#include "biotropy/error.hpp"
#include "biotropy/nan.hpp"
#include "biotropy/series/gaps.hpp"
#include "biotropy/words.hpp"

namespace biotropy::entropy {

namespace {

using series::EpochView;

const OptionText& convention_option() {
  static const OptionText text = option_text<Convention>("convention", {"", "", "", "Parameters of another program"});
  return text;
}

bool is_pooled(const Parameters& parameters) {
  return parameters.pool_epochs != PoolEpochs::no;
}

// The part of a progress that one of several equal steps makes.
ProgressCallback part_of(const ProgressCallback& progress, std::size_t step, std::size_t n_steps) {
  if (!progress) return {};
  return [&progress, step, n_steps](std::uint64_t done, std::uint64_t total) {
    progress(step * total + done, n_steps * total);
  };
}

void refuse(const char* option, const std::string& value, const char* allowed) {
  throw Error::argument(option, value, allowed);
}

void require_together(const Request& request, const EpochView& x, const EpochView* y, const Parameters& parameters) {
  const Measure measure = request.measure.measure;
  const std::string name(word(measure));
  const bool cross = is_cross(measure);
  if (cross && !request.pairs && y == nullptr) refuse("measure", name, "a measure of one series");
  if (y != nullptr) require_single_epochs(parameters, "channels of x with those of y");
  if (y != nullptr && (y->n_epochs != x.n_epochs || y->n_channels != x.n_channels)) {
    refuse("y", fmt::format("{} x {} series", y->n_epochs, y->n_channels), "as many series as x has");
  }
  const bool is_single = !request.pairs && !request.scales && !request.windows && y == nullptr;
  if (request.uncertainty.resolved(measure, request.measure.convention) && (!is_single || request.missing_are_gaps)) {
    refuse("standard_error", "true", "false, as only single series without gaps have one");
  }
  if (x.step > 0) require_single_epochs(parameters, "windows and for epochs that overlap");
  if (!request.missing_are_gaps || request.scales) return;
  if (is_multivariate(measure) || is_pooled(parameters)) {
    refuse("missing_are_gaps", "true", "false, as several channels or epochs are counted together");
  }
}

std::vector<Entropy> without_value(const Grid& grid, const std::string& reason) {
  Entropy nothing;
  nothing.value = kNaN;
  nothing.reason = reason;
  return std::vector<Entropy>(grid.size(), nothing);
}

// One series or two, for every m and r.
std::vector<Entropy> measure_grid(const Request& request, const Grid& grid, Samples u, Samples v,
                                  const Parameters& parameters, const Execution& execution) {
  std::vector<double> of_u, of_v;
  if (request.missing_are_gaps) {
    u = of_u = series::with_wide_gaps(u, parameters.tau);
    v = of_v = series::with_wide_gaps(v, parameters.tau);
  }
  const Measure measure = request.measure.measure;
  try {
    if (grid.size() > 1) return entropy_grid(measure, u, v, grid, parameters, execution);
    return {compute(measure, u, v, parameters, execution)};
  } catch (const Error& error) {
    if (request.raises || !is_about_samples(error.code())) throw;
    return without_value(grid, error.what());
  }
}

// Series of x, or pairs of series of x and y, each by itself.
std::vector<Entropy> measure_alone(const Request& request, const Grid& grid, const EpochView& x, const EpochView& y,
                                   const Parameters& parameters, const Execution& execution,
                                   const ProgressCallback& progress) {
  std::vector<Entropy> found(x.n_epochs * x.n_channels * grid.size());
  const auto of_series = [&](std::size_t index) {
    for (const EpochView* view : {&x, &y}) {
      if (!view->reasons.empty() && !view->reasons[index].empty()) return without_value(grid, view->reasons[index]);
    }
    const std::size_t epoch = index / x.n_channels, channel = index % x.n_channels;
    return measure_grid(request, grid, x.samples(epoch, channel), y.samples(epoch, channel), parameters, execution);
  };
  const std::size_t n_series = x.n_epochs * x.n_channels;
  ProgressMeter meter(progress, n_series);
  with_threads(execution, [&] {
    parallel_for(n_series, execution.cancel, [&](std::size_t index) {
      std::ranges::move(of_series(index), found.begin() + static_cast<std::ptrdiff_t>(index * grid.size()));
      meter.add();
    });
  });
  return found;
}

void add_uncertain(const std::vector<Uncertainty>& found, Measured& measured) {
  for (const Uncertainty& one : found) {
    measured.entries.push_back(one.entropy);
    measured.standard_error.push_back(one.standard_error);
    measured.lower.push_back(one.lower);
    measured.upper.push_back(one.upper);
  }
}

Measured measure_each(const Request& request, const Grid& grid, const EpochView& x, const EpochView* y,
                      const Parameters& parameters, const Execution& execution, const ProgressCallback& progress) {
  const Measure measure = request.measure.measure;
  Measured measured;
  const auto uncertainty = request.uncertainty.resolved(measure, request.measure.convention);
  if (uncertainty && request.raises) {
    for (std::size_t cell = 0; cell < grid.size(); ++cell) {
      const Parameters at = grid.at(cell, parameters);
      add_uncertain({sample_entropy_uncertainty(x.samples(0, 0), at, *uncertainty, execution)}, measured);
    }
  } else if (uncertainty) {
    add_uncertain(uncertainty_each_channel(x, grid, parameters, *uncertainty, execution, progress), measured);
  } else if (request.windows) {
    measured.entries = grid_each_window(x, *request.windows, measure, grid, parameters, execution, progress);
  } else if (request.raises && is_multivariate(measure)) {
    std::vector<Samples> channels;
    for (std::size_t channel = 0; channel < x.n_channels; ++channel) channels.push_back(x.samples(0, channel));
    measured.entries = entropy_grid(measure, channels, grid, parameters, execution);
  } else if (y != nullptr || request.raises || (request.missing_are_gaps && x.step == 0)) {
    measured.entries = measure_alone(request, grid, x, y == nullptr ? x : *y, parameters, execution, progress);
  } else {
    measured.entries = grid_each_channel(x, measure, grid, parameters, execution, progress);
  }
  return measured;
}

Measured measure_curves(const Request& request, const EpochView& x, const Execution& execution,
                        const ProgressCallback& progress) {
  const MultiscaleParameters parameters = request.at_scales(x.n_times);
  Measured measured;
  if (request.windows) {
    measured.curves = multiscale_each_window(x, *request.windows, parameters, execution, progress);
  } else if (request.raises) {
    std::vector<Samples> channels;
    for (std::size_t channel = 0; channel < x.n_channels; ++channel) channels.push_back(x.samples(0, channel));
    measured.curves = {is_multivariate(parameters.measure)
                           ? multiscale_entropy(channels, parameters, execution, progress)
                           : multiscale_entropy(channels.front(), parameters, execution, progress)};
  } else {
    measured.curves = multiscale_each_channel(x, parameters, execution, progress);
  }
  return measured;
}

Measured measure_pairs(const Request& request, const Grid& grid, const EpochView& x, const Parameters& parameters,
                       const Execution& execution, const ProgressCallback& progress) {
  Measured measured;
  if (request.scales) {
    const MultiscaleParameters at = request.at_scales(x.n_times);
    MultiscalePairwise found =
        request.windows ? multiscale_pairwise_each_window(x, *request.windows, at, request.keep, execution, progress)
                        : multiscale_pairwise(x, at, request.keep, execution, progress);
    measured.matrices = std::move(found.scales);
    measured.samples_of_scales = std::move(found.samples);
    measured.complexity_index = std::move(found.complexity_index);
    return measured;
  }
  const Measure measure = request.measure.measure;
  for (std::size_t cell = 0; cell < grid.size(); ++cell) {
    const Parameters at = grid.at(cell, parameters);
    const ProgressCallback part = part_of(progress, cell, grid.size());
    measured.matrices.push_back(
        request.windows ? pairwise_each_window(x, *request.windows, measure, at, request.keep, execution, part)
                        : pairwise(x, measure, at, request.keep, execution, part));
  }
  return measured;
}

Notices notices_of_tolerance(const Request& request, const Grid& grid, const EpochView& x, const EpochView* y,
                             const Parameters& parameters) {
  EpochView whole = x;
  if (x.step > 0) whole = EpochView(1, x.n_channels, x.n_shared(), x.data);  // a window may be quiet by chance
  Notices notices;
  for (std::size_t cell = 0; cell < grid.size(); ++cell) {
    const Parameters at = request.scales ? request.at_scales(x.n_times).entropy : grid.at(cell, parameters);
    for (const EpochView* view : {static_cast<const EpochView*>(&whole), y}) {
      if (view == nullptr) continue;
      const auto found = tolerance_notice(*view, request.measure.measure, at, (view == y ? *y : x).units);
      if (found) notices.push_back(*found);
    }
  }
  return notices;
}

// The channels of y behind those of x, epoch by epoch.
std::vector<double> side_by_side(const EpochView& x, const EpochView& y) {
  if (x.n_times != y.n_times) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("x has {} samples and y {}; for a test against surrogates they must have as many",
                            x.n_times, y.n_times));
  }
  std::vector<double> both;
  both.reserve(x.data.size() + y.data.size());
  const std::size_t size = x.n_channels * x.n_times;
  for (std::size_t epoch = 0; epoch < x.n_epochs; ++epoch) {
    for (const EpochView* view : {&x, &y}) {
      const Samples of_epoch = view->data.subspan(epoch * size, size);
      both.insert(both.end(), of_epoch.begin(), of_epoch.end());
    }
  }
  return both;
}

// Columns of an array (row, column) in their places among all.
template <typename Value>
void put_columns(std::vector<Value>& part, std::size_t first, std::size_t n, std::size_t n_all,
                 std::vector<Value>& all) {
  all.resize(part.size() / n * n_all);
  for (std::size_t row = 0; row * n < part.size(); ++row) {
    const auto begin = part.begin() + static_cast<std::ptrdiff_t>(row * n);
    std::move(begin, begin + static_cast<std::ptrdiff_t>(n),
              all.begin() + static_cast<std::ptrdiff_t>(row * n_all + first));
  }
}

}  // namespace

void Measured::put(Measured part, std::size_t first, std::size_t n, std::size_t n_all, std::size_t cells) {
  put_columns(part.entries, first * cells, n * cells, n_all * cells, entries);
  for (const auto numbers : {&Measured::standard_error, &Measured::lower, &Measured::upper}) {
    put_columns(part.*numbers, first * cells, n * cells, n_all * cells, this->*numbers);
  }
  put_columns(part.curves, first, n, n_all, curves);
}

std::vector<const OptionText*> Request::options() const {
  std::vector<const OptionText*> all{&convention_option()};
  for (const Option& option : entropy::options()) all.push_back(&option);
  for (const MultiscaleOption& option : multiscale_options()) {
    if (scales) all.push_back(&option);
  }
  for (const auto& option : uncertainty_options()) all.push_back(&option);
  for (const SurrogateOption& option : surrogate_options()) all.push_back(&option);
  return all;
}

void Request::set(std::string_view name, const std::function<OptionValue(const OptionText&)>& convert) {
  if (convention_option().is_named(name)) {
    measure.convention = from_value<Convention>(convention_option(), convert(convention_option()));
  } else if (const Option* option = find_option(name)) {
    measure.set(*option, convert(*option));
  } else if (const auto* of_scale = scales ? find_row(multiscale_options(), name) : nullptr) {
    of_scales.set(*of_scale, convert(*of_scale));
  } else if (const auto* of_error = find_row(uncertainty_options(), name)) {
    of_error->set(uncertainty, convert(*of_error));
  } else if (const auto* of_test = find_row(surrogate_options(), name)) {
    of_test->set(surrogates, convert(*of_test));
  } else {
    std::vector<std::string> known;
    for (const OptionText* one : options()) known.emplace_back(one->name);
    throw Error(ErrorCode::invalid_argument, fmt::format("there is no option {}{}", name, suggestion(name, known)));
  }
}

const Settings& Request::for_stream() const {
  measure.require_single("for a stream");
  if (surrogates.given()) refuse("surrogates", std::to_string(surrogates.surrogates), "0 for a stream");
  if (uncertainty.standard_error) refuse("standard_error", "true", "false for a stream");
  return measure;
}

MultiscaleParameters Request::at_scales(std::size_t n_times) const {
  measure.require_single("for a curve over scales");
  MultiscaleParameters parameters = of_scales.parameters(measure, *scales, n_times);
  parameters.missing_are_gaps = missing_are_gaps;
  return parameters;
}

Measured measure(const Request& request, const EpochView& x, const EpochView* y, const Execution& execution,
                 const ProgressCallback& progress) {
  Parameters parameters = request.measure.parameters(x.n_times);
  require_together(request, x, y, parameters);
  if (request.windows) require_no_test(request.surrogates, parameters);
  const Grid grid = request.scales ? Grid{{0}, {parameters.r}} : request.measure.grid();
  Measured measured = request.pairs    ? measure_pairs(request, grid, x, parameters, execution, progress)
                      : request.scales ? measure_curves(request, x, execution, progress)
                                       : measure_each(request, grid, x, y, parameters, execution, progress);
  measured.notices = notices_of_tolerance(request, grid, x, y, parameters);
  measured.parameters = std::move(parameters);
  return measured;
}

SurrogateTest test(const Request& request, const EpochView& x, const EpochView* y, const Measured& measured,
                   const Execution& execution, const ProgressCallback& progress, SurrogateStore* store) {
  const Measure kind = request.measure.measure;
  const SurrogateSettings& settings = request.surrogates;
  const Keep keep = request.tested;
  if (request.scales) {
    const MultiscaleParameters at = request.at_scales(x.n_times);
    return request.pairs
               ? test_multiscale_pairwise(x, at, measured.matrices, keep, settings, execution, progress, store)
               : test_multiscale(x, at, measured.curves, keep, settings, execution, progress, store);
  }
  const Parameters parameters = request.measure.parameters(x.n_times);
  if (request.pairs) {
    return test_pairwise(x, kind, request.measure.grid(), parameters, measured.matrices, keep, settings, execution,
                         progress, store);
  }
  if (y != nullptr) {
    request.measure.require_single("for a test of two series");
    const std::vector<double> both = side_by_side(x, *y);
    return test_two_series({x.n_epochs, 2 * x.n_channels, x.n_times, both}, kind, parameters, measured.entries,
                           settings, execution, progress);
  }
  return test_each_channel(x, kind, request.measure.grid(), parameters, measured.entries, keep, settings, execution,
                           progress, store);
}

match::Rule counting_rule(const Parameters& parameters, std::vector<int> lengths, double r, bool per_template) {
  match::Rule rule;
  rule.lengths = std::move(lengths);
  rule.tau = parameters.tau;
  rule.r = r;
  rule.boundary = parameters.boundary;
  rule.templates = parameters.templates.value_or(rule.templates);
  rule.theiler = parameters.theiler.value_or(rule.theiler);
  rule.per_template = per_template;
  return rule;
}

double expected_seconds(const Request& request, const EpochView& x) {
  const auto series = static_cast<double>(x.n_epochs * x.n_channels), n = static_cast<double>(x.n_times);
  const double times = 1.0 + request.surrogates.surrogates;
  const double n_scales = request.scales ? static_cast<double>(request.scales->size()) : 1.0;
  if (request.pairs) return series * static_cast<double>(x.n_channels) * n * n_scales * 1e-8 * times;
  if (request.scales) return series * n * n * 1e-9 * times;
  if (series * n * n * times < 1e6) return 0.0;  // less than resolving the options takes
  const Parameters parameters = request.measure.parameters(x.n_times);
  return series * expected_seconds(request.measure.measure, parameters, n) * times;
}

}  // namespace biotropy::entropy
