#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "app/arguments.h"
#include "app/commands.h"
#include "base/file.h"
#include "base/input_error.h"
#include "levels/overlap.h"
#include "levels/task_fields.h"
#include "novelties/injected_pair.h"
#include "novelties/novelty.h"

namespace novphy::app {
namespace {

struct InjectArguments {
  std::string assets{};  ///< folder
  TaskArgument task{};
  std::string novelty{};
  std::string table{};  ///< folder
  std::string at{};
  std::string out{};
  std::optional<int> object{};
  bool out_again = false;
  bool as_pair = false;
  std::vector<std::string> values{};

  Settings settings() {
    return joined({task.settings(),
                   {{"novelty", &novelty, "Its name; novphy list novelties shows them", kNoveltyType},
                    {"at", &at, "Where it goes, in metres; default: a suitable place", "X,Y"},
                    {"object", &object, "Index of the object that changes; default: a suitable one", "N",
                     Also{.least = 0, .most = bounds::kObjects - 1}},
                    {"set", &values, "A parameter of the novelty, such as force_n=25", "NAME=VALUE",
                     Also{.one_each = true}},
                    {"without", &out_again, "Takes out every novelty instead",
                     Also{.excludes = {"at", "object", "set", "as-pair"}}},
                    {"as-pair", &as_pair,
                     "For a pair: writes a pair of the normal side, and the normal side with the novelty"},
                    novelties_setting(table),
                    out_setting(out, {FileKind::kTask, FileKind::kXml},
                                "The new task (.json or .xml; - is the standard output)"),
                    assets_setting(assets)}});
  }
};

/// The task as XML where the file's name ends in .xml, else as our JSON. Throws InputError for a task that
/// the reader would refuse, and for one without a goal.
std::string task_text(const Task& task, const std::string& file, const Catalogue& catalogue) {
  need_goal(task, catalogue, file);
  const bool xml = std::filesystem::path(file).extension() == ".xml";
  const std::string text = xml ? task_to_xml(task, catalogue) : task_to_json(task, catalogue);
  xml ? parse_task_xml(text, file, catalogue) : parse_task_json(text, file, catalogue);
  return text;
}

/// Throws InputError where objects overlap that did not do so before the novelty was put in.
void check_new_overlaps(const Task& before, const Task& after, const std::string& file,
                        const Catalogue& catalogue) {
  const std::vector<Overlap> known = check_overlaps(before, catalogue);
  for (const Overlap& overlap : check_overlaps(after, catalogue)) {
    const auto is_same = [&](const Overlap& each) {
      return each.object == overlap.object && each.other == overlap.other;
    };
    if (!after.may_overlap && std::none_of(known.begin(), known.end(), is_same))
      throw InputError(file, overlap_text(overlap, after));
  }
}

Where where_of(const InjectArguments& options) {
  Where where;
  if (!options.at.empty()) where.at_m = point_argument("--at", options.at);
  if (options.object) where.object = *options.object;
  return where;
}

NoveltyValues values_of(const InjectArguments& options) {
  NoveltyValues values;
  for (const std::string& text : options.values) values.insert(setting_argument(text));
  return values;
}

/// Writes the pair whose novel side is the normal side with the novelty.
void inject_pair(const InjectArguments& options, const Novelty& novelty, const Catalogue& catalogue) {
  const Pair pair = read_pair(task_place(options.task.text()).file, catalogue);
  const std::string text =
      injected_pair_json(pair, novelty, catalogue, where_of(options), values_of(options));
  parse_pair_json(text, options.out, catalogue);  // refuses what the reader would refuse
  write_file(options.out, text);
}

void inject_novelty(InjectArguments& options) {
  if (options.out_again == !options.novelty.empty()) {
    throw InputError("inject", "expected one of --novelty NAME and --without");
  }
  const Assets assets = load_assets(assets_folder(options.assets));
  const std::vector<Novelty> table = novelty_table(options.table, context_of(), assets.catalogue);
  if (options.as_pair) return inject_pair(options, find_novelty(table, options.novelty), assets.catalogue);
  const Task task = options.task.load(assets.catalogue, Goal::kNeeded);
  if (options.out_again) {
    write_file(options.out, task_text(without(task), options.out, assets.catalogue));
    return;
  }
  const Injected injected = inject(task, find_novelty(table, options.novelty), assets.catalogue,
                                   where_of(options), values_of(options));
  check_new_overlaps(task, injected.task, options.out, assets.catalogue);
  write_file(options.out, task_text(injected.task, options.out, assets.catalogue));
  if (options.out != "-") fmt::print("{}: {}\n", options.novelty, injected.place);
}

}  // namespace

void add_inject(Command& program) {
  add_job(program,
          {"inject", "Puts a novelty into a task, or takes all novelties out of it", kTasksGroup,
           "novphy inject task.json --novelty fan --at -2,1 --out novel.json"},
          job_of(inject_novelty));
}

}  // namespace novphy::app
