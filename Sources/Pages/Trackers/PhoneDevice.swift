import Domain

/// For which phone somebody sets an app up: each can install others.
struct PhoneDevice: Sendable {
    let label: String
    let link: Link
    let isCurrent: Bool

    static func all(chosen: PhoneSystem, _ link: (PhoneSystem) -> Link) -> [PhoneDevice] {
        PhoneSystem.allCases.map { PhoneDevice(label: Texts.said(text: $0.label), link: link($0), isCurrent: $0 == chosen) }
    }
}
