import Domain

/// The feeds of a trip: what they are, how they answer, and every station that is left out with the reason.
package struct BikeDoctorPage: Page {
    package struct Fact: Sendable {
        let label: String
        let text: String
    }
    package struct Answer: Sendable {
        let at: String
        let document: String
        let result: String
        let size: String
        let time: String
        let isBad: Bool
    }
    package struct Fault: Sendable {
        let station: String
        let value: String
    }
    /// Stations with the same fault.
    package struct FaultGroup: Sendable {
        let text: String
        let count: String
        let leavesOut: Bool
        let faults: [Fault]
        /// Beyond those that are listed.
        let rest: String?
        let all: Link?
    }
    package struct Feed: Sendable {
        let id: String
        let title: String
        let health: String
        let style: String
        let problem: String?
        let facts: [Fact]
        let answers: [Answer]
        let groups: [FaultGroup]
        var isClean: Bool { groups.isEmpty }
        let edit: Link?
        let remove: Link?
        /// Every station with its fault.
        let file: Link?
    }
    private static let shown = 100
    let layout: Layout
    let feeds: [Feed]
    let add: Link?
    let back: Link?

    /// - Parameter whole: the feed of which every station is listed, however many.
    package init(layout tripLayout: TripLayout, feeds states: [BikeFeedState], whole: ID? = nil) {
        layout = tripLayout.layout
        feeds = states.map { BikeDoctorPage.feed($0, tripLayout, most: $0.feed.id == whole ? .max : BikeDoctorPage.shown) }
        add = tripLayout.isOpenHost && states.count < BikeFeedFields.most ? Path.newBikeFeed(tripLayout.slug) : nil
        back = states.isEmpty ? nil : Path.bikes(tripLayout.slug)
    }

    package func render(into out: inout HTMLBuffer) { Template.bikesBikeDoctor(self, &out) }

    private static func feed(_ state: BikeFeedState, _ layout: TripLayout, most: Int) -> Feed {
        let all = Path.bikeFeeds(layout.slug).asking("all", state.feed.id.description)
        let (health, style) =
            state.problem != nil
            ? ("Has a problem", "chip bad") : state.answeredAt != nil ? ("Answers", "chip ok") : ("Not asked yet", "chip")
        return Feed(
            id: "feed-\(state.feed.id)", title: state.title, health: Texts.said(text: health), style: style,
            problem: state.problem.map(BikeText.problem), facts: facts(state, layout),
            answers: state.answers.prefix(20).map { answer($0, layout) }, groups: groups(state.faults, most: most, all),
            edit: layout.isOpenHost ? Path.editBikeFeed(layout.slug, state.feed.id) : nil,
            remove: layout.isOpenHost ? Path.removeBikeFeed(layout.slug, state.feed.id) : nil,
            file: state.faults.isEmpty ? nil : Path.bikeFeedFaults(layout.slug, state.feed.id))
    }

    private static func facts(_ state: BikeFeedState, _ layout: TripLayout) -> [Fact] {
        func time(_ instant: Instant?) -> String? { instant.map { TimeText($0, zone: layout.trip.zone, now: layout.now).text } }
        let isNoTime = state.updatedAt.map { $0 < BikeNumbers.earliestReport } ?? false
        let dataFrom = isNoTime ? Texts.said("The feed gives no time") : time(state.updatedAt)
        let version = state.version.isEmpty ? nil : state.feed.source.kind == .gbfs ? "GBFS \(state.version)" : state.version
        let facts: [(String, String?)] = [
            ("Address", WebAddress(state.feed.source.url).map { String($0.text.prefix { $0 != "?" }) }), ("Version", version),
            ("Stations", String(state.stationCount)), ("Data from", dataFrom), ("Last answer", time(state.answeredAt)),
            ("Valid for", state.ttl.map { Texts.said("\($0) s") }), ("Next request", time(state.nextAt)),
            ("Key", state.feed.source.key.isEmpty ? nil : Texts.said("Stored")), ("Added by", state.feed.addedBy),
        ]
        return facts.compactMap { label, text in text.map { Fact(label: Texts.said(text: label), text: $0) } }
    }

    private static func answer(_ answer: BikeAnswer, _ layout: TripLayout) -> Answer {
        let result = answer.problem.map(BikeText.problem) ?? Texts.said(answer.status == 304 ? "Unchanged" : "Read")
        let local = layout.trip.zone.local(answer.at)
        return Answer(
            at: local.clock + ":" + padded(local.secondsOfDay % 60, 2), document: answer.document,
            result: (answer.status == 0 ? "" : "\(answer.status): ") + result, size: answer.bytes == 0 ? "" : size(answer.bytes),
            time: "\(answer.milliseconds) ms", isBad: answer.problem != nil)
    }

    private static func size(_ bytes: Int) -> String {
        bytes < 1000 ? "\(bytes) B" : bytes < 1_000_000 ? "\(bytes / 1000) kB" : decimal(Double(bytes) / 1e6, 1) + " MB"
    }

    /// What leaves stations out comes first.
    private static func groups(_ faults: [BikeFault], most: Int, _ all: Link) -> [FaultGroup] {
        let byKind = Dictionary(grouping: faults, by: \.kind)
        return BikeFault.Kind.allCases.compactMap { kind in
            guard let found = byKind[kind] else { return nil }
            let named = found.filter { !$0.station.isEmpty || !$0.value.isEmpty }
            let rest = named.count - min(named.count, most)
            return FaultGroup(
                text: BikeText.fault(kind), count: counted(found.count, "station"), leavesOut: kind.leavesOut,
                faults: named.prefix(most).map { Fault(station: $0.station, value: $0.value) },
                rest: rest > 0 ? counted(rest, "more station") : nil, all: rest > 0 ? all : nil)
        }
    }
}

extension BikeDoctorPage {
    /// Every station with its fault: what leaves stations out comes first. RFC 4180, cells guarded against formulas.
    package static func csvText(_ faults: [BikeFault]) -> String {
        let byKind = Dictionary(grouping: faults, by: \.kind)
        let rows = BikeFault.Kind.allCases.flatMap { kind in
            (byKind[kind] ?? []).map { fault in
                [fault.station, Texts.said(kind.leavesOut ? "Left out" : "Shown"), BikeText.fault(kind), fault.value]
            }
        }
        let head = ["Station", "Result", "Reason", "Value in the feed"].map(Texts.said(text:))
        return "\u{FEFF}" + ([head] + rows).map(CSV.line).joined()
    }
}

/// The form of a feed, new or known.
package enum BikeFeedForm {
    /// Every field with what was typed.
    package static func page(
        _ tripLayout: TripLayout, id: ID?, version: Int, _ values: [String: String], hasKey: Bool, _ errors: [FieldError],
        _ problem: String?
    ) -> FormPage {
        let slug = tripLayout.slug
        let kinds = [("gbfs", "GBFS: most systems"), ("digitransit", "Digitransit: Finland, with a key")].map {
            ($0.0, Texts.said(text: $0.1))
        }
        let fields = [
            FormField("kind", "Kind of feed", values["kind"] ?? "gbfs", kind: .choice).offering(kinds),
            FormField(
                "url", "Address", values["url"] ?? "",
                hint: "For GBFS, the address of gbfs.json. Only the server asks it. Nobody’s visit is passed on.", errors: errors,
                isRequired: true),
            FormField("name", "Name", values["name"] ?? "", hint: "Leave it empty to use the feed’s own name.", errors: errors),
            FormField(
                "key", "Key", kind: .password,
                hint: hasKey ? "A key is stored and never shown. Type one only to replace it." : "Only Digitransit needs one.",
                errors: errors
            ).filled(by: "off"),
        ]
        let heading = id == nil ? "Add a bike feed" : "Change the bike feed"
        return FormPage(
            layout: tripLayout.layout, heading: heading,
            action: id.map { Path.editBikeFeed(slug, $0) } ?? Path.newBikeFeed(slug), fields: fields,
            submit: id == nil ? "Add the feed" : "Save"
        )
        .with(hidden: id == nil ? [] : [("version", String(version))])
        .with(other: (Texts.said("Cancel"), Path.bikeFeeds(slug)))
        .with(problem: problem)
    }
}
