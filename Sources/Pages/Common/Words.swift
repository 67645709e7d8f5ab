/// "1 member", "2 members".
func counted(_ count: Int, _ one: String, _ many: String? = nil) -> String { count == 1 ? "1 \(one)" : "\(count) \(many ?? one + "s")" }
