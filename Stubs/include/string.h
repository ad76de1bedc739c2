/* Declarations for the compiler's eyes only. */
#pragma once
#include <stddef.h>
void *memcpy(void *restrict target, const void *restrict source, size_t count);
void *memmove(void *target, const void *source, size_t count);
void *memset(void *target, int value, size_t count);
int memcmp(const void *left, const void *right, size_t count);
int strcmp(const char *left, const char *right);
size_t strlen(const char *text);
