# SPDX-License-Identifier: Apache-2.0
# biotropy_embed(TARGET NAMESPACE name FILES ...)
#
# Puts texts into a target: the file bit_rows.c becomes `const char* const bit_rows_c` of the namespace, to be declared
# extern where it is used.
function(biotropy_embed target)
  cmake_parse_arguments(EMBED "" "NAMESPACE" "FILES" ${ARGN})
  foreach(file IN LISTS EMBED_FILES)
    get_filename_component(name ${file} NAME)
    string(MAKE_C_IDENTIFIER ${name} symbol)
    set(generated ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
    file(READ ${file} text)
    file(CONFIGURE OUTPUT ${generated} @ONLY CONTENT [=[
namespace @EMBED_NAMESPACE@ {
extern const char* const @symbol@;
const char* const @symbol@ = R"biotropy(@text@)biotropy";
}  // namespace @EMBED_NAMESPACE@
]=])
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    # Alone, as sources of the target declare the symbol again.
    set_source_files_properties(${generated} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    target_sources(${target} PRIVATE ${generated})
  endforeach()
endfunction()
