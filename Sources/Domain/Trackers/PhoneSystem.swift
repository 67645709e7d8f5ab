/// What a page is opened on, as its browser says: which apps it can install.
package enum PhoneSystem: String, Sendable, CaseIterable {
    case iPhone = "iphone"
    case android
    case computer

    /// - Parameter userAgent: the header's text. What is no phone, or says so, is a computer.
    package init(userAgent: String) {
        if ["iPhone", "iPad", "iPod"].contains(where: userAgent.contains) {
            self = .iPhone
        } else if userAgent.contains("Android") {
            self = .android
        } else {
            self = .computer
        }
    }

    /// In words: "I use …".
    package var label: String {
        switch self {
        case .iPhone: "iPhone"
        case .android: "Android"
        case .computer: "Computer"
        }
    }
}
