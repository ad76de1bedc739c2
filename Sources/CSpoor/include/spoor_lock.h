#ifndef SPOOR_LOCK_H
#define SPOOR_LOCK_H
/* The platform's cheapest lock that sleeps. It must not move while in use. */
#if defined(__APPLE__)
#include <os/lock.h>
typedef os_unfair_lock spoor_lock;
static inline void spoor_lock_init(spoor_lock *lock) { *lock = OS_UNFAIR_LOCK_INIT; }
static inline void spoor_lock_destroy(spoor_lock *lock) { (void)lock; }
static inline void spoor_lock_acquire(spoor_lock *lock) { os_unfair_lock_lock(lock); }
static inline void spoor_lock_release(spoor_lock *lock) { os_unfair_lock_unlock(lock); }
#else
#include <pthread.h>
typedef pthread_mutex_t spoor_lock;
void spoor_lock_init(spoor_lock *lock);
static inline void spoor_lock_destroy(spoor_lock *lock) { pthread_mutex_destroy(lock); }
static inline void spoor_lock_acquire(spoor_lock *lock) { pthread_mutex_lock(lock); }
static inline void spoor_lock_release(spoor_lock *lock) { pthread_mutex_unlock(lock); }
#endif
#endif
