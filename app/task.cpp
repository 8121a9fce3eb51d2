#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <optional>

#include "agents/table/agent_table.h"
#include "app/arguments.h"
#include "app/commands.h"
#include "base/file.h"
#include "base/input_error.h"
#include "base/json_reader.h"
#include "base/lists.h"
#include "base/text.h"
#include "jobs/context.h"
#include "levels/level_files.h"
#include "levels/overlap.h"
#include "levels/pair.h"
#include "levels/task_parts.h"
#include "novelties/injected_pair.h"
#include "novelties/novelty.h"

namespace novphy::app {
namespace {

struct ValidateArguments {
  AssetOptions assets{};
  std::vector<std::string> files{};

  Settings settings() {
    return joined(
        {{{"files", &files,
           "Tasks (JSON or Science Birds XML), pairs, names such as rolling/agents, and folders of these",
           "TASK|PAIR", Also{.positional = true, .required = true}}},
         assets.settings()});
  }
};

std::string counts(const Task& task) {
  return fmt::format("{}, {}, {}, {}", counted(task.birds.size(), "bird"),
                     counted(task.objects.size(), "object"), counted(task.effects.size(), "effect"),
                     counted(task.novelties.size(), "novelty"));
}

/// One line about a correct file. Throws InputError for a file with mistakes.
std::string checked(const std::string& file, const Catalogue& catalogue, Warnings& warnings) {
  if (!is_pair(read_file(file, kTaskBounds))) return "task, " + counts(read_task(file, catalogue, &warnings));
  const Pair pair = read_pair(file, catalogue);
  return fmt::format("pair {}/{}; normal: {}; novel: {}", pair.scenario, pair.novelty,
                     counts(pair.normal.task), counts(pair.novel.task));
}

/// The files that the names mean. A folder means the level files below it.
std::vector<std::string> files_of(const std::vector<std::string>& names, std::vector<Problem>& problems) {
  std::vector<std::string> files;
  for (const std::string& name : shipped(names)) try {
      if (!std::filesystem::is_directory(name))
        files.push_back(name);
      else
        for (const auto& file : level_files(std::filesystem::path(name))) files.push_back(file.string());
    } catch (const InputError& error) {
      add_all(problems, error.problems());
    }
  return files;
}

/// Reports correct files and warnings in the order of the files. Where standard output and standard error are
/// one file, each line stands there whole and in its place. The mistakes of all files come at the end.
void validate(ValidateArguments& options) {
  const Assets assets = options.assets.load();
  std::vector<Problem> problems;
  for (const std::string& file : files_of(options.files, problems)) try {
      Warnings warnings;
      const std::string good = checked(file, assets.catalogue, warnings);
      print_warnings(warnings);
      fmt::print("{}: ok ({})\n", file, good);
      std::fflush(stdout);
    } catch (const InputError& error) {
      add_all(problems, error.problems());
    }
  if (!problems.empty()) throw InputError(std::move(problems));
}

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

struct InjectArguments {
  std::string assets{};  ///< folder
  TaskArgument task{};
  std::string novelty{};
  std::string table{};  ///< folder
  std::string at{};
  std::string out{};
  std::optional<int> object{};
  bool out_again = false, as_pair = false;
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
    if (!after.may_overlap && std::ranges::none_of(known, is_same))
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
  const Pair pair = read_pair(task_place(options.task.text(), context_of()).file, catalogue);
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

struct ListArguments {
  std::string assets{};  ///< folder
  std::string what{};
  std::string table{};  ///< folder

  Settings settings() {
    return {
        {"what", &what, "novelties, agents, objects or pairs", "WHAT",
         Also{.choices = {"novelties", "agents", "objects", "pairs"}, .positional = true, .required = true}},
        novelties_setting(table),
        assets_setting(assets)};
  }
};

void list_novelties(const std::string& table, const Catalogue& catalogue) {
  for (const Novelty& novelty : novelty_table(table, context_of(), catalogue)) {
    fmt::print("{:<20} level {} {:<13} {}\n", novelty.name, novelty.level, novelty.hierarchy, novelty.doc);
    for (const NoveltyParameter& p : novelty.parameters) {
      fmt::print("  {:<18} {:g} {} ({:g} to {:g})  {}\n", p.name, p.default_value, p.unit, p.min, p.max,
                 p.doc);
    }
  }
}

/// Both names of each pair that comes with the program: by the level of its novelty, such as
/// "rolling/agents", and by the novelty itself, "rolling/fan".
void list_pairs() {
  std::map<std::string, std::string> novelties;
  for (const auto& [novelty, level] : levels_by_novelty(context_of())) novelties[level] = novelty;
  const std::filesystem::path pairs = data_folder("levels/templates");
  std::map<std::string, std::string> names;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(pairs)) {
    if (entry.path().extension() != ".json") continue;
    const auto name = entry.path().lexically_relative(pairs).replace_extension();
    names[name.string()] = (name.parent_path() / novelties[name.filename().string()]).string();
  }
  for (const auto& [by_level, by_novelty] : names) fmt::print("{:<29} {}\n", by_level, by_novelty);
}

void list_agents() {
  for (const AgentEntry& entry : agent_table())
    fmt::print("{:<16} {}{}\n", entry.name, entry.doc, entry.needs.labels ? " Sees developer labels." : "");
}

void print_kind(const Kind& kind) {
  const std::string what = kind.type + (kind.material.empty() ? "" : " " + kind.material);
  fmt::print("{:<24} {:>5.2f} x {:<5.2f} {:>8.4g} {:>8.4g} {:>9.4g} {:>9.4g} {:>7}\n", what, kind.size_m.x,
             kind.size_m.y, kind.mass_kg, kind.life, kind.friction, kind.restitution, kind.points);
}

void list_objects(const Catalogue& catalogue) {
  fmt::print("{:<24} {:>5} x {:<5} {:>8} {:>8} {:>9} {:>9} {:>7}\n", "object", "m", "m", "mass kg", "life",
             "friction", "bounce", "points");
  for (const Kind& kind : catalogue.objects) print_kind(kind);
  for (const BirdKind& bird : catalogue.birds) print_kind(bird.body);
}

void list(ListArguments& options) {
  const Assets assets = load_assets(assets_folder(options.assets));
  if (options.what == "novelties") list_novelties(options.table, assets.catalogue);
  if (options.what == "agents") list_agents();
  if (options.what == "pairs") list_pairs();
  if (options.what == "objects") list_objects(assets.catalogue);
}

}  // namespace

Commands task_commands() {
  return {{{"validate", "Checks tasks and pairs, and reports every error of every file", kTasksGroup,
            "novphy validate my_pair.json"},
           job<validate>},
          {{"convert", "Writes a task in another format: JSON or Science Birds XML", kTasksGroup,
            "novphy convert rolling/agents:novel task.xml"},
           job<convert>},
          {{"inject", "Puts a novelty into a task, or takes all novelties out of it", kTasksGroup,
            "novphy inject task.json --novelty fan --at -2,1 --out novel.json"},
           job<inject_novelty>},
          {{"list", "Lists novelties, agents, objects, or the pairs that come with the program", kTasksGroup,
            "novphy list pairs\nnovphy list agents"},
           job<list>}};
}

}  // namespace novphy::app
