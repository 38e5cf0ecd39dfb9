# SPDX-License-Identifier: Apache-2.0
# biotropy_embed(ROOM FILES ...)
#
# Puts texts into the library of a room: the file bit_rows.c becomes `const char* const bit_rows_c` of the namespace
# biotropy::ROOM, to be declared extern where it is used.
function(biotropy_embed room)
  cmake_parse_arguments(EMBED "" "" "FILES" ${ARGN})
  foreach(file IN LISTS EMBED_FILES)
    get_filename_component(name ${file} NAME)
    string(MAKE_C_IDENTIFIER ${name} symbol)
    set(generated ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
    file(READ ${file} text)
    file(CONFIGURE OUTPUT ${generated} @ONLY CONTENT [=[
namespace biotropy::@room@ {
extern const char* const @symbol@;
const char* const @symbol@ = R"biotropy(@text@)biotropy";
}  // namespace biotropy::@room@
]=])
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    target_sources(biotropy_${room} PRIVATE ${generated})
  endforeach()
endfunction()
