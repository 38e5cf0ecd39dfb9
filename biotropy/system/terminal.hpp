// SPDX-License-Identifier: Apache-2.0
//
// Standard input, standard output and standard error, and the terminal at their ends.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace biotropy::system {

/// Opens those that are closed (`biotropy ... >&-`); otherwise the next opened file would get the number, and messages
/// would be written into a result. Writing to such a standard output fails, as it should; messages are discarded. All
/// three carry bytes as they are. Call before anything is opened.
void prepare_standard_streams();

/// True if standard error is a terminal that can erase a line by the usual code.
bool error_is_terminal();

/// Its width in characters.
std::optional<std::size_t> terminal_columns();

/// Writes to standard error. May be called in a signal handler, and needs no memory; what cannot be written is lost.
void say_at_once(std::string_view text) noexcept;

}  // namespace biotropy::system
