#include "levels/parameters.h"

#include <array>
#include <catch2/catch.hpp>
#include <vector>

#include "levels/pair.h"
#include "tests/levels/shipped_catalogue.h"

using namespace novphy;

namespace {

/// The JSON of a pair with these parameters, whose pig stands at `at`.
std::string pair_text(const std::string& parameters, const std::string& at = "[0, 0]",
                      const std::string& more = "") {
  return R"({"novphy_pair": 1, "novelty": "n", "scenario": "s", "parameters": {)" + parameters +
         R"(}, "common": {"birds": ["red"], "objects": [)" + more + R"({"type": "pig_small", "at": )" + at +
         R"(}]}, "normal": {}, "novel": {}})";
}

Pair read_family(const std::string& text, const ParameterValues& values = {}) {
  return parse_pair_json(text, "p.json", shipped_catalogue(), values);
}

std::string problems(const std::string& text) {
  try {
    read_family(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

const std::string kGap = R"("gap": {"base": 1, "range": [0, 2]})";

}  // namespace

TEST_CASE("formulas stand where numbers stand, and have the base where no value is given") {
  const std::string text = pair_text(kGap + R"(, "edge": "=gap * 2")", R"(["=edge + 1", "=-gap"])");
  const Pair base = read_family(text);
  CHECK(base.normal.task.objects.front().at_m == Vec2{3, -1});
  CHECK(base.family.parameters == std::vector<Parameter>{{.name = "gap", .base = 1.0, .min = 0, .max = 2}});
  CHECK(read_family(text, {{"gap", 0.5}}).novel.task.objects.front().at_m == Vec2{2, -0.5});
}

TEST_CASE("a member that is read from the pair's JSON is the one that is parsed from its text") {
  const Pair base = read_family(pair_text(kGap + R"(, "edge": "=gap * 2")", R"(["=edge + 1", "=-gap"])"));
  for (const double gap : {0.5, 2.0, 0.0, 1.0}) {
    const Pair member = member_of(base, {.values = {{"gap", gap}}}, shipped_catalogue());
    const Pair parsed = read_family(base.text, {{"gap", gap}});
    CHECK(member.normal == parsed.normal);
    CHECK(member.novel == parsed.novel);
    CHECK(member.text == base.text);
    CHECK(member.file == base.file);
  }
}

TEST_CASE("more formulas than a thread keeps parsed give their values") {
  Formulas formulas;
  formulas.give("x", 2);
  for (int round = 0; round < 2; ++round)
    for (int i = 0; i < 1500; ++i) CHECK(formulas.value("x + " + std::to_string(i)) == 2 + i);
}

TEST_CASE("a word is one of a list, by its index") {
  const std::string text = pair_text(R"("ball": {"base": "wood", "of": ["stone", "wood"]})", "[5, 0]",
                                     R"({"type": "circle", "material": "=ball", "at": [0, 0]}, )");
  CHECK(read_family(text).normal.task.objects.front().material == "wood");
  CHECK(read_family(text, {{"ball", "stone"}}).normal.task.objects.front().material == "stone");
  CHECK(read_family(text).family.parameters.front().words == std::vector<std::string>{"stone", "wood"});
}

TEST_CASE("what formulas give is rounded to a tenth of a millimetre") {
  CHECK(read_family(pair_text(kGap, R"(["=gap / 3", 0])")).normal.task.objects.front().at_m.x == 0.3333);
}

TEST_CASE("boxes of effects, sizes and angles may vary too") {
  const std::string text =
      pair_text(kGap, "[5, 5]",
                R"({"type": "platform", "at": [0, 0], "size": ["=gap", 0.4], "angle_deg": "=10 * gap"}, )");
  const Object platform = read_family(text).normal.task.objects.front();
  CHECK(platform.size_m == Vec2{1, 0.4});
  CHECK(platform.angle_rad == Approx(radians(10)));
}

TEST_CASE("a text that is no formula is no number") {
  CHECK_THAT(problems(pair_text(kGap, R"(["gap", 0])")),
             Catch::Contains("/common/objects/0/at/0: expected a number"));
}

TEST_CASE("mistakes in parameters are told with line and place") {
  const auto in_row = [](const std::string& name, const std::string& row) {
    return problems(pair_text("\"" + name + "\": " + row));
  };
  const std::vector<std::array<std::string, 3>> rows{
      {"gap", R"({"base": 3, "range": [0, 2]})",
       "p.json:1: /parameters/gap/base: expected a number within the range, from 0 to 2"},
      {"gap", R"({"base": 1, "range": [2, 0]})", "/parameters/gap/range: expected"},
      {"gap", R"({"base": 1})", "expected a key \"range\""},
      {"gap", R"({"base": 1, "range": [0, 2], "unit": "m"})", "/parameters/gap/unit"},
      {"gap", "5", "/parameters/gap: expected an object"},
      {"skin", R"({"base": "green", "of": ["", "pink"]})", "/parameters/skin/base"},
      {"dx", R"({"base": 0, "range": [-1, 1]})", "found \"dx\""},
      {"sin", R"({"base": 0, "range": [-1, 1]})", "found \"sin\""},
      {"edge", R"("=gap")", "/parameters/edge: the formula \"gap\" names \"gap\", which is not a parameter"}};
  for (const auto& [name, row, expected] : rows) {
    INFO(row);
    CHECK_THAT(in_row(name, row), Catch::Contains(expected));
  }
}

TEST_CASE("mistakes in formulas are told where they stand") {
  const std::string cycle = pair_text(R"("a": "=b", "b": "=a")");
  CHECK_THAT(problems(cycle), Catch::Contains("needs itself through"));
  const std::string broken = pair_text(kGap, R"(["=gap +", 0])");
  CHECK_THAT(problems(broken),
             Catch::Contains("/common/objects/0/at/0: the formula \"gap +\" cannot be computed"));
  const std::string infinite = pair_text(kGap, R"x(["=1 / (gap - 1)", 0])x");
  CHECK_THAT(problems(infinite), Catch::Contains("has no finite value"));
}

TEST_CASE("conditions hold for the base, and are asked of members") {
  std::string text = pair_text(kGap);
  text.replace(text.find("\"parameters\""), 12,
               R"("must": ["gap > 0.5", "gap < 1.5 && gap != 1.2"], "parameters")");
  const Family family = read_family(text).family;
  CHECK(holds(family, {}));
  CHECK(holds(family, {{"gap", 1.4}}));
  CHECK_FALSE(holds(family, {{"gap", 1.2}}));
  CHECK_FALSE(holds(family, {{"gap", 0.2}}));
}

// A draw of such a member once ended in an internal error.
TEST_CASE("a condition without a finite value does not hold") {
  std::string text = pair_text(kGap);
  text.replace(text.find("\"parameters\""), 12, R"x("must": ["sqrt(gap - 0.5)", "1 / gap"], "parameters")x");
  const Family family = read_family(text).family;
  CHECK(holds(family, {}));
  CHECK_FALSE(holds(family, {{"gap", 0.2}}));
  CHECK_FALSE(holds(family, {{"gap", 0.0}}));
}

TEST_CASE("an error about a long formula, condition or name quotes its beginning") {
  const std::string big(200'000, 'x');
  std::string text = pair_text(
      "\"a\": \"=" + big + "\", \"" + big + "\": {\"base\": 1, \"range\": [0, 2]}, \"1" + big + "\": 1",
      "[\"=" + big + "\", 0]");
  text.replace(text.find("\"parameters\""), 12, "\"must\": [\"1 < " + big + "\"], \"parameters\"");
  const std::string told = problems(text);
  CHECK(told.size() < 2000);
  CHECK_THAT(told, Catch::Contains("/parameters/a: the formula that begins with \"xxx"));
  CHECK_THAT(told, Catch::Contains("/must/0: the condition that begins with \"1 < xxx"));
}

TEST_CASE("conditions that do not hold or are none are told") {
  const auto with_condition = [](const std::string& condition) {
    std::string text = pair_text(kGap);
    return problems(
        text.replace(text.find("\"parameters\""), 12, "\"must\": [" + condition + "], \"parameters\""));
  };
  CHECK_THAT(with_condition(R"("gap > 1")"),
             Catch::Contains("p.json:1: /must/0: the condition \"gap > 1\" does not hold"));
  CHECK_THAT(with_condition(R"("gap > 0", "hole < 2")"),
             Catch::Contains("/must/1: the condition \"hole < 2\" names \"hole\""));
  CHECK_THAT(with_condition("3"), Catch::Contains("/must/0: expected"));
}

TEST_CASE("parameters, conditions and formulas are bounded") {
  std::string chain = R"("p0": {"base": 1, "range": [0, 2]})";
  for (int i = 1; i < 20'000; ++i)
    chain += ", \"p" + std::to_string(i) + "\": \"=p" + std::to_string(i - 1) + "\"";
  CHECK(problems(pair_text(chain)) == "p.json:1: /parameters: expected at most 100 parameters, found 20000");
  std::string conditions = "\"must\": [\"1 > 0\"";
  for (int i = 0; i < 100; ++i) conditions += ", \"1 > 0\"";
  CHECK_THAT(problems("{" + conditions + "], " + pair_text(kGap).substr(1)),
             Catch::Contains("/must: expected an array of a length from 0 to 100, found an array of 101"));
  std::string objects;
  for (int i = 0; i < 10'000; ++i) objects += R"({"at": "=gap"},)";
  CHECK_THAT(problems(pair_text(kGap, "[0, 0]", objects)),
             Catch::Contains("expected fewer than 10000 formulas"));
}

TEST_CASE("formulas that name each other twice are computed once") {
  std::string list = R"("p0": {"base": 0, "range": [0, 1]}, "p1": "=p0")";
  for (int i = 2; i < 90; ++i)
    list += ", \"p" + std::to_string(i) + "\": \"=p" + std::to_string(i - 1) + " + p" +
            std::to_string(i - 2) + "\"";
  CHECK(problems(pair_text(list, R"(["=p89", 0])")) == "none");
}
