import Domain

/// A track in every format that it can be saved as.
package struct TrackLink: Sendable {
    let label: String
    let link: Link

    static func group(_ name: String, _ slug: String) -> [TrackLink] { all { Path.groupTrack($0)(slug).asking("group", name) } }

    static func all(_ link: (TrackFormat) -> Link) -> [TrackLink] {
        TrackFormat.allCases.map { TrackLink(label: $0.label, link: link($0)) }
    }
}
