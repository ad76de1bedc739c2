#include "CGNUObjC.h"

#include <stdatomic.h>
#include <stddef.h>

typedef uintptr_t (*function)(void *, const void *, uintptr_t, uintptr_t, uintptr_t, uintptr_t);

enum { CAPACITY = 4096 };

static struct {
    spoor_handler handler;
    void *context;
} slots[CAPACITY];

static atomic_int taken;

// Each function knows its slot by its name.
#define FUNCTION(n)                                                                                                 \
    static uintptr_t f##n(void *me, const void *sel, uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d) {          \
        return slots[0##n].handler(slots[0##n].context, me, sel, a, b, c, d);                                       \
    }
#define EIGHT(X, p) X(p##0) X(p##1) X(p##2) X(p##3) X(p##4) X(p##5) X(p##6) X(p##7)
#define SIXTY_FOUR(X, p)                                                                                            \
    EIGHT(X, p##0) EIGHT(X, p##1) EIGHT(X, p##2) EIGHT(X, p##3) EIGHT(X, p##4) EIGHT(X, p##5) EIGHT(X, p##6)        \
    EIGHT(X, p##7)
#define FIVE_HUNDRED_TWELVE(X, p)                                                                                   \
    SIXTY_FOUR(X, p##0) SIXTY_FOUR(X, p##1) SIXTY_FOUR(X, p##2) SIXTY_FOUR(X, p##3) SIXTY_FOUR(X, p##4)             \
    SIXTY_FOUR(X, p##5) SIXTY_FOUR(X, p##6) SIXTY_FOUR(X, p##7)
#define ALL(X)                                                                                                      \
    FIVE_HUNDRED_TWELVE(X, 0) FIVE_HUNDRED_TWELVE(X, 1) FIVE_HUNDRED_TWELVE(X, 2) FIVE_HUNDRED_TWELVE(X, 3)         \
    FIVE_HUNDRED_TWELVE(X, 4) FIVE_HUNDRED_TWELVE(X, 5) FIVE_HUNDRED_TWELVE(X, 6) FIVE_HUNDRED_TWELVE(X, 7)

ALL(FUNCTION)

#define NAME(n) f##n,
static const function functions[] = {ALL(NAME)};

_Static_assert(sizeof functions / sizeof *functions == CAPACITY, "as many functions as slots");

void *spoor_make_implementation(spoor_handler handler, void *context) {
    int slot = atomic_fetch_add(&taken, 1);
    if (slot >= CAPACITY) return NULL;
    slots[slot].handler = handler;
    slots[slot].context = context;
    return (void *)functions[slot];
}

uintptr_t spoor_call(void *implementation, void *receiver, const void *selector,
                     uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d) {
    return ((function)implementation)(receiver, selector, a, b, c, d);
}

// Exported by the runtime, and in none of its public headers.
void __objc_update_dispatch_table_for_class(Class);

IMP spoor_set_implementation(Class holder, Method method, IMP implementation) {
    // Gives the class a table of its own.
    class_getMethodImplementation(holder, method_getName(method));
    IMP former = method_setImplementation(method, implementation);
    __objc_update_dispatch_table_for_class(holder);
    return former;
}

void spoor_exchange_implementations(Class holder, Method one, Method other) {
    class_getMethodImplementation(holder, method_getName(one));
    method_exchangeImplementations(one, other);
    __objc_update_dispatch_table_for_class(holder);
}

// The function that stands for every method an object lacks.
static uintptr_t forward(void *me, const void *sel, uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d) {
    SEL ask = sel_registerName("forwardingTargetForSelector:");
    id object = (id)me;
    if (!class_respondsToSelector(object->class_pointer, ask)) return 0;
    id target = (id)((function)objc_msg_lookup(object, ask))(me, ask, (uintptr_t)sel, 0, 0, 0);
    if (target == NULL || target == object) return 0;
    return ((function)objc_msg_lookup(target, (SEL)sel))(target, sel, a, b, c, d);
}

static IMP forwarding_function(id receiver, SEL selector) {
    (void)receiver;
    (void)selector;
    return (IMP)forward;
}

void spoor_install_forwarding(void) { __objc_msg_forward2 = forwarding_function; }
