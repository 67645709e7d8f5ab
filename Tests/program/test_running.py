"""What whoever runs the program is told when it ends, and that the service comes back."""
import os
import signal
import subprocess
import time
import urllib.request
from pathlib import Path

import pytest

from conftest import PROGRAMS, ROOT, free_port


def run(folder, port):
    # In a group of its own, as a terminal would start it.
    return subprocess.Popen(
        [ROOT / ".ci/demo", PROGRAMS, folder, str(port)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True,
        env={**os.environ, "SWIFT_BACKTRACE": "enable=no"})


def server_of(runner, port):
    """The process that listens, once it answers."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        assert runner.poll() is None, runner.stdout.read()
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=1).read()
            break
        except OSError:
            time.sleep(0.1)
    children = Path(f"/proc/{runner.pid}/task/{runner.pid}/children").read_text().split()
    return next(int(child) for child in children if b"\0serve\0" in Path(f"/proc/{child}/cmdline").read_bytes())


@pytest.mark.parametrize("ending, words", [
    (signal.SIGILL, "The server has ended by itself, with signal SIGILL: a fault in the program."),
    (signal.SIGKILL, "The server has ended by itself, with signal SIGKILL: somebody killed it, or memory ran out"),
    (signal.SIGTERM, "The server has stopped, as somebody asked it to."),
])
def test_make_run_says_what_happened_when_the_server_ends(tmp_path, ending, words):
    port = free_port()
    runner = run(tmp_path / "data", port)
    try:
        os.kill(server_of(runner, port), ending)
        said, _ = runner.communicate(timeout=60)
        assert words in said and runner.returncode != 0, said
    finally:
        if runner.poll() is None:
            os.killpg(runner.pid, signal.SIGKILL)


def test_make_run_says_why_the_server_did_not_start_and_is_silent_when_it_is_stopped(tmp_path):
    port = free_port()
    runner = run(tmp_path / "data", port)
    try:
        server = server_of(runner, port)
        second = subprocess.run([ROOT / ".ci/demo", PROGRAMS, tmp_path / "other", str(port)], capture_output=True, text=True, timeout=60)
        assert second.returncode != 0 and "The server has ended by itself, with exit status" in second.stderr, second.stderr
        runner.send_signal(signal.SIGTERM)
        said, _ = runner.communicate(timeout=60)
        assert "The server has" not in said and runner.returncode == 0, said
        with pytest.raises(ProcessLookupError):
            os.kill(server, 0)
    finally:
        if runner.poll() is None:
            os.killpg(runner.pid, signal.SIGKILL)


def test_make_run_uses_what_is_tested_here_and_the_unit_never_gives_up():
    assert "./.ci/demo $(PROGRAMS) $(DATA) $(PORT)" in (ROOT / "Makefile").read_text()
    # The unit stands in the README or in a file of its own.
    units = [path.read_text() for path in [ROOT / "README.md", *ROOT.glob("*/*.service"), *ROOT.glob("*/*/*.service")]]
    unit = next(text for text in units if "ExecStart=" in text)
    for line in ("StartLimitIntervalSec=0", "Restart=always", "RestartSec=1", "Environment=SWIFT_BACKTRACE=enable=no"):
        assert f"\n{line}\n" in unit, line
