/// What can be bound to a statement.
package enum Value: Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])

    package init(_ value: Int) { self = .integer(Int64(value)) }
    package init(_ value: Bool) { self = .integer(value ? 1 : 0) }
    package init(_ value: Double?) { self = value.map { .real($0) } ?? .null }
    package init(_ value: Int64?) { self = value.map { .integer($0) } ?? .null }
}
