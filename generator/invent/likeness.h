#pragma once

#include <functional>
#include <string>
#include <vector>

#include "generator/invent/candidate.h"

namespace novphy {

/// An invention of some strength, and the base that it was drawn for.
struct InBase {
  const InventBase& base;
  Invention invention{};
  double strength = 1;
};

/// How far two novelties are apart: each is put into the other's base, where its place and the objects
/// nearest to its own are, and the smaller of both distances between signatures counts. 1 where neither base
/// takes the other's novelty.
double apart(const InBase& a, const InBase& b, const Catalogue& catalogue);

/// Groups things by their distances: the two groups whose members are nearest in the mean are joined, until
/// none are nearer than `least`. Groups and members keep their order.
std::vector<std::vector<std::size_t>> clusters(
    std::size_t count, const std::function<double(std::size_t, std::size_t)>& distance, double least);

}  // namespace novphy
