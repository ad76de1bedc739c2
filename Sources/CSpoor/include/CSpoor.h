#ifndef CSPOOR_H
#define CSPOOR_H
#include "spoor_checksum.h"
#include "spoor_journal.h"
#include "spoor_launch.h"
#include "spoor_lock.h"
#endif
