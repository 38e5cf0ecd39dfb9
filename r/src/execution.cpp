// SPDX-License-Identifier: Apache-2.0
#include "execution.hpp"

#include <R_ext/Utils.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cmath>
#include <cpp11/function.hpp>
#include <cstdlib>
#include <exception>
#include <future>
#include <limits>
#include <mutex>
#include <string>
#include <vector>

#include "module.hpp"
#include "values.hpp"

namespace biotropy::r {

namespace {

constexpr double kNoLimit = std::numeric_limits<double>::infinity();
constexpr double kUsual = 2;

// Forked processes do not have the threads of the process that loaded the library.
const pid_t kLoadedBy = getpid();

// A limit of the environment, as OpenMP and RcppParallel read it.
double limit_of(const char* variable) {
  const char* const text = std::getenv(variable);
  if (text == nullptr || *text == '\0') return kNoLimit;
  char* end = nullptr;
  const double limit = R_strtod(text, &end);
  while (std::isspace(static_cast<unsigned char>(*end)) != 0) ++end;
  if (*end != '\0' || !(limit >= 1) || limit != std::floor(limit)) {
    throw Error::argument(std::string("environment variable ") + variable, std::string("\"") + text + "\"",
                          "a positive integer");
  }
  return limit;
}

// R CMD check allows at most two cores.
double limit_of_check() {
  const char* const text = std::getenv("_R_CHECK_LIMIT_CORES_");
  std::string word = text == nullptr ? "" : text;
  std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) { return std::tolower(c); });
  return word.empty() || word == "false" || word == "no" || word == "0" ? kNoLimit : 2;
}

// Number of threads; 0: every core.
int threads_of(SEXP threads) {
  const double of_rcpp = limit_of("RCPP_PARALLEL_NUM_THREADS");
  double limit = std::min({of_rcpp, limit_of("OMP_THREAD_LIMIT"), limit_of_check()});
  if (getpid() != kLoadedBy) limit = 1;
  const bool is_given = threads != R_NilValue;
  static const SEXP name = cpp11::safe[Rf_install]("biotropy.threads");
  if (!is_given) threads = cpp11::safe[Rf_GetOption1](name);
  double wanted = of_rcpp == kNoLimit ? kUsual : of_rcpp;
  if (threads != R_NilValue) {
    wanted = whole_number(is_given ? "threads" : "option biotropy.threads", threads,
                          "0 (every core) or a positive integer", 0);
  }
  if (limit != kNoLimit) wanted = wanted == 0 ? limit : std::min(wanted, limit);
  return static_cast<int>(std::min<double>(wanted, INT_MAX));
}

}  // namespace

Execution execution_of(SEXP threads, SEXP device) {
  Execution execution;
  execution.threads = threads_of(threads);
  static const SEXP name = cpp11::safe[Rf_install]("biotropy.device");
  if (device == R_NilValue) device = cpp11::safe[Rf_GetOption1](name);
  if (device != R_NilValue) execution.device = one_text("device", device, "\"auto\", \"cpu\" or a device");
  return execution;
}

SEXP threads(SEXP given) {
  return guarded([&]() -> SEXP { return cpp11::safe[Rf_ScalarInteger](threads_of(given)); });
}

namespace {

constexpr double kShortWork = 0.02;  // seconds
constexpr std::chrono::milliseconds kCheckInterval(50);

void run_watched(Execution execution, const std::function<void(const Execution&)>& work) {
  CancelFlag cancel;
  execution.cancel = &cancel;
  auto finished = std::async(std::launch::async, [&] { work(execution); });
  try {
    while (finished.wait_for(kCheckInterval) == std::future_status::timeout) cpp11::check_user_interrupt();
  } catch (...) {
    // The work uses local variables of this function, so it must end first.
    cancel.cancel();
    finished.wait();
    throw;
  }
  finished.get();
}

}  // namespace

void run_interruptibly(Execution execution, double seconds, const std::function<void(const Execution&)>& work) {
  std::mutex adding;
  Notices notices;  // of all threads, which R's thread issues
  execution.notify = [&](const Notice& notice) {
    const std::lock_guard lock(adding);
    notices.push_back(notice);
  };
  if (seconds > kShortWork) {
    run_watched(std::move(execution), work);
  } else {
    work(execution);
  }
  issue(notices);
}

void issue(const Notices& notices) {
  if (!notices.empty()) cpp11::package("biotropy")["issue"](to_r(notices));
}

}  // namespace biotropy::r
