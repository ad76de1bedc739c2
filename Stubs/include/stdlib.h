/* Declarations for the compiler's eyes only. */
#pragma once
#include <stddef.h>
void *malloc(size_t count);
void free(void *memory);
char *getenv(const char *name);
int posix_memalign(void **result, size_t alignment, size_t count);
