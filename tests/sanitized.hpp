// SPDX-License-Identifier: Apache-2.0
//
// Whether a sanitizer watches: a few tests that compare with a slow definition at every sample then do so at fewer of
// them.
#pragma once

namespace biotropy::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace biotropy::test
