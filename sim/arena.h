#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace novphy {

/// The memory of one Box2D world. Its pieces never move, so a copy of their content can be restored in place
/// and all pointers into the arena stay valid.
class Arena {
 public:
  Arena() = default;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  /// The content of an arena at one moment.
  struct Copy {
    std::vector<std::byte> bytes{};
    std::vector<std::size_t> used{};  ///< bytes in use, for each piece
    std::vector<void*> given_back{};
  };
  /// Saves the arena's content into `copy`, whose memory is reused.
  void save(Copy& copy) const;
  /// Restores a copy of this arena. Memory taken after the copy was saved becomes invalid.
  void restore(const Copy& copy);

  /// Bytes in use.
  std::size_t used() const;

  /// While a Scope lives, Box2D on this thread takes its memory from the arena instead of the heap.
  class Scope {
   public:
    explicit Scope(Arena& arena);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Arena* outer_;
  };

  /// Memory aligned for any type, from the arena of this thread's innermost Scope, or from the heap outside
  /// of every Scope.
  static void* take(std::size_t size);
  /// Frees memory that take() returned, on any thread. Ignores null.
  static void give_back(void* memory);

 private:
  struct Piece {
    std::unique_ptr<std::byte[]> bytes;
    std::size_t size = 0;
    std::size_t used = 0;
  };
  std::byte* place_for(std::size_t size);

  std::vector<Piece> pieces_;
  std::vector<void*> given_back_;  ///< freed memory, reused for requests of the same size
};

}  // namespace novphy
