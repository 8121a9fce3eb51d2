#include <algorithm>
#include <catch2/catch.hpp>

#include "generator/difficulty/observed.h"

using namespace novphy;

namespace {

/// Examples of classes "a" around 0 and "b" around 10 in the first column; the second column is noise.
NamedExamples two_classes(int count) {
  NamedExamples examples;
  for (int i = 0; i < count; ++i) {
    examples.rows.push_back({i % 2 * 10.0 + 0.1 * (i % 5), 1000.0 * (i % 7)});
    examples.classes.emplace_back(i % 2 == 0 ? "a" : "b");
  }
  return examples;
}

}  // namespace

TEST_CASE("a recogniser tells known classes, prints their accuracy, and doubts what it never saw") {
  const Recogniser recogniser(two_classes(60), two_classes(14), true, {});
  CHECK(recogniser.classes() == std::vector<std::string>{"a", "b"});
  REQUIRE(recogniser.models().size() == 3);
  for (const DifficultyModel& model : recogniser.models()) {
    INFO(model.name);
    CHECK(model.counts);
    CHECK(model.classes.at("a") == std::pair(7, 7));
  }
  const auto known = recogniser.judge({10.2, 2000});
  CHECK(known.difficulty.value.value() > 0.8);
  CHECK(known.probabilities[1] > 0.8);
  CHECK(recogniser.judge({-200, 2000}).difficulty.value.value() < 0.1);
}

TEST_CASE("models below gamma do not count, and without any the difficulty is undefined") {
  NamedExamples wrong = two_classes(14);
  for (std::string& name : wrong.classes) name = name == "a" ? "b" : "a";
  const Recogniser recogniser(two_classes(60), wrong, true, {});
  for (const DifficultyModel& model : recogniser.models()) CHECK_FALSE(model.counts);
  CHECK(recogniser.judge({0, 0}).difficulty.undefined == "no model is above the threshold gamma");
}

TEST_CASE("gamma must be exceeded by every class that has test examples") {
  RecogniserNumbers numbers;
  numbers.gamma = 1;
  const Recogniser tested(two_classes(60), two_classes(14), true, numbers);
  for (const DifficultyModel& model : tested.models())
    CHECK_FALSE(model.counts);  // a share of 1 is not above 1
  const Recogniser untested(two_classes(60), {}, true, numbers);
  for (const DifficultyModel& model : untested.models()) CHECK(model.counts);
}

TEST_CASE("a class with one example is left out, and without two examples nothing is known") {
  NamedExamples examples = two_classes(60);
  examples.rows.push_back({50, 0});
  examples.classes.emplace_back("rare");
  const Recogniser recogniser(examples, {}, true, {});
  CHECK(recogniser.classes().size() == 2);
  CHECK(std::ranges::count(recogniser.classes(), "rare") == 0);
  for (const NamedExamples& few : {NamedExamples{}, NamedExamples{.rows = {{1}, {2}}, .classes = {"a", "b"}}})
    CHECK(Recogniser(few, {}, true, {}).judge({1}).difficulty.undefined ==
          "no class of the normal tasks has two examples");
}
