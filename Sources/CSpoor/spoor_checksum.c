#include "spoor_checksum.h"
#include <string.h>

#if defined(__x86_64__)
#include <nmmintrin.h>
#define SPOOR_CRC_TARGET __attribute__((target("sse4.2")))
#define SPOOR_CRC_8(crc, value) ((uint32_t)_mm_crc32_u64((crc), (value)))
#define SPOOR_CRC_1(crc, value) _mm_crc32_u8((crc), (value))
#define SPOOR_HAS_CRC 1
static int probe(void) {
    __builtin_cpu_init();
    return __builtin_cpu_supports("sse4.2") != 0;
}
#elif defined(__aarch64__)
#if defined(__ARM_FEATURE_CRC32)
#define SPOOR_CRC_TARGET
#else
#define SPOOR_CRC_TARGET __attribute__((target("crc")))
#endif
#include <arm_acle.h>
#define SPOOR_CRC_8(crc, value) __crc32cd((crc), (value))
#define SPOOR_CRC_1(crc, value) __crc32cb((crc), (value))
#define SPOOR_HAS_CRC 1
#if defined(__APPLE__)
#include <sys/sysctl.h>
static int probe(void) {
    int present = 0;
    size_t size = sizeof present;
    return sysctlbyname("hw.optional.armv8_crc32", &present, &size, NULL, 0) == 0 && present;
}
#elif defined(__linux__)
#include <sys/auxv.h>
static int probe(void) {
    return (getauxval(AT_HWCAP) & (1UL << 7)) != 0; /* HWCAP_CRC32 */
}
#else
static int probe(void) { return 0; }
#endif
#else
#define SPOOR_HAS_CRC 0
static int probe(void) { return 0; }
#endif

/* 0 unknown, 1 absent, 2 present. Two threads that race here find the same. */
static int known = 0;

int spoor_crc32c_is_hardware(void) {
    int state = __atomic_load_n(&known, __ATOMIC_RELAXED);
    if (__builtin_expect(state == 0, 0)) {
        state = probe() ? 2 : 1;
        __atomic_store_n(&known, state, __ATOMIC_RELAXED);
    }
    return state == 2;
}

#if SPOOR_HAS_CRC
SPOOR_CRC_TARGET static uint32_t crc_hardware(uint32_t crc, const uint8_t *bytes, size_t count) {
    crc = ~crc;
    for (; count >= 8; bytes += 8, count -= 8) {
        uint64_t word;
        memcpy(&word, bytes, 8);
        crc = SPOOR_CRC_8(crc, word);
    }
    for (; count > 0; bytes += 1, count -= 1) crc = SPOOR_CRC_1(crc, *bytes);
    return ~crc;
}
#endif

uint32_t spoor_crc32c(uint32_t crc, const void *bytes, size_t count) {
#if SPOOR_HAS_CRC
    if (spoor_crc32c_is_hardware()) return crc_hardware(crc, bytes, count);
#endif
    return spoor_crc32c_software(crc, bytes, count);
}

/* Four bits at a time: 64 bytes of table, and no start-up work. The polynomial, reflected, is 0x82f63b78. */
uint32_t spoor_crc32c_software(uint32_t crc, const void *bytes, size_t count) {
    static const uint32_t table[16] = {
        0x00000000, 0x105ec76f, 0x20bd8ede, 0x30e349b1, 0x417b1dbc, 0x5125dad3, 0x61c69362, 0x7198540d,
        0x82f63b78, 0x92a8fc17, 0xa24bb5a6, 0xb21572c9, 0xc38d26c4, 0xd3d3e1ab, 0xe330a81a, 0xf36e6f75,
    };
    const uint8_t *byte = bytes;
    crc = ~crc;
    for (size_t index = 0; index < count; index += 1) {
        crc ^= byte[index];
        crc = table[crc & 15] ^ (crc >> 4);
        crc = table[crc & 15] ^ (crc >> 4);
    }
    return ~crc;
}
