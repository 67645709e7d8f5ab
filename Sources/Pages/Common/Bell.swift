import Domain

/// The way to one's notices, with how many wait.
package struct Bell: Sendable {
    let link: Link
    let label: String
    let count: String?

    init(unread: Int) {
        link = Path.notices()
        label = unread == 0 ? Texts.said("Notices") : Texts.said("Notices, \(counted(unread, "unread notice"))")
        count = unread == 0 ? nil : unread > 99 ? "99+" : String(unread)
    }
}
