/* Declarations for the compiler's eyes only. */
#pragma once
#include <stddef.h>
int sysctlbyname(const char *name, void *old, size_t *old_length, void *new_value, size_t new_length);
