#include "CSpoor.h"
