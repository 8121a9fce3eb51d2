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

struct NetLayers;

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
  Net(Net&&) noexcept;
  Net& operator=(const Net& other);
  Net& operator=(Net&& other) noexcept;
  ~Net();

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
  std::unique_ptr<NetLayers> layers_;
  std::vector<float> weights_;  ///< of the hidden layers, then of the head
  std::vector<float> gradients_;
  std::vector<float> inputs_;  ///< of the last call; for a relational net, only those of the tokens present
  ConstMatrix last_hidden_;
};

}  // namespace novphy
