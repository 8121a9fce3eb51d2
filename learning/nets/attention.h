#pragma once

#include "learning/nets/layers.h"

namespace novphy {

/// Attention of the tokens of a sample to one another. A row of the input holds a token's query, key and
/// value, of equal widths; the heads share each of them out evenly. A token's output is, for each head, the
/// mean of the values weighted by softmax(query key / sqrt(width of a head)). The layer has no weights:
/// Linear layers before and after bring them.
class SelfAttention : public Layer {
 public:
  explicit SelfAttention(std::size_t heads) : heads_(heads) {}
  ConstMatrix forward(ConstMatrix in, const Tokens& tokens, std::span<const float> weights) override;
  ConstMatrix backward(ConstMatrix gradient, const Tokens& tokens, std::span<const float> weights,
                       std::span<float> gradients) override;

 private:
  std::size_t heads_;
  ConstMatrix in_;
  std::vector<float> shares_;  ///< softmax, a square for each sample and head
  MatrixBuffer scores_;
  MatrixBuffer out_;
  MatrixBuffer gradient_;
};

}  // namespace novphy
