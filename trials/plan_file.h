#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_fields.h"
#include "levels/pair.h"
#include "levels/task_file.h"
#include "sim/catalogue.h"
#include "trials/plan.h"

namespace novphy {

/// The largest number of tasks or of trials that a file may give.
constexpr int kMostInFile = 1'000'000;

/// The fields of a plan's options but the seed.
void describe_sizes(FieldIo& io, PlanOptions& options);

/// A plan as JSON text that people can read too, with one trial on each line. parse_plan() reads it back.
std::string plan_to_json(const Plan& plan, const Catalogue& catalogue);

/// Writes many plans as plan_to_json() does, but parses each pair only once for all of them.
class PlanWriter {
 public:
  explicit PlanWriter(const Catalogue& catalogue) : catalogue_(catalogue) {}
  std::string json(const Plan& plan);

 private:
  std::string template_text(const PlanTemplate& family);

  const Catalogue& catalogue_;
  std::map<std::string, std::vector<Parameter>> parameters_{};  ///< by the pair's text
};

/// Reads a plan. `file` only names the source in messages. Defaults of tasks come from the catalogue. Throws
/// InputError with every problem.
Plan parse_plan(std::string_view text, const std::string& file, const Catalogue& catalogue);

/// Reads the "options" of a plan. Problems are noted in the document of `node`.
PlanOptions read_plan_options(const Node& node);

/// A plan and its hash.
struct PlanFile {
  Plan plan;
  std::string hash;
};

/// Reads a plan from a file. Throws InputError with every problem of the file.
PlanFile read_plan(const std::filesystem::path& file, const Catalogue& catalogue);

/// Throws InputError, which names `place`, where the tasks were made with other changed numbers of the assets
/// than these (Assets::overrides). A plan made without any may be played with any, which records name.
void check_numbers(const Plan& plan, std::span<const std::string> overrides, const std::string& place);

}  // namespace novphy
