import Domain

extension FormPage {
    /// The last question before something that is in a bin is erased.
    /// - Parameter bin: the way back.
    package static func eraseNow(_ name: String, layout: Layout, action: Link, bin: Link) -> FormPage {
        FormPage(layout: layout, heading: Texts.said("Delete \(name) for good?"), action: action, fields: [], submit: "Delete for good")
            .with(other: ("Back to the bin", bin))
            .narrow
            .asDanger
    }
}
