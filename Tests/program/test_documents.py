"""What the documents say of files, functions, commands, packages and versions is so."""
import json
import os
import re
import subprocess
from pathlib import Path

import pytest
from conftest import PROGRAM

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
NAMES = [str(path.relative_to(ROOT)) for path in PAGES]
OWN = r"(?:Sources|Templates|Tests|Public|Deployment|Benchmarks|Plugins|docs|\.ci)/[\w./-]*\w"


@pytest.mark.parametrize("name", NAMES)
def test_links_lead_somewhere(name):
    page = ROOT / name
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text()):
        if not target.startswith(("http://", "https://", "mailto:")):
            assert (page.parent / target).exists(), f"{name} leads to {target}"


@pytest.mark.parametrize("name", [name for name in NAMES if name != "docs/adding-a-feature.md"])
def test_files_that_are_named_exist_and_have_what_is_said_of_them(name):
    text = (ROOT / name).read_text()
    for path, functions in re.findall(rf"`({OWN})`(?: \((`[^)]*`)\))?", text):
        assert (ROOT / path).exists(), f"{name} names {path}"
        for function in re.findall(r"`(\w+)`", functions):
            assert re.search(rf"\b{function}\b", (ROOT / path).read_text()), f"{name}: {path} has no {function}"


@pytest.mark.parametrize("name", NAMES)
def test_make_has_the_targets_that_are_named(name):
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.M))
    named = set(re.findall(r"`make ([\w-]+)`", (ROOT / name).read_text())) | set(re.findall(r"^make ([\w-]+)", (ROOT / name).read_text(), re.M))
    assert named <= targets, named - targets


@pytest.mark.parametrize("script", ["schema", "layers"])
def test_drawings_are_as_the_code_is(script):
    run = subprocess.run([ROOT / ".ci" / script, "--check"], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


def test_the_program_says_the_newest_version_of_the_changelog():
    said = subprocess.run([PROGRAM, "--version"], check=True, capture_output=True, text=True).stdout.strip()
    assert re.search(r"^## \[(\d[^\]]*)\]", (ROOT / "CHANGELOG.md").read_text(), re.M).group(1) == said


def test_every_setting_is_explained():
    names = re.search(r"static let names: Set<String> = \[(.*?)\]", (ROOT / "Sources/Runtime/Settings.swift").read_text(), re.S).group(1)
    names = re.findall(r'"([\w-]+)"', names)
    text = (ROOT / "docs/operations.md").read_text()
    assert len(names) > 8 and all(f"`{name}`" in text for name in names), names


def package(**environment):
    kept = {name: value for name, value in os.environ.items() if name != "SOTRAVEL_STRICT"}
    run = subprocess.run(["swift", "package", "dump-package"], cwd=ROOT, env={**kept, **environment}, check=True, capture_output=True, text=True)
    return json.loads(run.stdout)


def test_warnings_are_errors_where_changes_are_checked_and_nowhere_else():
    def are_errors(target):
        return "treatAllWarnings" in json.dumps(target["settings"]) or "-Werror" in json.dumps(target["settings"])
    ours = {"regular", "executable", "test"}
    strict = [target for target in package(SOTRAVEL_STRICT="1")["targets"] if target["type"] in ours]
    assert len(strict) > 20 and all(are_errors(target) for target in strict)
    assert not any(are_errors(target) for target in package()["targets"])
    recipes = dict(re.findall(r"^(\w+):.*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text(), re.M))
    assert all("export SOTRAVEL_STRICT=1" in recipes[name].split("\n")[0] for name in ("check", "test"))


def test_every_dependency_is_held_and_listed_with_its_licence():
    listed = (ROOT / "docs/third-party.md").read_text()
    dependencies = [entry["sourceControl"][0] for entry in package()["dependencies"]]
    assert len(dependencies) >= 8
    for entry in dependencies:
        lower, upper = (entry["requirement"]["range"][0][end].split(".") for end in ("lowerBound", "upperBound"))
        assert upper == [lower[0], str(int(lower[1]) + 1), "0"], f"{entry['identity']} may rise past its minor version"
        name = entry["location"]["remote"][0]["urlString"].rsplit("/", 1)[-1].removesuffix(".git")
        assert re.search(rf"^\| {re.escape(name)}\b.*\| \S", listed, re.M), name
    for provider in re.findall(r'\.apt\(\["([^"]+)"\]\)', (ROOT / "Package.swift").read_text()):
        assert f"| {provider} |" in listed, provider


def test_python_packages_are_pinned():
    lines = (ROOT / "Tests/requirements.txt").read_text().split()
    assert lines and all(re.fullmatch(r"[\w-]+==[\w.]+", line) for line in lines), lines
