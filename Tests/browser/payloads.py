"""Texts that must stay texts wherever they are shown."""


def payloads():
    """Markup, SVG, links, directions, nothing, long words, emoji: what people paste and attackers try."""
    run = "window.__ran=1"
    tags = [
        f"<script>{run}</script>", f"<img src=x onerror={run}>", f"<svg onload={run}>", f"<svg><script>{run}</script></svg>", f"<body onload={run}>",
        f"<iframe srcdoc='<script>parent.{run}</script>'>", f"<details open ontoggle={run}>", f"<math><mi xlink:href='javascript:{run}'>x</mi></math>",
        f"<a href='javascript:{run}'>x</a>", f"\"><script>{run}</script>", f"'><img src=x onerror={run}>", f"</textarea><script>{run}</script>",
        f"</title><script>{run}</script>", f"<style>@import 'javascript:{run}'</style>", f"<form action=javascript:{run}><button>x", f"<input autofocus onfocus={run}>",
        f"<video><source onerror={run}>", f"<object data=javascript:{run}>", f"<embed src=javascript:{run}>", f"<link rel=stylesheet href=javascript:{run}>",
        f"<base href=javascript:{run}//>", f"<meta http-equiv=refresh content='0;url=javascript:{run}'>", f"<marquee onstart={run}>", f"<template><script>{run}</script></template>",
        f"<!--><script>{run}</script>-->", f"<![CDATA[<script>{run}</script>]]>", f"{{{{constructor.constructor('{run}')()}}}}", f"${{{run}}}", f"<%= {run} %>", "{{{frame}}}",
    ]
    links = [
        "javascript:alert(1)", "https://x.example/\"onmouseover=\"window.__ran=1", "http://x.example/<script>", "data:text/html,<script>window.__ran=1</script>",
        "vbscript:x", "https://" + "a" * 500 + ".example", "https://x.example/" + "%00" * 50, "http://[::1", "https://user:pass@x.example", "//x.example",
    ]
    signs = [
        "\u202Egnirts desrever", "\u2066\u2067\u2068 isolates", "\u200B" * 50 + "x", "\u0301" * 60, "Z" + "\u0335\u0322\u0489" * 40, "العربية والعبرية עברית", "\uFEFFbom",
        "👨‍👩‍👧‍👦" * 40, "🏳️‍🌈🏴‍☠️", "🇨🇭" * 60, "\u2028line\u2029para", "\x07bell", "a\tb\tc", "\U000E0041tag", "﷽" * 30, "ↀ" * 90, "W" * 900, "w" * 900, "漢" * 500, "ﬀﬁ" * 100,
        "-" * 700, "_" * 700, "/" * 700, "." * 700, "<" * 300, "&" * 300, "&lt;script&gt;", "&#60;script&#62;", "%3Cscript%3E", "\\u003cscript\\u003e",
    ]
    base = tags + links + signs
    mixed = [first + " " + second for first, second in zip(tags * 6, signs * 6)]
    return list(dict.fromkeys(base + mixed + [tag.upper() for tag in tags] + [tag.replace("<", "＜") for tag in tags] + [f"x{n}" + tag for n, tag in enumerate(tags)] + [link + tag for link, tag in zip(links * 3, tags)]))[:230]
