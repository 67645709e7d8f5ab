import Domain

/// An appeal on its case, with the form for whoever decides it.
package struct AppealPart: Sendable {
    let text: String
    let at: TimeText
    let answer: String?
    /// Why the reader may not decide it, or that nobody else may.
    let remark: String?
    let action: Link?

    init(_ appeal: Appeal, _ slug: String, _ time: (Instant) -> TimeText) {
        text = appeal.text
        at = time(appeal.at)
        answer = appeal.isGranted.map { $0 ? Texts.said("Accepted") : Texts.said("Refused") }
        remark =
            !appeal.isOfReader
            ? nil
            : appeal.others.isEmpty
                ? Texts.said("You took this action, and there is nobody else who may decide the appeal.")
                : Texts.said(Appeal.sentence(appeal.others))
        action = appeal.mayBeDecided ? Path.decideAppeal(slug, appeal.number) : nil
    }
}
