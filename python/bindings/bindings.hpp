// SPDX-License-Identifier: Apache-2.0
//
// Functions that add the parts of the module, one for each file of bindings.
#pragma once

#include <nanobind/nanobind.h>

namespace biotropy::python {

void bind_comparison(nanobind::module_& module);
void bind_heartbeats(nanobind::module_& module);
void bind_answer(nanobind::module_& module);
void bind_networks(nanobind::module_& module);
void bind_preparation(nanobind::module_& module);
void bind_recordings(nanobind::module_& module);
void bind_scores(nanobind::module_& module);
void bind_signals(nanobind::module_& module);
void bind_states(nanobind::module_& module);
void bind_surrogates(nanobind::module_& module);
void bind_windows(nanobind::module_& module);

/// Translates biotropy::Error to the Python exceptions of biotropy/errors.py: a wrong argument is also a ValueError, a
/// missing file a FileNotFoundError, and so on.
void translate_errors();

}  // namespace biotropy::python
