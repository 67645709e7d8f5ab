import Domain

/// The browsers in which somebody turned notifications on, and this one. What this one can do its script finds out.
package struct PushPart: Sendable {
    package struct Browser: Sendable {
        let label: String
        /// Why it takes none any more.
        let problem: String?
        let remove: Link
    }
    /// The server's key; nil where push is not set up.
    let key: String?
    let isAdmin: Bool
    let browsers: [Browser]
    var hasBrowsers: Bool { !browsers.isEmpty }

    package init(key: String?, isAdmin: Bool, browsers: [(address: DeliveryAddress, problem: String?)]) {
        (self.key, self.isAdmin) = (key, isAdmin)
        self.browsers = browsers.map {
            Browser(label: $0.address.label, problem: $0.problem.map(Texts.said(text:)), remove: Path.removePush($0.address.id))
        }
    }
}
