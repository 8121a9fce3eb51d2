#include "python/world_arrays.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace novphy::python {
namespace {

namespace py = pybind11;

/// A text of at most N letters, as numpy holds it.
template <std::size_t N>
struct Text {
  std::array<char32_t, N> letters{};
  Text& operator=(std::string_view text) {
    std::copy_n(text.begin(), std::min(N, text.size()), letters.begin());
    return *this;
  }
};
using Pair = std::array<double, 2>;

Pair pair_of(Vec2 v) { return {v.x, v.y}; }

struct BodyRow {
  std::int32_t id;
  Text<24> type;
  Text<8> material;
  Pair at_m;
  double angle_rad;
  Pair velocity_mps;
  double spin_rad_per_s;
  Pair size_m;
  double life;
  bool present;
  Text<8> phase;
};

struct EventRow {
  Text<9> kind;
  double time_s;
  std::int32_t body;
  std::int32_t other;
  double speed_mps;
  double amount;
  Pair vector;
  double since_s;
  std::int32_t effect;
  Text<16> cause;
};

struct ContactRow {
  double time_s;
  std::int32_t body;
  std::int32_t other;
  double speed_mps;
  double impulse_ns;
};

struct ArrayColumn {
  const char* name;
  const char* format;  ///< numpy's
  std::size_t offset;
};

#define NOVPHY_COLUMN(row, column, format) \
  ArrayColumn { #column, format, offsetof(row, column) }

constexpr std::array kBodyColumns{
    NOVPHY_COLUMN(BodyRow, id, "i4"),
    NOVPHY_COLUMN(BodyRow, type, "U24"),
    NOVPHY_COLUMN(BodyRow, material, "U8"),
    NOVPHY_COLUMN(BodyRow, at_m, "(2,)f8"),
    NOVPHY_COLUMN(BodyRow, angle_rad, "f8"),
    NOVPHY_COLUMN(BodyRow, velocity_mps, "(2,)f8"),
    NOVPHY_COLUMN(BodyRow, spin_rad_per_s, "f8"),
    NOVPHY_COLUMN(BodyRow, size_m, "(2,)f8"),
    NOVPHY_COLUMN(BodyRow, life, "f8"),
    NOVPHY_COLUMN(BodyRow, present, "?"),
    NOVPHY_COLUMN(BodyRow, phase, "U8"),
};
constexpr std::array kEventColumns{
    NOVPHY_COLUMN(EventRow, kind, "U9"),       NOVPHY_COLUMN(EventRow, time_s, "f8"),
    NOVPHY_COLUMN(EventRow, body, "i4"),       NOVPHY_COLUMN(EventRow, other, "i4"),
    NOVPHY_COLUMN(EventRow, speed_mps, "f8"),  NOVPHY_COLUMN(EventRow, amount, "f8"),
    NOVPHY_COLUMN(EventRow, vector, "(2,)f8"), NOVPHY_COLUMN(EventRow, since_s, "f8"),
    NOVPHY_COLUMN(EventRow, effect, "i4"),     NOVPHY_COLUMN(EventRow, cause, "U16"),
};
constexpr std::array kContactColumns{
    NOVPHY_COLUMN(ContactRow, time_s, "f8"),     NOVPHY_COLUMN(ContactRow, body, "i4"),
    NOVPHY_COLUMN(ContactRow, other, "i4"),      NOVPHY_COLUMN(ContactRow, speed_mps, "f8"),
    NOVPHY_COLUMN(ContactRow, impulse_ns, "f8"),
};

#undef NOVPHY_COLUMN

py::dtype dtype_of(std::span<const ArrayColumn> columns, std::size_t bytes) {
  py::list names, formats, offsets;
  for (const ArrayColumn& column : columns) {
    names.append(column.name);
    formats.append(column.format);
    offsets.append(column.offset);
  }
  return py::dtype(names, formats, offsets, static_cast<py::ssize_t>(bytes));
}

/// The array of these rows. `kept` is the dtype, which is made once and lives as long as the process.
template <class Row>
py::array array_of(const std::vector<Row>& rows, std::span<const ArrayColumn> columns, py::handle& kept) {
  if (!kept) kept = dtype_of(columns, sizeof(Row)).release();
  // With the strides named, pybind11 before 2.12 need not look into a dtype of numpy 2, which it does not
  // know.
  const std::array shape{static_cast<py::ssize_t>(rows.size())};
  const std::array strides{static_cast<py::ssize_t>(sizeof(Row))};
  py::array array(py::reinterpret_borrow<py::dtype>(kept), shape, strides);
  if (!rows.empty()) std::memcpy(array.mutable_data(), rows.data(), rows.size() * sizeof(Row));
  return array;
}

std::string_view phase_name(BirdPhase phase) {
  static constexpr std::array<std::string_view, 5> kNames{"waiting", "on_sling", "flying", "dying", "gone"};
  return kNames.at(static_cast<std::size_t>(phase));
}

BodyRow row_of(const BodyView& body) {
  BodyRow row{};
  row.id = body.id;
  row.type = body.kind->type;
  row.material = body.kind->material;
  row.at_m = pair_of(body.at_m);
  row.angle_rad = body.angle_rad;
  row.velocity_mps = pair_of(body.velocity_mps);
  row.spin_rad_per_s = body.spin_rad_per_s;
  row.size_m = pair_of(body.size_m);
  row.life = body.life_left;
  row.present = body.present;
  if (body.bird) row.phase = phase_name(*body.bird);
  return row;
}

EventRow row_of(const Event& event) {
  EventRow row{};
  row.kind = name(event.kind);
  row.time_s = event.time_s;
  row.body = event.body;
  row.other = event.other;
  row.speed_mps = event.speed_mps;
  row.amount = event.amount;
  row.vector = pair_of(event.vector);
  row.since_s = event.since_s;
  row.effect = event.effect;
  row.cause = event.cause;
  return row;
}

}  // namespace

py::array bodies_array(const World& world) {
  std::vector<BodyRow> rows;
  for (const BodyView& body : world.bodies()) rows.push_back(row_of(body));
  static py::handle dtype;
  return array_of(rows, kBodyColumns, dtype);
}

py::array events_array(std::span<const Event> events) {
  std::vector<EventRow> rows;
  for (const Event& event : events) rows.push_back(row_of(event));
  static py::handle dtype;
  return array_of(rows, kEventColumns, dtype);
}

py::array contacts_array(std::span<const Event> events) {
  std::vector<ContactRow> rows;
  for (const Event& e : events)
    if (e.kind == EventKind::kContact) rows.push_back({e.time_s, e.body, e.other, e.speed_mps, e.amount});
  static py::handle dtype;
  return array_of(rows, kContactColumns, dtype);
}

}  // namespace novphy::python
