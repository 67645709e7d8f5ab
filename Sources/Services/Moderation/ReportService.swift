import Domain
import Store

/// What members report; each joins the case of its subject.
extension ModerationService {
    package enum Subject: Sendable, Equatable {
        case message(Int, conversation: ID)
        case member(ID)
        case event(ID)
        case review(Int)
    }

    /// What is reported, as the reporter sees it now.
    package func subject(_ subject: Subject, _ access: MemberAccess) throws -> CaseStore.Subject {
        switch subject {
        case .message(let number, let conversation):
            let message = try chat.message(number, in: conversation, access)
            guard message.state == .visible else { throw Refusal.notFound }
            return CaseStore.Subject(
                kind: .message, message: number, member: message.authorID, conversation: conversation, snapshot: message.text,
                place: try chat.placeText(chat.permissions(conversation, access).conversation, access.trip.id))
        case .member(let id):
            guard let friend = try friends.find(id, trip: access.trip.id) else { throw Refusal.notFound }
            let lines = MemberField.seenByFriends.map { friend.fields[$0] }.filter { !$0.isEmpty }
            return CaseStore.Subject(kind: .member, member: id, snapshot: lines.joined(separator: "\n"), place: "profile")
        case .event(let id):
            guard let event = try events.find(id, trip: access.trip.id), event.state != .draft,
                let author = event.createdBy ?? event.fields.hostID,
                try access.role.isStaff || events.invitation(event: id, member: access.member) != nil
            else { throw Refusal.notFound }
            return CaseStore.Subject(
                kind: .event, event: id, member: author, snapshot: event.fields.title + "\n" + event.fields.details, place: "event")
        case .review(let number): return ModerationService.subject(try review(number, access))
        }
    }

    private func review(_ number: Int, _ access: MemberAccess) throws -> PlaceReview {
        let reader = PlaceReviewStore.Reader(trip: access.trip.id, member: access.member, isStaff: access.role.isStaff)
        guard let found = try reviews.find(number, reader) else { throw Refusal.notFound }
        return found
    }

    static func subject(_ review: PlaceReview) -> CaseStore.Subject {
        CaseStore.Subject(
            kind: .review, review: review.number, member: review.writer.memberID, snapshot: review.text, place: review.placeName)
    }

    /// Whose moderators look at it: a review that is for all trips is judged where it was written.
    private func judge(of subject: Subject, _ access: MemberAccess) throws -> ID {
        if case .review(let number) = subject { try review(number, access).tripID } else { access.trip.id }
    }

    package func report(_ subject: Subject, reason: String, text: String, _ access: MemberAccess) async throws {
        let (found, member, now) = (try self.subject(subject, access), access.member, now)
        var check = Validation()
        let why = ReportReason(rawValue: reason)
        check.require(why != nil, "reason", "Choose what is wrong.")
        check.require(text.count <= 1000, "text", "At most 1,000 characters.")
        check.require(found.member != member, "reason", "This is yours, so you cannot report it.")
        try check.check()
        let trip = try judge(of: subject, access)
        _ = try await store.file(
            .init(reporter: member, rule: nil, reason: reason, text: tidyText(text), isUrgent: why == .safety), on: found,
            trip: trip,
            by: Author(
                id: access.actor.account.id, name: trip == access.trip.id ? access.actor.account.name : "Somebody on another trip"),
            at: now, newID: system.newID)
    }
}

extension Refusal {
    /// For a list of what could not be done.
    package var sentence: Texts.Sentence {
        switch self {
        case .forbidden(let text), .conflict(let text), .tooLarge(let text), .tooMany(let text, _), .unavailable(let text, _): text
        case .invalid(let errors): "\(errors.said)"
        case .notFound: "This is no longer there."
        case .signInNeeded: "Sign in first."
        }
    }
}
