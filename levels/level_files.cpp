#include "levels/level_files.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <system_error>

#include "base/file.h"
#include "base/input_error.h"
#include "base/json_reader.h"
#include "base/lists.h"
#include "base/names.h"
#include "levels/json_geometry.h"
#include "levels/overlap.h"
#include "levels/pair.h"
#include "levels/task_parts.h"

namespace novphy {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kTypeDigits = 6;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Removes and returns the text up to the next underscore or dot, which is removed too.
std::string_view next_part(std::string_view& rest) {
  const auto end = std::min(rest.find_first_of("_."), rest.size());
  const std::string_view part = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return part;
}

/// The template that was published with a wrong layout, and the one whose layout was meant.
constexpr std::string_view kWrong = "010104_0";
constexpr std::string_view kMeant = "010504_0";

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
  std::ranges::sort(files, {}, [](const PublishedFile& each) {
    return std::tie(each.name.type, each.name.level, each.file);
  });
  return files;
}

/// Reads published templates and puts them together to pairs.
class Reader {
 public:
  Reader(const Catalogue& catalogue, const fs::path& ranges, Warnings& warnings)
      : catalogue_(catalogue),
        ranges_file_(ranges.string()),
        ranges_(read_ranges(ranges)),
        warnings_(warnings) {}

  Template read(const PublishedFile& published) {
    Template base{.name = published.name.id(),
                  .task = read_with_goal(published.file, catalogue_, &warnings_)};
    const std::size_t ceiling = index_in(base.task.objects, catalogue_.inverted_gravity.ceiling);
    if (ceiling < base.task.objects.size()) base.fixed.push_back(static_cast<int>(ceiling));
    const auto ranges = ranges_.find(base.name);
    if (ranges == ranges_.end())
      throw InputError(ranges_file_, "expected the ranges of shifts of " + base.name + ", found none");
    base.dx_m = ranges->second.dx_m;
    base.dy_m = ranges->second.dy_m;
    for (const auto& [range, key] : {std::pair(base.dx_m, "dx_range"), std::pair(base.dy_m, "dy_range")})
      if (range.min > 0 || range.max < 0)
        warn(published.file,
             fmt::format("its {} [{}, {}] excludes the template as it is", key, range.min, range.max));
    return base;
  }

  /// Throws InputError with all problems of all files.
  std::vector<Pair> pairs(const std::vector<PublishedFile>& files, bool as_published) {
    for (const PublishedFile& file : files) add(file);
    if (!as_published) mend();
    std::map<std::string, std::vector<const Entry*>> by_type;
    for (const auto& [id, entry] : read_) by_type[entry.from.name.type].push_back(&entry);
    std::vector<Pair> pairs;
    for (const auto& [type, sides] : by_type) add_pair(type, sides, pairs);
    if (!problems_.empty()) throw InputError(problems_);
    return pairs;
  }

 private:
  struct Entry {
    PublishedFile from{};
    Template base{};
  };

  void warn(const fs::path& file, std::string text) {
    warnings_.push_back({file.string(), 0, "", std::move(text)});
  }
  void problem(const fs::path& file, std::string text) {
    problems_.push_back({file.string(), 0, "", std::move(text)});
  }

  void add(const PublishedFile& published) {
    const auto [entry, is_new] = read_.try_emplace(published.name.id(), Entry{.from = published});
    if (!is_new)
      return problem(published.file, "expected one template " + entry->first + ", also found " +
                                         entry->second.from.file.string());
    try {
      entry->second.base = read(published);
    } catch (const InputError& error) {
      add_all(problems_, error.problems());
    }
  }

  /// 010104_0 gets the layout of 010504_0, as its screenshot and its ranges of shifts show.
  void mend() {
    const auto wrong = read_.find(std::string(kWrong));
    const auto meant = read_.find(std::string(kMeant));
    if (wrong == read_.end()) return;
    Entry& mended = wrong->second;
    if (meant == read_.end())
      return warn(mended.from.file, "published with a wrong layout; " + std::string(kMeant) +
                                        ", which has the right layout, was not found");
    if (first_difference(mended.base.task, meant->second.base.task).empty()) return;
    mended.base.task = meant->second.base.task;
    warn(mended.from.file, "published with a wrong layout: taken from " + std::string(kMeant) + " instead");
  }

  /// The normal template comes first: its level is 0.
  void add_pair(const std::string& type, const std::vector<const Entry*>& sides, std::vector<Pair>& pairs) {
    if (sides.size() != 2 || sides[0]->from.name.level != 0 || sides[1]->from.name.level == 0)
      return problem(
          sides[0]->from.file,
          fmt::format(
              "expected a normal (level 0) and one novel template of type {}, found {}", type,
              fmt::join(mapped(sides, [](const Entry* side) { return side->from.name.id(); }), ", ")));
    const auto word = [&](const auto& names, std::size_t at) {
      const std::string digits = type.substr(at, 2), name = published_word(names, digits);
      return name.empty() ? digits : name;
    };
    pairs.push_back({.novelty = word(kNovelties, 2),
                     .scenario = word(kScenarios, 4),
                     .normal = sides[0]->base,
                     .novel = sides[1]->base});
    forbid_twins(pairs.back());
  }

  const Catalogue& catalogue_;
  std::string ranges_file_;
  std::map<std::string, Ranges> ranges_;
  Warnings& warnings_;
  std::map<std::string, Entry> read_{};
  std::vector<Problem> problems_{};
};

/// The nearest templates.json in a folder above the file, or "".
fs::path ranges_above(const fs::path& file) {
  for (fs::path folder = fs::absolute(file).lexically_normal().parent_path();;
       folder = folder.parent_path()) {
    if (fs::is_regular_file(folder / "templates.json")) return folder / "templates.json";
    if (folder == folder.parent_path()) return {};
  }
}

/// Takes the digits at the beginning of the text off it, and returns them without zeros at their beginning.
std::string_view take_number(std::string_view& text) {
  const std::size_t length = std::min(text.find_first_not_of("0123456789"), text.size());
  std::string_view digits = text.substr(0, length);
  text.remove_prefix(length);
  while (digits.size() > 1 && digits.front() == '0') digits.remove_prefix(1);
  return digits;
}

/// -1, 0 or 1, as a comes before, with or after b.
int natural_order(std::string_view a, std::string_view b) {
  while (!a.empty() && !b.empty()) {
    if (is_digit(a.front()) && is_digit(b.front())) {
      const std::string_view of_a = take_number(a), of_b = take_number(b);
      if (of_a.size() != of_b.size()) return of_a.size() < of_b.size() ? -1 : 1;
      if (of_a != of_b) return of_a < of_b ? -1 : 1;
    } else {
      if (a.front() != b.front()) return a.front() < b.front() ? -1 : 1;
      a.remove_prefix(1);
      b.remove_prefix(1);
    }
  }
  return static_cast<int>(!a.empty()) - static_cast<int>(!b.empty());
}

void add_files_below(const fs::path& folder, std::vector<fs::path>& files) {
  std::vector<fs::path> here, folders;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (it->is_directory() && !it->is_symlink()) folders.push_back(it->path());
    if (it->is_regular_file() && has_level_ending(it->path())) here.push_back(it->path());
  }
  if (error) throw InputError(folder.string(), "cannot be read: " + error.message());
  for (auto* paths : {&here, &folders})
    std::ranges::sort(*paths, comes_naturally_before,
                      [](const fs::path& path) { return path.filename().string(); });
  add_all(files, here);
  for (const fs::path& each : folders) add_files_below(each, files);
}

}  // namespace

std::optional<PublishedName> published_name(std::string_view file_name) {
  while (!file_name.empty()) {
    const std::string_view type = next_part(file_name);
    if (type.size() != kTypeDigits || !std::ranges::all_of(type, is_digit)) continue;
    const std::string_view level = next_part(file_name);
    const auto number = std::ranges::all_of(level, is_digit) ? number_text<int>(level) : std::nullopt;
    return number ? std::optional(PublishedName{std::string(type), *number}) : std::nullopt;
  }
  return std::nullopt;
}

std::optional<Template> read_published_template(const fs::path& file, const Catalogue& catalogue) {
  const auto name = published_name(file.filename().string());
  const fs::path ranges = ranges_above(file);
  if (!name || ranges.empty()) return std::nullopt;
  Warnings ignored;
  return Reader(catalogue, ranges, ignored).read({*name, file});
}

std::vector<Pair> read_published(const fs::path& folder, const Catalogue& catalogue,
                                 const PublishedOptions& options, Warnings* warnings) {
  const std::vector<PublishedFile> files = find_files(folder);
  const fs::path ranges = find_ranges(folder, options.ranges);
  Warnings found;
  std::vector<Pair> pairs = Reader(catalogue, ranges, found).pairs(files, options.as_published);
  if (warnings) add_all(*warnings, found);
  return pairs;
}

bool has_level_ending(const fs::path& file) {
  std::string ending = file.extension().string();
  for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return ending == ".xml" || ending == ".json";
}

bool comes_naturally_before(std::string_view a, std::string_view b) {
  const int order = natural_order(a, b);
  return order == 0 ? a < b : order < 0;
}

std::string name_below(const fs::path& folder, const fs::path& file) {
  const auto relative = [](const fs::path& from, const fs::path& to) {
    const fs::path way = to.lexically_relative(from);
    return way.empty() || *way.begin() == ".." || way == "." ? "" : way.generic_string();
  };
  const auto written = [](const fs::path& path) { return fs::absolute(path).lexically_normal(); };
  std::string name = relative(written(folder), written(file));
  // The folder may be a link, and the file be named by what it links to.
  if (name.empty()) name = relative(fs::weakly_canonical(folder), fs::weakly_canonical(file));
  return name;
}

std::vector<fs::path> level_files(const fs::path& folder) {
  std::vector<fs::path> files;
  add_files_below(folder, files);
  if (files.empty())
    throw InputError(folder.string(), "expected levels (files that end with .xml or .json), found none");
  return files;
}

std::vector<fs::path> level_files(const std::vector<std::string>& names) {
  std::vector<fs::path> files;
  for (const std::string& name : names) {
    std::error_code error;
    if (!fs::exists(name, error)) throw InputError(name, "cannot be read: No such file or directory");
    if (fs::is_directory(name, error))
      add_all(files, level_files(fs::path(name)));
    else
      files.emplace_back(name);
  }
  return files;
}

}  // namespace novphy
