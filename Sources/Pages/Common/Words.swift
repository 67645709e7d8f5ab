/// "1 member", "2 members".
func counted(_ count: Int, _ one: String, _ many: String? = nil) -> String { count == 1 ? "1 \(one)" : "\(count) \(many ?? one + "s")" }

/// What more than one page says.
enum Words {
    static let notStored = "The disk is full: this holds, but is not stored yet and would be lost in a restart. Sotravel keeps trying."
}
