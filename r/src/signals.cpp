// SPDX-License-Identifier: Apache-2.0
#include "signals.hpp"

#include <climits>
#include <utility>

#include "arguments.hpp"
#include "biotropy/entropy/request.hpp"
#include "biotropy/prepare/padding.hpp"
#include "biotropy/series/stamps.hpp"
#include "biotropy/series/unit.hpp"
#include "biotropy/sicamm/labelled.hpp"
#include "biotropy/study/prepare_settings.hpp"
#include "biotropy/study/read_signals.hpp"
#include "execution.hpp"
#include "module.hpp"
#include "values.hpp"

namespace biotropy::r {

namespace {

using namespace cpp11::literals;

constexpr const char* kSeries =
    "a numeric vector, matrix or array (samples, channels, epochs), or a data frame of numbers";

bool is_signal(SEXP x) {
  return Rf_inherits(x, "biotropy_signal") != 0;
}

SEXP data_of(SEXP x, const char* name) {
  const SEXP data = is_signal(x) ? Named(x).value("data") : x;
  const R_xlen_t n = Rf_xlength(data), n_dimensions = Rf_xlength(Rf_getAttrib(data, R_DimSymbol));
  const bool are_numbers = (TYPEOF(data) == REALSXP || TYPEOF(data) == INTSXP) && (is_signal(x) || !Rf_isObject(data));
  if (!are_numbers || n == 0 || n > INT_MAX || n_dimensions > 3) throw Refused{name, data, kSeries};
  return TYPEOF(data) == REALSXP ? data : cpp11::safe[Rf_coerceVector](data, REALSXP);
}

// Names of a dimension, with its index for an empty one; none without names.
std::vector<std::string> names_of(SEXP data, R_xlen_t dimension) {
  const SEXP all = Rf_getAttrib(data, R_DimNamesSymbol);
  const SEXP names = Rf_xlength(all) > dimension ? VECTOR_ELT(all, dimension) : R_NilValue;
  std::vector<std::string> found;
  for (R_xlen_t i = 0; i < Rf_xlength(names); ++i) {
    const bool is_named = STRING_ELT(names, i) != NA_STRING && Rf_xlength(STRING_ELT(names, i)) > 0;
    found.push_back(is_named ? std::string(cpp11::safe[Rf_translateCharUTF8](STRING_ELT(names, i)))
                             : std::to_string(i + 1));
  }
  return found;
}

// The attribute of what prepare() returned: rows, from 1, of missing samples where time is missing. A gap is the sample
// behind it, from 0.
std::vector<std::size_t> gaps_of(SEXP data) {
  std::vector<std::size_t> gaps;
  const SEXP rows = Rf_getAttrib(data, Rf_install("gaps"));
  for (R_xlen_t i = 0; TYPEOF(rows) == INTSXP && i < Rf_xlength(rows); ++i) {
    if (INTEGER(rows)[i] > 0) gaps.push_back(static_cast<std::size_t>(INTEGER(rows)[i]));
  }
  return gaps;
}

// The attribute of what read_signals() or prepare() returned of a recording with gaps: the times of its rows.
std::vector<double> times_of(SEXP data, std::size_t n_times) {
  const SEXP times = Rf_getAttrib(data, Rf_install("times"));
  if (TYPEOF(times) != REALSXP || static_cast<std::size_t>(Rf_xlength(times)) != n_times) return {};
  return {REAL(times), REAL(times) + n_times};
}

// The attribute of what read_signals() and prepare() returned.
std::vector<std::string> units_of(SEXP data, std::size_t n_channels) {
  const SEXP units = Rf_getAttrib(data, Rf_install("units"));
  std::vector<std::string> all = TYPEOF(units) == STRSXP ? to_strings(units) : std::vector<std::string>();
  return all.size() == n_channels ? all : std::vector<std::string>();
}

study::Signal signal_of(SEXP data) {
  const Columns numbers(data);
  const SEXP sizes = Rf_getAttrib(data, R_DimSymbol);
  const R_xlen_t n_dimensions = Rf_xlength(sizes);
  if (n_dimensions < 2) return {{1, 1, numbers.all().size(), numbers.all()}, {}, units_of(data, 1)};
  const auto size = [&](R_xlen_t i) { return i < n_dimensions ? static_cast<std::size_t>(INTEGER(sizes)[i]) : 1; };
  return {{size(2), size(1), size(0), numbers.all()}, names_of(data, 1), units_of(data, size(1))};
}

cpp11::sexp rate_or_null(std::optional<double> rate) {
  return rate ? cpp11::safe[Rf_ScalarReal](*rate) : R_NilValue;
}

}  // namespace

Recording::Recording(SEXP x, const char* name)
    : name_(name),
      data_(data_of(x, name)),
      n_dimensions_(static_cast<std::size_t>(Rf_xlength(Rf_getAttrib(data_, R_DimSymbol)))),
      given_(signal_of(data_)),
      signal_(given_) {
  if (has_epochs()) epochs_ = names_of(data_, 2);
  given_.gaps = gaps_of(data_);
  given_.stamps = times_of(data_, given_.view.n_times);
  if (is_signal(x)) read_facts(x);
  signal_ = study::read(given_, name_, notices_);
  signal_.view.labels = signal_.channels;
  signal_.view.units = signal_.units;
  if (knows_channels_) return;
  if (auto found = study::orientation_notice(signal_, name)) notices_.push_back(std::move(*found));
}

void Recording::read_facts(SEXP list) {
  const Named facts(list);
  given_.rate = facts.number_if_any("rate");
  given_.starts = facts.numbers("start");
  if (facts.has("stamps")) given_.stamps = facts.numbers("stamps");
  if (facts.has("bads")) given_.bads = to_strings(facts.value("bads"));
  if (given_.bads.size() != given_.view.n_channels) given_.bads.clear();
  if (facts.has("unit")) given_.units.assign(given_.view.n_channels, series::usual_unit(facts.text("unit")));
  given_.missing_are_gaps = facts.flag("missing_are_gaps");
  knows_channels_ = facts.flag("knows_channels");
  const std::vector<double> rows = facts.numbers("rows");
  const std::vector<double> row_numbers = facts.numbers("row_numbers");
  if (!rows.empty()) given_.gaps = series::read_stamps(rows).gaps;
  if (!row_numbers.empty()) given_.gaps = series::row_gaps(row_numbers);
}

void Recording::look_for_padding() {
  if (auto found = study::padding_notice(given_, name_)) notices_.push_back(std::move(*found));
}

Notices Recording::take_notices() {
  return std::exchange(notices_, {});
}

// Lengths of recordings, given by the number of that of each sample, which also end where time is missing.
SEXP lengths_between_gaps(SEXP x, SEXP recordings, SEXP name) {
  return guarded([&]() -> SEXP {
    const std::string called = to_string(name);
    Recording recording(x, called.c_str());
    study::require_single(recording.signal(), called.c_str(), study::SignalUse::windows);
    issue(recording.take_notices());
    const auto found = study::lengths_between(
        recording.signal(), sicamm::lengths_of(whole_numbers("recordings", recordings, "numbers of recordings")));
    return to_r(std::vector<double>(found.begin(), found.end()));
  });
}

SEXP one_rate(SEXP x, SEXP rate) {
  return guarded([&]() -> SEXP {
    study::Signal signal = Recording(x, "x").signal();
    if (rate != R_NilValue) {
      study::set_rate(signal, positive_number("rate", rate, "a number above 0 (samples per second)"), "rate");
    }
    return rate_or_null(signal.rate);
  });
}

SEXP require_alike(SEXP x, SEXP y) {
  return guarded([&]() -> SEXP {
    study::require_alike(Recording(x, "x").signal(), Recording(y, "y").signal());
    return R_NilValue;
  });
}

SEXP prepare(SEXP x, SEXP rate, SEXP options, SEXP threads) {
  return guarded([&]() -> SEXP {
    study::PrepareSettings settings;
    read_rows(Arguments(options), study::prepare_options(), settings);
    Recording recording(x, "x");
    study::Signal signal = recording.signal();
    if (rate != R_NilValue) {
      study::set_rate(signal, positive_number("rate", rate, "a number above 0 (samples per second)"), "rate");
    }
    issue(recording.take_notices());
    series::Epochs epochs;
    const double seconds = static_cast<double>(signal.view.data.size()) * 1e-7;
    run_interruptibly(execution_of(threads, R_NilValue), seconds,
                      [&](const Execution& execution) { epochs = study::prepared(signal, settings, execution); });
    const std::vector<std::size_t> series{epochs.n_channels, epochs.n_epochs};
    const NamedArray reason{"reason", {"epoch", "channel"}, {series[1], series[0]}, epochs.reasons};
    if (const auto notice = entropy::not_finite({&reason, 1}, {epochs.labels, {}, 1})) issue({*notice});
    std::vector<int> gaps;
    for (std::size_t i = 0; i < epochs.gaps.size(); ++i) {
      if (epochs.gaps[i] != 0) gaps.push_back(static_cast<int>(i) + 1);
    }
    return cpp11::writable::list(
        {"samples"_nm = shaped(to_r(epochs.data), {epochs.n_times, series[0], series[1]}),
         "channels"_nm = to_r(epochs.labels),
         "units"_nm = signal.units.empty() ? cpp11::sexp(R_NilValue) : to_r(epochs.units),
         "onset"_nm = to_r(epochs.onsets), "is_cut"_nm = settings.is_cut(), "gaps"_nm = to_r(gaps),
         "times"_nm = to_r(epochs.times),
         "rate"_nm = rate_or_null(epochs.has_rate ? std::optional(epochs.rate) : std::nullopt)});
  });
}

SEXP read_signals(SEXP path, SEXP channels, SEXP gap_fill, SEXP options) {
  return guarded([&]() -> SEXP {
    files::OpenOptions open;
    read_rows(Arguments(options), files::open_options(), open);
    const std::string list = channels == R_NilValue ? "" : to_string(channels);
    const auto fill = static_cast<std::size_t>(Rf_asReal(gap_fill));
    const prepare::Simultaneous found = study::read_signals(to_string(path), list, fill, open).signals;
    std::vector<int> gaps;
    for (const std::size_t gap : found.gaps) gaps.push_back(static_cast<int>(gap) + 1);
    return cpp11::writable::list({"samples"_nm = shaped(to_r(found.samples), {found.n_times, found.labels.size()}),
                                  "channels"_nm = to_r(found.labels), "units"_nm = to_r(found.units),
                                  "bads"_nm = to_r(found.bads), "notices"_nm = to_r(found.notices),
                                  "gaps"_nm = to_r(gaps), "times"_nm = to_r(found.times),
                                  "rate"_nm = rate_or_null(found.rate)});
  });
}

}  // namespace biotropy::r
