#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "tests/fuzz/targets.h"

namespace {

const novphy::fuzz::Target* chosen = nullptr;

}  // namespace

/// The environment's NOVPHY_FUZZ_TARGET names the target.
extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  const char* name = std::getenv("NOVPHY_FUZZ_TARGET");
  for (const auto& target : novphy::fuzz::targets())
    if (name != nullptr && target.name == name) chosen = &target;
  if (chosen != nullptr) return 0;
  std::fputs("NOVPHY_FUZZ_TARGET: expected the name of a target, see tests/fuzz/targets.cpp\n", stderr);
  std::exit(2);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  chosen->run({reinterpret_cast<const char*>(data), size});
  return 0;
}
