#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/parallel.h"
#include "generator/variation.h"
#include "jobs/setting.h"
#include "levels/assets.h"
#include "novelties/injected_pair.h"
#include "novelties/novelty.h"

/// What commands work with beside their settings.
namespace novphy {

struct JobContext {
  Face face = Face::kProgram;  ///< whose names stand in messages
  /// The folder of this name that comes with the program, such as "levels/templates".
  std::function<std::filesystem::path(std::string_view)> folder{};
  std::shared_ptr<const Assets> assets{};  ///< those that come with it, where they are read already
  std::string given{};                     ///< given_settings(), for records
  std::function<void(const std::string&)> warn{};
};

/// How a command that may take long is watched.
struct JobWatch {
  StopFlag stop = nullptr;  ///< the command ends with Stopped soon after this is set
  /// Called when a stage begins and after each piece, with the number of pieces that are done and of all.
  std::function<void(std::size_t, std::size_t)> progress{};
  StageBegin stage{};

  /// Begins a stage, where somebody watches: StageBegin.
  void begin(const std::string& name, const std::string& unit) const {
    if (stage) stage(name, unit);
  }
};

/// The settings assets, physics and set: the numbers that a command plays with.
struct AssetSettings {
  std::string folder{};  ///< "": the one that comes with the program
  std::string physics = "standard";
  std::vector<std::string> overrides{};

  Settings settings();
  /// Reads the assets and checks the name of the physics. Throws InputError.
  std::shared_ptr<const Assets> load(const JobContext& context) const;
};

/// What made a result, for the keys of KeptResults: versions, compiler, and the sources of this program.
std::string this_program();
/// The setting journal: the file of KeptResults.
Setting journal_setting(std::string& file);

// What commands that make tasks share.

/// The settings proof, distractors and novelties, and the novelties of the setting inject.
struct MakingSettings {
  std::string proof = "witness";
  int distractors = VariationOptions{}.most_distractors;
  std::string novelties{};  ///< folder of the table
  bool prove_again = false;
  std::vector<ChosenNovelty> inject{};

  Settings settings();  ///< all but inject
  Settings without_table();
  /// The options of the variation with these settings, for draws with this seed. Novelties that are put into
  /// pairs are asked nothing.
  VariationOptions variation(const JobContext& context, const Catalogue& catalogue, const Seed& seed) const;
};

/// The setting novelties, which names the folder of a table of novelties; "": that of the program.
Setting novelties_setting(std::string& folder);
std::vector<Novelty> novelty_table(const std::string& folder, const JobContext& context,
                                   const Catalogue& catalogue);
/// The pairs that come with the program, in the order of their files.
std::vector<Pair> shipped_pairs(const JobContext& context, const Catalogue& catalogue);
/// The setting secret, which names the file that read_secret() takes.
Setting secret_setting(std::string& file);
/// The setting inject: pairs of normal tasks and the same tasks with these novelties.
Setting inject_setting(std::vector<ChosenNovelty>& chosen);

/// Whether something is there, as far as one may know.
bool is_there(const std::filesystem::path& path);

/// The file or folder itself if it exists. Else its place in the data that come with the program, for a pair
/// such as "rolling/agents" or "rolling/fan" or a path such as "levels/study/study.json". If neither exists,
/// the path itself. Throws InputError for a path like that of a pair.
std::string shipped(const std::string& path, const JobContext& context);

/// A file of a task or pair. `side` is the side of a pair, or "".
struct TaskPlace {
  std::string file;
  std::string side{};
};
/// The place of "task.json", "rolling/agents", "rolling/agents:novel" or "rolling/agents/novel".
TaskPlace task_place(const std::string& text, const JobContext& context);
/// Whether it is a side of a pair. Throws InputError for a pair without a side, and for a task with one.
bool is_side_of_pair(const TaskPlace& place, const std::string& text);

/// The table's entries with which NovPhy represents the levels of its hierarchy: "agents" for "fan".
std::map<std::string, std::string> levels_by_novelty(const JobContext& context);

}  // namespace novphy
