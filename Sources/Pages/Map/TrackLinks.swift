import Domain

/// A track in every format that it can be saved as.
package struct TrackLink: Sendable {
    let label: String
    let link: Link

    static func all(_ link: (TrackFormat) -> Link) -> [TrackLink] {
        TrackFormat.allCases.map { TrackLink(label: $0.label, link: link($0)) }
    }
}
