#pragma once

#include <string>
#include <vector>

#include "base/json_reader.h"
#include "levels/pair.h"
#include "levels/task_fields.h"
#include "sim/catalogue.h"

namespace novphy {

/// Where the parts of a task stand in their file, for messages about what does not fit together.
struct Places {
  Node whole;
  std::vector<Node> birds;
  std::vector<Node> objects;
  std::vector<Node> effects;
  std::vector<Node> novelties;
  Node vary;
  Node intent;
};

/// Parts of a task and where they were read.
struct PlacedParts {
  TaskParts parts;
  Places places;
};

/// Reads the keys of a task or template, besides `more_keys`, which are read elsewhere.
PlacedParts read_parts(const Node& node, Format format, const Catalogue& catalogue,
                       std::initializer_list<std::string_view> more_keys = {});

/// The objects and effects of both, first before second; the other keys as second has them, else as first
/// does.
PlacedParts merged(const PlacedParts& first, const PlacedParts& second);

/// The task or template the parts say, with the catalogue's defaults.
Template from_parts(const TaskParts& parts, const Catalogue& catalogue);
/// The parts that make this template, defaults left out.
TaskParts to_parts(const Template& base, const Catalogue& catalogue);

/// Whose file it is: our own must not start with overlaps and no range may exclude its base.
enum class Origin { kOurs, kImported };

/// Notes what does not fit together in the document the places are in.
void check_parts(const Template& base, const Places& places, const Catalogue& catalogue, Origin origin);

/// A template within another document, such as a plan: the keys of a task, "vary", and "fixed" objects.
Template read_template(const Node& node, const std::string& name, const Catalogue& catalogue,
                       Origin origin = Origin::kOurs);
/// The same as text, the name aside: one object a line.
std::string template_to_json(const Template& base, const Catalogue& catalogue);

}  // namespace novphy
