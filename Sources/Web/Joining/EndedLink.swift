import Domain
import Hummingbird
import Pages

/// What a link to join was, for whoever opens it when it leads nowhere any more.
enum EndedLink {
    case personal
    case ofTrip
    case request

    private var message: Texts.Sentence {
        switch self {
        case .personal: "It was used already, was replaced by a newer one, or is too old."
        case .ofTrip: "A host has switched it off, or has made a new one."
        case .request: "It was used already, or a host has taken the answer back."
        }
    }

    private func next(isSignedIn: Bool) -> Texts.Sentence {
        switch self {
        case .personal where isSignedIn: "Ask the host who sent it to you for a new one."
        case .personal: "Ask the host who sent it to you for a new one. If you have a password or Telegram, sign in instead."
        case .ofTrip: "Ask a host of the trip for the link that works now."
        case .request: "Ask a host of the trip for a link of your own."
        }
    }

    /// Does the work; where there is nothing behind the link, the page says whom to ask.
    func or(_ web: WebRequest, _ work: () async throws -> Response) async throws -> Response {
        do {
            return try await work()
        } catch Refusal.notFound {
            return Refusals.page(404, "This link no longer works", message, web) { page in
                page.next = Texts.said(next(isSignedIn: web.context.actor != nil))
                // The page before is the same link.
                page.back = nil
            }
        }
    }
}
