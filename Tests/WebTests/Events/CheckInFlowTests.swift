import Domain
import Foundation
import Services
import Store
import Testing

@Suite struct CheckInFlowTests {
    private func path(_ house: House, _ rest: String = "") -> String { "/trips/alpha/events/\(house.id("event"))\(rest)" }
    private func listPath(_ house: House, _ rest: String = "") -> String { path(house, "/check-in/\(house.id("list"))\(rest)") }

    @Test func phonesSendTheirQueueMoreThanOnceAndNothingDoubles() async throws {
        let house = try await House.furnished()
        let member = house.id("member moderator")
        let now = house.fixed.now.milliseconds
        // The phone's clock is an hour ahead; it ticked two minutes ago, and out one minute ago.
        let skewed = now + 3_600_000
        let lines = [
            ("scan", "\(ID(high: 5, low: 1)),\(member),in,\(skewed - 120_000),tick"),
            ("scan", "\(ID(high: 5, low: 2)),\(member),out,\(skewed - 60_000),qr"),
            ("now", "\(skewed)"),
        ]
        for expected in [2, 0] {
            let response = try await house.send(.post, listPath(house, "/scans"), as: .moderator, form: lines)
            #expect(response.status == 200 && response.body == "{\"new\":\(expected),\"known\":2}")
        }
        let scans = try house.store.checkIn.scans(of: house.id("event")).filter { $0.memberID == member }
        #expect(scans.count == 2 && Set(scans.map { house.fixed.now - $0.scannedAt }) == [.seconds(120), .seconds(60)])
        let page = try await house.send(.get, listPath(house), as: .host)
        #expect(page.body.contains("out · qr · moderator Person"))
        // Somebody of another trip cannot be ticked in.
        let foreign = try await house.send(
            .post, listPath(house, "/scans"), as: .host, form: [("in", house.id("member hostOfAnotherTrip").description)])
        #expect(try house.store.checkIn.scans(of: house.id("event")).allSatisfy { $0.memberID != house.id("member hostOfAnotherTrip") })
        #expect(foreign.status == 303)
    }

    /// Every request of a busy bus would read session, trip and roster anew.
    @Test func aTickEmptiesNoCacheUnlessItInvitesSomebody() async throws {
        let house = try await House.furnished()
        func tick(_ member: ID) async throws {
            #expect(try await house.send(.post, listPath(house, "/scans"), as: .host, form: [("in", member.description)]).status == 303)
        }
        let before = house.database.generation
        try await tick(house.id("member"))
        #expect(house.database.generation == before)
        var walkIn = MemberFields()
        (walkIn[.firstName], walkIn[.lastName]) = ("Nova", "Walk")
        let id = try await house.services.roster.add(walkIn, house.host())
        let added = house.database.generation
        try await tick(id)
        #expect(house.database.generation > added)
    }

    @Test func theTickPageIsKeptUntilSomebodyIsTicked() async throws {
        let house = try await House.furnished()
        func page(_ tag: String = "") async throws -> House.TestResponse {
            try await house.send(.get, listPath(house), as: .host, headers: ["If-None-Match": tag])
        }
        let first = try await page()
        let tag = try #require(first.headers[.eTag])
        #expect(first.status == 200 && first.page.text("#present") == "1")
        #expect(try await page(tag).status == 304)
        let other = house.id("member moderator").description
        #expect(try await house.send(.post, listPath(house, "/scans"), as: .host, form: [("in", other)]).status == 303)
        let ticked = try await page(tag)
        #expect(ticked.status == 200 && ticked.page.text("#present") == "2")
    }

    @Test(arguments: ["-9223372036854775808", "9223372036854775807", "0", "-1", "nan"])
    func aPhoneWhoseClockIsNoClockIsTakenAtItsTicks(now: String) async throws {
        let house = try await House.furnished()
        let scans = ["-9223372036854775808", "9223372036854775807", "0", "1125899906842623"].enumerated().map {
            ("scan", "\(ID(high: 6, low: UInt64($0))),\(house.id("member moderator")),in,\($1),tick")
        }
        let response = try await house.send(.post, listPath(house, "/scans"), as: .moderator, form: scans + [("now", now)])
        #expect(response.status == 200)
        let stored = try house.store.checkIn.scans(of: house.id("event"))
        #expect(stored.allSatisfy { $0.scannedAt <= house.fixed.now })
    }

    @Test func ticksAreUndoneAndStayInTheLog() async throws {
        let house = try await House.furnished()
        let undo = listPath(house, "/undo/\(house.id("scan"))")
        #expect(try await house.send(.post, undo, as: .moderator).status == 303)
        #expect(try await house.send(.post, undo, as: .host).status == 409)
        let page = try await house.send(.get, listPath(house), as: .host)
        #expect(page.body.contains("undone by moderator Person") && page.page.text("#present") == "0")
    }

    @Test func whoDidNotComeIsANoShowAndWhoCameUnaskedAWalkIn() async throws {
        let house = try await House.furnished()
        let walkIn = house.id("member traveller")
        #expect(try await house.send(.post, listPath(house, "/scans"), as: .host, form: [("in", walkIn.description)]).status == 303)
        #expect(try await house.send(.post, listPath(house, "/undo/\(house.id("scan"))"), as: .host).status == 303)
        let before = try await house.send(.get, listPath(house), as: .host)
        #expect(before.body.contains("Not here") && before.body.contains("Walk-in 1") && !before.body.contains("No-show"))
        // On paper there is a line for them, too.
        let sheet = try await house.send(.get, path(house, "/print?list=\(house.id("list"))"), as: .host)
        #expect(sheet.page.texts("em").contains("walk-in"))
        house.fixed.pass(.hours(40))
        try await house.signInAgain()
        let after = try await house.send(.get, listPath(house), as: .host)
        #expect(after.body.contains("No-show") && after.body.contains("</b> no-shows") && !after.body.contains("Not here"))
        #expect(try await house.send(.get, path(house), as: .host).body.contains("1 in place, 1 no-show, 1 walk-in"))
        let csv = try await house.send(.get, path(house, "/roster.csv"), as: .host).body
        #expect(csv.contains(",\"no-show\"") && csv.contains(",\"walk-in\""))
    }

    @Test func theTickPageIsNarrowedDownWithoutScripts() async throws {
        let house = try await House.furnished()
        let group = try #require(try house.services.roster.groups(house.host()).first).name
        let rows = { (query: String) async throws -> Int in
            try await house.send(.get, self.listPath(house, query), as: .host).body.components(separatedBy: "class=\"tick-row\"").count - 1
        }
        let all = try await rows("")
        #expect(try await (1..<all).contains(rows("?group=\(group.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")")))
        #expect(try await rows("?group=nothing") == 0)
        #expect(try await rows("?missing=on") == all - 1)
    }

    @Test func paperTicksAreTypedBackByNumber() async throws {
        let house = try await House.furnished()
        let guests = try house.services.events.guestList(
            house.services.events.find(house.id("event"), house.host()), house.host())
        let ada = try #require(guests.first { $0.row.id == house.id("member") }).invitation.number
        let other = try #require(guests.first { $0.row.id == house.id("member traveller") }).invitation.number
        let typed = [("numbers", "\(ada), \(other) 77 x"), ("direction", "in"), ("day", "2026-01-05"), ("time", "12:00")]
        let plan = try await house.send(.post, listPath(house, "/paper"), as: .moderator, form: typed)
        #expect(plan.body.contains("2 ticks") && plan.body.contains("Nobody has these numbers: x, #77"))
        #expect(plan.body.contains("is in already, by host Person") && plan.body.contains("is not on the list: no answer"))
        #expect(try house.store.checkIn.scans(of: house.id("event")).count == 1)
        #expect(try await house.send(.post, listPath(house, "/paper"), as: .moderator, form: typed + [("confirm", "yes")]).status == 303)
        let scans = try house.store.checkIn.scans(of: house.id("event"))
        #expect(scans.count == 3 && scans.count { $0.method == .paper } == 2)
        // The sheet shows the same numbers, and the list of numbers is the event's own for good.
        let sheet = try await house.send(.get, path(house, "/print?everybody=on&list=\(house.id("list"))"), as: .moderator)
        #expect(sheet.page.texts("td.num").contains("\(other)") && sheet.body.contains("✓"))
        for wrong in [[("numbers", ""), ("day", "2026-01-05"), ("time", "12:00")], [("numbers", "1"), ("day", "x"), ("time", "noon")]] {
            #expect(try await house.send(.post, listPath(house, "/paper"), as: .host, form: wrong).status == 422)
        }
    }

    @Test func namesOfListsAreUniqueOnAnEvent() async throws {
        let house = try await House.furnished()
        let again = try await house.send(.post, path(house, "/check-in"), as: .host, form: [("name", "Summit\nBus out")])
        #expect(again.status == 422 && again.body.contains("has a list “Bus out” already"))
        #expect(try house.store.checkIn.lists(of: house.id("event")).map(\.name) == ["Bus out"])
        let two = try await house.send(.post, path(house, "/check-in"), as: .host, form: [("name", "Bus 1\r\nBus 2"), ("exclusive", "on")])
        #expect(two.status == 303)
        let lists = try house.store.checkIn.lists(of: house.id("event"))
        #expect(lists.map(\.name) == ["Bus out", "Bus 1", "Bus 2"] && lists[1].excludes(lists[2]) && !lists[0].excludes(lists[1]))
    }

    // MARK: what a list is

    private func sheets(_ body: String) -> [String: String] {
        let parts = body.components(separatedBy: "<section class=\"sheet-page\"").dropFirst()
        return Dictionary(
            parts.map { part in
                let heading = part.components(separatedBy: "<h1>").dropFirst().first?.components(separatedBy: "</h1>").first ?? ""
                return (heading.components(separatedBy: " · ").last ?? "", part)
            }, uniquingKeysWith: { first, _ in first })
    }

    @Test func aPageForEachListHasWhoIsOnItAndEverybodyElseTheirOwn() async throws {
        let house = try await House.furnished()
        #expect(try await house.send(.post, path(house, "/check-in"), as: .host, form: [("name", "Bus 1\nBus 2")]).status == 303)
        let lists = try house.store.checkIn.lists(of: house.id("event"))
        let walkIn = house.id("member traveller")
        let tick = [("in", walkIn.description)]
        #expect(try await house.send(.post, path(house, "/check-in/\(lists[2].id)/scans"), as: .host, form: tick).status == 303)
        let name = try #require(try house.services.roster.entries(RosterFilter(), house.host()).first { $0.row.id == walkIn }).row
            .fullName
        let found = sheets(try await house.send(.get, path(house, "/print?split=list"), as: .host).body)
        #expect(Set(found.keys) == ["Bus out", "Bus 1", "Bus 2", "On none of these lists"])
        #expect(found["Bus out"]?.contains("Ada Example") == true && found["Bus out"]?.contains(name) == false)
        #expect(found["Bus 2"]?.contains(name) == true && found["Bus 2"]?.contains("Ada Example") == false)
        #expect(found["Bus 1"]?.contains("Nobody is on this list.") == true)
        let rest = try #require(found["On none of these lists"])
        #expect(!rest.contains("Ada Example") && !rest.contains(name) && rest.contains("<tbody><tr>"))
    }

    @Test func listsAreRenamedArchivedAndRemovedWhileUnused() async throws {
        let house = try await House.furnished()
        #expect(try await house.send(.post, path(house, "/check-in"), as: .host, form: [("name", "Summit")]).status == 303)
        let summit = try #require(try house.store.checkIn.lists(of: house.id("event")).last).id
        let address = path(house, "/check-in/\(summit)")
        let clash = try await house.send(.post, address + "/rename", as: .host, form: [("name", "Bus out")])
        #expect(clash.status == 422 && clash.body.contains("has a list “Bus out” already") && clash.body.contains("value=\"Bus out\""))
        #expect(try await house.send(.post, address + "/rename", as: .host, form: [("name", " ")]).status == 422)
        #expect(try await house.send(.post, address + "/rename", as: .host, form: [("name", " Top  station ")]).status == 303)
        #expect(try house.store.checkIn.lists(of: house.id("event")).map(\.name) == ["Bus out", "Top station"])
        // Used: it can be put away and taken out again, and keeps its ticks.
        let used = listPath(house)
        #expect(try await house.send(.get, used, as: .host).body.contains("Remove this list") == false)
        #expect(try await house.send(.post, used + "/remove", as: .host).status == 409)
        #expect(try await house.send(.post, used + "/archive", as: .host, form: [("archived", "yes")]).status == 303)
        #expect(try await house.send(.post, used + "/archive", as: .host, form: [("archived", "yes")]).status == 303)
        let away = try await house.send(.get, used, as: .host).body
        #expect(away.contains("Take it out of the archive") && away.contains("Ada Example") && !HTMLPage(away).has("#ticks"))
        #expect(!(try await house.send(.get, address, as: .host).body.contains("Bus out")))
        #expect(!(try await house.send(.get, path(house, "/print?split=list"), as: .host).body.contains("Bus out")))
        #expect(try await house.send(.get, path(house), as: .host).page.texts(".chip").contains("Archived"))
        #expect(try await house.send(.post, used + "/archive", as: .host, form: [("archived", "no")]).status == 303)
        #expect(try await house.send(.get, used, as: .host).page.has("#ticks"))
        // Unused: it goes, and whoever still has it open cannot tick on it.
        #expect(try await house.send(.post, address + "/remove", as: .host).status == 303)
        #expect(try house.store.checkIn.lists(of: house.id("event")).map(\.name) == ["Bus out"])
        let late = try await house.send(.post, address + "/scans", as: .host, form: [("in", house.id("member").description)])
        #expect(late.status == 404)
        let log = try house.store.audit.entries(subject: house.id("event"), trip: house.id("trip alpha"), limit: 20).map(\.action)
        for action in ["renamed", "archived", "restored", "removed"] { #expect(log.contains("check-in list \(action)")) }
    }

    @Test func attendanceIsSortedByTimeAndByNameInBothDirections() async throws {
        let house = try await House.furnished()
        house.fixed.pass(.minutes(5))
        #expect(
            try await house.send(.post, listPath(house, "/scans"), as: .host, form: [("in", house.id("member traveller").description)])
                .status == 303)
        func order(_ query: String) async throws -> [ID] {
            let body = try await house.send(.get, listPath(house, query), as: .host).body
            let list = body.components(separatedBy: "id=\"people\"").last?.components(separatedBy: "</ul>").first ?? ""
            return list.components(separatedBy: "data-id=\"").dropFirst().compactMap { ID($0.prefix(36)) }
        }
        let ticked = [house.id("member"), house.id("member traveller")]
        let early = try await order("?sort=time&order=asc")
        #expect(Array(early.prefix(2)) == ticked)
        let late = try await order("?sort=time&order=desc")
        #expect(Array(late.prefix(2)) == ticked.reversed() && late.dropFirst(2) == early.dropFirst(2))
        let names = try await order("?sort=name")
        let reversed = try await order("?sort=name&order=desc")
        #expect(names.count > 1 && reversed == names.reversed() && reversed != names)
        let page = try await house.send(.get, listPath(house, "?q=a&sort=time&order=desc"), as: .host).body
        #expect(page.contains("aria-current=\"true\">Latest tick") && page.contains("q=a&amp;sort=name&amp;order=desc"))
    }
}
