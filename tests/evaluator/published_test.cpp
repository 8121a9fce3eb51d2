#include "evaluator/report/published.h"

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
  CHECK(published_agents().size() == 12);
  const std::regex number("[0-9]+\\.[0-9][0-9]±[0-9]+\\.[0-9][0-9]");
  const auto check = [&](PublishedTable table, std::string_view name) {
    for (const char* measure : {"cdt", "dd", "ap", "aus_trapz"}) {
      INFO(name << " " << measure);
      const auto values = published(table, name, measure);
      REQUIRE(values.size() == 12);
      const bool detection = measure[1] == 'd';
      for (std::size_t i = 0; i < values.size(); ++i) {
        const bool learns = i >= 1 && i <= 7;  // told of the novelty
        if (learns && detection) CHECK(values[i] == "-");
        if (!learns || !detection) CHECK(std::regex_match(std::string(values[i]), number));
      }
    }
  };
  for (const std::string_view name : kNovelties) check(PublishedTable::kNps, name);
  for (const std::string_view name : kScenarios) check(PublishedTable::kSpn, name);
}

TEST_CASE("the paper's tables hold nothing else") {
  CHECK(published(PublishedTable::kNps, "rolling", "cdt").empty());
  CHECK(published(PublishedTable::kSpn, "objects", "cdt").empty());
  CHECK(published(PublishedTable::kNps, "objects", "aus").empty());
  CHECK(published(PublishedTable::kNps, "ice", "cdt").empty());
}

TEST_CASE("the paper's two tables have the same mean over all cells") {
  const auto mean_of = [](PublishedTable table, const auto& names, std::string_view measure,
                          std::size_t column) {
    double sum = 0;
    for (const std::string_view name : names) sum += leading_number(published(table, name, measure)[column]);
    return sum / static_cast<double>(names.size());
  };
  for (const char* measure : {"cdt", "ap", "aus_trapz"})
    for (std::size_t column = 0; column < 12; ++column) {
      if (published(PublishedTable::kNps, "objects", measure)[column] == "-") continue;
      INFO(measure << " of " << published_agents()[column]);
      CHECK(mean_of(PublishedTable::kNps, kNovelties, measure, column) ==
            Approx(mean_of(PublishedTable::kSpn, kScenarios, measure, column)).margin(0.006));
    }
}
