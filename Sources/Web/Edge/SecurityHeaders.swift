import NIOHTTP1

/// The same on every response (docs/protocols.md, Headers and other sites).
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

    static func add(to headers: inout HTTPHeaders) {
        headers.add(contentsOf: all)
        if !headers.contains(name: policyName) { headers.add(name: policyName, value: ownPolicy) }
        if !headers.contains(name: "cache-control") { headers.add(name: "cache-control", value: "no-store") }
    }
}
