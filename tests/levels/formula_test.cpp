#include <catch2/catch.hpp>

#include "levels/parameters.h"

using namespace novphy;

namespace {

std::string problem(const Formulas& formulas, const std::string& formula) {
  try {
    formulas.value(formula);
  } catch (const FormulaError& error) {
    return error.what();
  }
  return "none";
}

}  // namespace

TEST_CASE("formulas compute, angles are degrees") {
  Formulas f;
  f.give("gap", 0.5);
  f.define("edge", "gap * 2 + 1");
  CHECK(f.value("gap + edge") == Approx(2.5));
  CHECK(f.value("-edge / 4") == Approx(-0.5));
  CHECK(f.value("sin(30) + cos(60) + tan(45)") == Approx(2));
  CHECK(f.value("atan2(1, 1)") == Approx(45));
  CHECK(f.value("sqrt(abs(-4)) + min(1, 2) + max(1, 2) + 2^3") == Approx(13));
  CHECK(f.value("gap > 0.3 ? 7 : 8") == 7);
  CHECK(f.value("gap == 0.5 ? 1 : 0") == 1);
}

TEST_CASE("what a name means is looked up when it is needed") {
  Formulas f;
  f.define("edge", "gap + 1");
  f.give("gap", 1);
  CHECK(f.named("edge") == 2);
  f.give("gap", 2);
  CHECK(f.named("edge") == 3);
  f.give("edge", 9);
  CHECK(f.value("edge") == 9);
}

TEST_CASE("a broken formula says what is wrong") {
  Formulas f;
  f.give("gap", 1);
  f.define("a", "b + 1");
  f.define("b", "a * 2");
  CHECK(problem(f, "gap + hole") == "names \"hole\", which is not a parameter");
  CHECK(problem(f, "a") == "needs itself through \"a\"");
  CHECK(problem(f, "1 / 0") == "has no finite value");
  CHECK(problem(f, "gap = 3") == "assigns a value instead of computing one");
  CHECK(problem(f, "1, 2") == "has more than one value");
  for (const char* broken : {"", "1 +", "(gap", "min(1)", "rnd(1)", "gap gap", "\"text\"", "gap; 2"}) {
    INFO(broken);
    CHECK_THAT(problem(f, broken), Catch::StartsWith("cannot be computed: ") || Catch::StartsWith("names "));
  }
}

TEST_CASE("names are letters, digits and _, and no functions") {
  for (const char* good : {"gap", "_a1", "X", "sine"}) CHECK(is_formula_name(good));
  for (const char* bad : {"", "1a", "a-b", "sin", "max", "a b", "\xC3\xA4"})
    CHECK_FALSE(is_formula_name(bad));
}

TEST_CASE("long formulas and long chains of formulas are refused") {
  Formulas formulas;
  CHECK_THROWS_WITH(formulas.value(std::string(1001, '(')), "is longer than 1000 characters");
  formulas.give("p0", 1);
  for (int i = 1; i <= 101; ++i) formulas.define("p" + std::to_string(i), "p" + std::to_string(i - 1));
  CHECK(formulas.value("p100") == 1);
  CHECK_THROWS_WITH(formulas.value("p101"), "needs a chain of more than 100 formulas");
}

TEST_CASE("settled formulas are values, and the others keep their mistake") {
  Formulas formulas;
  formulas.define("two", "1 + 1");
  formulas.define("four", "two * 2");
  formulas.define("broken", "four +");
  formulas.settle();
  formulas.give("two", 100);
  CHECK(formulas.value("four") == 4);
  CHECK_THROWS_AS(formulas.value("broken"), FormulaError);
}
