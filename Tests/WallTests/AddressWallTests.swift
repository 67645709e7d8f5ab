import Foundation
import Testing

private let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

private func swift(_ folder: String) throws -> [(name: String, text: String)] {
    let walk = FileManager.default.enumerator(at: root.appending(path: folder), includingPropertiesForKeys: nil)
    return try (walk?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
        .map { ($0.lastPathComponent, try String(contentsOf: $0, encoding: .utf8)) }
}

/// An address of `Path` is a pattern and the links to it. The compiler sees to it that each route has one; that each has a route, and as
/// many parts as places for them, is seen here.
@Suite struct AddressWallTests {
    struct Found: Equatable {
        let name: String
        let parts: Int
        let pattern: String
        var places: Int { pattern.split(separator: "/").count { $0.hasPrefix(":") || $0 == "**" } }
    }

    /// The constants, and the functions that give one of several addresses.
    static func addresses(_ text: String) -> [Found] {
        let constant = /static let (\w+) = (?:FixedAddress|Address<([\w, ]+)>)\(\s*"([^"]+)"/
        let function = /static func (\w+)\(_ \w+: \w+\) -> Address<([\w, ]+)> \{\s*Address\("([^"]+)"/
        let constants = text.matches(of: constant).map { ($0.output.1, $0.output.2, $0.output.3) }
        let functions = text.matches(of: function).map { ($0.output.1, Optional($0.output.2), $0.output.3) }
        return (constants + functions).map { name, parts, pattern in
            Found(name: String(name), parts: parts.map { $0.split(separator: ",").count } ?? 0, pattern: String(pattern))
        }
    }

    /// Those that a source of routes hands on as they are, without making a link of them.
    static func registered(_ text: String) -> Set<String> {
        Set(text.matches(of: /\bPath\.(\w+)(?:\(format\))?[,)]/).map { String($0.output.1) })
    }

    private func all() throws -> [Found] { try swift("Sources/Pages").flatMap { AddressWallTests.addresses($0.text) } }

    @Test func everyAddressHasARoute() throws {
        let routes = try swift("Sources/Web").filter { $0.name.hasSuffix("Routes.swift") }
        let registered = routes.reduce(into: Set<String>()) { $0.formUnion(AddressWallTests.registered($1.text)) }
        let found = try all()
        #expect(found.count > 300, "not all addresses were found")
        for address in found { #expect(registered.contains(address.name), "no route takes Path.\(address.name)") }
    }

    @Test func everyAddressIsGivenOnceAndHasAPlaceForEachPart() throws {
        let found = try all()
        #expect(Dictionary(grouping: found, by: \.name).filter { $0.value.count > 1 }.keys.sorted() == [], "one name, two addresses")
        #expect(Dictionary(grouping: found, by: \.pattern).filter { $0.value.count > 1 }.keys.sorted() == [], "one address, two names")
        for address in found { #expect(address.places == address.parts, "Path.\(address.name) is \(address.pattern)") }
    }

    /// What else begins as an address does would be a link that no route knows of.
    @Test func pagesWriteNoAddresses() throws {
        for file in try swift("Sources/Pages") {
            let written = file.text.matches(of: /"\/trips\b[^"]*"/).map { String($0.output) }
            let known = Set(AddressWallTests.addresses(file.text).map { "\"" + $0.pattern + "\"" })
            #expect(written.filter { !known.contains($0) } == [], "\(file.name)")
        }
    }

    // MARK: the readers themselves

    @Test func addressesAreFound() {
        let text = """
            package static let trips = FixedAddress("/trips")
            package static let member = Address<String, ID>("/trips/:slug/members/:id")
            package static let assets = Address<String, FileName>(
                "/assets/:hash/**")
            package static func track(_ format: TrackFormat) -> Address<String> { Address("/trips/:slug/track.\\(format.rawValue)") }
            package static let wrong = Address<String>("/trips")
            """
        let found = AddressWallTests.addresses(text)
        #expect(found.map(\.name) == ["trips", "member", "assets", "wrong", "track"])
        #expect(found.filter { $0.parts != $0.places }.map(\.name) == ["wrong"])
    }

    @Test func aLinkIsNoRoute() {
        let text =
            "table.get(Path.trips, .open) { web in web.redirect(Path.home()) }\nact(Path.take) {}\nx(Path.track(format), Path.trip(slug))"
        #expect(AddressWallTests.registered(text) == ["trips", "take", "track"])
    }
}
