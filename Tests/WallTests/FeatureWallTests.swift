import Foundation
import Testing

private let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// Which feature of a layer names the types of which other, and where it does.
struct FeatureGraph {
    /// A source of the layer: its feature, its name and its text.
    typealias Source = (feature: String, file: String, text: String)

    /// By the feature that names and the one that is named: "Person.swift names Seat".
    private(set) var names: [String: [String: Set<String>]] = [:]

    init(_ sources: [Source]) {
        let read = sources.map { (source: $0, code: SwiftCode($0.text)) }
        var home: [String: String] = [:]
        for (source, code) in read {
            for type in code.declaredTypes().shared { home[type] = source.feature }
        }
        for (source, code) in read {
            let own = code.declaredTypes().all
            for name in code.namedTypes().subtracting(own) {
                guard let other = home[name], other != source.feature else { continue }
                names[source.feature, default: [:]][other, default: []].insert("\(source.file) names \(name)")
            }
        }
    }

    /// The shortest way from one feature to another; nil where there is none.
    private func way(from start: String, to end: String) -> [String]? {
        var (ways, waiting): ([String: [String]], [String]) = ([start: [start]], [start])
        while !waiting.isEmpty {
            let feature = waiting.removeFirst()
            if feature == end { return ways[feature] }
            for next in (names[feature] ?? [:]).keys.sorted() where ways[next] == nil {
                ways[next] = (ways[feature] ?? []) + [next]
                waiting.append(next)
            }
        }
        return nil
    }

    /// Each step of a circle, with the sources that take it; a step that belongs to several circles stands once.
    func circles() -> [(from: String, to: String, back: [String], because: [String])] {
        names.sorted { $0.key < $1.key }.flatMap { from, others in
            others.sorted { $0.key < $1.key }.compactMap { to, found in
                way(from: to, to: from).map { (from, to, $0, found.sorted()) }
            }
        }
    }
}

extension SwiftCode {
    private static let kinds: Set<String> = ["struct", "class", "enum", "actor", "protocol", "typealias"]

    /// Those that other files of the layer see, and all of the file.
    func declaredTypes() -> (shared: Set<String>, all: Set<String>) {
        var (shared, all): (Set<String>, Set<String>) = ([], [])
        var depth = 0
        for (index, token) in tokens.enumerated().dropLast() {
            depth += token.text == "{" ? 1 : token.text == "}" ? -1 : 0
            let name = tokens[index + 1].text
            guard SwiftCode.kinds.contains(token.text), name.first?.isUppercase == true else { continue }
            all.insert(name)
            let before = tokens[..<index].reversed().prefix { $0.line == token.line }
            let isPrivate = before.contains { $0.text == "private" || $0.text == "fileprivate" }
            if depth == 0, !isPrivate { shared.insert(name) }
        }
        return (shared, all)
    }

    /// Names with a capital that stand by themselves: what follows a point belongs to something else.
    func namedTypes() -> Set<String> {
        Set(
            tokens.indices.filter { $0 == 0 || tokens[$0 - 1].text != "." }.map { tokens[$0].text }
                .filter { $0.first?.isUppercase == true })
    }
}

/// In a layer features (its folders) know each other in one direction: two whose types name each other are one thing, and whoever
/// changes one of them changes both.
@Suite struct FeatureWallTests {
    private static let layers = ["Domain", "Store", "Services", "Pages", "Web"]

    private static func graph(of layer: String) throws -> FeatureGraph {
        let folder = root.appending(path: "Sources/\(layer)")
        let walk = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        let files = (walk?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
        return FeatureGraph(
            try files.compactMap { file in
                let parts = file.path.replacing(folder.path + "/", with: "").split(separator: "/")
                // What stands beside the folders puts features together.
                guard parts.count > 1 else { return nil }
                return (String(parts[0]), file.lastPathComponent, try String(contentsOf: file, encoding: .utf8))
            })
    }

    @Test(arguments: layers) func featuresKnowEachOtherInOneDirection(_ layer: String) throws {
        let graph = try FeatureWallTests.graph(of: layer)
        #expect(graph.names.count > 3, "nothing was looked at")
        for step in graph.circles() {
            let back = step.back.joined(separator: " → ")
            Issue.record("\(layer): \(step.from) → \(back): \(step.because.joined(separator: ", "))")
        }
    }

    @Test(arguments: layers) func commonKnowsNoFeature(_ layer: String) throws {
        for (feature, found) in try FeatureWallTests.graph(of: layer).names["Common"] ?? [:] {
            Issue.record("\(layer): Common → \(feature): \(found.sorted().joined(separator: ", "))")
        }
    }

    private static let features: [FeatureGraph.Source] = [
        ("Seats", "Seat.swift", "struct Seat {}"), ("Buses", "Bus.swift", "struct Bus { let seats: [Seat] }"),
    ]

    @Test(arguments: [
        ("func full(_ bus: Bus) {}", true), ("let text = \"\\(Bus.self)\"", true), ("private struct Bus {}\nlet bus = Bus()", false),
        ("// Bus", false), ("let text = \"Bus\"", false), ("let kind = Kind.Bus", false),
    ]) func circlesAreSeen(_ text: String, _ isCircle: Bool) {
        let circles = FeatureGraph(FeatureWallTests.features + [("Seats", "Row.swift", text)]).circles()
        #expect(circles.map(\.from) == (isCircle ? ["Buses", "Seats"] : []))
    }
}
