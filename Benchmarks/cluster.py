"""What several nodes over one PostgreSQL cost, beside one node. PostgreSQL flushes as it does by itself, on the same disk."""
import asyncio
import contextlib
import os
import re
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from bench import DEV, cpu_seconds, row, served
from nodes import BellCounter, Cluster, Proxy
from postgresql import postgresql
from stream_readers import Readers

# As in an ordinary day.
PHONES, MAPS, SECONDS = 600, 50, 30
# A busy server: phones that send every ten seconds, and as many open pages, of which some are maps.
MANY_PHONES, STREAMS = int(os.environ.get("BENCH_CLUSTER_PHONES", "6000")), int(os.environ.get("BENCH_CLUSTER_STREAMS", "1000"))
SEATS, ASKING = 50, 1000


@contextlib.contextmanager
def clustered(count, members, *flags):
    folder = Path(tempfile.mkdtemp(prefix="sotravel-bench-"))
    with postgresql() as postgres:
        cluster = Cluster(folder / "nodes", *flags, count=count, members=members, postgres=postgres)
        try:
            yield cluster
        finally:
            cluster.close()
            shutil.rmtree(folder)


def simulated(server, url, *flags):
    """A run of the phones of this server's trip, at an address."""
    place = ["--data", server.data, *(["--database", server.address] if hasattr(server, "address") else [])]
    return subprocess.Popen([DEV, "simulate", *place, "--url", url, *map(str, flags)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)


def said(run):
    out = run.communicate()[0]
    assert run.returncode == 0, out
    print("  " + out.strip().replace("\n", "\n  "))
    return out


def cluster_events():
    """Phones at one node, maps at the other; and the same with both at one node."""
    with clustered(2, PHONES + 72) as cluster:
        one, two = cluster.nodes
        one.post_fix(one.tokens()[0], 46.4, 9.2)
        flags = ["--phones", PHONES, "--interval", 1, "--seconds", SECONDS, "--maps", MAPS, "--precise", "--connections", 64]
        far, near = (int(re.search(r"p99 (\d+) ms", said(simulated(one, one.url, *flags, "--maps-url", node.url))).group(1)) for node in (two, one))
    row(f"{PHONES} phones at one node, {MAPS} maps at another: POST to event p99", f"{far} ms", f"maps at the same node {near} ms", "", "≤ 400 ms", far <= 400)


def busy(server, urls, nodes, proxy_url):
    """Seconds of the processor that each node took, how many fixes were taken, how often the bell rang, and in how many seconds, while phones
    move and pages are open."""
    readers = Readers()
    try:
        cookie, each = nodes[0].host(), (STREAMS - MAPS) // len(nodes)
        for node in nodes:
            for _ in range(each):
                readers.open(cookie, "chat,own", [node])
        maps = [simulated(server, url, "--phones", 1, "--interval", 5, "--seconds", SECONDS + 20, "--maps", MAPS // len(urls)) for url in urls]
        # Until all are open and every phone has a place.
        said(simulated(server, proxy_url, "--phones", MANY_PHONES, "--interval", 10, "--seconds", 5, "--connections", 64))
        before = [cpu_seconds(node.process.pid) for node in nodes]
        counter, begin = BellCounter(server.address) if hasattr(server, "address") else None, time.monotonic()
        out = said(simulated(server, proxy_url, "--phones", MANY_PHONES, "--interval", 10, "--seconds", SECONDS, "--connections", 64))
        # The run lasts longer than its phones move: the last of them wait for their answers.
        rings, seconds = counter.stop() if counter else {}, time.monotonic() - begin
        used = [cpu_seconds(node.process.pid) - start for node, start in zip(nodes, before)]
        for run in maps:
            run.communicate()
        return used, int(re.search(r"(\d+) × 200", out).group(1)), rings, seconds
    finally:
        readers.close()


def cluster_busy():
    with served(MANY_PHONES) as server:
        used, fixes, _, _ = busy(server, [server.url], [server], server.url)
        near = sum(used) / fixes * 1e6
    with clustered(3, MANY_PHONES) as cluster:
        proxy = Proxy(cluster.nodes[0].data / "proxy", cluster.nodes)
        try:
            time.sleep(1)
            first = cluster.nodes[0]
            used, fixes, rings, seconds = busy(first, [node.url for node in cluster.nodes], cluster.nodes, f"http://127.0.0.1:{proxy.port}")
        finally:
            proxy.close()
    far, bells = sum(used) / fixes * 1e6, sum(rings.values()) / seconds / 3
    what = f"three nodes, {MANY_PHONES:,} phones, {STREAMS:,} streams"
    row(f"{what}: bells a second and node", f"{bells:.1f}", f"{fixes / seconds / 3:.0f} fixes a second and node, in {seconds:.0f} s", "", "≤ 4", bells <= 4)
    row("… processor time of all nodes for a fix", f"{far:.0f} µs", f"one node on SQLite {near:.0f} µs", f"{far / near:.2f} ×", "≤ 2.5 ×", far <= 2.5 * near)


def cluster_seats():
    """A thousand ask at once, over three nodes, for fifty places."""
    with clustered(3, ASKING + 300) as cluster:
        # The demo invites 601.
        cluster.sql(
            "INSERT INTO invitation (event_id, member_id, number, rsvp, token, answered_by, note, invited_at) "
            "SELECT e.id, m.id, 10000 + row_number() OVER (), 'pending', substr(md5(hex(m.id)), 1, 22), '', '', 0 FROM event e JOIN member m ON "
            "m.trip_id = e.trip_id AND m.status NOT IN ('cancelled', 'left') AND NOT EXISTS (SELECT 1 FROM invitation i WHERE i.event_id = e.id AND i.member_id = m.id) WHERE e.title = 'Fondue evening'")
        links = cluster.sql("SELECT i.token FROM invitation i JOIN event e ON e.id = i.event_id WHERE e.title = 'Fondue evening' ORDER BY i.number")[:ASKING]
        asyncio.run(answer_all(cluster, links, "no", 32))
        cluster.sql(f"UPDATE event SET capacity = {SEATS} WHERE title = 'Fondue evening'")
        time.sleep(1)
        times = sorted(asyncio.run(answer_all(cluster, links, "yes", len(links))))
        going, taken = cluster.sql(
            "SELECT (SELECT count(*) FROM invitation i WHERE i.event_id = e.id AND i.rsvp IN ('going', 'offered')), e.taken FROM event e "
            "WHERE e.title = 'Fondue evening'")[0].split("|")
    p99 = times[int(len(times) * 0.99) - 1]
    row(f"{len(links)} ask for {SEATS} places at once, over three nodes", f"{going} have one, {taken} counted", "", "", f"{SEATS}", going == taken == str(SEATS))
    row("… p99", f"{p99 * 1000:.0f} ms", "", "", "≤ 1 s", p99 <= 1)


async def answer_all(cluster, links, answer, at_once):
    """Seconds that each answer took, of those that nobody refused."""
    turn, body = asyncio.Semaphore(at_once), f"answer={answer}"

    async def ask(number, link):
        async with turn:
            reader, writer = await asyncio.open_connection("127.0.0.1", cluster.nodes[number % len(cluster.nodes)].port)
            begin = time.monotonic()
            writer.write((f"POST /r/{link} HTTP/1.1\r\nHost: x\r\nSec-Fetch-Site: same-origin\r\nConnection: close\r\n"
                          f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n{body}").encode())
            status = await reader.readline()
            took = time.monotonic() - begin
            writer.close()
            assert b" 303 " in status, status
            return took

    return await asyncio.gather(*(ask(number, link) for number, link in enumerate(links)))
