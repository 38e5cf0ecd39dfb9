// SPDX-License-Identifier: Apache-2.0
#include "biotropy/system/shared_library.hpp"

#include <cstdlib>
#include <fstream>
#include <optional>
#include <utility>

#include "biotropy/system/temporary_file.hpp"
#include "tests/environment.hpp"
#include "tests/matchers.hpp"

namespace biotropy::system {
namespace {

namespace fs = std::filesystem;

/// A folder for environments, and the variables that name some, as they were at the end.
class Environments : public ::testing::Test {
 protected:
  Environments() : folder_(temporary_name(fs::temp_directory_path() / "biotropy-environments")) {
    fs::create_directory(folder_);
    for (auto& [name, value] : before_) {
      if (const char* const set = std::getenv(name)) value = set;
      biotropy::test::unset_variable(name);
    }
  }
  ~Environments() override {
    for (const auto& [name, value] : before_) {
      if (value) biotropy::test::set_variable(name, *value);
    }
    fs::remove_all(folder_);
  }

  static void name(const char* variable, const fs::path& path) {
    biotropy::test::set_variable(variable, path.string());
  }

  fs::path folder_;

 private:
  std::vector<std::pair<const char*, std::optional<std::string>>> before_{
      {"VIRTUAL_ENV", {}}, {"CONDA_PREFIX", {}}, {"PATH", {}}, {"HOME", {}}};
};

std::vector<fs::path> folders_of_libraries() {
  std::vector<fs::path> list;
  for (const Environment& one : environments()) list.insert(list.end(), one.libraries.begin(), one.libraries.end());
  return list;
}

TEST_F(Environments, AreThoseInUseThoseOfTheUserAndOfTheSystem) {
  EXPECT_THAT(folders_of_libraries(), ElementsAre("/usr/local/lib", "/usr/lib"));
  fs::create_directories(folder_ / "on-path/bin");
  fs::create_directories(folder_ / "without/bin");
  std::ofstream(folder_ / "on-path/bin/python3") << "";
  name("VIRTUAL_ENV", folder_ / "venv");
  name("CONDA_PREFIX", folder_ / "conda");
  name("HOME", folder_ / "home");
  biotropy::test::set_variable("PATH", (folder_ / "without/bin").string() + ":" + (folder_ / "on-path/bin").string());
  EXPECT_THAT(folders_of_libraries(), ElementsAre(folder_ / "venv/lib", folder_ / "conda/lib", folder_ / "on-path/lib",
                                                  folder_ / "home/.local/lib", "/usr/local/lib", "/usr/lib"));
}

TEST_F(Environments, ThePackagesOfTheNewestPythonComeFirst) {
  for (const char* const python : {"python3.9", "python3.11", "python3", "pypy3.10", "python2.7"}) {
    fs::create_directories(folder_ / "lib" / python);
  }
  name("VIRTUAL_ENV", folder_);
  const std::vector<fs::path> packages = environments().front().packages;
  std::vector<fs::path> wanted;
  for (const char* const python : {"python3.11", "python3.9", "python3"}) {
    wanted.push_back(folder_ / "lib" / python / "site-packages");
    wanted.push_back(folder_ / "lib" / python / "dist-packages");
  }
  EXPECT_EQ(packages, wanted);
}

TEST(LibraryNames, HaveTheirVersionFirst) {
  const std::vector<std::string> names = library_names("lo", "7");
  ASSERT_EQ(names.size(), 2U);
  EXPECT_NE(names[0].find('7'), std::string::npos);
  EXPECT_EQ(names[1].find('7'), std::string::npos);
}

}  // namespace
}  // namespace biotropy::system
