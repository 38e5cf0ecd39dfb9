// SPDX-License-Identifier: Apache-2.0
//
// `biotropy report`: the Python that it starts, its arguments, and the message if there is none. The page itself is
// tested with the Python package.
#include "tests/cli/program.hpp"

namespace biotropy::cli::test {
namespace {

class ReportProgram : public Program {
 protected:
  /// Writes a fake python3 into a folder `bin` in front of the PATH.
  void write_python(const std::string& script) const {
    std::filesystem::create_directory(scratch_.folder() / "bin");
    scratch_.write("bin/python3", "#!/bin/sh\n" + script + "\n");
    std::filesystem::permissions(scratch_.folder() / "bin/python3", std::filesystem::perms::owner_all);
  }

  Outcome report(const std::string& arguments) const {
    return shell("PATH=$PWD/bin:$PATH exec biotropy report " + arguments);
  }
};

TEST_F(ReportProgram, BecomesPythonWithTheArguments) {
  write_python(R"(shift 2; printf '%s\n' "$@"; exit 3)");
  const Outcome with_output = report("'a b.nc' -o out.html");
  EXPECT_EQ(with_output.code, 3);
  EXPECT_EQ(with_output.output, "report\n--output=out.html\n--\na b.nc\n");
  EXPECT_EQ(report("a.nc").output, "report\n--\na.nc\n");
  EXPECT_EQ(report("-- -a.nc").output, "report\n--\n-a.nc\n");
}

TEST_F(ReportProgram, WithoutThePackageTheErrorSaysHowToGetIt) {
  // A python3 without installed packages: -S omits them, -I ignores the environment.
  write_python(R"(PATH=${PATH#*:} exec python3 -S -I "$@")");
  const Outcome outcome = report("a.nc");
  EXPECT_THAT(outcome, EndsWith(1, "No module named 'biotropy'"));
  EXPECT_THAT(outcome.errors, HasSubstr("-m pip install '.[report]'"));
  EXPECT_EQ(outcome.output, "");
}

TEST_F(ReportProgram, AFolderOfTheSameNameIsNoPackage) {
  write_python(R"(PATH=${PATH#*:} exec python3 -S "$@")");
  std::filesystem::create_directory(scratch_.folder() / "biotropy");
  scratch_.write("biotropy/__main__.py", "def main(): print('wrong')\n");
  EXPECT_THAT(shell("PYTHONPATH= PATH=$PWD/bin:$PATH exec biotropy report a.nc"), EndsWith(1, "cannot load"));
}

TEST_F(ReportProgram, WithoutPythonTheErrorSaysSo) {
  const Outcome outcome = shell("exec env PATH=/nowhere \"$(command -v biotropy)\" report a.nc");
  EXPECT_THAT(outcome, EndsWith(1, "python3, which cannot be run: No such file"));
}

TEST_F(ReportProgram, MistakesAreThoseOfTheProgram) {
  EXPECT_THAT(run("report"), EndsWith(2, "result"));
  EXPECT_THAT(run("report a.nc b.nc"), EndsWith(2, "b.nc"));
  EXPECT_THAT(run("report a.nc -o ''"), EndsWith(2, "output"));
  const Outcome help = run("report --help");
  EXPECT_EQ(help.code, 0);
  EXPECT_THAT(help.output, HasSubstr("Examples:\n  biotropy report "));
}

}  // namespace
}  // namespace biotropy::cli::test
