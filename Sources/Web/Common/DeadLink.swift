import Domain
import Pages

/// What is said of a secret link that leads nowhere: what it was for, and whom to ask. Where the answer is 404, it is the same
/// whether the link ran out, was turned off, was used or never was: nobody learns by trying which secrets there were.
struct DeadLink: Sendable {
    let heading: Texts.Sentence
    let message: Texts.Sentence
    let next: Texts.Sentence

    /// - Parameter path: of the request.
    /// - Returns: nil for an address without a secret.
    static func of(_ path: String) -> DeadLink? {
        known.first { path.hasPrefix($0.start) && path.utf8.count > $0.start.utf8.count }?.link
    }

    private static let known: [(start: String, link: DeadLink)] = [
        (Path.join, join), (Path.joinTrip, join), (Path.joinRequest, request), (Path.staffInvite, invite), (Path.personal, personal),
        (Path.well, well), (Path.helper, helper), (Path.calendarFeed, calendar), (Path.trackerSetUp, tracker), (Path.setup, setup),
        (Path.newPassword, password), (Path.confirmMail, confirmation), (Path.stopMail, ending),
    ].map { (String($0.pattern.prefix { $0 != ":" }), $1) }

    private static let join = DeadLink(
        heading: "This invitation link does not work",
        message: "It was used, has run out or was turned off, or a part of it is missing.",
        next: "If you have a password, sign in with it. Otherwise ask a host of your trip for a new one.")
    private static let request = DeadLink(
        heading: "This request to join is not here",
        message: "It was used already, withdrawn or deleted, or a part of the link is missing.",
        next: "Ask a host of your trip for an invitation link.")
    private static let invite = DeadLink(
        heading: "This invitation does not work",
        message: "It was used, withdrawn or has run out, or a part of the link is missing.",
        next: "If you have accepted it already, sign in. Otherwise ask whoever sent it for a new one.")
    private static let personal = DeadLink(
        heading: "This invitation does not work",
        message: "The event was deleted, the link was replaced or turned off, or a part of it is missing.",
        next: "Ask a host of your trip for a new link, or tell them whether you come.")
    private static let well = DeadLink(
        heading: "This question is not open",
        message: "It was withdrawn or deleted, or a part of the link is missing.",
        next: "Tell a host of your trip how you are. If you are in danger, call the emergency number of the country.")
    private static let helper = DeadLink(
        heading: "This helper link does not work",
        message: "It has ended or was turned off, or a part of it is missing.",
        next: "Ask the host who gave it to you for a new one.")
    private static let calendar = DeadLink(
        heading: "This calendar address does not work",
        message: "It was replaced or turned off, or a part of it is missing.",
        next: "Get a new one on the page of your trip’s events, or ask a host.")
    private static let tracker = DeadLink(
        heading: "This set-up link for a phone does not work",
        message: "It was replaced or removed, or a part of it is missing.",
        next: "Make a new one under “Phones that send your position”, or ask a host of your trip.")
    private static let setup = DeadLink(
        heading: "This set-up link does not work",
        message: "The server was set up already, or a part of the link is missing.",
        next: "If you set it up, sign in. Otherwise ask whoever runs the server.")
    private static let password = DeadLink(
        heading: "This link for a new password does not work",
        message: "It was used or has run out, or a part of it is missing.",
        next: "Ask for a new one where you sign in, or ask whoever invited you: your hosts know who can help.")
    private static let confirmation = DeadLink(
        heading: "This link from an email does not work",
        message: "It was used or has run out, or a part of it is missing.",
        next: "Sign in and ask for a new one in your notification settings.")
    private static let ending = DeadLink(
        heading: "This link from an email does not work",
        message: "It belongs to an address that is no longer used, or a part of it is missing.",
        next: "Sign in and choose in your notification settings what is sent to you.")
}
