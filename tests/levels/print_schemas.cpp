#include <iostream>

#include "evaluator/record_io.h"
#include "levels/task_file.h"
#include "tests/levels/shipped_catalogue.h"

// Prints the schemas that lists of fields make, by their files: what scripts/schemas.py begins with.

using namespace novphy;

int main() {
  const auto schema = [](const auto& codec) { return json_object(codec.schema()); };
  const std::string lines = json_array({schema(ObjectCodec<Fingerprint>()), schema(ObjectCodec<Record>())});
  std::cout << json_object({{"levels/task.schema.json", task_schema(shipped_catalogue())},
                            {"levels/pair.schema.json", pair_schema(shipped_catalogue())},
                            {"evaluator/record.schema.json", json_object({{"anyOf", lines}})}})
            << '\n';
}
