import Domain

/// What a browser sent with POST, in order; names may repeat.
package struct Form: Sendable {
    package static let textLimit = 1 << 20
    static let isTooLarge = Refusal.tooLarge("This is more than the form takes.")
    /// The same with the limit in words, where it is one for files.
    static func isTooLarge(for limit: Int) -> Refusal {
        guard limit > textLimit else { return isTooLarge }
        return .tooLarge("This form takes at most \(limit >> 20) MB with all its files. Go back and choose smaller ones, or fewer.")
    }
    private let pairs: [(name: String, value: String)]
    /// The first uploaded file, if any.
    package var file: [UInt8]? { files.first }
    /// Every uploaded file that holds something.
    package let files: [[UInt8]]
    /// For which account its page was drawn; nil where the browser runs no scripts.
    let account: String?

    /// - Parameter textLimit: bytes of all fields that are no files; reading them letter by letter must not take seconds.
    package init(body: [UInt8], contentType: String, textLimit: Int = Form.textLimit) throws(Refusal) {
        let read: [(name: String, value: String)]
        if contentType.lowercased().hasPrefix("multipart/form-data") {
            guard let boundary = Form.boundary(in: contentType) else {
                throw .invalid([FieldError("form", "The upload could not be read. Try again.")])
            }
            let parts = Multipart.parts(of: body, boundary: boundary)
            guard parts.lazy.filter({ !$0.hasFileName }).reduce(0, { $0 + $1.content.count }) <= textLimit else { throw Form.isTooLarge }
            files = parts.filter { $0.hasFileName && !$0.content.isEmpty }.map(\.content)
            read = parts.filter { !$0.hasFileName }.map { ($0.name, String(outside: $0.content)) }
        } else {
            guard body.count <= textLimit else { throw Form.isTooLarge }
            files = []
            read = parseQuery(String(decoding: body, as: UTF8.self))
        }
        account = read.first { $0.name == PageEnd.account }?.value
        pairs = account == nil ? read : read.filter { $0.name != PageEnd.account }
    }

    package subscript(name: String) -> String { pairs.first { $0.name == name }?.value ?? "" }
    func all(_ name: String) -> [String] { pairs.filter { $0.name == name }.map(\.value) }
    package var fields: [(name: String, value: String)] { pairs }
    var values: [String: String] { Dictionary(pairs.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first }) }

    static func boundary(in contentType: String) -> [UInt8]? {
        guard let range = contentType.firstRange(of: "boundary=") else { return nil }
        let value = contentType[range.upperBound...].prefix { $0 != ";" }.filter { $0 != "\"" }
        return (1...70).contains(value.utf8.count) ? Array(value.utf8) : nil
    }
}

/// RFC 7578 as browsers write it: parts between boundary lines, a name and perhaps a file name each.
package enum Multipart {
    struct Part {
        let name: String
        let hasFileName: Bool
        let content: [UInt8]
    }
    static let blankLine = BytePattern([13, 10, 13, 10])
    /// Nobody's form has more.
    private static let partLimit = 200
    /// Bytes of what stands before a part's content.
    package static let headLimit = 8_192

    static func parts(of body: [UInt8], boundary: [UInt8]) -> [Part] {
        let (first, next) = (BytePattern(Array("--".utf8) + boundary), BytePattern(Array("\r\n--".utf8) + boundary))
        var parts: [Part] = []
        guard var position = first.find(in: body, from: 0) else { return [] }
        position += first.count
        while parts.count < partLimit, let end = next.find(in: body, from: position) {
            if let part = part(body[position..<end]) { parts.append(part) }
            position = end + next.count
        }
        return parts
    }

    private static func part(_ bytes: ArraySlice<UInt8>) -> Part? {
        let start = bytes.prefix(headLimit + blankLine.count)
        guard let end = blankLine.find(in: start, from: start.startIndex), let name = name.value(in: bytes[..<end]) else { return nil }
        return Part(
            name: name, hasFileName: fileName.value(in: bytes[..<end]) != nil, content: Array(bytes[(end + blankLine.count)...]))
    }

    static let name = Parameter("name")
    static let fileName = Parameter("filename")

    /// Of a part's head, as `; name="text"`.
    struct Parameter {
        private let patterns: [BytePattern]
        init(_ name: String) { patterns = ["; ", ";"].map { BytePattern(Array("\($0)\(name)=\"".utf8)) } }

        func value(in head: ArraySlice<UInt8>) -> String? {
            for pattern in patterns {
                guard let place = pattern.find(in: head, from: head.startIndex) else { continue }
                return String(outside: head[(place + pattern.count)...].prefix { $0 != UInt8(ascii: "\"") })
            }
            return nil
        }
    }
}
