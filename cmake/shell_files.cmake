# SPDX-License-Identifier: Apache-2.0
# Usage: cmake -DPROGRAM=... -DFOLDER=... -P shell_files.cmake
# Writes below FOLDER what the program says of itself, where shells and man look for it: completions and manual pages.
# PROGRAM is a list where an emulator runs it.
function(write file)
  execute_process(COMMAND ${PROGRAM} ${ARGN} OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
  file(WRITE ${FOLDER}/${file} "${text}")
endfunction()

file(REMOVE_RECURSE ${FOLDER})
write(bash-completion/completions/biotropy completion bash)
write(zsh/site-functions/_biotropy completion zsh)
write(fish/vendor_completions.d/biotropy.fish completion fish)
write(man/man1/biotropy.1 help --manual)
execute_process(COMMAND ${PROGRAM} help --commands OUTPUT_VARIABLE commands COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n]+" commands "${commands}")
foreach(command IN LISTS commands)
  string(REPLACE " " "-" name ${command})
  string(REPLACE " " ";" words ${command})
  write(man/man1/biotropy-${name}.1 help --manual ${words})
endforeach()
