// SPDX-License-Identifier: Apache-2.0
//
// The descriptors 0, 1 and 2. Where one of them is closed (`biotropy ... >&-`), the next file to be opened would get
// its number, and what is meant for people would be written into a result.
#pragma once

namespace biotropy::cli {

/// Fills closed ones. Writing to such a standard output fails, as it should; messages go nowhere. To be called before
/// anything is opened.
void occupy_standard_streams();

}  // namespace biotropy::cli
