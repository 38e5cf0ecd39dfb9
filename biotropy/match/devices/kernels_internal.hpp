// SPDX-License-Identifier: Apache-2.0
//
// Sources of kernels/, embedded by the build.
#pragma once

namespace biotropy::match {

extern const char* const bit_tables_c;
extern const char* const count_products_c;
extern const char* const count_rows_c;
extern const char* const count_rows_shared_c;
extern const char* const find_windows_c;
extern const char* const fuzzy_runs_c;
extern const char* const sort_templates_c;
extern const char* const windows_c;

}  // namespace biotropy::match
