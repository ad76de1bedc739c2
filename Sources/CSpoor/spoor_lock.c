#if !defined(__APPLE__)
#define _GNU_SOURCE
#include "spoor_lock.h"

void spoor_lock_init(spoor_lock *lock) {
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
#if defined(__GLIBC__)
    /* Critical sections are shorter than a trip into the kernel: spin a little first. */
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ADAPTIVE_NP);
#endif
    pthread_mutex_init(lock, &attributes);
    pthread_mutexattr_destroy(&attributes);
}
#else
typedef int spoor_lock_is_inline;
#endif
