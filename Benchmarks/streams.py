"""The one client for both stream servers: opens N readers, publishes at a rate, reports deliveries and latency.

streams.py URL-HOST PORT READ-PATH PUBLISH-PATH READERS EVENTS-A-SECOND SECONDS
Prints: deliveries, deliveries a second, p50 and p99 in milliseconds."""
import re
import selectors
import socket
import sys
import threading
import time

host, port, read_path, publish_path, readers, rate, seconds = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4], int(sys.argv[5]), float(sys.argv[6]), float(sys.argv[7])
selector = selectors.DefaultSelector()
sockets = []
for number in range(readers):
    # One address has 28,000 ports: spread over loopback.
    connection = socket.socket()
    connection.bind((f"127.0.0.{number // 20000 + 1}", 0))
    connection.connect((host, port))
    connection.sendall(f"GET {read_path} HTTP/1.1\r\nHost: {host}\r\nAccept: text/event-stream\r\n\r\n".encode())
    sockets.append(connection)
for connection in sockets:
    head = b""
    while b"\r\n\r\n" not in head:
        head += connection.recv(4096)
    assert b" 200 " in head, head
    connection.setblocking(False)
    selector.register(connection, selectors.EVENT_READ)
time.sleep(1)
print("OPEN", flush=True)
sys.stdin.readline()
stop = threading.Event()
published = 0


def publish():
    global published
    connection = socket.create_connection((host, port))
    begin = time.monotonic()
    while not stop.is_set():
        due = begin + published / rate
        pause = due - time.monotonic()
        if pause > 0:
            time.sleep(pause)
        body = f"@{time.monotonic_ns():020d}@".ljust(200, "x").encode()
        connection.sendall(f"POST {publish_path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: text/plain\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)
        connection.recv(4096)
        published += 1


marker = re.compile(rb"@(\d{20})@")
thread = threading.Thread(target=publish)
thread.start()
begin = time.monotonic()
deliveries, latencies = 0, []
while time.monotonic() - begin < seconds:
    for key, _ in selector.select(0.1):
        try:
            data = key.fileobj.recv(65536)
        except BlockingIOError:
            continue
        found = data.count(b"@" ) // 2
        deliveries += found
        if found:
            match = marker.search(data)
            if match and deliveries % 7 == 0:
                latencies.append(time.monotonic_ns() - int(match.group(1)))
elapsed = time.monotonic() - begin
stop.set()
thread.join()
latencies.sort()
pick = lambda share: latencies[min(len(latencies) - 1, int(len(latencies) * share))] / 1e6 if latencies else 0
print(deliveries, round(deliveries / elapsed), round(pick(0.5), 1), round(pick(0.99), 1), published, flush=True)
