// SPDX-License-Identifier: Apache-2.0
#include "entry.hpp"

#include <cpp11/as.hpp>
#include <cpp11/function.hpp>

#include "values.hpp"

namespace biotropy::r {

namespace {

cpp11::function of_package(const char* name) {
  return cpp11::package("biotropy")[name];
}

}  // namespace

void raise(const Error& error) {
  of_package("raise_failure")(to_r(std::string(name(error.code()))), to_r(std::string(error.what())),
                              to_r(error.parameter()), to_r(error.value()), to_r(error.allowed()));
}

void raise(const Refused& refused) {
  of_package("refuse_value")(to_r(refused.argument), refused.value, to_r(refused.allowed));
}

}  // namespace biotropy::r
