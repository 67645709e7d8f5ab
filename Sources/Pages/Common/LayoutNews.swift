import Domain

/// What a page says above everything else: who needs help, who sees the reader, what they were given for a time.
extension Layout {
    static func term(_ coHost: CoHost?, _ trip: Trip?, _ now: Instant?) -> String? {
        guard let coHost, let trip, let now, !coHost.isOver(at: now) else { return nil }
        let author = coHost.namedBy + (coHost.reason.isEmpty ? "" : " (\(coHost.reason))")
        let period = coHost.period(trip.zone, now: now)
        return Texts.said(
            coHost.isActive(at: now)
                ? "You are a co-host \(period), named by \(author)." : "You will be a co-host \(period), named by \(author).")
    }

    /// The bars anew, without the case that the page is about.
    static func banners(_ reader: LayoutReader) -> Link {
        Path.banners().asking([("trip", reader.trip?.fields.slug ?? ""), ("case", reader.openCase?.description ?? "")])
    }

    static func badge(_ sharing: Sharing, _ trip: Trip) -> SharingBadge {
        let level = sharing.effective(trip.fields)
        let end = sharing.endsAt.map { trip.zone.local($0).clock }
        let (label, short, style): (Texts.Sentence, Texts.Sentence, String) =
            switch level {
            case .off: ("Not sharing", "Off", "off")
            case _ where sharing.lacksPosition: ("Your phone has sent no position yet", "No phone", "warn")
            case .hosts: (end.map { "Hosts see you until \($0)" } ?? "Hosts see you", "Hosts", "ok")
            case .everyone: (end.map { "Everyone sees you until \($0)" } ?? "Everyone sees you", "Everyone", "everyone")
            }
        return SharingBadge(
            label: Texts.said(label), short: Texts.said(short), style: style, isOff: level == .off,
            link: Path.my(trip.fields.slug).at("who-sees"))
    }
}
