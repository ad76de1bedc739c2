#ifndef SPOOR_JOURNAL_H
#define SPOOR_JOURNAL_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "spoor_lock.h"

/* Atomics on plain memory: the Synchronization module needs a newer OS than our floor. */
static inline void spoor_store_release_u32(uint32_t *target, uint32_t value) {
    __atomic_store_n(target, value, __ATOMIC_RELEASE);
}

static inline uint32_t spoor_load_acquire_u32(const uint32_t *source) {
    return __atomic_load_n(source, __ATOMIC_ACQUIRE);
}

/* What stands in front of a record in a segment: 32 bytes, little-endian, aligned to 8. */
typedef struct {
    uint32_t length; /* of header and payload, without padding; 0 until the frame is whole */
    uint32_t crc;    /* CRC-32C over body, length, the fields below, head: in this order */
    uint64_t sequence;
    uint32_t epoch;
    uint8_t kind;
    uint8_t record_class;
    uint16_t head_length; /* how many bytes of the payload were written under the lock */
    int64_t recorded;     /* milliseconds since 1970 */
} spoor_frame_header;

enum { SPOOR_FRAME_HEADER_BYTES = 32, SPOOR_SEGMENT_HEADER_BYTES = 32, SPOOR_CLASS_COUNT = 5 };

_Static_assert(sizeof(spoor_frame_header) == SPOOR_FRAME_HEADER_BYTES, "the frame header is a file format");

/* What stands at the start of a segment. Epoch 0 marks a segment that holds nothing. */
typedef struct {
    uint32_t magic;
    uint32_t version;
    uint32_t epoch;
    uint32_t crc;            /* CRC-32C over all other fields in order */
    uint64_t first_sequence; /* of the first record that may stand here: a high-water mark beside the database's */
    uint64_t capacity;       /* the file's size while it is in use; a smaller file has been cut */
} spoor_segment_header;

_Static_assert(sizeof(spoor_segment_header) == SPOOR_SEGMENT_HEADER_BYTES, "the segment header is a file format");

/* Everything that an append touches, in one place that never moves. All fields belong to the lock. */
typedef struct {
    spoor_lock lock;
    uint8_t *base; /* of the active segment; NULL when there is none */
    uint32_t offset;
    uint32_t capacity;
    uint32_t epoch;
    bool is_closed;
    bool is_armed;  /* somebody has been told that there is something to drain */
    bool is_memory; /* the active segment is plain memory, lost with the process */
    uint64_t next_sequence;
    uint64_t pending_bytes;
    uint64_t pending_memory_bytes;
    uint64_t limits[SPOOR_CLASS_COUNT];
    uint64_t memory_limits[SPOOR_CLASS_COUNT];
    uint64_t refused[SPOOR_CLASS_COUNT];
} spoor_journal_state;

typedef enum { SPOOR_ROOM, SPOOR_ROOM_NEEDS_SEGMENT, SPOOR_ROOM_CAPPED, SPOOR_ROOM_CLOSED } spoor_room;

static inline uint32_t spoor_padded(uint32_t length) { return (length + 7u) & ~7u; }

/* Under the lock: whether a frame of up to `bytes` (header and payload) may be written at the offset now. */
static inline spoor_room spoor_journal_room(spoor_journal_state *state, unsigned record_class, uint32_t bytes) {
    if (state->is_closed) return SPOOR_ROOM_CLOSED;
    if (state->pending_bytes + bytes > state->limits[record_class] ||
        (state->is_memory && state->pending_memory_bytes + bytes > state->memory_limits[record_class])) {
        state->refused[record_class] += 1;
        return SPOOR_ROOM_CAPPED;
    }
    if (state->base == NULL || state->offset + spoor_padded(bytes) > state->capacity) return SPOOR_ROOM_NEEDS_SEGMENT;
    return SPOOR_ROOM;
}

/* The same for a frame that gets plain memory of its own. */
static inline spoor_room spoor_journal_room_alone(spoor_journal_state *state, unsigned record_class, uint32_t bytes) {
    if (state->is_closed) return SPOOR_ROOM_CLOSED;
    if (state->pending_bytes + bytes > state->limits[record_class] ||
        state->pending_memory_bytes + bytes > state->memory_limits[record_class]) {
        state->refused[record_class] += 1;
        return SPOOR_ROOM_CAPPED;
    }
    return SPOOR_ROOM;
}

/* Swift sees a C array as a tuple: these read and write one element. */
static inline void spoor_journal_set_limit(
    spoor_journal_state *state, unsigned record_class, uint64_t limit, uint64_t memory_limit) {
    state->limits[record_class] = limit;
    state->memory_limits[record_class] = memory_limit;
}

static inline uint64_t spoor_journal_refused(const spoor_journal_state *state, unsigned record_class) {
    return state->refused[record_class];
}

/* Under the lock: completes and publishes the frame at the offset, whose head and body are in place behind the
 * header, and moves on. `body_crc` was computed before the lock was taken. */
void spoor_journal_publish(
    spoor_journal_state *state, uint8_t kind, uint8_t record_class, uint16_t head_length, uint32_t body_length,
    int64_t recorded, uint32_t body_crc);

/* The checksum that the frame at `frame` should have; its length must have been checked against the memory. */
uint32_t spoor_frame_checksum(const uint8_t *frame);

/* Under the lock: begins the segment at `base` anew under an epoch, and makes it the active one. */
void spoor_journal_activate(
    spoor_journal_state *state, uint8_t *base, uint32_t capacity, uint32_t epoch, bool is_memory);

/* Plain memory straight from the system, to which it goes back at once; NULL where there is none. Taken from the heap,
 * pieces of this size would stay with the process. */
uint8_t *spoor_allocate(size_t count);
void spoor_deallocate(uint8_t *memory, size_t count);

/* Marks a segment as holding nothing. */
void spoor_segment_clear(uint8_t *base);

/* The first sequence number in an undamaged segment header, 0 in an empty or damaged one. */
uint64_t spoor_segment_first_sequence(const uint8_t *base);

/* The epoch of a segment header, or 0 when it marks an empty segment, or -1 when it is damaged. */
int64_t spoor_segment_epoch(const uint8_t *base);

/* How many bytes a segment had when it came into use; 0 where its header cannot tell. */
uint64_t spoor_segment_capacity(const uint8_t *base);

/* Faults every page in for writing, so that no append has to. */
void spoor_touch_pages(uint8_t *base, size_t count);

#endif
