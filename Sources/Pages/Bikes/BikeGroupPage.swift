import Domain

/// Where a group finds bikes, and docks where it rides.
package struct BikeGroupPage: Page {
    package struct Part: Sendable {
        let id: String
        let people: String
        let name: String
        let link: Link
        let distance: String
        let walk: String
        let has: String
    }
    package struct End: Sendable {
        let title: String
        let answer: String
        let style: String
        let walked: String?
        let parts: [Part]
        let empty: String?
    }
    let layout: Layout
    let action: Link
    let people: FormField
    let stops: FormField
    let radius: FormField
    let from: FormField
    let to: FormField
    let hereLatitude: String
    let hereLongitude: String
    let isHere: Bool
    /// "12 bikes to rent near Hotel Valrosa"; nothing until there is an answer.
    let asked: String
    let isOpen: Bool
    let ends: [End]
    let listMap: ListMap?
    let limits: String?
    let made: BikesMade

    /// - Parameter answer: the plan is nil where nothing was asked yet, or no place is chosen; the ground while there is no map.
    package init(
        layout tripLayout: TripLayout, asked: (request: BikeGroupRequest, errors: [FieldError]),
        answer: (plan: BikeGroupPlan?, ground: (version: String, style: MapStyle)?), origins: [BikeOrigin],
        from origin: (kind: BikeOrigin.Kind?, here: Coordinates?)
    ) {
        let ((request, errors), (plan, ground)) = (asked, answer)
        let slug = tripLayout.slug
        (layout, made) = (tripLayout.layout, BikesMade(tripLayout))
        action = Path.bikeGroup(slug).at("bike-answer")
        people = FormField("people", "People", request.typed, kind: .number, errors: errors).half
        let few = (1...BikeParty.mostStops).map { (String($0), Texts.said($0 == 1 ? "One station" : "At most \($0) stations")) }
        let parts = few + [("any", Texts.said("Any number"))]
        stops =
            FormField("stops", "Split over", request.most.map { String($0) } ?? "any", kind: .choice)
            .offering(parts).half
        radius =
            FormField("radius", "Within", String(request.radius), kind: .choice)
            .offering(BikeChoice.radii.map { (String($0), BikeText.radius($0)) }).half
        let places = origins.map { ($0.kind.text, BikeText.origin($0)) }
        isHere = origin.kind == .here && origin.here != nil
        (hereLatitude, hereLongitude) =
            (origin.here.map { decimal($0.latitude, 5) } ?? "", origin.here.map { decimal($0.longitude, 5) } ?? "")
        let chosen = plan?.start.place.kind ?? origin.kind
        from = FormField("from", "From", chosen?.text ?? "", kind: .choice)
            .offering((isHere ? [("here", Texts.said("My position"))] : []) + places)
        to = FormField("to", "To", request.destination?.text ?? "", kind: .choice, errors: errors)
            .offering([("", Texts.said("Bikes only"))] + places)
        (self.asked, isOpen) = (BikeGroupPage.asked(plan), plan == nil)
        ends = BikeGroupPage.ends(plan, slug, tripLayout.now)
        listMap = BikeGroupPage.map(plan, ground)
        limits = plan.map { _ in
            Texts.said("No other choice means less walking. Distances are as the crow flies, minutes are estimated.")
        }
    }

    package func render(into out: inout HTMLBuffer) { Template.bikesBikeGroup(self, &out) }

    private static func asked(_ plan: BikeGroupPlan?) -> String {
        guard let plan else { return Texts.said("Your group") }
        let (bikes, docks) = (counted(plan.request.people, "bike"), counted(plan.request.people, "dock"))
        let start = BikeText.origin(plan.start.place)
        guard let end = plan.destination.map({ BikeText.origin($0.place) }) else { return Texts.said("\(bikes) to rent near \(start)") }
        return Texts.said("\(bikes) to rent near \(start), \(docks) near \(end)")
    }

    private static func ends(_ plan: BikeGroupPlan?, _ slug: String, _ now: Instant) -> [End] {
        guard let plan else { return [] }
        let start = end(plan.start, plan.request, slug, isStart: true, now)
        return [start] + (plan.destination.map { [end($0, plan.request, slug, isStart: false, now)] } ?? [])
    }

    private static func end(
        _ end: BikeGroupPlan.End, _ request: BikeGroupRequest, _ slug: String, isStart: Bool, _ now: Instant
    ) -> End {
        let (radius, place) = (BikeText.radius(request.radius), BikeText.origin(end.place))
        let isEnough = end.found >= request.people
        let (found, wanted) = (end.found, request.people)
        let all = isStart ? counted(wanted, "bike") : counted(wanted, "dock")
        let answer = Texts.said("\(found) of \(all) within \(radius)")
        let average = end.found > 0 ? bikeDistance(end.walked / Double(end.found)) : ""
        return End(
            title: Texts.said(isStart ? "Bikes" : "Docks") + ": " + place, answer: answer, style: isEnough ? "chip ok" : "chip warn",
            walked: end.found > 0 ? Texts.said("\(average) walk for each of them, on average") : nil,
            parts: end.parts.map { part(of: $0, slug, isStart: isStart, now) },
            empty: end.parts.isEmpty
                ? Texts.said(isStart ? "No station there has a bike to rent now." : "No station there takes a bike back now.") : nil)
    }

    private static func anchor(_ part: BikeGroupPlan.Part, _ isStart: Bool) -> String {
        (isStart ? "from-" : "to-") + String(part.row.number)
    }

    /// Where they walk, with how many go to each station.
    private static func map(_ plan: BikeGroupPlan?, _ ground: (version: String, style: MapStyle)?) -> ListMap? {
        guard let plan else { return nil }
        func items(_ end: BikeGroupPlan.End, isStart: Bool) -> [ListMap.Item] {
            end.parts.map {
                ListMap.Item(
                    id: anchor($0, isStart), name: $0.row.station.name, place: $0.row.station.place, count: String($0.people),
                    style: isStart ? "of-bikes" : "of-docks")
            }
        }
        let all = items(plan.start, isStart: true) + (plan.destination.map { items($0, isStart: false) } ?? [])
        return ListMap(all, from: plan.start.place.place, on: ground, label: Texts.said("Map of these stations"))
    }

    private static func part(of part: BikeGroupPlan.Part, _ slug: String, isStart: Bool, _ now: Instant) -> Part {
        let numbers = part.row.station.numbers
        let has = isStart ? numbers.bikes.map { counted($0, "bike") } : numbers.docks.map { counted($0, "free dock") }
        let none = Texts.said(part.row.station.isVirtual ? "no docks needed" : "docks not counted")
        let old = numbers.freshness(at: now) == .fresh ? nil : numbers.knownReport.map { TimeText.ago(now - $0) }
        let age = old.map { Texts.said(", reported \($0)") } ?? ""
        return Part(
            id: anchor(part, isStart), people: counted(part.people, "person", "people"), name: part.row.station.name,
            link: Path.bikeStation(slug, part.row.number), distance: bikeDistance(part.distance),
            walk: BikeText.walk(part.distance, climb: part.climb), has: (has ?? none) + age)
    }
}
