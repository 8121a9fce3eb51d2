#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "jobs/setting.h"

namespace novphy::app {

/// The setting "web" of commands that make pages for browsers, and the settings without which it is not set.
Setting web_setting(std::string& folder, std::vector<std::string> needs = {});

/// The folder of the files for browsers, which scripts/web.sh makes: that of the option, else $NOVPHY_WEB,
/// else the installed one, else that of the source tree. Throws InputError where the folder is not there.
std::filesystem::path web_folder(const std::string& option);

/// A file or folder in the web folder, such as "page/page.html". Throws InputError where it is not there.
std::filesystem::path web_file(const std::filesystem::path& folder, const std::string& name);

}  // namespace novphy::app
