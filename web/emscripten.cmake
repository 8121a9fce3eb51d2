# The build for browsers by emscripten (preset `web`): what differs from all other builds.
set(NOVPHY_LEFT_OUT
  # processes
  film_writer.cpp external/agent_files.cpp external/child_process.cpp external/external.cpp external/spawn_shell.cpp
  # pictures by cairo
  art.cpp art_birds.cpp art_blocks.cpp art_pigs.cpp art_things.cpp draw.cpp artwork_colours.cpp contact_sheet.cpp image_file.cpp lettering.cpp painter.cpp
  # runs on threads, and their files
  runner.cpp)
add_compile_options(-fwasm-exceptions
  "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-I${CMAKE_CURRENT_SOURCE_DIR}/web/old_libcxx -include ${CMAKE_CURRENT_SOURCE_DIR}/web/old_libcxx/gaps.h>")
add_link_options(-fwasm-exceptions)
