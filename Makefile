# SPDX-License-Identifier: Apache-2.0
# Commands of the project. Each one sets up and builds what it needs; on Debian 12 only make must be installed.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: page page-check setup-page test-long compile-times aarch64-check s390x-check windows-check macos-check corpus help demo test check options fuzz fuzz-fast fuzz-keep faults long-runs random-queries coverage mutation sanitize thread valgrind tidy bench bench-memory bench-peers check-r gpu-check kernel-counts race-check slurm-check store-check bench-corpus conformance messages site install install-r r-package deb deb-check container-check release release-check wheels wheels-check format clean setup setup-tests setup-deb setup-wheels setup-slurm setup-store setup-processors setup-windows configure configure-python

BUILD := build/release
# make wheels and wheels-check: PROCESSOR=aarch64 for that processor, by a cross compiler and QEMU.
PROCESSOR ?=
WHEELS := build/wheels$(PROCESSOR:%=-%)
VENV := build/venv
PEERS := build/venv-peers
DISASSEMBLER := build/venv-disassembler
PREFIX ?= /usr/local
JOBS ?= $(shell nproc)
FUZZ_INPUTS ?= 25000
FUZZ_SECONDS ?= 60
FAULTS ?= 100
SEED ?= 1
TAG ?= v$(file <VERSION)

help:  ## list the commands
	@sed -n 's/^\([a-z0-9-]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 20

# Without packages, tests and benchmarks that it does not need: it is what a new user runs first.
demo:  ## a study and states of simulated recordings, and how much faster than the plain algorithm
	@setup/debian.sh --program
	@setup/python.sh $(VENV) --demo
	@cmake --preset release -DBIOTROPY_TESTS=OFF -DBIOTROPY_BENCH=OFF \
	  -DBIOTROPY_PYTHON=ON -DPython_EXECUTABLE=$(abspath $(VENV))/bin/python >/dev/null
	cmake --build $(BUILD) -j $(JOBS) --target biotropy_program biotropy_python
	PATH="$(abspath $(VENV))/bin:$$PATH" PYTHONPATH=$(abspath $(BUILD))/python examples/demo.sh $(BUILD)/cli/biotropy demo

# One test more than there are processors, because some wait.
define built_and_tested
@setup/python.sh $(VENV)
@cmake --preset release -DBIOTROPY_FUZZ_INPUTS=$(FUZZ_INPUTS) \
  -DBIOTROPY_PYTHON=ON -DPython_EXECUTABLE=$(abspath $(VENV))/bin/python -DBIOTROPY_R=ON >/dev/null
cmake --build $(BUILD) -j $(JOBS) $(1)
BIOTROPY_DEVICE_EXPECTED=1 ctest --test-dir $(BUILD) --output-on-failure --no-tests=error -j $$(($(JOBS) + 1)) $(2)
endef

test: setup-tests  ## build everything and run all tests
	$(call built_and_tested)

test-long: setup-tests  ## the same, and what takes long: each public header alone, new inputs for every reader, the site, the benchmarks compiled
	$(call built_and_tested,--target all benchmarks,--build-config Long)

check:  ## build and test the rooms that changed since the last commit, without installing anything
	@tests/check_changed.sh $(JOBS)

options: setup-tests configure-python  ## write what the tables of options say into the pages and the Python and R packages
	cmake --build $(BUILD) -j $(JOBS) --target biotropy_python
	PYTHONPATH=$(abspath $(BUILD))/python/biotropy $(VENV)/bin/python -B tests/option_sources.py
	Rscript --vanilla tests/r/documentation.R r

# The first word is a preset of CMakePresets.json, which also sets the options of its sanitizer.
define instrumented
cmake --preset $(1) >/dev/null
cmake --build --preset $(1) -j $(JOBS)
ctest --preset $(1) --no-tests=error -j $(JOBS)
endef

sanitize: setup-tests  ## run the tests of the C++ part with AddressSanitizer and UndefinedBehaviorSanitizer
	$(call instrumented,sanitize)

thread: setup-tests  ## run the tests of the C++ part with ThreadSanitizer
	$(call instrumented,thread)

# What is not set when it is used, in the libraries too: MemorySanitizer would need instrumented ones. Left out are the
# test of a mean in `long double`, which memcheck computes in 64 bits, and those of children whose memory is limited.
CHECKED := series files
valgrind: setup-tests  ## run the tests of reading (CHECKED) in valgrind's memcheck (needs valgrind)
	cmake --preset valgrind >/dev/null
	cmake --build --preset valgrind -j $(JOBS) $(CHECKED:%=--target test_%)
	for room in $(CHECKED); do valgrind --quiet --error-exitcode=99 --leak-check=full --show-leak-kinds=definite \
	  --errors-for-leak-kinds=definite --suppressions=tests/valgrind.supp build/valgrind/tests/$$room/test_$$room \
	  --gtest_brief=1 --gtest_filter=-Moments.TheSameForEveryNumberOfThreadsAndNearTheExactOnes:Isolated.* || exit; done

fuzz: setup-tests  ## run every fuzz target for FUZZ_SECONDS, those through the HDF5 library too
	tests/fuzz/run.sh $(FUZZ_SECONDS)s all
	python3 -B tests/fuzz/table.py build/fuzz/inputs.txt docs/reliability.md

fuzz-fast: setup-tests  ## the same without sanitizers, several times as many inputs; make fuzz then begins with those that reached new code
	tests/fuzz/run.sh --fast $(FUZZ_SECONDS)s all
	python3 -B tests/fuzz/table.py --fast build/fuzz-fast/inputs.txt docs/reliability.md

fuzz-keep:  ## keep as few of the inputs that fuzz-fast found as reach the same code; every run begins with them (tests/fuzz/corpus)
	tests/fuzz/keep.sh

faults: setup-tests configure-python  ## refuse memory and fail system calls of the program, one at a time, at every place
	@setup/debian.sh --faults
	cmake --build $(BUILD) -j $(JOBS) --target biotropy_program
	$(VENV)/bin/python -B tests/faults/faults.py $(BUILD)/cli/biotropy tests/data

long-runs: HOURS ?= 168
long-runs: SUBJECTS ?= 1000
long-runs: configure  ## HOURS of streams and a study of SUBJECTS: memory and bytes, written into docs/reliability.md; half an hour
	cmake --build $(BUILD) -j $(JOBS) --target biotropy_program
	python3 -B tests/long_runs.py $(BUILD)/cli/biotropy --hours $(HOURS) --subjects $(SUBJECTS) --page docs/reliability.md

random-queries: QUERIES ?= 1000000
random-queries: FIRST ?= 1
random-queries: setup-tests configure  ## give QUERIES queries, drawn at random from number FIRST on, to every engine, and compare with the definition
	cmake --build $(BUILD) -j $(JOBS) --target random_queries
	$(BUILD)/tests/match/random_queries $(QUERIES) $(FIRST)

coverage: setup-tests  ## count which lines and branches the C++ tests run (of the rooms ROOMS, or all), and write docs/reliability.md
	tests/coverage/run.sh $(JOBS) docs/reliability.md $(ROOMS)

MUTATED := match entropy files heartbeats groups series
mutation: setup-tests  ## put FAULTS small faults (drawn by SEED) into the library, see which ones the tests find, and write docs/reliability.md
	@setup/python.sh $(VENV)
	@cmake --preset dev -DBIOTROPY_PYTHON=ON -DPython_EXECUTABLE=$(abspath $(VENV))/bin/python >/dev/null
	cmake --build --preset dev -j $(JOBS) --target answer_cases $(MUTATED:%=--target test_%)
	python3 -B tests/mutation/mutate.py build/dev build/mutation.jsonl --most $(FAULTS) --seed $(SEED)
	python3 -B tests/mutation/table.py build/mutation.jsonl docs/reliability.md

# In groups of sources, but not what a build makes of kernels and pages. Benchmarks and tests multiply small constants, and Google's
# benchmarks have a variable in their loops that is not used.
TIDIED = run-clang-tidy -quiet -p build/tidy -j $(JOBS) '^$(CURDIR)/(build/tidy/)?($(1))/.*(?<![.]c)(?<![.]c[lu])(?<![.]html)[.](c|cpp|cxx)$$'
tidy: setup-tests  ## look through every source with clang-tidy (needs clang-tidy)
	@setup/python.sh $(VENV)
	@cmake --preset tidy -DBIOTROPY_PYTHON=ON -DPython_EXECUTABLE=$(abspath $(VENV))/bin/python >/dev/null
	$(call TIDIED,biotropy|c|cli|python)
	$(call TIDIED,bench|tests) -checks=-bugprone-implicit-widening-of-multiplication-result,-bugprone-misplaced-widening-cast,-clang-analyzer-deadcode.DeadStores,-clang-analyzer-cplusplus.NewDeleteLeaks

# Those of devices, kernels and the papers' experiments are for a machine with a GPU: BENCHMARKS="kernels device papers".
ALL_BENCHMARKS := pairwise windows surrogates groups long_series figures sicamm calls r_calls r_sampen
BENCHMARKS := $(ALL_BENCHMARKS)
bench: setup-tests configure-python  ## run all benchmarks, and write what they measured into docs/performance.md; or some (BENCHMARKS)
	cmake --build $(BUILD) -j $(JOBS) --target benchmarks biotropy_program biotropy_python
	rm -rf build/bench && mkdir -p build/bench/r
	BIOTROPY_SOURCE=$(CURDIR) BIOTROPY_BUILD=$(abspath $(BUILD)) \
	  R CMD INSTALL --clean --library=build/bench/r r >build/bench/r.log 2>&1 || { cat build/bench/r.log; exit 1; }
	export PYTHONPATH=$(abspath $(BUILD))/python R_LIBS=$(abspath build/bench/r); set -o pipefail; \
	for name in $(BENCHMARKS); do \
	  case $$name in \
	    calls) command="$(VENV)/bin/python -B python/bench/calls.py" ;; \
	    figures) command="$(BUILD)/bench/bench_long_series --full --rounds=1 --only=figures" ;; \
	    r_*) command="Rscript bench/$$name.R" ;; \
	    *) command=$(BUILD)/bench/bench_$$name ;; \
	  esac; \
	  $$command | tee build/bench/$$name.txt || [ $$? -eq 4 ] || exit; \
	done
	$(if $(filter-out $(BENCHMARKS),$(ALL_BENCHMARKS)),,python3 -B bench/table.py build/bench docs/performance.md)

MEASURED := pairwise windows surrogates groups long_series
bench-memory: configure  ## measure the memory that the cases of the benchmarks take, and write its table in docs/performance.md
	cmake --build $(BUILD) -j $(JOBS) --target $(MEASURED:%=bench_%)
	mkdir -p build/bench; set -o pipefail; \
	for name in $(MEASURED); do \
	  options="--benchmark_repetitions=1 --benchmark_min_time=0"; \
	  test $$name != long_series || options="--only=series --rounds=1"; \
	  $(BUILD)/bench/bench_$$name $$options | tee build/bench/$$name.txt || [ $$? -eq 4 ] || exit; \
	done
	python3 -B bench/table.py build/bench docs/performance.md memory

# Without ccache, which another launcher of the compiler replaces.
compile-times: setup-tests  ## compile everything from nothing, and write seconds and memory by room into docs/architecture.md
	@setup/python.sh $(VENV)
	rm -rf build/compile-times
	cmake --preset release -B build/compile-times -DBIOTROPY_PYTHON=ON -DPython_EXECUTABLE=$(abspath $(VENV))/bin/python \
	  '-DCMAKE_CXX_COMPILER_LAUNCHER=python3;-B;$(CURDIR)/bench/compile_times.py;$(CURDIR)/build/compile-times/jobs.txt' >/dev/null
	cmake --build build/compile-times -j $(JOBS)
	python3 -B bench/compile_times.py --page docs/architecture.md build/compile-times/jobs.txt

gpu-check: configure  ## pack the tests and the benchmark of devices for a bare machine with a GPU, and run them here
	cmake --build $(BUILD) -j $(JOBS) --target biotropy_program test_device test_match test_sicamm \
	  bench_device bench_kernels bench_papers
	tests/gpu_bundle.sh $(BUILD)
	$(BUILD)/gpu-check/run.sh || [ $$? -eq 3 ]

kernel-counts: configure  ## count the instructions of every kernel in its machine code (needs CUDA's compiler, no GPU)
	@setup/python.sh $(DISASSEMBLER) python/requirements-disassembler.txt
	cmake --build $(BUILD) -j $(JOBS) --target write_programs
	python3 -B tests/kernels/kernel_counts.py $(BUILD)/tests/kernels/write_programs \
	  $(DISASSEMBLER)/lib/python3*/site-packages/triton/backends/nvidia/bin/nvdisasm

race-check: setup-tests configure  ## run every kernel in a simulator that finds races and accesses out of bounds
	cmake --build $(BUILD) -j $(JOBS) --target test_match test_sicamm
	tests/race_check.sh $(BUILD)

slurm-check: setup-slurm configure-python  ## run studies and distributed work on a Slurm of one node, and kill everything once (needs root)
	cmake --build $(BUILD) -j $(JOBS) --target biotropy_program biotropy_python
	PYTHONPATH=$(abspath $(BUILD))/python $(VENV)/bin/python -B tests/slurm/check.py $(BUILD)/cli/biotropy

# The emulator runs one program and knows no limits of memory: the first starts itself anew, the second waits for such a
# limit, the third for why a program could not be started, which it does not pass on. The others had not ended there after
# three to six minutes, beside other work.
NOT_IN_QEMU := NetcdfResults.ALimitOfFileSizesIsSaid|Isolated.MemoryIsLimited|Programs.SayWhyTheyWereNotStarted|GaussianSums.LongSeries|SharedRankTails.AnyThread|SurrogateRates.Iaaft

# The first word is a processor as cmake/processor.cmake names it, the second as Debian does; further ones are options of
# same_results.sh.
define on_processor
setup/sysroot.sh $(2) build/sysroot-$(1)
cmake --preset $(1) >/dev/null
cmake --build --preset $(1) -j $(JOBS)
cmake --build $(BUILD) -j $(JOBS) --target biotropy_program
tests/processors/same_results.sh $(3) . build/$(1)/results $(BUILD)/cli/biotropy \
  qemu-$(1)-static -L $(abspath build/sysroot-$(1)) $(abspath build/$(1))/cli/biotropy
ctest --preset $(1) --no-tests=error -j $(JOBS) -R '$(TESTS)' -E '$(NOT_IN_QEMU)'
endef

aarch64-check s390x-check: TESTS ?= .
aarch64-check: setup-processors configure  ## build for 64-bit ARM, run its tests (TESTS: a pattern of ctest) in QEMU, and compare results with those of this machine
	$(call on_processor,aarch64,arm64)

s390x-check: setup-processors configure  ## the same for IBM Z, whose numbers have their bytes in the other order
	$(call on_processor,s390x,s390x,--byte-order)

# Configured anew, as the libraries may have been made again since, with matio or without.
# Emscripten looks for the optimiser of JavaScript where Debian has it, also with a Node of another source.
page: export NODE_PATH = /usr/share/nodejs
page: setup-page  ## build the page that measures in a browser, build/page/try.html, by Emscripten
	JOBS=$(JOBS) setup/page_libraries.sh
	@cmake --preset page >/dev/null
	cmake --build --preset page -j $(JOBS)

page-check: page configure-python  ## open the page in headless Chromium: the conformance suite, every format, and the commands that it prints
	cmake --build $(BUILD) -j $(JOBS) --target biotropy_program biotropy_python
	BIOTROPY_PAGE=build/page python3 -B conformance/run.py --all-must-pass biotropy_wasm
	BIOTROPY_PAGE=build/page/try.html BIOTROPY_PROGRAM=$(abspath $(BUILD))/cli/biotropy \
	  BIOTROPY_PYTHON=$(abspath $(VENV))/bin/python PYTHONPATH=$(abspath $(BUILD))/python python3 -B -m unittest discover -s tests/page

windows-check: export WINEPREFIX = $(abspath build/wine)
windows-check: export WINEDEBUG = -all
windows-check: setup-windows configure  ## build a program for 64-bit Windows, run its tests in Wine, and compare results with those of this machine
	wine wineboot --init
	JOBS=$(JOBS) setup/windows_libraries.sh
	cmake --fresh --preset windows >/dev/null
	cmake --build --preset windows -j $(JOBS) --target biotropy_program tests_of_rooms
	cmake --build $(BUILD) -j $(JOBS) --target biotropy_program test_cli
	tests/processors/windows.sh . $(BUILD) build/windows

macos-check: setup-wheels setup  ## compile and link the program for macOS on Apple's processors; it cannot be run here
	JOBS=$(JOBS) setup/macos_libraries.sh
	cmake --fresh --preset macos >/dev/null
	cmake --build --preset macos -j $(JOBS) --target biotropy_program
	file build/macos/cli/biotropy | grep 'Mach-O 64-bit arm64 executable'

store-check: RECORDINGS = 12
store-check: KILLS = 3
store-check: corpus  ## measure a small corpus in OpenStack Swift through its S3 interface, kill workers and the store, and read from an SSH server
	PYTHONPATH=$(abspath $(BUILD))/python $(VENV)/bin/python -B -m pytest -q -p no:cacheprovider python/tests/test_stores_sftp.py

bench-corpus: RECORDINGS ?= 10000
bench-corpus: KILLS ?= 50
bench-corpus: corpus  ## the same with 10,000 recordings (RECORDINGS) and 50 kills (KILLS); needs 60 GB and 75 minutes on two cores

corpus: setup-store configure-python
	cmake --build $(BUILD) -j $(JOBS) --target biotropy_program biotropy_python
	PYTHONPATH=$(abspath $(BUILD))/python $(VENV)/bin/python -B tests/store/corpus.py $(BUILD)/cli/biotropy $(RECORDINGS) $(KILLS)

bench-peers: configure-python  ## compare with other Python packages, and write the table of docs/performance.md
	@setup/python.sh $(PEERS) python/requirements-peers.txt
	cmake --build $(BUILD) -j $(JOBS) --target biotropy_python
	PYTHONPATH=$(BUILD)/python $(PEERS)/bin/python -m pytest -q -p no:cacheprovider python/tests/test_peers.py
	export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 PYTHONPATH=$(BUILD)/python; set -o pipefail; \
	$(PEERS)/bin/python -B python/bench/peers.py docs/performance.md && \
	for name in networks multivariate; do \
	  $(PEERS)/bin/python -B python/bench/$$name.py | python3 -B docs/made_part.py docs/performance.md bench-peers-$$name || exit; \
	done

CASES := $(abspath $(BUILD))/conformance
conformance: setup-tests configure-python  ## give the cases of the conformance suite to this library and to others, and write docs/conformance.md
	@setup/python.sh $(PEERS) python/requirements-peers.txt
	cmake --build $(BUILD) -j $(JOBS) --target biotropy_program biotropy_python biotropy_c answer_cases
	python3 -B conformance/validate.py
	mkdir -p $(CASES)/r $(CASES)/octave
	BIOTROPY_SOURCE=$(CURDIR) BIOTROPY_BUILD=$(abspath $(BUILD)) \
	  R CMD INSTALL --clean --library=$(CASES)/r r >$(CASES)/r.log 2>&1 || { cat $(CASES)/r.log; exit 1; }
	ln -sfn $(CURDIR)/c $(CASES)/include && ln -sfn $(abspath $(BUILD)) $(CASES)/lib
	cd $(CASES)/octave && octave-cli --quiet --norc --no-history --path $(CURDIR)/matlab --eval "biotropy_setup('$(CASES)', pwd)"
	BIOTROPY_PROGRAM=$(abspath $(BUILD))/cli/biotropy PYTHONPATH=$(abspath $(BUILD))/python R_LIBS=$(CASES)/r \
	  BIOTROPY_CASES_CPP=$(abspath $(BUILD))/tests/conformance/answer_cases BIOTROPY_GATEWAY=$(CASES)/octave \
	  conformance/all.sh $(VENV)/bin/python $(PEERS)/bin/python docs/conformance.md $(CASES)/results.jsonl

messages:  ## list the messages of the library and its front ends: kind, code, text, place
	@python3 -B tests/messages.py

check-r: setup-tests configure  ## check the R source package as CRAN does, its sources compiled, vignette included
	cmake --build $(BUILD) -j $(JOBS) --target biotropy biotropy_program
	BIOTROPY_BUILD=$(abspath $(BUILD)) BIOTROPY_PROGRAM=$(abspath $(BUILD))/cli/biotropy \
	  tests/r/check.sh R $(CURDIR) $(abspath $(BUILD))/check-r

install-r: setup-tests configure  ## install the R package, with its vignette
	cmake --build $(BUILD) -j $(JOBS) --target biotropy
	mkdir -p $(BUILD)/r-package
	cd $(BUILD)/r-package && export BIOTROPY_SOURCE=$(CURDIR) BIOTROPY_BUILD=$(abspath $(BUILD)) && \
	  R CMD build $(CURDIR)/r >log 2>&1 && R CMD INSTALL biotropy_*.tar.gz >>log 2>&1 || { cat log; exit 1; }

r-package: setup-tests configure  ## make the R source package that needs no other sources, in build/r-package
	cmake --build $(BUILD) -j $(JOBS) --target biotropy
	BIOTROPY_SOURCE=$(CURDIR) BIOTROPY_BUILD=$(abspath $(BUILD)) python3 -B r/source_package.py build/r-package

site: configure-python  ## build the pages and the Python reference as a web site, in build/site
	cmake --build $(BUILD) -j $(JOBS) --target biotropy_program biotropy_python
	BIOTROPY_PROGRAM=$(abspath $(BUILD))/cli/biotropy PYTHONPATH=$(abspath $(BUILD))/python \
	  $(VENV)/bin/python -m sphinx -W -q -b html -d build/site-doctrees docs build/site

# Without the Python module, which pip installs, the tests and the benchmarks.
install: setup  ## install below PREFIX (/usr/local)
	@cmake --preset release -DBIOTROPY_PYTHON=OFF >/dev/null
	cmake --build $(BUILD) -j $(JOBS) --target biotropy biotropy_c biotropy_shell_files
	cmake --install $(BUILD) --prefix $(PREFIX)

wheels: setup-wheels  ## build wheels that need nothing but Python, and the source distribution, in build/wheels/dist
	@$(if $(PROCESSOR),setup/debian.sh --processors)
	@setup/python.sh $(VENV)
	@setup/python.sh $(WHEELS)/tools python/requirements-wheels.txt
	JOBS=$(JOBS) setup/wheel_libraries.sh $(PROCESSOR)
	JOBS=$(JOBS) python/build_wheels.sh . $(WHEELS) $(abspath $(VENV))/bin/python $(WHEELS)/tools $(PROCESSOR)

wheels-check: export TESTS ?= $(if $(PROCESSOR),measures or permutation or multivariate or recordings)
wheels-check:  ## use the wheels in bare Debian 11, 12 and 13 (needs root and debootstrap; after make wheels)
	@setup/debian.sh --wheels
	@$(if $(PROCESSOR),setup/debian.sh --processors)
	python/tests/check_wheels.sh . $(WHEELS) $(PROCESSOR)

deb: setup-deb  ## build the Debian packages, in build/deb
	setup/deb.sh build/deb

deb-check:  ## install the Debian packages in a bare Debian and use them there (needs root; after make deb)
	@setup/debian.sh --deb
	tests/install/check_deb.sh build/deb

container-check: configure  ## build the root file system of container/Dockerfile and use the BIDS App in it (needs root and debootstrap)
	@setup/debian.sh --wheels
	cmake --build $(BUILD) -j $(JOBS) --target biotropy_program
	tests/install/check_container.sh $(BUILD) build/container

release:  ## make every artefact of the tag v$VERSION (or TAG=...) in build/release-of-tag/dist; RELEASING.md has the steps
	setup/release.sh $(TAG) build/release-of-tag source sdist r program wheels deb site

release-check:  ## make the sources, the sdist, the R package and the program of TAG twice and compare every bit
	tests/install/same_twice.sh build/release-twice $(TAG) source sdist r program

format:  ## lay out the C++ sources (needs clang-format)
	git ls-files '*.cpp' '*.hpp' | xargs clang-format -i

clean:  ## remove what these commands made
	rm -rf build demo

setup:
	@setup/debian.sh

setup-deb:
	@setup/debian.sh --deb

setup-wheels:
	@setup/debian.sh --wheels

setup-slurm:
	@setup/debian.sh --slurm

setup-store:
	@setup/debian.sh --store

setup-processors:
	@setup/debian.sh --processors

setup-page:
	@setup/debian.sh --page

setup-windows:
	@setup/debian.sh --windows

setup-tests:
	@setup/debian.sh --tests

configure: setup
	@cmake --preset release >/dev/null

configure-python: setup
	@setup/python.sh $(VENV)
	@cmake --preset release -DBIOTROPY_PYTHON=ON -DPython_EXECUTABLE=$(abspath $(VENV))/bin/python >/dev/null
