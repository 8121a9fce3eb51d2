#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <functional>
#include <numeric>

#include "agents/learning/nets/losses.h"
#include "agents/learning/nets/net.h"

/// The layers of nets. Only net.cpp includes this file, and the tests of single layers.
namespace novphy {

/// Which rows of a matrix of tokens belong to which sample, and where each token was in the net's input. The
/// matrix has no rows for absent tokens.
struct Tokens {
  std::vector<std::size_t> first{0};  ///< sample s has the rows from first[s] to first[s + 1] - 1
  std::vector<std::size_t> slot{};    ///< for each row: the token's number in the sample's input
  std::size_t samples() const { return first.size() - 1; }
  std::size_t rows(std::size_t sample) const { return first[sample + 1] - first[sample]; }

  /// Calls work(sample, row) for each row.
  template <class Work>
  void each_row(const Work& work) const {
    for (std::size_t s = 0; s < samples(); ++s)
      for (std::size_t row = first[s]; row < first[s + 1]; ++row) work(s, row);
  }
};

/// What a layer needs besides a matrix.
struct Pass {
  const Tokens& tokens;
  std::span<const float> weights{};  ///< its own
  std::span<float> gradients{};      ///< backward() adds the weights' gradient to these
};

/// One layer of a net. It keeps what its backward step needs, but no weights: the net passes each layer its
/// part of the net's weights.
class Layer {
 public:
  Layer() = default;
  virtual ~Layer() = default;
  Layer(const Layer&) = delete;
  Layer& operator=(const Layer&) = delete;

  /// The number of weights.
  virtual std::size_t size() const { return 0; }
  /// Draws the initial weights.
  virtual void draw(std::span<float> /*weights*/, const Uniform& /*uniform*/) const {}
  /// The output, valid until the next call. `in` must live until the call of backward().
  virtual ConstMatrix forward(ConstMatrix in, const Pass& pass) = 0;
  /// Takes the gradient of the last output and returns the gradient of the last input.
  virtual ConstMatrix backward(ConstMatrix gradient, const Pass& pass) = 0;

 protected:
  static float mean(std::span<const float> numbers) {
    return std::accumulate(numbers.begin(), numbers.end(), 0.0F) / static_cast<float>(numbers.size());
  }

  ConstMatrix in_;  ///< of the last forward(), where backward() needs it
  MatrixBuffer out_;
  MatrixBuffer gradient_;
};

/// out = in W + b. The weights are W, inputs x outputs row by row, and then b.
class Linear : public Layer {
 public:
  enum class Place {
    kInside,
    kFirst,  ///< the first layer, so that nobody needs the gradient of its input: backward() returns an empty
             ///< matrix
  };
  Linear(std::size_t inputs, std::size_t outputs, Place place = Place::kInside)
      : inputs_(inputs), outputs_(outputs), place_(place) {}

  std::size_t size() const override { return (inputs_ + 1) * outputs_; }

  /// Uniform between -1 / sqrt(inputs) and 1 / sqrt(inputs), as PyTorch does.
  void draw(std::span<float> weights, const Uniform& uniform) const override {
    const double bound = 1 / std::sqrt(static_cast<double>(inputs_));
    for (float& weight : weights) weight = static_cast<float>(bound * (2 * uniform() - 1));
  }

  ConstMatrix forward(ConstMatrix in, const Pass& pass) override {
    assert(in.columns == inputs_);
    in_ = in;
    const Matrix out = out_.zeros(in.rows, outputs_);
    add_product(in, ConstMatrix(pass.weights, inputs_, outputs_), out);
    const auto bias = pass.weights.last(outputs_);
    for (std::size_t i = 0; i < out.rows; ++i)
      for (std::size_t j = 0; j < outputs_; ++j) out.row(i)[j] += bias[j];
    return out;
  }

  ConstMatrix backward(ConstMatrix gradient, const Pass& pass) override {
    add_transposed_product(in_, gradient, Matrix(pass.gradients, inputs_, outputs_));
    const auto bias = pass.gradients.last(outputs_);
    for (std::size_t i = 0; i < gradient.rows; ++i)
      for (std::size_t j = 0; j < outputs_; ++j) bias[j] += gradient.row(i)[j];
    if (place_ == Place::kFirst) return {};
    const Matrix out = gradient_.zeros(gradient.rows, inputs_);
    add_product_transposed(gradient, ConstMatrix(pass.weights, inputs_, outputs_), out);
    return out;
  }

 private:
  std::size_t inputs_;
  std::size_t outputs_;
  Place place_;
};

/// x if x is positive, otherwise x / 100.
class LeakyRelu : public Layer {
 public:
  ConstMatrix forward(ConstMatrix in, const Pass& /*pass*/) override {
    in_ = in;
    const Matrix out = out_.zeros(in.rows, in.columns);
    for (std::size_t i = 0; i < in.rows; ++i)
      std::ranges::transform(in.row(i), out.row(i).begin(), [](float x) { return std::max(x, kSlope * x); });
    return out;
  }

  ConstMatrix backward(ConstMatrix gradient, const Pass& /*pass*/) override {
    // A table is faster than a branch, which processors predict wrongly.
    static constexpr std::array kSlopes{kSlope, 1.0F};
    const Matrix out = gradient_.zeros(gradient.rows, gradient.columns);
    for (std::size_t i = 0; i < out.rows; ++i)
      std::ranges::transform(gradient.row(i), in_.row(i), out.row(i).begin(),
                             [](float g, float x) { return g * kSlopes[x > 0 ? 1 : 0]; });
    return out;
  }

 private:
  static constexpr float kSlope = 0.01F;
};

/// Each row minus its mean, divided by sqrt(variance + 1e-5), times the first half of the weights, plus the
/// second half.
class LayerNorm : public Layer {
 public:
  explicit LayerNorm(std::size_t width) : width_(width) {}

  std::size_t size() const override { return 2 * width_; }

  /// Draws nothing: the factors start at 1 and the summands at 0.
  void draw(std::span<float> weights, const Uniform& /*uniform*/) const override {
    std::ranges::fill(weights.first(width_), 1.0F);
    std::ranges::fill(weights.last(width_), 0.0F);
  }

  ConstMatrix forward(ConstMatrix in, const Pass& pass) override {
    assert(in.columns == width_);
    normal_ = normal_buffer_.zeros(in.rows, width_);
    inverse_deviation_.resize(in.rows);
    const Matrix out = out_.zeros(in.rows, width_);
    for (std::size_t i = 0; i < in.rows; ++i) {
      const auto normal = normal_.row(i);
      const float centre = mean(in.row(i));
      std::ranges::transform(in.row(i), normal.begin(), [&](float x) { return x - centre; });
      inverse_deviation_[i] = 1 / std::sqrt(mean_product(normal, normal) + 1e-5F);
      for (float& x : normal) x *= inverse_deviation_[i];
      for (std::size_t j = 0; j < width_; ++j)
        out.row(i)[j] = normal[j] * pass.weights[j] + pass.weights[width_ + j];
    }
    return out;
  }

  ConstMatrix backward(ConstMatrix gradient, const Pass& pass) override {
    const Matrix out = gradient_.zeros(gradient.rows, width_);
    for (std::size_t i = 0; i < gradient.rows; ++i) {
      const auto in = gradient.row(i);
      const auto normal = normal_.row(i);
      const auto scaled = out.row(i);
      for (std::size_t j = 0; j < width_; ++j) {
        pass.gradients[j] += in[j] * normal[j];
        pass.gradients[width_ + j] += in[j];
        scaled[j] = in[j] * pass.weights[j];
      }
      const float centre = mean(scaled);
      const float along = mean_product(scaled, normal);
      for (std::size_t j = 0; j < width_; ++j)
        scaled[j] = (scaled[j] - centre - normal[j] * along) * inverse_deviation_[i];
    }
    return out;
  }

 private:
  static float mean_product(std::span<const float> a, std::span<const float> b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0F) / static_cast<float>(a.size());
  }

  std::size_t width_;
  MatrixBuffer normal_buffer_;
  Matrix normal_;
  std::vector<float> inverse_deviation_;
};

/// Turns a value V and advantages A into V + A - mean(A), row by row. The input has one column more than the
/// output.
class Dueling : public Layer {
 public:
  ConstMatrix forward(ConstMatrix in, const Pass& /*pass*/) override {
    const Matrix out = out_.zeros(in.rows, in.columns - 1);
    for (std::size_t i = 0; i < in.rows; ++i) {
      const auto advantages = in.row(i).subspan(1);
      const float shift = in.row(i)[0] - mean(advantages);
      std::ranges::transform(advantages, out.row(i).begin(), [&](float a) { return a + shift; });
    }
    return out;
  }

  ConstMatrix backward(ConstMatrix gradient, const Pass& /*pass*/) override {
    const Matrix out = gradient_.zeros(gradient.rows, gradient.columns + 1);
    for (std::size_t i = 0; i < gradient.rows; ++i) {
      const auto in = gradient.row(i);
      const float centre = mean(in);
      out.row(i)[0] = std::accumulate(in.begin(), in.end(), 0.0F);
      std::ranges::transform(in, out.row(i).begin() + 1, [&](float g) { return g - centre; });
    }
    return out;
  }
};

/// Turns one row for each token into one row for each sample: the largest number of each column. A sample
/// without tokens gets zeros. If several tokens share the largest number, the first one gets the gradient.
class MaxOverTokens : public Layer {
 public:
  ConstMatrix forward(ConstMatrix in, const Pass& pass) override {
    in_ = in;
    const Matrix out = out_.zeros(pass.tokens.samples(), in.columns);
    winner_.assign(pass.tokens.samples() * in.columns, 0);
    pass.tokens.each_row([&](std::size_t s, std::size_t row) {
      for (std::size_t j = 0; j < in.columns; ++j) {
        if (row > pass.tokens.first[s] && !(in.row(row)[j] > out.row(s)[j])) continue;
        out.row(s)[j] = in.row(row)[j];
        winner_[s * in.columns + j] = row;
      }
    });
    return out;
  }

  ConstMatrix backward(ConstMatrix gradient, const Pass& pass) override {
    const Matrix out = gradient_.zeros(in_.rows, in_.columns);
    for (std::size_t s = 0; s < pass.tokens.samples(); ++s)
      for (std::size_t j = 0; pass.tokens.rows(s) > 0 && j < out.columns; ++j)
        out.row(winner_[s * out.columns + j])[j] = gradient.row(s)[j];
    return out;
  }

 private:
  std::vector<std::size_t> winner_;  ///< the input row that gave each number of the output
};

/// Turns one row for each token into one row for each sample: the numbers of its tokens, in the order of the
/// slots. Absent tokens get zeros.
class TokenValues : public Layer {
 public:
  explicit TokenValues(std::size_t slots) : slots_(slots) {}

  ConstMatrix forward(ConstMatrix in, const Pass& pass) override {
    const Matrix out = out_.zeros(pass.tokens.samples(), slots_ * in.columns);
    pass.tokens.each_row([&](std::size_t s, std::size_t row) {
      std::ranges::copy(in.row(row), out.row(s).subspan(pass.tokens.slot[row] * in.columns).begin());
    });
    return out;
  }

  ConstMatrix backward(ConstMatrix gradient, const Pass& pass) override {
    const std::size_t width = gradient.columns / slots_;
    const Matrix out = gradient_.zeros(pass.tokens.slot.size(), width);
    pass.tokens.each_row([&](std::size_t s, std::size_t row) {
      std::ranges::copy(gradient.row(s).subspan(pass.tokens.slot[row] * width, width), out.row(row).begin());
    });
    return out;
  }

 private:
  std::size_t slots_;
};

/// Layers applied one after the other. The weights are those of the layers, in order.
class Chain : public Layer {
 public:
  template <class Kind, class... Arguments>
  Chain& add(Arguments&&... arguments) {
    layers_.push_back(std::make_unique<Kind>(std::forward<Arguments>(arguments)...));
    return *this;
  }

  std::size_t size() const override {
    return std::accumulate(layers_.begin(), layers_.end(), std::size_t{0},
                           [](std::size_t sum, const auto& layer) { return sum + layer->size(); });
  }

  void draw(std::span<float> weights, const Uniform& uniform) const override {
    for (const auto& layer : layers_) {
      layer->draw(weights.first(layer->size()), uniform);
      weights = weights.subspan(layer->size());
    }
  }

  ConstMatrix forward(ConstMatrix in, const Pass& pass) override {
    std::span<const float> weights = pass.weights;
    for (const auto& layer : layers_) {
      in = layer->forward(in, {pass.tokens, weights.first(layer->size())});
      weights = weights.subspan(layer->size());
    }
    return in;
  }

  ConstMatrix backward(ConstMatrix gradient, const Pass& pass) override {
    std::size_t end = pass.weights.size();
    for (std::size_t i = layers_.size(); i-- > 0;) {
      const std::size_t size = layers_[i]->size();
      end -= size;
      gradient = layers_[i]->backward(
          gradient, {pass.tokens, pass.weights.subspan(end, size), pass.gradients.subspan(end, size)});
    }
    return gradient;
  }

 private:
  std::vector<std::unique_ptr<Layer>> layers_;
};

/// The input plus the chain's output for it.
class Residual : public Layer {
 public:
  explicit Residual(std::unique_ptr<Chain> inside) : inside_(std::move(inside)) {}

  std::size_t size() const override { return inside_->size(); }
  void draw(std::span<float> weights, const Uniform& uniform) const override {
    inside_->draw(weights, uniform);
  }
  ConstMatrix forward(ConstMatrix in, const Pass& pass) override {
    return sum(in, inside_->forward(in, pass), out_);
  }
  ConstMatrix backward(ConstMatrix gradient, const Pass& pass) override {
    return sum(gradient, inside_->backward(gradient, pass), gradient_);
  }

 private:
  static Matrix sum(ConstMatrix a, ConstMatrix b, MatrixBuffer& buffer) {
    const Matrix out = buffer.zeros(a.rows, a.columns);
    for (std::size_t i = 0; i < a.rows; ++i)
      std::ranges::transform(a.row(i), b.row(i), out.row(i).begin(), std::plus<float>());
    return out;
  }

  std::unique_ptr<Chain> inside_;
};

/// Attention of a sample's tokens to one another. A row of the input holds a token's query, key and value, of
/// equal widths, each divided evenly among the heads. For each head, a token's output is the mean of the
/// values weighted by softmax(query key / sqrt(width of a head)). The layer has no weights of its own; the
/// Linear layers before and after it have them.
class SelfAttention : public Layer {
 public:
  explicit SelfAttention(std::size_t heads) : heads_(heads) {}

  ConstMatrix forward(ConstMatrix in, const Pass& pass) override {
    in_ = in;
    const Matrix out = out_.zeros(in.rows, in.columns / 3);
    std::size_t squares = 0;
    for (std::size_t s = 0; s < pass.tokens.samples(); ++s)
      squares += pass.tokens.rows(s) * pass.tokens.rows(s);
    shares_.resize(heads_ * squares);
    each_head(pass.tokens, [&](const Head& head, Matrix shares) {
      const auto [query, key, value] = parts(in, head);
      const Matrix scores = scores_.zeros(head.rows, head.rows);
      add_product_transposed(query, key, scores);
      softmax(scores, scale(), shares);
      add_product(shares, value, head.of(out, 0));
    });
    return out;
  }

  ConstMatrix backward(ConstMatrix gradient, const Pass& pass) override {
    const Matrix all = gradient_.zeros(in_.rows, in_.columns);
    each_head(pass.tokens, [&](const Head& head, Matrix shares) {
      const auto in = parts(in_, head);
      const auto out = parts(all, head);
      const ConstMatrix of_head = head.of(gradient, 0);
      add_transposed_product(shares, of_head, out.value);
      const Matrix scores = scores_.zeros(head.rows, head.rows);
      add_product_transposed(of_head, in.value, scores);
      softmax_backward(shares, scale(), scores);
      add_product(scores, in.key, out.query);
      add_transposed_product(scores, in.query, out.key);
    });
    return all;
  }

 private:
  /// The numbers of one head in the rows of one sample.
  struct Head {
    std::size_t first;  ///< row
    std::size_t rows;
    std::size_t column;
    std::size_t width;

    template <class View>
    View of(View all, std::size_t from_column) const {
      return all.part(first, from_column + column, rows, width);
    }
  };
  template <class View>
  struct Parts {
    View query;
    View key;
    View value;
  };

  template <class View>
  static Parts<View> parts(View all, const Head& head) {
    const std::size_t width = all.columns / 3;
    return {head.of(all, 0), head.of(all, width), head.of(all, 2 * width)};
  }

  std::size_t head_width() const { return in_.columns / 3 / heads_; }
  float scale() const { return 1 / std::sqrt(static_cast<float>(head_width())); }

  /// Calls work(head, square of shares) for each sample and head.
  template <class Work>
  void each_head(const Tokens& tokens, const Work& work) {
    float* shares = shares_.data();
    for (std::size_t s = 0; s < tokens.samples(); ++s) {
      const std::size_t rows = tokens.rows(s);
      for (std::size_t head = 0; rows > 0 && head < heads_; ++head) {
        work(Head{tokens.first[s], rows, head * head_width(), head_width()},
             Matrix(shares, rows, rows, rows));
        shares += rows * rows;
      }
    }
  }

  /// shares = softmax(scale * scores), row by row.
  static void softmax(ConstMatrix scores, float scale, Matrix shares) {
    for (std::size_t i = 0; i < scores.rows; ++i) {
      const float largest = std::ranges::max(scores.row(i));
      float sum = 0;
      for (std::size_t j = 0; j < scores.columns; ++j)
        sum += shares.row(i)[j] = exponential(scale * (scores.row(i)[j] - largest));
      for (float& share : shares.row(i)) share /= sum;
    }
  }

  /// Replaces the gradient of the shares by the gradient of the scores, in place.
  static void softmax_backward(ConstMatrix shares, float scale, Matrix gradient) {
    for (std::size_t i = 0; i < shares.rows; ++i) {
      const auto share = shares.row(i);
      const auto of_row = gradient.row(i);
      float along = 0;
      for (std::size_t j = 0; j < share.size(); ++j) along += share[j] * of_row[j];
      for (std::size_t j = 0; j < share.size(); ++j) of_row[j] = scale * share[j] * (of_row[j] - along);
    }
  }

  std::size_t heads_;
  std::vector<float> shares_;  ///< results of the softmax, a square for each sample and head
  MatrixBuffer scores_;
};

}  // namespace novphy
