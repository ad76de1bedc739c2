#include "CGNUObjC.h"

#include <setjmp.h>

static jmp_buf catcher;

int spoor_catch(void *implementation, void *receiver, const void *selector, uintptr_t a) {
    if (setjmp(catcher) != 0) return 1;
    spoor_call(implementation, receiver, selector, a, 0, 0, 0);
    return 0;
}

void spoor_throw(void) { longjmp(catcher, 1); }
