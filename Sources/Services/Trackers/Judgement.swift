import Domain

/// What is kept of a report, and what the tracker doctor has to say of the rest: all that is left out is named.
struct Judgement {
    /// Kinds of remarks that a request is given one by one.
    private static let kindsShown = 8

    private(set) var fixes: [Fix] = []
    private(set) var remark: TrackerRemark?

    /// - Parameters:
    ///   - reason: why nothing is kept, not even the values of what is refused; nil where all goes its way.
    ///   - latest: what time it may be by now.
    init(_ report: TrackerReport, notKept reason: String?, at now: Instant, latest: Instant) {
        fixes.reserveCapacity(report.fixes.count)
        var (refused, problems) = ([RefusedFix](), [String: Int]())
        for raw in report.fixes {
            switch raw.judged(receivedAt: now, latest: latest) {
            case .success(let fix) where reason == nil:
                fixes.append(fix)
                for name in raw.impossible { problems["left out: " + name, default: 0] += 1 }
            case .success: problems["not kept: " + (reason ?? ""), default: 0] += 1
            case .failure(let refusal):
                problems["refused: " + refusal.sentence, default: 0] += 1
                if reason == nil, refused.count < TrackerRemark.refusedKept { refused.append(RefusedFix(raw: raw, refusal: refusal)) }
            }
        }
        for problem in report.problems { problems[problem, default: 0] += 1 }
        guard !problems.isEmpty || !report.notes.isEmpty else { return }
        var reasons = problems
        for note in report.notes { reasons[note, default: 0] += 1 }
        remark = TrackerRemark(
            summary: Judgement.summary(stored: fixes.count, reasons), isProblem: !problems.isEmpty, refused: refused)
    }

    private static func summary(stored: Int, _ reasons: [String: Int]) -> String {
        let parts = reasons.sorted { $0.key < $1.key }.map { $0.value == 1 ? $0.key : "\($0.value) × \($0.key)" }
        let head = stored == 0 ? [] : [counted(stored, "position") + " stored"]
        let rest = parts.count > kindsShown ? ["and \(parts.count - kindsShown) more kinds of entries"] : []
        return (head + parts.prefix(kindsShown) + rest).joined(separator: "; ")
    }
}
