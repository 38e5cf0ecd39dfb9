// SPDX-License-Identifier: Apache-2.0
//
// Answers to requests: measures of series, of pairs, at scales and in windows; counts of matches. Arrays have the
// dimensions of the library in reverse, as the first one is the fastest in R; named_result() of R names them.
#include <R_ext/Arith.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "biotropy/entropy/request.hpp"
#include "biotropy/prepare/padding.hpp"
#include "biotropy/study/measured_signal.hpp"
#include "execution.hpp"
#include "module.hpp"
#include "parameters.hpp"
#include "signals.hpp"
#include "values.hpp"

namespace biotropy::r {

namespace {

using entropy::Request;
using NamedValues = std::vector<std::pair<std::string, OptionValue>>;
using series::EpochView;

SEXP text_of(std::string_view text) {
  return Rf_mkCharLenCE(text.data(), static_cast<int>(text.size()), CE_UTF8);
}

template <typename Texts>
SEXP texts(const Texts& of) {
  const SEXP values = PROTECT(Rf_allocVector(STRSXP, static_cast<R_xlen_t>(of.size())));
  for (std::size_t i = 0; i < of.size(); ++i) SET_STRING_ELT(values, static_cast<R_xlen_t>(i), text_of(of[i]));
  UNPROTECT(1);
  return values;
}

SEXP vector_of(const std::vector<std::string>& values) {
  return texts(values);
}

// Counts become doubles, exact below 2^53, and NaN the missing value of R.
double number_of(double value) {
  return std::isnan(value) ? NA_REAL : value;
}

template <typename T>
SEXP vector_of(const std::vector<T>& values) {
  const SEXP numbers = Rf_allocVector(REALSXP, static_cast<R_xlen_t>(values.size()));
  std::ranges::transform(values, REAL(numbers), [](T value) { return number_of(static_cast<double>(value)); });
  return numbers;
}

SEXP vector_of(const std::vector<int>& values) {
  const SEXP numbers = Rf_allocVector(INTSXP, static_cast<R_xlen_t>(values.size()));
  std::ranges::copy(values, INTEGER(numbers));
  return numbers;
}

SEXP scalar(std::string_view text) {
  return Rf_ScalarString(text_of(text));
}
SEXP scalar(int number) {
  return Rf_ScalarInteger(number);
}
SEXP scalar(double number) {
  return Rf_ScalarReal(number_of(number));
}
SEXP scalar(std::uint64_t count) {
  return Rf_ScalarReal(static_cast<double>(count));
}
SEXP scalar(bool flag) {
  return Rf_ScalarLogical(flag);
}
SEXP scalar(std::int64_t number) {
  return std::abs(number) <= INT_MAX ? scalar(static_cast<int>(number)) : scalar(static_cast<double>(number));
}
SEXP scalar(const std::vector<double>& numbers) {
  return vector_of(numbers);
}

// Values that na.pass makes NA: those of a series with a missing sample.
class Passed {
 public:
  Passed(const Request& request, const EpochView& x)
      : n_series_(x.n_epochs * x.n_channels),
        of_epoch_(entropy::values_of_epoch(request.measure.measure, x.n_channels)),
        n_channels_(x.n_channels),
        values_(entropy::epochs_of_values(request.measure.parameters(x.n_times), x.n_epochs) * of_epoch_),
        reasons_(x.reasons.begin(), x.reasons.end()) {
    reasons_.resize(n_series_);
  }

  void look_at(const EpochView& view) {
    for (std::size_t i = 0; i < n_series_; ++i) {
      const bool is_left_out = !view.reasons.empty() && !view.reasons[i].empty();
      if (is_left_out || series::missing_count(view.samples(i / n_channels_, i % n_channels_)) == 0) continue;
      values_[value_of(i)] = 1;
    }
    for (std::size_t i = 0; i < n_series_; ++i) {
      if (values_[value_of(i)] != 0 && reasons_[i].empty()) reasons_[i] = kPassed;
    }
  }
  std::span<const std::string> reasons() const { return reasons_; }
  bool first() const { return values_.front() != 0; }

  /// Puts NA, and the reason, into the arrays of all values.
  void mark(std::vector<NamedArray>& found) const {
    for (NamedArray& one : found) {
      if (!one.dims.empty() && (one.dims[0] == "epoch" || one.dims[0] == "window")) mark(one);
    }
  }

 private:
  void mark(NamedArray& array) const {
    std::visit(
        [&](auto& values) {
          using Value = typename std::decay_t<decltype(values)>::value_type;
          for (std::size_t i = 0; i < values.size(); ++i) {
            if (!is_passed(array, values.size(), i)) continue;
            if constexpr (std::is_same_v<Value, std::string>) values[i] = kPassed;
          }
          if constexpr (std::is_same_v<Value, std::uint64_t>) {
            array.values = std::vector<double>(values.begin(), values.end());
          }
        },
        array.values);
    auto* const numbers = std::get_if<std::vector<double>>(&array.values);
    for (std::size_t i = 0; numbers != nullptr && i < numbers->size(); ++i) {
      if (is_passed(array, numbers->size(), i)) (*numbers)[i] = NA_REAL;
    }
  }

  // Whether element i of n belongs to such a value; windows over all epochs have those of the epochs.
  bool is_passed(const NamedArray& array, std::size_t n, std::size_t i) const {
    const std::size_t of_value = std::max<std::size_t>(1, n / (array.shape[0] * of_epoch_));
    return values_[i / of_value % values_.size()] != 0;
  }
  std::size_t value_of(std::size_t series) const { return series * of_epoch_ / n_channels_ % values_.size(); }

  std::size_t n_series_, of_epoch_, n_channels_;
  std::vector<char> values_;
  std::vector<std::string> reasons_;
};

// Makes counts and sums missing where nothing was counted, as a series, or its partner of `channels`, has no template.
void mark_uncounted(std::vector<NamedArray>& found, std::size_t channels) {
  const auto at = std::ranges::find(found, "templates_m", &NamedArray::name);
  if (at == found.end()) return;
  const std::vector<std::uint64_t> templates = std::get<std::vector<std::uint64_t>>(at->values);
  for (NamedArray& one : found) {
    if (!one.name.starts_with("matches_") && !one.name.starts_with("membership_") && one.name != "patterns") continue;
    std::vector<double> numbers;
    if (const auto* counts = std::get_if<std::vector<std::uint64_t>>(&one.values)) {
      numbers.assign(counts->begin(), counts->end());
    } else {
      numbers = std::get<std::vector<double>>(one.values);
    }
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const std::size_t series = i / channels, partner = series / channels * channels + i % channels;
      if (templates[series] == 0 || templates[partner] == 0) numbers[i] = NA_REAL;
    }
    one.values = std::move(numbers);
  }
}

void warn_of(const std::vector<NamedArray>& found, const std::vector<std::string>& channels) {
  const std::array<std::string, 1> known{kPassed};
  if (const auto notice = entropy::not_finite(found, {channels, known, 1})) issue({*notice});
}

// Where na.pass is asked for and epochs are counted together: a channel with a missing sample in one of them has no
// value.
std::vector<std::string> reasons_of_channels(const EpochView& x) {
  std::vector<std::string> reasons(x.reasons.begin(), x.reasons.end());
  reasons.resize(x.n_epochs * x.n_channels);
  for (std::size_t i = 0; i < reasons.size(); ++i) {
    const std::size_t channel = i % x.n_channels;
    if (!reasons[i].empty() || series::missing_count(x.samples(i / x.n_channels, channel)) == 0) continue;
    for (std::size_t epoch = 0; epoch < x.n_epochs; ++epoch) reasons[epoch * x.n_channels + channel] = kPassed;
  }
  return reasons;
}

// Coordinates of a dimension of the results.
struct Coordinates {
  const char* name;
  std::variant<std::vector<std::string>, std::vector<int>, std::vector<double>> values;
};

std::vector<std::string> channels_of(const Recording& x) {
  if (!x.signal().channels.empty()) return x.signal().channels;
  if (x.is_vector()) return {x.name()};
  std::vector<std::string> numbers;
  for (std::size_t i = 1; i <= x.signal().view.n_channels; ++i) numbers.push_back(std::to_string(i));
  return numbers;
}

std::vector<double> times_of_windows(const Recording& x, const std::vector<std::size_t>& firsts, const Named& asked) {
  const std::vector<double> times = x.times();
  const double rate = asked.has("rate") ? asked.number("rate") : 1.0;
  const bool in_samples = times.empty() || (asked.has("rate") && x.signal().gaps.empty());
  const double from = asked.has("rate") && !times.empty() ? times.front() : 0.0;
  std::vector<double> starts;
  for (const std::size_t first : firsts) {
    starts.push_back(in_samples ? static_cast<double>(first) / rate : times[first] - from);
  }
  return starts;
}

// A request of R, and the samples that it is for.
struct Question {
  Request request;
  bool pooled = false, has_windows = false, is_single = false;
  entropy::Parameters parameters{};
  NamedValues depends_on{};
  std::vector<Coordinates> by{};
};

// The dimensions of the values in their order in R; none of a single value.
std::vector<Coordinates> coordinates_of(const Question& of, const Recording& x, const study::MeasuredSignal& signal,
                                        const Named& asked, const std::vector<std::string_view>& dims) {
  const Request& request = of.request;
  const auto has = [&](std::string_view dim) { return std::ranges::find(dims, dim) != dims.end(); };
  std::vector<Coordinates> by;
  const auto add_scales = [&] {
    if (request.scales) by.push_back({"scale", *request.scales});
  };
  if (of.has_windows) by.push_back({"time", times_of_windows(x, signal.starts(), asked)});
  if (!request.pairs) add_scales();
  const bool is_single = x.is_vector() && of.is_single && !request.scales;
  if (has("channel") && !is_single) by.push_back({"channel", channels_of(x)});
  if (request.pairs) {
    by.push_back({"partner", channels_of(x)});
    add_scales();
  }
  if (has("epoch") && !of.has_windows && (request.pairs || (x.has_epochs() && !of.pooled))) {
    std::vector<int> numbers;
    for (std::size_t i = 1; i <= (of.pooled ? 1 : signal.view().n_epochs); ++i) numbers.push_back(static_cast<int>(i));
    const bool named = x.epochs().size() == numbers.size();
    by.push_back(named ? Coordinates{"epoch", x.epochs()} : Coordinates{"epoch", numbers});
  }
  if (has("m")) by.push_back({"m", request.measure.grid().m});
  if (has("r")) by.push_back({"r", request.measure.grid().r});
  return by;
}

std::vector<std::string_view> sums_of(entropy::Measure measure) {
  std::vector<std::string_view> sums;
  for (const entropy::Number& number : entropy::numbers_of(measure)) sums.push_back(number.name);
  if (sums.empty()) sums = {"matches_m", "matches_m1"};
  return sums;
}

SEXP list_of(const NamedValues& all) {
  ListMaker list(all.size());
  for (const auto& [name, value] : all) {
    list.add(name.c_str(), std::visit([](const auto& held) { return scalar(held); }, value));
  }
  return list.done();
}

// @param all list of what the values depend on.
void add_description(ListMaker& list, const Request& request, const entropy::Parameters& parameters, SEXP all,
                     const std::vector<std::string_view>& sums) {
  list.add("parameters", all);
  list.add("sums", texts(sums));
  describe(request, parameters, [&](const char* part, auto value) { list.add(part, scalar(value)); });
}

// What the values of short calls depend on. The list of the last measure, m and r is kept, as making one takes half as
// long as such a call.
class ShortParameters {
 public:
  explicit ShortParameters(const Request& request) {
    const entropy::Settings& asked = request.measure;
    if (last_ != nullptr && asked.measure == of_.measure && asked.m == of_.m && asked.r == of_.r) return;
    if (last_ != nullptr) R_ReleaseObject(last_);
    last_ = nullptr;
    of_ = asked;
    all_ = entropy::parameters_of(request);
  }

  SEXP list() const {
    if (last_ != nullptr) return last_;
    const SEXP made = list_of(all_);
    R_PreserveObject(made);
    MARK_NOT_MUTABLE(made);
    return last_ = made;
  }

 private:
  static inline SEXP last_ = nullptr;
  static inline entropy::Settings of_;
  NamedValues all_;
};

std::optional<study::Windows> windows_of(const Named& asked) {
  if (!asked.has("window")) return std::nullopt;
  const auto count = [&](const char* part) {
    return static_cast<std::size_t>(whole_number(part, asked.value(part), "an integer of at least 1", 1));
  };
  return study::Windows{count("window"), count("step")};
}

const char* name_in_r(std::string_view array) {
  return array == "r" ? "tolerance" : array.data();
}

// Whether the only options are a single m and r, and the series is bare numbers without gaps.
bool is_short(SEXP x, SEXP y, SEXP how, const NaAction& gaps, SEXP options) {
  const bool is_bare = TYPEOF(x) == REALSXP && !Rf_isObject(x) && Rf_getAttrib(x, R_DimSymbol) == R_NilValue;
  if (!is_bare || y != R_NilValue || how != R_NilValue || gaps.passes || gaps.missing != entropy::Missing::raise) {
    return false;
  }
  const SEXP names = Rf_getAttrib(options, R_NamesSymbol);
  for (R_xlen_t i = 0; i < Rf_xlength(names); ++i) {
    const std::string_view option = CHAR(STRING_ELT(names, i));
    const SEXP value = VECTOR_ELT(options, i);
    if ((option != "m" && option != "r") || !Rf_isNumeric(value) || Rf_xlength(value) != 1) return false;
  }
  return Rf_xlength(x) > 0 && Rf_xlength(x) <= INT_MAX;
}

// The list of to_list() without its arrays, which for a short series take longer than counting.
SEXP short_answer(Request& request, SEXP measure, SEXP x, const Arguments& given) {
  request.raises = true;
  const series::Samples samples = Columns(x).all();
  const EpochView view{1, 1, samples.size(), samples};
  if (const auto notice = prepare::padding_notice(view, "x")) issue({*notice});
  entropy::Measured found;
  run_interruptibly(execution_of(given), entropy::expected_seconds(request, view), [&](const Execution& execution) {
    found = entropy::measure_and_test(request, view, nullptr, execution);
  });
  if (!found.entries.front().reason.empty()) warn_of(entropy::arrays_of(found.entries.front()), {});
  const std::vector<std::string_view> sums = sums_of(request.measure.measure);
  const ShortParameters all(request);
  return cpp11::unwind_protect([&] {
    constexpr std::size_t size = 22;
    ListMaker list(size);
    list.add("measure", measure);
    list.add("n", scalar(static_cast<int>(samples.size())));
    entropy::each_number(
        [&](const char* name, auto member) { list.add(name_in_r(name), scalar(found.entries.front().*member)); });
    add_description(list, request, found.parameters, all.list(), sums);
    return list.done("biotropy_entropy");
  });
}

// The whole list, whose arrays have the attributes dim and dims unless there is a single value.
SEXP to_list(const Question& of, std::vector<NamedArray>& found, SEXP measure, std::size_t n, const Named& asked) {
  const Request& request = of.request;
  // The numbers of a test are the last ones.
  const std::size_t n_test = request.surrogates.given() ? entropy::kSurrogateNumbers.size() : 0;
  const auto measured = std::span(found).first(found.size() - n_test), tested = std::span(found).last(n_test);
  const auto is_coordinate = [](const NamedArray& one) {
    return one.name == "scales" || one.name == "grid_m" || one.name == "grid_r";
  };
  const std::vector<std::string_view> sums = sums_of(request.measure.measure);
  const char* const kind = of.has_windows   ? "biotropy_windows"
                           : request.pairs  ? request.scales ? "biotropy_multiscale_pairwise" : "biotropy_pairwise"
                           : request.scales ? "biotropy_multiscale"
                                            : "biotropy_entropy";
  // Made here, as no jump of R may pass a C++ object.
  std::vector<std::vector<int>> sizes;
  std::vector<std::vector<std::string_view>> dims;
  for (std::size_t i = 0; !of.by.empty() && i < found.size(); ++i) {
    const NamedArray& one = found[i];
    sizes.emplace_back(one.shape.rbegin(), one.shape.rend());
    dims.emplace_back(one.dims.rbegin(), one.dims.rend());
    std::ranges::replace(dims.back(), "window", "time");
  }
  return cpp11::unwind_protect([&] {
    // Of series beside each other names are all there is to add.
    const auto* const labels = of.by.size() == 1 ? std::get_if<std::vector<std::string>>(&of.by[0].values) : nullptr;
    const SEXP names = PROTECT(labels != nullptr ? texts(*labels) : R_NilValue);
    const auto array = [&](const NamedArray& one) {
      const auto i = static_cast<std::size_t>(&one - found.data());
      const SEXP values = PROTECT(std::visit([](const auto& all) { return vector_of(all); }, one.values));
      if (names != R_NilValue && !dims[i].empty()) {
        Rf_namesgets(values, names);
      } else if (!of.by.empty() && !dims[i].empty()) {
        Rf_setAttrib(values, R_DimSymbol, PROTECT(vector_of(sizes[i])));
        Rf_setAttrib(values, Rf_install("dims"), PROTECT(texts(dims[i])));
        UNPROTECT(2);
      }
      UNPROTECT(1);
      return values;
    };
    ListMaker list(measured.size() + 21);
    list.add("measure", measure);
    list.add("n", scalar(static_cast<int>(n)));
    for (const char* name : {"window", "step", "rate"}) {
      if (of.has_windows) list.add(name, asked.value(name));
    }
    if (request.scales) list.add("scales", vector_of(*request.scales));
    for (const NamedArray& one : measured) {
      if (is_coordinate(one)) continue;
      list.add(name_in_r(one.name), array(one));
    }
    add_description(list, request, of.parameters, list_of(of.depends_on), sums);
    if (n_test > 0) {
      ListMaker test(n_test);
      for (const NamedArray& one : tested) test.add(one.name.c_str(), array(one));
      list.add("surrogates", test.done());
    }
    if (!of.by.empty()) {
      ListMaker by(of.by.size());
      for (const Coordinates& one : of.by) {
        by.add(one.name, std::visit([](const auto& all) { return vector_of(all); }, one.values));
      }
      list.add("by", by.done());
    }
    const SEXP all = list.done(kind);
    UNPROTECT(1);
    return all;
  });
}

std::vector<int> scales_of(SEXP value) {
  constexpr const char* kAllowed = "integers of at least 1";
  if (TYPEOF(value) == STRSXP) return entropy::scale_list(one_text("scales", value, kAllowed));
  const std::vector<int> scales = whole_numbers("scales", value, kAllowed, 1);
  return scales.size() == 1 ? entropy::scale_list(std::to_string(scales.front())) : scales;
}

}  // namespace

// @param y NULL but for a measure of two series. @param how NULL, or a list of scales, pairs, of_mean, window, step and
// rate.
SEXP answer(SEXP name, SEXP x, SEXP y, SEXP how, SEXP action, SEXP options) {
  return guarded([&]() -> SEXP {
    const Arguments given(options);
    const Named asked(how);
    const NaAction gaps = na_action(action);
    std::optional<std::vector<int>> scales;
    if (asked.has("scales")) scales = scales_of(asked.value("scales"));
    Question of{request_of(name, given, gaps.missing, std::move(scales))};
    Request& request = of.request;
    const entropy::Measure measure = request.measure.measure;
    const bool of_one = !entropy::is_cross(measure) && !entropy::is_multivariate(measure);
    if (of_one && is_short(x, y, how, gaps, options)) return short_answer(request, name, x, given);
    request.pairs = asked.flag("pairs");
    request.tested = asked.flag("of_mean") ? entropy::Keep::mean : entropy::Keep::epochs;
    of.has_windows = asked.has("window");

    Recording of_x(x, "x");
    std::optional<Recording> of_y;
    if (entropy::is_cross(measure) && !request.pairs) of_y.emplace(y, "y");
    const bool together = request.pairs || entropy::is_multivariate(measure);
    if (together && of_x.is_vector()) {
      throw Refused{"x", x,
                    "a matrix or data frame with a channel in each column, or an array (samples, channels, epochs)"};
    }
    for (Recording* one : {&of_x, of_y ? &*of_y : nullptr}) {
      if (one == nullptr) continue;
      one->look_for_padding();
      issue(one->take_notices());
    }
    of.parameters = request.measure.parameters(of_x.signal().view.n_times);
    of.pooled = of.parameters.pool_epochs != entropy::PoolEpochs::no;
    if (!gaps.passes && gaps.missing == entropy::Missing::raise && (request.pairs || of.pooled)) {
      study::require_complete(of_x.signal(), "x");
    }
    Notices notices;
    const study::SignalUse use = study::use_of(request, of.has_windows);
    study::require_measurable(request, of_x.signal(), of_y ? &of_y->signal() : nullptr, use, notices);
    issue(notices);
    for (const Recording* one : {&of_x, of_y ? &*of_y : nullptr}) {
      const bool is_other = one != nullptr && gaps.of_gaps && !one->signal().missing_are_gaps;
      if (is_other) study::require_complete(one->signal(), one->name());
    }
    const study::MeasuredSignal first(of_x.signal(), "x", request, use, windows_of(asked), gaps.passes);
    std::optional<study::MeasuredSignal> second;
    if (of_y) second.emplace(of_y->signal(), "y", request, use, std::nullopt, gaps.passes);
    EpochView view = first.view(), other = second ? second->view() : view;
    of.depends_on = entropy::parameters_of(request, view.n_times);
    std::optional<Passed> passed;
    if (gaps.passes && !request.pairs) {
      passed.emplace(request, view);
      passed->look_at(view);
      if (of_y) passed->look_at(other);
      view.reasons = passed->reasons();
    }
    std::vector<std::string> of_channels;
    if (gaps.passes && request.pairs && of.pooled) view.reasons = of_channels = reasons_of_channels(view);
    of.is_single = !of.has_windows && !of.pooled && (together ? !of_x.has_epochs() : of_x.is_vector()) &&
                   (!of_y || of_y->is_vector());
    request.raises = of.is_single && !request.pairs && !(passed && passed->first());

    std::vector<NamedArray> found;
    run_interruptibly(execution_of(given), entropy::expected_seconds(request, view), [&](const Execution& execution) {
      found = entropy::answer(request, view, of_y ? &other : nullptr, execution);
    });
    mark_uncounted(found, request.pairs ? view.n_channels : 1);
    if (passed) passed->mark(found);
    warn_of(found, of_x.signal().channels);
    if (!(of.is_single && !request.scales && request.measure.grid().size() == 1) || request.pairs) {
      const auto values = std::ranges::find(found, "value", &NamedArray::name);
      of.by = coordinates_of(of, of_x, first, asked, values->dims);
    }
    return to_list(of, found, name, of_x.signal().view.n_times, asked);
  });
}

SEXP count_matches(SEXP x, SEXP y, SEXP lengths, SEXP options) {
  return guarded([&]() -> SEXP {
    const Arguments given(options);
    entropy::Parameters parameters;
    for (const char* name : {"tau", "boundary", "templates", "theiler", "engine"}) {
      read_option(given, name, parameters);
    }
    const match::Rule rule = entropy::counting_rule(
        parameters, whole_numbers("lengths", lengths, "increasing integers of at least 1", 1),
        real_number("r", given.value("r"), "a finite number of at least 0"),  // it has no default
        true_or_false("per_template", given.value("per_template")));
    Recording of_x(x, "x");
    std::optional<Recording> of_y;
    if (y != R_NilValue) of_y.emplace(y, "y");
    for (Recording* one : {&of_x, of_y ? &*of_y : nullptr}) {
      if (one == nullptr) continue;
      one->look_for_padding();
      issue(one->take_notices());
    }
    const study::Signal *u = &of_x.signal(), *v = of_y ? &of_y->signal() : nullptr;
    const double n_x = static_cast<double>(u->view.n_times),
                 n_y = v == nullptr ? n_x : static_cast<double>(v->view.n_times);
    match::Counts counts;
    run_interruptibly(
        execution_of(given), n_x * n_y * (parameters.engine.empty() ? 1e-11 : 1e-9),
        [&](const Execution& execution) { counts = study::count_matches(*u, v, rule, parameters, execution); });
    cpp11::writable::list of_templates;
    for (const auto& all : counts.per_template)
      of_templates.push_back(to_r(std::vector<double>(all.begin(), all.end())));
    using namespace cpp11::literals;
    return cpp11::writable::list(
        {"lengths"_nm = to_r(rule.lengths), "totals"_nm = to_r(counts.totals), "per_template"_nm = of_templates});
  });
}

}  // namespace biotropy::r
