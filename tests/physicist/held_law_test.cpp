#include <catch2/catch.hpp>
#include <vector>

#include "agents/physicist/law_structure.h"
#include "tests/physicist/played.h"

using namespace novphy;

TEST_CASE("a law may come into force before any episode: until then the world is as usual") {
  SinceChange always;
  always.add(3, 1);
  always.add(2, 1);
  CHECK(always.log_likelihood() == 5);
  SinceChange later;
  later.add(-50, 4);
  later.add(3, -20);
  later.add(2, -20);
  CHECK(later.log_likelihood() == 4 + 3 + 2);
  SinceChange of_usual;
  for (const double each : {4.0, -20.0, -20.0}) of_usual.add(each, each);
  CHECK(of_usual.log_likelihood() == -36);
  SinceChange further(9, -36);
  further.add(1, -5);
  CHECK(further.log_likelihood() == 10);
}

TEST_CASE("laws as likely keep their order, and each law stands once") {
  const Law up{{GravityLaw{{0, 5}}}};
  std::vector<HeldLaw> laws{{.law = {}, .log_likelihood = 1},
                            {.law = up, .log_likelihood = 1, .complexity = 9}};
  sort_by_likelihood(laws);
  CHECK(laws_of(laws) == std::vector<Law>{{}, up});
  laws[1].log_likelihood = 2;
  sort_by_likelihood(laws);
  CHECK(laws_of(laws) == std::vector<Law>{up, {}});
  CHECK(distinct({up, {}, up, {}}) == std::vector<Law>{up, {}});
}

TEST_CASE("one throw speaks for a law, and against another, up to a bound") {
  const std::vector<Episode> once{played::thrown(played::shelf_with_launch(0.8), aimed(radians(45), 1), 4)};
  const std::vector<Episode> twice{once[0], once[0]};
  const std::vector<Law> laws{{}, {{LaunchLaw{.speed_factor = 0.8}}}, {{LaunchLaw{.speed_factor = 1.25}}}};
  const Surroundings here = surroundings_of(once[0], worlds::catalogue());
  const auto ahead = [&](const std::vector<Episode>& episodes,
                         double most_said = std::numeric_limits<double>::infinity()) {
    const std::vector<HeldLaw> held = scored(
        laws, episodes, {.plays = 4, .simulator = played::simulator(), .here = here, .most_said = most_said});
    CHECK(held[0].law == laws[1]);
    return held[0].log_likelihood - held[1].log_likelihood;
  };
  CHECK(ahead(once) > 60);
  CHECK(ahead(once, 40) == Approx(40));
  CHECK(ahead(twice, 40) == Approx(80));
}
