#pragma once

#include <atomic>
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

/// One call's use of a value. Throws std::runtime_error with the text `refusal` if another call, which is on
/// another thread, uses it.
template <class Value>
class UseOf {
 public:
  UseOf(Guarded<Value>& guarded, const char* refusal) : guarded_(guarded) {
    if (guarded_.used_.exchange(true)) throw std::runtime_error(refusal);
  }
  ~UseOf() { guarded_.used_ = false; }
  UseOf(const UseOf&) = delete;
  UseOf& operator=(const UseOf&) = delete;
  Value& operator*() const { return guarded_.value_; }
  Value* operator->() const { return &guarded_.value_; }

 private:
  Guarded<Value>& guarded_;
};

}  // namespace novphy::python
