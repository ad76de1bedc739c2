#ifndef CSPOOR_H
#define CSPOOR_H
#include <stddef.h>
#include <stdint.h>

/* Atomics on plain memory: the Synchronization module needs a newer OS than our floor. */
static inline void spoor_store_release_u32(uint32_t *target, uint32_t value) {
    __atomic_store_n(target, value, __ATOMIC_RELEASE);
}

static inline uint32_t spoor_load_acquire_u32(const uint32_t *source) {
    return __atomic_load_n(source, __ATOMIC_ACQUIRE);
}

#endif
