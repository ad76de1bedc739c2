#include "spoor_journal.h"
#include <string.h>
#include <sys/mman.h>
#include "spoor_checksum.h"

enum { MAGIC = 0x4c4a5053 /* "SPJL" */, VERSION = 1 };

static uint32_t finish_checksum(uint32_t body_crc, const uint8_t *frame, uint16_t head_length) {
    uint32_t crc = spoor_crc32c(body_crc, frame, 4);
    return spoor_crc32c(crc, frame + 8, SPOOR_FRAME_HEADER_BYTES - 8 + (size_t)head_length);
}

void spoor_journal_publish(
    spoor_journal_state *state, uint8_t kind, uint8_t record_class, uint16_t head_length, uint32_t body_length,
    int64_t recorded, uint32_t body_crc) {
    uint8_t *frame = state->base + state->offset;
    uint32_t length = SPOOR_FRAME_HEADER_BYTES + (uint32_t)head_length + body_length;
    spoor_frame_header header = {
        .length = length,
        .sequence = state->next_sequence,
        .epoch = state->epoch,
        .kind = kind,
        .record_class = record_class,
        .head_length = head_length,
        .recorded = recorded,
    };
    /* The checksum needs the fields in a row, but the length may not be seen before all else is in place. */
    uint32_t crc = spoor_crc32c(body_crc, &header.length, 4);
    memcpy(frame + 8, &header.sequence, SPOOR_FRAME_HEADER_BYTES - 8);
    crc = spoor_crc32c(crc, frame + 8, SPOOR_FRAME_HEADER_BYTES - 8 + (size_t)head_length);
    memcpy(frame + 4, &crc, 4);
    uint32_t next = state->offset + spoor_padded(length);
    if (next + 4 <= state->capacity) memset(state->base + next, 0, 4);
    spoor_store_release_u32((uint32_t *)(void *)frame, length);
    state->offset = next;
    state->next_sequence += 1;
    state->pending_bytes += spoor_padded(length);
    if (state->is_memory) state->pending_memory_bytes += spoor_padded(length);
}

uint32_t spoor_frame_checksum(const uint8_t *frame) {
    spoor_frame_header header;
    memcpy(&header, frame, sizeof header);
    size_t payload = header.length - SPOOR_FRAME_HEADER_BYTES;
    if (header.head_length > payload) return ~header.crc;
    const uint8_t *body = frame + SPOOR_FRAME_HEADER_BYTES + header.head_length;
    return finish_checksum(spoor_crc32c(0, body, payload - header.head_length), frame, header.head_length);
}

static uint32_t header_checksum(const spoor_segment_header *header) {
    return spoor_crc32c(spoor_crc32c(0, header, 12), &header->first_sequence, 16);
}

static void write_header(uint8_t *base, uint32_t epoch, uint64_t first_sequence, uint64_t capacity) {
    spoor_segment_header header = {
        .magic = MAGIC,
        .version = VERSION,
        .epoch = epoch,
        .first_sequence = first_sequence,
        .capacity = capacity};
    header.crc = header_checksum(&header);
    memcpy(base, &header, sizeof header);
}

void spoor_journal_activate(
    spoor_journal_state *state, uint8_t *base, uint32_t capacity, uint32_t epoch, bool is_memory) {
    /* First the slot, then the header: a new epoch never stands above an old frame. */
    spoor_store_release_u32((uint32_t *)(void *)(base + SPOOR_SEGMENT_HEADER_BYTES), 0);
    write_header(base, epoch, state->next_sequence, capacity);
    state->base = base;
    state->offset = SPOOR_SEGMENT_HEADER_BYTES;
    state->capacity = capacity;
    state->epoch = epoch;
    state->is_memory = is_memory;
}

void spoor_segment_clear(uint8_t *base) { write_header(base, 0, 0, 0); }

int64_t spoor_segment_epoch(const uint8_t *base) {
    spoor_segment_header header;
    memcpy(&header, base, sizeof header);
    static const spoor_segment_header fresh;
    if (memcmp(&header, &fresh, sizeof fresh) == 0) return 0;
    if (header.magic != MAGIC || header.version != VERSION || header.crc != header_checksum(&header)) return -1;
    return header.epoch;
}

uint64_t spoor_segment_first_sequence(const uint8_t *base) {
    spoor_segment_header header;
    memcpy(&header, base, sizeof header);
    return spoor_segment_epoch(base) > 0 ? header.first_sequence : 0;
}

uint64_t spoor_segment_capacity(const uint8_t *base) {
    spoor_segment_header header;
    memcpy(&header, base, sizeof header);
    return spoor_segment_epoch(base) > 0 ? header.capacity : 0;
}

void spoor_touch_pages(uint8_t *base, size_t count) {
    for (size_t offset = 0; offset < count; offset += 4096) {
        volatile uint8_t *byte = base + offset;
        *byte = *byte;
    }
}

uint8_t *spoor_allocate(size_t count) {
    void *memory = mmap(NULL, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

void spoor_deallocate(uint8_t *memory, size_t count) { munmap(memory, count); }
