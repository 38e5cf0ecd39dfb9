// SPDX-License-Identifier: Apache-2.0
//
// Series of R as signals of the library: bare numbers, or what as_signal() of R knows of an object.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "biotropy/study/signal.hpp"
#include "entry.hpp"
#include "parameters.hpp"

namespace biotropy::r {

/// A recording: doubles in an array (samples, channels, epochs) of R, and what is known of them.
class Recording {
 public:
  /// @throws Refused for other things than series; Error as study::read(). Notices are kept until take_notices().
  Recording(SEXP x, const char* name);
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  const study::Signal& signal() const { return signal_; }
  const char* name() const { return name_; }
  bool is_vector() const { return n_dimensions_ < 2; }
  bool has_epochs() const { return n_dimensions_ > 2; }
  const std::vector<std::string>& epochs() const { return epochs_; }
  std::vector<double> times() const { return study::times_of(given_, signal_); }

  /// Adds a notice of padding.
  void look_for_padding();
  Notices take_notices();

 private:
  void read_facts(SEXP list);

  const char* name_;
  cpp11::sexp data_;
  std::size_t n_dimensions_ = 1;
  bool knows_channels_ = false;
  std::vector<std::string> epochs_;
  study::Signal given_, signal_;
  Notices notices_;
};

}  // namespace biotropy::r
