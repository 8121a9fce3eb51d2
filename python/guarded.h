#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <optional>
#include <stdexcept>
#include <utility>

namespace novphy::python {

/// A value for Python, whose calls may release the interpreter's lock. Only one thread at a time may use it.
template <class Value>
class Guarded {
 public:
  template <class... Arguments>
  explicit Guarded(Arguments&&... arguments) : value_(std::forward<Arguments>(arguments)...) {}

 private:
  template <class>
  friend class UseOf;
  Value value_;
  std::atomic<bool> used_ = false;
};

/// One call's use of a value. Throws std::runtime_error with the text Value::kRefusal if another call, which
/// is on another thread, uses it.
template <class Value>
class UseOf {
 public:
  explicit UseOf(Guarded<Value>& guarded) : guarded_(guarded) {
    if (guarded_.used_.exchange(true)) throw std::runtime_error(Value::kRefusal);
  }
  ~UseOf() { guarded_.used_ = false; }
  UseOf(const UseOf&) = delete;
  UseOf& operator=(const UseOf&) = delete;
  Value& operator*() const { return guarded_.value_; }
  Value* operator->() const { return &guarded_.value_; }

 private:
  Guarded<Value>& guarded_;
};

/// Whether a call keeps the interpreter's lock.
enum class Interpreter { kLocked, kReleased };

/// The function for Python, which refuses a value that another thread uses.
template <Interpreter interpreter = Interpreter::kLocked, class Value, class Result, class... Arguments>
auto alone(Result (*call)(Value&, Arguments...)) {
  return [call](Guarded<Value>& guarded, Arguments... arguments) -> Result {
    const UseOf<Value> value(guarded);
    std::optional<pybind11::gil_scoped_release> released;
    if (interpreter == Interpreter::kReleased) released.emplace();
    return call(*value, std::forward<Arguments>(arguments)...);
  };
}

}  // namespace novphy::python
