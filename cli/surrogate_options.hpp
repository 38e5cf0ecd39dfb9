// SPDX-License-Identifier: Apache-2.0
//
// Options of a test against surrogates, and its numbers in results.
#pragma once

#include <string>

#include "biotropy/entropy/surrogate_test.hpp"
#include "biotropy/files/results/results.hpp"
#include "cli/console.hpp"

namespace CLI {
class App;
}

namespace biotropy::cli {

void add_surrogate_options(CLI::App& command, entropy::SurrogateSettings& settings);

/// Declares the numbers of a test, after all others; nothing without one.
void describe_test(files::ResultsHead& head, const entropy::SurrogateSettings& settings);

/// Points the results at the numbers of the test, which must outlive them.
void show(const entropy::SurrogateTest& test, files::FileResults& results);

/// Words behind a number of p below alpha where so few surrogates have none; otherwise nothing.
std::string limit_of(const entropy::SurrogateSettings& settings, double alpha);

/// How many entries have small p-values, in the form of the summary of matrices.
std::string summary(const entropy::SurrogateTest& test, const entropy::SurrogateSettings& settings);

}  // namespace biotropy::cli
