// SPDX-License-Identifier: Apache-2.0
//
// biotropy._core, which takes and returns arrays. The public functions and their documentation are in Python.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <string>

#include "biotropy/entropy/conventions.hpp"
#include "biotropy/entropy/multiscale_settings.hpp"
#include "biotropy/match/engine.hpp"
#include "biotropy/version.hpp"
#include "biotropy/words.hpp"
#include "python/bindings/bindings.hpp"
#include "python/bindings/parameters.hpp"

namespace nb = nanobind;

NB_MODULE(_core, module) {
  biotropy::python::translate_errors();
  biotropy::python::bind_comparison(module);
  biotropy::python::bind_heartbeats(module);
  biotropy::python::bind_answer(module);
  biotropy::python::bind_networks(module);
  biotropy::python::bind_preparation(module);
  biotropy::python::bind_recordings(module);
  biotropy::python::bind_scores(module);
  biotropy::python::bind_signals(module);
  biotropy::python::bind_states(module);
  biotropy::python::bind_surrogates(module);
  biotropy::python::bind_windows(module);
  module.def("version", [] { return std::string(biotropy::version()); });
  module.def(
      "engines",
      [] {
        nb::dict names;
        for (const biotropy::match::Engine* engine : biotropy::match::engines()) {
          names[nb::cast(std::string(engine->name()))] = std::string(engine->description());
        }
        return names;
      },
      "The counting engines of this build and what each is for.");
  module.def("is_same_word", &biotropy::is_same_word);
  module.def("suggestion", &biotropy::suggestion);
  module.def("option_table", &biotropy::python::option_table);
  module.def("scale_list", &biotropy::entropy::scale_list);
  module.def("measures", &biotropy::python::measure_table);
  module.def("conventions", &biotropy::word_list<biotropy::entropy::Convention>,
             "The names that `convention` may have.");
}
