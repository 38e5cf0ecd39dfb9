# SPDX-License-Identifier: Apache-2.0
# Port for vcpkg, of the checkout around it:
#   vcpkg install biotropy --overlay-ports=packages/vcpkg
# Its vcpkg.json was checked against the schema of vcpkg; the port was not built.
get_filename_component(SOURCE_PATH "${CURRENT_PORT_DIR}/../../.." ABSOLUTE)

vcpkg_find_acquire_program(PKGCONFIG)
vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS -DBIOTROPY_TESTS=OFF -DBIOTROPY_BENCH=OFF "-DPKG_CONFIG_EXECUTABLE=${PKGCONFIG}")
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME Biotropy CONFIG_PATH lib/cmake/Biotropy)
vcpkg_fixup_pkgconfig()
vcpkg_copy_tools(TOOL_NAMES biotropy AUTO_CLEAN)
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
