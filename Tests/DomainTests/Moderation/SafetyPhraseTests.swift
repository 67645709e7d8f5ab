import Domain
import Testing

/// What people write when somebody lies there: heard whoever it is, and what sounds like it is not.
@Suite struct SafetyPhraseTests {
    private let listener = SafetyListener(Set(SafetyLanguage.allCases))

    @Test(arguments: [
        "Bruno is lying in the snow and does not move", "He is not moving", "She does not move anymore", "Bruno doesn't wake up",
        "Bruno fell and can't get up", "Leon fell off the chairlift", "She is not answering and her lips are blue",
        "There is blood everywhere", "Kaia has an allergic reaction, her throat swells", "Call 112 now",
        "Leon hit his head and is confused", "Bruno liegt im Schnee und bewegt sich nicht", "Mia wacht nicht auf",
        "Bruno est dans la neige et ne bouge plus", "Hugo ne se réveille pas",
    ])
    func whoDoesNotMoveIsHeard(_ text: String) { #expect(!listener.matches(in: text).isEmpty) }

    @Test func aNameIsAPersonWhoDoesNotMove() {
        #expect(!listener.matches(in: "Bruno is not moving", names: { SafetyNames(["Bruno Example"]) }).isEmpty)
    }

    @Test(arguments: [
        "We are moving to room 12", "The queue at the lift is not moving an inch today", "Anna and Tom are moving in with us",
        "keep moving, it is cold",
    ])
    func whatElseMovesIsNot(_ text: String) {
        #expect(listener.matches(in: text, names: { SafetyNames(["Anna Example", "Tom Example"]) }).isEmpty)
    }
}
