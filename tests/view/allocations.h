#pragma once

namespace novphy::test {

/// How often this program has called operator new so far.
long allocations();

}  // namespace novphy::test
