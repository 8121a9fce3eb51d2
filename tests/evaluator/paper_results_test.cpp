#include "evaluator/report/paper_results.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <regex>
#include <string>

#include "base/names.h"

using namespace novphy;

namespace {

double leading_number(std::string_view published) { return std::stod(std::string(published)); }

}  // namespace

TEST_CASE("the paper's tables have twelve columns for every novelty, scenario and measure") {
  CHECK(paper_agents().size() == 12);
  const std::regex number("[0-9]+\\.[0-9][0-9]±[0-9]+\\.[0-9][0-9]");
  const auto check = [&](PaperTable table, std::string_view name) {
    for (const char* measure : {"cdt", "dd", "ap", "aus_trapz"}) {
      INFO(name << " " << measure);
      const auto values = paper_results(table, name, measure);
      REQUIRE(values.size() == 12);
      const bool detection = measure[1] == 'd';
      for (std::size_t i = 0; i < values.size(); ++i) {
        const bool learns = i >= 1 && i <= 7;  // learning agents were told of the novelty
        if (learns && detection) CHECK(values[i] == "-");
        if (!learns || !detection) CHECK(std::regex_match(std::string(values[i]), number));
      }
    }
  };
  for (const std::string_view name : kNovelties) check(PaperTable::kNps, name);
  for (const std::string_view name : kScenarios) check(PaperTable::kSpn, name);
}

TEST_CASE("the paper's tables hold nothing else") {
  CHECK(paper_results(PaperTable::kNps, "rolling", "cdt").empty());
  CHECK(paper_results(PaperTable::kSpn, "objects", "cdt").empty());
  CHECK(paper_results(PaperTable::kNps, "objects", "aus").empty());
  CHECK(paper_results(PaperTable::kNps, "ice", "cdt").empty());
}

TEST_CASE("the paper's two tables have the same mean over all cells") {
  const auto mean_of = [](PaperTable table, const auto& names, std::string_view measure, std::size_t column) {
    double sum = 0;
    for (const std::string_view name : names)
      sum += leading_number(paper_results(table, name, measure)[column]);
    return sum / static_cast<double>(names.size());
  };
  for (const char* measure : {"cdt", "ap", "aus_trapz"})
    for (std::size_t column = 0; column < 12; ++column) {
      if (paper_results(PaperTable::kNps, "objects", measure)[column] == "-") continue;
      INFO(measure << " of " << paper_agents()[column]);
      CHECK(mean_of(PaperTable::kNps, kNovelties, measure, column) ==
            Approx(mean_of(PaperTable::kSpn, kScenarios, measure, column)).margin(0.006));
    }
}
