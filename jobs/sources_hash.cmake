# The sources that make sealed sets, and the SHA-256 of all of them: of what sha256sum prints for them, sorted by name.
# As a script: cmake -D TOP=DIR -D OUT=FILE -P sources_hash.cmake writes a C++ file with this hash.
function(novphy_set_sources top files)
  foreach(folder agents app base evaluator generator jobs levels novelties sim trials)
    list(APPEND patterns "${top}/${folder}/*.cpp" "${top}/${folder}/*.h")
  endforeach()
  file(GLOB_RECURSE found RELATIVE "${top}" ${patterns})
  list(SORT found)
  set(${files} "${found}" PARENT_SCOPE)
endfunction()

if(CMAKE_SCRIPT_MODE_FILE)
  novphy_set_sources("${TOP}" files)
  foreach(file IN LISTS files)
    file(SHA256 "${TOP}/${file}" hash)
    string(APPEND list "${hash}  ${file}\n")
  endforeach()
  string(SHA256 hash "${list}")
  file(CONFIGURE OUTPUT "${OUT}" @ONLY CONTENT [=[
#include <string_view>
namespace novphy {
extern const std::string_view kSourcesHash;
constexpr std::string_view kSourcesHash = "@hash@";
}  // namespace novphy
]=])
endif()
