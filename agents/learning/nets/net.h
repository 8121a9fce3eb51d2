#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "agents/learning/nets/products.h"

namespace novphy {

/// Draws a number from [0, 1), such as Rng::uniform.
using Uniform = std::function<double()>;

/// Which rows of a matrix of tokens belong to which sample, and where each token was in the net's input. The
/// matrix has no rows for absent tokens.
struct Tokens {
  std::vector<std::size_t> first{0};  ///< sample s has the rows from first[s] to first[s + 1] - 1
  std::vector<std::size_t> slot{};    ///< for each row: the token's number in the sample's input
  std::size_t samples() const { return first.size() - 1; }
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
  virtual ConstMatrix forward(ConstMatrix in, const Tokens& tokens, std::span<const float> weights) = 0;
  /// Takes the gradient of the last output and returns the gradient of the last input. Adds the weights'
  /// gradient to `gradients`.
  virtual ConstMatrix backward(ConstMatrix gradient, const Tokens& tokens, std::span<const float> weights,
                               std::span<float> gradients) = 0;
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
  void draw(std::span<float> weights, const Uniform& uniform) const override;
  ConstMatrix forward(ConstMatrix in, const Tokens& tokens, std::span<const float> weights) override;
  ConstMatrix backward(ConstMatrix gradient, const Tokens& tokens, std::span<const float> weights,
                       std::span<float> gradients) override;

 private:
  std::size_t inputs_;
  std::size_t outputs_;
  Place place_;
  ConstMatrix in_;
  MatrixBuffer out_;
  MatrixBuffer gradient_;
};

/// x if x is positive, otherwise x / 100.
class LeakyRelu : public Layer {
 public:
  static constexpr float kSlope = 0.01F;
  ConstMatrix forward(ConstMatrix in, const Tokens& tokens, std::span<const float> weights) override;
  ConstMatrix backward(ConstMatrix gradient, const Tokens& tokens, std::span<const float> weights,
                       std::span<float> gradients) override;

 private:
  ConstMatrix in_;
  MatrixBuffer out_;
  MatrixBuffer gradient_;
};

/// Each row minus its mean, divided by sqrt(variance + 1e-5), times the first half of the weights, plus the
/// second half.
class LayerNorm : public Layer {
 public:
  static constexpr float kEpsilon = 1e-5F;
  explicit LayerNorm(std::size_t width) : width_(width) {}

  std::size_t size() const override { return 2 * width_; }
  /// Draws nothing: the factors start at 1 and the summands at 0.
  void draw(std::span<float> weights, const Uniform& uniform) const override;
  ConstMatrix forward(ConstMatrix in, const Tokens& tokens, std::span<const float> weights) override;
  ConstMatrix backward(ConstMatrix gradient, const Tokens& tokens, std::span<const float> weights,
                       std::span<float> gradients) override;

 private:
  std::size_t width_;
  MatrixBuffer normal_buffer_;
  Matrix normal_;
  std::vector<float> inverse_deviation_;
  MatrixBuffer out_;
  MatrixBuffer gradient_;
};

/// Turns a value V and advantages A into V + A - mean(A), row by row. The input has one column more than the
/// output.
class Dueling : public Layer {
 public:
  ConstMatrix forward(ConstMatrix in, const Tokens& tokens, std::span<const float> weights) override;
  ConstMatrix backward(ConstMatrix gradient, const Tokens& tokens, std::span<const float> weights,
                       std::span<float> gradients) override;

 private:
  MatrixBuffer out_;
  MatrixBuffer gradient_;
};

/// Turns one row for each token into one row for each sample: the largest number of each column. A sample
/// without tokens gets zeros. If several tokens share the largest number, the first one gets the gradient.
class MaxOverTokens : public Layer {
 public:
  ConstMatrix forward(ConstMatrix in, const Tokens& tokens, std::span<const float> weights) override;
  ConstMatrix backward(ConstMatrix gradient, const Tokens& tokens, std::span<const float> weights,
                       std::span<float> gradients) override;

 private:
  ConstMatrix in_;
  std::vector<std::size_t> winner_;  ///< the input row that gave each number of the output
  MatrixBuffer out_;
  MatrixBuffer gradient_;
};

/// Turns one row for each token into one row for each sample: the numbers of its tokens, in the order of the
/// slots. Absent tokens get zeros.
class TokenValues : public Layer {
 public:
  explicit TokenValues(std::size_t slots) : slots_(slots) {}
  ConstMatrix forward(ConstMatrix in, const Tokens& tokens, std::span<const float> weights) override;
  ConstMatrix backward(ConstMatrix gradient, const Tokens& tokens, std::span<const float> weights,
                       std::span<float> gradients) override;

 private:
  std::size_t slots_;
  std::size_t width_ = 0;  ///< numbers of a token
  MatrixBuffer out_;
  MatrixBuffer gradient_;
};

/// Layers applied one after the other. The weights are those of the layers, in order.
class Chain : public Layer {
 public:
  template <class Kind, class... Arguments>
  Chain& add(Arguments&&... arguments) {
    layers_.push_back(std::make_unique<Kind>(std::forward<Arguments>(arguments)...));
    return *this;
  }
  std::size_t size() const override;
  void draw(std::span<float> weights, const Uniform& uniform) const override;
  ConstMatrix forward(ConstMatrix in, const Tokens& tokens, std::span<const float> weights) override;
  ConstMatrix backward(ConstMatrix gradient, const Tokens& tokens, std::span<const float> weights,
                       std::span<float> gradients) override;

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
  ConstMatrix forward(ConstMatrix in, const Tokens& tokens, std::span<const float> weights) override;
  ConstMatrix backward(ConstMatrix gradient, const Tokens& tokens, std::span<const float> weights,
                       std::span<float> gradients) override;

 private:
  std::unique_ptr<Chain> inside_;
  MatrixBuffer out_;
  MatrixBuffer gradient_;
};

/// Attention of a sample's tokens to one another. A row of the input holds a token's query, key and value, of
/// equal widths, each divided evenly among the heads. For each head, a token's output is the mean of the
/// values weighted by softmax(query key / sqrt(width of a head)). The layer has no weights of its own; the
/// Linear layers before and after it have them.
class SelfAttention : public Layer {
 public:
  explicit SelfAttention(std::size_t heads) : heads_(heads) {}
  ConstMatrix forward(ConstMatrix in, const Tokens& tokens, std::span<const float> weights) override;
  ConstMatrix backward(ConstMatrix gradient, const Tokens& tokens, std::span<const float> weights,
                       std::span<float> gradients) override;

 private:
  std::size_t heads_;
  ConstMatrix in_;
  std::vector<float> shares_;  ///< results of the softmax, a square for each sample and head
  MatrixBuffer scores_;
  MatrixBuffer out_;
  MatrixBuffer gradient_;
};

enum class NetKind {
  kDqn,         ///< two hidden layers, then a dueling head
  kRelational,  ///< a row of the input is a token; tokens attend to one another
};

inline constexpr std::array kNetKinds{NetKind::kDqn, NetKind::kRelational};
/// "dqn" or "relational"
std::string_view name_of(NetKind kind);
/// The kind of this name. Nothing for any other name.
std::optional<NetKind> net_kind_named(std::string_view name);

/// The sizes of a net.
struct NetShape {
  NetKind kind = NetKind::kDqn;
  std::size_t tokens = 24;    ///< rows of a sample's input
  std::size_t features = 16;  ///< numbers of a row
  std::size_t actions = 0;    ///< values of a sample
  std::size_t hidden =
      256;  ///< width of the hidden layers; of a relational net: of the layer after the tokens
  // The rest applies to relational nets only.
  std::size_t width = 64;  ///< numbers of an embedded token, a multiple of `heads`
  std::size_t heads = 4;
  std::size_t blocks = 1;  ///< blocks of self-attention
  /// Each token has actions / tokens values of its own, and action a belongs to token a / (actions / tokens).
  /// Otherwise the values are computed from the maximum over the tokens, by a hidden layer and a dueling
  /// head.
  bool values_of_tokens = false;

  std::size_t inputs() const { return tokens * features; }
  bool operator==(const NetShape&) const = default;
};

/// Throws std::invalid_argument, with a reason, for sizes that no net can have or that need more than
/// kMostWeights weights.
void check(const NetShape& shape);
inline constexpr std::size_t kMostWeights = 4'000'000;

/// The number of weights of a net of these sizes, which must satisfy check().
std::size_t weight_count(const NetShape& shape);

/// Computes the values of actions and their gradient. All results have the same bits on every machine. A net
/// is a value: a copy has weights of its own. Each thread needs a net of its own.
class Net {
 public:
  /// Draws the weights. Throws as check() does.
  Net(const NetShape& shape, const Uniform& uniform);
  /// A net with these weights, as weights() returned them. Throws std::invalid_argument if their number is
  /// wrong.
  Net(const NetShape& shape, std::span<const float> weights);
  Net(const Net& other);
  Net(Net&&) = default;
  Net& operator=(const Net& other);
  Net& operator=(Net&&) = default;
  ~Net() = default;

  const NetShape& shape() const { return shape_; }

  /// The values of all actions for each sample, one row a sample, valid until the next call. `inputs` holds
  /// shape().inputs() numbers for each sample; std::invalid_argument is thrown for a part of a sample. A
  /// relational net takes a row of zeros as an absent token; values of an absent token's actions are 0, and
  /// nothing is learned from them.
  ConstMatrix values(std::span<const float> inputs);
  /// The activations of the last hidden layer in the last call of values(), one row for each sample. If
  /// tokens have values of their own, this is the maximum over the tokens.
  ConstMatrix last_hidden();
  /// Takes the gradient of a loss with respect to the results of the last call of values(), and computes
  /// gradients().
  void backward(ConstMatrix gradient);

  std::span<const float> weights() const { return weights_; }
  std::span<float> weights() { return weights_; }
  std::span<const float> gradients() const { return gradients_; }

 private:
  explicit Net(const NetShape& shape);

  NetShape shape_;
  std::unique_ptr<Chain> hidden_;  ///< from the input to the last hidden layer
  std::unique_ptr<Chain> head_;    ///< from there to the values
  std::vector<float> weights_;     ///< of hidden_, then of head_
  std::vector<float> gradients_;
  std::vector<float> inputs_;  ///< of the last call; for a relational net, only those of the tokens present
  Tokens tokens_;
  ConstMatrix last_hidden_;
  std::unique_ptr<MaxOverTokens> largest_ = std::make_unique<MaxOverTokens>();
};

}  // namespace novphy
