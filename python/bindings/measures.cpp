// SPDX-License-Identifier: Apache-2.0
//
// Entropies of one series or of many rows at once, and counts of matches.
#include <fmt/format.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "biotropy/entropy/entropy.hpp"
#include "biotropy/error.hpp"
#include "python/bindings/arrays.hpp"
#include "python/bindings/bindings.hpp"
#include "python/bindings/interruptible.hpp"
#include "python/bindings/parameters.hpp"
#include "python/bindings/surrogates.hpp"

namespace biotropy::python {

namespace {

using entropy::Entropy;
using entropy::Measure;
using series::Samples;
using Series = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

Samples view(const Series& series) {
  return {series.data(), series.shape(0)};
}

Entropy measure_one(const std::string& name, const Series& u, const std::optional<Series>& v, const nb::dict& options,
                    int n_jobs, const std::optional<std::string>& device, const nb::object& progress) {
  const Measure measure = named<Measure>("measure", name);
  const auto parameters = parameters_of(measure, options, u.shape(0));
  const Samples first = view(u), second = v ? view(*v) : view(u);
  Entropy result;
  run_interruptibly(
      execution_of(n_jobs, device), entropy::expected_seconds(measure, parameters, static_cast<double>(u.shape(0))),
      progress, [&](const Job& job) { result = entropy::compute(measure, first, second, parameters, job.execution); });
  return result;
}

template <typename T>
nb::object column(const std::vector<Entropy>& rows, T Entropy::*member) {
  std::vector<T> values;
  values.reserve(rows.size());
  for (const Entropy& row : rows) values.push_back(row.*member);
  return to_array(std::move(values), {rows.size()});
}

// The channels of v behind those of u, epoch by epoch.
std::vector<double> side_by_side(const Rows& u, const Rows& v, std::size_t n_channels) {
  if (u.shape(1) != v.shape(1)) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("x has {} samples and y {}: a test against surrogates needs equal numbers", u.shape(1),
                            v.shape(1)));
  }
  std::vector<double> both;
  const std::size_t size = n_channels * u.shape(1);
  for (std::size_t at = 0; at < u.size(); at += size) {
    both.insert(both.end(), u.data() + at, u.data() + at + size);
    both.insert(both.end(), v.data() + at, v.data() + at + size);
  }
  return both;
}

nb::dict to_columns(const std::vector<Entropy>& rows) {
  std::vector<std::string> reasons;
  for (const Entropy& row : rows) reasons.push_back(row.reason);
  nb::dict result;
  result["value"] = column(rows, &Entropy::value);
  result["matches_m"] = column(rows, &Entropy::matches_m);
  result["matches_m1"] = column(rows, &Entropy::matches_m1);
  result["membership_m"] = column(rows, &Entropy::membership_m);
  result["membership_m1"] = column(rows, &Entropy::membership_m1);
  result["templates_m"] = column(rows, &Entropy::templates_m);
  result["templates_m1"] = column(rows, &Entropy::templates_m1);
  result["patterns"] = column(rows, &Entropy::patterns);
  result["r"] = column(rows, &Entropy::r);
  result["reason"] = to_reasons(reasons);
  return result;
}

// One value for all channels of each epoch, or for all epochs, or both.
// @param n_channels rows that are an epoch.
nb::dict measure_epochs(const std::string& name, const Rows& rows, const nb::dict& options, std::size_t n_channels,
                        int n_jobs, const std::optional<std::string>& device, const nb::object& progress) {
  const Measure measure = named<Measure>("measure", name);
  const auto parameters = parameters_of(measure, options, rows.shape(1));
  const entropy::SurrogateSettings settings = surrogates_of(options);
  const entropy::Grid grid{{entropy::length_of(measure, parameters)}, {parameters.r}};
  const series::EpochView epochs(rows.shape(0) / n_channels, n_channels, rows.shape(1), {rows.data(), rows.size()});
  const double seconds = entropy::expected_seconds(measure, parameters, static_cast<double>(rows.shape(1))) *
                         static_cast<double>(rows.shape(0));
  std::vector<Entropy> found;
  std::optional<entropy::SurrogateTest> test;
  run_interruptibly(execution_of(n_jobs, device), seconds, progress, [&](const Job& job) {
    found = entropy::grid_each_channel(epochs, measure, grid, parameters, job.execution, job.progress);
    if (!settings.given()) return;
    test = entropy::test_each_channel(epochs, measure, grid, parameters, found, entropy::Keep::epochs, settings,
                                      job.execution, job.progress);
  });
  nb::dict result = to_columns(found);
  if (test) result["surrogates"] = test_to_dict(std::move(*test), {found.size()});
  return result;
}

// @param n_channels rows that are an epoch, for a test against surrogates.
nb::dict measure_rows(const std::string& name, const Rows& u, const std::optional<Rows>& v, const nb::dict& options,
                      std::size_t n_channels, int n_jobs, const std::optional<std::string>& device,
                      const nb::object& progress) {
  const Measure measure = named<Measure>("measure", name);
  const auto parameters = parameters_of(measure, options, u.shape(1));
  const entropy::SurrogateSettings settings = surrogates_of(options);
  entropy::validate(settings, measure);
  std::optional<entropy::SurrogateTest> test;
  std::vector<Entropy> rows(u.shape(0));
  const auto n = static_cast<double>(u.shape(1));
  const double seconds = entropy::expected_seconds(measure, parameters, n) * static_cast<double>(rows.size());
  for_each_interruptibly(
      execution_of(n_jobs, device), seconds, progress, rows.size(), [&](std::size_t i, const Execution& execution) {
        rows[i] = entropy::compute_or_reason(measure, row(u, i), v ? row(*v, i) : row(u, i), parameters, execution);
      });
  if (settings.given() && v) {
    const std::vector<double> both = side_by_side(u, *v, n_channels);
    const series::EpochView epochs(rows.size() / n_channels, 2 * n_channels, u.shape(1), both);
    run_interruptibly(execution_of(n_jobs, device), seconds * settings.surrogates, progress, [&](const Job& job) {
      test = entropy::test_two_series(epochs, measure, parameters, rows, settings, job.execution, job.progress);
    });
  } else if (settings.given()) {
    const series::EpochView epochs(rows.size() / n_channels, n_channels, u.shape(1), {u.data(), u.size()});
    const entropy::Grid grid{{entropy::length_of(measure, parameters)}, {parameters.r}};
    run_interruptibly(execution_of(n_jobs, device), seconds * settings.surrogates, progress, [&](const Job& job) {
      test = entropy::test_each_channel(epochs, measure, grid, parameters, rows, entropy::Keep::epochs, settings,
                                        job.execution, job.progress);
    });
  }
  nb::dict result = to_columns(rows);
  if (test) result["surrogates"] = test_to_dict(std::move(*test), {rows.size()});
  return result;
}

match::Rule rule_of(const entropy::Parameters& parameters, const std::vector<int>& lengths, double r,
                    bool per_template) {
  match::Rule rule;
  rule.lengths = lengths;
  rule.tau = parameters.tau;
  rule.r = r;
  rule.boundary = parameters.boundary;
  rule.templates = parameters.templates.value_or(rule.templates);
  rule.theiler = parameters.theiler.value_or(rule.theiler);
  rule.per_template = per_template;
  return rule;
}

nb::tuple count_matches(const Series& x, const Series& y, const std::vector<int>& lengths, double r, bool per_template,
                        const nb::dict& options, int n_jobs, const std::optional<std::string>& device) {
  const entropy::Parameters parameters = parameters_of(options);
  const match::Rule rule = rule_of(parameters, lengths, r, per_template);
  const std::string& engine = parameters.engine;
  match::Counts counts;
  const double pairs = static_cast<double>(x.shape(0)) * static_cast<double>(y.shape(0));
  run_interruptibly(
      execution_of(n_jobs, device), pairs * (engine.empty() ? 1e-11 : 1e-9), nb::none(),
      [&](const Job& job) { counts = match::count_matches(view(x), view(y), rule, job.execution, engine); });
  nb::list of_templates;
  for (auto& of_length : counts.per_template) {
    const std::size_t size = of_length.size();
    of_templates.append(to_array(std::move(of_length), {size}));
  }
  return nb::make_tuple(to_array(std::move(counts.totals), {lengths.size()}), of_templates);
}

}  // namespace

void bind_measures(nb::module_& module) {
  nb::class_<Entropy>(module, "Entropy")
      .def_ro("value", &Entropy::value)
      .def_ro("reason", &Entropy::reason)
      .def_ro("matches_m", &Entropy::matches_m)
      .def_ro("matches_m1", &Entropy::matches_m1)
      .def_ro("membership_m", &Entropy::membership_m)
      .def_ro("membership_m1", &Entropy::membership_m1)
      .def_ro("templates_m", &Entropy::templates_m)
      .def_ro("templates_m1", &Entropy::templates_m1)
      .def_ro("patterns", &Entropy::patterns)
      .def_ro("r", &Entropy::r);
  module.def(
      "parameters",
      [](const std::string& name, const nb::dict& options, std::size_t n_samples, bool scales) {
        return described(named<Measure>("measure", name), options, n_samples, scales);
      },
      nb::arg("measure"), nb::arg("options"), nb::arg("n_samples"), nb::arg("scales"));
  module.def("is_symmetric",
             [](const std::string& name) { return entropy::row_of(named<Measure>("measure", name)).symmetric; });
  module.def(
      "tolerance_notices",
      [](const std::string& name, const nb::dict& options,
         const nb::ndarray<const double, nb::c_contig, nb::device::cpu>& rows,
         const std::string& unit) { return tolerance_notices(named<Measure>("measure", name), options, rows, unit); },
      nb::arg("measure"), nb::arg("options"), nb::arg("rows").noconvert(), nb::arg("unit"));
  module.def("measure_one", &measure_one, nb::arg("measure"), nb::arg("u").noconvert(), nb::arg("v").noconvert().none(),
             nb::arg("options"), nb::arg("n_jobs"), nb::arg("device").none(), nb::arg("progress").none());
  module.def("measure_rows", &measure_rows, nb::arg("measure"), nb::arg("u").noconvert(),
             nb::arg("v").noconvert().none(), nb::arg("options"), nb::arg("n_channels"), nb::arg("n_jobs"),
             nb::arg("device").none(), nb::arg("progress").none());
  module.def("measure_epochs", &measure_epochs, nb::arg("measure"), nb::arg("rows").noconvert(), nb::arg("options"),
             nb::arg("n_channels"), nb::arg("n_jobs"), nb::arg("device").none(), nb::arg("progress").none());
  module.def("count_matches", &count_matches, nb::arg("x").noconvert(), nb::arg("y").noconvert(), nb::arg("lengths"),
             nb::arg("r"), nb::arg("per_template"), nb::arg("options"), nb::arg("n_jobs"), nb::arg("device").none());
}

}  // namespace biotropy::python
