#pragma once

#include <span>
#include <string>

#include "base/zip_archive.h"
#include "studies/study.h"

namespace novphy {

/// An online study as an archive (.jzip) that a JATOS server of version 3 imports: the study's properties
/// (.jas), and a folder with these files. `archive` names the archive in messages. Throws InputError for
/// files that are too large for a ZIP archive.
std::string jatos_archive(const StudyFile& file, std::span<const NamedBytes> files,
                          const std::string& archive);

}  // namespace novphy
