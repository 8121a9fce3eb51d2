#pragma once

#include <map>
#include <stdexcept>
#include <vector>

#include "view/recording_pen.h"

/// Reads recorded drawings.
namespace novphy::recorded {

struct Operation {
  DrawingOp op{};
  std::vector<double> arguments{};
  friend bool operator==(const Operation&, const Operation&) = default;
};

/// Number of the arguments that begin at `at`, where a count may be one of them.
inline std::size_t arguments_of(DrawingOp op, const std::vector<double>& numbers, std::size_t at) {
  static const std::map<DrawingOp, std::size_t> kArguments{{DrawingOp::kSave, 0},
                                                           {DrawingOp::kRestore, 0},
                                                           {DrawingOp::kTranslate, 2},
                                                           {DrawingOp::kRotate, 1},
                                                           {DrawingOp::kScale, 2},
                                                           {DrawingOp::kArc, 5},
                                                           {DrawingOp::kCircle, 3},
                                                           {DrawingOp::kEllipse, 4},
                                                           {DrawingOp::kRectangle, 4},
                                                           {DrawingOp::kClose, 0},
                                                           {DrawingOp::kRoundedRectangle, 5},
                                                           {DrawingOp::kFill, 1},
                                                           {DrawingOp::kFillAll, 1},
                                                           {DrawingOp::kFillUpwards, 4},
                                                           {DrawingOp::kStroke, 2},
                                                           {DrawingOp::kPaint, 3},
                                                           {DrawingOp::kClip, 0},
                                                           {DrawingOp::kClipAll, 0},
                                                           {DrawingOp::kBackdrop, 2}};
  const auto count = [&](std::size_t i) { return static_cast<std::size_t>(numbers.at(at + i)); };
  if (op == DrawingOp::kLine) return 1 + 2 * count(0);
  if (op == DrawingOp::kDash) return 1 + count(0);
  if (op == DrawingOp::kText) return 6 + count(5);
  return kArguments.at(op);
}

/// The operations of a drawing. Throws where the numbers are none.
inline std::vector<Operation> operations(const std::vector<double>& numbers) {
  std::vector<Operation> list;
  for (std::size_t at = 0; at < numbers.size();) {
    const auto op = static_cast<DrawingOp>(numbers[at++]);
    const std::size_t count = arguments_of(op, numbers, at);
    if (at + count > numbers.size()) throw std::out_of_range("the last operation is cut");
    const auto from = numbers.begin() + static_cast<std::ptrdiff_t>(at);
    list.push_back({op, {from, from + static_cast<std::ptrdiff_t>(count)}});
    at += count;
  }
  return list;
}

/// The indices of the arguments that are colours.
inline std::vector<std::size_t> colours_at(DrawingOp op) {
  switch (op) {
    case DrawingOp::kFill:
    case DrawingOp::kFillAll:
    case DrawingOp::kStroke:
      return {0};
    case DrawingOp::kPaint:
      return {0, 1};
    case DrawingOp::kFillUpwards:
      return {1, 3};
    case DrawingOp::kText:
      return {4};
    default:
      return {};
  }
}

/// All colours of a drawing, in their order.
inline std::vector<unsigned> colours(const std::vector<double>& numbers) {
  std::vector<unsigned> list;
  for (const Operation& each : operations(numbers))
    for (const std::size_t i : colours_at(each.op)) list.push_back(static_cast<unsigned>(each.arguments[i]));
  return list;
}

}  // namespace novphy::recorded
