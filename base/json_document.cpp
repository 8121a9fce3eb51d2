#include "base/json_reader.h"

namespace novphy {
namespace {

/// Puts the JSON pointer from `from` to `to` before `way`. Returns false where `to` is not inside `from`.
bool find_way(const Json& from, const Json& to, std::string& way) {
  if (&from == &to) return true;
  if (const auto* object = std::get_if<Json::Object>(&from.value))
    for (const JsonMember& member : *object)
      if (find_way(member.value, to, way)) {
        way = "/" + pointer_part(member.key) + way;
        return true;
      }
  if (const auto* array = std::get_if<Json::Array>(&from.value))
    for (std::size_t i = 0; i < array->size(); ++i)
      if (find_way((*array)[i], to, way)) {
        way = "/" + std::to_string(i) + way;
        return true;
      }
  return false;
}

}  // namespace

std::string JsonDocument::pointer_to(const Json& value) const {
  std::string way;
  find_way(json_, value, way);
  return way;
}

Json* JsonDocument::find(std::string_view pointer) {
  if (pointer.empty()) return &json_;
  const auto slash = pointer.rfind('/');
  if (slash == std::string_view::npos) return nullptr;
  Json* parent = find(pointer.substr(0, slash));
  const std::string_view last = pointer.substr(slash + 1);
  if (!parent) return nullptr;
  if (auto* object = std::get_if<Json::Object>(&parent->value))
    for (JsonMember& member : *object)
      if (pointer_part(member.key) == last) return &member.value;
  if (auto* array = std::get_if<Json::Array>(&parent->value))
    for (std::size_t i = 0; i < array->size(); ++i)
      if (std::to_string(i) == last) return &(*array)[i];
  return nullptr;
}

}  // namespace novphy
