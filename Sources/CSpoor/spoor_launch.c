#include "spoor_launch.h"
#include <stdlib.h>
#include <string.h>

static bool was_prewarmed = false;

__attribute__((constructor)) static void read_mark(void) {
    const char *mark = getenv("ActivePrewarm");
    was_prewarmed = mark != NULL && strcmp(mark, "1") == 0;
}

bool spoor_was_prewarmed(void) { return was_prewarmed; }
