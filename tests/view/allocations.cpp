#include "tests/view/allocations.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>

// In a file of its own: where the compiler sees into both, it takes a new from here and a delete from the
// standard library for a mismatch.
namespace {

std::atomic<long> count{0};

}  // namespace

void* operator new(std::size_t size) {
  ++count;
  if (void* memory = std::malloc(std::max<std::size_t>(1, size))) return memory;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++count;
  return std::malloc(std::max<std::size_t>(1, size));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace novphy::test {

long allocations() { return count; }

}  // namespace novphy::test
