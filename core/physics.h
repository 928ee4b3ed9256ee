#pragma once
// The public door of the core: worlds, definitions, handles, errors, descriptions, views.
#include "world/access.h"
#include "world/mass_value.h"
#include "world/rotation_value.h"
#include "world/views.h"
#include "world/world.h"
