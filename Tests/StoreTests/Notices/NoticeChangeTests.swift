import Database
import Domain
import Store
import Testing

/// What open pages hear of announcements, inboxes and questions.
struct NoticeChangeTests {
    private let people: TestPeople
    private let noted: HeardChanges
    private let noon = TestPeople.noon
    private let host = Author(id: TestPeople.account("host"), name: "host")
    private let id = ID(high: 7, low: 1)
    private let traveller = TestPeople.member("traveller")
    private var announcements: AnnouncementStore { people.store.announcements }

    init() async throws {
        people = try await TestPeople()
        noted = try HeardChanges(people.database)
    }

    private func record(_ id: ID, corrects: ID? = nil) -> AnnouncementRecord {
        var content = AnnouncementContent()
        (content.title, content.text, content.corrects) = ("The bus", "It is late.", corrects)
        content.audience = AnnouncementAudience([(.all, .everyone)])
        content.answers = [AnnouncementAnswer(label: "Fine", asksText: false)]
        return AnnouncementRecord(
            id: id, trip: people.trip, content: content, state: .draft, version: nil, words: "everybody", isByAdmin: true)
    }

    private func send(_ id: ID, corrects: ID? = nil, to names: String..., at time: Duration = .zero) async throws {
        let members = names.map { (member: TestPeople.member($0), notice: ID(high: id.low + 100, low: TestPeople.member($0).low)) }
        let sending = AnnouncementSending(id: id, trip: people.trip, people: members, words: "everybody", urgentLimit: nil)
        _ = try await announcements.send(sending, saving: record(id, corrects: corrects), by: host, at: noon + time)
    }

    private func notice(_ names: String..., of announcement: ID) -> TripChange {
        .notice(names.map(TestPeople.member).sorted(), of: announcement, people.trip)
    }
    private func bell(_ member: ID) -> TripChange { .notice([member], people.trip) }

    // MARK: announcements

    @Test func aDraftIsHeardByStaffAlone() async throws {
        let found = try await noted.during { try await announcements.save(record(id), by: host, at: noon) }
        #expect(found == [.announcement(id, people.trip)])
        let draft = try #require(try announcements.find(id, trip: people.trip))
        let deleted = try await noted.during { try await announcements.delete(draft, by: host, at: noon) }
        #expect(deleted == [.announcement(id, people.trip)])
        let again = try await noted.during {
            await #expect(throws: Refusal.self) { try await announcements.delete(draft, by: host, at: noon) }
        }
        #expect(again.isEmpty)
    }

    @Test func whoeverGetsItHearsOfItAndOfWhatCorrectsIt() async throws {
        let sent = try await noted.during { try await send(id, to: "traveller") }
        #expect(sent == [.announcement(id, people.trip), notice("traveller", of: id)])
        #expect(try await noted.during { try await send(id, to: "traveller") }.isEmpty, "it has gone out already")
        let newer = ID(high: 7, low: 2)
        let corrected = try await noted.during { try await send(newer, corrects: id, to: "other", at: .minutes(1)) }
        #expect(
            corrected == [
                .announcement(newer, people.trip), notice("other", of: newer), .announcement(id, people.trip), notice("traveller", of: id),
            ])
    }

    @Test func aRecalledOneLeavesTheInboxes() async throws {
        try await send(id, to: "host", "traveller")
        let recall = { try await announcements.recall(id, trip: people.trip, by: host, at: noon + .minutes(1)) }
        #expect(try await noted.during(recall) == [.announcement(id, people.trip), notice("host", "traveller", of: id)])
        #expect(try await noted.during { await #expect(throws: Refusal.self) { try await recall() } }.isEmpty)
    }

    @Test func aReceiptIsHeardOnce() async throws {
        try await send(id, to: "traveller")
        let open = { try await announcements.open(id, trip: people.trip, member: traveller, at: noon + .minutes(1)) }
        #expect(try await noted.during(open) == [.announcement(id, people.trip), bell(traveller)])
        #expect(try await noted.during(open).isEmpty)
        let answered = try await noted.during {
            try await announcements.answer(
                id, trip: people.trip, member: traveller, .init(position: 0, text: ""), at: noon + .minutes(2))
        }
        #expect(answered == [.announcement(id, people.trip), bell(traveller)])
        let refused = try await noted.during {
            await #expect(throws: Refusal.self) {
                try await announcements.answer(
                    id, trip: people.trip, member: traveller, .init(position: 4, text: ""), at: noon + .minutes(3))
            }
        }
        #expect(refused.isEmpty)
    }

    // MARK: inboxes

    private func add(_ number: UInt64, to person: NoticePerson) async throws {
        let notice = NewNotice(
            id: ID(high: 8, low: number), person: person, kind: .signedIn, subject: nil, urgency: .normal, title: "The bus", text: "",
            expiresAt: noon + .days(2))
        try await people.store.notices.add([notice], at: noon)
    }

    @Test func aReadNoticeIsHeardByItsAccountsPages() async throws {
        let (notices, account) = (people.store.notices, TestPeople.account("traveller"))
        #expect(try await noted.during { try await add(1, to: .member(traveller, trip: people.trip)) }.isEmpty, "it is planned first")
        #expect(try await noted.during { try await add(2, to: .account(account)) } == [bell(traveller)])
        let read = { try await notices.markRead([ID(high: 8, low: 1)], account: account, at: noon) }
        #expect(try await noted.during(read) == [bell(traveller)])
        #expect(try await noted.during(read).isEmpty)
        #expect(try await noted.during { try await notices.markUnread(ID(high: 8, low: 1), account: account) } == [bell(traveller)])
        let others = try await noted.during { try await notices.markRead(nil, account: TestPeople.account("host"), at: noon) }
        #expect(others.isEmpty)
        #expect(try await noted.during { try await notices.markRead(nil, account: account, at: noon) } == [bell(traveller)])
    }

    @Test func aPlannedNoticeIsHeardByWhoeverIsToldOfIt() async throws {
        try await add(1, to: .member(traveller, trip: people.trip))
        let plan = OutboxStore.Planned(notice: ID(high: 8, low: 1), deliveries: [], dueAt: nil, nextAt: nil)
        let account = TestPeople.account("traveller")
        #expect(try await noted.during { try await people.store.outbox.store([plan], telling: [account], at: noon) } == [bell(traveller)])
        #expect(try await noted.during { try await people.store.outbox.store([plan], at: noon) }.isEmpty)
    }

    // MARK: questions

    @Test func aQuestionAndItsAnswerAreHeard() async throws {
        let (nudges, trip) = (people.store.nudges, people.trip)
        let nudge = Nudge(
            id: ID(high: 9, low: 1), tripID: trip, memberID: traveller, token: "token-of-twenty-bytes", askedBy: "host", askedAt: noon,
            expiresAt: noon + .hours(24))
        #expect(try await noted.during { _ = try await nudges.ask([nudge], trip: trip, by: host, at: noon) } == [.nudge(trip)])
        let again = Nudge(
            id: ID(high: 9, low: 2), tripID: trip, memberID: traveller, token: "other-of-twenty-bytes", askedBy: "host", askedAt: noon,
            expiresAt: noon + .hours(24))
        let tooSoon = try await noted.during { _ = try await nudges.ask([again], trip: trip, by: host, at: noon + .minutes(1)) }
        #expect(tooSoon.isEmpty)
        let answered = try await noted.during { try await nudges.answer(nudge, .fine, by: host, at: noon + .minutes(2)) }
        #expect(answered == [.nudge(trip)])
    }
}
