#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "evaluator/record.h"
#include "sim/catalogue.h"
#include "sim/task.h"

/// What a page in a browser plays, and how it gets into the page.
namespace novphy::app {

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

/// The whole page, or the part of a report, of this folder (app/web_files.h) with the title, the module and
/// the data in the places of their marks. Throws InputError where a file or a mark is missing.
std::string filled_page(const std::filesystem::path& web, const PageData& data, const Catalogue& catalogue);
std::string filled_part(const std::filesystem::path& web, const PageData& data, const Catalogue& catalogue);

}  // namespace novphy::app
