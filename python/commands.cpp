#include "app/commands.h"

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <string>
#include <utility>
#include <vector>

#include "python/bind.h"
#include "python/data.h"

namespace novphy::python {
namespace {

namespace py = pybind11;

int run_program(std::vector<std::string> arguments, std::vector<std::string> program) {
  arguments.insert(arguments.begin(), "novphy");
  std::vector<char*> words;
  for (std::string& argument : arguments) words.push_back(argument.data());
  return app::run_novphy(static_cast<int>(words.size()), words.data(),
                         {.program = std::move(program), .data = data_folder()});
}

}  // namespace

void bind_commands(pybind11::module_& module) {
  module.def("run_program", run_program, py::arg("arguments"), py::arg("program"),
             py::call_guard<py::gil_scoped_release>());
}

}  // namespace novphy::python
