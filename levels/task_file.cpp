#include "levels/task_file.h"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/file_kind.h"
#include "base/hash.h"
#include "levels/overlap.h"
#include "levels/task_parts.h"

namespace novphy {
namespace {

/// Whether the text is XML. Unlike JSON, XML starts with "<" or with a byte order mark of UTF-16.
bool is_xml(std::string_view bytes) {
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) return true;
  const auto first = bytes.find_first_not_of(std::string_view(" \t\r\n\0", 5));
  return first != std::string_view::npos && bytes[first] == '<';
}

}  // namespace

Task read_task(const std::filesystem::path& file, const Catalogue& catalogue, Warnings* warnings) {
  return parse_task(read_file(file, kTaskBounds), file.string(), catalogue, warnings);
}

Task parse_task(std::string_view bytes, const std::string& file, const Catalogue& catalogue,
                Warnings* warnings) {
  return is_xml(bytes) ? parse_task_xml(bytes, file, catalogue, warnings)
                       : parse_task_json(bytes, file, catalogue, warnings);
}

namespace {

constexpr int kVersion = 1;
constexpr WholeCodec kOnlyVersion{kVersion, kVersion};

/// Throws EmptyLevel instead of InputError where the only mistakes are lists without an element.
void check_unless_empty(const JsonDocument& document, const Node& root) {
  const auto is_empty = [&](const std::string& key) {
    return root.get(key).is_array() && root.get(key).json() == "[]";
  };
  try {
    document.check();
  } catch (const InputError& error) {
    const std::vector<Problem>& all = error.problems();
    if (std::all_of(all.begin(), all.end(), [&](const Problem& each) {
          return (each.place == "/birds" || each.place == "/objects") && is_empty(each.place.substr(1));
        }))
      throw EmptyLevel(all);
    throw;
  }
}

StartPlaces places_in(const std::string& file, const Places& places) {
  StartPlaces in{.whole = {file, places.whole.line(), places.whole.pointer(), ""}};
  for (const Node& object : places.objects) in.objects.push_back({file, object.line(), object.pointer(), ""});
  return in;
}

}  // namespace

Task parse_task_json(std::string_view text, const std::string& file, const Catalogue& catalogue,
                     Warnings* warnings) {
  expect_kind(text, file, FileKind::kTask);
  JsonDocument document(text, file);
  const Node root = document.root().object();
  if (!root) document.check();
  kOnlyVersion.read(root.at("novphy_task"));
  const PlacedParts read = read_parts(root, Format::kTask, catalogue, {"novphy_task"});
  const Template base = from_parts(read.parts, catalogue);
  check_parts(base, read.places, catalogue, Usage::kTask);
  check_unless_empty(document, root);
  if (warnings) add_start_warnings(base.task, catalogue, places_in(file, read.places), *warnings);
  return base.task;
}

std::string task_to_json(const Task& task, const Catalogue& catalogue) {
  JsonText out{.with_blanks = true};
  FieldWriter io(out, true);
  io.field("novphy_task", kVersion, kOnlyVersion);
  const Template base{.task = task};
  visit_fields(io, to_parts(base, catalogue), Format::kTask, catalogue);
  io.done();
  return out.text + "\n";
}

std::string content_hash(std::string_view json_text) {
  return fmt::format("{:016x}", fnv1a(nlohmann::json::parse(json_text).dump()));
}

}  // namespace novphy
