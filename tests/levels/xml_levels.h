#pragma once

#include <string>

#include "levels/task_file.h"
#include "tests/levels/shipped_catalogue.h"

/// Levels as Science Birds XML, for tests of their reader.
namespace novphy {

inline const std::string kPig = R"(<Pig type="BasicSmall" x="1" y="-3.2" rotation="0" />)";

inline std::string level(const std::string& objects,
                         const std::string& slingshot = R"(<Slingshot x="-12" y="-2.5" />)") {
  return "<Level width=\"2\">\n<Birds><Bird type=\"BirdRed\" /></Birds>\n" + slingshot + "\n<GameObjects>\n" +
         objects + "\n</GameObjects>\n</Level>\n";
}

inline Task parse(const std::string& text, const std::string& file = "x.xml", Warnings* warnings = nullptr) {
  return parse_task_xml(text, file, shipped_catalogue(), warnings);
}

}  // namespace novphy
