"""The unit that the documents tell people to install: how much of the system it leaves to the program."""
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
UNIT = ROOT / "Deployment" / "sotravel.service"


def settings():
    """Each name with all its values: systemd adds up what comes twice."""
    found = {}
    for line in UNIT.read_text().splitlines():
        if line and line[0] not in "#;[":
            name, _, value = line.partition("=")
            found.setdefault(name, []).append(value)
    return found


def test_the_sandbox_leaves_little():
    run = subprocess.run(["systemd-analyze", "security", "--offline=true", "--no-pager", UNIT], capture_output=True, text=True)
    score = float(re.search(r"Overall exposure level for sotravel.service: ([0-9.]+)", run.stdout).group(1))
    assert score <= 2.5, run.stdout


def test_systemd_understands_every_line():
    run = subprocess.run(["systemd-analyze", "verify", UNIT], capture_output=True, text=True)
    complaints = [line for line in run.stderr.splitlines() if "sotravel.service" in line and "is not executable" not in line]
    assert complaints == []


def test_it_comes_back_for_ever_and_ends_at_once():
    found = settings()
    assert found["Restart"] == ["always"] and found["StartLimitIntervalSec"] == ["0"]
    assert "SWIFT_BACKTRACE=enable=no" in found["Environment"]


def test_what_the_program_and_its_photo_worker_need_is_left():
    found = settings()
    assert found["RestrictAddressFamilies"][0].split() == ["AF_INET", "AF_INET6", "AF_UNIX"]
    listed = {group: set(subprocess.run(["systemd-analyze", "syscall-filter", "--no-pager", group], capture_output=True,
                                        text=True, check=True).stdout.split()) for group in ["@system-service", "@file-system", "@process"]}
    allowed = set().union(*(line.split() for line in found["SystemCallFilter"] if not line.startswith(("~", "@"))))
    # The server raises its descriptors, hashing steps back, and the photo worker confines itself.
    for call in ["prlimit64", "setpriority", "seccomp", "landlock_restrict_self", "landlock_create_ruleset", "landlock_add_rule"]:
        assert call in allowed, call
    assert "@system-service" in found["SystemCallFilter"] and listed["@system-service"]
    assert found["NoNewPrivileges"] == ["true"], "the photo worker's own filter needs it"


def test_every_narrowing_is_reasoned_and_the_documents_point_here():
    blocks = UNIT.read_text().split("\n\n")
    assert all(any(line.startswith("#") for line in block.splitlines()) for block in blocks if "[Install]" not in block)
    for page in ("README.md", "docs/operations.md"):
        text = (ROOT / page).read_text()
        assert "Deployment/sotravel.service" in text and "SECURITY.md" in text and "[Service]" not in text


def test_security_names_every_secret_that_is_stored_as_it_is():
    text = (ROOT / "SECURITY.md").read_text()
    tables = {}
    for path in sorted((ROOT / "Sources/Database/Migrations").glob("M*.swift")):
        table = None
        for line in path.read_text().splitlines():
            if match := re.search(r"CREATE TABLE (\w+)", line):
                table = match.group(1)
            if re.match(r"\s+token TEXT", line):
                tables[table] = True
    named = {"tracker": "/t/", "invitation": "/r/", "calendar_feed": "/feeds/", "trip_link": "/join-trip/"}
    assert len(tables) >= 4
    for table in tables:
        assert named.get(table, f"`{table}`") in text, f"{table} keeps a token as it is: SECURITY.md must say why"
