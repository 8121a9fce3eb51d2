#include "trials/studies/study_forms.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/lists.h"

namespace novphy {
namespace {

constexpr int kLargestAnswer = 1'000'000;
constexpr std::size_t kMostChoices = 100;
constexpr std::size_t kLongestAnswer = 10'000;  // bytes of a text

using Given = nlohmann::json;
using Asks = FormQuestion::Kind;

constexpr WordCodec<Asks, 4> kQuestionKind{{"slider", "number", "choice", "text"}};
constexpr TextCodec kFormWords{[](const Node& node, const std::string& text) {
  if (node.is_text() && text.empty()) node.expected("a text that is not empty");
}};

/// Any JSON value, kept as its text; "" for none.
struct AnyCodec {
  std::string read(const Node& node) const { return node.json(); }
  void write(JsonText& out, const std::string& json) const { out.text += json; }
};

bool is_name(const std::string& name) {
  return !name.empty() && name.size() <= 64 && std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return c < 0x80 && (std::isalnum(c) != 0 || c == '_');
  });
}

std::string wrong_number(const Given& answer, int from, int to) {
  if (answer.is_number_integer() && answer >= from && answer <= to) return "";
  return fmt::format("found {}, expected a whole number from {} to {}", answer.dump(), from, to);
}

/// What is wrong with an answer to this question; "" where it fits.
std::string wrong(const FormQuestion& question, const Given& answer) {
  if (answer.is_null()) return question.optional ? "" : "expected an answer";
  const int last = static_cast<int>(question.choices.size()) - 1;
  switch (question.kind) {
    case Asks::kSlider:
    case Asks::kNumber:
      return wrong_number(answer, question.from, question.to);
    case Asks::kText:
      if (!answer.is_string()) return "expected a text";
      if (answer.get_ref<const std::string&>().empty() && !question.optional) return "expected an answer";
      return answer.get_ref<const std::string&>().size() > kLongestAnswer ? "expected a shorter text" : "";
    case Asks::kChoice:
      if (!question.several) return wrong_number(answer, 0, last);
      if (!answer.is_array() || (answer.empty() && !question.optional)) return "expected an array of choices";
      for (std::size_t i = 0; i < answer.size(); ++i) {
        if (const std::string problem = wrong_number(answer[i], 0, last); !problem.empty()) return problem;
        if (i > 0 && answer[i] <= answer[i - 1]) return "expected the choices in order";
      }
      return "";
  }
  return "";
}

void check_question(const Node& node, const FormQuestion& question) {
  if (node.has_errors()) return;
  if (question.from >= question.to) node.expected("\"from\" below \"to\"");
  if (question.kind == Asks::kChoice && question.choices.size() < 2) node.expected("two or more choices");
  if (question.right.empty()) return;
  if (const std::string problem = wrong(question, Given::parse(question.right)); !problem.empty())
    node.at("right").error(problem);
}

StudyForm read_form(const std::string& name, const Node& node) {
  auto form = read_fields<StudyForm>(node, {.name = name});
  if (!is_name(name)) node.error("expected a name of letters, digits and _");
  for (const auto& [key, each] : node.at("questions").members()) {
    form.questions.push_back(read_fields<FormQuestion>(each, {.name = key}));
    if (!is_name(key)) each.error("expected a name of letters, digits and _");
    check_question(each, form.questions.back());
  }
  if (form.questions.empty() && !node.has_errors()) node.at("questions").expected("at least one question");
  if (form.after != "question" && (!form.tasks.empty() || !form.answered.empty()))
    node.error("has \"tasks\" or \"answered\", which only forms after \"question\" may have");
  return form;
}

std::string label_of(const FormQuestion& question, const Given& answer) {
  if (answer.is_null()) return "";
  if (question.kind == Asks::kText) return answer.get<std::string>();
  if (question.kind != Asks::kChoice) return answer.dump();
  std::vector<std::string> labels;
  for (const Given& choice : question.several ? answer : Given::array({answer}))
    labels.push_back(question.choices.at(choice.get<std::size_t>()));
  return fmt::format("{}", fmt::join(labels, "; "));
}

}  // namespace

void describe(FieldIo& io, FormQuestion& question) {
  io.field("kind", question.kind, kQuestionKind);
  io.field("text", question.text, kFormWords);
  if (question.kind == Asks::kSlider || question.kind == Asks::kNumber) {
    io.field("from", question.from, WholeCodec{-kLargestAnswer, kLargestAnswer});
    io.field("to", question.to, WholeCodec{-kLargestAnswer, kLargestAnswer});
  }
  if (question.kind == Asks::kSlider) {
    io.field("low", question.low, kFormWords);
    io.field("high", question.high, kFormWords);
  }
  if (question.kind == Asks::kChoice) {
    io.field("choices", question.choices, ListCodec{kFormWords, 2, kMostChoices, false});
    io.field("several", question.several, FlagCodec{}, false);
  }
  io.field("optional", question.optional, FlagCodec{}, false);
  io.field("right", question.right, AnyCodec{}, "");
}

void describe(FieldIo& io, StudyForm& form) {
  io.field("title", form.title, kFormWords);
  io.field("text", form.text, TextCodec{}, "");
  io.field("button", form.button, kFormWords);
  if (FieldReader* reader = io.reader()) {
    reader->get("questions");
    io.field("after", form.after, kFormWords);
    io.field("tasks", form.tasks, ListCodec{WholeCodec{1, 1000}}, {});
    if (const Node answered = reader->get("answered")) form.answered = answered.one_of({"yes", "no"});
    io.field("conditions", form.conditions, ListCodec{kFormWords}, {});
  }
}

std::vector<StudyForm> read_forms(const Node& node) {
  std::vector<StudyForm> forms;
  for (const auto& [name, form] : node.members()) forms.push_back(read_form(name, form));
  return forms;
}

std::string structure_of(const std::vector<StudyForm>& forms) {
  std::string all;
  for (const StudyForm& form : forms) {
    all += fmt::format("{} after {} {} {} {}:", form.name, form.after, form.tasks, form.answered,
                       form.conditions);
    for (const FormQuestion& each : form.questions)
      all += fmt::format(" {} {} {}..{} {} {} {} {};", each.name, kQuestionKind.word(each.kind), each.from,
                         each.to, each.choices.size(), each.several, each.optional, each.right);
  }
  return all;
}

std::string form_json(const StudyForm& form) {
  JsonMembers questions;
  for (const FormQuestion& question : form.questions)
    questions.emplace_back(question.name, to_json(question));
  JsonText out;
  FieldWriter io(out);
  visit_fields(io, form);
  io.field("questions", json_object(questions), AnyCodec{});
  io.done();
  return std::move(out.text);
}

std::string problem_of(const StudyForm& form, const std::string& answers) {
  const Given given = Given::parse(answers, nullptr, false);
  if (!given.is_object()) return fmt::format("found no answers to the form {}", form.name);
  for (const FormQuestion& question : form.questions) {
    const std::string problem = given.contains(question.name) ? wrong(question, given[question.name])
                                                              : std::string("expected an answer");
    if (!problem.empty()) return fmt::format("{} of the form {}: {}", question.name, form.name, problem);
  }
  for (const auto& [name, answer] : given.items())
    if (std::ranges::find(form.questions, name, &FormQuestion::name) == form.questions.end())
      return fmt::format("the form {} has no question {}", form.name, name);
  return "";
}

std::vector<FormAnswer> answers_of(const StudyForm& form, const std::string& answers) {
  const Given given = Given::parse(answers);
  std::vector<FormAnswer> all;
  for (const FormQuestion& question : form.questions) {
    const Given& answer = given.at(question.name);
    all.push_back({&question, answer.dump(), label_of(question, answer)});
    if (!question.right.empty()) all.back().right = answer == Given::parse(question.right);
  }
  return all;
}

}  // namespace novphy
