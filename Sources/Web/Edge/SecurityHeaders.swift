import NIOHTTP1

/// The same on every response, and fewer on what only a page asks for (docs/protocols.md, Headers and other sites).
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

    /// Of pictures, styles and scripts: a page has forty of them, and for each the others would weigh as much as a small photo.
    private static let ofParts: HTTPHeaders = ["x-content-type-options": "nosniff", "cross-origin-resource-policy": "same-origin"]
    /// Opened by itself, a picture runs nothing and asks for nothing.
    private static let policyOfParts = "default-src 'none'; frame-ancestors 'none'"

    /// Workers have the policy that they come with: who sends one says it.
    private static func isPart(_ headers: HTTPHeaders) -> Bool {
        guard let type = headers.first(name: "content-type") else { return false }
        return type.hasPrefix("image/") || type.hasPrefix("text/css") || type.hasPrefix("text/javascript")
    }

    static func add(to headers: inout HTTPHeaders) {
        let isPart = isPart(headers)
        headers.add(contentsOf: isPart ? ofParts : all)
        if !headers.contains(name: policyName) { headers.add(name: policyName, value: isPart ? policyOfParts : ownPolicy) }
        if !headers.contains(name: "cache-control") { headers.add(name: "cache-control", value: "no-store") }
    }
}
