// What the module exports. Texts are UTF-8. The page writes a text to the place that novphy_text() gives, and
// reads the answer from novphy_answer().

#include <exception>
#include <nlohmann/json.hpp>
#include <string>

#include "base/input_error.h"
#include "web/module/answers.h"

#define NOVPHY_EXPORT(name) extern "C" __attribute__((export_name(name)))

namespace novphy::web {
namespace {

std::string question_text;
std::string answer_text;

/// Sets the answer. An error becomes {"error": "the message"}.
template <class Do>
void answer_with(const Do& make) {
  try {
    answer_text = make();
  } catch (const std::exception& error) {
    answer_text = nlohmann::json{{"error", error.what()}}.dump(-1, ' ', false,
                                                               nlohmann::json::error_handler_t::replace);
  }
}

}  // namespace

/// The place for the next question, a text of so many bytes.
NOVPHY_EXPORT("novphy_text") char* text(int bytes) {
  question_text.resize(static_cast<std::size_t>(bytes));
  return question_text.data();
}

/// Answers the question. Returns the length of the answer in bytes.
NOVPHY_EXPORT("novphy_ask") int ask() {
  answer_with([] { return answer(question_text); });
  return static_cast<int>(answer_text.size());
}

NOVPHY_EXPORT("novphy_answer") const char* answer_place() { return answer_text.data(); }

}  // namespace novphy::web
