/// RFC 7578 as it arrives: an upload of any size needs memory for one piece only.
struct MultipartStream {
    enum Piece {
        case part(name: String, fileName: String?)
        case data(ArraySlice<UInt8>)
        case end
    }
    private enum State {
        case preamble, head, body, done
    }

    private let delimiter: BytePattern
    private var buffer: [UInt8]
    private var state = State.preamble

    init(boundary: [UInt8]) {
        delimiter = BytePattern(Array("\r\n--".utf8) + boundary)
        // The first boundary has no line before it.
        buffer = [13, 10]
    }

    /// - Throws: invalid for what is no multipart body.
    mutating func feed(_ bytes: some Sequence<UInt8>, _ body: (Piece) throws -> Void) throws {
        buffer.append(contentsOf: bytes)
        while try step(body) {}
    }

    var isComplete: Bool { state == .done }

    /// False when more bytes are needed.
    private mutating func step(_ body: (Piece) throws -> Void) throws -> Bool {
        switch state {
        case .done:
            buffer.removeAll()
            return false
        case .preamble:
            guard let place = find(delimiter, from: 0) else { return try keepShort() }
            return proceed(after: place + delimiter.count)
        case .head:
            guard let end = find(Multipart.blankLine, from: 0) else { return try keepShort() }
            let head = buffer[..<end]
            try body(.part(name: Multipart.name.value(in: head) ?? "", fileName: Multipart.fileName.value(in: head)))
            // The blank line's end may begin the next boundary: an empty part.
            buffer.removeFirst(end + 2)
            state = .body
            return true
        case .body: return try readBody(body)
        }
    }

    private mutating func readBody(_ body: (Piece) throws -> Void) throws -> Bool {
        let start = isAtStart ? 2 : 0
        guard let place = find(delimiter, from: 0) else {
            let safe = buffer.count - delimiter.count
            guard safe > start else { return false }
            try body(.data(buffer[start..<safe]))
            buffer.removeFirst(safe)
            isAtStart = false
            return false
        }
        if place > start { try body(.data(buffer[start..<place])) }
        try body(.end)
        return proceed(after: place + delimiter.count)
    }

    /// The line's end before a part's first byte is still in the buffer.
    private var isAtStart = true

    /// After a boundary: two hyphens end the body, a line's end begins a part.
    private mutating func proceed(after place: Int) -> Bool {
        guard buffer.count >= place + 2 else {
            buffer.removeFirst(place - delimiter.count)
            state = .preamble
            return false
        }
        let isLast = buffer[place] == UInt8(ascii: "-")
        buffer.removeFirst(place + (isLast ? 0 : 2))
        state = isLast ? .done : .head
        isAtStart = true
        return true
    }

    private func keepShort() throws -> Bool {
        guard buffer.count <= Multipart.headLimit else { throw MultipartProblem.broken }
        return false
    }

    private func find(_ pattern: BytePattern, from start: Int) -> Int? { pattern.find(in: buffer, from: start) }
}

enum MultipartProblem: Error { case broken }
