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
#include <utility>

#include "biotropy/entropy/request.hpp"
#include "biotropy/prepare/padding.hpp"
#include "biotropy/study/measured_signal.hpp"
#include "python/bindings/arrays.hpp"
#include "python/bindings/bindings.hpp"
#include "python/bindings/held_signal.hpp"
#include "python/bindings/interruptible.hpp"
#include "python/bindings/parameters.hpp"

namespace biotropy::python {

namespace {

using entropy::Entropy;
using entropy::Request;
using series::EpochView;
using Series = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// The value of samples of which nothing else is known, at the cost of a short call.
Entropy measure_one(const std::string& measure, const Series& series, const nb::dict& options, int n_jobs,
                    const std::optional<std::string>& device, const nb::object& progress) {
  Request request = request_of(measure, options);
  request.raises = true;
  request.measure.require_single("here");
  const EpochView x{1, 1, series.shape(0), {series.data(), series.shape(0)}};
  std::vector<Entropy> found;
  run_interruptibly(execution_of(n_jobs, device), entropy::expected_seconds(request, x), progress, [&](const Job& job) {
    if (const auto notice = prepare::padding_notice(x, "x")) job.execution.notify(*notice);
    found = entropy::measure_and_test(request, x, nullptr, job.execution, job.progress).entries;
  });
  return std::move(found.front());
}

// Signals as the library measures them, and what it says of them.
class Asked {
 public:
  Asked(Request& request, const HeldSignal& x, const HeldSignal* y, const std::optional<study::Windows>& windows) {
    const study::SignalUse use = study::use_of(request, windows.has_value());
    study::require_measurable(request, x.signal, y == nullptr ? nullptr : &y->signal, use, notices_);
    x_.emplace(x.signal, x.name.c_str(), request, use, windows);
    if (y != nullptr) y_.emplace(y->signal, y->name.c_str(), request, use);
    for (const HeldSignal* one : {&x, y}) {
      auto found = one == nullptr ? std::nullopt : study::padding_notice(one->signal, one->name);
      if (found) notices_.push_back(std::move(*found));
    }
  }

  const EpochView& x() const { return x_->view(); }
  const EpochView* y() const { return y_ ? &y_->view() : nullptr; }
  const std::vector<std::size_t>& starts() const { return x_->starts(); }
  void notify(const Execution& execution) const {
    for (const Notice& notice : notices_) execution.notify(notice);
  }

 private:
  std::optional<study::MeasuredSignal> x_, y_;
  Notices notices_;
};

// The value of one signal, or of two, each a single series.
Entropy measure_signal(const std::string& measure, const HeldSignal& x, const HeldSignal* y, const nb::dict& options,
                       int n_jobs, const std::optional<std::string>& device, const nb::object& progress) {
  Request request = request_of(measure, options);
  request.raises = true;
  request.measure.require_single("here");
  const Asked asked(request, x, y, {});
  std::vector<Entropy> found;
  run_interruptibly(
      execution_of(n_jobs, device), entropy::expected_seconds(request, asked.x()), progress, [&](const Job& job) {
        asked.notify(job.execution);
        found = entropy::measure_and_test(request, asked.x(), asked.y(), job.execution, job.progress).entries;
      });
  return std::move(found.front());
}

struct How {
  std::optional<std::vector<int>> scales;
  std::optional<std::pair<std::size_t, std::size_t>> window;  // samples of it, and of a step
  bool pairs, average, raises, grid;
  std::size_t first_epoch;
  std::vector<std::string> names;  // of the channels
};

nb::dict answer(const std::string& measure, const HeldSignal& x, const HeldSignal* y, const nb::dict& options,
                const How& how, int n_jobs, const std::optional<std::string>& device, const nb::object& progress) {
  Request request = request_of(measure, options, how.scales);
  request.pairs = how.pairs;
  request.keep = request.tested = how.average ? entropy::Keep::mean : entropy::Keep::epochs;
  request.raises = how.raises;
  request.surrogates.first_epoch = how.first_epoch;
  if (!how.grid) request.measure.require_single("here");
  std::optional<study::Windows> windows;
  if (how.window) windows = study::Windows{how.window->first, how.window->second};
  const Asked asked(request, x, y, windows);
  std::vector<NamedArray> found;
  run_interruptibly(execution_of(n_jobs, device), entropy::expected_seconds(request, asked.x()), progress,
                    [&](const Job& job) {
                      asked.notify(job.execution);
                      found = entropy::answer(request, asked.x(), asked.y(), job.execution, job.progress);
                    });
  nb::dict made;
  std::vector<std::string> known = x.signal.bads;
  if (y != nullptr) known.insert(known.end(), y->signal.bads.begin(), y->signal.bads.end());
  const std::span<const std::string> names = how.names.empty() ? asked.x().labels : how.names;
  made["not_finite"] = text_of(entropy::not_finite(found, {names, known}));
  for (NamedArray& one : found) {
    const std::string name = one.name;
    made[name.c_str()] = to_python(std::move(one));
  }
  if (windows) made["start"] = to_array(std::vector<std::size_t>(asked.starts()), {asked.starts().size()});
  return made;
}

nb::tuple count_matches(const HeldSignal& x, const HeldSignal* y, const std::vector<int>& lengths, double r,
                        bool per_template, const nb::dict& options, int n_jobs,
                        const std::optional<std::string>& device) {
  const entropy::Parameters parameters = parameters_of(options);
  const match::Rule rule = entropy::counting_rule(parameters, lengths, r, per_template);
  match::Counts counts;
  const double pairs =
      static_cast<double>(x.signal.view.n_times) * static_cast<double>((y == nullptr ? x : *y).signal.view.n_times);
  run_interruptibly(
      execution_of(n_jobs, device), pairs * (parameters.engine.empty() ? 1e-11 : 1e-9), nb::none(),
      [&](const Job& job) {
        for (const HeldSignal* one : {&x, y}) {
          const auto found = one == nullptr ? std::nullopt : study::padding_notice(one->signal, one->name);
          if (found) job.execution.notify(*found);
        }
        counts = study::count_matches(x.signal, y == nullptr ? nullptr : &y->signal, rule, parameters, job.execution);
      });
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
      [](const std::string& name, const nb::dict& options, std::size_t n_samples, bool scales, bool single) {
        if (single) request_of(name, options).measure.require_single("here");
        return described(name, options, n_samples, scales);
      },
      nb::arg("measure"), nb::arg("options"), nb::arg("n_samples"), nb::arg("scales"), nb::arg("single") = false);
  module.def("is_symmetric", [](const std::string& name) {
    return entropy::row_of(named<entropy::Measure>("measure", name)).symmetric;
  });
  module.def("measure_one", &measure_one, nb::arg("measure"), nb::arg("x").noconvert(), nb::arg("options"),
             nb::arg("n_jobs"), nb::arg("device").none(), nb::arg("progress").none());
  module.def("measure_one", &measure_signal, nb::arg("measure"), nb::arg("x"), nb::arg("y").none(), nb::arg("options"),
             nb::arg("n_jobs"), nb::arg("device").none(), nb::arg("progress").none());
  module.def(
      "answer",
      [](const std::string& measure, const HeldSignal& x, const HeldSignal* y, const nb::dict& options, int n_jobs,
         const std::optional<std::string>& device, const nb::object& progress,
         const std::optional<std::vector<int>>& scales,
         const std::optional<std::pair<std::size_t, std::size_t>>& window, bool pairs, bool average, bool raises,
         bool grid, std::size_t first_epoch, std::vector<std::string> names) {
        const How how{scales, window, pairs, average, raises, grid, first_epoch, std::move(names)};
        return answer(measure, x, y, options, how, n_jobs, device, progress);
      },
      nb::arg("measure"), nb::arg("x"), nb::arg("y").none(), nb::arg("options"), nb::arg("n_jobs"),
      nb::arg("device").none(), nb::arg("progress").none(), nb::arg("scales") = nb::none(),
      nb::arg("window") = nb::none(), nb::arg("pairs") = false, nb::arg("average") = false, nb::arg("raises") = false,
      nb::arg("grid") = false, nb::arg("first_epoch") = 0, nb::arg("names") = std::vector<std::string>());
  module.def("count_matches", &count_matches, nb::arg("x"), nb::arg("y").none(), nb::arg("lengths"), nb::arg("r"),
             nb::arg("per_template"), nb::arg("options"), nb::arg("n_jobs"), nb::arg("device").none());
}

}  // namespace biotropy::python
