// GNU's Objective-C runtime, and functions made at run time, which it lacks.
#pragma once

#include <stdint.h>

// gcc keeps these headers to itself, in a folder of its version and processor; the newest that is here is taken.
#if defined(__x86_64__) && __has_include(</usr/lib/gcc/x86_64-linux-gnu/14/include/objc/runtime.h>)
#include </usr/lib/gcc/x86_64-linux-gnu/14/include/objc/runtime.h>
#include </usr/lib/gcc/x86_64-linux-gnu/14/include/objc/message.h>
#elif defined(__x86_64__) && __has_include(</usr/lib/gcc/x86_64-linux-gnu/13/include/objc/runtime.h>)
#include </usr/lib/gcc/x86_64-linux-gnu/13/include/objc/runtime.h>
#include </usr/lib/gcc/x86_64-linux-gnu/13/include/objc/message.h>
#elif defined(__x86_64__) && __has_include(</usr/lib/gcc/x86_64-linux-gnu/12/include/objc/runtime.h>)
#include </usr/lib/gcc/x86_64-linux-gnu/12/include/objc/runtime.h>
#include </usr/lib/gcc/x86_64-linux-gnu/12/include/objc/message.h>
#elif defined(__aarch64__) && __has_include(</usr/lib/gcc/aarch64-linux-gnu/14/include/objc/runtime.h>)
#include </usr/lib/gcc/aarch64-linux-gnu/14/include/objc/runtime.h>
#include </usr/lib/gcc/aarch64-linux-gnu/14/include/objc/message.h>
#elif defined(__aarch64__) && __has_include(</usr/lib/gcc/aarch64-linux-gnu/13/include/objc/runtime.h>)
#include </usr/lib/gcc/aarch64-linux-gnu/13/include/objc/runtime.h>
#include </usr/lib/gcc/aarch64-linux-gnu/13/include/objc/message.h>
#elif defined(__aarch64__) && __has_include(</usr/lib/gcc/aarch64-linux-gnu/12/include/objc/runtime.h>)
#include </usr/lib/gcc/aarch64-linux-gnu/12/include/objc/runtime.h>
#include </usr/lib/gcc/aarch64-linux-gnu/12/include/objc/message.h>
#else
#error "GNU's Objective-C runtime is not here; scripts/setup installs it (libobjc-12-dev, or that of gcc's version)."
#endif

// A function that calls `handler(context, receiver, selector, …)`, where Apple's runtime makes one out of a block.
// The words beyond those that the caller gave are whatever the registers held.
typedef uintptr_t (*spoor_handler)(void *context, void *receiver, const void *selector,
                                   uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d);

// One of a fixed number of such functions; NULL when they are all taken. They are never given back.
void *spoor_make_implementation(spoor_handler handler, void *context);

uintptr_t spoor_call(void *implementation, void *receiver, const void *selector,
                     uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d);

// `method_setImplementation` and `method_exchangeImplementations` as Apple's runtime has them: for the class and those
// below it alone. GNU's own write into the table of the class only, and for a class that nobody sent a message yet
// that is the table which all such classes of the program share.
IMP spoor_set_implementation(Class holder, Method method, IMP implementation);
void spoor_exchange_implementations(Class holder, Method one, Method other);

// Makes the runtime ask `forwardingTargetForSelector:` of objects that lack a method, as Apple's does.
void spoor_install_forwarding(void);

// Calls a function; answers whether `spoor_throw` left it, as an exception that somebody catches here. One at a time.
int spoor_catch(void *implementation, void *receiver, const void *selector, uintptr_t a);
void spoor_throw(void) __attribute__((noreturn));
