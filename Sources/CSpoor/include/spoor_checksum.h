#ifndef SPOOR_CHECKSUM_H
#define SPOOR_CHECKSUM_H
#include <stddef.h>
#include <stdint.h>

/* CRC-32C (Castagnoli). `crc` is 0 to begin with, or the result for the bytes before these. Uses the processor's
 * instruction where there is one; the answer is the same everywhere. */
uint32_t spoor_crc32c(uint32_t crc, const void *bytes, size_t count);

/* The same by table alone. */
uint32_t spoor_crc32c_software(uint32_t crc, const void *bytes, size_t count);

/* Whether this processor has the instruction. */
int spoor_crc32c_is_hardware(void);

#endif
