import Domain
import Foundation
import Testing

/// Whole pages as they were approved. `SOTRAVEL_RECORD=1 swift test` writes them anew: look at the difference before it is committed.
@Suite struct SnapshotTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Snapshots")
    static let pages: [(name: String, path: String, asker: Asker)] = [
        ("sign-in", "/sign-in", .nobody),
        ("not-found", "/trips/beta", .host),
        ("forbidden", "/trips/alpha", .traveller),
        ("account", "/account", .host),
        ("trips", "/trips", .admin),
        ("today", "/trips/alpha", .host),
        ("today-moderator", "/trips/alpha", .moderator),
        ("roster", "/trips/alpha/roster", .host),
        ("roster-moderator", "/trips/alpha/roster", .moderator),
        ("roster-empty-search", "/trips/alpha/roster?q=zzz", .host),
        ("roster-print", "/trips/alpha/roster/print?by_group=on&paper=letter", .host),
        ("changes", "/trips/alpha/roster/changes?since=0", .host),
        ("import", "/trips/alpha/roster/import", .host),
        ("import-preview", "/trips/alpha/roster/import/{import}", .host),
        ("member", "/trips/alpha/members/{member}", .host),
        ("member-moderator", "/trips/alpha/members/{member}", .moderator),
        ("member-edit", "/trips/alpha/members/{member}/edit", .host),
        ("tracker", "/trips/alpha/trackers/{tracker}", .host),
        ("groups", "/trips/alpha/groups", .host),
        ("staff", "/trips/alpha/staff", .host),
        ("settings", "/trips/alpha/settings", .host),
        ("map", "/trips/alpha/map", .host),
        ("map-print", "/trips/alpha/map/print", .host),
        ("way", "/trips/alpha/members/{member}/way?span=24h", .host),
        ("map-data", "/map-data", .admin),
        ("ski", "/trips/alpha/ski", .host),
        ("accounts", "/accounts", .admin),
        ("events", "/trips/alpha/events", .host),
        ("events-week", "/trips/alpha/events?view=week&day=2026-01-06", .moderator),
        ("event", "/trips/alpha/events/{event}", .host),
        ("event-moderator", "/trips/alpha/events/{event}", .moderator),
        ("event-new", "/trips/alpha/events/new?lat=46.4&lon=9.2", .host),
        ("event-publish", "/trips/alpha/events/{draft}/publish?audience=selected", .host),
        ("event-cancel", "/trips/alpha/events/{event}/cancel", .host),
        ("event-print", "/trips/alpha/events/{event}/print?everybody=on&set=on&column=diet&split=group&large=on", .host),
        ("event-links", "/trips/alpha/events/{event}/links", .host),
        ("check-in", "/trips/alpha/events/{event}/check-in/{list}", .moderator),
        ("paper-ticks", "/trips/alpha/events/{event}/check-in/{list}/paper", .host),
        ("calendars", "/trips/alpha/events/calendars", .host),
        ("my", "/trips/alpha/my", .traveller),
        ("my-events", "/trips/alpha/my/events", .traveller),
        ("my-event", "/trips/alpha/my/events/{event}", .traveller),
        ("my-event-new", "/trips/alpha/my/events/new", .traveller),
        ("my-map", "/trips/alpha/my/map", .traveller),
        ("my-profile", "/trips/alpha/my/profile", .traveller),
        ("my-phones", "/trips/alpha/my/phones", .traveller),
        ("sos", "/trips/alpha/my/sos", .traveller),
        ("friends", "/trips/alpha/friends", .traveller),
        ("friend", "/trips/alpha/friends/{member}", .traveller),
        ("alerts", "/trips/alpha/alerts", .moderator),
        ("joining", "/trips/alpha/joining", .host),
        ("chat", "/trips/alpha/chat", .traveller),
        ("chat-thread", "/trips/alpha/chat/{trip alpha}", .traveller),
        ("chat-thread-moderator", "/trips/alpha/chat/{trip alpha}", .moderator),
        ("chat-search", "/trips/alpha/chat/search?q=wor", .traveller),
        ("chat-settings", "/trips/alpha/chat/{trip alpha}/settings", .moderator),
        ("report", "/trips/alpha/report?member={member}", .traveller),
        ("moderation", "/trips/alpha/moderation", .moderator),
        ("moderation-case", "/trips/alpha/moderation/cases/{case}", .moderator),
        ("moderation-log", "/trips/alpha/moderation/log", .host),
        ("moderation-rules", "/trips/alpha/moderation/rules", .host),
        ("moderation-figures", "/trips/alpha/moderation/figures", .moderator),
        ("my-photo", "/trips/alpha/my/photo", .traveller),
        ("my-trips", "/trips", .traveller),
    ]

    @Test(arguments: pages.map(\.name))
    func pagesAreAsApproved(_ name: String) async throws {
        let page = try #require(SnapshotTests.pages.first { $0.name == name })
        let house = try await House.furnished()
        var path = page.path
        for id in ["import", "member", "tracker", "event", "draft", "list"] {
            path = path.replacing("{\(id)}", with: house.id(id).description)
        }
        let body = try await house.send(.get, path, as: page.asker).body
        // Pages have no line ends between elements; here each begins a line, for who reads the difference.
        let found = body.replacing("><", with: ">\n<").replacing(/\/assets\/[a-z0-9]+\//, with: "/assets/-/")
            .replacing(/data-last-event-id="[a-z0-9]+-[0-9]+"/, with: "data-last-event-id=\"-\"")
        let file = SnapshotTests.folder.appending(path: name + ".html")
        if ProcessInfo.processInfo.environment["SOTRAVEL_RECORD"] != nil {
            try FileManager.default.createDirectory(at: SnapshotTests.folder, withIntermediateDirectories: true)
            try found.write(to: file, atomically: true, encoding: .utf8)
        }
        let approved = try String(contentsOf: file, encoding: .utf8)
        let difference = zip(approved.split(separator: "\n"), found.split(separator: "\n")).first { $0 != $1 }
        #expect(approved == found, "first difference: \(String(describing: difference))")
    }
}
