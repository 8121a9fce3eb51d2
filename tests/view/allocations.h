#pragma once

namespace novphy::test {

/// Number of calls of operator new in this program so far.
long allocations();

}  // namespace novphy::test
