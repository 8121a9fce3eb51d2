#include "agents/learning/nets/net.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>

#include "agents/learning/nets/losses.h"
#include "agents/learning/nets/products.h"

namespace novphy {
namespace {

void copy(ConstMatrix from, Matrix to) {
  for (std::size_t i = 0; i < from.rows; ++i) std::ranges::copy(from.row(i), to.row(i).begin());
}

void add(ConstMatrix from, Matrix to) {
  for (std::size_t i = 0; i < from.rows; ++i)
    for (std::size_t j = 0; j < from.columns; ++j) to.row(i)[j] += from.row(i)[j];
}

float mean(std::span<const float> numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 0.0F) / static_cast<float>(numbers.size());
}

float mean_product(std::span<const float> a, std::span<const float> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0F) / static_cast<float>(a.size());
}

/// The leaky ReLU's slopes below and above 0. A table is faster than a branch, which processors predict
/// wrongly.
constexpr std::array kSlopes{LeakyRelu::kSlope, 1.0F};

}  // namespace

void Linear::draw(std::span<float> weights, const Uniform& uniform) const {
  const double bound = 1 / std::sqrt(static_cast<double>(inputs_));
  for (float& weight : weights) weight = static_cast<float>(bound * (2 * uniform() - 1));
}

ConstMatrix Linear::forward(ConstMatrix in, const Tokens& /*tokens*/, std::span<const float> weights) {
  assert(in.columns == inputs_);
  in_ = in;
  const Matrix out = out_.zeros(in.rows, outputs_);
  add_product(in, ConstMatrix(weights, inputs_, outputs_), out);
  const auto bias = weights.last(outputs_);
  for (std::size_t i = 0; i < out.rows; ++i)
    for (std::size_t j = 0; j < outputs_; ++j) out.row(i)[j] += bias[j];
  return out;
}

ConstMatrix Linear::backward(ConstMatrix gradient, const Tokens& /*tokens*/, std::span<const float> weights,
                             std::span<float> gradients) {
  add_transposed_product(in_, gradient, Matrix(gradients, inputs_, outputs_));
  const auto bias = gradients.last(outputs_);
  for (std::size_t i = 0; i < gradient.rows; ++i)
    for (std::size_t j = 0; j < outputs_; ++j) bias[j] += gradient.row(i)[j];
  if (place_ == Place::kFirst) return {};
  const Matrix out = gradient_.zeros(gradient.rows, inputs_);
  add_product_transposed(gradient, ConstMatrix(weights, inputs_, outputs_), out);
  return out;
}

ConstMatrix LeakyRelu::forward(ConstMatrix in, const Tokens& /*tokens*/, std::span<const float> /*weights*/) {
  in_ = in;
  const Matrix out = out_.zeros(in.rows, in.columns);
  for (std::size_t i = 0; i < in.rows; ++i)
    std::ranges::transform(in.row(i), out.row(i).begin(), [](float x) { return std::max(x, kSlope * x); });
  return out;
}

ConstMatrix LeakyRelu::backward(ConstMatrix gradient, const Tokens& /*tokens*/,
                                std::span<const float> /*weights*/, std::span<float> /*gradients*/) {
  const Matrix out = gradient_.zeros(gradient.rows, gradient.columns);
  for (std::size_t i = 0; i < out.rows; ++i)
    std::ranges::transform(gradient.row(i), in_.row(i), out.row(i).begin(),
                           [](float g, float x) { return g * kSlopes[x > 0 ? 1 : 0]; });
  return out;
}

void LayerNorm::draw(std::span<float> weights, const Uniform& /*uniform*/) const {
  std::ranges::fill(weights.first(width_), 1.0F);
  std::ranges::fill(weights.last(width_), 0.0F);
}

ConstMatrix LayerNorm::forward(ConstMatrix in, const Tokens& /*tokens*/, std::span<const float> weights) {
  assert(in.columns == width_);
  normal_ = normal_buffer_.zeros(in.rows, width_);
  inverse_deviation_.resize(in.rows);
  const Matrix out = out_.zeros(in.rows, width_);
  for (std::size_t i = 0; i < in.rows; ++i) {
    const auto normal = normal_.row(i);
    const float centre = mean(in.row(i));
    std::ranges::transform(in.row(i), normal.begin(), [&](float x) { return x - centre; });
    inverse_deviation_[i] = 1 / std::sqrt(mean_product(normal, normal) + kEpsilon);
    for (float& x : normal) x *= inverse_deviation_[i];
    for (std::size_t j = 0; j < width_; ++j) out.row(i)[j] = normal[j] * weights[j] + weights[width_ + j];
  }
  return out;
}

ConstMatrix LayerNorm::backward(ConstMatrix gradient, const Tokens& /*tokens*/,
                                std::span<const float> weights, std::span<float> gradients) {
  const Matrix out = gradient_.zeros(gradient.rows, width_);
  for (std::size_t i = 0; i < gradient.rows; ++i) {
    const auto in = gradient.row(i);
    const auto normal = normal_.row(i);
    const auto scaled = out.row(i);
    for (std::size_t j = 0; j < width_; ++j) {
      gradients[j] += in[j] * normal[j];
      gradients[width_ + j] += in[j];
      scaled[j] = in[j] * weights[j];
    }
    const float centre = mean(scaled);
    const float along = mean_product(scaled, normal);
    for (std::size_t j = 0; j < width_; ++j)
      scaled[j] = (scaled[j] - centre - normal[j] * along) * inverse_deviation_[i];
  }
  return out;
}

ConstMatrix Dueling::forward(ConstMatrix in, const Tokens& /*tokens*/, std::span<const float> /*weights*/) {
  const Matrix out = out_.zeros(in.rows, in.columns - 1);
  for (std::size_t i = 0; i < in.rows; ++i) {
    const auto advantages = in.row(i).subspan(1);
    const float shift = in.row(i)[0] - mean(advantages);
    std::ranges::transform(advantages, out.row(i).begin(), [&](float a) { return a + shift; });
  }
  return out;
}

ConstMatrix Dueling::backward(ConstMatrix gradient, const Tokens& /*tokens*/,
                              std::span<const float> /*weights*/, std::span<float> /*gradients*/) {
  const Matrix out = gradient_.zeros(gradient.rows, gradient.columns + 1);
  for (std::size_t i = 0; i < gradient.rows; ++i) {
    const auto in = gradient.row(i);
    const float centre = mean(in);
    out.row(i)[0] = std::accumulate(in.begin(), in.end(), 0.0F);
    std::ranges::transform(in, out.row(i).begin() + 1, [&](float g) { return g - centre; });
  }
  return out;
}

ConstMatrix MaxOverTokens::forward(ConstMatrix in, const Tokens& tokens, std::span<const float> /*weights*/) {
  in_ = in;
  const Matrix out = out_.zeros(tokens.samples(), in.columns);
  winner_.assign(tokens.samples() * in.columns, 0);
  for (std::size_t s = 0; s < tokens.samples(); ++s)
    for (std::size_t row = tokens.first[s]; row < tokens.first[s + 1]; ++row)
      for (std::size_t j = 0; j < in.columns; ++j) {
        if (row > tokens.first[s] && !(in.row(row)[j] > out.row(s)[j])) continue;
        out.row(s)[j] = in.row(row)[j];
        winner_[s * in.columns + j] = row;
      }
  return out;
}

ConstMatrix MaxOverTokens::backward(ConstMatrix gradient, const Tokens& tokens,
                                    std::span<const float> /*weights*/, std::span<float> /*gradients*/) {
  const Matrix out = gradient_.zeros(in_.rows, in_.columns);
  for (std::size_t s = 0; s < tokens.samples(); ++s) {
    if (tokens.first[s] == tokens.first[s + 1]) continue;
    for (std::size_t j = 0; j < out.columns; ++j)
      out.row(winner_[s * out.columns + j])[j] = gradient.row(s)[j];
  }
  return out;
}

ConstMatrix TokenValues::forward(ConstMatrix in, const Tokens& tokens, std::span<const float> /*weights*/) {
  width_ = in.columns;
  const Matrix out = out_.zeros(tokens.samples(), slots_ * width_);
  for (std::size_t s = 0; s < tokens.samples(); ++s)
    for (std::size_t row = tokens.first[s]; row < tokens.first[s + 1]; ++row)
      std::ranges::copy(in.row(row), out.row(s).subspan(tokens.slot[row] * width_).begin());
  return out;
}

ConstMatrix TokenValues::backward(ConstMatrix gradient, const Tokens& tokens,
                                  std::span<const float> /*weights*/, std::span<float> /*gradients*/) {
  const Matrix out = gradient_.zeros(tokens.slot.size(), width_);
  for (std::size_t s = 0; s < tokens.samples(); ++s)
    for (std::size_t row = tokens.first[s]; row < tokens.first[s + 1]; ++row)
      std::ranges::copy(gradient.row(s).subspan(tokens.slot[row] * width_, width_), out.row(row).begin());
  return out;
}

std::size_t Chain::size() const {
  return std::accumulate(layers_.begin(), layers_.end(), std::size_t{0},
                         [](std::size_t sum, const auto& layer) { return sum + layer->size(); });
}

void Chain::draw(std::span<float> weights, const Uniform& uniform) const {
  for (const auto& layer : layers_) {
    layer->draw(weights.first(layer->size()), uniform);
    weights = weights.subspan(layer->size());
  }
}

ConstMatrix Chain::forward(ConstMatrix in, const Tokens& tokens, std::span<const float> weights) {
  for (const auto& layer : layers_) {
    in = layer->forward(in, tokens, weights.first(layer->size()));
    weights = weights.subspan(layer->size());
  }
  return in;
}

ConstMatrix Chain::backward(ConstMatrix gradient, const Tokens& tokens, std::span<const float> weights,
                            std::span<float> gradients) {
  for (std::size_t i = layers_.size(); i-- > 0;) {
    const std::size_t rest = weights.size() - layers_[i]->size();
    gradient = layers_[i]->backward(gradient, tokens, weights.subspan(rest), gradients.subspan(rest));
    weights = weights.first(rest);
    gradients = gradients.first(rest);
  }
  return gradient;
}

ConstMatrix Residual::forward(ConstMatrix in, const Tokens& tokens, std::span<const float> weights) {
  const Matrix out = out_.zeros(in.rows, in.columns);
  copy(in, out);
  add(inside_->forward(in, tokens, weights), out);
  return out;
}

ConstMatrix Residual::backward(ConstMatrix gradient, const Tokens& tokens, std::span<const float> weights,
                               std::span<float> gradients) {
  const Matrix out = gradient_.zeros(gradient.rows, gradient.columns);
  copy(gradient, out);
  add(inside_->backward(gradient, tokens, weights, gradients), out);
  return out;
}

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

/// Replaces the gradient of the shares by the gradient of the scores, in place.
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
