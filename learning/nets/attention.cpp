#include "learning/nets/attention.h"

#include <algorithm>
#include <cmath>

#include "learning/nets/exponential.h"
#include "learning/nets/products.h"

namespace novphy {
namespace {

/// The queries, keys and values of one head in the rows of one sample.
template <class View>
struct HeadParts {
  View query;
  View key;
  View value;
};

template <class View>
HeadParts<View> head_parts(View all, std::size_t first, std::size_t rows, std::size_t head,
                           std::size_t heads) {
  const std::size_t width = all.columns / 3;
  const std::size_t part = width / heads;
  const auto at = [&](std::size_t kind) { return all.part(first, kind * width + head * part, rows, part); };
  return {at(0), at(1), at(2)};
}

float attention_scale(std::size_t width) { return 1 / std::sqrt(static_cast<float>(width)); }

/// shares = softmax(scale * scores), row by row.
void softmax(ConstMatrix scores, float scale, Matrix shares) {
  for (std::size_t i = 0; i < scores.rows; ++i) {
    const float largest = std::ranges::max(scores.row(i));
    float sum = 0;
    for (std::size_t j = 0; j < scores.columns; ++j)
      sum += shares.row(i)[j] = exponential(scale * (scores.row(i)[j] - largest));
    for (float& share : shares.row(i)) share /= sum;
  }
}

/// From the gradient of the shares to the gradient of the scores, in place.
void softmax_backward(ConstMatrix shares, float scale, Matrix gradient) {
  for (std::size_t i = 0; i < shares.rows; ++i) {
    const auto share = shares.row(i);
    const auto of_row = gradient.row(i);
    float along = 0;
    for (std::size_t j = 0; j < share.size(); ++j) along += share[j] * of_row[j];
    for (std::size_t j = 0; j < share.size(); ++j) of_row[j] = scale * share[j] * (of_row[j] - along);
  }
}

std::size_t squares(const Tokens& tokens) {
  std::size_t sum = 0;
  for (std::size_t s = 0; s < tokens.samples(); ++s) {
    const std::size_t rows = tokens.first[s + 1] - tokens.first[s];
    sum += rows * rows;
  }
  return sum;
}

/// Calls work(first row, rows, head, square of shares) for each sample and head.
template <class Work>
void each_head(const Tokens& tokens, std::size_t heads, float* shares, const Work& work) {
  for (std::size_t s = 0; s < tokens.samples(); ++s) {
    const std::size_t rows = tokens.first[s + 1] - tokens.first[s];
    for (std::size_t head = 0; rows > 0 && head < heads; ++head) {
      work(tokens.first[s], rows, head, Matrix(shares, rows, rows, rows));
      shares += rows * rows;
    }
  }
}

}  // namespace

ConstMatrix SelfAttention::forward(ConstMatrix in, const Tokens& tokens, std::span<const float> /*weights*/) {
  in_ = in;
  const std::size_t part = in.columns / 3 / heads_;
  const Matrix out = out_.zeros(in.rows, heads_ * part);
  shares_.resize(heads_ * squares(tokens));
  each_head(tokens, heads_, shares_.data(),
            [&](std::size_t first, std::size_t rows, std::size_t head, Matrix shares) {
              const auto [query, key, value] = head_parts(in, first, rows, head, heads_);
              const Matrix scores = scores_.zeros(rows, rows);
              add_product_transposed(query, key, scores);
              softmax(scores, attention_scale(part), shares);
              add_product(shares, value, out.part(first, head * part, rows, part));
            });
  return out;
}

ConstMatrix SelfAttention::backward(ConstMatrix gradient, const Tokens& tokens,
                                    std::span<const float> /*weights*/, std::span<float> /*gradients*/) {
  const std::size_t part = gradient.columns / heads_;
  const Matrix all = gradient_.zeros(in_.rows, in_.columns);
  each_head(tokens, heads_, shares_.data(),
            [&](std::size_t first, std::size_t rows, std::size_t head, Matrix shares) {
              const auto in = head_parts(in_, first, rows, head, heads_);
              const auto out = head_parts(all, first, rows, head, heads_);
              const ConstMatrix of_head = gradient.part(first, head * part, rows, part);
              add_transposed_product(shares, of_head, out.value);
              const Matrix scores = scores_.zeros(rows, rows);
              add_product_transposed(of_head, in.value, scores);
              softmax_backward(shares, attention_scale(part), scores);
              add_product(scores, in.key, out.query);
              add_transposed_product(scores, in.query, out.key);
            });
  return all;
}

}  // namespace novphy
