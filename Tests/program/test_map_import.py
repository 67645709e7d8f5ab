"""sotravel map import: the demo's valley, as XML and as mirrors hand it out."""
import itertools
import re
import subprocess

import pytest

from conftest import DEV, PROGRAM

FORMS = [f"pbf,pbf_dense_nodes={dense},pbf_compression={packing}" for dense, packing in itertools.product(["true", "false"], ["zlib", "lz4", "none"])]


@pytest.fixture(scope="module")
def valley(tmp_path_factory):
    """The folder with its extract and its elevation tile."""
    folder = tmp_path_factory.mktemp("valley")
    subprocess.run([DEV, "demo", "--data", folder, "--members", "1"], check=True, capture_output=True)
    return folder / "demo-map"


def osmium(*arguments, folder):
    subprocess.run(["osmium", *map(str, arguments)], check=True, cwd=folder, capture_output=True)


def imported(data, *files):
    return subprocess.run([PROGRAM, "map", "import", "--data", data, *files], capture_output=True, text=True)


def atlas(data):
    """All of the map's file but what tells how long its import took: those facts come last."""
    found = (data / "map.atlas").read_bytes()
    facts = 24 + 9 * 24
    return found[8:16] + found[24:facts] + found[512:int.from_bytes(found[facts:facts + 8], "little")]


def test_the_map_is_the_same_from_xml_and_from_pbf(valley, tmp_path):
    files = valley / "valrosa.osm", valley / "N46E009.hgt"
    first = imported(tmp_path / "xml", *files)
    assert first.returncode == 0, first.stderr
    expected = atlas(tmp_path / "xml")
    for form in FORMS:
        osmium("cat", files[0], "-o", "valrosa.osm.pbf", "-f", form, "--overwrite", folder=tmp_path)
        run = imported(tmp_path / "pbf", tmp_path / "valrosa.osm.pbf", files[1])
        assert run.returncode == 0 and run.stdout.split(" in ")[0] == first.stdout.split(" in ")[0], run.stderr
        assert atlas(tmp_path / "pbf") == expected, form


def test_two_halves_in_two_forms_make_the_whole(valley, tmp_path):
    """Two valleys across a border: each extract has whole ways, so both hold some nodes, which are on the map once."""
    whole = valley / "valrosa.osm"
    west, east = tmp_path / "west.osm.pbf", tmp_path / "east.osm"
    osmium("extract", whole, "--bbox", "9.1,46.3,9.23,46.6", "-o", west, folder=tmp_path)
    osmium("extract", whole, "--bbox", "9.23,46.3,9.4,46.6", "-o", east, folder=tmp_path)
    osmium("merge", west, east, "-o", "merged.osm.pbf", folder=tmp_path)
    assert imported(tmp_path / "both", west, east).returncode == 0
    assert imported(tmp_path / "merged", tmp_path / "merged.osm.pbf").returncode == 0
    things = [re.search(rb'"features":(\d+)', (tmp_path / name / "map.atlas").read_bytes())[1] for name in ("both", "merged")]
    assert things[0] == things[1]


def test_a_file_out_of_order_is_sorted_by_the_command_that_is_named(tmp_path):
    (tmp_path / "late.osm").write_text(
        '<osm version="0.6"><node id="2" lat="46" lon="9"/><node id="1" lat="46.1" lon="9"><tag k="natural" v="peak"/></node></osm>')
    osmium("cat", "late.osm", "-o", "late.osm.pbf", folder=tmp_path)
    refused = imported(tmp_path / "data", tmp_path / "late.osm.pbf")
    assert refused.returncode and "its elements are not in order (block 2, at byte " in refused.stderr, refused.stderr
    command = re.search(r"`osmium ([^`]+)`", refused.stderr)[1].split()
    osmium(*command, folder=tmp_path)
    sorted_now = imported(tmp_path / "data", tmp_path / "late-sorted.osm.pbf")
    assert sorted_now.returncode == 0 and "1 peaks" in sorted_now.stdout, sorted_now.stderr


def test_damage_is_named_and_the_old_map_stays(valley, tmp_path):
    data, pbf = tmp_path / "data", tmp_path / "valrosa.osm.pbf"
    osmium("cat", valley / "valrosa.osm", "-o", pbf, folder=tmp_path)
    assert imported(data, pbf).returncode == 0
    before, whole = (data / "map.atlas").read_bytes(), pbf.read_bytes()
    middle = len(whole) // 2
    for bytes_of_it, words in [(whole[:middle], "cut short, in block"), (whole[:middle] + b"damage" + whole[middle + 6:], "damaged in block")]:
        pbf.write_bytes(bytes_of_it)
        run = imported(data, pbf)
        assert run.returncode and re.search(rf"valrosa\.osm\.pbf: {words} \d+, at byte \d+", run.stderr), run.stderr
        assert (data / "map.atlas").read_bytes() == before
