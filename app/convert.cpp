#include <fmt/core.h>

#include "app/arguments.h"
#include "app/commands.h"
#include "base/input_error.h"

namespace novphy::app {
namespace {

struct ConvertArguments {
  AssetOptions assets{};
  TaskArgument from{};
  std::string to{};
  bool allow_overlap = false;

  Settings settings() {
    return joined(
        {from.settings(),
         {{"to", &to, "The file to write; its ending, .json or .xml, chooses the format", "FILE",
           Also{.positional = true, .required = true, .writes = {{FileKind::kTask, FileKind::kXml}}}},
          {"allow-overlap", &allow_overlap,
           "Marks the JSON task as one whose objects may overlap at the start (may_overlap)"}},
         assets.settings()});
  }
};

/// The task in the format of the file's ending. Throws InputError for a task that our JSON format would
/// refuse.
std::string converted(const Task& task, const std::filesystem::path& to, const Catalogue& catalogue) {
  if (to.extension() == ".xml") return task_to_xml(task, catalogue);
  if (to.extension() != ".json") throw InputError(to.string(), "expected a name that ends in .json or .xml");
  const std::string text = task_to_json(task, catalogue);
  parse_task_json(text, to.string(), catalogue);
  return text;
}

void convert(ConvertArguments& options) {
  const Assets assets = options.assets.load();
  Task task = options.from.load(assets.catalogue);
  task.may_overlap = task.may_overlap || options.allow_overlap;
  write_file(options.to, converted(task, options.to, assets.catalogue));
}

}  // namespace

void add_convert(Command& program) {
  add_job(program,
          {"convert", "Writes a task in another format: JSON or Science Birds XML", kTasksGroup,
           "novphy convert rolling/agents:novel task.xml"},
          job_of(convert));
}

}  // namespace novphy::app
