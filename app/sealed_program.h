#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/sealed_set.h"
#include "levels/assets.h"
#include "levels/pair.h"

/// What of this program the members of a sealed set depend on.
namespace novphy::app {

/// SHA-256 of the sources of this program that make sealed sets, the checks among them
/// (app/sources_hash.cmake).
extern const std::string_view kSourcesHash;

/// The program's data with which a set is made: the assets and the table of novelties.
std::vector<SealedText> sealed_files();

/// The pairs as a sealed set names them. `with_texts`: with their texts, for pairs that do not come with the
/// program.
std::vector<SealedText> sealed_pairs(const std::vector<Pair>& pairs, bool with_texts);

/// The pairs that come with the program, in the order of `novphy invent`.
std::vector<Pair> program_pairs(const Catalogue& catalogue);

/// The names of the laws that this program may draw, in their order.
std::vector<std::string> sealed_laws();

/// SHA-256 of how this program plays: a throw at the normal side of each pair, and each law, drawn for one of
/// the pairs and put into it. A build that computes or draws otherwise has another fingerprint.
std::string plays_fingerprint(std::span<const Pair> pairs, const Assets& assets);

/// The base pairs of a sealed set. Throws InputError, with the first thing that differs, where the set was
/// sealed with another version, laws, data, pairs or plays than those of this program. `file` is the sealed
/// set's.
std::vector<Pair> checked_bases(const SealedSet& set, const Assets& assets, const std::string& file);

}  // namespace novphy::app
