#include "learning/nets/net.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "learning/nets/layers.h"

namespace novphy {
namespace {

/// The two parts of a net.
struct Parts {
  std::unique_ptr<Chain> hidden = std::make_unique<Chain>();
  std::unique_ptr<Chain> head = std::make_unique<Chain>();
};

void add_hidden(Chain& chain, std::size_t inputs, std::size_t outputs, Linear::Place place) {
  chain.add<Linear>(inputs, outputs, place).add<LeakyRelu>().add<LayerNorm>(outputs);
}

void add_dueling_head(Chain& chain, std::size_t inputs, std::size_t actions) {
  chain.add<Linear>(inputs, actions + 1).add<Dueling>();
}

Parts dqn_parts(const NetShape& shape) {
  Parts parts;
  add_hidden(*parts.hidden, shape.inputs(), shape.hidden, Linear::Place::kFirst);
  add_hidden(*parts.hidden, shape.hidden, shape.hidden, Linear::Place::kInside);
  add_dueling_head(*parts.head, shape.hidden, shape.actions);
  return parts;
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

Parts relational_parts(const NetShape& shape) {
  Parts parts;
  add_hidden(*parts.hidden, shape.features, shape.width, Linear::Place::kFirst);
  for (std::size_t i = 0; i < shape.blocks; ++i) add_block(*parts.hidden, shape.width, shape.heads);
  if (shape.values_of_tokens) {
    parts.head->add<Linear>(shape.width, shape.actions / shape.tokens).add<TokenValues>(shape.tokens);
    return parts;
  }
  parts.hidden->add<MaxOverTokens>();
  add_hidden(*parts.hidden, shape.width, shape.hidden, Linear::Place::kInside);
  add_dueling_head(*parts.head, shape.hidden, shape.actions);
  return parts;
}

Parts parts_of(const NetShape& shape) {
  return shape.kind == NetKind::kDqn ? dqn_parts(shape) : relational_parts(shape);
}

std::size_t size_of(const Parts& parts) { return parts.hidden->size() + parts.head->size(); }

void need_size(bool condition, const std::string& what) {
  if (!condition) throw std::invalid_argument("sizes of a net: expected " + what);
}

bool is_absent(std::span<const float> row) {
  return std::ranges::all_of(row, [](float x) { return x == 0; });
}

/// Keeps the rows that are not all zeros, and notes where they were.
Tokens present_tokens(const NetShape& shape, std::span<const float> inputs, std::vector<float>& rows) {
  Tokens tokens;
  rows.clear();
  for (std::size_t i = 0; i < inputs.size() / shape.features; ++i) {
    const auto row = inputs.subspan(i * shape.features, shape.features);
    if (!is_absent(row)) {
      rows.insert(rows.end(), row.begin(), row.end());
      tokens.slot.push_back(i % shape.tokens);
    }
    if ((i + 1) % shape.tokens == 0) tokens.first.push_back(tokens.slot.size());
  }
  return tokens;
}

}  // namespace

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

std::size_t weight_count(const NetShape& shape) { return size_of(parts_of(shape)); }

Net::Net(const NetShape& shape) : shape_(shape) {
  check(shape);
  Parts parts = parts_of(shape);
  weights_.resize(size_of(parts));
  hidden_ = std::move(parts.hidden);
  head_ = std::move(parts.head);
}

Net::Net(const NetShape& shape, const Uniform& uniform) : Net(shape) {
  hidden_->draw(std::span(weights_).first(hidden_->size()), uniform);
  head_->draw(std::span(weights_).last(head_->size()), uniform);
}

Net::Net(const NetShape& shape, std::span<const float> weights) : Net(shape) {
  if (weights.size() != weights_.size())
    throw std::invalid_argument("the number of weights does not fit the net");
  std::ranges::copy(weights, weights_.begin());
}

Net::Net(const Net& other) : Net(other.shape_, other.weights_) {}

Net& Net::operator=(const Net& other) { return *this = Net(other); }

ConstMatrix Net::values(std::span<const float> inputs) {
  if (inputs.size() % shape_.inputs() != 0)
    throw std::invalid_argument("the number of inputs is not a multiple of the net's");
  if (shape_.kind == NetKind::kDqn) {
    inputs_.assign(inputs.begin(), inputs.end());
    last_hidden_ = ConstMatrix(inputs_, inputs.size() / shape_.inputs(), shape_.inputs());
  } else {
    tokens_ = present_tokens(shape_, inputs, inputs_);
    last_hidden_ = ConstMatrix(inputs_, tokens_.slot.size(), shape_.features);
  }
  const std::span<const float> weights = weights_;
  last_hidden_ = hidden_->forward(last_hidden_, tokens_, weights.first(hidden_->size()));
  return head_->forward(last_hidden_, tokens_, weights.last(head_->size()));
}

ConstMatrix Net::last_hidden() {
  const bool of_tokens = shape_.kind == NetKind::kRelational && shape_.values_of_tokens;
  return of_tokens ? largest_->forward(last_hidden_, tokens_, {}) : last_hidden_;
}

void Net::backward(ConstMatrix gradient) {
  gradients_.assign(weights_.size(), 0.0F);
  const std::span<const float> weights = weights_;
  const std::span<float> gradients = gradients_;
  gradient = head_->backward(gradient, tokens_, weights.last(head_->size()), gradients.last(head_->size()));
  hidden_->backward(gradient, tokens_, weights.first(hidden_->size()), gradients.first(hidden_->size()));
}

}  // namespace novphy
