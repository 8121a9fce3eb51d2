#pragma once

#include <string>

namespace novphy {

/// Which checks a novelty is asked. What is not asked holds by construction: a colour changes no motion, a
/// mirrored slingshot and gravity upwards meet every throw.
struct Asked {
  bool looks_only = false;  ///< C2a: pink in the chain instead of a push
  bool touched = true;      ///< C2a
  bool needed = true;       ///< C2b
  bool storm = false;       ///< C2c
  bool plan = true;         ///< C3a
};

/// By the name of the novelty ("agents"); everything but the storm for one that is not known.
Asked asked_of(const std::string& novelty);

}  // namespace novphy
