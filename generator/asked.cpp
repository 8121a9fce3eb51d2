#include "generator/asked.h"

#include <map>

namespace novphy {

Asked asked_of(const std::string& novelty) {
  static const std::map<std::string, Asked> kTable{
      {"objects", {.looks_only = true, .needed = false, .plan = false}},
      {"agents", {}},
      {"actions", {}},
      {"interactions", {}},
      {"relations", {.touched = false, .needed = false}},
      {"environments", {.touched = false, .needed = false}},
      {"goals", {}},
      {"events", {.storm = true}}};
  const auto it = kTable.find(novelty);
  return it == kTable.end() ? Asked{} : it->second;
}

}  // namespace novphy
