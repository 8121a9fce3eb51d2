#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

#include "sim/box2d_replacements.h"

namespace novphy {
namespace {

/// Stands in memory right before each block that take() returns.
struct alignas(std::max_align_t) Header {
  Arena* owner = nullptr;  ///< null: the block is from the heap
  std::size_t size = 0;    ///< bytes of header and block together
};

/// Enough for two of the 16 KiB blocks from which Box2D cuts its small objects, and for some lists.
constexpr std::size_t kPieceSize = std::size_t{36} * 1024;

thread_local Arena* current = nullptr;

Header& header_of(void* memory) { return *(static_cast<Header*>(memory) - 1); }

std::size_t size_with_header(std::size_t size) {
  const std::size_t whole = size + sizeof(Header);
  return (whole + alignof(Header) - 1) / alignof(Header) * alignof(Header);
}

}  // namespace

Arena::Scope::Scope(Arena& arena) : outer_(current) { current = &arena; }
Arena::Scope::~Scope() { current = outer_; }

void* Arena::take(std::size_t size) {
  const std::size_t whole = size_with_header(size);
  void* place = current != nullptr ? current->place_for(whole) : std::malloc(whole);
  if (place == nullptr) throw std::bad_alloc();
  return new (place) Header{current, whole} + 1;
}

void Arena::give_back(void* memory) {
  if (memory == nullptr) return;
  Header& header = header_of(memory);
  if (header.owner != nullptr) {
    header.owner->given_back_.push_back(memory);
  } else {
    std::free(&header);
  }
}

std::byte* Arena::place_for(std::size_t size) {
  const auto again = std::find_if(given_back_.begin(), given_back_.end(),
                                  [&](void* memory) { return header_of(memory).size == size; });
  if (again != given_back_.end()) {
    void* place = &header_of(*again);
    given_back_.erase(again);
    return static_cast<std::byte*>(place);
  }
  auto piece =
      std::find_if(pieces_.begin(), pieces_.end(), [&](const Piece& p) { return p.size - p.used >= size; });
  if (piece == pieces_.end()) {
    const std::size_t piece_size = std::max(size, kPieceSize);
    pieces_.push_back({std::make_unique_for_overwrite<std::byte[]>(piece_size), piece_size, 0});
    piece = pieces_.end() - 1;
  }
  std::byte* place = piece->bytes.get() + piece->used;
  piece->used += size;
  return place;
}

std::size_t Arena::used() const {
  std::size_t sum = 0;
  for (const Piece& piece : pieces_) sum += piece.used;
  return sum;
}

void Arena::save(Copy& copy) const {
  copy.bytes.resize(used());
  copy.used.clear();
  copy.given_back = given_back_;
  std::byte* to = copy.bytes.data();
  for (const Piece& piece : pieces_) {
    std::memcpy(to, piece.bytes.get(), piece.used);
    to += piece.used;
    copy.used.push_back(piece.used);
  }
}

void Arena::restore(const Copy& copy) {
  const std::byte* from = copy.bytes.data();
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    pieces_[i].used = i < copy.used.size() ? copy.used[i] : 0;
    std::memcpy(pieces_[i].bytes.get(), from, pieces_[i].used);
    from += pieces_[i].used;
  }
  given_back_ = copy.given_back;
}

}  // namespace novphy
