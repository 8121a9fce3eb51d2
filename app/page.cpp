#include <fmt/core.h>

#include <set>
#include <utility>

#include "app/arguments.h"
#include "app/commands.h"
#include "app/page_data.h"
#include "base/input_error.h"
#include "base/lists.h"
#include "jobs/recorded_plays.h"
#include "trials/replay.h"

namespace novphy::app {
namespace {

struct PageArguments {
  TaskArgument source{};
  std::vector<int> lines{};
  std::string plan{};
  std::string title{};
  std::string web{};
  std::string out{};

  Settings settings() {
    Settings task = source.settings();
    task.front().help =
        "A task (our JSON or Science Birds XML), a pair, a name such as rolling/agents, or records (.jsonl)";
    return joined({task,
                   {{"line", &lines,
                     "Of records: those in these lines of the file (from 2), side by side; default: the "
                     "first play of each phase",
                     "K", Also{.least = 2, .most = 1e9}},
                    {"plan", &plan, "The records' plan (default: where it was when they were made)", "PLAN"},
                    {"title", &title, "Title of the page (default: the name of what it shows)"},
                    out_setting(out, {FileKind::kPage}, "The page (HTML); - is the standard output"),
                    web_setting(web)}});
  }
  bool shows_records() const { return source.text().ends_with(".jsonl"); }
};

void check_options(const PageArguments& options) {
  if (options.shows_records()) {
    if (options.source.chooses())
      throw InputError(options.source.text(), "is a file of records, expected neither --side nor --with");
  } else if (!options.lines.empty() || !options.plan.empty()) {
    throw InputError(options.lines.empty() ? "--plan" : "--line",
                     fmt::format("is for records, and {} is none", options.source.text()));
  }
  if (std::set<int>(options.lines.begin(), options.lines.end()).size() < options.lines.size())
    throw InputError("--line", "names a line twice");
}

/// Pages are sent to others, so of a file's path the title has the name alone.
std::string title_of(const std::string& source) {
  return std::filesystem::exists(source) ? std::filesystem::path(source).filename().string() : source;
}

PageData data_of_tasks(const PageArguments& options, const Catalogue& catalogue) {
  PageData data{.title = title_of(options.source.text())};
  for (auto& [side, task] : options.source.load_all(catalogue))
    data.tasks.push_back({.label = side.empty() ? "task" : side, .task = std::move(task)});
  return data;
}

struct Found {
  Record record;
  int line = 0;
};

/// The records of these lines, in the order of the lines given.
std::vector<Found> records_at(RecordReader& reader, const PageArguments& options) {
  std::vector<Found> found(options.lines.size());
  while (auto record = reader.next()) {
    const std::size_t at = index_in(options.lines, reader.line());
    if (at < found.size()) found[at] = {*std::move(record), reader.line()};
  }
  for (std::size_t i = 0; i < found.size(); ++i)
    if (found[i].line == 0) throw no_record(options.source.text(), options.lines[i]);
  return found;
}

/// The first record of each phase in which something was played.
std::vector<Found> first_of_phases(RecordReader& reader, const PageArguments& options) {
  std::vector<Found> found;
  std::set<Phase> seen;
  while (auto record = reader.next())
    if (!record->digest.empty() && seen.insert(record->phase).second)
      found.push_back({*std::move(record), reader.line()});
  if (found.empty()) throw InputError(options.source.text(), "has no record of a play");
  return found;
}

PageRecord page_record(const Found& found, const RecordSetting& setting, const Fingerprint& print,
                       const std::string& file) {
  if (found.record.digest.empty())
    throw InputError(file, found.line, "holds no play: the task ended with " + found.record.end);
  return {.label = shown_name(print) + ": " + label_of(found.record),
          .task = task_of(setting, found.record, file, found.line),
          .record = found.record};
}

PageData data_of_records(const PageArguments& options, const Assets& assets) {
  const std::string& file = options.source.text();
  RecordReader reader(file, CutLine::kSkip);
  const Fingerprint print = reader.fingerprint();
  const auto check = [&](const std::string& why) {
    if (!why.empty())
      throw InputError(
          file, "a page plays with the numbers that come with the program, and of these records " + why);
  };
  check(obstacle_to_standard_play(print, assets));
  const RecordSetting setting =
      load_setting(file, print, {.assets = data_folder("assets"), .plan = options.plan}, print_warning);
  check(obstacle_to_standard_play(setting.plan));
  PageData data{.title = title_of(file)};
  for (const Found& found :
       options.lines.empty() ? first_of_phases(reader, options) : records_at(reader, options))
    data.records.push_back(page_record(found, setting, print, file));
  return data;
}

void write_page(PageArguments& options) {
  check_options(options);
  const Assets assets = load_assets(data_folder("assets"));
  PageData data =
      options.shows_records() ? data_of_records(options, assets) : data_of_tasks(options, assets.catalogue);
  if (!options.title.empty()) data.title = options.title;
  const std::string page = filled_page(web_folder(options.web), data, assets.catalogue);
  write_file(options.out, page);
  if (options.out != "-") fmt::print("{}: {:.0f} kB\n", options.out, static_cast<double>(page.size()) / 1000);
}

}  // namespace

Commands page_commands() {
  return {{{"page",
            "Writes one HTML file that needs no network: to try a task, or a pair with its novelty on and "
            "off; or to watch recorded plays and check their digests",
            kTasksGroup,
            "novphy page rolling/agents --out try.html\n"
            "novphy page results/P01/records.jsonl --line 5 --line 6 --out watch.html"},
           job<write_page>}};
}

}  // namespace novphy::app
