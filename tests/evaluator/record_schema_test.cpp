#include <catch2/catch.hpp>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "evaluator/record_io.h"

using namespace novphy;
using nlohmann::json;

namespace {

json definition(const std::string& name) {
  return json::parse(std::ifstream(NOVPHY_SOURCE_DIR "/evaluator/record.schema.json"))["definitions"][name];
}

template <class Owner>
void check_fields(const json& schema) {
  std::set<std::string> keys;
  std::set<std::string> required;
  for (const FieldName& field : fields_of<Owner>()) {
    keys.emplace(field.key);
    if (field.required) required.emplace(field.key);
  }
  std::set<std::string> schema_keys;
  for (const auto& [key, value] : schema["properties"].items()) schema_keys.insert(key);
  CHECK(schema_keys == keys);
  CHECK(schema["required"].get<std::set<std::string>>() == required);
  CHECK(schema["additionalProperties"] == false);
}

}  // namespace

TEST_CASE("the schema has the fields that are read and written, and requires the same") {
  check_fields<Fingerprint>(definition("fingerprint"));
  check_fields<Record>(definition("record"));
  check_fields<RecordedShot>(definition("shot"));
  check_fields<PlayerUsage>(definition("usage"));
}
