import Domain

/// Somebody who needs help, on every page of those who may help: red while nobody is on it, amber while somebody is.
package struct HelpBar: Sendable {
    static let length = 120
    let id: String
    let name: String
    /// Who it is: a host's own call makes no noise on their own pages.
    let memberID: String
    /// The last call, for the script that sounds; nil once somebody is on it, and for one's own.
    let sounds: String?
    /// "waiting" or "taken", and "test", "own" or "said-ok" besides.
    let style: String
    let isWaiting: Bool
    let isTest: Bool
    /// How urgent it is, and when they last called.
    let rank: Int
    let newestAt: Instant
    /// Who, and what they said: for the browser's own notification.
    let text: String
    let headline: String
    /// On the page of another case: that this is somebody else. A phone says so in the second line.
    let other: String?
    /// "SOS: Olga Dummy", after that this is somebody else "Olga Dummy".
    let title: String
    let words: String?
    let raised: AgeText
    let status: String
    /// The same where there is little room.
    let shortStatus: String
    let shortAge: AgeText?
    /// "Trip beta, last position", before the position's age.
    let detail: String
    let age: AgeText?
    let accuracy: String
    /// When they said that they are OK; else that they called again, or what they said before.
    let again: Again?
    /// Nil for the member who called, while somebody is on it, and on the page of another case: there it would stand above that one's own
    /// "I'm on it", and be taken for it.
    let take: Link?
    let phone: Link?
    let map: Link?
    let open: Link
    let isOwn: Bool
    /// Whether the page is about it: it sounds, and has no bar.
    let isHere: Bool

    struct Again {
        let text: String
        let at: AgeText
    }

    /// - Parameter openCase: what the page is about.
    init(_ found: OpenHelp, isOfOpenTrip: Bool, isOwn: Bool, openCase: ID?, now: Instant) {
        let (help, trip, place) = (found.help, found.trip, found.place)
        let slug = trip.fields.slug
        let words = help.calls.last { !$0.text.isEmpty }?.text
        id = help.id.description
        (memberID, name) = (help.memberID.description, help.memberName)
        (isWaiting, isTest, rank, newestAt) = (help.state == .open, help.isTest, help.rank, help.newestAt)
        sounds = isWaiting && !isOwn ? help.newest?.id.description : nil
        style = HelpBar.style(help, isOwn: isOwn)
        headline = HelpText.headline(help)
        self.words = words.map(HelpBar.quoted)
        text = headline + (words.map { " – " + HelpBar.quoted($0) } ?? "")
        raised = .ago(help.raisedAt, now: now)
        status = HelpText.status(help)
        let short = HelpText.short(help)
        shortStatus = openCase == nil || openCase == help.id ? short : Texts.said("Another person, \(short)")
        shortAge = HelpLine.age(help, now)
        // Quoted words say where they were read.
        let late = help.newest.flatMap { $0.source == .message && words != nil ? nil : HelpText.late($0, trip) }
        let known = Texts.said(place == nil ? "no position known" : "last position")
        detail = [isOfOpenTrip ? nil : trip.fields.name, late, known].compactMap(\.self).joined(separator: ", ")
        age = place.map { .ago($0.fixedAt, now: now) }
        accuracy = place?.accuracy.map { ", ± \(decimal($0, 0)) m" } ?? ""
        again = HelpBar.again(help, now)
        take = isWaiting && !isOwn && (openCase == nil || openCase == help.id) ? Path.takeHelp(slug, help.id) : nil
        phone = isOwn || help.phone.isEmpty ? nil : Path.telephone(help.phone)
        map = Path.map(slug, of: help) ?? (place == nil ? nil : Path.map(slug).asking("member", help.memberID.description))
        open = Path.helpCase(slug, help.id)
        (self.isOwn, isHere) = (isOwn, openCase == help.id)
        other = openCase == nil || isHere ? nil : Texts.said("Another person")
        title = other != nil && help.isCall && !help.isTest ? help.memberName : headline
    }

    private static func style(_ help: HelpCase, isOwn: Bool) -> String {
        let urgency = help.state == .open ? "waiting" : "taken"
        return urgency + (help.isTest ? " test" : "") + (isOwn ? " own" : "") + (help.saidOKAt == nil ? "" : " said-ok")
    }

    static func quoted(_ text: String) -> String { "“" + cut(text, HelpBar.length) + "”" }

    private static func again(_ help: HelpCase, _ now: Instant) -> Again? {
        if let said = help.saidOKAt { return Again(text: Texts.said("Said they are OK"), at: .ago(said, now: now)) }
        let calls = help.calls
        guard calls.count > 1, let newest = calls.last else { return nil }
        if !newest.text.isEmpty, let before = calls.dropLast().last(where: { !$0.text.isEmpty }) {
            return Again(text: Texts.said("Earlier: \(quoted(before.text))"), at: .ago(before.calledAt, now: now))
        }
        return Again(text: Texts.said("Called again"), at: .ago(newest.calledAt, now: now))
    }
}

/// How many of one trip have no bar, who they are, and the list that has them.
package struct HelpRest: Sendable {
    let text: String
    let link: Link
    /// Of one alone.
    let age: AgeText?
    let state: String?
}

/// Who needs help: the most urgent call in full, of the others how many they are.
package struct HelpBars: Sendable {
    /// The most urgent call of somebody else who waits; else the reader's own that waits, else what somebody is on. A test only where
    /// there is nothing else.
    let first: HelpBar?
    /// Those without a bar: a page sounds for them too, and counts them.
    let marks: [HelpBar]
    /// Of each trip; none for the case that the page is about.
    let rest: [HelpRest]
    /// How many these are.
    let others: Int
    /// What one line says of them.
    let inOneLine: HelpLine.Others
    /// Whether nobody is on one of the others.
    let restIsWaiting: Bool
    /// "waiting" then, else "taken"; and "test" where those who wait only test.
    let restStyle: String
    /// Whether there is anything that may make a sound.
    let sounds: Bool
    /// The page is about one case: of the others there is one line.
    let isAside: Bool

    init(_ reader: LayoutReader, now: Instant?) {
        let all = reader.help.map { found in
            let isOwn = reader.actor?.members[found.trip.id] == found.help.memberID
            return HelpBar(
                found, isOfOpenTrip: found.trip.id == reader.trip?.id, isOwn: isOwn, openCase: reader.openCase,
                now: now ?? found.help.raisedAt)
        }
        isAside = reader.openCase != nil
        let seen = all.filter { !$0.isHere }
        let real = seen.filter { !$0.isTest }
        let shown = HelpBars.urgent(real) ?? HelpBars.urgent(seen)
        first = shown
        marks = all.filter { $0.id != shown?.id }
        sounds = shown != nil && all.contains { !$0.isOwn }
        let without = reader.help.filter { $0.help.id.description != shown?.id && $0.help.id != reader.openCase }
        let waiting = without.filter { $0.help.state == .open }
        others = without.count
        restIsWaiting = !waiting.isEmpty
        restStyle = waiting.isEmpty ? "taken" : waiting.contains { !$0.help.isTest } ? "waiting" : "waiting test"
        let sorted = without.sorted { ($0.help.rank, $1.help.newestAt) < ($1.help.rank, $0.help.newestAt) }
        inOneLine = HelpLine.Others(sorted.map(\.help), beside: shown, now)
        rest = HelpBars.rest(sorted, of: reader.slug, now)
    }

    private static func urgent(_ bars: [HelpBar]) -> HelpBar? { bars.first { $0.isWaiting && !$0.isOwn } ?? bars.first }

    /// - Parameter others: the most urgent first, and of those alike whoever called last.
    private static func rest(_ others: [OpenHelp], of slug: String?, _ now: Instant?) -> [HelpRest] {
        var trips: [Trip] = []
        for found in others where !trips.contains(where: { $0.id == found.trip.id }) { trips.append(found.trip) }
        return trips.map { trip in
            let calls = others.filter { $0.trip.id == trip.id }.map(\.help)
            let more = counted(calls.count, "more call", "more calls")
            let place = trip.fields.slug == slug ? Texts.said("and \(more)") : Texts.said("and \(more) on \(trip.fields.name)")
            let only = calls.count == 1 ? calls.first : nil
            return HelpRest(
                text: "\(place): \(names(calls))", link: Path.help(trip.fields.slug),
                age: only.map { .ago($0.raisedAt, now: now ?? $0.raisedAt) }, state: only.map(HelpText.short))
        }
    }

    /// Two of them; of several each with how it stands.
    private static func names(_ calls: [HelpCase]) -> String {
        guard calls.count > 1 else { return calls.first.map(HelpText.headline) ?? "" }
        let named = calls.prefix(2).map { "\(HelpText.headline($0)) (\(HelpText.short($0)))" }
        return named.joined(separator: ", ") + (calls.count > 2 ? " …" : "")
    }
}
