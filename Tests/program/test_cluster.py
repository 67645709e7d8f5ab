"""`make run-cluster` and what docs/operations.md says of a proxy: what starts, lives on, and ends without a trace."""
import os
import re
import signal
import shutil
import socket
import subprocess
import time
import urllib.request
from pathlib import Path

import pytest

from conftest import PROGRAMS, ROOT, free_port
from postgres_server import programs

NGINX = shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin")
pytestmark = pytest.mark.skipif(programs() is None or NGINX is None, reason="PostgreSQL or nginx is not installed")


@pytest.fixture
def folder():
    """A socket's path is short, and whoever runs PostgreSQL for root reaches it."""
    folder = Path("/tmp") / f"sotravel-cluster-{os.getpid()}"
    folder.mkdir(mode=0o755)
    yield folder / "data" / "cluster"
    shutil.rmtree(folder, ignore_errors=True)


def ports():
    """Of five ports that follow one another, all free, the first."""
    while True:
        first = free_port()
        try:
            for port in range(first, first + 5):
                with socket.socket() as probe:
                    probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                    probe.bind(("127.0.0.1", port))
            return first
        except OSError:
            pass


def run(folder, port, **environment):
    return subprocess.Popen(
        [ROOT / ".ci/cluster", PROGRAMS, folder, str(port)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1", **environment})


def said_until(runner, words, seconds=120):
    """The lines up to one with these words."""
    said, end = "", time.monotonic() + seconds
    while words not in said:
        line = runner.stdout.readline()
        assert line and time.monotonic() < end, said + (runner.stderr.read() if not line else "")
        said += line
    return said


def left_in(folder):
    """Processes that name the folder."""
    found = []
    for line in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            text = line.read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if str(folder) in text:
            found.append(text)
    return found


def answers(port, path="/sign-in"):
    return urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=10).status


def test_it_starts_lives_on_and_leaves_nothing(folder):
    port = ports()
    folder.parent.mkdir()
    runner = run(folder, port)
    try:
        said = said_until(runner, "Ctrl-C stops all")
        assert "host@sotravel.example" in said and f"http://127.0.0.1:{port}: nginx" in said
        assert [answers(port + number) for number in range(4)] == [200] * 4
        # What it says is to be typed as it stands.
        subprocess.run(re.search(r"^  (kill -9 \d+)$", said, re.M).group(1), shell=True, check=True)
        assert [answers(port) for _ in range(20)] == [200] * 20
        said_until(runner, "Node 1 has ended (signal SIGKILL); it starts again")
        # Beside it there is no room for another.
        second = run(folder.parent / "other", port)
        words = second.communicate(timeout=60)[1]
        assert second.returncode == 1 and words.startswith(f"Port {port}, which nginx needs, is taken") and words.count("\n") == 1, words
        runner.send_signal(signal.SIGINT)
        rest, words = runner.communicate(timeout=60)
        assert runner.returncode == 0 and words == "" and "Stopping" in rest, (runner.returncode, words)
        assert left_in(folder) == []
    finally:
        if runner.poll() is None:
            runner.terminate()
            runner.wait(60)


def test_a_part_that_does_not_start_is_said_and_all_is_stopped(folder):
    folder.parent.mkdir()
    # A folder for programs in which there is a server that ends at once.
    wrong = folder.parent / "programs"
    wrong.mkdir()
    for name, text in {"sotravel-dev": "exit 0", "sotravel": "echo the disk is on fire >&2; exit 3"}.items():
        (wrong / name).write_text(f"#!/bin/sh\n{text}\n")
        (wrong / name).chmod(0o755)
    runner = subprocess.run([ROOT / ".ci/cluster", wrong, folder, str(ports())], capture_output=True, text=True, timeout=120)
    assert runner.returncode == 1 and "Node 1 did not start (exit status 3)" in runner.stderr and "the disk is on fire" in runner.stderr
    assert "Traceback" not in runner.stderr and left_in(folder) == []


def test_the_proxy_of_the_documents_is_one_that_nginx_takes(tmp_path):
    text = (ROOT / "docs/operations.md").read_text().split("## Several nodes")[1]
    block = re.search(r"```nginx\n(.*?)```", text, re.S).group(1)
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", "/CN=trip.example",
         "-keyout", tmp_path / "key", "-out", tmp_path / "pem"], check=True, capture_output=True)
    block = re.sub(r"/etc/ssl/trip\.example\.(pem|key)", lambda name: str(tmp_path / name[1]), block).replace("listen 443", f"listen 127.0.0.1:{free_port()}")
    (tmp_path / "nginx.conf").write_text(f"pid {tmp_path}/pid;\nevents {{}}\nhttp {{\n{block}\n}}\n")
    done = subprocess.run([NGINX, "-t", "-p", tmp_path, "-e", tmp_path / "log", "-c", tmp_path / "nginx.conf"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    # What `make run-cluster` starts decides the same.
    template = (ROOT / "Deployment/nginx-cluster.conf").read_text()
    for pattern in (r"location ~ .*\{", r"proxy_next_upstream [^;]*;", r"~\^/\S+\s+\$\w+;", r"proxy_read_timeout \w+;"):
        assert sorted(re.findall(pattern, block)) == sorted(re.findall(pattern, template)), pattern
