#include <fmt/core.h>

#include <algorithm>

#include "evaluator/tables/table.h"

namespace novphy {
namespace {

/// LaTeX source that prints the text unchanged.
std::string latex_escaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i).starts_with("±")) {
      out += "$\\pm$";
      ++i;
      continue;
    }
    switch (const char c = text[i]; c) {
      case '\\':
        out += "\\textbackslash{}";
        break;
      case '~':
        out += "\\textasciitilde{}";
        break;
      case '^':
        out += "\\textasciicircum{}";
        break;
      case '_':
      case '&':
      case '%':
      case '$':
      case '#':
      case '{':
      case '}':
        out += '\\';
        [[fallthrough]];
      default:
        out += c;
    }
  }
  return out;
}

/// "single_force" as a paper prints it.
std::string latex_word(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  if (!name.empty() && name[0] >= 'a' && name[0] <= 'z') name[0] = static_cast<char>(name[0] - 'a' + 'A');
  return latex_escaped(name);
}

std::string latex_cell(const Column& column, const CellTexts& texts) {
  const std::string mark = texts.mark.empty() ? "" : "$^{" + texts.mark + "}$";
  if (texts.value == "–") return "--" + mark;
  if (column.kind == ColumnKind::kWord) return latex_word(texts.value) + mark;
  if (column.kind == ColumnKind::kName) return latex_escaped(texts.value) + mark;
  std::string text = "$" + texts.value;
  if (!texts.plus_minus.empty())
    text += " \\pm" + (texts.plus_minus == "–" ? "$ --" : " " + texts.plus_minus + "$");
  if (texts.plus_minus.empty()) text += "$";
  if (!texts.interval.empty()) text += texts.interval == "[–]" ? " [--]" : " $" + texts.interval + "$";
  const std::string n = texts.n.starts_with("n=") ? "$" + texts.n + "$" : texts.n;
  const std::string rests = texts.defined + (texts.defined.empty() || n.empty() ? "" : ", ") + n;
  return text + (rests.empty() ? "" : " (" + rests + ")") + mark;
}

/// A rule stands between rows of different first names, and a name is not repeated.
std::string latex_rows(const Table& table, std::span<const std::size_t> shown) {
  std::string text, last;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    std::string line;
    for (const std::size_t i : shown) {
      std::string cell = latex_cell(table.columns[i], texts_of(table, row, i));
      if (i == shown.front()) {
        if (row == 0 || cell != last) text += "\\midrule\n";
        cell = row > 0 && cell == last ? "" : last = cell;
      }
      line += (i == shown.front() ? "" : " & ") + cell;
    }
    text += line + " \\\\\n";
  }
  return text;
}

/// The notes below the table, and as comments that stay where an author removes these.
std::string latex_notes(const Table& table) {
  std::string comments, below, mark;
  const auto add = [&](const std::string& begin, const std::string& note) {
    comments += "% " + note + "\n";
    below += (below.empty() ? "" : " ") + begin + latex_escaped(note);
  };
  for (const std::string& note : table.notes) add("", note);
  for (const std::string& note : cell_notes(table)) add("$^{" + (mark += '*') + "}$ ", note);
  if (below.empty()) return "";
  return comments + "\\par\\smallskip\\parbox{\\linewidth}{\\footnotesize " + below + "}\n";
}

std::string latex_table(const Table& table) {
  const auto shown = shown_columns(table, kLatex);
  std::string head, columns;
  const std::size_t names = names_of(table, shown);
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const Column& column = table.columns[shown[i]];
    head += (i > 0 ? " & " : "") + (i < names ? latex_word(column.title) : latex_escaped(column.title));
    columns += i < names ? 'l' : 'r';
  }
  return fmt::format("\\begin{{table}}\n\\centering\n\\caption{{{}}}\n\\label{{tab:{}}}\n",
                     latex_escaped(table.title), table.key) +
         fmt::format(
             "\\begin{{tabular}}{{{}}}\n\\toprule\n{} "
             "\\\\\n{}\\bottomrule\n\\end{{tabular}}\n{}\\end{{table}}\n",
             columns, head, latex_rows(table, shown), latex_notes(table));
}

}  // namespace

std::string latex_of(std::span<const Table> tables) {
  std::string text;
  for (const Table& table : tables) text += (text.empty() ? "" : "\n") + latex_table(table);
  return text;
}

}  // namespace novphy
