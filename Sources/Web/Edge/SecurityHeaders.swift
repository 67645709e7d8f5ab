import NIOHTTP1

/// On every response, by what it is (docs/protocols.md, Headers and other sites).
enum SecurityHeaders {
    static let policyName = "content-security-policy"

    /// - Parameter images: origins whose pictures a page shows besides our own.
    static func policy(images: [String] = []) -> String {
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src \((["'self'", "data:"] + images).joined(separator: " ")); "
            + "connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; frame-ancestors 'none'; "
            + "base-uri 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types sotravel"
    }
    private static let ownPolicy = policy()
    private static let all: HTTPHeaders = [
        "strict-transport-security": "max-age=63072000; includeSubDomains",
        "x-content-type-options": "nosniff",
        "referrer-policy": "same-origin",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "geolocation=(self), camera=(self), microphone=(), payment=(), usb=()",
    ]

    private static let part: HTTPHeaders = ["x-content-type-options": "nosniff", "cross-origin-resource-policy": "same-origin"]

    static func add(to headers: inout HTTPHeaders) {
        let ofPart = headers.first(name: "content-type").flatMap { partPolicy(of: $0) }
        headers.add(contentsOf: ofPart == nil ? all : part)
        if !headers.contains(name: policyName) { headers.add(name: policyName, value: ofPart ?? ownPolicy) }
        if !headers.contains(name: "cache-control") { headers.add(name: "cache-control", value: "no-store") }
    }

    /// Of what pages are made of, dozens at a time: what holds for documents alone would be most of their bytes. A picture that is opened
    /// by itself loads and runs nothing; a script may be that of a worker, which obeys its own policy: nothing but ours. Nil for all else.
    private static func partPolicy(of type: String) -> String? {
        if type.hasPrefix("text/javascript") { return "default-src 'self'" }
        return ["image/", "text/css", "application/json"].contains { type.hasPrefix($0) } ? "default-src 'none'" : nil
    }
}
