#include <algorithm>
#include <catch2/catch.hpp>

#include "serve/served_trials.h"
#include "tests/serve/table.h"

using namespace novphy;
using namespace novphy::test;

namespace {

std::string output_of(const std::vector<int>& order) {
  Table table(shifted_plan(pairs(), small_options()));
  Client clients[]{Client(table.player()), Client(table.player()), Client(table.player())};
  for (const int i : order) clients[i].begin();
  for (const int i : order)
    while (clients[i].next() > 0) clients[i].shoot();
  while (clients[0].state() != GameState::kOver) {
    clients[0].begin();
    while (clients[0].next() > 0) clients[0].shoot();
  }
  table.run.finish();
  return content(table.files.out);
}

}  // namespace

TEST_CASE("trials are given in the plan's order, each to one client") {
  Table table(shifted_plan(pairs(), small_options()));
  for (const int trial : table.run.missing()) {
    CHECK(table.queue.any_left());
    CHECK(table.queue.take() == trial);
  }
  CHECK_FALSE(table.queue.take());
  CHECK_FALSE(table.queue.any_left());
  CHECK_FALSE(table.queue.all_finished());
}

TEST_CASE("a trial that is put back comes after the others") {
  Table table(shifted_plan(pairs(), small_options()));
  const std::vector<int> all = table.run.missing();
  const int first = *table.queue.take();
  table.queue.put_back(first);
  for (std::size_t i = 1; i < all.size(); ++i) CHECK(table.queue.take() == all[i]);
  CHECK(table.queue.take() == first);
  CHECK_FALSE(table.queue.any_left());
}

TEST_CASE("who counts the trials of a plan with a secret does not know their novelties") {
  PlanOptions options = small_options();
  options.seed = with_secret(1, "sixteen bytes or more");
  Table table(shifted_plan(pairs(), options));
  std::vector<int> order;
  while (const auto trial = table.queue.take()) order.push_back(*trial);
  CHECK(order != table.run.missing());
  CHECK(std::is_permutation(order.begin(), order.end(), table.run.missing().begin(),
                            table.run.missing().end()));
}

TEST_CASE("the order in which clients play changes no byte of the records") {
  CHECK(output_of({0, 1, 2}) == output_of({2, 0, 1}));
}
