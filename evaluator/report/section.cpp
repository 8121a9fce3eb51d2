#include "evaluator/report/section.h"

#include <fmt/core.h>

#include "evaluator/report/html.h"

namespace novphy {
namespace {

std::string link_to(const Section& section) {
  return fmt::format("<a href=\"#{}\">{}</a>", section.id, escaped(section.title));
}

std::string part(const Section& section) {
  const std::string heading = fmt::format("<h2 id=\"{}\">{}</h2>", section.id, escaped(section.title));
  return folding(heading, section.body, !section.folded, "part");
}

}  // namespace

std::string html_of(std::vector<Section> sections) {
  std::erase_if(sections, [](const Section& section) { return section.body.empty(); });
  std::string links;
  std::string parts;
  for (const Section& section : sections) {
    links += link_to(section);
    parts += part(section);
  }
  return "<nav>" + links + "</nav>\n" + parts;
}

}  // namespace novphy
