import Domain

extension Day {
    /// "Mon 23 – Sun 29 Nov 2026": month and year stand once where both days share them.
    package func span(to last: Day) -> String {
        guard self < last else { return long }
        let (first, end) = (description.prefix(7), last.description.prefix(7))
        // The words of "Mon 23 Nov 2026".
        let words = first == end ? 2 : first.prefix(4) == end.prefix(4) ? 3 : 4
        return long.split(separator: " ").prefix(words).joined(separator: " ") + " – " + last.long
    }

    /// The same without the year while `today` is one of its days; the year stays where the days are of two.
    package func span(to last: Day, during today: Day) -> String {
        let isPlain = self < last && (self...last).contains(today) && components.year == last.components.year
        return isPlain ? "\(withoutYear) – \(last.withoutYear)" : span(to: last)
    }
}
