# SPDX-License-Identifier: Apache-2.0
# biotropy_room(NAME [SOURCES ...] [USES rooms ...] [LIBRARIES targets ...])
#
# One library target per folder of biotropy/: biotropy_NAME, linked only to the rooms that it may use
# (the floors of biotropy/README.md). LIBRARIES are private: no third-party header is in a public one.
define_property(GLOBAL PROPERTY BIOTROPY_ROOMS BRIEF_DOCS "All rooms" FULL_DOCS "Targets of all rooms")

function(biotropy_room name)
  cmake_parse_arguments(ROOM "" "" "SOURCES;USES;LIBRARIES" ${ARGN})
  set(target biotropy_${name})
  add_library(${target} STATIC ${ROOM_SOURCES})
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>)
  foreach(room IN LISTS ROOM_USES)
    target_link_libraries(${target} PUBLIC biotropy_${room})
  endforeach()
  target_link_libraries(${target} PRIVATE ${ROOM_LIBRARIES})
  set_property(GLOBAL APPEND PROPERTY BIOTROPY_ROOMS ${target})
endfunction()
