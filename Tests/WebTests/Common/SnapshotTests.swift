import Domain
import Foundation
import Testing

/// Whole pages as they were approved. `SOTRAVEL_RECORD=1 swift test` writes them anew: look at the difference before it is committed.
@Suite struct SnapshotTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Snapshots").standardized

    struct Approved: Sendable {
        let name: String
        let path: String
        let user: TestUser
        let heading: String
        let status: Int
        init(_ name: String, _ path: String, _ user: TestUser, _ heading: String, status: Int = 200) {
            (self.name, self.path, self.user, self.heading, self.status) = (name, path, user, heading, status)
        }
    }
    static let pages: [Approved] = [
        .init("sign-in", "/sign-in", .nobody, "Sign in"),
        .init("not-found", "/trips/beta", .host, "Page not found", status: 404),
        .init("forbidden", "/trips/alpha/settings", .traveller, "Not allowed", status: 403),
        .init("account", "/account", .host, "Your account"),
        .init("trips", "/trips", .admin, "Trips"),
        .init("today", "/trips/alpha", .host, "Today"),
        .init("today-moderator", "/trips/alpha", .moderator, "Today"),
        .init("roster", "/trips/alpha/roster", .host, "Roster"),
        .init("roster-moderator", "/trips/alpha/roster", .moderator, "Roster"),
        .init("roster-empty-search", "/trips/alpha/roster?q=zzz", .host, "Roster"),
        .init("roster-print", "/trips/alpha/roster/print?by_group=on&paper=letter", .host, "Trip alpha"),
        .init("changes", "/trips/alpha/roster/changes?since=0", .host, "Roster changes"),
        .init("import", "/trips/alpha/roster/import", .host, "Import a list"),
        .init("import-preview", "/trips/alpha/roster/import/{import}", .host, "What the import would change"),
        .init("member", "/trips/alpha/members/{member}", .host, "Ada Example"),
        .init("member-moderator", "/trips/alpha/members/{member}", .moderator, "Ada Example"),
        .init("member-edit", "/trips/alpha/members/{member}/edit", .host, "Edit Ada Example"),
        .init("tracker", "/trips/alpha/trackers/{tracker}", .host, "Phone of Ada Example"),
        .init("groups", "/trips/alpha/groups", .host, "Groups"),
        .init("staff", "/trips/alpha/staff", .host, "Staff"),
        .init("settings", "/trips/alpha/settings", .host, "Settings"),
        .init("map", "/trips/alpha/map", .host, "Map"),
        .init("map-print", "/trips/alpha/map/print", .host, "Map, Trip alpha"),
        .init("way", "/trips/alpha/members/{member}/way?span=24h", .host, "Where Ada Example was"),
        .init("map-data", "/map-data", .admin, "Map data"),
        .init("ski", "/trips/alpha/ski", .host, "Pistes and lifts"),
        .init("accounts", "/accounts", .admin, "Accounts"),
        .init("events", "/trips/alpha/events", .host, "Events"),
        .init("events-week", "/trips/alpha/events?view=week&day=2026-01-06", .moderator, "Events"),
        .init("event", "/trips/alpha/events/{event}", .host, "Glacier walk"),
        .init("event-moderator", "/trips/alpha/events/{event}", .moderator, "Glacier walk"),
        .init("event-new", "/trips/alpha/events/new?lat=46.4&lon=9.2", .host, "New event"),
        .init("event-publish", "/trips/alpha/events/{draft}/publish?audience=selected", .host, "Invite and publish"),
        .init("event-cancel", "/trips/alpha/events/{event}/cancel", .host, "Cancel Glacier walk?"),
        .init(
            "event-print", "/trips/alpha/events/{event}/print?everybody=on&set=on&column=diet&split=group&large=on",
            .host, "Glacier walk · Bus 1"),
        .init("event-links", "/trips/alpha/events/{event}/links", .host, "Personal answer links"),
        .init("check-in", "/trips/alpha/events/{event}/check-in/{list}", .moderator, "Bus out"),
        .init("paper-ticks", "/trips/alpha/events/{event}/check-in/{list}/paper", .host, "Paper ticks for Bus out"),
        .init("calendars", "/trips/alpha/events/calendars", .host, "Calendars"),
        .init("my", "/trips/alpha/my", .traveller, "Trip alpha"),
        .init("my-events", "/trips/alpha/my/events", .traveller, "Events"),
        .init("my-event", "/trips/alpha/my/events/{event}", .traveller, "Glacier walk"),
        .init("my-event-new", "/trips/alpha/my/events/new", .traveller, "New event"),
        .init("my-map", "/trips/alpha/my/map", .traveller, "Map"),
        .init("my-profile", "/trips/alpha/my/profile", .traveller, "traveller Person"),
        .init("my-phones", "/trips/alpha/my/phones", .traveller, "Phones that send your position"),
        .init("sos", "/trips/alpha/my/sos", .traveller, "Call for help"),
        .init("friends", "/trips/alpha/friends", .traveller, "Friends"),
        .init("friend", "/trips/alpha/friends/{member}", .traveller, "Ada Example"),
        .init("help", "/trips/alpha/help", .moderator, "Calls for help"),
        .init("help-case", "/trips/alpha/help/{alert}", .host, "SOS: traveller Person"),
        .init("joining", "/trips/alpha/joining", .host, "Joining"),
        .init("chat", "/trips/alpha/chat", .traveller, "Chat"),
        .init("chat-thread", "/trips/alpha/chat/{trip alpha}", .traveller, "Trip alpha"),
        .init("chat-thread-moderator", "/trips/alpha/chat/{trip alpha}", .moderator, "Trip alpha"),
        .init("chat-search", "/trips/alpha/chat/search?q=wor", .traveller, "Search"),
        .init("chat-settings", "/trips/alpha/chat/{trip alpha}/settings", .moderator, "Writing limits"),
        .init("report", "/trips/alpha/report?member={member}", .traveller, "Report to the moderators"),
        .init("moderation", "/trips/alpha/moderation", .moderator, "Moderation"),
        .init("moderation-case", "/trips/alpha/moderation/cases/{case}", .moderator, "Message by Ada Example in the trip’s chat"),
        .init("moderation-log", "/trips/alpha/moderation/log", .host, "Log"),
        .init("moderation-rules", "/trips/alpha/moderation/rules", .host, "Chat rules"),
        .init("moderation-figures", "/trips/alpha/moderation/figures", .moderator, "Figures"),
        .init("my-photo", "/trips/alpha/my/photo", .traveller, "Your photo"),
        .init("my-trips", "/trips", .traveller, "Trips"),
    ]

    @Test(arguments: pages.map(\.name))
    func pagesAreAsApproved(_ name: String) async throws {
        let page = try #require(SnapshotTests.pages.first { $0.name == name })
        let app = try await TestApp.withTrips()
        var path = page.path
        for id in ["import", "member", "tracker", "event", "draft", "list", "trip alpha", "case", "alert"] {
            path = path.replacing("{\(id)}", with: app.id(id).description)
        }
        let response = try await app.send(.get, path, as: page.user)
        // A page that could not be had looks approved for ever.
        #expect(response.status == page.status && response.page.text("h1") == page.heading)
        // Pages have no line ends between elements; here each begins a line, for who reads the difference.
        let found = response.body.replacing("><", with: ">\n<").replacing(/\/assets\/[a-z0-9]+\//, with: "/assets/-/")
            .replacing(/data-last-event-id="[a-z0-9]+-[0-9]+-[a-z0-9]+-[0-9]+"/, with: "data-last-event-id=\"-\"")
            .replacing(/data-calls-last="[a-z0-9]+-[0-9]+-[a-z0-9]+-[0-9]+"/, with: "data-calls-last=\"-\"")
            // The same on every page.
            .replacing(/<svg class="icon-set"[\s\S]*?<\/svg>\n?/, with: "")
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
