import Domain

/// The traveller's map: themselves and the friends who show themselves, nearest first.
package struct FriendMapPage: Page {
    package struct Row: Sendable {
        let id: String
        let name: String
        let initials: String
        let face: Face
        let link: Link
        let text: String
        let age: String
        let style: String
        let mark: String
        let latitude: String
        let longitude: String
        let time: String
        let height: String
        /// By the number that they show to friends.
        let call: Call?
        let isNear: Bool
    }
    package struct Call: Sendable {
        let number: String
        let link: Link
        init?(_ number: String) {
            guard !number.isEmpty, SocialName.complaint(number, .whatsapp) == nil else { return nil }
            (self.number, link) = (number, Path.telephone(number))
        }
    }
    package struct Meeting: Sendable {
        let title: String
        let label: String
        let text: String
        let link: Link
        let mapLink: Link
        let latitude: String
        let longitude: String
        /// Milliseconds.
        let begins: String
        let place: CoordinateForms
        let isShown: Bool
    }
    /// What the page's address is about that is neither a friend nor an event: a peak, a hut, a piste.
    package struct Spot: Sendable {
        let name: String
        let text: String
        let latitude: String
        let longitude: String
        let place: CoordinateForms
        let height: Double?
        let trace: SkiTrace?
        /// Its page; a peak has none.
        let page: Link?

        package var view: MapView? { trace?.view }

        /// A piste or a lift, where the map has it.
        init(name: String, text: String, at middle: Coordinates, trace: SkiTrace?, page: Link) {
            (self.name, self.text, height, self.trace, self.page) = (name, text, nil, trace, page)
            place = CoordinateForms(middle)
            (latitude, longitude) = (decimal(middle.latitude, 6), decimal(middle.longitude, 6))
        }

        /// - Parameter height: metres above the sea; nil where nobody knows it.
        package init(name: String, kind: String, at coordinates: Coordinates, height: Double?) {
            (self.name, self.height, place) = (name, height, CoordinateForms(coordinates))
            (trace, page) = (nil, nil)
            text = ([Texts.said(text: kind)] + (height.map { [metres($0)] } ?? [])).joined(separator: " · ")
            (latitude, longitude) = (decimal(coordinates.latitude, 6), decimal(coordinates.longitude, 6))
        }
    }
    /// What the address says of the view.
    package struct Wanted: Sendable {
        let shown: ID?
        let centre: Coordinates?
        let zoom: Double?
        let spot: Spot?
        /// - Parameters:
        ///   - shown: the event or the friend that a page leads to.
        ///   - centre: nil for all who are seen.
        package init(shown: ID?, centre: Coordinates?, zoom: Double?, spot: Spot?) {
            (self.shown, self.centre, self.zoom, self.spot) = (shown, centre, zoom, spot)
        }
    }
    private let slug: String
    let layout: Layout
    let spot: Spot?
    /// The view holds all who are seen, instead of standing at a place.
    let fits: Bool
    let meetings: [Meeting]
    let styles: [MapPage.StyleButton]
    var styleAction: Link { Path.setMyMapStyle(slug) }
    let choice: String
    var people: Link { Path.friendOnMap.stem(slug) }
    let heading: String
    let rows: [Row]
    let hasNear: Bool
    /// Where a friend is written to; nil where people do not write to each other alone.
    let messages: Link?
    let others: String?
    /// The sheet is high enough for it from the start, so that nothing moves when the script fills it.
    let isCardWanted: Bool
    let own: Row?
    let ownText: String
    let radius: [FormField.Choice]
    var radiusAction: Link { Path.setRadius(slug) }
    let radiusMetres: Int
    let sharing: SharingPanel
    let version: String
    var hasMap: Bool { !version.isEmpty }
    let style: String
    let reason: String
    let threshold: String
    let latitude: String
    let longitude: String
    let zoom: String
    let freshMinutes: Int
    let staleMinutes: Int
    var positions: Link { Path.friendPositions(slug) }
    var send: Link { Path.sendMyPositions(slug) }
    var places: Link { Path.places(slug) }
    let baseName: String
    let baseLatitude: String
    let baseLongitude: String

    package init(layout tripLayout: TripLayout, map: FriendMap, wanted: Wanted) {
        layout = tripLayout.layout
        let (shown, centre) = (wanted.shown, wanted.centre)
        (spot, fits) = (wanted.spot, centre == nil && shown == nil)
        let (trip, now) = (tripLayout.trip, tripLayout.now)
        let (slug, places, own, radius) = (trip.fields.slug, map.friends, map.own, map.radius)
        self.slug = slug
        let near = places.filter { ($0.distance ?? .infinity) <= Double(radius) }
        // Without a position of one's own nobody is nearer than anybody else: everybody is listed, by name.
        rows = places.map { FriendMapPage.row($0, slug, isNear: own == nil || ($0.distance ?? .infinity) <= Double(radius), now) }
        hasNear = own == nil ? !places.isEmpty : !near.isEmpty
        messages = trip.fields.directChat && trip.archivedAt == nil ? Path.friends(slug) : nil
        heading = own == nil ? Texts.said("Friends on the map") : Texts.said("Nearby")
        meetings = FriendMapPage.meetings(map.events, shown, trip, now)
        isCardWanted = spot != nil || shown != nil && (meetings.contains(where: \.isShown) || places.contains { $0.friend.id == shown })
        styles = MapPage.StyleButton.all(map.choice)
        choice = map.choice.rawValue
        others = own == nil ? nil : FriendMapPage.others(places.count - near.count)
        self.own = own.map { FriendMapPage.row($0, slug, now) }
        ownText =
            own.map { Texts.said("Your position is \(TimeText.old(now - $0.fix.time)).") }
            ?? Texts.said("Your position is not known yet, so friends are listed by name.")
        self.radius = FriendMapPage.radii(chosen: radius)
        radiusMetres = radius
        self.sharing = SharingPanel(trip: trip, sharing: map.sharing, now: now)
        version = map.version ?? ""
        let isOnBase = centre == nil && own == nil && places.isEmpty && trip.base != nil
        (style, reason) = FriendMapPage.ground(map, trip, wanted, isOnBase: isOnBase)
        threshold = map.threshold.map { decimal($0, 0) } ?? ""
        let middle = centre ?? own?.fix.coordinates ?? trip.base ?? places.first?.fix.coordinates
        (latitude, longitude) = (decimal(middle?.latitude ?? 46.5, 6), decimal(middle?.longitude ?? 9, 6))
        zoom = decimal(wanted.zoom ?? (isOnBase && map.baseHeight ?? 0 >= MapDecision.highBase ? 13 : 15), 1)
        (freshMinutes, staleMinutes, baseName) = (trip.fields.freshMinutes, trip.fields.staleMinutes, trip.fields.baseName)
        baseLatitude = trip.base.map { decimal($0.latitude, 6) } ?? ""
        baseLongitude = trip.base.map { decimal($0.longitude, 6) } ?? ""
    }
    package func render(into out: inout HTMLBuffer) { Template.mapFriendMap(self, &out) }

    private static func others(_ count: Int) -> String? {
        count == 0 ? nil : Texts.said("\(counted(count, "more friend is", "more friends are")) further away.")
    }

    private static func radii(chosen: Int) -> [FormField.Choice] {
        FriendMap.radii.map {
            .init(value: String($0), label: $0 < 1000 ? "\($0) m" : decimal(Double($0) / 1000, 2) + " km", isSelected: $0 == chosen)
        }
    }

    /// Those of today and tomorrow, and the one that a page leads to.
    private static func meetings(_ events: [Event], _ shown: ID?, _ trip: Trip, _ now: Instant) -> [Meeting] {
        let text = EventText(zone: trip.zone, now: now)
        return events.filter { $0.id == shown || $0.startsByTomorrow(trip.zone, at: now) }.compactMap { event in
            event.meeting.map { place in
                let (latitude, longitude) = (decimal(place.latitude, 6), decimal(place.longitude, 6))
                return Meeting(
                    title: event.fields.title, label: "\(text.start(event.fields)) \(event.fields.title)",
                    text: "\(text.sentence(event.fields)), \(event.fields.meetingPoint)", link: Path.myEvent(trip.fields.slug, event.id),
                    mapLink: Path.myMap(trip.fields.slug, at: place, of: event.id), latitude: latitude, longitude: longitude,
                    begins: String(event.fields.startsAt.milliseconds), place: CoordinateForms(place), isShown: event.id == shown)
            }
        }
    }

    static func row(_ place: LocatedFriend, _ slug: String, isNear: Bool, _ now: Instant) -> Row {
        let (friend, fix) = (place.friend, place.fix)
        return Row(
            id: friend.id.description, name: friend.name, initials: firstLetters(friend.name), face: Face(friend.name, slug, friend.photo),
            link: Path.friend(slug, friend.id),
            text: place.distance.map { nearness(metres: $0, above: place.above) } ?? "", age: TimeText.age(now - fix.time),
            style: place.freshness.rawValue, mark: place.freshness.mark, latitude: decimal(fix.coordinates.latitude, 6),
            longitude: decimal(fix.coordinates.longitude, 6), time: String(fix.time.milliseconds),
            height: place.height.map { decimal($0, 0) } ?? "", call: Call(friend.fields[.whatsapp]), isNear: isNear)
    }

    private static func row(_ own: OwnPosition, _ slug: String, _ now: Instant) -> Row {
        Row(
            id: own.member.description, name: Texts.said("You"), initials: firstLetters("You"), face: Face("You", slug, nil),
            link: Path.friend(slug, own.member),
            text: nearness(metres: 0, above: nil), age: TimeText.age(now - own.fix.time), style: own.freshness.rawValue,
            mark: own.freshness.mark, latitude: decimal(own.fix.coordinates.latitude, 6),
            longitude: decimal(own.fix.coordinates.longitude, 6), time: String(own.fix.time.milliseconds),
            height: own.height.map { decimal($0, 0) } ?? "", call: nil, isNear: true)
    }
}

/// One row of the map's list, for a page that is open when a friend comes into sight.
package struct FriendMapRowPage: Page {
    let rows: [FriendMapPage.Row]
    let place: CoordinateForms

    package init(_ place: LocatedFriend, trip: Trip, now: Instant) {
        self.place = CoordinateForms(place.fix.coordinates)
        rows = [FriendMapPage.row(place, trip.fields.slug, isNear: true, now)]
    }
    package func render(into out: inout HTMLBuffer) { Template.mapFriendAlone(self, &out) }
}
