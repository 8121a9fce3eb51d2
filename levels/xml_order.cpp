#include "levels/xml_order.h"

#include <algorithm>

namespace novphy::xml {
namespace {

using Chain = std::vector<std::size_t>;

std::optional<std::size_t> object_of(const Effect& effect) {
  if (const auto* magnet = std::get_if<Magnet>(&effect)) return static_cast<std::size_t>(magnet->object);
  if (const auto& object = std::get<ForceField>(effect).object) return static_cast<std::size_t>(*object);
  return std::nullopt;
}

/// All elements, and the chains: lists of elements that must keep their order.
struct Elements {
  std::vector<Item> items;
  std::vector<Chain> chains{3};

  /// The first element that passes the test.
  template <class Test>
  std::optional<std::size_t> find(Test test) const {
    const auto it = std::find_if(items.begin(), items.end(), test);
    if (it == items.end()) return std::nullopt;
    return static_cast<std::size_t>(it - items.begin());
  }
  std::optional<std::size_t> with_object(std::size_t object) const {
    return find([&](const Item& item) { return item.object == object; });
  }
  std::optional<std::size_t> with_effect(std::size_t effect) const {
    return find([&](const Item& item) { return item.effect == effect; });
  }
  std::optional<std::size_t> gravity() const {
    return find([](const Item& item) { return !item.object && !item.effect; });
  }

  void chain(std::size_t chain, std::optional<std::size_t> item) {
    Chain& links = chains[chain];
    if (item && std::find(links.begin(), links.end(), *item) == links.end()) links.push_back(*item);
  }
};

/// The element from which a reader marks this novelty. The novelty's undo steps tell which element that is.
std::optional<std::size_t> element_of(const NoveltyMark& mark, const Elements& elements) {
  for (const Undo& undo : mark.undo) {
    if (std::holds_alternative<RestoreGravity>(undo)) return elements.gravity();
    if (const auto* step = std::get_if<RemoveEffect>(&undo))
      return elements.with_effect(static_cast<std::size_t>(step->effect));
    if (const auto* step = std::get_if<RestoreEffect>(&undo))
      return elements.with_effect(static_cast<std::size_t>(step->index));
    if (const auto* step = std::get_if<RestoreMaterial>(&undo))
      return elements.with_object(static_cast<std::size_t>(step->object));
  }
  return std::nullopt;
}

Elements elements_of(const Task& task, std::size_t objects, bool inverted_gravity) {
  Elements elements;
  for (std::size_t i = 0; i < objects; ++i) elements.items.push_back({i, std::nullopt});
  for (std::size_t i = 0; i < task.effects.size(); ++i) {
    const auto object = object_of(task.effects[i]);
    if (object && *object < objects && !elements.items[*object].effect)
      elements.items[*object].effect = i;
    else if (!object)
      elements.items.push_back({std::nullopt, i});
  }
  if (inverted_gravity) elements.items.push_back({});
  for (std::size_t i = 0; i < objects; ++i) elements.chain(0, i);
  for (std::size_t i = 0; i < task.effects.size(); ++i) elements.chain(1, elements.with_effect(i));
  for (const NoveltyMark& mark : task.novelties) elements.chain(2, element_of(mark, elements));
  return elements;
}

/// Whether no chain has another element before this element.
bool is_ready(std::size_t item, const std::vector<Chain>& chains) {
  return std::all_of(chains.begin(), chains.end(), [&](const Chain& chain) {
    const auto it = std::find(chain.begin(), chain.end(), item);
    return it == chain.end() || it == chain.begin();
  });
}

/// The first element of some chain that is ready, or nothing.
std::optional<std::size_t> next_ready(const std::vector<Chain>& chains) {
  for (const Chain& chain : chains)
    if (!chain.empty() && is_ready(chain.front(), chains)) return chain.front();
  return std::nullopt;
}

}  // namespace

std::vector<Item> in_order(const Task& task, std::size_t objects, bool inverted_gravity) {
  Elements elements = elements_of(task, objects, inverted_gravity);
  std::vector<Item> order;
  while (const auto next = next_ready(elements.chains)) {
    order.push_back(elements.items[*next]);
    for (Chain& chain : elements.chains)
      chain.erase(std::remove(chain.begin(), chain.end(), *next), chain.end());
  }
  return order;
}

}  // namespace novphy::xml
