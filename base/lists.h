#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <type_traits>
#include <utility>
#include <vector>

/// What standard algorithms need several lines for.
namespace novphy {

/// What `of`, a function or a member, gives of each item of a range. Items of an rvalue may be moved from.
template <class Range, class Of>
auto mapped(Range&& range, const Of& of) {
  using Item = std::conditional_t<std::is_lvalue_reference_v<Range>, decltype(*std::begin(range)),
                                  std::remove_reference_t<decltype(*std::begin(range))>&&>;
  std::vector<std::decay_t<std::invoke_result_t<const Of&, Item>>> found;
  for (auto&& item : range) found.push_back(std::invoke(of, static_cast<Item>(item)));
  return found;
}

/// The keys of a map, in its order.
template <class Map>
auto map_keys(const Map& map) {
  return mapped(map, [](const auto& entry) { return entry.first; });
}
/// The values of a map, in the order of its keys. Those of an rvalue are moved.
template <class Map>
auto map_values(Map&& map) {
  return mapped(std::forward<Map>(map),
                [](auto&& entry) { return std::forward<decltype(entry)>(entry).second; });
}

template <class List, class Value>
bool contains(const List& list, const Value& value) {
  return std::find(std::begin(list), std::end(list), value) != std::end(list);
}

/// The index of the first item that equals the value; the number of items where none does.
template <class List, class Value>
std::size_t index_in(const List& list, const Value& value) {
  return static_cast<std::size_t>(std::find(std::begin(list), std::end(list), value) - std::begin(list));
}

/// The first item that fulfils the test, or null.
template <class List, class Test>
auto find_in(List& list, const Test& test) {
  const auto found = std::find_if(std::begin(list), std::end(list), test);
  return found == std::end(list) ? nullptr : &*found;
}

/// Puts copies of some items at the end of a list, or the items themselves where they are an rvalue.
template <class Item, class Items>
void add_all(std::vector<Item>& list, Items&& more) {
  if constexpr (std::is_lvalue_reference_v<Items>)
    list.insert(list.end(), std::begin(more), std::end(more));
  else
    list.insert(list.end(), std::move_iterator(std::begin(more)), std::move_iterator(std::end(more)));
}

/// 0, 1, ..., count - 1.
inline std::vector<std::size_t> indices(std::size_t count) {
  std::vector<std::size_t> all(count);
  for (std::size_t i = 0; i < count; ++i) all[i] = i;
  return all;
}

}  // namespace novphy
