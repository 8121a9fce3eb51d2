#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_fields.h"

/// Forms: pages of a study with questions of the researcher's own, such as how sure somebody is of an answer,
/// what has changed, age, or whether they read the questions at all.
namespace novphy {

/// A question of a form. Its answer in data is a JSON value: a whole number for kSlider and kNumber, the
/// number of the choice, from 0, for kChoice (an array of them where there may be several), a text for kText,
/// and null where an optional question was left out.
struct FormQuestion {
  enum class Kind { kSlider, kNumber, kChoice, kText };

  std::string name{};  ///< names the answer in data
  Kind kind = Kind::kText;
  std::string text{};
  int from = 0;  ///< kSlider, kNumber: least and largest answer
  int to = 100;
  std::string low{};  ///< kSlider: words at both ends
  std::string high{};
  std::vector<std::string> choices{};  ///< kChoice
  bool several = false;                ///< kChoice: any number of them, at least one
  bool optional = false;
  std::string right{};  ///< of an attention check: the JSON of the right answer; "": any is right
  friend bool operator==(const FormQuestion&, const FormQuestion&) = default;
};

struct StudyForm {
  std::string name{};
  std::string title{};
  std::string text{};  ///< may be empty
  std::string button{};
  std::vector<FormQuestion> questions{};
  /// The step that it follows: a page ("welcome", "consent", "instructions", "begin", "pause"), the last
  /// "practice", each "question" about a task, or the last question of each "group".
  std::string after{};
  std::vector<int> tasks{};  ///< after "question": only of these tasks of a group, from 1; empty: of all
  std::string answered{};    ///< after "question": only after "yes" or "no"; "": after both
  std::vector<std::string> conditions{};  ///< only in these; empty: in all
  friend bool operator==(const StudyForm&, const StudyForm&) = default;
};

/// The fields of a study file's "forms", without their names.
void describe(FieldIo& io, FormQuestion& question);
void describe(FieldIo& io, StudyForm& form);

/// Reads the forms of a study file. Notes every problem that a form has by itself.
std::vector<StudyForm> read_forms(const Node& node);

/// Whatever of the forms is not wording, for the study's hash; "" without forms.
std::string structure_of(const std::vector<StudyForm>& forms);

/// The form as pages of browsers read it: what it shows, with the names of its questions.
std::string form_json(const StudyForm& form);

/// What is wrong with answers, the JSON of an object by the questions' names; "" where they fit the form.
std::string problem_of(const StudyForm& form, const std::string& answers);

struct FormAnswer {
  const FormQuestion* question;
  std::string value;            ///< JSON
  std::string label;            ///< as the participant saw it: the words of choices, separated by "; "
  std::optional<bool> right{};  ///< nothing where the question is no attention check
};

/// The answers of a form, which must outlive them. They must fit the form.
std::vector<FormAnswer> answers_of(const StudyForm& form, const std::string& answers);

}  // namespace novphy
