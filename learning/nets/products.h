#pragma once

#include "learning/nets/matrix.h"

namespace novphy {

/// How many floats the processor's instructions take at a time. The results are the same.
enum class Vectors {
  kFour,
  kEight,  ///< only where widest_vectors() says so
};
/// What this processor has.
Vectors widest_vectors();

/// Products of matrices whose bits do not depend on the machine, the compiler or the shapes: each number of
/// the product is a sum of rounded products, added one after the other in the order of the inner index.
/// Each function adds the product to `out`, whose shape must fit.

/// out += a b
void add_product(ConstMatrix a, ConstMatrix b, Matrix out, Vectors vectors = widest_vectors());
/// out += transposed(a) b
void add_transposed_product(ConstMatrix a, ConstMatrix b, Matrix out, Vectors vectors = widest_vectors());
/// out += a transposed(b)
void add_product_transposed(ConstMatrix a, ConstMatrix b, Matrix out, Vectors vectors = widest_vectors());

}  // namespace novphy
