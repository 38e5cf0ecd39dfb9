// SPDX-License-Identifier: Apache-2.0
//
// Values of options, looked at before the parser turns them into numbers: it would take 010 for 8, -1 samples for
// 18446744073709551615, an empty word for 0, and the largest number for a larger one.
#pragma once

namespace CLI {
class App;
}

namespace biotropy::cli {

/// Makes every option of the program and of its commands refuse what is not plainly a value of its type. To be called
/// when all of them are added.
void be_strict(CLI::App& program);

}  // namespace biotropy::cli
