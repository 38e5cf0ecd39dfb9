// SPDX-License-Identifier: Apache-2.0
//
// Handles of the HDF5 library that close themselves.
#pragma once

#include <hdf5.h>

namespace biotropy::files {

class Hdf5Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Hdf5Handle(hid_t id, Close close) : id_(id), close_(close) {}
  ~Hdf5Handle() {
    if (id_ >= 0) close_(id_);
  }
  Hdf5Handle(const Hdf5Handle&) = delete;
  Hdf5Handle& operator=(const Hdf5Handle&) = delete;

  hid_t id() const { return id_; }
  explicit operator bool() const { return id_ >= 0; }

 private:
  hid_t id_;
  Close close_;
};

}  // namespace biotropy::files
