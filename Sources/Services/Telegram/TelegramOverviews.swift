import Domain
import Store

/// What the bot tells somebody of their trips.
extension TelegramBot {
    private static let shown = 8

    func today(_ trips: [MemberAccess]) throws -> TelegramPost {
        let now = tools.system.now()
        let parts = try trips.map { access in
            let trip = access.trip
            let day = trip.zone.today(at: now)
            let found = try tools.myEvents.list(access).filter {
                $0.event.state == .published && trip.zone.local($0.event.fields.startsAt).day == day
            }
            let lines = found.map { own in
                [trip.zone.local(own.event.fields.startsAt).clock, own.event.fields.title, own.event.fields.meetingPoint, said(own)]
                    .filter { !$0.isEmpty }.joined(separator: " · ")
            }
            return ([trip.fields.name] + (lines.isEmpty ? [Texts.said("Nothing is planned today.")] : lines)).joined(separator: "\n")
        }
        return TelegramPost(parts.joined(separator: "\n\n"))
    }

    func comingEvents(_ trips: [MemberAccess]) throws -> TelegramPost {
        let now = tools.system.now()
        let coming = try trips.flatMap { access in try events(access).map { (access.trip, $0) } }.prefix(TelegramBot.shown)
        guard !coming.isEmpty else { return TelegramPost(Texts.said("You are not invited to any coming event.")) }
        let lines = coming.map { trip, own in
            [own.event.fields.title, TelegramPost.time(own.event.fields.startsAt, in: trip), said(own)].filter { !$0.isEmpty }
                .joined(separator: "\n")
        }
        let buttons = coming.filter { $1.event.takesAnswers(at: now) }.map {
            TelegramPost.answers(to: $1.event.id, title: String($1.event.fields.title.prefix(30)))
        }
        return TelegramPost(lines.joined(separator: "\n\n"), Array(buttons))
    }

    /// Those that the reader is invited to and that are not over, in order of start.
    private func events(_ access: MemberAccess) throws -> [EventSummary] {
        let now = tools.system.now()
        return try tools.myEvents.list(access).filter { $0.event.state == .published && !$0.event.isOver(at: now) }
    }

    private func said(_ own: EventSummary) -> String { own.invitation.map { Texts.said(text: $0.invitation.rsvp.label) } ?? "" }

    /// The next meeting point: a pin where one was set.
    func meeting(_ trips: [MemberAccess], for chat: Int) throws -> TelegramRequest {
        let own = try trips.flatMap { access in try events(access).map { (access.trip, $0) } }
        let next = own.filter { $1.invitation?.invitation.rsvp != .declined }
            .min { $0.1.event.fields.startsAt < $1.1.event.fields.startsAt }
        guard let (trip, summary) = next else {
            return .send(Texts.said("Nothing is planned for you: you are not going to any coming event."), to: chat)
        }
        let fields = summary.event.fields
        let title = TelegramPost.time(fields.startsAt, in: trip) + " · " + fields.title
        guard let place = summary.event.meeting else { return .send(title + "\n" + fields.meetingPoint, to: chat) }
        return .place(place, title: title, address: fields.meetingPoint, to: chat)
    }

    /// Whether the call is meant: a tap in a pocket calls nobody.
    func asking(_ trips: [MemberAccess]) -> TelegramPost {
        let calls = trips.map { access in
            let label = Texts.said(trips.count == 1 ? "Yes, call for help" : "Yes, call for help: \(access.trip.fields.name)")
            return TelegramButton(label, .act(.call(access.trip.id)))
        }
        return asking(Texts.said("Do you need help?"), calls, trips)
    }

    /// The same of an answer to an announcement that calls for help.
    func asking(_ answer: AnnouncementAnswer, _ act: TelegramAct, _ access: MemberAccess) -> TelegramPost {
        asking("“\(answer.label)”?", [TelegramButton(Texts.said("Yes, call for help"), .act(act))], [access])
    }

    private func asking(_ question: String, _ calls: [TelegramButton], _ trips: [MemberAccess]) -> TelegramPost {
        let numbers = trips.map(\.trip.fields.emergencyNumbers).filter { !$0.isEmpty }.joined(separator: "\n")
        let what = question + " " + Texts.said("All hosts hear of it at once, and see where your phone was last.")
        return TelegramPost(
            [what, numbers].filter { !$0.isEmpty }.joined(separator: "\n\n"),
            calls.map { [$0] } + [[TelegramButton(Texts.said("No"), .act(.noCall))]])
    }
}
