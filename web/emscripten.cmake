# The build for browsers by emscripten (preset `web`): what differs from all other builds.
set(NOVPHY_LEFT_OUT
  # processes
  external/child_process.cpp external/external.cpp
  # runs on threads
  runner.cpp
  # statistics, whose library takes 0.1 MB
  intervals.cpp rank_tests.cpp)
# A play's time is spent in two libraries; everything else is compiled to be small. emcc inlines less wherever it reads -Os.
set(busy "$<OR:$<STREQUAL:$<TARGET_PROPERTY:NAME>,novphy_sim>,$<STREQUAL:$<TARGET_PROPERTY:NAME>,box2d>>")
# Assertions name their files: from the top folder, so that the module has the same bytes wherever it is built.
add_compile_options("$<IF:${busy},-O3,-Os>" -fwasm-exceptions "-ffile-prefix-map=${CMAKE_SOURCE_DIR}=."
  "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-I${CMAKE_CURRENT_SOURCE_DIR}/web/old_libcxx -include ${CMAKE_CURRENT_SOURCE_DIR}/web/old_libcxx/gaps.h>")
add_link_options(-fwasm-exceptions)
