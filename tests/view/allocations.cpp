#include "tests/view/allocations.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>

// These operators stand in a file of their own. If the compiler saw them together with their callers, it
// would report a mismatch of this new with the delete of the standard library.
namespace {

std::atomic<long> allocation_count{0};

}  // namespace

void* operator new(std::size_t size) {
  ++allocation_count;
  if (void* memory = std::malloc(std::max<std::size_t>(1, size))) return memory;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocation_count;
  return std::malloc(std::max<std::size_t>(1, size));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace novphy::test {

long allocations() { return allocation_count; }

}  // namespace novphy::test
