#include <functional>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "evaluator/record_io.h"
#include "levels/task_parts.h"
#include "tests/levels/shipped_catalogue.h"

// Prints the schemas that the lists of fields make, by their files: what scripts/schemas.py begins with.

using namespace novphy;

namespace {

std::string text(const JsonMembers& schema) { return json_object(schema); }

/// The words of the catalogue that TextCodec::words names.
std::string words() {
  const Catalogue& catalogue = shipped_catalogue();
  std::map<std::string, std::set<std::string_view>> all{{"look", {""}}, {"material", {""}}};
  for (const BirdKind& bird : catalogue.birds) all["bird"].insert(bird.body.type);
  for (const Kind& kind : catalogue.objects) all["type"].insert(kind.type);
  for (const Kind& kind : catalogue.objects) all["material"].insert(kind.material);
  for (const auto& [name, effect] : catalogue.effects)
    if (const auto* field = std::get_if<ForceField>(&effect)) all["look"].insert(field->look);
  JsonMembers schemas;
  for (const auto& [name, words] : all)
    schemas.emplace_back(name, text(words_schema(std::vector(words.begin(), words.end()))));
  return text(schemas);
}

}  // namespace

int main() {
  const PartsCodec task(Format::kTask, std::cref(shipped_catalogue()));
  const std::string lines =
      json_array({text(ObjectCodec<Fingerprint>().schema()), text(ObjectCodec<Record>().schema())});
  std::cout << text({{"words", words()},
                     {"levels/task.schema.json", text(task.schema())},
                     {"levels/pair.schema.json", pair_schema(shipped_catalogue())},
                     {"evaluator/record.schema.json", text({{"anyOf", lines}})}})
            << '\n';
}
