# SPDX-License-Identifier: Apache-2.0
# Libraries of the page: zlib and Highway of setup/page_libraries.sh, and those of which only headers are needed. Headers of the
# system itself must not be found, so a folder of links has these alone.
set(headers ${PROJECT_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${headers})
foreach(folder boost eigen3/Eigen eigen3/unsupported fmt nlohmann)
  get_filename_component(name ${folder} NAME)
  if(NOT EXISTS /usr/include/${folder})
    message(FATAL_ERROR "There is no /usr/include/${folder}: setup/debian.sh --page installs it")
  endif()
  file(CREATE_LINK /usr/include/${folder} ${headers}/${name} SYMBOLIC)
endforeach()
foreach(library fmt::fmt Boost::headers Eigen3::Eigen nlohmann_json::nlohmann_json ZLIB::ZLIB PkgConfig::HWY)
  add_library(${library} INTERFACE IMPORTED)
endforeach()
set(made ${PROJECT_SOURCE_DIR}/build/page-libraries/sysroot/usr/local)
include_directories(SYSTEM ${headers} ${made}/include)
target_compile_definitions(fmt::fmt INTERFACE FMT_HEADER_ONLY)
target_link_libraries(ZLIB::ZLIB INTERFACE ${made}/lib/libz.a)
target_link_libraries(PkgConfig::HWY INTERFACE ${made}/lib/libhwy.a)
add_compile_options(-Wno-shorten-64-to-32)  # sizes of files have 64 bits there, and those of memory 32
add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:SHELL:-include ${PROJECT_SOURCE_DIR}/biotropy/system/browser/standard_internal.hpp>")
