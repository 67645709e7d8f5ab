import Domain

/// Who knows an announcement and who does not: those first who ask for help, then those who were not reached.
package struct ReceiptsPart: Sendable {
    package struct Tab: Sendable {
        let label: String
        let count: String
        let style: String
        let link: Link
        let isCurrent: Bool
    }
    package struct Row: Sendable {
        let name: String
        let link: Link
        let groups: String
        let state: String
        let stateStyle: String
        /// "3 min ago".
        let age: AgeText?
        let answer: String?
        let text: String?
        let how: String
        /// The same in the row, after the age, without what stands once above the table.
        var way: String
        let phone: String
        let call: Link?
        /// A host says that they told this person by phone, or takes it back; nil where neither is to be done.
        var told: Told?
        /// The case of their call for help with this answer.
        let help: Link?
        /// Somebody answers, or may.
        var hasAnswerCell: Bool = true
        /// Of somebody in the table is known when or how.
        var hasWhenCell: Bool = true
        var hasToldCell: Bool = false
        /// Their answer is one for a host to read first.
        let isUrgent: Bool
    }
    package struct Told: Sendable {
        let action: Link
        let member: String
        let name: String
        let isUndo: Bool
    }
    let bar: ReceiptBar?
    let people: String
    let figure: ReceiptFigure?
    let tabs: [Tab]
    /// Each other answer with how many chose it.
    let answers: [Tab]
    var hasAnswers: Bool { !answers.isEmpty }
    let rows: [Row]
    /// There is a column for what people answer.
    let asks: Bool
    /// Of those whom nothing reaches, once for all: "45 people have not joined: by phone only."
    let unjoined: String?
    /// There is a column for when and on which way it came.
    let hasTimes: Bool
    var isEmpty: Bool { rows.isEmpty }
    /// There is a column for who was told by phone, as there is none for answers.
    let tells: Bool

    /// What the table shows: everybody, one state, or one answer.
    package struct Choice: Sendable, Equatable {
        let state: ReceiptState?
        let answer: Int?
        package init(state: ReceiptState?, answer: Int?) { (self.state, self.answer) = (state, answer) }

        func holds(_ receipt: AnnouncementReceipt) -> Bool {
            (state == nil || receipt.state == state) && (answer == nil || receipt.answer == answer)
        }
    }

    /// - Parameter mayTell: whether the reader may say who was told by phone.
    init(_ receipts: AnnouncementReceipts, _ choice: Choice, mayTell: Bool, slug: String, now: Instant) {
        let (found, counts) = (receipts.announcement, receipts.counts)
        bar = counts.people > 0 ? ReceiptBar(counts) : nil
        people = counted(counts.people, "person", "people")
        figure = ReceiptFigure(found, counts)
        (tabs, answers) = ReceiptsPart.tabs(receipts, choice, slug)
        let shown = receipts.receipts.filter(choice.holds)
        let apart = shown.count(where: ReceiptsPart.isUnjoined)
        unjoined = apart < 2 ? nil : Texts.said("\(counted(apart, "person has", "people have")) not joined: by phone only.")
        let answering = shown.contains { $0.answer != nil || !$0.text.isEmpty || receipts.calls[$0.member] != nil }
        asks = answering || !found.content.answers.isEmpty
        var rows = shown.map { [asks, unjoined] receipt in
            let help = receipts.calls[receipt.member].map { Path.helpCase(slug, $0) }
            var row = ReceiptsPart.row(receipt, found, help: help, slug, now)
            row.hasAnswerCell = asks
            if mayTell { row.told = ReceiptsPart.told(receipt, found, choice, slug) }
            if unjoined != nil, ReceiptsPart.isUnjoined(receipt) { row.way = "" }
            return row
        }
        hasTimes = rows.contains { $0.age != nil || !$0.way.isEmpty }
        // Whoever has not seen it answers nothing: it stands where their answer would.
        let tells = !asks && rows.contains { $0.told != nil }
        for index in rows.indices { (rows[index].hasWhenCell, rows[index].hasToldCell) = (hasTimes, tells) }
        self.tells = tells
        self.rows = rows
    }

    /// One for each state, and for each answer; those who ask for help are among the states.
    private static func tabs(
        _ receipts: AnnouncementReceipts, _ choice: Choice, _ slug: String
    ) -> (states: [Tab], answers: [Tab]) {
        let (found, counts) = (receipts.announcement, receipts.counts)
        func link(_ query: [(String, String)]) -> Link { Path.announcement(slug, found.id).asking(query) }
        let isAll = choice == Choice(state: nil, answer: nil)
        let chosen = found.content.answers.enumerated().map { index, answer -> Tab in
            let isHelp = answer.asksForHelp && receipts.answers[index] > 0
            return Tab(
                label: answer.label, count: String(receipts.answers[index]), style: isHelp ? "bad" : "",
                link: link([("answer", String(index))]), isCurrent: choice.answer == index)
        }
        let tabs =
            [Tab(label: Texts.said("Everyone"), count: String(counts.people), style: "", link: link([]), isCurrent: isAll)]
            + chosen.filter { $0.style == "bad" }
            + ReceiptState.allCases.filter { counts[$0] > 0 || $0 == choice.state }.map { state in
                Tab(
                    label: state.label, count: String(counts[state]), style: state.mark,
                    link: link([("state", state.rawValue)]), isCurrent: choice.state == state)
            }
        return (tabs, chosen.filter { $0.style != "bad" })
    }

    /// Of those who have not seen it: whoever has needs no call.
    private static func told(_ receipt: AnnouncementReceipt, _ announcement: Announcement, _ choice: Choice, _ slug: String) -> Told? {
        guard receipt.state < .shown, announcement.state == .sent else { return nil }
        let state = choice.state.map { [("state", $0.rawValue)] } ?? []
        return Told(
            action: Path.toldOfAnnouncement(slug, announcement.id).asking(state), member: receipt.member.description, name: receipt.name,
            isUndo: receipt.state == .phoned)
    }

    private static func row(
        _ receipt: AnnouncementReceipt, _ announcement: Announcement, help: Link?, _ slug: String, _ now: Instant
    ) -> Row {
        let answers = announcement.content.answers
        let seen = receipt.answered ?? receipt.opened ?? receipt.shown
        let at = receipt.state > .waiting ? seen ?? receipt.phoned ?? receipt.told : nil
        let how = how(receipt)
        return Row(
            name: receipt.name, link: Path.member(slug, receipt.member), groups: receipt.groups, state: receipt.state.label,
            stateStyle: receipt.state.style, age: at.map { AgeText.ago($0, now: now) },
            answer: receipt.answer.flatMap { answers.indices.contains($0) ? answers[$0].label : nil },
            text: receipt.text.isEmpty ? nil : receipt.text, how: how,
            way: hasGone(receipt) ? "" : at == nil ? how : " · " + how, phone: receipt.phone,
            call: receipt.phone.isEmpty ? nil : Path.telephone(receipt.phone), help: help,
            isUrgent: AnnouncementReceipts.isUrgent(receipt, answers))
    }

    /// They have seen it, and no way leads to them any more.
    private static func hasGone(_ receipt: AnnouncementReceipt) -> Bool {
        receipt.state >= .shown && !receipt.hasAccount && !receipt.deliveries.contains { $0.state == .accepted }
    }

    /// Nothing was sent to them, and nothing can be.
    private static func isUnjoined(_ receipt: AnnouncementReceipt) -> Bool {
        receipt.state < .phoned && !receipt.hasAccount && receipt.deliveries.isEmpty
    }

    /// On which ways it went, and why one failed. Whoever has seen it is reached: no way that failed says otherwise.
    static func how(_ receipt: AnnouncementReceipt) -> String {
        if receipt.state == .phoned { return Texts.said("by \(receipt.phonedBy)") }
        let isReached = receipt.state >= .shown
        let ways = isReached ? receipt.deliveries.filter { $0.state == .accepted } : receipt.deliveries
        guard !ways.isEmpty else {
            if receipt.hasAccount { return Texts.said("In the inbox") }
            return isReached ? Texts.said("No account now") : Texts.said("Not joined: by phone only")
        }
        return ways.map { delivery in
            let name = delivery.channel.label
            switch delivery.state {
            case .queued, .sending: return Texts.said("\(name): on its way")
            case .accepted: return Texts.said("\(name): sent")
            case .failed: return Texts.said("\(name): failed.") + " " + Texts.said(text: delivery.reason)
            case .expired: return Texts.said("\(name): too late")
            case .replaced: return Texts.said("\(name): replaced")
            case .unneeded: return Texts.said("\(name): not needed")
            }
        }.joined(separator: " · ")
    }
}

extension ReceiptState {
    /// Its part of the bar, and its tab.
    var mark: String {
        switch self {
        case .unreached: "is-unreached"
        case .waiting: "is-waiting"
        case .sent: "is-sent"
        case .phoned: "is-phoned"
        case .shown: "is-shown"
        case .opened: "is-opened"
        case .answered: "is-answered"
        }
    }

    var style: String {
        switch self {
        case .unreached: "bad"
        case .waiting: "warn"
        case .sent, .shown: ""
        case .phoned, .opened, .answered: "ok"
        }
    }
}
