#include "evaluator/board/ranks.h"

#include <array>
#include <utility>

#include "base/parallel.h"
#include "evaluator/compare.h"

namespace novphy {
namespace {

/// What the interval of a difference says of the first of two entries.
Told told_by(const std::optional<Interval>& interval, Better better) {
  if (!interval || (interval->low <= 0 && interval->high >= 0)) return Told::kNotApart;
  return (interval->low > 0) == (better == Better::kHigher) ? Told::kBetter : Told::kWorse;
}

Told told_of(const TrialTable& a, const TrialTable& b, std::size_t measure, const Conventions& conventions) {
  const std::array<std::string_view, 1> keys{measures()[measure].key};
  const auto comparison = compare("", a, "", b, keys, conventions);
  if (!comparison) return Told::kNotApart;
  return told_by(comparison->differences.front().interval, measures()[measure].better);
}

Told opposite(Told told) {
  if (told == Told::kNotApart) return told;
  return told == Told::kBetter ? Told::kWorse : Told::kBetter;
}

}  // namespace

EntryRank rank_among(const ToldApart& told, std::size_t entry, const std::vector<std::size_t>& others) {
  EntryRank rank{.rank = 1, .last = static_cast<int>(others.size()), .of = static_cast<int>(others.size())};
  for (const std::size_t other : others) {
    if (other == entry) continue;
    if (told[entry][other] == Told::kWorse) ++rank.rank;
    if (told[entry][other] == Told::kBetter) --rank.last;
    if (told[entry][other] == Told::kNotApart) rank.tied.push_back(other);
  }
  return rank;
}

double confidence_of_each(double confidence, std::size_t pairs) {
  return pairs == 0 ? confidence : 1 - (1 - confidence) / static_cast<double>(pairs);
}

ToldApart tell_apart(const std::vector<const TrialTable*>& entries, std::size_t measure,
                     const Conventions& conventions) {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t a = 0; a < entries.size(); ++a)
    for (std::size_t b = a + 1; b < entries.size(); ++b) pairs.emplace_back(a, b);
  Conventions each = conventions;
  each.confidence = confidence_of_each(conventions.confidence, pairs.size());
  each.resamples = 1;  // asks for intervals; those of differences draw nothing
  std::vector<Told> found(pairs.size(), Told::kNotApart);
  parallel_for(pairs.size(), conventions.threads, [&](std::size_t i) {
    found[i] = told_of(*entries[pairs[i].first], *entries[pairs[i].second], measure, each);
  });
  ToldApart told(entries.size(), std::vector<Told>(entries.size(), Told::kNotApart));
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto [a, b] = pairs[i];
    told[a][b] = found[i];
    told[b][a] = opposite(found[i]);
  }
  return told;
}

}  // namespace novphy
