import Domain
import Services
import Testing

/// A list that is named after a group says whether that group is complete.
@Suite struct CheckInGroupTests {
    /// Checked in, missing, elsewhere, out, expected, walk-ins.
    private func line(_ page: HTMLPage, _ part: String) -> [Int] {
        ["present", "missing", "elsewhere", "out", "expected", "unplanned"].compactMap { page.text("#\(part)\($0)").flatMap { Int($0) } }
    }

    /// An event with a list for each of two buses. Ada is of Bus 1; the moderator is of none.
    private struct Buses {
        let app: TestApp
        let path: String
        let one: String
        let two: String
        var ada: String { app.id("member").description }
        var other: String { app.id("member moderator").description }

        init() async throws {
            app = try await TestApp.withTrips()
            path = "/trips/alpha/events/\(app.id("event"))"
            try await Buses.post(app, path + "/answers", [("member", app.id("member").description), ("do", "going")])
            try await Buses.post(app, path + "/check-in", [("name", "Bus 1 out\nBus 2 out"), ("exclusive", "on")])
            let lists = try app.store.checkIn.lists(of: app.id("event"))
            (one, two) = ("/check-in/\(lists[1].id)", "/check-in/\(lists[2].id)")
        }

        private static func post(_ app: TestApp, _ path: String, _ form: [(String, String)]) async throws {
            app.clock.pass(.seconds(1))
            #expect(try await app.send(.post, path, as: .host, form: form).status == 303)
        }
        func post(_ rest: String, _ form: [(String, String)]) async throws { try await Buses.post(app, path + rest, form) }
        func page(_ rest: String) async throws -> HTMLPage { try await app.send(.get, path + rest, as: .host).page }
    }

    @Test func aListOfAGroupCountsItAndSetsOthersApart() async throws {
        let buses = try await Buses()
        let (path, one, two, ada, other) = (buses.path, buses.one, buses.two, buses.ada, buses.other)
        let early = try await buses.page(one)
        #expect(early.texts(".tally tbody th") == ["Bus 1", "Everyone"] && line(early, "ours-") == [0, 1, 0, 0, 1, 0])
        // Of buses that exclude each other neither has to be as full as both: each says how many are aboard.
        let numbers = early.texts(".tabs small")
        #expect(numbers.suffix(2) == ["0 aboard", "0 aboard"] && numbers.first?.hasSuffix("/2") == true, "\(numbers)")
        #expect(early.has("#away[hidden]") && early.find("#to-missing").map { $0["href"] } == [path + one + "?missing=on&group=Bus%201"])
        for member in [ada, other] { try await buses.post(two + "/scans", [("in", member)]) }
        let page = try await buses.page(one)
        #expect(line(page, "ours-") == [0, 0, 1, 0, 1, 0], "nobody looks for whoever sits on another bus")
        #expect(page.texts(".tabs small").suffix(2) == ["0 aboard", "2 aboard"])
        // Each line adds up, and the group is a part of everybody.
        let (ours, all) = (line(page, "ours-"), line(page, ""))
        for counts in [ours, all] { #expect(counts[0...3].reduce(0, +) == counts[4] + counts[5]) }
        #expect(zip(ours, all).allSatisfy { $0 <= $1 } && ours != all)
        // Who belongs here is looked for; who does not is put aside.
        #expect(page.texts("#people .elsewhere .tick-belongs") == ["Belongs on Bus 1"])
        #expect(page.find("#away .person").map { $0["data-id"] } == [other] && page.text("#away summary b") == "1")
        #expect(!page.has("#away[hidden]") && !page.has("#away .tick-belongs"))
        // Each has one place, whichever part they stand in: a row that comes back is put there.
        let places = (page.find("#people .person") + page.find("#away .person")).compactMap { $0["data-place"].flatMap { Int($0) } }
        #expect(places.sorted() == Array(0..<places.count) && places.count > 1)
        try await buses.post(one + "/scans", [("in", ada)])
        let boarded = try await buses.page(one)
        #expect(boarded.text("#ours-present") == "1" && boarded.texts(".tabs small").suffix(2) == ["1 aboard", "1 aboard"])
        #expect(boarded.text(".tally-aboard") == "1 aboard (1 of its own 1)" && boarded.texts(".tally thead th").first == "Aboard")
        try await buses.post(one + "/scans", [("out", ada)])
        #expect(line(try await buses.page(one), "ours-") == [0, 0, 0, 1, 1, 0])
        // Named after nobody: it counts no group.
        let back = try await buses.page(two)
        #expect(!back.has("#ours-present") && !back.has(".tick-part") && !back.has(".tick-belongs"))
    }

    /// On the event's page each bus says how many of its people are where, and the head how many there are on all of them.
    @Test func theCountsOfBusesAddUp() async throws {
        let buses = try await Buses()
        func told() async throws -> (head: String?, buses: [String]) {
            let page = try await buses.page("")
            return (page.text(".event-head .event-check b"), Array(page.texts("section[aria-labelledby=lists] li > span").suffix(2)))
        }
        #expect(try await told().buses == ["0 aboard (0 of its own 1, 1 not arrived)", "0 aboard"])
        for member in [buses.ada, buses.other] { try await buses.post(buses.two + "/scans", [("in", member)]) }
        let sat = try await told()
        #expect(sat.buses == ["0 aboard (0 of its own 1, 0 not arrived, 1 elsewhere)", "2 aboard"])
        #expect(sat.head == "1 of 2 aboard")
        // The menu of papers and the paper say the same.
        let menu = try await buses.page("").texts("#print-menu li small")
        #expect(menu.contains("2 aboard, 1 not arrived") && menu.contains("0 aboard, 1 not arrived"), "\(menu)")
        let list = buses.two.split(separator: "/").last.map(String.init) ?? ""
        let paper = try await buses.page("/print?list=" + list).texts(".print-head p")[0]
        #expect(paper.contains("2 aboard, 1 not arrived"), "\(paper)")
        try await buses.post(buses.one + "/scans", [("in", buses.ada)])
        try await buses.post(buses.one + "/scans", [("out", buses.ada)])
        let out = try await told()
        #expect(out.buses.first == "0 aboard (0 of its own 1, 0 not arrived, 1 out again)" && out.head == "0 of 2 aboard")
    }

    @Test func aSearchFindsWhoeverIsSetApart() async throws {
        let buses = try await Buses()
        let (one, two, ada, other) = (buses.one, buses.two, buses.ada, buses.other)
        for member in [ada, other] { try await buses.post(two + "/scans", [("in", member)]) }
        let page = try await buses.page(one)
        // All who are found are on another list: the list is not said to be empty.
        let name = try #require(page.text("#away .tick-name strong")).replacing(" ", with: "%20")
        let found = try await buses.page(one + "?q=" + name)
        #expect(found.find("#away .person").map { $0["hidden"] } == [nil] && found.has("#away[open]") && !found.has("#nobody"))
        #expect(found.find("#people .person").allSatisfy { $0["hidden"] != nil } && line(found, "ours-") == [0, 0, 1, 0, 1, 0])
        let none = try await buses.page(one + "?q=zzzz")
        #expect(none.has("#away[hidden]") && none.texts("#nobody > p") == ["Nobody found for “zzzz”.", "Show everybody"])
    }
}
