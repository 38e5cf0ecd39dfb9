// SPDX-License-Identifier: Apache-2.0
//
// Tests of networks between groups.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "biotropy/groups/network_options.hpp"
#include "python/bindings/arrays.hpp"
#include "python/bindings/bindings.hpp"
#include "python/bindings/interruptible.hpp"
#include "python/bindings/options.hpp"
#include "python/bindings/parameters.hpp"

namespace biotropy::python {

namespace {

using Orders = nb::ndarray<const std::uint32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

groups::NetworkSettings settings_of(const nb::dict& options) {
  groups::NetworkOptions made;
  groups::PermutationSettings permutations;
  set_rows(options, OptionTable{made, groups::network_options()},
           OptionTable{permutations, groups::permutation_options()});
  return made.settings(permutations);
}

nb::dict to_dict(groups::NetworkTest test, std::size_t channels) {
  nb::dict made;
  const std::vector<std::size_t> matrix{channels, channels};
  const auto column = [&](const char* name, auto groups::Component::*of) {
    std::vector<double> values;
    for (const groups::Component& one : test.components) values.push_back(static_cast<double>(one.*of));
    made[name] = to_array(std::move(values));
  };
  made["kind"] = std::string(word(test.kind));
  made["directed"] = test.directed;
  made["threshold"] = test.threshold;
  made["degrees_of_freedom"] = test.degrees_of_freedom;
  made["statistic"] = to_array(std::move(test.statistic), matrix);
  made["component"] = to_array(std::vector<double>(test.component.begin(), test.component.end()), matrix);
  column("n_channels", &groups::Component::channels);
  column("extent", &groups::Component::extent);
  column("intensity", &groups::Component::intensity);
  column("p_extent", &groups::Component::p_extent);
  column("p_intensity", &groups::Component::p_intensity);
  const bool has_scores = !test.score.empty();
  made["score"] = has_scores ? to_array(std::move(test.score), matrix) : nb::none();
  made["score_p"] = has_scores ? to_array(std::move(test.score_p), matrix) : nb::none();
  for (const auto& [name, values] : {std::pair{"largest_extent", &test.largest_extent},
                                     {"largest_intensity", &test.largest_intensity},
                                     {"largest_score", &test.largest_score}}) {
    made[name] = values->empty() ? nb::none() : to_array(std::move(*values));
  }
  const auto notice = groups::untested_notice(test);
  made["notices"] = to_list(notice ? Notices{*notice} : Notices{});
  made["tested_edges"] = test.tested_edges;
  made["untested_edges"] = test.untested_edges;
  made["arrangements"] = test.arrangements;
  made["exact"] = test.exact;
  return made;
}

nb::dict network_test(const EpochArray& matrices, const std::vector<int>& group_of, int n_groups,
                      const Rows& covariates, const std::vector<int>& subject_of,
                      const std::vector<std::string>& subjects, const std::optional<Orders>& orders,
                      const nb::dict& options, int n_jobs, const nb::object& progress) {
  const std::size_t channels = matrices.shape(1);
  const groups::Values values{{matrices.data(), matrices.size()}, channels * channels, group_of, n_groups};
  const groups::NetworkSettings settings = settings_of(options);
  groups::NetworkDesign design{{covariates.data(), covariates.size()}, covariates.shape(1), subject_of, {}, subjects};
  if (orders) design.orders = {orders->data(), orders->size()};
  const double arrangements =
      orders ? static_cast<double>(orders->shape(0)) : static_cast<double>(settings.permutations.permutations);
  groups::NetworkTest test;
  run_interruptibly(
      execution_of(n_jobs), arrangements * static_cast<double>(matrices.size()) * 1e-9, progress,
      [&](const Job& job) { test = groups::network_test(values, settings, design, {}, job.execution, job.progress); });
  return to_dict(std::move(test), channels);
}

}  // namespace

void bind_networks(nb::module_& module) {
  module.def("network_test", &network_test, nb::arg("matrices").noconvert(), nb::arg("group_of"), nb::arg("n_groups"),
             nb::arg("covariates").noconvert(), nb::arg("subject_of"), nb::arg("subjects"), nb::arg("orders").none(),
             nb::arg("options"), nb::arg("n_jobs"), nb::arg("progress").none());
}

}  // namespace biotropy::python
