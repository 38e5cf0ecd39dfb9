# SPDX-License-Identifier: Apache-2.0
# Installation: one shared library made of all rooms, the public headers (biotropy/biotropy.hpp and what it includes), a
# CMake package (find_package(Biotropy) gives Biotropy::biotropy), a pkg-config file, and the program. No public header
# includes a third-party one, so programs that use Biotropy need only the C++ standard library.
include(CMakePackageConfigHelpers)

get_property(biotropy_rooms GLOBAL PROPERTY BIOTROPY_ROOMS)
add_library(biotropy SHARED)
add_library(Biotropy::biotropy ALIAS biotropy)
set_target_properties(biotropy PROPERTIES
  VERSION ${PROJECT_VERSION}
  # The interface may change with every minor version.
  SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
target_compile_features(biotropy PUBLIC cxx_std_20)
foreach(room IN LISTS biotropy_rooms)
  # All objects of the room, used or not; the room itself adds its link dependencies.
  target_sources(biotropy PRIVATE $<TARGET_OBJECTS:${room}>)
  target_link_libraries(biotropy PRIVATE $<BUILD_INTERFACE:${room}>)
endforeach()

set(public_headers)
set(reached biotropy/biotropy.hpp)
while(reached)
  list(POP_FRONT reached header)
  list(APPEND public_headers ${header})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${header})
  file(STRINGS ${PROJECT_SOURCE_DIR}/${header} includes REGEX "^#include \"biotropy/")
  list(TRANSFORM includes REPLACE "^#include \"([^\"]+)\".*$" "\\1")
  list(APPEND reached ${includes})
  list(REMOVE_DUPLICATES reached)
  list(REMOVE_ITEM reached ${public_headers})
endwhile()
target_sources(biotropy PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR} FILES ${public_headers})
install(TARGETS biotropy EXPORT BiotropyTargets FILE_SET HEADERS)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/Biotropy)
install(EXPORT BiotropyTargets NAMESPACE Biotropy:: DESTINATION ${package_dir})
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/BiotropyConfig.cmake.in ${PROJECT_BINARY_DIR}/BiotropyConfig.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/BiotropyConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/BiotropyConfig.cmake ${PROJECT_BINARY_DIR}/BiotropyConfigVersion.cmake
  DESTINATION ${package_dir})

# Paths relative to the file itself, so that the installed tree can be moved.
file(RELATIVE_PATH biotropy_pc_prefix ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" biotropy_pc_prefix ${biotropy_pc_prefix})
configure_file(${CMAKE_CURRENT_LIST_DIR}/biotropy.pc.in ${PROJECT_BINARY_DIR}/biotropy.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/biotropy.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

if(TARGET biotropy_program)
  install(TARGETS biotropy_program)
  set(shell_files ${PROJECT_BINARY_DIR}/shell_files)
  add_custom_command(OUTPUT ${shell_files}/man/man1/biotropy.1
    COMMAND ${CMAKE_COMMAND} "-DPROGRAM=${CMAKE_CROSSCOMPILING_EMULATOR};$<TARGET_FILE:biotropy_program>"
      -DFOLDER=${shell_files} -P ${CMAKE_CURRENT_LIST_DIR}/shell_files.cmake
    DEPENDS biotropy_program ${CMAKE_CURRENT_LIST_DIR}/shell_files.cmake
    COMMENT "Writing completions and manual pages" VERBATIM)
  add_custom_target(biotropy_shell_files ALL DEPENDS ${shell_files}/man/man1/biotropy.1)
  install(DIRECTORY ${shell_files}/ DESTINATION ${CMAKE_INSTALL_DATAROOTDIR})
endif()
