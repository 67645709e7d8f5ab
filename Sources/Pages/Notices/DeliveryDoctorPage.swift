import Domain

/// The delivery doctor: what went out on a trip, what waits, and why something did not arrive.
package struct DeliveryDoctorPage: Page {
    package struct Row: Sendable {
        let at: TimeText
        let name: String
        /// Nil for an account that is not on the trip.
        let member: Link?
        let channel: String
        let title: String
        let state: String
        let style: String
        let detail: String?
        /// What a host can do where it did not arrive.
        let again: Link?
        let call: Call?
        /// Of whoever has no number that is known.
        let page: Link?
    }
    package struct Call: Sendable {
        let number: String
        let link: Link
    }
    package struct Rate: Sendable {
        let channel: String
        let said: String
        /// "15 failed".
        let failed: String?
    }
    package struct Choice: Sendable {
        let label: String
        let link: Link
        let isCurrent: Bool
    }
    let layout: Layout
    let problem: String?
    let lastRun: AgeText
    let isStill: Bool
    let rates: [Rate]
    let choices: [Choice]
    let person: String?
    let everybody: Link
    let rows: [Row]
    var hasRows: Bool { !rows.isEmpty }
    /// Where there are none.
    let empty: String

    package init(layout tripLayout: TripLayout, report: DeliveryReport, problem: String? = nil) {
        let (slug, zone, now) = (tripLayout.slug, tripLayout.trip.zone, tripLayout.now)
        let (member, channel) = (report.filter.member, report.filter.channel)
        (layout, isStill, self.problem) = (tripLayout.layout, report.isStill, problem)
        lastRun = AgeText.ago(report.lastRun, now: now)
        func query(_ channel: DeliveryChannel?) -> [(String, String)] {
            [channel.map { ("channel", $0.rawValue) }, member.map { ("member", $0.description) }].compactMap(\.self)
        }
        func link(_ channel: DeliveryChannel?) -> Link { Path.deliveries(slug).asking(query(channel)) }
        choices =
            [Choice(label: Texts.said("All channels"), link: link(nil), isCurrent: channel == nil)]
            + DeliveryChannel.allCases.map { Choice(label: $0.label, link: link($0), isCurrent: channel == $0) }
        person = member.flatMap { id in report.lines.first { $0.member == id }?.name }
        everybody = Path.deliveries(slug)
        rates = report.rates.map { rate in
            let parts = [
                Texts.said("\(rate.accepted) delivered"), rate.waiting == 0 ? nil : Texts.said("\(rate.waiting) waiting"),
            ]
            return Rate(
                channel: rate.channel.label, said: parts.compactMap(\.self).joined(separator: ", "),
                failed: rate.failed == 0 ? nil : Texts.said("\(rate.failed) failed"))
        }
        rows = report.lines.map { Row($0, slug, zone, now, kept: query(channel)) }
        empty =
            member == nil && channel == nil
            ? Texts.said("No push, Telegram or email has gone out. Announcements are in the inbox.")
            : Texts.said("Nothing has been sent here yet.")
    }
    package func render(into out: inout HTMLBuffer) { Template.noticesDeliveries(self, &out) }
}

extension DeliveryDoctorPage.Row {
    /// - Parameter kept: which rows the page shows, so that it shows the same ones afterwards.
    init(_ line: DeliveryReport.Line, _ slug: String, _ zone: TripZone, _ now: Instant, kept: [(String, String)]) {
        at = TimeText(line.at, zone: zone, now: now)
        (name, title, channel) = (line.name, line.title, line.channel.label)
        member = line.member.map { Path.deliveries(slug).asking("member", $0.description) }
        (state, style) = line.isOpened ? (Texts.said("Opened"), "ok") : line.isShown ? (Texts.said("Shown"), "ok") : line.state.said
        let next = line.state == .queued ? Texts.said("Next attempt \(zone.local(line.dueAt).clock)") : nil
        let tries = line.attempts > 1 ? counted(line.attempts, "attempt") : nil
        let parts = [line.reason.isEmpty ? nil : Texts.said(text: line.reason), tries, next].compactMap(\.self)
        detail = parts.isEmpty ? nil : parts.joined(separator: " · ")
        let isLost = (line.state == .failed || line.state == .expired) && !line.isShown && !line.isOpened
        again = line.again.map { Path.sendDeliveryAgain(slug, $0).asking(kept) }
        call =
            isLost && !line.phone.isEmpty ? DeliveryDoctorPage.Call(number: line.phone, link: Path.telephone(line.phone)) : nil
        page = isLost && line.phone.isEmpty ? line.member.map { Path.member(slug, $0) } : nil
    }
}

extension DeliveryState {
    /// In plain words, with the style of its chip.
    var said: (String, String) {
        switch self {
        case .queued: (Texts.said("Waiting"), "warn")
        case .sending: (Texts.said("Being sent"), "")
        case .accepted: (Texts.said("Delivered"), "ok")
        case .failed: (Texts.said("Failed"), "bad")
        case .expired: (Texts.said("Too late"), "bad")
        case .replaced: (Texts.said("Replaced"), "off")
        case .unneeded: (Texts.said("Read first"), "off")
        }
    }
}
