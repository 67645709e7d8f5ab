/// What a trip writes in a week: everyday sentences in five languages, as people write them, and a few real calls for help.
enum DemoTalk {
    static let everyday = [english, german, french, italian, spanish]

    /// Each was answered long ago. Days ago, and what a moderator noted.
    static let calls: [(text: String, daysAgo: Int, note: String)] = [
        ("We are lost in the fog above the Rosa chair, what do we do?", 5, "Talked down to the chair by phone, all three are well."),
        ("Jemand ist am Nordhang gestürzt und steht nicht mehr auf", 4, "Patrol was there in nine minutes. A sprained ankle."),
        ("Je me suis fait mal au genou, je suis bloquée sous le télésiège", 3, "Brought down by sledge, back at dinner."),
        ("Un bambino è da solo nel bosco sotto la pista rossa", 2, "His class had waited at the next bend. Found."),
        ("Alguien se ha caído en la pista negra y sangra por la cabeza", 1, "At the village doctor's, two stitches."),
    ]

    static func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }
}
