"""The demo's week of talk, in five languages, through the rules of the chat: real calls are heard, everyday talk is left alone."""
from conftest import demo_trip

import sqlite3

# What somebody must come for. Everything else that is written in the demo is everyday talk.
CALLS = {
    "We are lost in the fog above the Rosa chair, what do we do?",
    "Jemand ist am Nordhang gestürzt und steht nicht mehr auf",
    "Je me suis fait mal au genou, je suis bloquée sous le télésiège",
    "Un bambino è da solo nel bosco sotto la pista rossa",
    "Alguien se ha caído en la pista negra y sangra por la cabeza",
    "Can't move, I hurt my knee below the Top Hut",
}
# Words of danger in everyday company, some of each language: the week is no tame one.
PREMISE = ["dead tired", "snow is going to fall", "help me with the lift tickets", "lost the snowball fight", "Handschuh verloren",
           "gefallen", "perdu un gant", "neige tombe", "perso un guanto", "caduta tre volte", "perdido un guante", "Atascada"]


def written():
    """(text, whether the rules heard a call in it) of every message."""
    folder, _ = demo_trip(48)
    with sqlite3.connect(f"file:{folder}/sotravel.sqlite?mode=ro", uri=True) as database:
        rows = database.execute("""
            SELECT m.text, EXISTS (SELECT 1 FROM moderation_case k JOIN report r ON r.case_id = k.id
                WHERE k.message_number = m.number AND r.reporter_id IS NULL AND r.reason = 'safety')
            FROM message m JOIN conversation c ON c.id = m.conversation_id WHERE c.kind = 'trip'""").fetchall()
    database.close()
    return rows


def test_no_real_call_of_the_week_is_missed():
    heard = {text for text, is_heard in written() if is_heard}
    assert CALLS <= {text for text, _ in written()}, "the demo lacks a call"
    assert not CALLS - heard


def test_at_most_one_in_150_everyday_messages_is_urgent():
    everyday = [(text, is_heard) for text, is_heard in written() if text not in CALLS]
    assert len(everyday) >= 300 and len({text for text, _ in everyday}) >= 300, "the week is too short"
    for part in PREMISE:
        assert any(part in text for text, _ in everyday), f"the week is too tame: no {part}"
    wrong = [text for text, is_heard in everyday if is_heard]
    assert len(wrong) * 150 <= len(everyday), wrong
