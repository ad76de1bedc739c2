#ifndef SLOW_WRITES_H
#define SLOW_WRITES_H

/* From now on each write and each sync of a regular file takes so many milliseconds longer; 0 ends it. */
void slow_writes_begin(unsigned milliseconds);

/* How many writes and syncs have begun that take longer. */
unsigned long slow_writes_count(void);

#endif
