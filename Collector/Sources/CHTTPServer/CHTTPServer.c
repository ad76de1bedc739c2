#define _GNU_SOURCE
#include "CHTTPServer.h"

#include <errno.h>
#include <fcntl.h>
#include <microhttpd.h>
#include <netdb.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { RECEIVING, HANDLING, WAITING, ANSWERED };

/* A body beyond the limit is read to its end up to this many times the limit, so that the client sees the answer. */
enum { DRAIN_FACTOR = 8 };

struct spoor_http_server {
    struct MHD_Daemon *daemon;
    spoor_http_handler handler;
    void *context;
    size_t max_body;
    unsigned int idle_seconds;
    uint16_t port;
    atomic_int closing;
    pthread_mutex_t lock;
    pthread_cond_t idle;
    /* Guarded by `lock`: requests not yet finished, those whose answer is still owed, and whether no more are taken. */
    unsigned int open_requests, owed_answers;
    int stopping;
};

struct spoor_http_request {
    spoor_http_server *server;
    struct MHD_Connection *connection;
    struct MHD_Response *response;
    unsigned int status;
    atomic_int state;
    int started;
    int too_large;
    char *target;
    const char *method;
    unsigned char *body;
    size_t count, capacity, seen;
};

static void request_began(spoor_http_server *server) {
    pthread_mutex_lock(&server->lock);
    server->open_requests += 1;
    pthread_mutex_unlock(&server->lock);
}

static void request_ended(spoor_http_server *server) {
    pthread_mutex_lock(&server->lock);
    server->open_requests -= 1;
    if (server->open_requests == 0) pthread_cond_broadcast(&server->idle);
    pthread_mutex_unlock(&server->lock);
}

static void *on_target(void *context, const char *target, struct MHD_Connection *connection) {
    spoor_http_server *server = context;
    spoor_http_request *request = calloc(1, sizeof(*request));
    if (request == NULL) return NULL;
    request->target = strdup(target);
    if (request->target == NULL) {
        free(request);
        return NULL;
    }
    request->server = server;
    request->connection = connection;
    request_began(server);
    return request;
}

static void on_completed(void *context, struct MHD_Connection *connection, void **state,
                         enum MHD_RequestTerminationCode code) {
    (void)context, (void)connection, (void)code;
    spoor_http_request *request = *state;
    *state = NULL;
    if (request == NULL) return;
    spoor_http_server *server = request->server;
    if (request->response != NULL) MHD_destroy_response(request->response);
    free(request->target);
    free(request->body);
    free(request);
    request_ended(server);
}

static int reserve(spoor_http_request *request, size_t wanted) {
    if (wanted <= request->capacity) return 1;
    size_t capacity = request->capacity == 0 ? 16384 : request->capacity * 2;
    if (capacity < wanted) capacity = wanted;
    unsigned char *grown = realloc(request->body, capacity);
    if (grown == NULL) return 0;
    request->body = grown;
    request->capacity = capacity;
    return 1;
}

static void drop_body(spoor_http_request *request) {
    request->too_large = 1;
    free(request->body);
    request->body = NULL;
    request->count = request->capacity = 0;
}

static enum MHD_Result take_chunk(spoor_http_request *request, const char *data, size_t *size) {
    size_t limit = request->server->max_body, count = *size;
    *size = 0;
    request->seen += count;
    if (request->seen > limit && !request->too_large) drop_body(request);
    if (request->seen / DRAIN_FACTOR > limit) return MHD_NO;
    if (request->too_large) return MHD_YES;
    if (!reserve(request, request->count + count)) return MHD_NO;
    memcpy(request->body + request->count, data, count);
    request->count += count;
    return MHD_YES;
}

/* First call of a request: no body yet, an answer now ends the request early. */
static int begin(spoor_http_request *request, const char *method) {
    request->started = 1;
    request->method = method;
    const char *length = MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND, "Content-Length");
    if (length == NULL) return 1;
    unsigned long long announced = strtoull(length, NULL, 10);
    if (announced > request->server->max_body) request->too_large = 1;
    /* What is far too large is not waited for. */
    if (announced / DRAIN_FACTOR > request->server->max_body) return 0;
    if (!request->too_large && announced > 0) return reserve(request, (size_t)announced);
    return 1;
}

static enum MHD_Result queue(spoor_http_request *request) {
    if (request->response == NULL) return MHD_NO;
    return MHD_queue_response(request->connection, request->status, request->response);
}

/* Whether the handler may still be asked; if so its answer is owed. */
static int owe_answer(spoor_http_server *server) {
    pthread_mutex_lock(&server->lock);
    int taken = !server->stopping;
    if (taken) server->owed_answers += 1;
    pthread_mutex_unlock(&server->lock);
    return taken;
}

static void answer_given(spoor_http_server *server) {
    pthread_mutex_lock(&server->lock);
    server->owed_answers -= 1;
    if (server->owed_answers == 0) pthread_cond_broadcast(&server->idle);
    pthread_mutex_unlock(&server->lock);
}

static enum MHD_Result dispatch(spoor_http_request *request) {
    /* Who has sent a whole request may take longer until the next. */
    MHD_set_connection_option(request->connection, MHD_CONNECTION_OPTION_TIMEOUT, request->server->idle_seconds);
    /* What comes in the last moment is not answered: the client sees a closed connection and tries again. */
    if (!owe_answer(request->server)) return MHD_NO;
    atomic_store(&request->state, HANDLING);
    request->server->handler(request->server->context, request);
    if (atomic_load(&request->state) == ANSWERED) return queue(request);
    MHD_suspend_connection(request->connection);
    int expected = HANDLING;
    if (!atomic_compare_exchange_strong(&request->state, &expected, WAITING)) {
        /* Answered meanwhile by a thread that found nothing to resume. */
        MHD_resume_connection(request->connection);
    }
    return MHD_YES;
}

static enum MHD_Result on_request(void *context, struct MHD_Connection *connection, const char *url,
                                  const char *method, const char *version, const char *upload_data,
                                  size_t *upload_size, void **state) {
    (void)context, (void)connection, (void)url, (void)version;
    spoor_http_request *request = *state;
    if (request == NULL) return MHD_NO;
    if (!request->started) return begin(request, method) ? MHD_YES : dispatch(request);
    if (*upload_size > 0) return take_chunk(request, upload_data, upload_size);
    return atomic_load(&request->state) == RECEIVING ? dispatch(request) : queue(request);
}

const char *spoor_http_method(const spoor_http_request *request) { return request->method; }

const char *spoor_http_target(const spoor_http_request *request) { return request->target; }

int spoor_http_body_too_large(const spoor_http_request *request) { return request->too_large; }

void *spoor_http_take_body(spoor_http_request *request, size_t *count) {
    void *body = request->body;
    *count = request->count;
    request->body = NULL;
    request->count = request->capacity = 0;
    return body;
}

struct header_visit {
    void *context;
    void (*each)(void *context, const char *name, const char *value);
};

static enum MHD_Result visit_header(void *context, enum MHD_ValueKind kind, const char *name, const char *value) {
    (void)kind;
    struct header_visit *visit = context;
    visit->each(visit->context, name, value == NULL ? "" : value);
    return MHD_YES;
}

void spoor_http_headers(spoor_http_request *request, void *context,
                        void (*each)(void *context, const char *name, const char *value)) {
    struct header_visit visit = {context, each};
    MHD_get_connection_values(request->connection, MHD_HEADER_KIND, visit_header, &visit);
}

static void add_headers(struct MHD_Response *response, const char *headers) {
    char *copy = strdup(headers), *rest = copy, *line;
    if (copy == NULL) return;
    while ((line = strsep(&rest, "\n")) != NULL) {
        char *colon = strstr(line, ": ");
        if (colon == NULL) continue;
        *colon = 0;
        MHD_add_response_header(response, line, colon + 2);
    }
    free(copy);
}

void spoor_http_respond(spoor_http_request *request, unsigned int status, const char *headers, const void *body,
                        size_t count) {
    struct MHD_Response *response =
        MHD_create_response_from_buffer(count, (void *)(uintptr_t)body, MHD_RESPMEM_MUST_COPY);
    if (response != NULL) {
        add_headers(response, headers);
        if (atomic_load(&request->server->closing)) MHD_add_response_header(response, "Connection", "close");
    }
    request->response = response;
    request->status = status;
    struct MHD_Connection *connection = request->connection;
    spoor_http_server *server = request->server;
    /* While the handler still runs, its thread queues the answer, and may free the request at once. */
    if (atomic_exchange(&request->state, ANSWERED) == WAITING) MHD_resume_connection(connection);
    answer_given(server);
}

/* Why an address cannot be listened on, and what to do. */
static void explain_bind(int code, const char *host, uint16_t port, char *error, size_t error_size) {
    switch (code) {
    case EADDRINUSE:
        snprintf(error, error_size,
                 "Port %u of %s is in use: stop the program that listens there, or choose another port "
                 "(port 0 takes a free one).", port, host);
        break;
    case EACCES:
        snprintf(error, error_size,
                 "Port %u of %s may not be listened on by this user: choose a port above 1023.", port, host);
        break;
    case EADDRNOTAVAIL:
        snprintf(error, error_size,
                 "This machine has no address %s: choose one of its own, such as 127.0.0.1, or 0.0.0.0 for all.", host);
        break;
    default:
        snprintf(error, error_size, "Port %u of %s cannot be listened on (%s): choose another.", port, host,
                 strerror(code));
    }
}

static int open_socket(const char *host, uint16_t port, char *error, size_t error_size) {
    char service[8];
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE | AI_NUMERICSERV}, *found = NULL;
    snprintf(service, sizeof(service), "%u", port);
    int code = getaddrinfo(host, service, &hints, &found);
    if (code != 0) {
        snprintf(error, error_size, "'%s' is no address to listen on (%s): write it like 127.0.0.1, ::1 or 0.0.0.0.", host,
                 gai_strerror(code));
        return -1;
    }
    int handle = socket(found->ai_family, SOCK_STREAM, 0), on = 1;
    if (handle >= 0) {
        fcntl(handle, F_SETFD, FD_CLOEXEC);
        fcntl(handle, F_SETFL, fcntl(handle, F_GETFL) | O_NONBLOCK);
        setsockopt(handle, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
    }
    if (handle < 0 || bind(handle, found->ai_addr, found->ai_addrlen) != 0 || listen(handle, 1024) != 0) {
        explain_bind(errno, host, port, error, error_size);
        if (handle >= 0) close(handle);
        handle = -1;
    }
    freeaddrinfo(found);
    return handle;
}

static uint16_t bound_port(int handle) {
    struct sockaddr_storage address;
    socklen_t length = sizeof(address);
    if (getsockname(handle, (struct sockaddr *)&address, &length) != 0) return 0;
    if (address.ss_family == AF_INET6) return ntohs(((struct sockaddr_in6 *)&address)->sin6_port);
    return ntohs(((struct sockaddr_in *)&address)->sin_port);
}

static spoor_http_server *make_server(const spoor_http_configuration *configuration) {
    spoor_http_server *server = calloc(1, sizeof(*server));
    if (server == NULL) return NULL;
    server->handler = configuration->handler;
    server->context = configuration->context;
    server->max_body = configuration->max_body;
    server->idle_seconds = configuration->idle_seconds;
    pthread_mutex_init(&server->lock, NULL);
    pthread_cond_init(&server->idle, NULL);
    return server;
}

static void free_server(spoor_http_server *server) {
    pthread_cond_destroy(&server->idle);
    pthread_mutex_destroy(&server->lock);
    free(server);
}

static enum MHD_Result on_accept(void *context, const struct sockaddr *address, socklen_t length) {
    (void)address;
    (void)length;
    return atomic_load(&((spoor_http_server *)context)->closing) ? MHD_NO : MHD_YES;
}

spoor_http_server *spoor_http_start(const spoor_http_configuration *configuration, char *error, size_t error_size) {
    int handle = open_socket(configuration->host, configuration->port, error, error_size);
    if (handle < 0) return NULL;
    spoor_http_server *server = make_server(configuration);
    if (server == NULL) {
        close(handle);
        snprintf(error, error_size, "There is no memory for the server.");
        return NULL;
    }
    server->port = bound_port(handle);
    unsigned int flags = MHD_USE_AUTO | MHD_USE_INTERNAL_POLLING_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC;
    server->daemon = MHD_start_daemon(
        flags, 0, on_accept, server, on_request, server, MHD_OPTION_LISTEN_SOCKET, handle, MHD_OPTION_THREAD_POOL_SIZE,
        configuration->threads, MHD_OPTION_CONNECTION_LIMIT, configuration->connection_limit,
        MHD_OPTION_PER_IP_CONNECTION_LIMIT, configuration->address_limit, MHD_OPTION_CONNECTION_TIMEOUT,
        configuration->first_request_seconds, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        configuration->connection_memory, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_URI_LOG_CALLBACK, on_target,
        server, MHD_OPTION_NOTIFY_COMPLETED, on_completed, NULL, MHD_OPTION_END);
    if (server->daemon == NULL) {
        snprintf(error, error_size, "The HTTP server could not be started: %s.", strerror(errno));
        close(handle);
        free_server(server);
        return NULL;
    }
    return server;
}

uint16_t spoor_http_port(const spoor_http_server *server) { return server->port; }

/* The library's own way to stop listening takes the socket out of a worker's set twice where that worker is just awake,
   and ends the process for it. */
void spoor_http_quiesce(spoor_http_server *server) { atomic_store(&server->closing, 1); }

unsigned int spoor_http_wait_idle(spoor_http_server *server, unsigned int milliseconds) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += milliseconds / 1000;
    until.tv_nsec += (long)(milliseconds % 1000) * 1000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_sec += 1;
        until.tv_nsec -= 1000000000;
    }
    pthread_mutex_lock(&server->lock);
    while (server->open_requests > 0) {
        if (pthread_cond_timedwait(&server->idle, &server->lock, &until) == ETIMEDOUT) break;
    }
    unsigned int left = server->open_requests;
    pthread_mutex_unlock(&server->lock);
    return left;
}

void spoor_http_stop(spoor_http_server *server) {
    /* A connection that waits for its answer must not be stopped. */
    pthread_mutex_lock(&server->lock);
    server->stopping = 1;
    while (server->owed_answers > 0) pthread_cond_wait(&server->idle, &server->lock);
    pthread_mutex_unlock(&server->lock);
    MHD_stop_daemon(server->daemon);
    free_server(server);
}

void spoor_http_ignore_sigpipe(void) { signal(SIGPIPE, SIG_IGN); }

uint64_t spoor_http_raise_file_limit(uint64_t wanted) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
    if (limit.rlim_cur >= wanted) return limit.rlim_cur;
    limit.rlim_cur = wanted < limit.rlim_max ? wanted : limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    return limit.rlim_cur;
}
