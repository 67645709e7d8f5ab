/// Phrases between commas; NAME stands for the name of anybody on the trip.
struct SafetyPhrases: ExpressibleByStringLiteral, Sendable {
    let list: [String]

    init(stringLiteral text: String) {
        list = text.split(separator: ",").map { tidyLine(String($0)).replacing("NAME", with: SafetyNames.sign) }
    }
}
