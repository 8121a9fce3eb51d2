#pragma once

#include "nets/matrix.h"

namespace novphy {

/// Products of matrices whose bits do not depend on the machine, the compiler or the shapes: each number of
/// the result is a sum of rounded products, added one after the other in the order of the inner index.
/// The result of each function is added to `out`, whose shape must fit.

/// out += a b
void add_product(ConstMatrix a, ConstMatrix b, Matrix out);
/// out += transposed(a) b
void add_transposed_product(ConstMatrix a, ConstMatrix b, Matrix out);
/// out += a transposed(b)
void add_product_transposed(ConstMatrix a, ConstMatrix b, Matrix out);

}  // namespace novphy
