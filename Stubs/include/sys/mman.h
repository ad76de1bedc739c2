/* Declarations for the compiler's eyes only. */
#pragma once
#include <stddef.h>
#include <stdint.h>
#define PROT_READ 0x01
#define PROT_WRITE 0x02
#define MAP_SHARED 0x0001
#define MAP_PRIVATE 0x0002
#define MAP_ANON 0x1000
#define MAP_FAILED ((void *)-1)
void *mmap(void *address, size_t length, int protection, int flags, int descriptor, int64_t offset);
int munmap(void *address, size_t length);
