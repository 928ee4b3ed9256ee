#pragma once
// The public door of the core: worlds, definitions, handles, errors.
#include "world/world.h"
