#include "app/commands.h"

int main(int argc, char** argv) { return novphy::app::run_novphy(argc, argv); }
