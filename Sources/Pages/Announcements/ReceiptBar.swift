import Domain

/// How far an announcement came with everybody, as one bar.
package struct ReceiptBar: Sendable {
    package struct Segment: Sendable {
        let style: String
        let start: String
        let width: String
        /// "12 answered".
        let words: String
    }
    let segments: [Segment]
    /// The same in words.
    let label: String

    init(_ counts: ReceiptCounts) {
        var (segments, start): ([Segment], Double) = ([], 0)
        for state in ReceiptState.allCases.reversed() where counts[state] > 0 {
            let width = 1000 * Double(counts[state]) / Double(max(1, counts.people))
            segments.append(
                Segment(
                    style: state.mark, start: decimal(start, 1), width: decimal(width, 1), words: ReceiptBar.part(state, counts[state])))
            start += width
        }
        self.segments = segments
        label = ReceiptBar.words(counts)
    }

    /// "12 answered, 20 opened it, 4 told by phone, 3 to call".
    static func words(_ counts: ReceiptCounts) -> String {
        let parts = ReceiptState.allCases.reversed().filter { counts[$0] > 0 }.map { ReceiptBar.part($0, counts[$0]) }
        return parts.isEmpty ? Texts.said("Nobody") : parts.joined(separator: ", ")
    }

    private static func part(_ state: ReceiptState, _ count: Int) -> String {
        switch state {
        case .answered: Texts.said("\(count) answered")
        case .opened: Texts.said("\(count) opened it")
        case .phoned: Texts.said("\(count) told by phone")
        case .shown: Texts.said("\(count) shown")
        case .sent: Texts.said("\(count) sent")
        case .waiting: Texts.said("\(count) on the way")
        case .unreached: Texts.said("\(count) to call")
        }
    }
}
