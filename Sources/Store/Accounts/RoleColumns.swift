import Database
import Domain

/// A role as `member` holds it: a medic's row is a traveller's with a mark.
extension Role {
    static let column = "CASE is_medic WHEN 1 THEN 'medic' ELSE role END"

    init(_ row: Row, _ index: Int32) { self = Role(rawValue: row.text(index)) ?? .traveller }

    /// For `role = ?, is_medic = ?`.
    var stored: [Value] { [.text((self == .medic ? .traveller : self).rawValue), Value(self == .medic)] }
}
