#pragma once

#include <box2d/b2_time_of_impact.h>
#include <box2d/box2d.h>

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

/// A quick check whether two shapes stay apart during a step. It uses that a moving shape, however it turns,
/// lies within a circle around its body's centre of mass. False only means that the check cannot tell.
///
/// Where this function returns true, Box2D's search for the time of impact finds the shapes separated, or
/// gives up, and the world treats both alike. The search takes shapes for touching if they are nearer than
/// Box2D's skins less 2.75 b2_linearSlop. That is 0.014 m less than the distance this function asks for, far
/// more than rounding can change.
bool surely_apart(const b2TOIInput& input);

/// Gets Box2D ready for use by several threads. Call this before the first world is made. A program that
/// calls it is linked with the definitions of box2d_replacements.cpp.
void prepare_box2d();

/// Whether Box2D calls our clock, memory, sine and search for times of impact. It does so in every program
/// that is linked with this file; in a library that a program loads, it depends on how the library was
/// loaded. With Box2D's own functions, plays have other digests. Also false in a build with
/// NOVPHY_BOX2D_CLOCK, which keeps Box2D's clock.
bool replaces_box2d_functions();

/// Box2D's own versions of two functions that this program defines itself.
void library_step(b2World& world, float time_step_s, int velocity_iterations, int position_iterations);
void library_time_of_impact(b2TOIOutput* output, const b2TOIInput* input);

}  // namespace novphy
