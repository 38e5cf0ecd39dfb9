// SPDX-License-Identifier: Apache-2.0
//
// Failures of Windows in the numbers of the C library, in which the rooms above get them.
#pragma once

namespace biotropy::system {

/// Sets errno from the last failure of a call of Windows, or of its sockets (whose words socket_error() has).
void set_error_number();
void set_error_number_of_socket();

}  // namespace biotropy::system
