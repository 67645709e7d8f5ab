import Foundation
import Testing

/// Where a list has nothing, and where a search has no hit, all pages say so in one way: `Templates/common/nothing.mustache`.
@Suite struct NothingWallTests {
    /// A box of its own, or a line that says there is nothing and stands outside the one. Days without an event are rows among others.
    static func isOther(_ line: some StringProtocol) -> Bool {
        String(line).contains(/class="(?:[^"]* )?(?:empty|nothing)(?: [^"]*)?"|<p class="(?:muted|hint)">(?:None|Nothing)\b/)
    }

    @Test func nothingIsSaidInOneWay() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let walk = FileManager.default.enumerator(at: root.appending(path: "Templates"), includingPropertiesForKeys: nil)
        var (count, uses) = (0, 0)
        for case let file as URL in walk ?? .init() where file.pathExtension == "mustache" {
            let text = try String(contentsOf: file, encoding: .utf8)
            count += 1
            uses += text.components(separatedBy: "{{<common/nothing}}").count - 1
            if file.path.hasSuffix("/common/nothing.mustache") { continue }
            let found = text.split(separator: "\n").filter { NothingWallTests.isOther($0) }
            #expect(found.isEmpty, "\(file.lastPathComponent): \(found). Take {{<common/nothing}}, or {{>common/nothing-here}}.")
        }
        #expect(count > 300 && uses > 50, "nothing was looked at")
    }

    /// What says no more than that there is nothing, by the name of the file: paper, which nobody taps; what is done or is only so; what
    /// a script fills in; and where the button or the form for it stands right below.
    private static let settled: Set = [
        "places-print", "lanes-print-sheet", "roster-print", "event-print", "duty-print", "today-tasks", "help-list",
        "bike-doctor", "bike-group", "member-history", "member-facts", "medic-person", "help-person", "help-history",
        "case-around", "case-history", "people", "friend-near", "along", "preview", "member-wishes", "inviting", "co-hosts",
    ]

    @Test func whatSaysSoAlsoSaysWhatToDo() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let walk = FileManager.default.enumerator(at: root.appending(path: "Templates"), includingPropertiesForKeys: nil)
        var found: Set<String> = []
        for case let file as URL in walk ?? .init() where file.pathExtension == "mustache" {
            let parts = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "{{<common/nothing}}").dropFirst()
            let isBare = parts.contains { !($0.components(separatedBy: "{{/common/nothing}}").first?.contains("{{$more}}") ?? false) }
            if isBare { found.insert(file.deletingPathExtension().lastPathComponent) }
        }
        let bare = found.subtracting(NothingWallTests.settled).sorted()
        #expect(bare.isEmpty, "Say what to do next in {{$more}}.")
        #expect(NothingWallTests.settled.subtracting(found).isEmpty, "these say it now: take them off the list")
    }

    @Test(arguments: [
        (#"{{^rows}}<p class="empty panel">None yet.</p>{{/rows}}"#, true), (#"<section class="panel nothing">"#, true),
        (#"<p class="muted">None.</p>"#, true), (#"<p class="muted free-day">Nothing is planned.</p>"#, false),
        (#"<p class="muted">{{count}}</p>"#, false), (#"<div class="map-empty first">"#, false),
    ]) func theWallSees(_ line: String, _ isFound: Bool) { #expect(NothingWallTests.isOther(line) == isFound, "\(line)") }
}
