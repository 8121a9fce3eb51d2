#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "evaluator/record.h"
#include "jobs/setting.h"
#include "sim/catalogue.h"
#include "sim/task.h"

/// What a page in a browser plays, how it gets into the page, and the files for browsers.
namespace novphy::app {

/// The setting "web" of commands that make pages for browsers, and the settings without which it is not set.
Setting web_setting(std::string& folder, std::vector<std::string> needs = {});
struct WebFolder {
  std::string web{};
  Settings settings() { return {web_setting(web)}; }
};

/// The folder of the files for browsers, which scripts/web.sh makes: that of the option, else $NOVPHY_WEB,
/// else the installed one, else that of the source tree. Throws InputError where the folder is not there.
std::filesystem::path web_folder(const std::string& option);

/// A file or folder in the web folder, such as "page/page.html". Throws InputError where it is not there.
std::filesystem::path web_file(const std::filesystem::path& folder, const std::string& name);

/// A task that the reader of a page may try.
struct PageTask {
  std::string label;
  Task task;
};

/// A recorded play that the reader of a page may watch.
struct PageRecord {
  std::string label;
  Task task;
  Record record;
};

struct PageData {
  std::string title;
  std::vector<PageTask> tasks{};
  std::vector<PageRecord> records{};
};

/// The record in words, such as "rolling/fan, trial 0, novel task 5".
std::string label_of(const Record& record);

/// The data as JSON that may stand in a <script> element: no "<" is in it, and no character that ends a line.
std::string page_json(const PageData& data, const Catalogue& catalogue);

/// The whole page, or the part of a report, of this web folder with the title, the module and
/// the data in the places of their marks. Throws InputError where a file or a mark is missing.
std::string filled_page(const std::filesystem::path& web, const PageData& data, const Catalogue& catalogue);
std::string filled_part(const std::filesystem::path& web, const PageData& data, const Catalogue& catalogue);

}  // namespace novphy::app
