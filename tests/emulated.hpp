// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace biotropy::test {

/// Whether the tests are built for an emulator: QEMU, or Wine (wine.hpp).
#ifdef BIOTROPY_EMULATED
constexpr bool kIsEmulated = true;
#else
constexpr bool kIsEmulated = false;
#endif

}  // namespace biotropy::test
