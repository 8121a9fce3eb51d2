#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_reader.h"
#include "sim/catalogue.h"

namespace novphy {

/// The names in an assets file's table of sources. Every row of the file must name a source of this table.
std::vector<std::string> read_sources(const Node& table);

/// A row of an assets file. When it has been read, it notes the keys that nobody has asked for. A row that
/// must name its source notes unknown sources and their lack, too; "doubtful", "note" and every key that ends
/// in "source" are then allowed beside the others.
class Row {
 public:
  Row(const Node& node, const std::vector<std::string>& sources, bool has_source = true)
      : node_(node), sources_(sources), has_source_(has_source) {}
  ~Row();
  Row(const Row&) = delete;
  Row& operator=(const Row&) = delete;

  /// A member that must be there, and one that may be absent.
  Node at(std::string_view key) const;
  Node get(std::string_view key) const;
  /// Allows keys that the caller reads otherwise.
  void know(std::initializer_list<std::string_view> keys) const;
  const Node& node() const { return node_; }
  const std::vector<std::string>& sources() const { return sources_; }

  /// Members that must be there.
  Row row(std::string_view key, bool has_source = true) const { return {at(key), sources_, has_source}; }
  double number(std::string_view key, double min, double max) const { return at(key).number(min, max); }
  /// Numbers of moving bodies, within the limits of the solver: from 1e-6 to 1e9, and from 0 to 1e9.
  double positive(std::string_view key) const { return number(key, 1e-6, 1e9); }
  double not_negative(std::string_view key) const { return number(key, 0, 1e9); }
  Vec2 vec2(std::string_view key, double min, double max) const;

  /// Calls read(name, row) for each member of a table.
  template <class Read>
  void each(std::string_view key, const Read& read) const {
    for (const auto& [name, node] : at(key).members()) read(name, Row(node, sources_));
  }

 private:
  Node node_;
  const std::vector<std::string>& sources_;
  bool has_source_;
  mutable std::vector<std::string> keys_{};
};

/// Reads the catalogue, with one kind for each type in each of its materials. Problems are noted in the
/// document.
Catalogue read_catalogue(const Node& root);

}  // namespace novphy
