#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "slow_writes.h"

#if defined(__linux__)

#include <stdatomic.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

static atomic_uint delay;
static atomic_ulong count;

void slow_writes_begin(unsigned milliseconds) {
    atomic_store(&delay, milliseconds);
}

unsigned long slow_writes_count(void) {
    return atomic_load(&count);
}

/* Sockets, pipes and terminals are no storage. */
static void wait_for_storage(int descriptor) {
    unsigned milliseconds = atomic_load_explicit(&delay, memory_order_relaxed);
    struct stat status;
    if (milliseconds == 0 || fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) return;
    atomic_fetch_add(&count, 1);
    struct timespec left = {milliseconds / 1000, (long)(milliseconds % 1000) * 1000000};
    while (nanosleep(&left, &left) != 0) {
    }
}

/*
 * A program's own definitions go before those of the C library, in libraries as well: SQLite and the SDK write by these.
 */
ssize_t write(int descriptor, const void *bytes, size_t length) {
    wait_for_storage(descriptor);
    return syscall(SYS_write, descriptor, bytes, length);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t length, off64_t offset) {
    wait_for_storage(descriptor);
    return syscall(SYS_pwrite64, descriptor, bytes, length, offset);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t length, off_t offset) {
    return pwrite64(descriptor, bytes, length, offset);
}

int fsync(int descriptor) {
    wait_for_storage(descriptor);
    return (int)syscall(SYS_fsync, descriptor);
}

int fdatasync(int descriptor) {
    wait_for_storage(descriptor);
    return (int)syscall(SYS_fdatasync, descriptor);
}

#else

void slow_writes_begin(unsigned milliseconds) {
    (void)milliseconds;
}

unsigned long slow_writes_count(void) {
    return 0;
}

#endif
