"""Speaks TLS in front of a plain server, with whichever certificate it is told.

usage: tls_front.py CERTIFICATE KEY PORT

Prints the port it listens on. Each line of input, `CERTIFICATE KEY`, changes the certificate of later connections, and
is printed when that is done. Each connection is a line: `refused SECONDS REASON` where the other end does not take the
certificate, `greeted SECONDS` where it does. Ends with its input.
"""
import os
import socket
import ssl
import sys
import threading
import time

lock = threading.Lock()


def say(*words):
    with lock:
        print(*words, flush=True)


def context(certificate, key):
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.load_cert_chain(certificate, key)
    return made


def carry(source, target):
    try:
        while part := source.recv(1 << 16):
            target.sendall(part)
    except OSError:
        pass
    try:
        # The plain server ends a connection to end its answer; the other end may be waiting for just that.
        target.shutdown(socket.SHUT_WR)
    except OSError:
        pass


def serve(connection, how, port):
    began = time.monotonic()
    connection.settimeout(20)
    try:
        front = how.wrap_socket(connection, server_side=True)
        # Under TLS 1.3 a refusal comes behind the greeting, instead of the first bytes of the request.
        first = front.recv(1 << 16)
    except OSError as error:
        connection.close()
        return say("refused", began, error)
    if not first:
        front.close()
        return say("refused", began, "hung up without a word")
    say("greeted", began)
    with front, socket.create_connection(("127.0.0.1", port)) as plain:
        plain.sendall(first)
        back = threading.Thread(target=carry, args=(plain, front), daemon=True)
        forth = threading.Thread(target=carry, args=(front, plain), daemon=True)
        forth.start()
        back.start()
        back.join()


def main():
    current = [context(*sys.argv[1:3])]
    port = int(sys.argv[3])
    listener = socket.create_server(("127.0.0.1", 0), backlog=64)
    say(listener.getsockname()[1])

    def accept():
        while True:
            connection, _ = listener.accept()
            threading.Thread(target=serve, args=(connection, current[0], port), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    for line in sys.stdin:
        current[0] = context(*line.split())
        say("took", line.strip())
    os._exit(0)


main()
