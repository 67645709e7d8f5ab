"""The Debian package in a system of its own: installed, upgraded, removed, purged; and the steps of the Containerfile.

They need root, debootstrap, lintian and a Debian mirror, and the package of `make deb`: `make package-test` sees to that."""
import json
import os
import re
import shutil
import subprocess
import time
import urllib.request
from pathlib import Path

import pytest
from conftest import free_port

ROOT = Path(__file__).resolve().parents[2]
MIRROR = os.environ.get("SOTRAVEL_MIRROR", "http://deb.debian.org/debian")


class System:
    """A small Debian in a folder, entered with chroot."""

    def __init__(self, folder):
        self.folder = folder

    def run(self, *command, check=True, **more):
        environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
        done = subprocess.run(["chroot", self.folder, *command], env=environment, capture_output=True, text=True, **more)
        assert not check or done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
        return done

    def serves(self, port, user, *command):
        """Starts a server as a user, asks it whether it is ready, and stops it."""
        server = subprocess.Popen(["chroot", f"--userspec={user}:{user}", self.folder, *command])
        deadline = time.monotonic() + 20
        try:
            while True:
                try:
                    assert urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz").read() == b"ready\n"
                    break
                except OSError:
                    assert time.monotonic() < deadline and server.poll() is None
                    time.sleep(0.1)
        finally:
            server.terminate()
            assert server.wait(20) == 0

    def path(self, name):
        return self.folder / name.lstrip("/")

    def state(self):
        return self.run("dpkg-query", "-W", "-f=${db:Status-Abbrev}", "sotravel", check=False).stdout.strip()


@pytest.fixture(scope="module")
def package():
    found = sorted((ROOT / ".build/deb").glob("sotravel_*.deb"))
    assert len(found) == 1, found
    return found[0]


@pytest.fixture(scope="module")
def fresh(tmp_path_factory):
    """Made once; every test has a copy."""
    folder = tmp_path_factory.mktemp("debian") / "root"
    subprocess.run(["debootstrap", "--variant=minbase", "bookworm", folder, MIRROR], check=True, capture_output=True)
    return folder


@pytest.fixture
def system(fresh, tmp_path):
    folder = tmp_path / "root"
    subprocess.run(["cp", "-a", "--reflink=auto", fresh, folder], check=True)
    # No service starts in here.
    (folder / "usr/sbin/policy-rc.d").write_text("#!/bin/sh\nexit 101\n")
    (folder / "usr/sbin/policy-rc.d").chmod(0o755)
    shutil.copy("/etc/resolv.conf", folder / "etc/resolv.conf")
    subprocess.run(["mount", "-t", "proc", "proc", folder / "proc"], check=True)
    yield System(folder)
    subprocess.run(["umount", folder / "proc"], check=True)
    shutil.rmtree(folder)


def install(system, file):
    shutil.copy(file, system.path("/tmp/sotravel.deb"))
    system.run("apt-get", "update", "-qq")
    return system.run("apt-get", "install", "-y", "-qq", "--no-install-recommends", "/tmp/sotravel.deb")


def newer(package, folder):
    """The same package with a higher version and one more line in its settings."""
    root = folder / "newer"
    subprocess.run(["dpkg-deb", "-R", package, root], check=True)
    control, settings = root / "DEBIAN/control", root / "etc/sotravel/sotravel.conf"
    control.write_text(re.sub(r"^Version: .*", "Version: 99.0.0", control.read_text(), flags=re.M))
    settings.write_text(settings.read_text() + "#a-new-setting = 1\n")
    subprocess.run(["dpkg-deb", "--root-owner-group", "-Znone", "-b", root, folder / "newer.deb"], check=True, capture_output=True)
    return folder / "newer.deb"


def test_lintian_has_nothing_to_say(package):
    said = subprocess.run(["lintian", "--allow-root", "--fail-on", "error,warning", package], capture_output=True, text=True)
    assert said.returncode == 0, said.stdout + said.stderr


def test_it_is_installed_serves_and_is_removed_and_purged(system, package):
    install(system, package)
    assert system.state() == "ii"
    for file in ("/usr/share/man/man8/sotravel.8.gz", "/usr/share/bash-completion/completions/sotravel", "/lib/systemd/system/sotravel.service"):
        assert system.path(file).exists(), file
    assert sorted(file.name for file in system.path("/usr/lib/sotravel").iterdir()) == ["sotravel", "sotravel-photos"]
    assert system.run("stat", "-c", "%U %G %a", "/var/lib/sotravel").stdout.split() == ["sotravel", "sotravel", "700"]
    assert system.run("stat", "-c", "%U %G %a", "/etc/sotravel/sotravel.conf").stdout.split() == ["root", "sotravel", "640"]
    unit = system.path("/lib/systemd/system/sotravel.service").read_text()
    assert "\nExecStart=/usr/bin/sotravel serve\n" in unit and "User=sotravel" in unit
    assert system.path("/etc/systemd/system/multi-user.target.wants/sotravel.service").is_symlink()
    # Nothing of the toolchain that built it is looked for.
    assert "not found" not in system.run("ldd", "/usr/lib/sotravel/sotravel").stdout
    # Without a data folder and without flags: the package's.
    port = free_port()
    with open(system.path("/etc/sotravel/sotravel.conf"), "a") as settings:
        settings.write(f"port = {port}\n")
    system.serves(port, "sotravel", "/usr/bin/sotravel", "serve")
    assert system.path("/var/lib/sotravel/sotravel.sqlite").exists()
    system.run("apt-get", "remove", "-y", "-qq", "sotravel")
    assert system.state() == "rc" and not system.path("/usr/bin/sotravel").is_symlink()
    assert system.path("/var/lib/sotravel/sotravel.sqlite").exists() and system.path("/etc/sotravel/sotravel.conf").exists()
    system.run("apt-get", "purge", "-y", "-qq", "sotravel")
    assert system.state() in ("", "un")
    assert not system.path("/var/lib/sotravel").exists() and not system.path("/etc/sotravel").exists()
    assert not list(system.path("/etc/systemd/system").rglob("sotravel.service"))


def test_an_upgrade_keeps_data_and_settings(system, package, tmp_path):
    install(system, package)
    settings = system.path("/etc/sotravel/sotravel.conf")
    settings.write_text(settings.read_text() + "log-level = notice\n")
    system.path("/var/lib/sotravel/kept").write_text("kept")
    settings.chmod(0o600)
    shutil.copy(newer(package, tmp_path), system.path("/tmp/newer.deb"))
    system.run("dpkg", "--force-confdef", "--force-confold", "-i", "/tmp/newer.deb")
    assert system.run("dpkg-query", "-W", "-f=${Version}", "sotravel").stdout == "99.0.0"
    assert "log-level = notice" in settings.read_text() and "a-new-setting" not in settings.read_text()
    assert settings.stat().st_mode & 0o777 == 0o600, "what an administrator set stays"
    assert system.path("/var/lib/sotravel/kept").read_text() == "kept"


def test_the_steps_of_the_containerfile(system, package):
    """Of its second stage: COPY, RUN, USER, CMD."""
    stage = (ROOT / "Containerfile").read_text().split("\nFROM ")[2]
    user = "root"
    for step in re.findall(r"^(COPY|RUN|USER|CMD) (.*)$", stage, re.M):
        match step:
            case ("COPY", what):
                assert what == "--from=build /src/.build/deb/*.deb /tmp/"
                shutil.copy(package, system.path("/tmp"))
            case ("RUN", command): system.run("sh", "-c", command)
            case ("USER", name): user = name
            case ("CMD", words): command = json.loads(words)
    assert system.run("id", "-un", user).stdout == "sotravel\n" and not list(system.path("/tmp").glob("*.deb"))
    port = free_port()
    system.serves(port, user, "/usr/bin/env", *command, "--port", str(port))
