// SPDX-License-Identifier: Apache-2.0
//
// Checks values of options before the parser converts them to numbers: it would read 010 as 8, -1 samples as
// 18446744073709551615, an empty word as 0, and the largest number as a larger one.
#pragma once

namespace CLI {
class App;
}

namespace biotropy::cli {

/// Name of the type of options that hold whole numbers of 64 bits, such as seeds; the parser's own names do not tell.
constexpr const char* kLongInteger = "INT64";

/// Makes every option of the program and of its commands refuse invalid values of its type. Call after all options were
/// added.
void be_strict(CLI::App& program);

}  // namespace biotropy::cli
