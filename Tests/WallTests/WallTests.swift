import Foundation
import Testing

private let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

private func files(_ folder: String, ending: String) -> [URL] {
    let walk = FileManager.default.enumerator(at: root.appending(path: folder), includingPropertiesForKeys: nil)
    return (walk?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == ending }
}

private func imports(of file: URL) throws -> Set<String> {
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    return Set(
        lines.filter { $0.hasPrefix("import ") || $0.hasPrefix("@testable import ") }.compactMap {
            $0.split(separator: " ").last.map(String.init)
        })
}

/// What each target may import of our own targets and of the libraries that layers are built on. The compiler's check
/// misses targets reached through another one; this reads the lines.
private let allowed: [String: Set<String>] = [
    "Domain": ["Foundation", "Synchronization"],
    "OpeningHours": ["Foundation", "Domain", "Synchronization"],
    "Database": ["CLibPQ", "Foundation", "GRDB", "GRDBSQLite", "Synchronization"],
    "Store": ["Foundation", "Domain", "Database", "Synchronization"],
    "Atlas": [
        "Foundation", "Domain", "OpeningHours", "Compression", "COsmium", "CLibXML2", "CLibArchive", "CDeflate", "Synchronization",
    ],
    "Live": ["Domain", "Glibc", "NIOCore", "Synchronization"],
    "Compression": ["CDeflate", "CLibArchive"],
    "Passwords": ["CArgon2"],
    "Cryptography": ["CLibCrypto"],
    "Photos": ["Glibc"],
    "QRCodes": ["CQRencode"],
    "Gateways": ["Foundation", "FoundationNetworking", "Domain", "CFetch", "CMail", "Synchronization"],
    "Services": [
        "Foundation", "Domain", "OpeningHours", "Store", "Atlas", "Live", "Gateways", "Passwords", "Photos", "Cryptography", "Logging",
        "Synchronization",
    ],
    "Pages": ["Foundation", "Domain", "QRCodes"],
    "TemplateLanguage": [],
    "TemplateCompiler": ["Foundation", "TemplateLanguage", "CBrotli"],
    "Web": [
        "Domain", "Services", "Pages", "Compression", "Hummingbird", "HummingbirdCore", "NIOCore", "NIOHTTP1", "NIOHTTPTypes",
        "NIOHTTPTypesHTTP1", "HTTPTypes", "Logging", "Synchronization",
    ],
    "Runtime": [
        "Foundation", "Domain", "Database", "Store", "Atlas", "Live", "Services", "Pages", "Web", "ArgumentParser", "Hummingbird",
        "Logging", "NIOCore", "ServiceLifecycle", "Synchronization",
    ],
    "sotravel": ["Foundation", "Domain", "Database", "Store", "Atlas", "Services", "Runtime", "ArgumentParser", "Synchronization"],
    "Demo": ["Foundation", "Domain", "Store", "Atlas", "Services", "Runtime", "ArgumentParser"],
    "Simulator": [
        "Foundation", "Domain", "Store", "Services", "Runtime", "Demo", "ArgumentParser", "NIOCore", "NIOPosix", "Synchronization",
    ],
    "BenchStore": ["Domain", "Database"],
    "Bench": [
        "Foundation", "Domain", "OpeningHours", "Cryptography", "Store", "Atlas", "Live", "Services", "Pages", "Web", "Runtime", "Demo",
        "BenchStore", "ArgumentParser", "Hummingbird", "Logging", "NIOCore", "Synchronization",
    ],
    "sotravel-dev": ["Foundation", "Web", "Runtime", "Demo", "Simulator", "Bench", "ArgumentParser"],
]

@Suite struct WallTests {
    @Test(arguments: allowed.keys.sorted())
    func targetsImportOnlyWhatTheyMay(_ target: String) throws {
        let sources = files("Sources/\(target)", ending: "swift")
        #expect(!sources.isEmpty)
        for file in sources {
            let foreign = try imports(of: file).subtracting(allowed[target] ?? [])
            #expect(foreign.isEmpty, "\(file.lastPathComponent) imports \(foreign.sorted())")
        }
    }

    @Test func everyTargetIsListed() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: root.appending(path: "Sources").path)
        let unlisted = Set(folders).subtracting(allowed.keys).subtracting([
            "PhotoWorker", "CVips", "CArgon2", "CBrotli", "CLibCrypto", "CQRencode", "CLibXML2", "CLibArchive", "CDeflate", "COsmium",
            "CFetch", "CMail", "CLibCurl", "CLibPQ",
        ])
        #expect(unlisted.isEmpty)
    }

    /// The demo, the simulator and the benchmarks are for whoever works on the program: the one that people run has none of them.
    @Test func theProgramReachesNoToolOfItsMakers() {
        var (reached, waiting): (Set<String>, [String]) = ([], ["sotravel"])
        while let target = waiting.popLast() {
            if reached.insert(target).inserted { waiting += allowed[target] ?? [] }
        }
        #expect(reached.isSuperset(of: ["Runtime", "Web", "Store"]))
        #expect(reached.isDisjoint(with: ["Demo", "Simulator", "Bench", "BenchStore", "sotravel-dev"]))
    }

    /// Who writes SQL elsewhere writes it past the stores, and a changed table is not found by reading them.
    @Test func sqlStandsInTheStoresAlone() throws {
        let statement = /\b(?:SELECT\b[^"]*?\bFROM|INSERT (?:OR \w+ )?INTO|DELETE FROM|CREATE (?:TABLE|INDEX)|PRAGMA|UPDATE \w+ SET)\b/
        var found: Set<String> = []
        for file in files("Sources", ending: "swift") {
            let target = file.path.components(separatedBy: "/Sources/").last?.split(separator: "/").first.map(String.init) ?? ""
            let code = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { !$0.contains(/^ *\/\//) }
            guard let first = code.joined(separator: "\n").firstMatch(of: statement) else { continue }
            found.insert(target)
            let mayHold = ["Database", "Store", "BenchStore"].contains(target)
            #expect(mayHold, "\(file.lastPathComponent): \(first.output)")
        }
        #expect(found.isSuperset(of: ["Database", "Store"]), "no statement was recognised")
    }

    /// Cross-target API is `package`: nobody outside builds on it.
    @Test func nothingIsPublic() throws {
        for file in files("Sources", ending: "swift") {
            let text = try String(contentsOf: file, encoding: .utf8)
            #expect(!text.contains("\npublic ") && !text.contains("    public "), "\(file.lastPathComponent)")
        }
    }

    /// A route is declared with what it needs and its handler receives the proof: nothing else in Web asks who may.
    @Test func accessIsProvedByTheRouteTable() throws {
        // Where the banners' trip comes from: it is in the query, and nothing but seeing it is needed. On a page of no trip the frame's
        // sections are those of a trip that the reader is on.
        // A phone's set-up page is anybody's who has its link, and says more to its owner.
        let lookUps = ["Need.swift", "SafetyRoutes.swift", "Responses.swift", "TrackerRoutes.swift"]
        for file in files("Sources/Web", ending: "swift") {
            let text = try String(contentsOf: file, encoding: .utf8)
            let checks = text.matches(of: /\.require(Member|Staff|StaffOrMedic|Host|OpenHost|HostOrMedic|Admin)\(/).count
            #expect(checks == 0 || file.lastPathComponent == "Need.swift", "\(file.lastPathComponent) checks access by hand")
            #expect(!text.contains("web.trip("), "\(file.lastPathComponent)")
            #expect(!text.contains("trips.open(") || lookUps.contains(file.lastPathComponent), "\(file.lastPathComponent) opens a trip")
        }
    }

    /// A proof is worth what its makers are: all stand in one file, beside the checks.
    @Test func proofsAreMadeInOneFile() throws {
        let proof = /: ([A-Za-z, ]+, )?(Trip|StaffOrMedic|Staff|HostOrMedic|Host)Proof\b.*\{/
        var makers: Set<String> = []
        for file in files("Sources", ending: "swift") + files("Tests", ending: "swift") {
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            where !line.contains("func ") && line.contains(proof) && line.contains(/\b(struct|class|enum|actor|extension|protocol)\s/) {
                makers.insert(file.lastPathComponent)
            }
        }
        #expect(makers == ["TripAccess.swift"])
    }

    /// A transaction is Store's affair: what is to happen in one goes down as values, and no connection comes up.
    @Test func connectionsOfTheDatabaseStayInStore() throws {
        for file in ["Services", "Pages", "Web"].flatMap({ files("Sources/\($0)", ending: "swift") }) {
            let code = try String(contentsOf: file, encoding: .utf8).replacing(/\/\/.*/, with: "")
            // Of a phone or a browser, Web has some too.
            let word = file.path.contains("/Services/") ? /\b[Cc]onnection\b/ : /\bConnection\b/
            #expect(!code.contains(word.wordBoundaryKind(.simple)), "\(file.lastPathComponent) knows of a connection")
        }
        for file in files("Sources/Store", ending: "swift") {
            let found = try packageHeads(String(contentsOf: file, encoding: .utf8)).filter { $0.contains(/\bConnection\b/) }
            #expect(found.isEmpty, "\(file.lastPathComponent): \(found)")
        }
    }

    /// What other targets see of a source: each declaration's first lines, to the end of its brackets.
    private func packageHeads(_ text: String) -> [String] {
        var (heads, open) = ([String](), false)
        for line in text.split(separator: "\n") {
            if open {
                heads[heads.count - 1] += line
            } else if line.contains(/^\s*(@\w+ )?package\b/) {
                heads.append(String(line))
            }
            let head = heads.last ?? ""
            open = head.count { $0 == "(" } > head.count { $0 == ")" }
        }
        return heads
    }

    @Test func sourcesHoldNoTrapsOnInput() throws {
        for file in files("Sources", ending: "swift") {
            let text = try String(contentsOf: file, encoding: .utf8)
            for word in ["fatalError(", "try!", " as! ", "nonisolated(unsafe)", "@unchecked"] {
                #expect(!text.contains(word), "\(word) in \(file.lastPathComponent)")
            }
        }
    }

    /// Dispatch's semaphores and Foundation's conditions wait to a moment of the wall clock: set back by an hour, they wait an hour
    /// more. What lasts is measured by `ContinuousClock`, what sleeps by `Task.sleep` or `Bell`.
    @Test func nothingWaitsByTheWallClock() throws {
        for file in files("Sources", ending: "swift") {
            let text = try String(contentsOf: file, encoding: .utf8)
            for word in ["wait(timeout:", "wallTimeout", "wait(until:", "lock(before:", "sleep(until: Date", "wallDeadline", "Date()"] {
                #expect(!text.contains(word), "\(word) in \(file.lastPathComponent)")
            }
        }
    }

    /// `for … in 0... where !Task.isCancelled` passes over every number instead of ending: a job that was cancelled between its
    /// pause and its next turn spun for ever, and the program could not stop.
    @Test func noLoopOnlySkipsItsTurnsWhenItIsCancelled() throws {
        for file in files("Sources", ending: "swift") {
            let text = try String(contentsOf: file, encoding: .utf8)
            #expect(!text.contains("where !Task.isCancelled"), "\(file.lastPathComponent)")
        }
    }

    @Test func templatesHoldNoScriptsAndNoInlineStyle() throws {
        let templates = files("Templates", ending: "mustache")
        #expect(templates.count > 20)
        for file in templates {
            let text = try String(contentsOf: file, encoding: .utf8)
            for word in [" style=\"", " onclick", " onload", "<script>", "javascript:", "{{{", "{{&"] {
                #expect(!text.contains(word), "\(word) in \(file.lastPathComponent)")
            }
        }
    }

    /// A class belongs to one stylesheet: two features that use one word undo each other's looks.
    @Test func everyClassOfTheStylesheetsIsUsedAndHasOneHome() throws {
        let sheets = files("Public/css", ending: "css")
        let users = files("Templates", ending: "mustache") + files("Public/js", ending: "js") + files("Sources/Pages", ending: "swift")
        let words = try Set(
            users.flatMap { try String(contentsOf: $0, encoding: .utf8).matches(of: /[A-Za-z][\w-]*/).map { String($0.output) } })
        var home: [String: String] = [:]
        for sheet in sheets {
            let text = try String(contentsOf: sheet, encoding: .utf8).replacing(/\/\*(?:[^*]|\*[^\/])*\*\//, with: "")
            for rule in text.matches(of: /(?m)^( *)([^\s{}@;:][^{}@;]*?) ?\{/) {
                for name in rule.output.2.matches(of: /\.([A-Za-z][\w-]*)/).map({ String($0.output.1) }) {
                    // Layers are hidden by "no-" and their name, which map/layers.js puts together.
                    #expect(words.contains(name) || name.hasPrefix("no-"), "\(name) is dead")
                }
                guard rule.output.1.isEmpty else { continue }
                for selector in rule.output.2.split(separator: ",").map({ $0.trimmingCharacters(in: .whitespacesAndNewlines) })
                where selector.wholeMatch(of: /\.[\w-]+/) != nil {
                    let other = home.updateValue(sheet.lastPathComponent, forKey: selector)
                    #expect(other ?? sheet.lastPathComponent == sheet.lastPathComponent, "\(selector) in \(other ?? "") too")
                }
            }
        }
        #expect(home.count > 100)
    }

    /// A template without a page that renders it is dead, or forgotten.
    @Test func everyTemplateIsRenderedOrIncluded() throws {
        let pages = try files("Sources/Pages", ending: "swift").map { try String(contentsOf: $0, encoding: .utf8) }.joined()
        let templates = try files("Templates", ending: "mustache").map { ($0, try String(contentsOf: $0, encoding: .utf8)) }
        let all = templates.map(\.1).joined()
        for (file, text) in templates {
            let name = file.path.components(separatedBy: "/Templates/")[1].replacing(".mustache", with: "")
            guard text.hasPrefix("{{! model:") else {
                #expect(all.contains("{{>\(name)}}") || all.contains("{{<\(name)}}"), "\(name)")
                continue
            }
            let words = name.split(whereSeparator: { "/-".contains($0) }).map(String.init)
            let function = words[0] + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
            #expect(pages.contains("Template.\(function)(") || all.contains("{{>\(name)}}"), "\(name)")
        }
    }
}
