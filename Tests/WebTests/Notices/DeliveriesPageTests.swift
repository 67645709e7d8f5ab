import Domain
import Services
import Store
import Testing

/// What hosts see of notices that went out, and what they can do about those that failed.
@Suite struct DeliveriesPageTests {
    @Test func hostsSeeWhatHappenedToDeliveries() async throws {
        let app = try await TestApp.withTrips()
        let address = DeliveryAddress(id: ID(high: 5, low: 5), channel: .push, address: "secret endpoint", label: "Firefox")
        try await app.store.addressBook.put(address, account: app.id("account traveller"), at: app.clock.now)
        app.post.answer { _ in .gone(reason: "The browser has unsubscribed.") }
        let notice = NewNotice(
            person: .member(app.id("member traveller"), trip: app.id("trip alpha")), kind: .announcement, subject: nil, urgency: .urgent,
            title: "Hello", text: "", expiresAt: app.clock.now + .hours(1))
        try await app.store.notices.add([notice], at: app.clock.now)
        try await app.services.notices.outbox.runDue()
        let page = try await app.send(.get, "/trips/alpha/deliveries", as: .host).body
        #expect(page.contains("The browser has unsubscribed.") && page.contains("Failed") && !page.contains("secret endpoint"))
        #expect(try app.services.notices.reach(app.staff(.host))[app.id("member traveller")] == nil)
    }

    private func withAPhone() async throws -> TestApp {
        let app = try await TestApp.withTrips()
        try await app.database.write { [app] in
            _ = try $0.run("DELETE FROM notice")
            _ = try $0.run("UPDATE member SET phone = '+00 000 77' WHERE id = ?", [.blob(app.id("member traveller").bytes)])
        }
        let address = DeliveryAddress(id: ID(high: 5, low: 5), channel: .push, address: "endpoint", label: "Firefox")
        try await app.store.addressBook.put(address, account: app.id("account traveller"), at: app.clock.now)
        return app
    }

    /// What failed stands first, with what a host can do: send it again while that is of use, or call.
    @Test func whatFailedIsSentAgain() async throws {
        let app = try await withAPhone()
        func send(_ title: String, lasts: Duration) async throws {
            let notice = NewNotice(
                person: .member(app.id("member traveller"), trip: app.id("trip alpha")), kind: .announcement, subject: nil,
                urgency: .urgent, title: title, text: "", expiresAt: app.clock.now + lasts)
            try await app.store.notices.add([notice], at: app.clock.now)
            try await app.services.notices.outbox.runDue()
            app.clock.pass(.seconds(5))
        }
        app.post.answer { _ in .refused(reason: "The service refused it.") }
        try await send("Refused", lasts: .hours(2))
        try await send("Short", lasts: .minutes(2))
        app.post.answer { _ in .accepted }
        try await send("Arrived", lasts: .hours(2))
        app.clock.pass(.minutes(3))
        let list = "/trips/alpha/deliveries"
        let page = try await app.send(.get, list, as: .host).page
        let rows = page.texts(".delivery")
        #expect(rows.count == 3 && rows[0].contains("Short") && rows[1].contains("Refused") && rows[2].contains("Arrived"), "\(rows)")
        // What is of no use any more is not sent again; both are reasons to call.
        #expect(page.texts(".delivery-way button") == ["Try again"])
        // One person, whatever went out to them.
        #expect(page.count(".delivery-who") == 1 && page.count(".delivery-who a[href^=tel]") == 1)
        let again = try #require(page.find(".delivery-way form").first?["action"])
        for user in [TestUser.moderator, .traveller] { #expect(try await app.send(.post, again, as: user).status == 403) }
        #expect(try await app.send(.post, again.replacing("alpha", with: "beta"), as: .hostOfAnotherTrip).status == 404)
        let done = try await app.send(.post, again, as: .host)
        #expect(done.status == 303)
        #expect(try await app.send(.get, done.location, as: .host).page.text(".toast .notice") == "It is being sent again.")
        try await app.services.notices.outbox.runDue()
        #expect(app.post.sent.count == 2)
        #expect(try await app.send(.get, list, as: .host).page.texts(".delivery").filter { $0.contains("Failed") }.count == 1)
        // It has arrived: a second press sends nothing.
        #expect(try await app.send(.post, again, as: .host).status == 409)
    }

    @Test func hostsSeeThatPrivateNoticesWentOutAndNotWhatTheySay() async throws {
        let app = try await TestApp.withTrips()
        for (number, account) in ["account traveller", "account admin"].enumerated() {
            let address = DeliveryAddress(
                id: ID(high: 5, low: UInt64(number)), channel: .push, address: "endpoint \(number)", label: "Firefox")
            try await app.store.addressBook.put(address, account: app.id(account), at: app.clock.now)
        }
        let (traveller, trip) = (NoticePerson.member(app.id("member traveller"), trip: app.id("trip alpha")), app.id("trip alpha"))
        func notice(_ kind: NoticeKind, _ title: String, to person: NoticePerson) -> NewNotice {
            NewNotice(
                person: person, kind: kind, subject: nil, urgency: .urgent, title: title, text: "", expiresAt: app.clock.now + .hours(1))
        }
        let own = NoticeKind.allCases.filter { $0.theme == .messages || $0.theme == .account }
        try await app.store.notices.add(own.map { notice($0, "SECRET \($0.rawValue)", to: traveller) }, at: app.clock.now)
        try await app.store.notices.add(
            [
                notice(.eventChanged, "The dinner moves", to: traveller),
                notice(.help, "SOS of Ada", to: .account(app.id("account admin"), trip: trip)),
            ],
            at: app.clock.now)
        try await app.services.notices.outbox.runDue()
        let page = try await app.send(.get, "/trips/alpha/deliveries", as: .host)
        #expect(!page.body.contains("SECRET") && page.body.contains("A new message") && page.body.contains("News about your account"))
        #expect(page.body.contains("The dinner moves"))
        let admins = page.page.texts(".delivery-who").filter { $0.contains("admin") }
        #expect(admins.count == 1 && page.body.contains("SOS of Ada"), "an admin is on no list of the trip: \(admins)")
    }
}
