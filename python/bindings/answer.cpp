// SPDX-License-Identifier: Apache-2.0
//
// Measures of series, of pairs, at scales and in windows: a request and its answer as arrays by name; counts of
// matches.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <span>
#include <tuple>
#include <utility>

#include "biotropy/entropy/request.hpp"
#include "biotropy/prepare/padding.hpp"
#include "biotropy/study/signal.hpp"
#include "python/bindings/arrays.hpp"
#include "python/bindings/bindings.hpp"
#include "python/bindings/interruptible.hpp"
#include "python/bindings/parameters.hpp"

namespace biotropy::python {

namespace {

using entropy::Entropy;
using entropy::Request;
using series::EpochView;
using Series = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

EpochView view(const Series& series) {
  return {1, 1, series.shape(0), {series.data(), series.shape(0)}};
}

EpochView view(const EpochArray& data) {
  return {data.shape(0), data.shape(1), data.shape(2), {data.data(), data.size()}};
}

// The value of one series, or of two, with its counts. With the name of a series its padding causes a notice.
Entropy measure_one(const std::string& measure, const Series& u, const std::optional<Series>& v,
                    const nb::dict& options, const std::string& unit, int n_jobs,
                    const std::optional<std::string>& device, const nb::object& progress, const std::string& name) {
  Request request = request_of(measure, options);
  request.raises = true;
  request.measure.require_single("here");
  EpochView x = view(u), y = v ? view(*v) : x;
  x.units = y.units = std::span(&unit, 1);
  std::vector<Entropy> found;
  run_interruptibly(execution_of(n_jobs, device), entropy::expected_seconds(request, x), progress, [&](const Job& job) {
    if (const auto notice = name.empty() ? std::nullopt : prepare::padding_notice(x, name))
      job.execution.notify(*notice);
    found = entropy::measure_and_test(request, x, v ? &y : nullptr, job.execution, job.progress).entries;
  });
  return std::move(found.front());
}

struct How {
  std::optional<std::vector<int>> scales;
  std::optional<std::pair<std::size_t, std::size_t>> window;  // samples of it, and of a step
  bool pairs, average, missing_are_gaps, raises, grid;
  std::size_t first_epoch;
  std::string unit;
  std::vector<std::size_t> gaps;               // of a recording with windows
  std::vector<std::string> reasons, of_other;  // of series of x and of y, or of the rows of windows
};

nb::dict answer(const std::string& measure, const EpochArray& data, const std::optional<EpochArray>& other,
                const nb::dict& options, const How& how, int n_jobs, const std::optional<std::string>& device,
                const nb::object& progress) {
  Request request = request_of(measure, options, how.scales);
  request.pairs = how.pairs;
  request.keep = request.tested = how.average ? entropy::Keep::mean : entropy::Keep::epochs;
  request.missing_are_gaps = how.missing_are_gaps;
  request.raises = how.raises;
  request.surrogates.first_epoch = how.first_epoch;
  if (!how.grid) request.measure.require_single("here");
  EpochView x = view(data), y = other ? view(*other) : x;
  if (how.window) {
    std::tie(x.n_times, x.step) = *how.window;
    x.n_epochs = (data.shape(2) - x.n_times) / x.step + 1;
  }
  std::vector<std::string> reasons = how.reasons;
  for (std::size_t i = how.reasons.size(); !reasons.empty() && i < x.n_epochs * x.n_channels; ++i) {
    reasons.push_back(how.reasons[i % how.reasons.size()]);
  }
  study::add_reasons_of_gaps(x, how.gaps, reasons);
  x.reasons = reasons;
  y.reasons = how.of_other;
  const std::vector<std::string> units(how.unit.empty() ? 0 : x.n_channels, how.unit);
  x.units = y.units = units;
  std::vector<NamedArray> found;
  run_interruptibly(execution_of(n_jobs, device), entropy::expected_seconds(request, x), progress, [&](const Job& job) {
    found = entropy::answer(request, x, other ? &y : nullptr, job.execution, job.progress);
  });
  nb::dict made;
  for (NamedArray& one : found) {
    const std::string name = one.name;
    made[name.c_str()] = to_python(std::move(one));
  }
  return made;
}

nb::tuple count_matches(const Series& x, const Series& y, const std::vector<int>& lengths, double r, bool per_template,
                        const nb::dict& options, int n_jobs, const std::optional<std::string>& device) {
  const entropy::Parameters parameters = parameters_of(options);
  const match::Rule rule = entropy::counting_rule(parameters, lengths, r, per_template);
  const std::string& engine = parameters.engine;
  match::Counts counts;
  const double pairs = static_cast<double>(x.shape(0)) * static_cast<double>(y.shape(0));
  run_interruptibly(
      execution_of(n_jobs, device), pairs * (engine.empty() ? 1e-11 : 1e-9), nb::none(),
      [&](const Job& job) { counts = match::count_matches(view(x).data, view(y).data, rule, job.execution, engine); });
  nb::list of_templates;
  for (auto& of_length : counts.per_template) {
    const std::size_t size = of_length.size();
    of_templates.append(to_array(std::move(of_length), {size}));
  }
  return nb::make_tuple(to_array(std::move(counts.totals), {lengths.size()}), of_templates);
}

}  // namespace

void bind_answer(nb::module_& module) {
  nb::class_<Entropy> of_one(module, "Entropy");
  entropy::each_number([&](const char* name, auto member) { of_one.def_ro(name, member); });
  module.def(
      "parameters",
      [](const std::string& name, const nb::dict& options, std::size_t n_samples, bool scales) {
        return described(name, options, n_samples, scales);
      },
      nb::arg("measure"), nb::arg("options"), nb::arg("n_samples"), nb::arg("scales"));
  module.def("is_symmetric", [](const std::string& name) {
    return entropy::row_of(named<entropy::Measure>("measure", name)).symmetric;
  });
  module.def("measure_one", &measure_one, nb::arg("measure"), nb::arg("u").noconvert(), nb::arg("v").noconvert().none(),
             nb::arg("options"), nb::arg("unit"), nb::arg("n_jobs"), nb::arg("device").none(),
             nb::arg("progress").none(), nb::arg("name") = "");
  module.def(
      "answer",
      [](const std::string& measure, const EpochArray& x, const std::optional<EpochArray>& y, const nb::dict& options,
         int n_jobs, const std::optional<std::string>& device, const nb::object& progress,
         const std::optional<std::vector<int>>& scales,
         const std::optional<std::pair<std::size_t, std::size_t>>& window, bool pairs, bool average,
         bool missing_are_gaps, bool raises, bool grid, std::size_t first_epoch, const std::string& unit,
         const std::vector<std::size_t>& gaps, const std::vector<std::string>& reasons,
         const std::vector<std::string>& other_reasons) {
        return answer(measure, x, y, options,
                      {scales, window, pairs, average, missing_are_gaps, raises, grid, first_epoch, unit, gaps, reasons,
                       other_reasons},
                      n_jobs, device, progress);
      },
      nb::arg("measure"), nb::arg("x").noconvert(), nb::arg("y").noconvert().none(), nb::arg("options"),
      nb::arg("n_jobs"), nb::arg("device").none(), nb::arg("progress").none(), nb::arg("scales") = nb::none(),
      nb::arg("window") = nb::none(), nb::arg("pairs") = false, nb::arg("average") = false,
      nb::arg("missing_are_gaps") = false, nb::arg("raises") = false, nb::arg("grid") = false,
      nb::arg("first_epoch") = 0, nb::arg("unit") = "", nb::arg("gaps") = std::vector<std::size_t>(),
      nb::arg("reasons") = std::vector<std::string>(), nb::arg("other_reasons") = std::vector<std::string>());
  module.def("count_matches", &count_matches, nb::arg("x").noconvert(), nb::arg("y").noconvert(), nb::arg("lengths"),
             nb::arg("r"), nb::arg("per_template"), nb::arg("options"), nb::arg("n_jobs"), nb::arg("device").none());
}

}  // namespace biotropy::python
