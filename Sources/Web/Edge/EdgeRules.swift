import NIOHTTP1
import Pages

enum EdgeRules {
    /// The status that a head deserves by itself; nil when it may go on, with its target in origin form (or `*`).
    static func refusal(of head: inout HTTPRequestHead, bodyLimit: Int) -> HTTPResponseStatus? {
        guard head.version == .http1_1 || head.version == .http1_0 else { return .httpVersionNotSupported }
        let hosts = head.headers["host"]
        guard hosts.count == 1, isHost(hosts[0]) else { return .badRequest }
        guard head.method != .TRACE, head.method != .CONNECT else { return .methodNotAllowed }
        if head.uri == "*" { return head.method == .OPTIONS ? framingRefusal(of: head, bodyLimit) : .badRequest }
        guard takeAuthority(of: &head), head.uri == "*" || head.uri.hasPrefix("/"), head.uri.utf8.count <= 8192,
            head.uri.utf8.allSatisfy({ $0 > 32 && $0 != 127 })
        else {
            return .badRequest
        }
        return framingRefusal(of: head, bodyLimit) ?? expectRefusal(of: head)
    }

    /// Absolute form (RFC 9112 §3.2.2): the target's authority takes the place of Host. False if it does not fit there.
    private static func takeAuthority(of head: inout HTTPRequestHead) -> Bool {
        guard !head.uri.hasPrefix("/") else { return true }
        guard let scheme = ["http://", "https://"].first(where: { head.uri.lowercased().hasPrefix($0) }) else { return false }
        let rest = head.uri.dropFirst(scheme.count)
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard isHost(String(authority)) else { return false }
        let target = rest.dropFirst(authority.count)
        head.headers.replaceOrAdd(name: "host", value: String(authority))
        head.uri = target.hasPrefix("/") ? String(target) : target.isEmpty && head.method == .OPTIONS ? "*" : "/" + target
        return true
    }

    /// Large uploads are for few addresses and few people, and the edge itself checks who asks: otherwise a stranger's upload would be read
    /// before the route could refuse it. A body within the usual limit needs no check.
    static func upload(of head: HTTPRequestHead, _ visitors: (any EdgeVisitors)?) -> EdgeUpload? {
        guard head.method == .POST, let upload = upload(head.uri), mayBeLarge(head.headers), visitors?.mayUpload(upload, head) == true
        else { return nil }
        return upload
    }

    private static func upload(_ target: String) -> EdgeUpload? {
        target == Path.mapImport().text ? .mapData : Path.takesPhotos(target) ? .photos : nil
    }

    private static func mayBeLarge(_ headers: HTTPHeaders) -> Bool {
        headers.contains(name: "transfer-encoding") || (headers.first(name: "content-length")?.ordinal ?? 0) > EdgeLimits.body
    }

    /// Shapes that two servers could read differently (request smuggling).
    private static func framingRefusal(of head: HTTPRequestHead, _ bodyLimit: Int) -> HTTPResponseStatus? {
        let encodings = head.headers["transfer-encoding"]
        let lengths = head.headers["content-length"]
        if !encodings.isEmpty {
            guard head.version == .http1_1, lengths.isEmpty, encodings.count == 1, encodings[0].lowercased() == "chunked" else {
                return .badRequest
            }
        }
        guard lengths.count <= 1 else { return .badRequest }
        if let length = lengths.first {
            guard !length.isEmpty, length.utf8.allSatisfy({ (48...57).contains($0) }), length.utf8.count < 19,
                let value = Int(length)
            else { return .badRequest }
            if value > bodyLimit { return .payloadTooLarge }
        }
        return nil
    }

    private static func expectRefusal(of head: HTTPRequestHead) -> HTTPResponseStatus? {
        let expectations = head.headers["expect"]
        return expectations.allSatisfy { $0.lowercased() == "100-continue" } ? nil : .expectationFailed
    }

    /// A name or address with an optional port, and nothing that could end up in a link.
    static func isHost(_ text: String) -> Bool { isHost(text.utf8) }

    static func isHost(_ bytes: some Collection<UInt8>) -> Bool {
        (1...255).contains(bytes.count)
            && bytes.allSatisfy { byte in
                switch byte {
                case 48...58, 65...91, 93, 95, 97...122, UInt8(ascii: "-"), UInt8(ascii: "."): true
                default: false
                }
            }
    }
}
