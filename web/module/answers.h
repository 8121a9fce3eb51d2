#pragma once

#include <string>
#include <string_view>

namespace novphy::web {

/// Answers a question of the page, a JSON object whose member "call" names the function, such as
/// {"call": "play", "task": {...}, "shots": [...]}. The answer is a JSON object. Throws InputError and
/// std::invalid_argument with the readers' own messages.
std::string answer(std::string_view question);

}  // namespace novphy::web
