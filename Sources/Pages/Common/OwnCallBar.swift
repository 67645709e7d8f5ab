import Domain

/// Where every page of a traveller says how their own call for help stands: empty while they have none, so that a page which is open has
/// the place to draw it into.
package struct OwnCallBar: Sendable {
    package struct Line: Sendable {
        let text: String
        /// Where one calls: it says everything.
        let link: Link
        let style: String
    }
    let line: Line?

    /// Nil for a reader who cannot call here, and for those who hear all calls: theirs is among them.
    init?(_ reader: LayoutReader, sos: Link?) {
        guard let sos, (reader.role ?? reader.frameRole)?.seesPositions == false else { return nil }
        line = reader.ownCall.map { help in
            let style = help.state == .open && help.saidOKAt == nil ? "waiting" : "taken"
            return Line(text: OwnCallBar.text(help, reader.zone), link: sos, style: (help.isTest ? "test " : "") + "own " + style)
        }
    }

    private static func text(_ help: HelpCase, _ zone: TripZone) -> String {
        if let said = help.saidOKAt { return OwnOK.said(zone.local(said).clock) }
        if help.isWaiting, !help.isTest, let holder = help.holder {
            return Texts.said("You called again. \(holder.name) has not answered yet.")
        }
        guard help.state == .taken, let holder = help.holder else {
            return Texts.said(help.isTest ? "Your test call: nobody yet" : "You called for help. Nobody is on it yet.")
        }
        return Texts.said(help.isTest ? "Your test call: \(holder.name) is on it" : "Your call for help: \(holder.name) is on it")
    }
}
