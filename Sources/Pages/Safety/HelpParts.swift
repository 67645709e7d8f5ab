import Domain

/// The parts of a case's page.
extension HelpCasePage {
    static func call(_ call: HelpCase.Call, _ trip: Trip, _ now: Instant) -> Call {
        let words = call.text.isEmpty ? Texts.said("No words") : "“\(call.text)”"
        return Call(
            text: words, at: TimeText(call.calledAt, zone: trip.zone, now: now, zoneIsSaid: true), ago: .ago(call.calledAt, now: now),
            detail: HelpText.late(call, trip).map { ", " + $0 } ?? "",
            report: call.source == .message ? Path.moderationCase(trip.fields.slug, call.id) : nil)
    }

    /// The newest fix of each stay, newest first: those within 25 m of it are the same place.
    static func apart(_ fixes: [Fix]) -> [Fix] {
        let stays = fixes.reduce(into: [Fix]()) { stays, fix in
            if let last = stays.last, last.coordinates.distance(to: fix.coordinates) <= 25 { return }
            stays.append(fix)
        }
        return Array(stays.prefix(3))
    }

    static func position(_ fix: Fix, _ trip: Trip, _ now: Instant) -> Position {
        let height = fix.altitude.map { ", " + Texts.said("\(metres($0)) by phone") } ?? ""
        return Position(
            text: fix.coordinates.decimalText + (fix.accuracy.map { ", ± \(decimal($0, 0)) m" } ?? "") + height,
            age: AgeText(of: fix.time, now: now), at: TimeText(fix.time, zone: trip.zone, now: now, zoneIsSaid: true))
    }

    static func done(_ entry: HelpEntry, _ help: HelpCase, _ trip: Trip, _ now: Instant) -> Done {
        let name = entry.name
        let text: Texts.Sentence =
            switch entry.kind {
            case .taken: "\(name) is on it"
            case .handed: "\(name) handed it over to \(entry.text)"
            case .released: "\(name) is no longer on it"
            case .phoned: "\(name) phoned \(help.memberName)"
            case .note: "\(name) noted"
            case .saysOK: "\(name) says they are OK"
            case .resolved: "\(name) resolved it"
            case .reopened: "\(name) opened it again"
            }
        let words = entry.kind == .note || entry.kind == .resolved ? entry.text : ""
        return Done(
            text: Texts.said(text), words: words.isEmpty ? nil : words, by: name,
            at: TimeText(entry.at, zone: trip.zone, now: now, zoneIsSaid: true))
    }

    /// Whether whoever reads it is on it.
    static func isMine(_ detail: HelpDetail) -> Bool { detail.help.holder.map { $0.account == detail.reader } ?? false }

    /// What was done just now, with the way back; nil once it is so no more.
    /// - Parameter time: of the resolution that the address is about.
    package static func done(_ name: String, of time: Int?, _ slug: String, _ detail: HelpDetail) -> Flash? {
        let help = detail.help
        switch (name, help.state) {
        case ("acknowledged", .taken) where isMine(detail):
            return Flash(
                Texts.said("You’re on it: everybody sees your name."), undo: Path.handOverHelp(slug, help.id).asking("to", "back"))
        case ("handed-back", .open): return Flash(Texts.said("You’re no longer on it. The call is open again."))
        case ("resolved", .resolved):
            guard let time, resolution(help) == String(time) else { return nil }
            return Flash(Texts.said("The case is resolved."), undo: Path.reopenHelp(slug, help.id).asking("of", String(time)))
        default: return nil
        }
    }

    /// Which resolution it is, in an address.
    package static func resolution(_ help: HelpCase) -> String { help.ending?.at.inAddress ?? "" }

    /// What is said to whoever comes too late.
    package static func late(_ help: HelpCase) -> String? {
        help.holder.flatMap { help.state == .taken ? Texts.said("\($0.name) is on it already.") : nil }
    }

    /// Whoever is on it is not asked to hand it to themselves.
    static func colleagues(_ detail: HelpDetail) -> [FormField.Choice] {
        let holder = detail.help.state == .taken ? detail.help.holder : nil
        let mine = holder?.account == detail.reader
        let people = detail.colleagues.filter { $0.account != holder?.account }.map { ($0.account.description, $0.name) }
        let me = mine || holder == nil ? [] : [("me", Texts.said("Me"))]
        let nobody = holder == nil ? [] : [("nobody", Texts.said("Nobody: open again"))]
        return (me + people + nobody).map { .init(value: $0.0, label: $0.1, isSelected: false) }
    }

    /// What is read to the rescue service, or sent to it.
    static func rescue(_ detail: HelpDetail, _ trip: Trip, _ now: Instant) -> String {
        let help = detail.help
        var lines = [help.memberName + " (" + trip.fields.name + ")" + (help.text.isEmpty ? "" : ": “\(help.text)”")]
        if let place = detail.place {
            let forms = CoordinateForms(place.coordinates).forms.map { "\($0.name) \($0.text)" }.joined(separator: "; ")
            let accuracy = place.accuracy.map { ", ± \(decimal($0, 0)) m" } ?? ""
            if let words = detail.inWords { lines.append(words) }
            lines.append(forms)
            lines.append(Texts.said("Position of \(TimeText(place.fixedAt, zone: trip.zone, now: now).text)\(accuracy)"))
        } else {
            lines.append(Texts.said("No position known"))
        }
        let phone = detail.person?.phone ?? help.phone
        if !phone.isEmpty { lines.append(Texts.said("Phone \(phone)")) }
        return lines.joined(separator: "\n")
    }
}
