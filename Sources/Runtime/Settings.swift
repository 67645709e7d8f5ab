import ArgumentParser
import Domain
import Foundation

/// Where a Debian package has its data and settings. A program that was built by hand takes what lies in the current folder.
enum Installation {
    static let data = "/var/lib/sotravel"
    static let settings = "/etc/sotravel/sotravel.conf"
    private static let programs = "/usr/lib/sotravel/"

    /// Whether this program is the package's.
    static var isPackage: Bool {
        ((try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "").hasPrefix(programs)
    }
}

/// Where a setting comes from: the flag, else the environment (SOTRAVEL_NAME), else the file (name = value), read once.
struct Settings {
    private let environment: [String: String]
    private let file: [String: String]

    /// - Parameter path: of the file; nil for the package's file with its data, else `sotravel.conf` in the data folder, if there is one.
    init(path: String?, data: String) throws {
        environment = ProcessInfo.processInfo.environment
        let chosen = path ?? environment["SOTRAVEL_CONFIG"]
        let usual = Installation.isPackage && data == Installation.data ? Installation.settings : data + "/sotravel.conf"
        guard chosen != nil || FileManager.default.fileExists(atPath: usual) else {
            file = [:]
            return
        }
        let text = try String(contentsOfFile: chosen ?? usual, encoding: .utf8)
        var values: [String: String] = [:]
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = line.trimmingCharacters(in: .whitespaces)
            if line.isEmpty || line.hasPrefix("#") { continue }
            guard let cut = line.firstIndex(of: "=") else {
                throw ValidationError("\(chosen ?? usual), line \(number + 1): expected name = value.")
            }
            let name = line[..<cut].trimmingCharacters(in: .whitespaces)
            guard Settings.names.contains(name) else {
                throw ValidationError("\(chosen ?? usual), line \(number + 1): there is no setting “\(name)”.")
            }
            values[name] = line[line.index(after: cut)...].trimmingCharacters(in: .whitespaces)
        }
        file = values
    }

    static let names: Set<String> = [
        "database", "host", "port", "behind-proxy", "allow-private-feeds", "development", "public-url", "push-contact", "push-services",
        "smtp-url", "smtp-authorities", "mail-from",
        "metrics-token", "max-connections",
        "max-connections-per-address", "log-level", "drain",
        "telegram-client-id", "telegram-client-secret", "telegram-bot-token", "telegram-issuer", "telegram-webhook", "telegram-api",
    ]

    func text(_ name: String, _ flag: String?, default standard: String? = nil) -> String? {
        flag ?? environment[Settings.variable(name)] ?? file[name] ?? standard
    }

    func number(_ name: String, _ flag: Int?, default standard: Int, in range: ClosedRange<Int>) throws -> Int {
        guard let text = text(name, flag.map { String($0) }) else { return standard }
        guard let value = text.whole(in: range) else {
            throw ValidationError("“\(name)” must be a whole number from \(range.lowerBound) to \(range.upperBound), not “\(text)”.")
        }
        return value
    }

    func isOn(_ name: String, _ flag: Bool) throws -> Bool {
        if flag { return true }
        switch text(name, nil)?.lowercased() {
        case nil, "", "0", "no", "false", "off": return false
        case "1", "yes", "true", "on": return true
        case let other: throw ValidationError("“\(name)” must be yes or no, not “\(other ?? "")”.")
        }
    }

    private static func variable(_ name: String) -> String { "SOTRAVEL_" + name.uppercased().replacing("-", with: "_") }
}
