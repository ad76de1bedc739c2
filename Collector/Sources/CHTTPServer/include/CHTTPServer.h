#ifndef CHTTPSERVER_H
#define CHTTPSERVER_H
#include <stddef.h>
#include <stdint.h>

/* A thin layer over libmicrohttpd: whole requests in, whole answers out, answers from any thread. */

typedef struct spoor_http_server spoor_http_server;
typedef struct spoor_http_request spoor_http_request;

/* Called on a server thread when a request is complete; answer it once, now or later, from any thread. */
typedef void (*spoor_http_handler)(void *context, spoor_http_request *request);

typedef struct {
    const char *host;
    uint16_t port;              /* 0: the system chooses */
    unsigned int threads;
    unsigned int connection_limit;
    unsigned int address_limit;         /* connections of one address at once; 0: no limit of its own */
    unsigned int first_request_seconds; /* idle time before the first whole request of a connection */
    unsigned int idle_seconds;          /* idle time afterwards */
    size_t connection_memory;
    size_t max_body;            /* a longer body is flagged, not kept */
    spoor_http_handler handler;
    void *context;
} spoor_http_configuration;

/* NULL on failure, with a sentence in `error`. */
spoor_http_server *spoor_http_start(const spoor_http_configuration *configuration, char *error, size_t error_size);
uint16_t spoor_http_port(const spoor_http_server *server);
/* Closes new connections at once from now on; open requests go on. The port is free after `spoor_http_stop`. */
void spoor_http_quiesce(spoor_http_server *server);
/* Waits until no request is open. Returns how many still are after the time. */
unsigned int spoor_http_wait_idle(spoor_http_server *server, unsigned int milliseconds);
/* Waits until every request that the handler was asked for is answered, then frees the server. */
void spoor_http_stop(spoor_http_server *server);

const char *spoor_http_method(const spoor_http_request *request);
/* The request target as sent: path, and query after '?'. */
const char *spoor_http_target(const spoor_http_request *request);
/* Whether the body exceeded the limit and was thrown away. */
int spoor_http_body_too_large(const spoor_http_request *request);
/* Hands over the body; free() it. */
void *spoor_http_take_body(spoor_http_request *request, size_t *count);
/* Calls back once per header; only inside the handler. */
void spoor_http_headers(spoor_http_request *request, void *context,
                        void (*each)(void *context, const char *name, const char *value));

/* `headers` is a list of "Name: value\n" lines. Copies everything. The request is gone afterwards. */
void spoor_http_respond(spoor_http_request *request, unsigned int status, const char *headers, const void *body,
                        size_t count);

/* Makes a write to a closed connection an error instead of the end of the process. */
void spoor_http_ignore_sigpipe(void);
/* Raises the number of files the process may open, as far as allowed. Returns the number. */
uint64_t spoor_http_raise_file_limit(uint64_t wanted);

#endif
