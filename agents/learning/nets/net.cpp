#include "agents/learning/nets/net.h"

#include <stdexcept>
#include <string>

#include "agents/learning/nets/layers.h"

namespace novphy {
namespace {

void add_hidden(Chain& chain, std::size_t inputs, std::size_t outputs, Linear::Place place) {
  chain.add<Linear>(inputs, outputs, place).add<LeakyRelu>().add<LayerNorm>(outputs);
}

/// Attention, then two layers for each token alone. Both are added to their input.
void add_block(Chain& chain, std::size_t width, std::size_t heads) {
  auto attention = std::make_unique<Chain>();
  attention->add<Linear>(width, 3 * width).add<SelfAttention>(heads).add<Linear>(width, width);
  chain.add<Residual>(std::move(attention)).add<LayerNorm>(width);
  auto alone = std::make_unique<Chain>();
  alone->add<Linear>(width, 2 * width).add<LeakyRelu>().add<Linear>(2 * width, width);
  chain.add<Residual>(std::move(alone)).add<LayerNorm>(width);
}

void need_size(bool condition, const std::string& what) {
  if (!condition) throw std::invalid_argument("sizes of a net: expected " + what);
}

/// Keeps the rows that are not all zeros, and notes where they were.
Tokens present_tokens(const NetShape& shape, std::span<const float> inputs, std::vector<float>& rows) {
  Tokens tokens;
  rows.clear();
  for (std::size_t i = 0; i < inputs.size() / shape.features; ++i) {
    const auto row = inputs.subspan(i * shape.features, shape.features);
    if (std::ranges::any_of(row, [](float x) { return x != 0; })) {
      rows.insert(rows.end(), row.begin(), row.end());
      tokens.slot.push_back(i % shape.tokens);
    }
    if ((i + 1) % shape.tokens == 0) tokens.first.push_back(tokens.slot.size());
  }
  return tokens;
}

}  // namespace

struct NetLayers {
  explicit NetLayers(const NetShape& shape) {
    if (shape.kind == NetKind::kDqn) {
      add_hidden(hidden, shape.inputs(), shape.hidden, Linear::Place::kFirst);
      add_hidden(hidden, shape.hidden, shape.hidden, Linear::Place::kInside);
    } else {
      add_hidden(hidden, shape.features, shape.width, Linear::Place::kFirst);
      for (std::size_t i = 0; i < shape.blocks; ++i) add_block(hidden, shape.width, shape.heads);
      if (shape.values_of_tokens) {
        head.add<Linear>(shape.width, shape.actions / shape.tokens).add<TokenValues>(shape.tokens);
        return;
      }
      hidden.add<MaxOverTokens>();
      add_hidden(hidden, shape.width, shape.hidden, Linear::Place::kInside);
    }
    head.add<Linear>(shape.hidden, shape.actions + 1).add<Dueling>();
  }

  std::size_t size() const { return hidden.size() + head.size(); }

  Chain hidden{};  ///< from the input to the last hidden layer
  Chain head{};    ///< from there to the values
  Tokens tokens{};
  MaxOverTokens largest{};
};

std::optional<NetKind> net_kind_named(std::string_view name) {
  for (const NetKind kind : kNetKinds)
    if (name_of(kind) == name) return kind;
  return std::nullopt;
}

void check(const NetShape& shape) {
  constexpr std::size_t kMost = 4096;
  for (const std::size_t size : {shape.tokens, shape.features, shape.actions, shape.hidden})
    need_size(size >= 1 && size <= kMost, "1 to 4096 tokens, features, actions and hidden numbers");
  if (shape.kind == NetKind::kRelational) {
    need_size(shape.width >= 1 && shape.width <= kMost, "a width from 1 to 4096");
    need_size(shape.heads >= 1 && shape.width % shape.heads == 0, "a width that is a multiple of the heads");
    need_size(shape.blocks <= 8, "at most 8 blocks");
    need_size(!shape.values_of_tokens || shape.actions % shape.tokens == 0,
              "actions that are a multiple of the tokens");
  }
  need_size(weight_count(shape) <= kMostWeights, "at most 4,000,000 weights");
}

std::size_t weight_count(const NetShape& shape) { return NetLayers(shape).size(); }

Net::Net(const NetShape& shape) : shape_(shape) {
  check(shape);
  layers_ = std::make_unique<NetLayers>(shape);
  weights_.resize(layers_->size());
}

Net::Net(const NetShape& shape, const Uniform& uniform) : Net(shape) {
  layers_->hidden.draw(std::span(weights_).first(layers_->hidden.size()), uniform);
  layers_->head.draw(std::span(weights_).last(layers_->head.size()), uniform);
}

Net::Net(const NetShape& shape, std::span<const float> weights) : Net(shape) {
  if (weights.size() != weights_.size())
    throw std::invalid_argument("the number of weights does not fit the net");
  std::ranges::copy(weights, weights_.begin());
}

Net::Net(const Net& other) : Net(other.shape_, other.weights_) {}
Net::Net(Net&&) noexcept = default;
Net& Net::operator=(const Net& other) { return *this = Net(other); }
Net& Net::operator=(Net&&) noexcept = default;
Net::~Net() = default;

ConstMatrix Net::values(std::span<const float> inputs) {
  if (inputs.size() % shape_.inputs() != 0)
    throw std::invalid_argument("the number of inputs is not a multiple of the net's");
  auto& [hidden, head, tokens, largest] = *layers_;
  if (shape_.kind == NetKind::kDqn) {
    inputs_.assign(inputs.begin(), inputs.end());
    last_hidden_ = ConstMatrix(inputs_, inputs.size() / shape_.inputs(), shape_.inputs());
  } else {
    tokens = present_tokens(shape_, inputs, inputs_);
    last_hidden_ = ConstMatrix(inputs_, tokens.slot.size(), shape_.features);
  }
  const std::span<const float> weights = weights_;
  last_hidden_ = hidden.forward(last_hidden_, {tokens, weights.first(hidden.size())});
  return head.forward(last_hidden_, {tokens, weights.last(head.size())});
}

ConstMatrix Net::last_hidden() {
  const bool of_tokens = shape_.kind == NetKind::kRelational && shape_.values_of_tokens;
  return of_tokens ? layers_->largest.forward(last_hidden_, {layers_->tokens}) : last_hidden_;
}

void Net::backward(ConstMatrix gradient) {
  gradients_.assign(weights_.size(), 0.0F);
  auto& [hidden, head, tokens, largest] = *layers_;
  const std::size_t first = hidden.size();
  const std::span<const float> weights = weights_;
  const std::span<float> gradients = gradients_;
  gradient = head.backward(gradient, {tokens, weights.subspan(first), gradients.subspan(first)});
  hidden.backward(gradient, {tokens, weights.first(first), gradients.first(first)});
}

}  // namespace novphy
