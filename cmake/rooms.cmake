# SPDX-License-Identifier: Apache-2.0
# biotropy_room(NAME [LEVEL 1|2] [ALONE REGEX] [SOURCES ...] [USES rooms ...] [LIBRARIES targets ...]
#   [NATIVE REGEX] [BROWSER sources ...])
#
# One library target per folder of biotropy/: biotropy_NAME, linked only to the rooms that it may use
# (the floors of biotropy/README.md). LIBRARIES are private: no third-party header is in a public one.
#
# LEVEL is that of optimisation in a release, otherwise 3: a room whose time is spent in loops of others compiles in half the time
# with 1. Sources that Highway compiles once per instruction set have 3 in every room.
#
# Where sources are compiled in groups (CMAKE_UNITY_BUILD), those that match ALONE stay alone.
#
# A browser has no threads, processes and shared libraries, and the page no libraries of results: of the sources those that match
# NATIVE are replaced by those of BROWSER there.
define_property(GLOBAL PROPERTY BIOTROPY_ROOMS BRIEF_DOCS "All rooms" FULL_DOCS "Targets of all rooms")

# biotropy_instruction_set_groups(NAME SOURCES): replaces sources that include themselves once per instruction set by groups of
# four that do so for all of them. Reading Highway's headers for each set takes longer than compiling most of these sources.
function(biotropy_instruction_set_groups name sources)
  set(groups)
  list(LENGTH ${sources} left)
  while(left)
    list(LENGTH groups number)
    set(group ${name}_${number}.cpp)
    set(again "#undef HWY_TARGET_INCLUDE\n#define HWY_TARGET_INCLUDE \"${group}\"\n")
    set(text "${again}#include <hwy/foreach_target.h>\n")
    list(SUBLIST ${sources} 0 4 members)
    foreach(member IN LISTS members)
      string(APPEND text "#include \"biotropy/${name}/${member}\"\n")
    endforeach()
    file(CONFIGURE OUTPUT ${group} CONTENT "${text}${again}" @ONLY)
    list(APPEND groups ${CMAKE_CURRENT_BINARY_DIR}/${group})
    list(REMOVE_ITEM ${sources} ${members})
    list(LENGTH ${sources} left)
  endwhile()
  set_source_files_properties(${groups} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON
    INCLUDE_DIRECTORIES ${CMAKE_CURRENT_BINARY_DIR})
  set(${sources} ${groups} PARENT_SCOPE)
endfunction()

function(biotropy_room name)
  cmake_parse_arguments(ROOM "" "LEVEL;ALONE;NATIVE" "SOURCES;USES;LIBRARIES;BROWSER" ${ARGN})
  if(EMSCRIPTEN AND ROOM_NATIVE)
    list(FILTER ROOM_SOURCES EXCLUDE REGEX "${ROOM_NATIVE}")
    list(APPEND ROOM_SOURCES ${ROOM_BROWSER})
    list(FILTER ROOM_LIBRARIES EXCLUDE REGEX "TBB|OpenSSL|HDF5|NETCDF")
  endif()
  set(target biotropy_${name})
  set(per_instruction_set)
  foreach(source IN LISTS ROOM_SOURCES)
    file(STRINGS ${source} own_target REGEX "^#define HWY_TARGET_INCLUDE" LIMIT_COUNT 1)
    if(own_target)
      list(APPEND per_instruction_set ${source})
    endif()
  endforeach()
  if(CMAKE_UNITY_BUILD AND per_instruction_set)
    list(REMOVE_ITEM ROOM_SOURCES ${per_instruction_set})
    biotropy_instruction_set_groups(${name} per_instruction_set)
    list(APPEND ROOM_SOURCES ${per_instruction_set})
  endif()
  add_library(${target} STATIC ${ROOM_SOURCES})
  if(ROOM_LEVEL)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O${ROOM_LEVEL}>)
    set_source_files_properties(${per_instruction_set} PROPERTIES COMPILE_OPTIONS $<$<CONFIG:Release>:-O3>)
  endif()
  if(ROOM_ALONE)
    set(alone ${ROOM_SOURCES})
    list(FILTER alone INCLUDE REGEX "${ROOM_ALONE}")
    set_source_files_properties(${alone} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
  if(CMAKE_CXX_FLAGS MATCHES "-fcoverage-mapping")
    # A header of Highway includes them, and clang counts nothing that a system header includes.
    set_property(SOURCE ${per_instruction_set} APPEND PROPERTY COMPILE_OPTIONS --no-system-header-prefix=hwy/)
  endif()
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>)
  foreach(room IN LISTS ROOM_USES)
    target_link_libraries(${target} PUBLIC biotropy_${room})
  endforeach()
  target_link_libraries(${target} PRIVATE ${ROOM_LIBRARIES})
  set_property(GLOBAL APPEND PROPERTY BIOTROPY_ROOMS ${target})
endfunction()
