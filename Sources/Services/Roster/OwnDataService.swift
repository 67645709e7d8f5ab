import Domain
import Store

/// The data kept of a member, for them to take along: one file after another, so that no more than one is in memory.
package struct OwnDataService: Sendable {
    private static let limit = 200_000
    let roster: RosterStore
    let friends: FriendService
    let fixes: FixStore
    let events: EventStore
    let help: HelpStore
    let chat: ChatStore
    let messages: MessageStore
    let photos: PhotoStore
    let reviews: PlaceReviewStore
    let reports: PlaceReportStore
    let bikes: BikeStore
    let notices: NoticeStore
    let announcements: AnnouncementStore
    let nudges: NudgeStore
    let addresses: AddressBook
    let system: SystemInputs

    package struct File: Sendable {
        package let name: String
        /// As photos are.
        package let isPacked: Bool
        /// Nil for what was deleted meanwhile.
        package let load: @Sendable () async throws -> [UInt8]?
    }

    /// A profile, answers, what happened, messages, votes, reviews and reports of places, calls, the way on the map, and every photo in the
    /// largest size that is kept.
    package func files(_ access: MemberAccess) throws -> [File] {
        let (member, service) = (try friends.own(access), self)
        func text(_ name: String, _ load: @escaping @Sendable () async throws -> String) -> File {
            File(name: name, isPacked: false) { Array(try await load().utf8) }
        }
        return [
            text("profile.json") { try service.profile(member, access) }, text("answers.csv") { try service.answers(member, access) },
            text("history.csv") { try service.history(access) }, text("messages.csv") { try service.messages(member, access) },
            text("votes.csv") { try service.votes(member) }, text("reviews.csv") { try service.reviews(member, access) },
            text("reports.csv") { try service.placeReports(member) }, text("bikes.csv") { try service.bikes(member) },
            text("calls.csv") { try service.calls(member) }, text("notices.csv") { try service.notices(member) },
            text("announcements.csv") { try service.announced(member, access) },
            text("questions.csv") { try service.asked(member) }, text("channels.csv") { try service.channels(access) },
            text("followed.csv") { try service.followed(access) },
            text("track.gpx") { try await service.track(member, access) },
        ] + (try photoFiles(member, access))
    }

    private func photoFiles(_ member: Member, _ access: MemberAccess) throws -> [File] {
        let (photos, announcements, id) = (photos, announcements, member.id)
        return try named(member, access).map { photo, name in
            File(name: name, isPacked: true) {
                photo.isAnnounced ? try announcements.large(photo.id, of: id) : try photos.large(photo.id, of: id)
            }
        }
    }

    /// Every photo of theirs with the name of its file.
    private func named(_ member: Member, _ access: MemberAccess) throws -> [(photo: OwnPhoto, name: String)] {
        try (photos.owned(by: member.id) + announcements.photos(of: member.id)).enumerated().map { index, photo in
            (photo, "photos/" + OwnDataService.name(photo, index, access.trip.zone))
        }
    }

    /// "profile.webp", or "2026-01-05 1403 chat 2.webp": the day and hour that it was sent, in trip time, and a number that makes it
    /// the only one of its name.
    private static func name(_ photo: OwnPhoto, _ index: Int, _ zone: TripZone) -> String {
        if photo.isFace { return "profile.webp" }
        let local = zone.local(photo.at)
        let kind = photo.isAnnounced ? "announcement" : photo.review == nil ? "chat" : "review"
        return "\(local.day) \(local.clock.filter(\.isNumber)) \(kind) \(index + 1).webp"
    }

    private func profile(_ member: Member, _ access: MemberAccess) throws -> String {
        let fields = try roster.ownFields(member.id, trip: access.trip.id) ?? member.fields
        let known: [(name: String, value: String)] = MemberField.allCases.filter { !$0.isInternal }.map { ($0.rawValue, fields[$0]) }
        let own: [(name: String, value: String)] = try friends.ownColumns(access).map { ($0.name, fields.own[$0]) }
        return JSON.file(known + own)
    }

    private func answers(_ member: Member, _ access: MemberAccess) throws -> String {
        let given = try events.list(trip: access.trip.id, member: member.id).filter { $0.own != nil && $0.event.state != .draft }
        return OwnDataService.csv(
            ["event", "start", "answer"], given.map { [$0.event.fields.title, $0.event.fields.startsAt.iso8601, $0.own?.rawValue ?? ""] })
    }

    private func history(_ access: MemberAccess) throws -> String {
        OwnDataService.csv(
            ["time", "who", "what", "changes"],
            try friends.history(access).map { entry in
                let changes = entry.changes.map { change in
                    "\(OwnColumn.trailed(change.field)?.name ?? change.field): \(change.from) → \(change.to)"
                }
                return [entry.at.iso8601, entry.actorName, entry.action, changes.joined(separator: "; ")]
            })
    }

    private func messages(_ member: Member, _ access: MemberAccess) throws -> String {
        let sent = try messages.all(by: member.id, limit: OwnDataService.limit)
        let photos = Dictionary(grouping: try named(member, access).filter { $0.photo.message != nil }) { $0.photo.message ?? 0 }
        return OwnDataService.csv(
            ["time", "text", "state", "photos"],
            sent.map { message in
                let files = photos[message.number, default: []].map(\.name).joined(separator: "; ")
                return [message.sentAt.iso8601, message.text, message.state.rawValue, files]
            })
    }

    private func votes(_ member: Member) throws -> String {
        OwnDataService.csv(
            ["time", "question", "answer"], try messages.votes(by: member.id).map { [$0.at.iso8601, $0.question, $0.answer] })
    }

    private func reviews(_ member: Member, _ access: MemberAccess) throws -> String {
        let photos = Dictionary(grouping: try named(member, access).filter { $0.photo.review != nil }) { $0.photo.review ?? 0 }
        return OwnDataService.csv(
            ["time", "place", "stars", "text", "for all trips", "state", "photos"],
            try reviews.kept(of: member.id, trip: access.trip.id).map { review in
                let files = photos[review.number, default: []].map(\.name).joined(separator: "; ")
                return [
                    review.changedAt.iso8601, review.placeName, String(review.stars), review.text, review.isForAll ? "yes" : "no",
                    review.state.rawValue, files,
                ]
            })
    }

    private func placeReports(_ member: Member) throws -> String {
        OwnDataService.csv(
            ["time", "place", "what", "at", "number", "withdrawn by"],
            try reports.all(by: member.id).map { place, report in
                [
                    report.madeAt.iso8601, place, report.kind.rawValue, report.clock ?? "", report.phone, report.withdrawnBy ?? "",
                ]
            })
    }

    /// The stations that they marked.
    private func bikes(_ member: Member) throws -> String {
        OwnDataService.csv(["favourite station"], try bikes.favouriteNames(of: member.id).map { [$0] })
    }

    /// What they were told, and when they read it.
    private func notices(_ member: Member) throws -> String {
        let lines = try notices.all(of: member.id).map { notice, readAt -> [String] in
            [notice.madeAt.iso8601, notice.title, notice.text, readAt?.iso8601 ?? ""]
        }
        return OwnDataService.csv(["time", "title", "text", "read"], lines)
    }

    /// Whether all is well, as hosts asked, and what they said.
    private func asked(_ member: Member) throws -> String {
        OwnDataService.csv(
            ["time", "asked by", "answer", "answered", "place of"],
            try nudges.all(of: member.id).map { nudge in
                [
                    nudge.askedAt.iso8601, nudge.askedBy, nudge.answer?.rawValue ?? "", nudge.answeredAt?.iso8601 ?? "",
                    nudge.placeAt?.iso8601 ?? "",
                ]
            })
    }

    /// The conversations that they follow.
    private func followed(_ access: MemberAccess) throws -> String {
        OwnDataService.csv(
            ["since", "conversation"],
            try chat.followed(by: access.member, isStaff: access.role.isStaff).map {
                [$0.since.iso8601, $0.name.isEmpty ? access.trip.fields.name : $0.name]
            })
    }

    /// Where they are reached without a page open.
    private func channels(_ access: MemberAccess) throws -> String {
        OwnDataService.csv(
            ["since", "channel", "name", "address", "ended", "why"],
            try addresses.all(account: access.actor.account.id, member: access.member).map { address in
                [
                    address.madeAt.iso8601, address.channel.rawValue, address.label, address.place, address.endedAt?.iso8601 ?? "",
                    address.reason,
                ]
            })
    }

    private func calls(_ member: Member) throws -> String {
        let raised = try help.all(of: member.id)
        return OwnDataService.csv(
            ["time", "text", "on it", "resolved", "how", "by"],
            raised.map { found in
                let ending = found.ending
                return [
                    found.raisedAt.iso8601, found.text, found.holder?.name ?? "", ending?.at.iso8601 ?? "",
                    ending?.outcome.rawValue ?? "", ending?.name ?? "",
                ]
            })
    }

    /// What hosts announced to them, and what they answered.
    private func announced(_ member: Member, _ access: MemberAccess) throws -> String {
        OwnDataService.csv(
            ["time", "title", "opened", "answer", "text", "answered", "told by phone", "photo"],
            try announcements.own(member: member.id, trip: access.trip.id, limit: OwnDataService.limit).map { own in
                let (found, answers) = (own.announcement, own.announcement.content.answers)
                return [
                    found.sentAt?.iso8601 ?? "", found.content.title, own.isOpened ? "yes" : "no",
                    own.answer.flatMap { answers.indices.contains($0) ? answers[$0].label : nil } ?? "", own.text,
                    own.answeredAt?.iso8601 ?? "", own.phonedAt?.iso8601 ?? "",
                    found.content.photo.map { $0.words.isEmpty ? "yes" : $0.words } ?? "",
                ]
            })
    }

    private func track(_ member: Member, _ access: MemberAccess) async throws -> String {
        let now = system.now()
        let way = try await fixes.track(member: member.id, from: FixRefusal.earliest, to: now + .minutes(5), limit: OwnDataService.limit)
        return TrackExport.gpx([Track(name: member.fields.fullName, fixes: way)], name: access.trip.fields.name, at: now)
    }

    private static func csv(_ header: [String], _ rows: [[String]]) -> String {
        "\u{FEFF}" + ([header] + rows).map(CSV.line).joined()
    }
}
