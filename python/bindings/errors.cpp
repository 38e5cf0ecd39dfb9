// SPDX-License-Identifier: Apache-2.0
#include "python/bindings/bindings.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <new>
#include <string>

#include "biotropy/error.hpp"

namespace biotropy::python {

namespace nb = nanobind;

namespace {

// The argument that has another name in the library.
Error in_python(const Error& error) {
  return error.parameter() == "sampling rate" ? Error::argument("sfreq", error.value(), error.allowed()) : error;
}

void raise(const Error& error) {
  if (error.code() == ErrorCode::cancelled) {
    // After an interruption the exception of the signal handler is already set.
    if (PyErr_Occurred() == nullptr) PyErr_SetNone(PyExc_KeyboardInterrupt);
    return;
  }
  try {
    const Error named = in_python(error);
    const nb::object made = nb::module_::import_("biotropy.errors")
                                .attr("from_code")(std::string(name(error.code())), named.what(), named.parameter());
    PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(made.ptr())), made.ptr());
  } catch (nb::python_error& failed) {
    failed.restore();
  }
}

}  // namespace

void translate_errors() {
  nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
    try {
      std::rethrow_exception(thrown);
    } catch (const Error& error) {
      raise(error);
    } catch (const std::bad_alloc&) {
      raise(Error(ErrorCode::out_of_memory, "there is not enough memory"));
    }
  });
}

}  // namespace biotropy::python
