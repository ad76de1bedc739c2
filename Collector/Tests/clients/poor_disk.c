// A disk that is slow or full, for programs that load this library first (LD_PRELOAD).
//
// POOR_DISK_DELAY_MS   how long it takes to write into a file that is being made ("….new")
// POOR_DISK_ROOM       bytes that files of queue folders take together before the disk is full; without it there is no end

#define _GNU_SOURCE
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

static atomic_long written;

static long figure(const char *name) {
    const char *text = getenv(name);
    return text ? atol(text) : -1;
}

/* Whether the file takes the bytes now. */
static int takes(int descriptor, size_t length) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t count = readlink(link, path, sizeof path - 1);
    if (count < 0) return 1;
    path[count] = 0;
    long delay = figure("POOR_DISK_DELAY_MS"), room = figure("POOR_DISK_ROOM");
    if (delay > 0 && count > 4 && strcmp(path + count - 4, ".new") == 0) {
        struct timespec left = {delay / 1000, delay % 1000 * 1000000};
        while (nanosleep(&left, &left) != 0) {
        }
    }
    if (room < 0 || strstr(path, "/queues/") == NULL) return 1;
    if (atomic_load(&written) + (long)length > room) return 0;
    atomic_fetch_add(&written, (long)length);
    return 1;
}

static ssize_t put(int descriptor, const void *bytes, size_t length, off64_t offset) {
    if (takes(descriptor, length)) return syscall(SYS_pwrite64, descriptor, bytes, length, offset);
    errno = ENOSPC;
    return -1;
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t length, off64_t offset) {
    return put(descriptor, bytes, length, offset);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t length, off_t offset) {
    return put(descriptor, bytes, length, offset);
}
