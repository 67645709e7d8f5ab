import Domain

/// What somebody is asked before an answer by a personal link counts. It is in other words than the page before:
/// whoever is shown the same again takes their tap for a failed one, and leaves.
package struct AnswerQuestion: Sendable {
    let question: String
    let button: String

    /// - Parameters:
    ///   - asked: "yes" or "no"; nothing is asked where it is neither.
    ///   - free: places; nil where there is no limit.
    init?(_ asked: String, _ rsvp: RSVP, title: String, free: Int?) {
        switch asked {
        case "yes": (question, button) = AnswerQuestion.coming(rsvp, title, free: free)
        case "no": (question, button) = AnswerQuestion.declining(rsvp, title)
        default: return nil
        }
    }

    private static func coming(_ rsvp: RSVP, _ title: String, free: Int?) -> (String, String) {
        if rsvp == .offered { return (Texts.said("Take the place at \(title)?"), Texts.said("Yes, I take it")) }
        return rsvp != .going && free == 0
            ? (Texts.said("Join the waitlist for \(title)?"), Texts.said("Yes, put me on the waitlist"))
            : (Texts.said("Are you coming to \(title)?"), Texts.said("Yes, I am coming"))
    }

    private static func declining(_ rsvp: RSVP, _ title: String) -> (String, String) {
        switch rsvp {
        case .going: (Texts.said("Give back your place at \(title)?"), Texts.said("Yes, give it back"))
        case .waitlisted: (Texts.said("Leave the waitlist for \(title)?"), Texts.said("Yes, take me off it"))
        default: (Texts.said("Not coming to \(title)?"), Texts.said("No, I am not coming"))
        }
    }
}
