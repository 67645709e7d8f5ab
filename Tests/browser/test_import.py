"""Lists of people as other programs export them, from the upload to the mended rest. Without scripts: none of it needs them."""
import time

import pytest

from support import box_of, browse, follow, open_page  # noqa: F401, F811 (browse, open_page: fixtures)

IMPORT = "/trips/valrosa/roster/import"
APPLE = (
    "BEGIN:VCARD\r\nVERSION:3.0\r\nPRODID:-//Apple Inc.//iOS 17//EN\r\nN:Cardwell;Vera;;;\r\nFN:Vera Cardwell\r\n"
    "item1.TEL;type=pref:+00 11 1111\r\nTEL;type=CELL;type=VOICE:+00 22 2222\r\nEMAIL;type=INTERNET:vera@x.example\r\n"
    "NOTE:one\\, two\r\nPHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQ\r\n SkZJRgABAQ\r\nEND:VCARD\r\n")
ANDROID = (
    "BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCster;Zo=C3=AB;;;\r\nTEL;CELL:+00 33 3333\r\n"
    "END:VCARD\r\n")


def upload(page, demo, name, data):
    page.goto(demo.url + IMPORT)
    # With scripts a file that was chosen is previewed at once.
    scripts = page.is_visible("label .only-js")
    with page.expect_navigation(timeout=120_000):
        page.set_input_files("#file", {"name": name, "mimeType": "application/octet-stream", "buffer": data})
        if not scripts:
            page.click("main button.primary")


def test_vcards_of_phones(open_page, demo):
    page = open_page(java_script_enabled=False)
    upload(page, demo, "contacts.vcf", (APPLE + ANDROID).encode())
    text = page.inner_text("main")
    assert "2 new, 0 changed, 0 unchanged, 0 refused" in text
    assert "Vera Cardwell" in text and "Phone: +00 22 2222" in text and "one, two" in text
    assert "Zoë Müster" in text and "Phone: +00 33 3333" in text


def test_columns_that_nobody_knows_are_asked_for(open_page, demo):
    page = open_page(java_script_enabled=False)
    sheet = "sep=;\r\nVorname;Nachname;Handynummer;Schuhgröße;Leihski\r\nIda;Muster;+00 1 2345;38;ja\r\nOle;Muster;+00 1 2346;44;nein\r\n"
    upload(page, demo, "liste.csv", sheet.encode("cp1252"))
    assert "2 new, 0 changed, 0 unchanged, 0 refused" in page.inner_text(".intro")
    asked = page.inner_text("section[aria-labelledby=mapping]")
    assert "Schuhgröße" in asked and "38" in asked and "44" in asked
    # Only what nobody knows is in sight.
    assert page.locator("#columns > table tbody tr").count() == 2
    assert page.locator("#columns summary").all_inner_texts() == ["3 columns recognised"]
    assert "Windows-1252" in page.inner_text("main")
    assert page.input_value("select[name=column2]") == "phone" and page.input_value("select[name=column3]") == ""
    page.select_option("select[name=column3]", "host_notes")
    follow(page, "button[value=preview]")
    assert page.locator("summary:has-text('Columns')").count() == 1
    assert "Host notes: 38" in page.inner_text("main") and "The column Leihski is left out." in page.inner_text("main")
    # What was applied stays, also for who comes back.
    page.reload()
    assert page.locator("select[name=column3]").input_value() == "host_notes"
    assert page.locator("section[aria-labelledby=mapping]").count() == 0


def test_what_was_refused_is_mended_and_comes_back(open_page, demo):
    page = open_page(java_script_enabled=False, accept_downloads=True)
    sheet = 'First name;Last name;Mail;Room\n\nRhea;Rowe;rhea@x.example;=1+1\nRufus;Rowe;rufus-at-x;"2\n3"\nRaoul;Ro"we;raoul@x.example;4\n'
    upload(page, demo, "list.csv", sheet.encode())
    assert "2 new, 0 changed, 0 unchanged, 1 refused" in page.inner_text(".intro")
    # One cell that does not fit is left out, and the row is taken.
    for part, line in (("Refused (1)", "6"), ("Taken, with one value left out (1)", "4")):
        assert page.locator(f"section:has(.chip:has-text('{part}')) td.num").all_inner_texts() == [line]
    assert "Email not taken: “rufus-at-x”." in page.inner_text("main")
    follow(page, "button[value=save]")
    assert page.inner_text("h1") == "2 people imported"
    assert "Line 4: Email not taken:" in page.inner_text("main") and "quotation mark" in page.inner_text("main")
    with page.expect_download() as download:
        page.click("a:has-text('Download')")
    refused = download.value.path().read_text(encoding="utf-8-sig")
    assert refused.splitlines()[0] == '"First name";"Last name";"Mail";"Room";"problem"'
    mended = refused.replace("rufus-at-x", "rufus@x.example").replace('Ro""we', "Rowe")
    upload(page, demo, "refused.csv", mended.encode())
    assert "1 new, 1 changed, 0 unchanged, 0 refused" in page.inner_text(".intro")
    assert page.locator("section[aria-labelledby=mapping]").count() == 0
    follow(page, "button[value=save]")
    assert page.inner_text("h1") == "2 people imported"


def test_hostile_files_get_a_clear_answer_soon(open_page, demo):
    page = open_page()
    # The debug program is some thirty times slower than the one that serves.
    page.set_default_timeout(60_000)
    megabytes = 2_000_000
    files = {
        "one quote": (b'name\n"' + b"x" * megabytes, "1 refused"),
        "one quote and many lines": (b'name\n"A\n' + b"Ada,x\n" * 4000, "4,001 refused"),
        "one huge line": (b"name\n" + b"x" * megabytes, "1 refused"),
        "many columns": (b"a," * 10_000 + b"\nb", "columns: at most 100"),
        "nothing but commas": (b"," * megabytes, "Nobody found"),
        "nothing but quotes": (b'"' * megabytes, "Nobody found"),
        "nothing but lines": (b"\n" * megabytes, "Nobody found"),
        "zeros": (b"name\nA\0da\n", "This is not text"),
        "a workbook": (b"PK\x03\x04" + b"\0" * 500, "workbook"),
        "a folded card": (b"BEGIN:VCARD\nFN:A" + b"\n " * 1_000_000 + b"\nEND:VCARD\n", "1 new"),
        "a quoted-printable card": (b"BEGIN:VCARD\nFN;ENCODING=QUOTED-PRINTABLE:" + b"A=\n" * 700_000 + b"\nEND:VCARD\n", "1 refused"),
        "a card in a card in a card": (b"BEGIN:VCARD\n" * 170_000, "at most 5,000"),
        "a card without an end": (b"BEGIN:VCARD\nFN:Ada Example" + b"\nX:y" * 500_000, "no END:VCARD"),
    }
    for name, (data, sentence) in files.items():
        start = time.monotonic()
        upload(page, demo, name + ".csv", data)
        seconds = time.monotonic() - start
        shown = page.inner_text("main")
        assert sentence in shown, f"{name}: {shown[:300]}"
        assert len(page.content()) < 400_000 and seconds < 60, f"{name}: {seconds:.1f} s, a page of {len(page.content())}"


@pytest.mark.parametrize("width", [320, 390, 820, 1440])
def test_a_namesake_of_an_import_stands_below_the_row_with_the_choice_beside(browse, own, width):
    page = browse("host", viewport={"width": width, "height": 900})
    upload(page, own, "list.csv", b"First name,Last name,Email,Room\nAda,Example,other@x.example,7\n")
    row, [here, other] = page.locator(".namesake"), page.locator(".namesake-choice").all()
    assert "other@x.example" in row.locator(".namesake-said").inner_text() and "Ada Example" in here.inner_text()
    for choice in (here, other):
        who, pick = box_of(choice.locator(".namesake-who")), box_of(choice.locator(".namesake-pick"))
        assert pick["x"] >= who["x"] + who["width"] if width >= 820 else pick["y"] >= who["y"] + who["height"]
        assert pick["height"] >= 44
    # While somebody is to be decided, what is pressed leads there; then it imports.
    decide, save = page.locator(".to-decide"), page.locator("button[value=save]")
    assert decide.inner_text() == "1 to decide" and save.is_hidden()
    decide.click()
    box = box_of(row)
    assert 0 <= box["y"] < box_of(decide)["y"]
    # A tap on who it is chooses them.
    here.locator("strong").click()
    assert decide.is_hidden() and save.is_visible()
    assert here.locator("input").is_checked() and not other.locator("input").is_checked()
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_on_a_phone_a_name_takes_the_row_and_what_is_said_stands_off_the_edge(open_page, demo):
    page = open_page(java_script_enabled=False)
    page.set_viewport_size({"width": 390, "height": 844})
    sheet = "First name,Last name,Mail\nMaximiliana,von Beispielhausen,max@x.example\nBo,Sample,nowhere\n"
    upload(page, demo, "list.csv", sheet.encode())
    table = box_of(page.locator("section:has(.chip:has-text('New')) table.list"))
    rows = page.locator("section:has(.chip:has-text('New')) tbody tr")
    name, line = box_of(rows.first.locator("th")), box_of(rows.first.locator(".num"))
    assert name["width"] > 200 and name["height"] < 30 and line["x"] >= name["x"] + name["width"]
    said = box_of(rows.first.locator("td:last-child"))
    assert said["x"] - table["x"] >= 12 and table["width"] - said["width"] < 30
