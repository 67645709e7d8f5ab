import Domain
import Runtime
import Store

/// What the host asked everybody an hour ago, with receipts of every kind.
struct DemoAnnouncements {
    let program: Program
    let trip: Trip
    let host: Author
    /// In the order of the roster.
    let people: [RosterRow]
    let now: Instant

    func make() async throws {
        let (sent, id) = (now - .minutes(50), program.system.newID())
        let travellers = people.filter { $0.role == .traveller && !$0.isGone }
        guard travellers.count > 8 else { return }
        let audience = AnnouncementAudience([(.all, .role(.traveller))])
        let notices = travellers.map { (member: $0.id, notice: program.system.newID()) }
        let words = audience.words { _ in nil }
        let record = AnnouncementRecord(
            id: id, trip: trip.id, content: content(audience), state: .draft, version: nil, words: words, isByAdmin: false)
        let sending = AnnouncementSending(id: id, trip: trip.id, people: notices, words: words, urgentLimit: nil)
        _ = try await program.store.announcements.send(sending, saving: record, by: host, at: sent)
        let looksLater = travellers.first { $0.hasAccount }?.id
        try await answer(id, notices.filter { $0.member != looksLater }, sent)
    }

    private func content(_ audience: AnnouncementAudience) -> AnnouncementContent {
        var content = AnnouncementContent()
        content.title = "Are you back at the hotel?"
        content.text = "The Rosa gondola closed early for wind. Please say where you are, so that we can come and get you."
        // Open as long as the demo may be looked at.
        content.expiresAt = min(now + Announcement.usual, trip.endsAt)
        (content.urgency, content.signedBy, content.audience) = (.high, host.name, audience)
        content.answers = [
            AnnouncementAnswer(label: "I’m fine", asksText: false),
            AnnouncementAnswer(label: "I need help", asksText: true, asksForHelp: true),
        ]
        content.place = AnnouncedPlace(name: "Lodge Larix", coordinates: trip.base)
        return content
    }

    /// Most have answered.
    private func answer(_ id: ID, _ people: [(member: ID, notice: ID)], _ sent: Instant) async throws {
        let store = program.store.announcements
        for (index, person) in people.enumerated() {
            let at = sent + .minutes(1 + index % 40)
            switch index % 8 {
            case 0: continue
            case 6: try await program.store.notices.markShown([person.notice], at: at)
            case 7: try await store.open(id, trip: trip.id, member: person.member, at: at)
            default:
                let needsHelp = index == 5
                let text = needsHelp ? "Still at the Top Hut with two children" : ""
                if needsHelp { try await callForHelp(id, person.member, text, at: at) }
                try await store.answer(
                    id, trip: trip.id, member: person.member, .init(position: needsHelp ? 1 : 0, text: text), at: at)
            }
        }
    }

    /// As the service makes it of such an answer. A host saw to it: the demo's open call is somebody else's.
    private func callForHelp(_ id: ID, _ member: ID, _ typed: String, at: Instant) async throws {
        let (help, newID) = (program.store.help, program.system.newID)
        guard let announcement = try program.store.announcements.find(id, trip: trip.id),
            let answer = announcement.content.answers.first(where: \.asksForHelp), let row = people.first(where: { $0.id == member })
        else { return }
        let made = AnnouncementCall(announcement, answer, typed: typed, at: at)
        let new = HelpCase(
            id: newID(), tripID: trip.id, memberID: member, memberName: row.fullName, phone: "", isTest: false, raisedAt: at, calls: [])
        let call = HelpCase.Call(id: newID(), source: .page, text: made.text, calledAt: at, receivedAt: at, place: nil)
        _ = try await help.add(
            call, client: made.client, toOpenOr: new, repetition: .zero, by: Author(id: nil, name: row.fullName))
        _ = try await help.take(new.id, trip: trip.id, by: host, at: at + .minutes(1))
        let steps: [(HelpStep, Int)] = [
            (.phoned, 2), (.resolve(.safe, "Down with the piste rescue. All three are at the hotel."), 30),
        ]
        for (step, minutes) in steps {
            _ = try await help.perform(step, on: new.id, trip: trip.id, by: host, at: at + .minutes(minutes))
        }
    }
}
