import Domain

/// Places around the base with hours and telephone numbers, on one sheet of paper.
package struct PlacesPrintPage: Page {
    package struct Row: Sendable {
        let title: String
        let kind: String
        let far: String
        let hours: String
        /// Hours that could not be read.
        let raw: String?
        let phone: String
    }
    let head: PaperHead
    let heading: String
    let place: String
    let stamp: String?
    let printed: TimeText
    let emergency: String?
    let rows: [Row]
    let note: String?
    let back: Link

    /// As many as a sheet holds.
    package static let limit = 26

    package init(layout tripLayout: TripLayout, places: [PlaceDetail], kinds: PlaceGroup) {
        let (trip, now) = (tripLayout.trip, tripLayout.now)
        heading = Texts.said(kinds == .eating ? "Eating around the base" : "\(Texts.said(text: kinds.label)) around the base")
        head = PaperHead(title: heading + ", " + trip.fields.name)
        place = [trip.fields.name, trip.fields.baseName].filter { !$0.isEmpty }.joined(separator: " · ")
        // Of those that hosts added there is no map.
        stamp = places.lazy.compactMap(\.importedAt).first.map { Texts.said("Map of \(trip.zone.local($0).day.long)") }
        printed = TimeText(onPaper: now, zone: trip.zone)
        emergency = EmergencyLine.paper(trip.fields.emergencyNumbers)
        rows = places.map { PlacesPrintPage.row($0, trip.zone) }
        note = places.count == PlacesPrintPage.limit ? Texts.said("The nearest \(PlacesPrintPage.limit) of them.") : nil
        back = Path.places(tripLayout.slug)
    }
    package func render(into out: inout HTMLBuffer) { Template.placesPlacesPrint(self, &out) }

    static func row(_ detail: PlaceDetail, _ zone: TripZone) -> Row {
        let (place, week) = (detail.place, PlaceText.week(of: detail))
        // What people report comes first.
        let said = SaidChips(place, zone: zone)
        let isKnown = !detail.week.isEmpty || !detail.hoursText.isEmpty
        let reported = [said.state, isKnown ? nil : Texts.said("Hours not known"), said.kitchen].compactMap(\.self)
        let hours = (reported + [isKnown ? week.text : ""]).filter { !$0.isEmpty }.joined(separator: " · ")
        return Row(
            title: place.name.isEmpty ? Texts.said(text: place.kind.label) : place.name, kind: PlaceText.kind(place),
            far: walkingDistance(place.distance) + " · " + PlaceText.walk(place), hours: hours, raw: week.raw,
            phone: [place.phone, said.phoneBy ?? ""].filter { !$0.isEmpty }.joined(separator: ", "))
    }
}

/// Whom to ring for a table: the best five of a list.
package struct CallListPage: Page {
    package struct Row: Sendable {
        let card: PlaceCard
        let day: String
        let hours: String
        let week: String
        let raw: String?
    }
    let layout: Layout
    let heading: String
    let about: String
    let rows: [Row]
    let wishes: [PlacesPage.Wish]
    let hasWishes: Bool
    let back: Link

    package static let count = 5

    package init(layout tripLayout: TripLayout, list: PlaceList, places: [PlaceDetail]) {
        layout = tripLayout.layout
        heading = list.party.map { Texts.said("Call list for \($0.title)") } ?? Texts.said("Call list")
        let (zone, radius) = (tripLayout.trip.zone, walkingDistance(Double(list.filter.radius)))
        let from = [list.start.map { Texts.said("From \($0.label)") }, radius].compactMap(\.self).joined(separator: ", ")
        about = ([from] + [list.startProblem, list.timeProblem].compactMap(\.self)).joined(separator: ". ")
        let (asked, today) = (zone.today(at: list.moment ?? tripLayout.now), zone.today(at: tripLayout.now))
        let day = asked == today ? Texts.said("Today") : asked.weekdayWord + ", " + asked.short
        rows = zip(list.places, places).map { place, detail in
            let week = PlaceText.week(of: detail)
            return Row(
                card: PlaceCard(place, tripLayout, at: list.moment, party: list.party),
                day: day, hours: detail.week.first.map(PlaceText.hours) ?? Texts.said("not known"), week: week.text, raw: week.raw)
        }
        wishes = list.party?.wishes.map { PlacesPage.Wish(names: $0.names.joined(separator: ", "), words: $0.words) } ?? []
        hasWishes = !wishes.isEmpty
        back = Path.places(tripLayout.slug, as: list.filter)
    }
    package func render(into out: inout HTMLBuffer) { Template.placesCallList(self, &out) }
}

/// The places nearest to the base with all their hours: one page, which a phone keeps for a dead zone.
package struct PlacesKeptPage: Page {
    package struct Row: Sendable {
        let id: String
        let card: PlaceCard
        let days: [PlacePage.DayRow]
        let raw: String?
        let address: String?
    }
    let layout: Layout
    let rows: [Row]
    let print: Link
    let back: Link

    package static let limit = 50
    /// What one looks for without a line: nobody needs fifty car parks.
    package static let kinds = Set(
        PlaceGroup.eating.kinds + PlaceGroup.shops.kinds + PlaceGroup.help.kinds + [.bank, .atm, .taxi, .information])

    package init(layout tripLayout: TripLayout, places: [PlaceDetail]) {
        layout = tripLayout.layout
        let today = tripLayout.trip.zone.today(at: tripLayout.now)
        rows = places.map { detail in
            Row(
                id: detail.place.id.description, card: PlaceCard(detail.place, tripLayout),
                days: detail.week.map { day in
                    PlacePage.DayRow(
                        day: day.day.weekdayWord + ", " + day.day.short, hours: PlaceText.hours(day), isToday: day.day == today,
                        isHoliday: day.isPublicHoliday == true)
                },
                raw: detail.week.isEmpty && !detail.hoursText.isEmpty ? detail.hoursText : nil,
                address: detail.address.isEmpty ? nil : detail.address)
        }
        print = Path.placesPrint(tripLayout.slug)
        back = Path.places(tripLayout.slug)
    }
    package func render(into out: inout HTMLBuffer) { Template.placesPlacesKept(self, &out) }
}
