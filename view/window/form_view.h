#pragma once

#include <set>
#include <string>
#include <vector>

#include "trials/studies/study_forms.h"
#include "view/window/view.h"

namespace novphy::window {

/// The questions of a form, one after the other. A slider and choices take the mouse, or the arrow keys and
/// the space bar; numbers and texts are typed. The button below, or Enter, leads on once the answer fits.
class FormView : public View {
 public:
  /// The form must outlive the view.
  explicit FormView(const StudyForm& form) : form_(form) {}

  void handle(const Input& input) override;
  void advance(double ms) override { shown_for_ms_ += ms; }
  void draw(Canvas& canvas) override;
  bool changed() const override { return changed_; }
  bool takes_text() const override;
  bool finished() const override { return given_.size() == form_.questions.size(); }
  /// The answers as JSON. Call it only when finished().
  std::string answers() const;

  /// The places in the last picture: of the choices, or of the slider; and of the button.
  const std::vector<Area>& answer_areas() const { return areas_; }
  const Area& button_area() const { return button_; }

 private:
  const FormQuestion& question() const { return form_.questions[given_.size()]; }
  void point(const Input& input);
  void key(const Input& input);
  void choose(std::size_t choice);
  void slide(int to);
  void type(const std::string& text);
  std::string answer() const;
  bool answer_fits() const;
  void go_on();
  double draw_heading(Canvas& canvas, const Area& area) const;
  void draw_choices(Canvas& canvas, const Area& area);
  void draw_slider(Canvas& canvas, const Area& area);
  void draw_field(Canvas& canvas, const Area& area) const;

  const StudyForm& form_;
  JsonMembers given_{};  ///< the answers so far
  double shown_for_ms_ = 0;
  std::string typed_{};             ///< kNumber, kText
  std::set<std::size_t> chosen_{};  ///< kChoice
  std::size_t marked_ = 0;          ///< kChoice: the choice that the space bar takes
  int value_ = 0;                   ///< kSlider
  bool touched_ = false;            ///< kSlider: it has an answer
  bool sliding_ = false;
  std::vector<Area> areas_{};
  Area button_{};
  bool changed_ = true;
};

}  // namespace novphy::window
