"""Writes small sound files for the fuzzer to start from: the first byte chooses the reader, as in Fuzz.swift."""
import bz2
import gzip
import io
import sys
import zipfile
import zlib
from pathlib import Path

OSM = b"""<?xml version="1.0"?><osm version="0.6"><node id="1" lat="46.1" lon="9.1"><tag k="natural" v="peak"/><tag k="name" v="A &amp; B"/></node>
<node id="2" lat="46.11" lon="9.1"/><node id="3" lat="46.11" lon="9.11"/><node id="4" lat="46.1" lon="9.11"/>
<way id="5"><nd ref="1"/><nd ref="2"/><nd ref="3"/><nd ref="1"/><tag k="building" v="yes"/></way>
<way id="6"><nd ref="1"/><nd ref="4"/><tag k="piste:type" v="downhill"/><tag k="piste:difficulty" v="easy"/><tag k="name" v="P"/></way>
<way id="7"><nd ref="4"/><nd ref="1"/><tag k="aerialway" v="gondola"/></way><way id="8"><nd ref="2"/><nd ref="3"/><tag k="highway" v="primary"/><tag k="ref" v="1"/></way>
<relation id="9"><member type="way" ref="5" role="outer"/><tag k="type" v="multipolygon"/><tag k="natural" v="wood"/></relation></osm>"""



def number(value):
    out = b""
    while value > 127:
        out += bytes([value & 127 | 128])
        value >>= 7
    return out + bytes([value])


def signed(value):
    return number(2 * value if value >= 0 else -2 * value - 1)


def field(place, data):
    return number(place << 3 | 2) + number(len(data)) + data


def part(kind, data, packed):
    blob = number(16) + number(len(data)) + field(3, zlib.compress(data)) if packed else field(1, data)
    head = field(1, kind) + number(24) + number(len(blob))
    return len(head).to_bytes(4, "big") + head + blob


def pbf(packed):
    texts = field(1, b"".join(field(1, text) for text in [b"", b"natural", b"peak", b"name", b"A", b"building", b"yes", b"type", b"multipolygon", b"wood"]))
    dense = field(2, field(1, signed(1) * 3) + field(8, signed(460000000) + signed(10000) + signed(-5000)) + field(9, signed(90000000) + signed(5) * 2)
                  + field(10, bytes([1, 2, 3, 4, 0, 0, 0])) + field(5, field(2, signed(1700000000) + signed(1) * 2) + field(6, b"\1\1\1")))
    node = field(1, number(8) + signed(9) + field(2, b"\1") + field(3, b"\2") + number(64) + signed(460000000) + number(72) + signed(90000000))
    way = field(3, number(8) + number(5) + field(2, b"\5") + field(3, b"\6") + field(8, signed(1) * 3 + signed(-2)))
    relation = field(4, number(8) + number(7) + field(2, b"\7\1") + field(3, b"\x08\x09") + field(8, b"\0") + field(9, signed(5)) + field(10, b"\1"))
    header = field(1, number(8) + signed(8 * 10**9) + number(16) + signed(9 * 10**9) + number(24) + signed(47 * 10**9) + number(32) + signed(46 * 10**9))
    return part(b"OSMHeader", header + field(4, b"OsmSchema-V0.6") + field(4, b"DenseNodes"), packed) + part(
        b"OSMData", texts + field(2, dense) + field(2, node) + field(2, way) + field(2, relation), packed)


folder = Path(sys.argv[1])
packed = io.BytesIO()
with zipfile.ZipFile(packed, "w") as archive:
    archive.writestr("N46E009.hgt", bytes(2000))
for name, content in {
    "osm": b"\0" + OSM, "gz": b"\1" + gzip.compress(OSM), "bz2": b"\2" + bz2.compress(OSM), "hgt": b"\3" + bytes(4000),
    "zip": b"\4" + packed.getvalue(), "doctype": b"\0<!DOCTYPE a><osm/>",
    "pbf": b"\5" + pbf(False), "zlib": b"\5" + pbf(True),
}.items():
    (folder / name).write_bytes(content)
