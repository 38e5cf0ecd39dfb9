// SPDX-License-Identifier: Apache-2.0
//
// Compares a function type declared by Biotropy with the one in the original header: the same number of parameters,
// each of the same size and kind. Handles are void* here and pointers to structures there.
#pragma once

#include <type_traits>

namespace biotropy::device {

template <typename Ours, typename Theirs>
constexpr bool is_same_kind() {
  if constexpr (std::is_void_v<Ours> || std::is_void_v<Theirs>) {
    return std::is_void_v<Ours> && std::is_void_v<Theirs>;
  } else {
    constexpr bool pointers = std::is_pointer_v<Ours> && std::is_pointer_v<Theirs>;
    constexpr bool numbers =
        (std::is_integral_v<Ours> || std::is_enum_v<Ours>)&&(std::is_integral_v<Theirs> || std::is_enum_v<Theirs>);
    // NOLINTNEXTLINE(bugprone-sizeof-expression): pointers are compared as such
    return sizeof(Ours) == sizeof(Theirs) && (pointers || numbers);
  }
}

template <typename Ours, typename Theirs>
struct SameSignature : std::false_type {};

template <typename R, typename... P, typename S, typename... Q>
struct SameSignature<R (*)(P...), S (*)(Q...)> {
  static constexpr bool value = [] {
    if constexpr (sizeof...(P) != sizeof...(Q)) {
      return false;
    } else {
      return is_same_kind<R, S>() && (is_same_kind<P, Q>() && ...);
    }
  }();
};

}  // namespace biotropy::device
