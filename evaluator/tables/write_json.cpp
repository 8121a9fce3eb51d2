#include <nlohmann/json.hpp>

#include "evaluator/tables/table.h"

namespace novphy {
namespace {

using OrderedJson = nlohmann::ordered_json;
using Pointer = OrderedJson::json_pointer;

OrderedJson json_of(const Plain& value) {
  return std::visit(
      [](const auto& of_type) -> OrderedJson {
        if constexpr (std::is_same_v<std::decay_t<decltype(of_type)>, std::monostate>)
          return nullptr;
        else
          return of_type;
      },
      value);
}

OrderedJson json_of(const std::optional<Interval>& interval) {
  return interval ? OrderedJson{interval->low, interval->high} : OrderedJson(nullptr);
}

OrderedJson rows_of(const Table& table);

/// The value with what it rests on. Null for a test that is undefined.
OrderedJson object_of(const Column& column, const TableCell& cell) {
  if (std::holds_alternative<std::monostate>(cell.value) && !cell.undefined && !cell.cells) return nullptr;
  OrderedJson out{{column.value, json_of(cell.value)}};
  if (cell.cells) out["plus_minus"] = cell.plus_minus ? OrderedJson(*cell.plus_minus) : nullptr;
  for (const auto& [key, number] : {std::pair("trials", cell.n),
                                    {"runs", cell.runs},
                                    {"undefined", cell.undefined},
                                    {"cells", cell.cells},
                                    {"defined", cell.defined}})
    if (number) out[key] = *number;
  for (const auto& [key, value] : cell.more) out[key] = json_of(value);
  out["interval"] = json_of(cell.interval);
  if (!cell.note.empty()) out["note"] = cell.note;
  return out;
}

void put(OrderedJson& object, const Column& column, const TableCell& cell) {
  OrderedJson& out = column.group.empty() ? object : object[column.group];
  if (cell.inner) {
    out[column.key] = rows_of(*cell.inner);
  } else if (!column.value.empty()) {
    out[column.key] = object_of(column, cell);
  } else {
    out[column.key] = json_of(cell.value);
    if (column.interval) out["interval"] = json_of(cell.interval);
    if (!cell.note.empty()) out["note"] = cell.note;
  }
}

void put_row(OrderedJson& object, const Table& table, std::span<const std::size_t> shown,
             const std::vector<TableCell>& row) {
  for (const std::size_t i : shown) put(object, table.columns[i], row[i]);
}

OrderedJson rows_of(const Table& table) {
  OrderedJson out = OrderedJson::array();
  const auto shown = shown_columns(table, kJson);
  for (const auto& row : table.rows) put_row(out.emplace_back(OrderedJson::object()), table, shown, row);
  return out;
}

void put_columns(OrderedJson& object, const Table& table) {
  const auto array = [&](const std::string& key) -> OrderedJson& {
    OrderedJson& out = object[key];
    if (out.is_null()) out = OrderedJson::array();
    return out;
  };
  for (const std::size_t i : shown_columns(table, kJson)) {
    const Column& column = table.columns[i];
    array(column.key);
    for (const auto& row : table.rows) {
      array(column.key).push_back(json_of(row[i].value));
      if (column.interval) array("interval").push_back(json_of(row[i].interval));
      if (row[i].n) array("trials").push_back(*row[i].n);
    }
  }
}

void add(OrderedJson& out, const Table& table) {
  if (table.json == JsonForm::kNone) return;
  const Pointer at(table.path);
  OrderedJson& object = out[table.json == JsonForm::kRows ? at.parent_pointer() : at];
  for (const auto& [column, cell] : table.fields)
    if ((column.writers & kJson) != 0) put(object, column, cell);
  if (table.json == JsonForm::kRows) out[at] = rows_of(table);
  if (table.json == JsonForm::kColumns) put_columns(object, table);
  if (table.json == JsonForm::kRow && !table.rows.empty())
    put_row(object, table, shown_columns(table, kJson), table.rows.front());
}

}  // namespace

std::string json_of(std::span<const Table> tables) {
  OrderedJson out = OrderedJson::object();
  for (const Table& table : tables) add(out, table);
  out["notes"] = OrderedJson::array();
  for (const Table& table : tables)
    for (const std::string& note : table.notes)
      out["notes"].push_back({{"agent", table.agent}, {"table", table.key}, {"note", note}});
  return out.dump(1, ' ', false, OrderedJson::error_handler_t::replace) + '\n';
}

}  // namespace novphy
