// SPDX-License-Identifier: Apache-2.0
//
// Table of routines. Loading only registers it: no thread is started, no device is searched.
#include "module.hpp"

#define CPP11_PARTIAL
#include <R_ext/Rdynload.h>
#include <R_ext/Visibility.h>

#include "biotropy/entropy/conventions.hpp"
#include "biotropy/entropy/multiscale_settings.hpp"
#include "biotropy/entropy/surrogate_settings.hpp"
#include "biotropy/entropy/uncertainty.hpp"
#include "biotropy/match/engine.hpp"
#include "biotropy/version.hpp"
#include "entry.hpp"
#include "values.hpp"

namespace biotropy::r {

namespace {

using namespace cpp11::literals;

SEXP version() {
  return guarded([]() -> SEXP { return to_r(std::string(biotropy::version())); });
}

SEXP engines() {
  return guarded([]() -> SEXP {
    std::vector<std::string> names, descriptions;
    for (const match::Engine* engine : match::engines()) {
      names.emplace_back(engine->name());
      descriptions.emplace_back(engine->description());
    }
    cpp11::sexp result = to_r(descriptions);
    result.attr("names") = to_r(names);
    return result;
  });
}

SEXP conventions() {
  return guarded([]() -> SEXP { return to_r(word_list<entropy::Convention>()); });
}

void add(cpp11::writable::list& list, const char* name, const OptionValue& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return r::add(list, name, static_cast<int>(*whole));
  std::visit([&](const auto& held) { r::add(list, name, held); }, value);
}

// Every option of measures, of scales and of tests: words, and the default for each measure.
SEXP option_table() {
  return guarded([]() -> SEXP {
    cpp11::writable::list table;
    const auto add_row = [&](const OptionText& option, const cpp11::writable::list& defaults) {
      const auto words = option.words == nullptr ? std::vector<std::string>() : option.words();
      const cpp11::sexp row = cpp11::writable::list({"words"_nm = to_r(words), "defaults"_nm = defaults});
      table.push_back(cpp11::named_arg(std::string(option.name).c_str()) = row);
    };
    for (const entropy::Option& option : entropy::options()) {
      cpp11::writable::list defaults;
      for (const entropy::Measure measure : entropy::kMeasures) {
        if (option.applies(measure)) add(defaults, std::string(word(measure)).c_str(), option.get(measure, {}));
      }
      add_row(option, defaults);
    }
    for (const entropy::MultiscaleOption& option : entropy::multiscale_options()) {
      cpp11::writable::list defaults;
      add(defaults, "multiscale", *option.get({}));
      if (!option.otherwise.empty()) r::add(defaults, "otherwise", option.otherwise);
      add_row(option, defaults);
    }
    const auto add_rows = [&](const char* name, const auto& rows) {
      for (const auto& option : rows) {
        cpp11::writable::list defaults;
        add(defaults, name, option.get({}).value_or(std::string()));
        add_row(option, defaults);
      }
    };
    add_rows("uncertainty", entropy::uncertainty_options());
    add_rows("surrogates", entropy::surrogate_options());
    return table;
  });
}

template <typename Routine>
R_CallMethodDef routine(const char* name, Routine* function, int arguments) {
  return {name, reinterpret_cast<DL_FUNC>(function), arguments};
}

}  // namespace

}  // namespace biotropy::r

extern "C" attribute_visible void R_init_biotropy(DllInfo* library) {
  using namespace biotropy::r;
  static const R_CallMethodDef routines[] = {routine("check_one_of", check_one_of, 4),
                                             routine("check_one_text", check_one_text, 3),
                                             routine("check_real_number", check_real_number, 3),
                                             routine("check_true_or_false", check_true_or_false, 2),
                                             routine("check_whole_number", check_whole_number, 4),
                                             routine("check_whole_numbers", check_whole_numbers, 4),
                                             routine("adapt", adapt, 5),
                                             routine("answer", answer, 6),
                                             routine("classify", classify, 6),
                                             routine("clock_seconds", clock_seconds, 1),
                                             routine("match_channels", match_channels, 4),
                                             routine("time_columns", time_columns, 2),
                                             routine("compare_methods", compare_methods, 10),
                                             routine("clean_rr", clean_rr, 2),
                                             routine("conventions", conventions, 0),
                                             routine("count_matches", count_matches, 4),
                                             routine("engines", engines, 0),
                                             routine("finish_stream", finish_stream, 1),
                                             routine("fit", fit, 7),
                                             routine("is_open", is_open, 1),
                                             routine("lengths_between_gaps", lengths_between_gaps, 3),
                                             routine("load_model", load_model, 2),
                                             routine("mark_gap", mark_gap, 2),
                                             routine("mark_window_gap", mark_window_gap, 2),
                                             routine("named_options", named_options, 4),
                                             routine("network_test", network_test, 10),
                                             routine("one_rate", one_rate, 2),
                                             routine("open_stream", open_stream, 2),
                                             routine("open_windows", open_windows, 5),
                                             routine("samples_of", samples_of, 3),
                                             routine("option_table", option_table, 0),
                                             routine("persons_of", persons_of, 2),
                                             routine("prepare", prepare, 4),
                                             routine("push_windows", push_windows, 3),
                                             routine("read_beats", read_beats, 2),
                                             routine("read_rr", read_rr, 2),
                                             routine("read_signals", read_signals, 4),
                                             routine("require_alike", require_alike, 2),
                                             routine("require_model_rate", require_model_rate, 3),
                                             routine("reset_stream", reset_stream, 1),
                                             routine("resume_stream", resume_stream, 2),
                                             routine("save_model", save_model, 2),
                                             routine("save_stream", save_stream, 2),
                                             routine("step", step, 3),
                                             routine("threads", threads, 1),
                                             routine("version", version, 0),
                                             {nullptr, nullptr, 0}};
  R_registerRoutines(library, nullptr, routines, nullptr, nullptr);
  R_useDynamicSymbols(library, FALSE);
  R_forceSymbols(library, TRUE);
}
