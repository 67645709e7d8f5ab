import Glibc

/// One picture as WebP, without metadata.
package struct Picture: Sendable, Equatable {
    package let width: Int
    package let height: Int
    package let webP: [UInt8]
}

package enum PhotoProblem: Error, Equatable {
    case unknownKind, tooLarge, broken, tookTooLong
    /// The worker program beside this one, which decodes, is missing, does not start, or cannot be confined here.
    case noWorker
}

/// Longest sides in pixels; a square is cut from the middle.
package enum PictureSize: String, Sendable, CaseIterable {
    case face = "80c", square = "320c", small = "320", large = "960"
}

/// Decodes photos of strangers in a process of its own (`sotravel-photos`), which has little memory, few seconds and no files.
package struct PhotoShrinker: Sendable {
    package static let byteLimit = 8 << 20
    private static let pollEvery: UInt32 = 4_000
    /// Milliseconds; the worker's own limit of processor time is shorter.
    private static let timeout = 12_000
    private let program: String

    /// - Parameter program: the path of `sotravel-photos`; nil takes the one beside the running program.
    package init(program: String? = nil) {
        self.program = program ?? PhotoShrinker.besideThisProgram()
    }

    private static func besideThisProgram() -> String {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = buffer.withUnsafeMutableBufferPointer { space in
            space.baseAddress.map { start in
                start.withMemoryRebound(to: CChar.self, capacity: space.count) { readlink("/proc/self/exe", $0, space.count) }
            } ?? 0
        }
        let own = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        return (own.lastIndex(of: "/").map { String(own[...$0]) } ?? "") + "sotravel-photos"
    }

    /// Blocks for up to some seconds: never on an event loop.
    package func shrink(_ bytes: [UInt8], to sizes: [PictureSize]) throws(PhotoProblem) -> [Picture] {
        guard bytes.count <= PhotoShrinker.byteLimit else { throw .tooLarge }
        guard let input = scratch(), let output = scratch() else { throw .noWorker }
        defer {
            fclose(input)
            fclose(output)
        }
        guard fwrite(bytes, 1, bytes.count, input) == bytes.count, fflush(input) == 0 else { throw .noWorker }
        rewind(input)
        let process = try start(sizes.map(\.rawValue), fileno(input), fileno(output))
        try PhotoShrinker.check(PhotoShrinker.status(of: process))
        return try PhotoShrinker.pictures(in: output, count: sizes.count)
    }

    /// A file without a name: it is deleted when the last process that has it open closes it.
    private func scratch() -> UnsafeMutablePointer<FILE>? { tmpfile() }

    private func start(_ arguments: [String], _ input: Int32, _ output: Int32) throws(PhotoProblem) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        var words = PhotoShrinker.cStrings([program] + arguments)
        var system = PhotoShrinker.cStrings(["VIPS_BLOCK_UNTRUSTED=1", "MALLOC_ARENA_MAX=1"])
        defer { (words + system).forEach { free($0) } }
        var process: pid_t = 0
        guard posix_spawn(&process, program, &actions, nil, &words, &system) == 0 else { throw .noWorker }
        return process
    }

    /// The array ends with nil; each string is to be freed.
    private static func cStrings(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
        var result: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) }
        result.append(nil)
        return result
    }

    private static func status(of process: pid_t) throws(PhotoProblem) -> Int32 {
        var status: Int32 = 0
        for _ in 0..<(timeout * 1000 / Int(pollEvery)) {
            if waitpid(process, &status, WNOHANG) == process { return status }
            usleep(pollEvery)
        }
        kill(process, SIGKILL)
        waitpid(process, &status, 0)
        throw .tookTooLong
    }

    private static func check(_ status: Int32) throws(PhotoProblem) {
        let signal = status & 0x7F
        guard signal == 0 else { throw signal == SIGXCPU || signal == SIGKILL ? .tookTooLong : .broken }
        switch status >> 8 & 0xFF {
        case 0: return
        case 2: throw .unknownKind
        case 3: throw .tooLarge
        case 5, 6, 127: throw .noWorker
        case 7: throw .tookTooLong
        default: throw .broken
        }
    }

    private static func pictures(in file: UnsafeMutablePointer<FILE>, count: Int) throws(PhotoProblem) -> [Picture] {
        rewind(file)
        var pictures: [Picture] = []
        for _ in 0..<count {
            let head = read(12, file)
            guard head.count == 12 else { throw .broken }
            let numbers = stride(from: 0, to: 12, by: 4).map { start in head[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
            let webP = read(min(numbers[2], byteLimit), file)
            guard webP.count == numbers[2] else { throw .broken }
            pictures.append(Picture(width: numbers[0], height: numbers[1], webP: webP))
        }
        return pictures
    }

    private static func read(_ count: Int, _ file: UnsafeMutablePointer<FILE>) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in filled = fread(buffer.baseAddress, 1, count, file) }
    }
}
