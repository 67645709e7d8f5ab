import Domain
import Foundation

/// The files of an upload, written as they arrive. Names are kept, as elevation tiles say in theirs where they lie; only
/// their last part, and only plain letters.
package struct UploadFolder {
    private static let limit = 100

    private let path: String
    /// Full paths, in the order of arrival.
    package private(set) var files: [String] = []
    private var file: FileHandle?

    init(path: String) { self.path = path }

    package mutating func open(_ fileName: String) throws(Refusal) {
        let last = fileName.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? "file"
        let plain = String(last.map { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) ? $0 : "-" }.suffix(100))
        let name = plain.hasPrefix(".") ? "file" + plain : plain
        guard files.count < UploadFolder.limit else { throw .invalid([FieldError("files", "At most \(UploadFolder.limit) files.")]) }
        let full = path + "/" + name
        guard !files.contains(full) else { throw .invalid([FieldError("files", "Two files have the same name: \(name).")]) }
        guard FileManager.default.createFile(atPath: full, contents: nil), let opened = FileHandle(forWritingAtPath: full) else {
            throw UploadFolder.full
        }
        files.append(full)
        file = opened
    }

    package func write(_ bytes: some Sequence<UInt8>) throws(Refusal) {
        do { try file?.write(contentsOf: Data(bytes)) } catch { throw UploadFolder.full }
    }

    package mutating func close() {
        try? file?.close()
        file = nil
    }

    private static var full: Refusal { .unavailable("The disk is full: the upload could not be kept.", retryAfter: 60) }
}
