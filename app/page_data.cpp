#include "app/page_data.h"

#include <fmt/core.h>

#include <cstdlib>
#include <system_error>
#include <utility>

#include "app/common.h"
#include "base/file.h"
#include "base/input_error.h"
#include "base/json_fields.h"
#include "base/text.h"
#include "evaluator/record_io.h"
#include "evaluator/report/html.h"
#include "jobs/context.h"
#include "levels/task_file.h"

namespace novphy::app {
namespace fs = std::filesystem;

namespace {

/// The folder that comes with the program. The source tree has a folder web, too, but that holds the sources.
fs::path own_web_folder() {
  const fs::path root = data_folder("levels").parent_path();
  const fs::path installed = root / "web";
  return is_there(installed / "novphy.wasm") ? installed : root / "build/web/npm";
}

constexpr const char* kMissing = "is not there; scripts/web.sh --no-study makes it";
constexpr const char* kTitleMark = "<!--novphy-title-->";
constexpr const char* kModuleMark = "/*novphy-wasm*/";
constexpr const char* kDataMark = "/*novphy-data*/";

/// JSON has "<" and the line separators of Unicode in texts only, where an escape may stand for them.
std::string safe_in_script(std::string json) {
  return replaced(std::move(json), {{"<", "\\u003c"}, {"\u2028", "\\u2028"}, {"\u2029", "\\u2029"}});
}

template <class Shown>
std::string list_of(const std::vector<Shown>& all, const Catalogue& catalogue) {
  std::vector<std::string> list;
  for (const Shown& shown : all) {
    JsonMembers members{{"label", in_quotes(shown.label)},
                        {"task", in_quotes(task_to_json(shown.task, catalogue))}};
    if constexpr (requires { shown.record; }) members.emplace_back("record", to_line(shown.record));
    list.push_back(json_object(members));
  }
  return json_array(list, {.comma = ",\n", .begin = "\n"});
}

/// Puts the text in the place of the mark, which the file must have once.
void fill(std::string& page, const fs::path& file, std::string_view mark, std::string_view text) {
  const auto at = page.find(mark);
  if (at == std::string::npos || page.find(mark, at + 1) != std::string::npos)
    throw InputError(
        file.string(),
        fmt::format("expected the mark {} once; scripts/web.sh --no-study makes the file", mark));
  page.replace(at, mark.size(), text);
}

/// A file of the folder with the module and the data.
std::string with_data(const fs::path& web, const fs::path& file, const PageData& data,
                      const Catalogue& catalogue) {
  std::string page = read_file(file);
  fill(page, file, kModuleMark, base64(read_file(web_file(web, "page/novphy.wasm.gz"))));
  fill(page, file, kDataMark, page_json(data, catalogue));
  return page;
}

}  // namespace

Setting web_setting(std::string& folder, std::vector<std::string> needs) {
  return {"web", &folder,
          "The folder of files for browsers that scripts/web.sh makes (default: $NOVPHY_WEB, else the "
          "program's own)",
          "DIR", Also{.needs = std::move(needs)}};
}

fs::path web_folder(const std::string& option) {
  const char* variable = std::getenv("NOVPHY_WEB");
  const std::string named = option.empty() && variable != nullptr ? variable : option;
  const fs::path folder = named.empty() ? own_web_folder() : fs::path(named);
  std::error_code error;
  if (fs::is_directory(folder, error)) return folder;
  throw InputError(folder.string(), kMissing);
}

fs::path web_file(const fs::path& folder, const std::string& name) {
  const fs::path file = folder / name;
  if (is_there(file)) return file;
  throw InputError(file.string(), kMissing);
}

std::string label_of(const Record& record) {
  return fmt::format("{}/{}, {}trial {}, {} task {}", record.scenario, record.novelty,
                     record.control ? "control " : "", record.trial, name(record.phase), record.task);
}

std::string page_json(const PageData& data, const Catalogue& catalogue) {
  return safe_in_script(json_object({{"title", in_quotes(data.title)},
                                     {"tasks", list_of(data.tasks, catalogue)},
                                     {"records", list_of(data.records, catalogue)}},
                                    {.comma = ",\n"}));
}

std::string filled_page(const fs::path& web, const PageData& data, const Catalogue& catalogue) {
  const fs::path file = web_file(web, "page/page.html");
  std::string page = with_data(web, file, data, catalogue);
  fill(page, file, kTitleMark, escaped(data.title));
  return page;
}

std::string filled_part(const fs::path& web, const PageData& data, const Catalogue& catalogue) {
  return with_data(web, web_file(web, "page/part.html"), data, catalogue);
}

}  // namespace novphy::app
