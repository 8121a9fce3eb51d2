#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "evaluator/evaluation.h"
#include "evaluator/plot/figure.h"
#include "evaluator/tables/table.h"

namespace novphy {

/// The text as HTML that shows it unchanged.
std::string escaped(std::string_view text);

/// escaped() with places where a long name may break: behind each underscore, slash and colon.
std::string breakable(std::string_view name);

/// An <img> element with a PNG file, given as base 64, inside the page.
std::string inline_png(std::string_view base64, std::string_view alternative, int width_px);

/// A part of a page that folds away. A part that is not open is not printed. Summary and content are HTML.
std::string folding(std::string_view summary, std::string_view content, bool open,
                    std::string_view css_class = "");

/// A table of a page. Cells are HTML. The first `names` columns hold names, the other columns numbers.
class HtmlTable {
 public:
  explicit HtmlTable(std::size_t names) : names_(names) {}

  /// Adds a row of headings. spans[i] is the number of columns that the i-th heading covers; without spans
  /// each heading covers one column.
  void add_heading(const std::vector<std::string>& cells, const std::vector<int>& spans = {});
  /// Adds a row; `id` is a link's target, "" for none.
  void add(const std::vector<std::string>& cells, const std::string& id = "");
  bool empty() const { return body_.empty(); }
  /// The table's HTML. A table that is too wide for the screen scrolls by itself. A click on a heading sorts
  /// the rows, where scripts run.
  std::string text() const;

 private:
  std::size_t names_;
  std::string head_;
  std::string body_;
};

/// Says how many novel tasks the agents' trials have where the numbers differ. A delay of 5 is a miss for
/// people with 4 novel tasks, and early for an agent with 40. "" where all trials have equally many.
std::string lengths_note(const Evaluation& evaluation);
/// Whether a measure counts novel tasks until detection or adaptation.
bool is_delay(std::string_view key);
/// lengths_note() as a sentence: "Note: ... ."; "" without a note.
std::string note_of(const Evaluation& evaluation);

/// A section of the report's page. One without a body has nothing to say, and the page leaves it out.
struct Section {
  std::string id;       ///< the target of links to the section
  std::string title;    ///< plain text
  std::string body;     ///< HTML
  bool folded = false;  ///< Whether the reader must open the section. A folded section is not printed.
};

/// Links to the sections, then the sections in their order. A title folds its section away.
std::string html_of(std::vector<Section> sections);

/// A figure inside the page, with its caption.
std::string html_of(const plot::Figure& figure);

/// A whole page with style sheet and script, that needs no other file. The body is that of html_of(sections).
std::string html_page(std::string_view title, std::string_view made_by, std::string_view body);

/// The table's notes, its rows, and the notes of its cells, as HTML. "" without rows and notes.
std::string html_of(const Table& table);
/// Each note as a paragraph.
std::string html_notes(std::span<const std::string> notes);

}  // namespace novphy
