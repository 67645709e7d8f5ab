import Database
import Foundation
import Runtime

/// PostgreSQL's own programs for backups, of the server's version or the next newer one that is installed.
struct PostgresPrograms {
    private let folder: String
    private let environment: [String: String]

    init(for address: PostgresAddress, major: Int) throws {
        // Everybody on the machine can read a command line, and nobody else the environment.
        var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("SOTRAVEL_") }
        if let password = address["password"] { environment["PGPASSWORD"] = password }
        self.environment = environment
        let found = PostgresPrograms.folders(environment).compactMap { folder in
            PostgresPrograms.major(folder, environment).map { (folder: folder, major: $0) }
        }
        guard let best = found.filter({ $0.major >= major }).min(by: { $0.major < $1.major }) else {
            let others = found.isEmpty ? "" : " (found: \(found.map { String($0.major) }.joined(separator: ", ")))"
            throw Problem("Backups need pg_dump, pg_restore and psql of PostgreSQL \(major) or newer\(others): Debian's postgresql-client.")
        }
        folder = best.folder
    }

    private static func folders(_ environment: [String: String]) -> [String] {
        let versions = "/usr/lib/postgresql"
        let own = ((try? FileManager.default.contentsOfDirectory(atPath: versions)) ?? []).map { "\(versions)/\($0)/bin" }
        return own + (environment["PATH"] ?? "").split(separator: ":").map { String($0) }
    }

    /// "pg_dump (PostgreSQL) 15.18 (Debian …)"
    private static func major(_ folder: String, _ environment: [String: String]) -> Int? {
        guard ["pg_dump", "pg_restore", "psql"].allSatisfy({ FileManager.default.isExecutableFile(atPath: "\(folder)/\($0)") }),
            let text = try? Child.said("\(folder)/pg_dump", ["--version"], environment),
            let number = text.firstMatch(of: /\) (\d+)/)
        else { return nil }
        return Int(number.1)
    }

    func start(_ name: String, _ arguments: [String], input: Int32? = nil, output: Int32? = nil) throws -> Child {
        try Child("\(folder)/\(name)", arguments, environment, input: input, output: output)
    }

    /// Runs one to its end; what it complains of is the problem.
    func run(_ name: String, _ arguments: [String]) throws { try start(name, arguments).end() }

    /// What is in an archive, a line for each part.
    func list(_ file: String) throws -> String { try Child.said("\(folder)/pg_restore", ["--list", file], environment) }
}

/// Another program at work.
struct Child {
    private let name: String
    private let process: pid_t
    /// A file without a name, for what it complains of.
    private let complaints: UnsafeMutablePointer<FILE>

    init(_ path: String, _ arguments: [String], _ environment: [String: String], input: Int32? = nil, output: Int32? = nil) throws {
        guard let complaints = tmpfile() else { throw Problem("There is no room for a temporary file.") }
        self.complaints = complaints
        name = (path as NSString).lastPathComponent
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (own, number) in [(input, Int32(0)), (output, 1)] {
            if let own {
                posix_spawn_file_actions_adddup2(&actions, own, number)
            } else {
                posix_spawn_file_actions_addopen(&actions, number, "/dev/null", number == 0 ? O_RDONLY : O_WRONLY, 0)
            }
        }
        posix_spawn_file_actions_adddup2(&actions, fileno(complaints), 2)
        var words = Child.cStrings([path] + arguments)
        var variables = Child.cStrings(environment.map { "\($0.key)=\($0.value)" })
        defer { (words + variables).forEach { free($0) } }
        var process: pid_t = 0
        guard posix_spawn(&process, path, &actions, nil, &words, &variables) == 0 else { throw Problem("\(path) does not start.") }
        self.process = process
    }

    /// The array ends with nil; each string is to be freed.
    private static func cStrings(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
        var result: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) }
        result.append(nil)
        return result
    }

    /// Waits for its end.
    func end() throws {
        defer { fclose(complaints) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        guard status != 0 else { return }
        let line = Child.text(complaints).split(whereSeparator: \.isNewline).first
        let words = line?.replacing("\(name): ", with: "").replacing("error: ", with: "") ?? "it ended before its work was done"
        throw Problem("\(name): \(words)")
    }

    /// What a program prints that prints little.
    static func said(_ path: String, _ arguments: [String], _ environment: [String: String]) throws -> String {
        guard let output = tmpfile() else { throw Problem("There is no room for a temporary file.") }
        defer { fclose(output) }
        try Child(path, arguments, environment, output: fileno(output)).end()
        return text(output)
    }

    private static func text(_ file: UnsafeMutablePointer<FILE>) -> String {
        let handle = FileHandle(fileDescriptor: fileno(file), closeOnDealloc: false)
        try? handle.seek(toOffset: 0)
        return String(decoding: (try? handle.readToEnd()) ?? Data(), as: UTF8.self)
    }
}
