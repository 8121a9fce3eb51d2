#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/input_error.h"
#include "sim/catalogue.h"
#include "sim/task.h"

namespace novphy {

/// What a reader corrected in a file or found doubtful. Warnings are never errors.
using Warnings = std::vector<Problem>;

/// A level without a bird or without an object, and without another mistake.
class EmptyLevel : public InputError {
  using InputError::InputError;
};

/// Reads a task in our JSON or in Science Birds XML; the content decides which. Throws InputError with every
/// problem, and EmptyLevel.
Task read_task(const std::filesystem::path& file, const Catalogue& catalogue, Warnings* warnings = nullptr);

/// The same from a text. `file` names the source in messages.
Task parse_task(std::string_view bytes, const std::string& file, const Catalogue& catalogue,
                Warnings* warnings = nullptr);

/// Reads a task in our JSON. `file` only names the source in messages. Defaults come from the catalogue.
Task parse_task_json(std::string_view text, const std::string& file, const Catalogue& catalogue,
                     Warnings* warnings = nullptr);
/// Writes a task in our JSON, one object a line, leaving out defaults. parse_task_json() reads the same task
/// back.
std::string task_to_json(const Task& task, const Catalogue& catalogue);

/// Reads Science Birds XML as in the published files: UTF-8 or UTF-16, whatever the declaration says. `file`
/// names the source; the six-digit type in its name decides whether the task has the inverted-gravity
/// ceiling.
Task parse_task_xml(std::string_view bytes, const std::string& file, const Catalogue& catalogue,
                    Warnings* warnings = nullptr);
/// Writes Science Birds XML. Throws InputError for a task that the format cannot express, such as a task with
/// a "force_field".
std::string task_to_xml(const Task& task, const Catalogue& catalogue);

/// The hash (FNV-1a, 64 bits, 16 hexadecimal digits) of a JSON text's content. It depends on every value, but
/// not on white space or the order of keys. Throws if the text is not JSON.
std::string content_hash(std::string_view json_text);

}  // namespace novphy
