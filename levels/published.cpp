#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "base/file.h"
#include "base/json_reader.h"
#include "base/names.h"
#include "levels/json_geometry.h"
#include "levels/pair.h"
#include "levels/published_name.h"
#include "levels/start.h"
#include "levels/task_parts.h"

namespace novphy {
namespace {

namespace fs = std::filesystem;

/// The template that was published with a wrong layout, and the one whose layout was meant.
constexpr std::string_view kWrong = "010104_0";
constexpr std::string_view kMeant = "010504_0";

/// The name for a published number, counted from 1, or the number as text if it has no name.
template <std::size_t N>
std::string name_of(const std::array<std::string_view, N>& names, std::string_view digits) {
  const int number = 10 * (digits[0] - '0') + (digits[1] - '0');
  if (number >= 1 && number <= static_cast<int>(N))
    return std::string(names[static_cast<std::size_t>(number - 1)]);
  return std::string(digits);
}

struct Ranges {
  Range dx_m;
  Range dy_m;
};

/// The folder's path without a separator at the end, so that parent_path() gives the folder above.
fs::path plain(const fs::path& folder) {
  const fs::path whole = fs::absolute(folder).lexically_normal();
  return whole.has_filename() ? whole : whole.parent_path();
}

/// The file with the ranges of shifts: the given file, or the file in the folder or beside it.
fs::path find_ranges(const fs::path& folder, const fs::path& given) {
  if (!given.empty()) return given;
  const fs::path in = plain(folder) / "templates.json";
  const fs::path beside = plain(folder).parent_path() / "templates.json";
  if (fs::is_regular_file(in)) return in;
  if (fs::is_regular_file(beside)) return beside;
  throw InputError(folder.string(), "expected a file with the ranges of shifts, found neither " +
                                        in.string() + " nor " + beside.string());
}

Range read_range(const Node& node) {
  constexpr double kMost_m = 1000;
  const Vec2 ends = vec2_of(node, -kMost_m, kMost_m);
  if (ends.y < ends.x) node.expected("a range [min, max]");
  return {.min = ends.x, .max = std::max(ends.x, ends.y)};
}

/// The ranges of shifts by template name. Other keys of the file are ignored.
std::map<std::string, Ranges> read_ranges(const fs::path& file) {
  JsonDocument document(read_file(file, kAssetBounds), file.string(), kAssetBounds);
  std::map<std::string, Ranges> ranges;
  for (const auto& [id, entry] : document.root().members()) {
    const Node constraint = entry.at("generator_constraint");
    ranges[id] = {read_range(constraint.at("dx_range")), read_range(constraint.at("dy_range"))};
  }
  document.check();
  return ranges;
}

struct PublishedFile {
  PublishedName name;
  fs::path file;
};

/// Sorted by type, then level.
std::vector<PublishedFile> find_files(const fs::path& folder) {
  std::vector<PublishedFile> files;
  std::error_code error;
  for (fs::recursive_directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    const auto name = published_name(it->path().filename().string());
    if (it->path().extension() == ".xml" && name) files.push_back({*name, it->path()});
  }
  if (error) throw InputError(folder.string(), "cannot be read: " + error.message());
  if (files.empty())
    throw InputError(folder.string(),
                     "expected published templates (novelty_level_L/typeTTNNSS/Levels/*.xml), found none");
  std::sort(files.begin(), files.end(), [](const PublishedFile& a, const PublishedFile& b) {
    return std::tie(a.name.type, a.name.level, a.file) < std::tie(b.name.type, b.name.level, b.file);
  });
  return files;
}

/// Reads the files and collects all problems, so that all are reported together.
class Reader {
 public:
  Reader(const Catalogue& catalogue, std::map<std::string, Ranges> ranges, std::string ranges_file,
         Warnings& warnings)
      : catalogue_(catalogue),
        ranges_(std::move(ranges)),
        ranges_file_(std::move(ranges_file)),
        warnings_(warnings) {}

  void read(const PublishedFile& published) {
    const std::string id = published.name.id();
    if (const auto other = read_.find(id); other != read_.end())
      return problem(published.file,
                     "expected one template " + id + ", also found " + other->second.file.string());
    try {
      Template base{.name = id,
                    .task = read_with_goal(published.file, catalogue_, &warnings_),
                    .dx_m = {},
                    .dy_m = {},
                    .fixed = {}};
      read_[id] = {published.name, published.file, finished(std::move(base), published)};
    } catch (const InputError& error) {
      read_[id] = {published.name, published.file, {}};
      problems_.insert(problems_.end(), error.problems().begin(), error.problems().end());
    }
  }

  /// The one template that was read.
  Template only() {
    if (!problems_.empty()) throw InputError(problems_);
    return read_.begin()->second.base;
  }

  /// 010104_0 gets the layout of 010504_0, as its screenshot and its ranges of shifts show.
  void mend() {
    const auto wrong = read_.find(std::string(kWrong));
    const auto meant = read_.find(std::string(kMeant));
    if (wrong == read_.end()) return;
    if (meant == read_.end())
      return warn(wrong->second.file, "published with a wrong layout; " + std::string(kMeant) +
                                          ", which has the right layout, was not found");
    if (first_difference(wrong->second.base.task, meant->second.base.task).empty()) return;
    wrong->second.base.task = meant->second.base.task;
    warn(wrong->second.file, "published with a wrong layout: taken from " + std::string(kMeant) + " instead");
  }

  std::vector<Pair> pairs() {
    std::map<std::string, std::vector<Entry*>> by_type;
    for (auto& [id, entry] : read_) by_type[entry.name.type].push_back(&entry);
    std::vector<Pair> pairs;
    for (const auto& [type, sides] : by_type) add_pair(type, sides, pairs);
    if (!problems_.empty()) throw InputError(problems_);
    return pairs;
  }

 private:
  struct Entry {
    PublishedName name;
    fs::path file;
    Template base;
  };

  void problem(const fs::path& file, std::string text) {
    problems_.push_back({file.string(), 0, "", std::move(text)});
  }
  void warn(const fs::path& file, std::string text) {
    warnings_.push_back({file.string(), 0, "", std::move(text)});
  }

  Template finished(Template base, const PublishedFile& published) {
    const auto& objects = base.task.objects;
    const auto ceiling = std::find(objects.begin(), objects.end(), catalogue_.inverted_gravity.ceiling);
    if (ceiling != objects.end()) base.fixed.push_back(static_cast<int>(ceiling - objects.begin()));
    const auto ranges = ranges_.find(base.name);
    if (ranges == ranges_.end()) {
      problem(ranges_file_, "expected the ranges of shifts of " + base.name + ", found none");
      return base;
    }
    base.dx_m = ranges->second.dx_m;
    base.dy_m = ranges->second.dy_m;
    warn_of_excluded(base.dx_m, "dx_range", published.file);
    warn_of_excluded(base.dy_m, "dy_range", published.file);
    return base;
  }

  void warn_of_excluded(const Range& range, const std::string& key, const fs::path& file) {
    if (range.min > 0 || range.max < 0)
      warn(file, fmt::format("its {} [{}, {}] excludes the template as it is", key, range.min, range.max));
  }

  /// The normal template comes first: its level is 0.
  void add_pair(const std::string& type, const std::vector<Entry*>& sides, std::vector<Pair>& pairs) {
    if (sides.size() != 2 || sides[0]->name.level != 0 || sides[1]->name.level == 0)
      return problem(sides[0]->file, "expected a normal (level 0) and one novel template of type " + type +
                                         ", found " + found(sides));
    pairs.push_back({.novelty = name_of(kNovelties, std::string_view(type).substr(2, 2)),
                     .scenario = name_of(kScenarios, std::string_view(type).substr(4, 2)),
                     .normal = sides[0]->base,
                     .novel = sides[1]->base});
    forbid_twins(pairs.back());
  }

  static std::string found(const std::vector<Entry*>& sides) {
    std::string text;
    for (const Entry* side : sides) text += (text.empty() ? "" : ", ") + side->name.id();
    return text;
  }

  const Catalogue& catalogue_;
  std::map<std::string, Ranges> ranges_;
  std::string ranges_file_;
  Warnings& warnings_;
  std::map<std::string, Entry> read_;
  std::vector<Problem> problems_;
};

/// The nearest templates.json in a folder above the file, or "".
fs::path ranges_above(const fs::path& file) {
  for (fs::path folder = fs::absolute(file).lexically_normal().parent_path();;
       folder = folder.parent_path()) {
    if (fs::is_regular_file(folder / "templates.json")) return folder / "templates.json";
    if (folder == folder.parent_path()) return {};
  }
}

}  // namespace

std::optional<Template> read_published_template(const fs::path& file, const Catalogue& catalogue) {
  const auto name = published_name(file.filename().string());
  const fs::path ranges = ranges_above(file);
  if (!name || ranges.empty()) return std::nullopt;
  Warnings ignored;
  Reader reader(catalogue, read_ranges(ranges), ranges.string(), ignored);
  reader.read({*name, file});
  return reader.only();
}

std::vector<Pair> read_published(const fs::path& folder, const Catalogue& catalogue,
                                 const PublishedOptions& options, Warnings* warnings) {
  const std::vector<PublishedFile> files = find_files(folder);
  const fs::path ranges = find_ranges(folder, options.ranges);
  Warnings found;
  Reader reader(catalogue, read_ranges(ranges), ranges.string(), found);
  for (const PublishedFile& file : files) reader.read(file);
  if (!options.as_published) reader.mend();
  std::vector<Pair> pairs = reader.pairs();
  if (warnings) warnings->insert(warnings->end(), found.begin(), found.end());
  return pairs;
}

}  // namespace novphy
