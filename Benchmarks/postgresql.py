"""What PostgreSQL costs: the same program on it and on SQLite, and its writes beside libpq's and psql's own. The server flushes as it does by
itself, on the same disk."""
import contextlib
import os
import shutil
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from bench import HERE, SECONDS, compiled, row, served, wrk
from postgres_server import PostgresDemo, PostgresServer, programs

# What a table of positions has, in words of PostgreSQL: `bare.c` has the same in SQLite's.
FIX = ("CREATE TABLE copied (tracker_id BYTEA NOT NULL, fixed_at BIGINT NOT NULL, received_at BIGINT NOT NULL, format TEXT NOT NULL, "
       "latitude FLOAT8 NOT NULL, longitude FLOAT8 NOT NULL, accuracy FLOAT8, altitude FLOAT8, speed FLOAT8, heading FLOAT8, battery BIGINT, "
       "PRIMARY KEY (tracker_id, fixed_at))")
COPIED = 200_000
# As many of the 256 senders as share a commit, and the bytes of one position.
GROUP, FIX_BYTES = 128, 67


@contextlib.contextmanager
def postgresql():
    server = PostgresServer(fsync="on", full_page_writes="on")
    try:
        yield server
    finally:
        server.close()


@contextlib.contextmanager
def served_by(postgres, members):
    folder = Path(tempfile.mkdtemp(prefix="sotravel-bench-"))
    server = PostgresDemo(folder / "data", postgres.make_database(), members=members)
    try:
        server.tokens_file = folder / "tokens"
        server.tokens_file.write_text("\n".join(server.tokens()) + "\n")
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder)


def postgresql_pages():
    with postgresql() as postgres, served_by(postgres, 600) as far, served(600) as near:
        rounds = []
        for _ in range(3):
            rounds.append([wrk(server.url + "/trips/valrosa/roster", cookie=server.host(), headers=["Cache-Control: no-store"])[0] for server in (far, near)])
    rate, peer = (statistics.median(pair[side] for pair in rounds) for side in (0, 1))
    row("roster page, 600 members, nothing cached, on PostgreSQL", f"{rate:.0f}/s", f"SQLite {peer:.0f}/s", f"{rate / peer:.0%}", "≥ 50 %", rate >= 0.5 * peer)


def postgresql_fixes():
    with postgresql() as postgres:
        rates, alone = [], {"single": [], "pipeline": []}
        with served_by(postgres, 600) as server:
            for number in range(3):
                environment = {"TOKENS": str(server.tokens_file), "ROUND": str(number)}
                rates.append(wrk(server.url, 256, HERE / "fixes.lua", environment=environment)[0])
                for way, found in alone.items():
                    out = subprocess.run(
                        [compiled("postgres.c"), server.address, str(SECONDS), str(GROUP), str(FIX_BYTES), way], capture_output=True, text=True, check=True).stdout
                    found.append(float(out.split()[0]))
    rate = statistics.median(rates)
    for way, what in {"single": "a statement at a time", "pipeline": "in a pipeline"}.items():
        peer = statistics.median(alone[way])
        row("fixes, one a request, durable, 256 connections, on PostgreSQL", f"{rate:.0f}/s", f"libpq alone, {GROUP} rows a commit, {what}: {peer:.0f}/s",
            f"{rate / peer:.0%}", "≥ 50 %", rate >= 0.5 * peer)


def postgresql_batches():
    with postgresql() as postgres:
        with served_by(postgres, 600) as server:
            rate, _ = wrk(server.url, 32, HERE / "batches.lua", environment={"TOKENS": str(server.tokens_file)})
        address = postgres.make_database()
        postgres.sql(FIX, address)
        lines = (f"\\\\x{number // 200 % 600:032x}\t{1_200_000_000_000_000 + number * 1_000_000}\t{1_700_000_000_000_000 + number}\toverland\t"
                 f"46.412\t9.231\t30\t1583\t4\t\\N\t80\n" for number in range(COPIED))
        begin = time.monotonic()
        subprocess.run([programs() / "psql", "-XqAt", "-d", address, "-c", "COPY copied FROM STDIN"], input="".join(lines), text=True, check=True)
        peer = COPIED / (time.monotonic() - begin)
    row("Overland batches of 200, on PostgreSQL", f"{rate * 200:.0f} rows/s", f"COPY by psql {peer:.0f} rows/s", f"{rate * 200 / peer:.0%}", "≥ 50 %",
        rate * 200 >= 0.5 * peer)


def started(server):
    """Milliseconds from the start of the program to its first answer."""
    server.stop()
    begin = time.monotonic()
    server.start()
    while server.request("GET", "/healthz").status != 200:
        time.sleep(0.005)
    return (time.monotonic() - begin) * 1000


def postgresql_start():
    members = int(os.environ.get("BENCH_MEMBERS", "50000"))
    with served(members) as server:
        near = statistics.median(started(server) for _ in range(3))
    with postgresql() as postgres, served_by(postgres, members) as server:
        far = statistics.median(started(server) for _ in range(3))
    row(f"start to first 200, {members} members on boards, on PostgreSQL", f"{far:.0f} ms", f"SQLite {near:.0f} ms", f"{far / near:.1f} ×", "≤ 2 ×", far <= 2 * near)
