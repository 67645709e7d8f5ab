"""Two nodes of PostgreSQL with a data folder each: a map that is imported on one is on both."""
import re
import signal
import sqlite3
import subprocess
import time

import pytest

from conftest import PROGRAM, Demo, Server
from postgres_server import PostgresDemo, PostgresServer, programs

pytestmark = pytest.mark.skipif(programs() is None, reason="no server of PostgreSQL is installed")


@pytest.fixture(scope="module")
def postgres():
    server = PostgresServer()
    yield server
    server.close()


@pytest.fixture
def nodes(postgres, tmp_path):
    """The first with the demo's data and map, the second with an empty folder."""
    first = PostgresDemo(tmp_path / "first", postgres.make_database())
    second = Server(tmp_path / "second", "--database", first.address)
    yield first, second
    for node in (first, second):
        if node.process.poll() is None:
            node.stop()


def atlas(node):
    path = node.data / "map.atlas"
    return path.read_bytes() if path.exists() else None


def until(is_so, what):
    deadline = time.monotonic() + 30
    while not is_so():
        assert time.monotonic() < deadline, what
        time.sleep(0.05)


def run(*words):
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=120)


def said(*words):
    done = run(*words)
    assert done.returncode == 0, done.stderr
    return done.stdout


def extract(demo, name):
    """The demo's valley with another village in it."""
    text = (demo.data / "demo-map" / "valrosa.osm").read_text()
    path = demo.data.parent / f"{name}.osm"
    village = f'<node id="999999900" lat="46.41" lon="9.21" version="1"><tag k="place" v="village"/><tag k="name" v="{name}"/></node>'
    # Nodes come first, in the order of their numbers.
    place = text.index("<way ")
    path.write_text(text[:place] + village + text[place:])
    return path


def upload(node, cookie, *files, name):
    parts = [f'--B\r\nContent-Disposition: form-data; name="name"\r\n\r\n{name}\r\n'.encode()]
    for file in files:
        head = f'--B\r\nContent-Disposition: form-data; name="files"; filename="{file.name}"\r\nContent-Type: application/octet-stream\r\n\r\n'
        parts.append(head.encode() + file.read_bytes() + b"\r\n")
    answer = node.request(
        "POST", "/map-data/import", b"".join(parts) + b"--B--\r\n", {"Content-Type": "multipart/form-data; boundary=B"}, cookie=cookie)
    assert answer.status == 303, answer.body


def imported(node, cookie):
    """What the page says of the map that is there: its name, when it was imported, its figures."""
    page = node.request("GET", "/map-data", cookie=cookie).body.decode()
    found = re.search(r"<section class=\"panel\">\s*<h2>[^<]*</h2>\s*<p>In use. Imported .*?</section>", page, re.DOTALL)
    return found and found[0]


def tile_address(node, cookie):
    return re.search(r'"(/tiles/[^"]+)"', node.request("GET", "/trips/valrosa/map", cookie=cookie).body.decode())[1]


def tile(node, cookie, address):
    answer = node.request("GET", address, cookie=cookie)
    assert answer.status == 200 and "immutable" in answer.getheader("Cache-Control"), (answer.status, answer.getheader("Cache-Control"))
    return answer.body


def test_an_import_through_the_page_of_one_node_is_drawn_by_the_other(nodes, postgres):
    first, second = nodes
    # The first had a map, the database and the second had none.
    before = atlas(first)
    until(lambda: atlas(second) == before, "the second has not fetched the first one's map")
    admin = first.sign_in("admin@sotravel.example", first.passwords["admin@sotravel.example"], first.secret)
    old = tile_address(first, admin)
    heights = next((first.data / "demo-map").glob("*.hgt*"))
    upload(first, admin, extract(first, "Neudorf"), heights, name="Newer valley")
    until(lambda: atlas(first) != before, "the import has not ended")
    until(lambda: atlas(second) == atlas(first), "the second has not fetched the new map")
    for node in nodes:
        until(lambda: tile_address(node, admin) != old, "it is not served")
    address = tile_address(first, admin)
    assert tile_address(second, admin) == address
    assert tile(first, admin, address) == tile(second, admin, address)
    page = imported(first, admin)
    assert "Newer valley" in page and imported(second, admin) == page
    for node in nodes:
        assert "could not be exchanged" not in node.request("GET", "/map-data", cookie=admin).body.decode()
        assert not list(node.data.glob("map.atlas.*"))
        # Each draws its own tiles.
        assert (node.data / "tiles").is_dir()
    until(lambda: postgres.sql("SELECT count(*) FROM map_file", first.address) == ["1"], "the old map stays in the database")
    size = (first.data / "map.atlas").stat().st_size
    assert postgres.sql("SELECT sum(length(bytes)) FROM map_part", first.address) == [str(size)]
    # The other way round.
    before = atlas(second)
    upload(second, admin, extract(first, "Altdorf"), name="From the second")
    until(lambda: atlas(second) != before and atlas(first) == atlas(second), "the first has not fetched the second one's map")


def test_the_command_stores_what_running_nodes_fetch(nodes, tmp_path):
    first, second = nodes
    until(lambda: atlas(second) == atlas(first), "the second has not fetched the first one's map")
    # On a machine of its own, and in the folder of a node.
    for folder, name in ((tmp_path / "third", "Neudorf"), (first.data, "Altdorf")):
        words = said("map", "import", "--data", folder, "--database", first.address, extract(first, name))
        assert "Stored in the database" in words, words
        new = (folder / "map.atlas").read_bytes()
        assert name.encode() in new
        for node in nodes:
            until(lambda: atlas(node) == new, f"{node.data} has not fetched it")
    assert run("map", "import", "--data", tmp_path / "fourth", "--database", f"postgresql:///x?host={tmp_path}", extract(first, "X")).returncode == 1
    assert not (tmp_path / "fourth" / "map.atlas").exists()


@pytest.mark.parametrize("seconds", [0.05, 0.1, 0.2, 0.4, 0.8])
def test_a_node_that_is_killed_while_it_fetches_starts_over(nodes, seconds):
    first, second = nodes
    until(lambda: atlas(second) == atlas(first), "the second has not fetched the first one's map")
    second.kill()
    old = atlas(second)
    said("map", "import", "--data", first.data, "--database", first.address, extract(first, "Neudorf"))
    process = subprocess.Popen(
        [PROGRAM, "serve", "--data", second.data, "--port", str(second.port), *second.flags], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(seconds)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert atlas(second) in (old, atlas(first)), "half of it is there"
    second.start()
    until(lambda: atlas(second) == atlas(first), "it has not started over")
    until(lambda: not list(second.data.glob("map.atlas.*")), "something is left")


def test_backups_lack_the_map_and_nodes_store_it_again(nodes, postgres, tmp_path):
    first, second = nodes
    place = ("--data", first.data, "--database", first.address)
    until(lambda: atlas(second) == atlas(first), "the second has not fetched the first one's map")
    assert "sound" in said("check", *place)
    backup = tmp_path / "backup.dump"
    said("backup", backup, *place)
    listed = subprocess.run([programs() / "pg_restore", "--list", backup], check=True, capture_output=True, text=True).stdout
    assert " TABLE public map_part" in listed and " TABLE DATA public map_part" not in listed
    for node in nodes:
        node.stop()
    # A byte that changed: `check` finds it, and a node with an empty folder does not serve it.
    postgres.sql("UPDATE map_part SET bytes = set_byte(bytes, 99, (get_byte(bytes, 99) + 1) % 256) WHERE number = 0", first.address)
    done = run("check", *place)
    assert done.returncode == 1 and "the map that nodes fetch is damaged, parts: 1" in done.stdout, done.stdout
    third = Server(tmp_path / "third", "--database", first.address)
    admin = third.sign_in("admin@sotravel.example", first.passwords["admin@sotravel.example"], first.secret)
    until(lambda: "could not be exchanged" in third.request("GET", "/map-data", cookie=admin).body.decode(), "it is not said")
    assert atlas(third) is None
    third.stop()
    deadline = time.monotonic() + 10
    while (done := run("restore", backup, *place)).returncode and time.monotonic() < deadline:
        time.sleep(0.1)
    assert done.returncode == 0, done.stderr
    assert postgres.sql("SELECT count(*) FROM map_file", first.address) == ["0"]
    first.start()
    third.start()
    until(lambda: atlas(third) == atlas(first), "the map is not there again")
    third.stop()


def test_a_move_leaves_the_map_to_the_folder(postgres, tmp_path):
    demo, address = Demo(tmp_path / "data", members=12), postgres.make_database()
    time.sleep(2)
    demo.stop()
    with sqlite3.connect(demo.data / "sotravel.sqlite") as database:
        assert [database.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in ("map_file", "map_part")] == [0, 0]
    said("move", "--data", demo.data, "--to", address)
    assert postgres.sql("SELECT count(*) FROM map_file", address) == ["0"]
    # The first node that starts with a map stores it.
    first = Server(demo.data, "--database", address)
    second = Server(tmp_path / "second", "--database", address)
    until(lambda: atlas(second) == atlas(first), "the second has not fetched it")
    for node in (first, second):
        node.stop()
    other, words = tmp_path / "other", ("move", "--data", demo.data, "--database", address, "--to", tmp_path / "other")
    deadline = time.monotonic() + 10
    while (done := run(*words)).returncode and "another Sotravel" in done.stderr and time.monotonic() < deadline:
        time.sleep(0.1)
    assert done.returncode == 0 and "map_part" not in done.stdout, (done.stdout, done.stderr)
    assert (other / "map.atlas").read_bytes() == atlas(first)
    with sqlite3.connect(other / "sotravel.sqlite") as database:
        assert database.execute("SELECT count(*) FROM map_part").fetchone()[0] == 0
