// SPDX-License-Identifier: Apache-2.0
//
// C++ objects that R code holds: external pointers with a tag, by which they differ from all others and from those of
// another session.
#pragma once

#include <cpp11/external_pointer.hpp>
#include <memory>

#include "biotropy/error.hpp"
#include "entry.hpp"

namespace biotropy::r {

/// The tag of pointers to a T; a specialisation for every T.
template <typename T>
constexpr const char* kTag = nullptr;

template <typename T>
SEXP tag_of() {
  return cpp11::safe[Rf_install](kTag<T>);
}

/// The address of a pointer of this session; null for any other object and for a pointer of another session.
template <typename T>
T* address_in(SEXP pointer) {
  if (TYPEOF(pointer) != EXTPTRSXP || R_ExternalPtrTag(pointer) != tag_of<T>()) return nullptr;
  return static_cast<T*>(R_ExternalPtrAddr(pointer));
}

/// @throws Error invalid_data where address_in() is null.
template <typename T>
T& pointed(SEXP pointer) {
  T* const address = address_in<T>(pointer);
  if (address == nullptr) {
    throw Error(ErrorCode::invalid_data, "the object was changed by hand or saved by another session of R");
  }
  return *address;
}

/// A pointer that destroys the object when R has no more use for it.
template <typename T>
cpp11::sexp tagged(std::unique_ptr<T> object) {
  const cpp11::sexp tag = tag_of<T>();
  const cpp11::external_pointer<T> pointer(object.release());
  R_SetExternalPtrTag(static_cast<SEXP>(pointer), tag);
  return static_cast<SEXP>(pointer);
}

}  // namespace biotropy::r
