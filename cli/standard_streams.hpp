// SPDX-License-Identifier: Apache-2.0
//
// Descriptors 0, 1 and 2. If one of them is closed (`biotropy ... >&-`), the next opened file would get its number, and
// messages would be written into a result.
#pragma once

namespace biotropy::cli {

/// Opens closed ones. Writing to such a standard output fails, as it should; messages are discarded. Call before
/// anything is opened.
void occupy_standard_streams();

}  // namespace biotropy::cli
