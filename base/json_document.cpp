#include "base/json_reader.h"

namespace novphy {

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
