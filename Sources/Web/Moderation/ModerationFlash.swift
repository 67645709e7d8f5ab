import Domain
import Pages
import Services

/// What the queue says right after something was decided or undone. The address names it, and carries no words.
extension ModerationRoutes {
    private static let mostCases = ModerationService.queueSize

    static func decided(_ web: WebRequest, _ access: StaffAccess) throws -> Flash? {
        let (slug, moderation) = (access.trip.fields.slug, web.services.moderation)
        if let id = ID(web.query("decided")) {
            return try moderation.decision(inCase: id, access).map { DecisionFlash.decided($0, slug) }
        }
        if let number = web.query("undid").ordinal {
            return try moderation.entry(number, access).flatMap { $0.isUndone ? DecisionFlash.undone($0) : nil }
        }
        guard let action = ModerationAction(rawValue: web.query("did")), let count = web.query("cases").whole(in: 1...mostCases) else {
            return nil
        }
        return DecisionFlash.decided(action, cases: count, slug)
    }
}
