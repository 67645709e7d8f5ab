"""Photos of strangers: whatever is sent, the server lives, says what is wrong, and keeps no metadata."""
import ctypes
import io
import os
import platform
import random
import re
import signal
import struct
import subprocess
import threading
import time
import zlib

import pytest
from PIL import Image, PngImagePlugin

from conftest import PROGRAM

BOUNDARY = "----frontier"
PLACE = "Larix-secret-place"


@pytest.fixture(scope="module")
def ada(demo):
    return demo.sign_in("ada@sotravel.example", demo.passwords["ada@sotravel.example"])


def upload(demo, cookie, data, name="photo.jpg", kind="image/jpeg"):
    body = (f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="photo"; filename="{name}"\r\nContent-Type: {kind}\r\n\r\n').encode()
    body += data + f"\r\n--{BOUNDARY}--\r\n".encode()
    return demo.request(
        "POST", "/trips/valrosa/my/photo", body, {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"}, cookie=cookie)


def own_photo(demo):
    return demo.sql(
        "SELECT lower(hex(m.photo_id)) FROM member m JOIN account a ON a.id = m.account_id WHERE a.email = 'ada@sotravel.example'")[0]


def address(photo, size):
    return f"/trips/valrosa/photos/{photo[:8]}-{photo[8:12]}-{photo[12:16]}-{photo[16:20]}-{photo[20:]}/{size}"


def picture(width=800, height=600, mode="RGB"):
    image = Image.effect_noise((width // 4, height // 4), 80).resize((width, height))
    return image.convert(mode)


def saved(image, kind, **options):
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def with_metadata(kind):
    """GPS, camera, comment, XMP and a colour profile: all that a phone and a spy may put in."""
    from PIL import ImageCms
    exif = Image.Exif()
    exif[0x010E], exif[0x010F], exif[0x9286] = PLACE, PLACE, PLACE
    gps = exif.get_ifd(0x8825)
    gps[1], gps[2], gps[3], gps[4] = "N", (46.0, 25.0, 39.0), "E", (9.0, 14.0, 4.0)
    xmp = f'<x:xmpmeta xmlns:x="adobe:ns:meta/"><!-- {PLACE} --></x:xmpmeta>'.encode()
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    options = {"exif": exif.tobytes(), "icc_profile": profile}
    if kind == "PNG":
        info = PngImagePlugin.PngInfo()
        info.add_text("Comment", PLACE)
        info.add_itxt("XML:com.adobe.xmp", xmp.decode())
        options["pnginfo"] = info
    elif kind == "JPEG":
        options["comment"] = PLACE.encode()
        options["xmp"] = xmp
    else:
        options["xmp"] = xmp
    return saved(picture(), kind, **options)


def check_kept(demo, cookie, tmp_path):
    """Every size is WebP of that size without a trace of where it came from."""
    photo = own_photo(demo)
    for size in (80, 320, 960):
        answer = demo.request("GET", address(photo, size), cookie=cookie)
        assert answer.status == 200 and answer.getheader("Content-Type") == "image/webp"
        image = Image.open(io.BytesIO(answer.body))
        assert image.format == "WEBP" and max(image.size) <= size
        if size == 80:
            assert image.size == (80, 80)
        path = tmp_path / f"{size}.webp"
        path.write_bytes(answer.body)
        seen = subprocess.run(["exiftool", "-a", "-G1", "-s", path], check=True, capture_output=True, text=True).stdout
        groups = {line.split("]")[0].strip("[ ") for line in seen.splitlines()}
        assert groups <= {"ExifTool", "System", "File", "RIFF", "Composite"}, seen
        assert PLACE not in seen and PLACE.encode() not in answer.body


def heic(tmp_path):
    """As phones of one maker write them, by another encoder."""
    (tmp_path / "a.jpg").write_bytes(saved(picture(), "JPEG"))
    subprocess.run(["heif-enc", tmp_path / "a.jpg", "-o", tmp_path / "a.heic"], check=True, capture_output=True)
    words = [f"-{name}={PLACE}" for name in ("EXIF:ImageDescription", "EXIF:Make", "XMP:Description")]
    subprocess.run(
        ["exiftool", "-overwrite_original", *words, "-GPSLatitude=46.4", "-GPSLatitudeRef=N", "-GPSLongitude=9.2", "-GPSLongitudeRef=E", tmp_path / "a.heic"],
        check=True, capture_output=True)
    return (tmp_path / "a.heic").read_bytes()


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "HEIC"])
def test_metadata_is_dropped(demo, ada, tmp_path, kind):
    data = heic(tmp_path) if kind == "HEIC" else with_metadata(kind)
    assert PLACE.encode() in data
    assert upload(demo, ada, data).status == 303
    check_kept(demo, ada, tmp_path)


def test_a_turned_photo_stands_upright(demo, ada):
    exif = Image.Exif()
    exif[0x0112] = 6
    image = Image.new("RGB", (400, 200), "white")
    image.paste("red", (0, 0, 40, 200))
    assert upload(demo, ada, saved(image, "JPEG", exif=exif.tobytes())).status == 303
    answer = demo.request("GET", address(own_photo(demo), 960), cookie=ada)
    shown = Image.open(io.BytesIO(answer.body)).convert("RGB")
    assert shown.size == (200, 400)
    assert shown.getpixel((100, 10))[1] < 80, "the red edge is on top once turned"


def test_a_new_photo_replaces_the_old_and_can_go(demo, ada):
    assert upload(demo, ada, saved(picture(), "JPEG")).status == 303
    first = own_photo(demo)
    assert upload(demo, ada, saved(picture(), "JPEG")).status == 303
    assert own_photo(demo) != first
    assert demo.request("GET", address(first, 80), cookie=ada).status == 404
    last = own_photo(demo)
    assert demo.request("POST", "/trips/valrosa/my/photo/remove", {}, cookie=ada).status == 303
    assert demo.request("GET", address(last, 80), cookie=ada).status == 404
    assert demo.sql(f"SELECT count(*) FROM photo WHERE hex(id) = upper('{last}')") == ["0"]


def png_of(width, height, rows=b""):
    """A PNG whose head promises more than there is."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def hostile():
    jpeg, png, webp = saved(picture(), "JPEG"), saved(picture(), "PNG"), saved(picture(), "WEBP")
    chance = random.Random(5)

    def broken(data, changes):
        data = bytearray(data)
        for _ in range(changes):
            data[chance.randrange(20, len(data))] = chance.randrange(256)
        return bytes(data)

    svg = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>'
    refused = {
        "empty": b"", "text": b"hello " * 50, "zeros": bytes(5000), "svg": svg, "html": b"<html><script>1</script></html>",
        "pdf": b"%PDF-1.4\n" + b"x" * 300, "gif": saved(picture(mode="P"), "GIF"), "tiff": saved(picture(), "TIFF"),
        "bmp": saved(picture(), "BMP"), "elf": b"\x7fELF" + bytes(500), "zip": b"PK\x03\x04" + bytes(500),
        "jpeg in name only": b"\xff\xd8\xff", "truncated jpeg": jpeg[:len(jpeg) // 2], "jpeg without its end": jpeg[:-200],
        "truncated png": png[:len(png) // 2], "truncated webp": webp[:len(webp) // 2], "png head alone": png[:40],
        "png of 20000 × 20000": saved(Image.new("1", (20000, 20000)), "PNG"), "png of 10000 × 10000": saved(Image.new("L", (10000, 10000)), "PNG"),
        "png that promises 2³¹": png_of(2**31 - 1, 2**31 - 1), "png that promises 16384 × 3000": png_of(16384, 3000),
        "png of no width": png_of(0, 10),
        "9 MB": jpeg + chance.randbytes(9 << 20), "heic of nothing": b"\x00\x00\x00\x18ftypheic" + bytes(400),
        "webp with a wrong length": webp[:4] + struct.pack("<I", 2**31) + webp[8:30],
        "jpeg that is all fill": b"\xff\xd8" + b"\xff" * 100_000, "magic and then noise": b"\xff\xd8\xff\xe0" + chance.randbytes(50_000),
    }
    lenient = {
        "jpeg and script behind it": jpeg + b"<script>alert(1)</script>", "jpeg and zip behind it": jpeg + b"PK\x03\x04" + bytes(500),
        "huge comment": saved(picture(), "JPEG", comment=b"A" * 60_000), "one pixel": saved(Image.new("RGB", (1, 1)), "PNG"),
        "png whose rows do not end": png_of(10, 10, bytes(10_000_000)), "very thin": saved(Image.new("RGB", (8000, 1)), "PNG"), "cmyk": saved(picture(mode="CMYK"), "JPEG"),
        "16 bit": saved(Image.new("I;16", (300, 300)), "PNG"), "see-through": saved(Image.new("RGBA", (300, 300)), "PNG"),
        "moving webp": saved(picture(), "WEBP", save_all=True, append_images=[picture()] * 5),
        **{f"jpeg with {count} wrong bytes": broken(jpeg, count) for count in (1, 10, 100)},
        **{f"png with {count} wrong bytes": broken(png, count) for count in (1, 100)},
        **{f"webp with {count} wrong bytes": broken(webp, count) for count in (1, 100)},
    }
    return refused, lenient


REFUSED, LENIENT = hostile()


@pytest.mark.parametrize("name", sorted(REFUSED))
def test_no_photo(demo, ada, name):
    assert upload(demo, ada, saved(picture(), "JPEG")).status == 303
    before = own_photo(demo)
    answer = upload(demo, ada, REFUSED[name])
    # A refusal before the whole body is read may also show as a closed connection at the client; it must not here.
    assert answer.status in (413, 422), (name, answer.status)
    text = answer.body.decode()
    # Beside its field; what is larger than any form takes never became one.
    found = re.search(r'<p class="error" id="photo-error"[^>]*>([^<]+)<', text) if answer.status == 422 else re.search(r'<h1>([^<]+)<', text)
    assert found and found.group(1).strip(), text[-1500:]
    assert own_photo(demo) == before
    assert demo.request("GET", "/healthz").status == 200


@pytest.mark.parametrize("name", sorted(LENIENT))
def test_odd_photos(demo, ada, tmp_path, name):
    answer = upload(demo, ada, LENIENT[name])
    assert answer.status in (303, 422), (name, answer.status)
    if answer.status == 303:
        check_kept(demo, ada, tmp_path)
    assert demo.request("GET", "/healthz").status == 200


def segment(mark, data):
    return bytes([0xFF, mark]) + struct.pack(">H", len(data) + 2) + data


def progressive(scans, side):
    """A grey JPEG whose scans hardly say anything, but each makes a decoder walk through all blocks of 8 × 8."""
    blocks, bits = ((side + 7) // 8) ** 2, ""
    # "Nothing in the next so many blocks": one bit for the word, fourteen for the count above 16384.
    for start in range(0, blocks, 32767):
        bits += "0" + format(max(0, min(32767, blocks - start) - 16384), "014b")
    bits += "1" * (-len(bits) % 8)
    packed = int(bits, 2).to_bytes(len(bits) // 8, "big").replace(b"\xff", b"\xff\x00")
    one_word = [1] + [0] * 15
    head = segment(0xDB, bytes([0] + [1] * 64)) + segment(0xC2, struct.pack(">BHHBBBB", 8, side, side, 1, 1, 0x11, 0))
    head += segment(0xC4, bytes([0x00, *one_word, 0])) + segment(0xC4, bytes([0x10, *one_word, 0xE0]))
    first = segment(0xDA, bytes([1, 1, 0, 0, 0, 0])) + bytes((blocks + 7) // 8)
    return b"\xff\xd8" + head + first + (segment(0xDA, bytes([1, 1, 0, 1, 63, 0])) + packed) * (scans - 1) + b"\xff\xd9"


def test_a_photo_of_a_thousand_scans_holds_nobody_up(demo, ada):
    many, few = progressive(1300, 7000), progressive(90, 7000)
    assert len(many) < 200_000
    begun = time.monotonic()
    answer = upload(demo, ada, many)
    assert time.monotonic() - begun < 4, "it is seen by its markers, before a pixel is made"
    assert answer.status == 422 and 'id="photo-error"' in answer.body.decode()
    assert "This photo takes too long to read." in answer.body.decode()
    assert upload(demo, ada, few).status == 303


def test_what_stands_behind_a_photo_is_no_scan(demo, ada):
    """Some phones put a film there, in which any two bytes come up by chance."""
    film = b"\xff\xda\x00\x0c" * 5000
    assert upload(demo, ada, saved(picture(), "JPEG") + film).status == 303


def test_a_decoder_has_three_seconds():
    begun = time.monotonic()
    code = worker("--attempt", "compute", timeout=60)[0]
    spent = os.times().children_user
    assert code in (-signal.SIGXCPU, -signal.SIGKILL) and time.monotonic() - begun < 30 and spent > 1


def test_one_travellers_photos_wait_for_each_other(demo, ada):
    """Of one account one is read and one waits, whatever it sends; others come after two pieces of work at most."""
    bruno = demo.sign_in("bruno@sotravel.example", demo.passwords["bruno@sotravel.example"])
    slow, answers = progressive(90, 7000), []
    senders = [threading.Thread(target=lambda: answers.append(upload(demo, ada, slow).status)) for _ in range(12)]
    for sender in senders:
        sender.start()
    assert upload(demo, bruno, saved(picture(), "JPEG")).status == 303
    for sender in senders:
        sender.join()
    assert set(answers) == {303, 503} and answers.count(503) >= 5, answers


def test_others_see_it_and_strangers_do_not(demo, ada):
    assert upload(demo, ada, saved(picture(), "JPEG")).status == 303
    path = address(own_photo(demo), 80)
    bruno = demo.sign_in("bruno@sotravel.example", demo.passwords["bruno@sotravel.example"])
    for cookie in (bruno, demo.host()):
        assert demo.request("GET", path, cookie=cookie).status == 200
    assert demo.request("GET", path).status in (303, 401)
    page = demo.request("GET", "/trips/valrosa/friends", cookie=bruno).body.decode()
    assert path in page


WORKER = PROGRAM.parent / "sotravel-photos"
DEEDS = [
    "open", "create", "stat", "folder", "memory-file", "read-input", "socket", "local-socket", "fork", "exec", "signal", "signal-self", "trace"]


def worker(*words, photo=b"x", **options):
    """As the server starts it: the photo and the pictures are files without a name."""
    import tempfile
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as made:
        given.write(photo)
        given.seek(0)
        code = subprocess.run([WORKER, *words], stdin=given, stdout=made, stderr=subprocess.DEVNULL, env={}, **options).returncode
        made.seek(0)
        return code, made.read()


@pytest.mark.parametrize("deed", DEEDS)
def test_nothing_is_within_reach_of_a_decoder(deed):
    """Refused with an error (1), or the end of the process by SIGSYS; also in a thread from before the confinement."""
    assert worker("--attempt", deed, "--unconfined")[0] == 0, "possible where nothing is confined, so that refusing it means something"
    assert worker("--attempt", deed)[0] in (1, -31)
    assert worker("--attempt", deed, "--in-thread")[0] in (1, -31)


def test_a_confined_decoder_still_starts_threads():
    assert worker("--attempt", "thread")[0] == 0


def within_a_unit():
    """A filter as a unit's SystemCallFilter= and NoNewPrivileges= put around the server: some calls are refused already."""
    libc = ctypes.CDLL(None, use_errno=True)
    mount, reboot, swapon, bpf = {"x86_64": (165, 169, 167, 321), "aarch64": (40, 142, 224, 280)}[platform.machine()]
    lines = [struct.pack("HBBI", 0x20, 0, 0, 0)]
    for number in (mount, reboot, swapon, bpf):
        lines += [struct.pack("HBBI", 0x15, 0, 1, number), struct.pack("HBBI", 0x06, 0, 0, 0x00050001)]
    lines.append(struct.pack("HBBI", 0x06, 0, 0, 0x7FFF0000))
    code = ctypes.create_string_buffer(b"".join(lines))
    filters = struct.pack("HxxxxxxQ", len(lines), ctypes.addressof(code))
    assert libc.prctl(38, 1, 0, 0, 0) == 0 and libc.prctl(22, 2, filters, 0, 0) == 0


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "HEIC"])
def test_the_worker_is_confined_inside_a_unit_with_a_filter_of_its_own(tmp_path, kind):
    photo = heic(tmp_path) if kind == "HEIC" else saved(picture(), kind)
    code, pictures = worker("80c", "960", photo=photo, preexec_fn=within_a_unit)
    assert code == 0 and struct.unpack(">II", pictures[:8]) == (80, 80)
    assert worker("--attempt", "open", preexec_fn=within_a_unit)[0] == 1
    assert worker("--attempt", "fork", preexec_fn=within_a_unit)[0] == -31


def test_the_worker_is_built_hardened():
    told = subprocess.run(["readelf", "-W", "-d", "-l", "--dyn-syms", WORKER], check=True, capture_output=True, text=True).stdout
    assert "BIND_NOW" in told and "GNU_RELRO" in told and "__stack_chk_fail" in told
    assert re.search(r"Elf file type is DYN|FLAGS_1\).*PIE", told), told
    assert " RWE " not in told, "nothing is writable and executable"
