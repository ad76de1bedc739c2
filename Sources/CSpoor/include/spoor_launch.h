#ifndef SPOOR_LAUNCH_H
#define SPOOR_LAUNCH_H
#include <stdbool.h>

/* Whether the system started this process ahead of time, before a person asked for the app. The mark is gone soon after
 * the process began, so it is read as soon as this code is loaded. */
bool spoor_was_prewarmed(void);

#endif
