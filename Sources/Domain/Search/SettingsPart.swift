/// A section of a trip's settings: whoever looks for one setting types its word, not "settings".
package struct SettingsPart: Sendable {
    /// By which it is found first, before the words of its fields.
    let title: String
    let label: String
    /// Of the page, as its sections are named.
    package let anchor: String
    let words: String

    private init(_ title: String, label: String, anchor: String, words: String) {
        (self.title, self.label, self.anchor) = (title, label, anchor)
        self.words = "settings " + words
    }

    /// Nil for what is no section of the settings.
    static func of(_ command: SearchCommand) -> SettingsPart? {
        switch command {
        case .settingsGeneral:
            SettingsPart(
                "Time zone", label: "Settings: General", anchor: "section-general",
                words: "general dates first last day name place web address")
        case .settingsBase:
            SettingsPart(
                "Base", label: "Settings: Base", anchor: "section-base", words: "hotel meeting information nearby metres mountain map")
        case .settingsSafety:
            SettingsPart(
                "Emergency numbers", label: "Settings: Safety", anchor: "section-safety",
                words: "safety phone rescue ambulance missing positions lost fresh minutes")
        case .settingsPrivacy:
            SettingsPart(
                "Privacy", label: "Settings: Privacy", anchor: "section-privacy",
                words: "sharing travellers see each other track lock screen keep history delete")
        case .settingsChat:
            SettingsPart(
                "Direct messages", label: "Settings: Chat", anchor: "section-chat", words: "chat moderators announce keep delete")
        case .settingsDeliveries:
            SettingsPart(
                "Deliveries", label: "Settings: Deliveries", anchor: "deliveries", words: "telegram group letters email failed arrived")
        case .settingsArchive:
            SettingsPart("Archive", label: "Settings: Archive", anchor: "archive", words: "end close reopen trip")
        default: nil
        }
    }
}
