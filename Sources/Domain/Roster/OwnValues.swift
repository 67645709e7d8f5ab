/// What stands in a trip's own columns for one member, by column. An absent value is the empty text.
package struct OwnValues: Sendable, Equatable {
    private var values: [ID: String] = [:]
    package init() {}

    package subscript(column: ID) -> String {
        get { values[column] ?? "" }
        set { values[column] = newValue.isEmpty ? nil : newValue }
    }
    package subscript(column: OwnColumn) -> String {
        get { self[column.id] }
        set { self[column.id] = newValue }
    }
    package var isEmpty: Bool { values.isEmpty }
    /// In no order.
    var all: [String] { values.isEmpty ? [] : Array(values.values) }

    /// The columns in which both differ.
    package func differences(to new: OwnValues) -> [ID] {
        guard self != new else { return [] }
        return Set(values.keys).union(new.values.keys).filter { self[$0] != new[$0] }.sorted()
    }

    /// Brings the values of those columns into the form in which they are kept, and says what does not hold, by the columns' keys.
    package mutating func tidy(_ columns: [OwnColumn]) -> [FieldError] {
        var check = Validation()
        for column in columns {
            let (value, complaint) = column.read(self[column])
            self[column] = value
            if let complaint { check.refuse(column.key, complaint) }
        }
        return check.errors
    }
}

extension OwnColumn {
    /// Characters of a value.
    package static let valueLimit = 200

    /// What was typed in the form in which it is kept, or as it was typed with what is wrong.
    package func read(_ typed: String) -> (value: String, complaint: Texts.Sentence?) {
        let text = tidyLine(typed)
        if text.isEmpty { return ("", nil) }
        guard text.count <= OwnColumn.valueLimit else {
            return (text, "At most \(grouped(OwnColumn.valueLimit)) characters, this has \(grouped(text.count)).")
        }
        switch kind {
        case .text: return (text, nil)
        case .choice:
            let found = choices.first { folded($0) == folded(text) }
            return (found ?? text, found == nil ? "Choose one of \(choices.joined(separator: ", "))." : nil)
        case .number:
            let found = OwnNumber(text)
            return (found?.text ?? text, found == nil ? "Type a number, for instance 42 or 3.5, with up to 4 decimals." : nil)
        case .date:
            let found = OwnColumn.day(text)
            return (found?.description ?? text, found == nil ? "Type a date, for instance 2026-01-31 or 31.1.2026." : nil)
        }
    }

    /// Also as most of Europe writes it. With slashes nobody knows which part is the month.
    static func day(_ text: String) -> Day? {
        if let day = Day(text) { return day }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { tidyLine(String($0)) }
        guard parts.count == 3, parts[2].count == 4, let day = parts[0].whole(in: 1...31), let month = parts[1].whole(in: 1...12),
            let year = parts[2].whole(in: 1...9999)
        else { return nil }
        return Day(year: year, month: month, day: day)
    }

    /// The value as people read it.
    package func text(_ value: String) -> String {
        guard kind == .date, let day = Day(value) else { return value }
        return day.short + " " + padded(day.components.year, 4)
    }

    /// Puts values in order; nil for the empty one.
    func sortKey(_ value: String) -> String? {
        guard !value.isEmpty else { return nil }
        return switch kind {
        case .text: naturalKey(folded(value))
        case .choice: padded(choices.firstIndex(of: value) ?? OwnColumn.choiceLimit, 3)
        case .number: OwnNumber(value)?.sortKey ?? value
        case .date: value
        }
    }
}

/// A number as it was typed, without rounding: at most 12 digits and 4 decimals.
struct OwnNumber {
    private let isNegative: Bool
    private let whole: Substring
    private let decimals: Substring

    /// With a point or a comma. A comma before three digits may stand for thousands: it is refused.
    init?(_ typed: String) {
        let text = typed.replacing("−", with: "-")
        var digits = text[...]
        if let sign = digits.first, sign == "-" || sign == "+" { digits = digits.dropFirst() }
        let parts = digits.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
        guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }) else {
            return nil
        }
        let fraction = parts.count == 2 ? parts[1] : ""
        guard fraction.count <= 4, !(digits.contains(",") && fraction.count == 3) else { return nil }
        whole = parts[0].drop { $0 == "0" }
        decimals = OwnNumber.withoutZeros(fraction)
        guard whole.count <= 12 else { return nil }
        isNegative = text.hasPrefix("-") && !(whole.isEmpty && decimals.isEmpty)
    }

    private static func withoutZeros(_ digits: Substring) -> Substring {
        digits.prefix((digits.lastIndex { $0 != "0" }).map { digits.distance(from: digits.startIndex, to: $0) + 1 } ?? 0)
    }

    var text: String {
        let digits = whole.isEmpty ? "0" : String(whole)
        let fraction = decimals.isEmpty ? "" : ".\(decimals)"
        return "\(isNegative ? "-" : "")\(digits)\(fraction)"
    }

    /// Of the same length for all: those below zero come first, the smallest of them before.
    var sortKey: String {
        let zeros = String(repeating: "0", count: 12 - whole.count)
        let digits = "\(zeros)\(whole)\(decimals)\(String(repeating: "0", count: 4 - decimals.count))"
        guard isNegative else { return "1" + digits }
        return "0" + String(decoding: digits.utf8.map { 105 - $0 }, as: UTF8.self)
    }
}
