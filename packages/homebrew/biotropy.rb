# SPDX-License-Identifier: Apache-2.0
# Formula of Homebrew on Linux, for the archive of the sources that `make release` writes into build/release-of-tag/dist:
#   brew install --formula packages/homebrew/biotropy.rb
# Its syntax was checked with Ruby; Homebrew was not run.
class Biotropy < Formula
  desc "Entropies of biomedical signals and of pairs of them, exact and fast"
  url "file://#{File.expand_path("../../build/release-of-tag/dist/biotropy-0.1.0-source.tar.gz", __dir__)}"
  version "0.1.0"
  license "Apache-2.0"

  depends_on "cli11" => :build
  depends_on "cmake" => :build
  depends_on "eigen" => :build
  depends_on "ninja" => :build
  depends_on "nlohmann-json" => :build
  depends_on "pkgconf" => :build
  depends_on "tomlplusplus" => :build
  depends_on "boost"
  depends_on "fmt"
  depends_on "hdf5"
  depends_on "highway"
  depends_on :linux
  depends_on "netcdf"
  depends_on "netcdf-cxx"
  depends_on "openssl@3"
  depends_on "tbb"
  depends_on "zlib"

  def install
    system "cmake", "-G", "Ninja", "-S", ".", "-B", "objects", "-DCMAKE_UNITY_BUILD=ON",
           "-DBIOTROPY_TESTS=OFF", "-DBIOTROPY_BENCH=OFF", *std_cmake_args
    system "cmake", "--build", "objects"
    system "cmake", "--install", "objects"
  end

  test do
    system bin/"biotropy", "simulate", "series", "--kind", "gaussian", "--samples", "5000", "-o", "noise.txt"
    assert_match "157763", shell_output("#{bin}/biotropy entropy noise.txt --measure sampen -m 2 -r 0.2")
  end
end
