import NIOCore
import NIOHTTP1

/// Runs before the parser, which takes several spaces in a request line for one. RFC 9112 §3 allows one, and a server that reads such a
/// line differently from the next server may be tricked past its rules. It follows the bytes only as far as it must to know where a request
/// begins; other mistakes are the parser's to find.
final class RequestLines: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// Answers requests that need no parser; nil for all others, and while an earlier request is not answered.
    var fastPath: ((UnsafeRawBufferPointer) -> ByteBuffer?)?
    private var scan = RequestLineScan()

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !scan.isRefused else { return }
        let bytes = unwrapInboundIn(data)
        if scan.isBetweenRequests, let fastPath, let response = bytes.withUnsafeReadableBytes(fastPath) {
            return context.writeAndFlush(NIOAny(IOData.byteBuffer(response)), promise: nil)
        }
        bytes.withUnsafeReadableBytes { scan.read($0) }
        guard scan.isRefused else { return context.fireChannelRead(data) }
        // What came before the line is the parser's.
        let before = bytes.getSlice(at: bytes.readerIndex, length: min(scan.lineStart, bytes.readableBytes)) ?? ByteBuffer()
        if before.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(before)) }
        context.fireErrorCaught(HTTPParserError.invalidConstant)
    }
}

/// Where requests begin in a connection's bytes.
struct RequestLineScan {
    private enum State {
        case line, header, body(Int), chunkSize, chunk(Int), trailer
        /// The bytes are not followed any further.
        case lost
    }
    private static let longest = 64 * 1024
    private(set) var isRefused = false
    /// Of the refused line, in the bytes read last; 0 if it began before.
    private(set) var lineStart = 0
    private var state = State.line
    /// The part so far of a line whose end has not come.
    private var rest: [UInt8] = []
    private var length = 0
    private var isChunked = false

    /// What comes next is the first byte of a request line.
    var isBetweenRequests: Bool { if case .line = state { rest.isEmpty } else { false } }

    mutating func read(_ bytes: UnsafeRawBufferPointer) {
        var at = 0
        while at < bytes.count, !isRefused {
            switch state {
            case .lost: return
            case .body(let left): at += skip(left, of: bytes.count - at, then: .line) { .body($0) }
            case .chunk(let left): at += skip(left, of: bytes.count - at, then: .chunkSize) { .chunk($0) }
            case .line, .header, .chunkSize, .trailer: at = readLine(bytes, from: at)
            }
        }
    }

    private mutating func skip(_ left: Int, of count: Int, then next: State, _ more: (Int) -> State) -> Int {
        let taken = min(left, count)
        state = taken == left ? next : more(left - taken)
        return taken
    }

    /// Returns where the next line begins.
    private mutating func readLine(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        var end = start
        while end < bytes.count, bytes[end] != 10 { end += 1 }
        let piece = bytes[start..<end]
        guard end < bytes.count else {
            rest.append(contentsOf: piece)
            if rest.count > RequestLineScan.longest { state = .lost }
            return bytes.count
        }
        if rest.isEmpty {
            take(UnsafeRawBufferPointer(rebasing: piece), startingAt: start)
        } else {
            rest.append(contentsOf: piece)
            let line = rest
            rest.removeAll(keepingCapacity: true)
            line.withUnsafeBytes { take($0, startingAt: 0) }
        }
        return end + 1
    }

    private mutating func take(_ raw: UnsafeRawBufferPointer, startingAt start: Int) {
        let line = raw.last == 13 ? UnsafeRawBufferPointer(rebasing: raw.dropLast()) : raw
        switch state {
        case .line where line.isEmpty: return
        case .line:
            (length, isChunked, state) = (0, false, .header)
            let spaces = line.count { $0 == 32 }
            if spaces > 2 || line.first == 32 { (isRefused, lineStart) = (true, start) }
        case .header where line.isEmpty: state = isChunked ? .chunkSize : length > 0 ? .body(length) : .line
        case .header: readHeader(line)
        case .chunkSize: readChunkSize(line)
        case .trailer: if line.isEmpty { state = .line }
        default: return
        }
    }

    private mutating func readHeader(_ line: UnsafeRawBufferPointer) {
        if let value = RequestLineScan.value(of: "content-length", in: line) {
            length = String(decoding: value, as: UTF8.self).filter { $0 != " " && $0 != "\t" }.ordinal ?? 0
        } else if RequestLineScan.value(of: "transfer-encoding", in: line) != nil {
            isChunked = true
        }
    }

    /// What stands behind the colon if the field has that name, in whatever case.
    private static func value(of name: StaticString, in line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        let count = name.utf8CodeUnitCount
        guard line.count > count, line[count] == 58 else { return nil }
        for index in 0..<count where line[index] | 0x20 != name.utf8Start[index] { return nil }
        return UnsafeRawBufferPointer(rebasing: line[(count + 1)...])
    }

    /// With the line's end behind the bytes; the last chunk has none, and trailers.
    private mutating func readChunkSize(_ line: UnsafeRawBufferPointer) {
        let digits = String(decoding: line.prefix { $0 != UInt8(ascii: ";") && $0 != 32 && $0 != 9 }, as: UTF8.self)
        guard digits.utf8.count <= 8, let size = Int(digits, radix: 16), size >= 0 else { return state = .lost }
        state = size == 0 ? .trailer : .chunk(size + 2)
    }
}
