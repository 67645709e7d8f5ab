import Domain

/// The delivery doctor: what went out on a trip, what waits, and why something did not arrive.
package struct DeliveryDoctorPage: Page {
    /// Everything that went out to one person.
    package struct Person: Sendable {
        let name: String
        /// Nil for an account that is not on the trip.
        let member: Link?
        /// What a host can do where something did not arrive.
        let call: Call?
        /// Of whoever has no number that is known.
        let page: Link?
        /// What failed, and a few more.
        let shown: [Item]
        let folded: [Item]
        let more: String
        var hasMore: Bool { !folded.isEmpty }
    }
    /// One notice on all of its ways to that person.
    package struct Item: Sendable {
        let title: String
        let at: TimeText
        let ways: [Way]
    }
    package struct Way: Sendable {
        let channel: String
        let state: String
        let style: String
        let detail: String?
        let again: Link?
        /// For whoever hears the button.
        let said: String
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
    let people: [Person]
    var hasPeople: Bool { !people.isEmpty }
    /// Where there are none.
    let empty: Nothing?

    package init(layout tripLayout: TripLayout, report: DeliveryReport, problem: String? = nil) {
        let (slug, zone, now) = (tripLayout.slug, tripLayout.trip.zone, tripLayout.now)
        let (member, channel, onlyFailed) = (report.filter.member, report.filter.channel, report.filter.onlyFailed)
        (layout, isStill, self.problem) = (tripLayout.layout, report.isStill, problem)
        lastRun = AgeText.ago(report.lastRun, now: now)
        func query(_ channel: DeliveryChannel?, _ onlyFailed: Bool = false) -> [(String, String)] {
            let failed: (String, String)? = onlyFailed ? DeliveryDoctorPage.failed : nil
            return [failed, channel.map { ("channel", $0.rawValue) }, member.map { ("member", $0.description) }].compactMap(\.self)
        }
        func choice(_ label: String, _ other: DeliveryChannel?, onlyFailed isFailed: Bool = false) -> Choice {
            Choice(
                label: label, link: Path.deliveries(slug).asking(query(other, isFailed)),
                isCurrent: other == channel && isFailed == onlyFailed)
        }
        choices =
            [choice(Texts.said("All channels"), nil), choice(Texts.said("Failed and not read"), nil, onlyFailed: true)]
            + DeliveryChannel.allCases.map { choice($0.label, $0) }
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
        let writer = DeliveryWriter(slug: slug, zone: zone, now: now, kept: query(channel, onlyFailed))
        people = writer.people(report.lines)
        let none =
            onlyFailed
            ? Nothing.settled("Everything of the last 24 hours arrived, or was read on a page.")
            : member == nil && channel == nil
                ? Nothing("No push, Telegram or email has gone out.", "Announcements are in the inbox.")
                : Nothing("Nothing has been sent here yet.", "Choose something else above.")
        empty = people.isEmpty ? none : nil
    }
    /// Of the address of what failed in the last day and nobody has read.
    private static let failed = ("only", "failed")
    package static let failedName = failed.0
    package static let failedValue = failed.1
    static func onlyFailed(_ slug: String) -> Link { Path.deliveries(slug).asking([failed]) }

    package func render(into out: inout HTMLBuffer) { Template.noticesDeliveries(self, &out) }
}

/// Lines of deliveries as people read them: of one person together, and of one notice.
private struct DeliveryWriter {
    typealias Line = DeliveryReport.Line
    /// Notices of one person that are shown at once, besides those that failed.
    private static let shown = 2
    let slug: String
    let zone: TripZone
    let now: Instant
    /// Which ones the page shows, so that it shows the same ones afterwards.
    let kept: [(String, String)]

    /// In the order of each one's first line.
    func people(_ lines: [Line]) -> [DeliveryDoctorPage.Person] {
        grouped(lines) { $0.member?.description ?? $0.name }.map(person)
    }

    private func grouped(_ lines: [Line], by key: (Line) -> String) -> [[Line]] {
        var (order, found) = ([String](), [String: [Line]]())
        for line in lines {
            let name = key(line)
            if found[name] == nil { order.append(name) }
            found[name, default: []].append(line)
        }
        return order.compactMap { found[$0] }
    }

    private func isLost(_ line: Line) -> Bool {
        (line.state == .failed || line.state == .expired) && !line.isShown && !line.isOpened
    }

    private func person(_ lines: [Line]) -> DeliveryDoctorPage.Person {
        let (first, notices) = (lines[0], grouped(lines) { $0.notice.description })
        let least = max(DeliveryWriter.shown, notices.prefix { $0.contains(where: isLost) }.count)
        let lost = lines.contains(where: isLost)
        let folded = notices.dropFirst(least)
        return DeliveryDoctorPage.Person(
            name: first.name, member: first.member.map { Path.deliveries(slug).asking("member", $0.description) },
            call: lost && !first.phone.isEmpty ? .init(number: first.phone, link: Path.telephone(first.phone)) : nil,
            page: lost && first.phone.isEmpty ? first.member.map { Path.member(slug, $0) } : nil,
            shown: notices.prefix(least).map(item), folded: folded.map(item), more: counted(folded.count, "more notice", "more notices"))
    }

    private func item(_ lines: [Line]) -> DeliveryDoctorPage.Item {
        DeliveryDoctorPage.Item(
            title: lines[0].title, at: TimeText(lines.map(\.at).max() ?? lines[0].at, zone: zone, now: now), ways: lines.map(way))
    }

    private func way(_ line: Line) -> DeliveryDoctorPage.Way {
        let (state, style) = line.isOpened ? (Texts.said("Opened"), "ok") : line.isShown ? (Texts.said("Shown"), "ok") : line.state.said
        let next = line.state == .queued ? Texts.said("Next attempt \(zone.local(line.dueAt).clock)") : nil
        let tries = line.attempts > 1 ? counted(line.attempts, "attempt") : nil
        let parts = [line.reason.isEmpty ? nil : Texts.said(text: line.reason), tries, next].compactMap(\.self)
        return DeliveryDoctorPage.Way(
            channel: line.channel.label, state: state, style: style, detail: parts.isEmpty ? nil : parts.joined(separator: " · "),
            again: line.again.map { Path.sendDeliveryAgain(slug, $0).asking(kept) },
            said: Texts.said("Try again by \(line.channel.label): \(line.title), \(line.name)"))
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
