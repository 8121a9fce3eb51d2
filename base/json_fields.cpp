#include "base/json_fields.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace novphy {
namespace {

void need_finite(double value) {
  if (!std::isfinite(value)) throw std::invalid_argument("JSON has no numbers that are not finite");
}

}  // namespace

void NumberCodec::write(JsonText& out, double value) const {
  need_finite(value);
  out.text += shortest(value);
}

void DecimalCodec::write(JsonText& out, double value) const {
  need_finite(value);
  out.text += nlohmann::json(value).dump();
}

std::array<double, 2> TwoNumbersCodec::read(const Node& node) const {
  const std::vector<Node> numbers = node.array(2, 2);
  if (numbers.size() != 2)
    return {std::clamp(0.0, number.min, number.max), std::clamp(0.0, number.min, number.max)};
  const double first = number.read(numbers[0]);
  return {first, number.read(numbers[1])};
}

void TwoNumbersCodec::write(JsonText& out, const std::array<double, 2>& values) const {
  out.text += '[';
  number.write(out, values[0]);
  out.comma();
  number.write(out, values[1]);
  out.text += ']';
}

void FieldWriter::begin_member() {
  if (empty_)
    out_.text += one_a_line_ ? "{\n  " : "{";
  else if (one_a_line_)
    out_.text += ",\n  ";
  else
    out_.comma();
  empty_ = false;
}

void FieldWriter::done() {
  if (empty_) out_.text += '{';
  out_.text += one_a_line_ && !empty_ ? "\n}" : "}";
}

}  // namespace novphy
