#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace novphy {

/// The memory of one Box2D world. Its pieces stay where they are, so that a copy of all that they hold can be
/// put back in place: every pointer into it is right again.
class Arena {
 public:
  Arena() = default;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  /// What an arena held at some moment.
  struct Copy {
    std::vector<std::byte> bytes{};
    std::vector<std::size_t> used{};  ///< of each piece
    std::vector<void*> given_back{};
  };
  /// Overwrites a copy, whose memory is used again.
  void save(Copy& copy) const;
  /// Back to a copy of this arena. What was taken since is gone.
  void restore(const Copy& copy);

  /// Bytes in use.
  std::size_t used() const;

  /// While it lives, Box2D takes the memory that it asks for on this thread from the arena, not from the
  /// heap.
  class Scope {
   public:
    explicit Scope(Arena& arena);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Arena* outer_;
  };

  /// Memory for any type; it belongs to the arena of the innermost scope, or to the heap where there is none.
  static void* take(std::size_t size);
  /// Of take(), on any thread. Null is no memory.
  static void give_back(void* memory);

 private:
  struct Piece {
    std::unique_ptr<std::byte[]> bytes;
    std::size_t size = 0;
    std::size_t used = 0;
  };
  std::byte* place_for(std::size_t size);

  std::vector<Piece> pieces_;
  std::vector<void*> given_back_;  ///< free for requests of their size
};

}  // namespace novphy
