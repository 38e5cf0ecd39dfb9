#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Usage: windows.sh SOURCES BUILD WINDOWS_BUILD
# Runs in Wine what WINDOWS_BUILD has: compares results of the program with those of BUILD, runs the test programs of the
# rooms, and gives the program to the tests of command lines of BUILD. Says how many tests passed and how long each part
# took; fails if one fails. What is left out is named in the lists below, with the reason.
set -euo pipefail

sources=$(cd "$1" && pwd) build=$(cd "$2" && pwd) windows=$(cd "$3" && pwd)
logs=$windows/in_wine
mkdir -p "$logs"
printf '#!/bin/sh\nexec wine "%s" "$@"\n' "$windows/cli/biotropy.exe" >"$logs/biotropy"
chmod +x "$logs/biotropy"
failed=0

# left_out NAME: tests of a test program, as a pattern of GoogleTest.
left_out() {
  local tests=()
  case $1 in
    test_study) tests=(
      # The last result is a copy there, which is known as its own only as long as folder results/ has it.
      Study.FinishedWorkIsKeptAndTheBytesAreTheSame StudySurrogates.AnInterruptedTestContinuesToTheSameBytes
      StudySurrogates.KeptSurrogatesAreUsedUnlessTheyAreDamaged
      StudySurrogates.AnotherSeedOrParameterStartsAnewAndMoreSurrogatesDoNot
      # The test has the result open while a run replaces it.
      Study.BadChannelsOfATable Study.SubjectsThatFailDoNotStopTheOthers
    ) ;;
    test_cli) tests=(
      # Devices of POSIX, named pipes, links, closed descriptors, mounted disks, limits and rights of files.
      WholeProgram.AFullDisk WholeProgram.NoRoomForTheResult WholeProgram.AReaderThatGoesAway
      WholeProgram.AFolderThatCannotBeWritten WholeProgram.WhereResultsMayNotGo WholeProgram.ARedirectedFileKeepsItsLines
      WholeProgram.ALimitOfFileSizes WholeProgram.AnExistingResultIsReplacedAndALinkStaysALink
      WholeProgram.ClosedStreamsDoNotSpoilTheResult WholeProgram.NamesAndSurroundings 'HostileWorld.*'
      FirstHour.StandardInputOfOtherFormats StudyProgram.ResultsThatAreNotAsTheyWereWritten
      # Names of files with bytes that Windows has not.
      FirstHour.NothingThatATerminalObeys
      # Signals, and a terminal of POSIX.
      'Signals/*' WholeProgram.WorkThatCannotBeAskedIsEndedAndLeavesNothing WholeProgram.AnIgnoredSignalStaysIgnored
      WholeProgram.ProgressOnATerminalAlone
      # Streams of live samples: links, locks, limits of descriptors and shells of POSIX; libraries of this system; a connection
      # that was reset, which Wine shows as one that has ended; and pipes that are full, of which Windows does not say so.
      StatesStream.NobodyKnowsTheNameUnderWhichAStateIsWritten StatesStream.AStateThatCannotBeWrittenOrSeenFailsAtOnce
      StatesStream.LinesOfLiveSamplesAreKeptAndATornOneIsNot StatesStream.WaitsWhereDescriptorsAreShort
      StatesStream.AnInfiniteTimeOfTheLabStreamingLayerIsAnError '*.ChannelsOfTheLabStreamingLayerAreFoundByLabel'
      StatesSenders.MessagesOfOpenSoundControl StatesStream.AConnectionThatBreaksIsNoEnd
      StatesStream.WhatIsNotTakenWaitsOrIsDroppedAndCounted StatesStream.AReplayThatDroppedSamplesGoesOnAfterTheLastOne
      # Values of the C library here to the last bit, and the devices here.
      'MultiscaleProgram.*' SimulateProgram.ASeriesIsThatOfTheLibrary 'DevicesProgram.*' 'EnginesProgram.*'
      FirstHour.EnginesDevicesAndStudiesForPrograms
      # Stand-ins for Python and for Slurm are scripts of a shell.
      'ReportProgram.*' 'StudySubmit.*'
    ) ;;
  esac
  (IFS=: && echo "-${tests[*]}")
}

# part NAME COMMAND...: what the command says goes to a file.
part() {
  local name=$1 begun=$SECONDS
  shift
  if "$@" >"$logs/$name.log" 2>&1; then
    echo "$name: $((SECONDS - begun)) s"
  else
    failed=1
    echo "$name: FAILED after $((SECONDS - begun)) s, see $logs/$name.log"
  fi
  grep -E '^\[  (PASSED|SKIPPED|FAILED) |of results|labels of' "$logs/$name.log" | sort -u || true
}

# One that has just run a program is not told to stay; another takes its place.
wineserver --kill || true
wineserver --persistent
trap 'wineserver --kill' EXIT
part results "$sources/tests/processors/same_results.sh" --last-digits "$sources" "$windows/results" "$build/cli/biotropy" \
  "$logs/biotropy"
for program in "$windows"/tests/*/test_*.exe; do
  name=$(basename "$program" .exe)
  part "$name" wine "$program" --gtest_brief=1 --gtest_filter="$(left_out "$name")"
done
BIOTROPY_PROGRAM=$logs/biotropy part test_cli "$build/tests/cli/test_cli" --gtest_brief=1 --gtest_filter="$(left_out test_cli)"
exit $failed
