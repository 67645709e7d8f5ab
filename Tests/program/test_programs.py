"""Which program has what: sotravel is what people run, sotravel-dev is for whoever works on it."""
import json
import subprocess

import pytest

from conftest import DEV, PROGRAM


def run(program, *arguments):
    return subprocess.run([program, *arguments], capture_output=True, text=True)


def commands(program):
    found = json.loads(run(program, "--experimental-dump-help").stdout)["command"]["subcommands"]
    return {command["commandName"] for command in found} - {"help"}


def test_each_program_has_its_commands():
    assert commands(PROGRAM) == {"serve", "account", "backup", "restore", "check", "map", "move"}
    assert commands(DEV) == {"demo", "simulate", "bench", "serve", "routes"}


@pytest.mark.parametrize("command", ["demo", "simulate", "bench", "routes", "serve --without-storing", "serve --without-limits"])
def test_sotravel_refuses_what_is_for_its_makers(command, tmp_path):
    refused = run(PROGRAM, *command.split(), "--data", tmp_path / "data")
    assert refused.returncode == 64 and not (tmp_path / "data").exists(), refused.stderr


def test_nothing_of_the_demo_and_the_benchmarks_is_in_sotravel():
    for words in (b"Lodge Larix", b"Move the demo's phones", b"bench_row"):
        assert words in DEV.read_bytes() and words not in PROGRAM.read_bytes(), words
