#include "base/file_kind.h"
#include "levels/task_file.h"
#include "levels/task_parts.h"

namespace novphy {
namespace {

constexpr int kVersion = 1;
constexpr WholeCodec kOnlyVersion{kVersion, kVersion};

}  // namespace

Task parse_task_json(std::string_view text, const std::string& file, const Catalogue& catalogue,
                     Warnings* /*warnings*/) {
  expect_kind(text, file, FileKind::kTask);
  JsonDocument document(text, file);
  const Node root = document.root().object();
  if (!root) document.check();
  kOnlyVersion.read(root.at("novphy_task"));
  const PlacedParts read = read_parts(root, Format::kTask, catalogue, {"novphy_task"});
  const Template base = from_parts(read.parts, catalogue);
  check_parts(base, read.places, catalogue, Origin::kOurs);
  document.check();
  return base.task;
}

std::string task_to_json(const Task& task, const Catalogue& catalogue) {
  FieldWriter io;
  io.field("novphy_task", kVersion, kOnlyVersion);
  TaskParts parts = to_parts({.name = "", .task = task, .dx_m = {}, .dy_m = {}, .fixed = {}}, catalogue);
  describe(io, parts, Format::kTask, catalogue);
  return io.text(true) + "\n";
}

}  // namespace novphy
