// SPDX-License-Identifier: Apache-2.0
//
// What was measured, as named arrays, and what it depends on.
#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "biotropy/entropy/request.hpp"

namespace biotropy::entropy {

namespace {

using series::EpochView;
using Dims = std::vector<std::string_view>;
using Shape = std::vector<std::size_t>;

template <typename Row, typename Read>
auto column(const std::vector<Row>& rows, const Read& read) {
  std::vector<std::remove_cvref_t<std::invoke_result_t<Read, const Row&>>> values;
  values.reserve(rows.size());
  for (const Row& row : rows) values.push_back(std::invoke(read, row));
  return values;
}

std::vector<NamedArray> arrays_of(const std::vector<Entropy>& found, const Dims& dims, const Shape& shape) {
  std::vector<NamedArray> made;
  made.reserve(11);
  each_number([&](const char* name, const auto& member) {
    if constexpr (std::is_same_v<decltype(&Entropy::engine), std::remove_cvref_t<decltype(member)>>) {
      made.push_back({name, dims, shape, column(found, [](const Entropy& one) { return std::string(one.engine); })});
    } else {
      made.push_back({name, dims, shape, column(found, member)});
    }
  });
  return made;
}

// @param of_curve,n_curves dimensions of a curve. @param dims,shape of its values.
std::vector<NamedArray> arrays_of(const std::vector<Multiscale>& curves, const Dims& of_curve, const Shape& n_curves,
                                  const Dims& dims, const Shape& shape) {
  std::vector<ScaleEntropy> all;
  for (const Multiscale& curve : curves) all.insert(all.end(), curve.scales.begin(), curve.scales.end());
  std::vector<NamedArray> made;
  made.push_back({"complexity_index", of_curve, n_curves, column(curves, &Multiscale::complexity_index)});
  const auto add = [&](const char* name, const auto& read) { made.push_back({name, dims, shape, column(all, read)}); };
  add("value", [](const ScaleEntropy& at) { return at.entropy.value; });
  add("matches_m", [](const ScaleEntropy& at) { return at.entropy.matches_m; });
  add("matches_m1", [](const ScaleEntropy& at) { return at.entropy.matches_m1; });
  add("samples", [](const ScaleEntropy& at) { return std::uint64_t{at.samples}; });
  add("reason", [](const ScaleEntropy& at) { return at.entropy.reason; });
  return made;
}

// The scales, or the m and r of which there are several.
struct Axes {
  Dims dims;
  Shape shape;
  std::vector<NamedArray> values;  ///< of each

  explicit Axes(const Request& request) {
    const Grid grid = request.scales ? Grid{{0}, {0.0}} : request.measure.grid();
    if (request.scales)
      add("scale", "scales", std::vector<std::uint64_t>(request.scales->begin(), request.scales->end()));
    if (grid.m.size() > 1) add("m", "grid_m", std::vector<std::uint64_t>(grid.m.begin(), grid.m.end()));
    if (grid.r.size() > 1) add("r", "grid_r", grid.r);
  }

 private:
  void add(std::string_view dim, const char* name, auto of) {
    dims.push_back(dim);
    shape.push_back(of.size());
    values.push_back({name, {dim}, {of.size()}, std::move(of)});
  }
};

// A column of every matrix, one behind the other.
template <typename To, typename From>
std::vector<To> joined(const std::vector<Pairwise>& matrices, std::vector<From> Pairwise::*member) {
  std::vector<To> all;
  for (const Pairwise& one : matrices) all.insert(all.end(), (one.*member).begin(), (one.*member).end());
  return all;
}

std::vector<NamedArray> arrays_of(const Measured& measured, const Request& request, std::string_view first,
                                  const Axes& axes) {
  const std::vector<Pairwise>& matrices = measured.matrices;
  const std::size_t epochs = matrices.front().n_epochs, channels = matrices.front().n_channels;
  const bool has_epochs = !matrices.front().values.empty();
  std::vector<NamedArray> made;
  const auto add = [&](const char* name, Dims dims, Shape shape, auto values) {
    dims.insert(dims.begin(), axes.dims.begin(), axes.dims.end());
    shape.insert(shape.begin(), axes.shape.begin(), axes.shape.end());
    made.push_back({name, std::move(dims), std::move(shape), std::move(values)});
  };
  const Dims cube{first, "channel", "partner"}, matrix{"channel", "partner"}, table{first, "channel"};
  const Shape of_cube{epochs, channels, channels}, of_matrix{channels, channels}, of_table{epochs, channels};
  add("mean", matrix, of_matrix, joined<double>(matrices, &Pairwise::mean));
  add("valid_epochs", matrix, of_matrix, joined<std::uint64_t>(matrices, &Pairwise::valid_epochs));
  add("templates_m", table, of_table, joined<std::uint64_t>(matrices, &Pairwise::templates_m));
  add("templates_m1", table, of_table, joined<std::uint64_t>(matrices, &Pairwise::templates_m1));
  add("reason", table, of_table, joined<std::string>(matrices, &Pairwise::reasons));
  if (has_epochs) {
    add("value", cube, of_cube, joined<double>(matrices, &Pairwise::values));
    add("matches_m", cube, of_cube, joined<std::uint64_t>(matrices, &Pairwise::matches_m));
    add("matches_m1", cube, of_cube, joined<std::uint64_t>(matrices, &Pairwise::matches_m1));
  }
  made.push_back({"engine", {}, {}, std::vector<std::string>{matrices.front().engine}});
  if (!request.scales) return made;
  const std::vector<std::size_t>& samples = measured.samples_of_scales;
  made.push_back({"samples", axes.dims, axes.shape, std::vector<std::uint64_t>(samples.begin(), samples.end())});
  made.push_back(
      {"complexity_index", has_epochs ? cube : matrix, has_epochs ? of_cube : of_matrix, measured.complexity_index});
  return made;
}

// antropy chooses the boundary by the length of the series, which differs between recordings.
bool depends_on_length(const Settings& settings, const Option& option) {
  return option.name == "boundary" && settings.given("boundary") == nullptr &&
         settings.convention == Convention::antropy && settings.measure == Measure::sampen;
}

void issue(const Notices& notices, const Execution& execution) {
  if (execution.notify) std::ranges::for_each(notices, execution.notify);
}

}  // namespace

std::vector<std::pair<std::string, OptionValue>> parameters_of(const Request& request, std::size_t n_samples) {
  const Settings& settings = request.measure;
  const Measure measure = settings.measure;
  const Grid grid = settings.grid();
  const Parameters values = settings.parameters(n_samples);
  std::vector<std::pair<std::string, OptionValue>> made;
  const auto add = [&](std::string_view name, OptionValue value) { made.emplace_back(name, std::move(value)); };
  const auto add_list = [&](std::string_view name, const auto& numbers) {
    add(name, std::vector<double>(numbers.begin(), numbers.end()));
  };
  add("measure", std::string(word(measure)));
  add("convention", std::string(word(settings.convention)));
  for (const Option& option : options()) {
    if (!option.applies(measure) || option.name == "engine") continue;
    if (option.name == "m" && grid.m.size() > 1) {
      add_list("m", grid.m);
    } else if (option.name == "r" && grid.r.size() > 1) {
      add_list("r", grid.r);
    } else if (n_samples == 0 && depends_on_length(settings, option)) {
      add(option.name, std::string("open below 5000 samples, else closed"));
    } else {
      add(option.name, option.get(measure, values));
    }
    if (option.name == "r" && !settings.r_in.empty()) add("r_in", settings.r_in);
  }
  if (request.scales) {
    add_list("scales", *request.scales);
    const MultiscaleParameters at = request.at_scales(n_samples);
    for (const MultiscaleOption& option : multiscale_options()) {
      if (option.is_used(at)) add(option.name, *option.get(at));
    }
  }
  if (const auto found = request.uncertainty.resolved(measure, settings.convention)) {
    const UncertaintySettings resolved{true, found->confidence, found->covariance};
    for (const auto& option : uncertainty_options()) add(option.name, *option.get(resolved));
  }
  for (const SurrogateOption& option : surrogate_options()) {
    if (request.surrogates.given()) add(option.name, *option.get(request.surrogates));
  }
  return made;
}

std::vector<NamedArray> arrays_of(const Entropy& entropy) {
  return arrays_of(std::vector{entropy}, {}, {});
}

Measured measure_and_test(const Request& request, const EpochView& x, const EpochView* y, const Execution& execution,
                          const ProgressCallback& progress) {
  validate(request.surrogates, request.measure.measure);
  Measured measured = measure(request, x, y, execution, progress);
  issue(measured.notices, execution);
  if (!request.surrogates.given()) return measured;
  measured.test = test(request, x, y, measured, execution, progress);
  issue(notices_of(*measured.test, x, y != nullptr), execution);
  return measured;
}

std::vector<NamedArray> answer(const Request& request, const EpochView& x, const EpochView* y,
                               const Execution& execution, const ProgressCallback& progress) {
  Measured measured = measure_and_test(request, x, y, execution, progress);
  const bool of_windows = request.windows || x.step > 0;
  Dims dims{of_windows ? "window" : "epoch"};
  Shape shape{request.windows ? request.windows->count(x.n_times) : epochs_of_values(measured.parameters, x.n_epochs)};
  if (!is_multivariate(request.measure.measure)) {
    dims.push_back("channel");
    shape.push_back(x.n_channels);
  }
  const Axes axes(request);
  const auto along = [](auto first, const auto& last) {
    first.insert(first.end(), last.begin(), last.end());
    return first;
  };
  Dims of_entry = along(dims, axes.dims);
  Shape n_entries = along(shape, axes.shape);
  std::vector<NamedArray> made;
  if (request.pairs) {
    made = arrays_of(measured, request, dims.front(), axes);
    const std::ptrdiff_t of_mean = request.tested == Keep::mean ? 1 : 0;
    of_entry = along(Dims(dims.begin() + of_mean, dims.end()), along(Dims{"partner"}, axes.dims));
    n_entries = along(Shape(shape.begin() + of_mean, shape.end()), along(Shape{x.n_channels}, axes.shape));
  } else if (request.scales) {
    made = arrays_of(measured.curves, dims, shape, of_entry, n_entries);
  } else {
    made = arrays_of(measured.entries, of_entry, n_entries);
    if (!measured.standard_error.empty()) {
      made.push_back({"standard_error", of_entry, n_entries, std::move(measured.standard_error)});
      made.push_back({"lower", of_entry, n_entries, std::move(measured.lower)});
      made.push_back({"upper", of_entry, n_entries, std::move(measured.upper)});
    }
  }
  std::ranges::copy(axes.values, std::back_inserter(made));
  if (!measured.test) return made;
  for (const SurrogateNumber& number : kSurrogateNumbers) {
    made.push_back({std::string(number.name), of_entry, n_entries, std::move(*measured.test.*number.column)});
  }
  return made;
}

}  // namespace biotropy::entropy
