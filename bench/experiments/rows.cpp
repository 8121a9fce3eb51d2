#include "bench/experiments/rows.h"

#include <fstream>
#include <nlohmann/json.hpp>

#include "base/input_error.h"

namespace novphy {
namespace {

bool ends_cut_off(const std::string& file) {
  std::ifstream in(file, std::ios::binary | std::ios::ate);
  if (!in || in.tellg() == 0) return false;
  in.seekg(-1, std::ios::end);
  return in.get() != '\n';
}

}  // namespace

std::vector<nlohmann::json> read_rows(const std::string& file) {
  std::vector<nlohmann::json> rows;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    auto row = nlohmann::json::parse(line, nullptr, false);
    if (!row.is_discarded()) rows.push_back(std::move(row));
  }
  return rows;
}

void append_row(const std::string& file, const nlohmann::ordered_json& row) {
  const bool cut = ends_cut_off(file);
  std::ofstream out(file, std::ios::app);
  out << (cut ? "\n" : "") << row.dump() << '\n' << std::flush;
  if (!out) throw InputError(file, "cannot be written");
}

}  // namespace novphy
