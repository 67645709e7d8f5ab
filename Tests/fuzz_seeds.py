"""Writes small sound files for the fuzzer to start from: the first byte chooses the reader, as in Fuzz.swift."""
import bz2
import gzip
import io
import sys
import zipfile
from pathlib import Path

OSM = b"""<?xml version="1.0"?><osm version="0.6"><node id="1" lat="46.1" lon="9.1"><tag k="natural" v="peak"/><tag k="name" v="A &amp; B"/></node>
<node id="2" lat="46.11" lon="9.1"/><node id="3" lat="46.11" lon="9.11"/><node id="4" lat="46.1" lon="9.11"/>
<way id="5"><nd ref="1"/><nd ref="2"/><nd ref="3"/><nd ref="1"/><tag k="building" v="yes"/></way>
<way id="6"><nd ref="1"/><nd ref="4"/><tag k="piste:type" v="downhill"/><tag k="piste:difficulty" v="easy"/><tag k="name" v="P"/></way>
<way id="7"><nd ref="4"/><nd ref="1"/><tag k="aerialway" v="gondola"/></way><way id="8"><nd ref="2"/><nd ref="3"/><tag k="highway" v="primary"/><tag k="ref" v="1"/></way>
<relation id="9"><member type="way" ref="5" role="outer"/><tag k="type" v="multipolygon"/><tag k="natural" v="wood"/></relation></osm>"""

folder = Path(sys.argv[1])
packed = io.BytesIO()
with zipfile.ZipFile(packed, "w") as archive:
    archive.writestr("N46E009.hgt", bytes(2000))
for name, content in {
    "osm": b"\0" + OSM, "gz": b"\1" + gzip.compress(OSM), "bz2": b"\2" + bz2.compress(OSM), "hgt": b"\3" + bytes(4000),
    "zip": b"\4" + packed.getvalue(), "doctype": b"\0<!DOCTYPE a><osm/>",
}.items():
    (folder / name).write_bytes(content)
