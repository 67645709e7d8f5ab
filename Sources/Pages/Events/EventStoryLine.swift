import Domain

/// What happened to an event: its changes and its answers, newest first.
package struct EventStoryLine: Sendable {
    let text: String
    let at: TimeText

    static func all(_ lines: [EventLogLine], _ changes: [AuditEntry], _ zone: TripZone, _ now: Instant) -> [EventStoryLine] {
        let answers = lines.map { line in
            (
                line.at,
                "\(line.memberName.isEmpty ? "" : line.memberName + ": ")\(word(line.action)) · \(line.author)"
                    + (line.note.isEmpty ? "" : " · “\(line.note)”")
            )
        }
        let edits = changes.map { entry in
            let details = entry.changes.map { change in
                let field = Texts.said(text: change.field)
                let to = change.to.isEmpty ? Texts.said("nothing") : change.saidTo
                return change.from.isEmpty ? "\(field) “\(change.saidTo)”" : "\(field) “\(change.saidFrom)” → “\(to)”"
            }
            return (
                entry.at,
                ([Texts.said(text: entry.action.prefix(1).uppercased() + entry.action.dropFirst())] + details).joined(separator: ", ")
                    + " · "
                    + entry.actorName
            )
        }
        return (edits + answers).sorted { $0.0 > $1.0 }.prefix(120).map {
            EventStoryLine(text: $0.1, at: TimeText($0.0, zone: zone, now: now))
        }
    }

    private static func word(_ action: String) -> String { Texts.said(text: RSVP(rawValue: action)?.label.lowercased() ?? action) }
}
