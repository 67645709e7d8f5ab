import Domain

/// The others on the trip.
package struct FriendsPage: Page {
    package struct Row: Sendable {
        let name: String
        let face: Face
        let link: Link
        /// Of hosts and moderators.
        let role: String?
        let languages: String
        let nearness: String?
    }
    /// Of those who show where they are.
    package struct Far: Sendable {
        let metres: Double
        let text: String
        package init(metres: Double, text: String) {
            self.metres = metres
            self.text = text
        }
    }
    package struct Sort: Sendable {
        let label: String
        let link: Link
        let isCurrent: Bool
    }
    let layout: Layout
    let rows: [Row]
    /// By name, or by distance where there is one.
    let sorts: [Sort]
    var hasSorts: Bool { !sorts.isEmpty }
    /// The order that a search keeps.
    let sort: String?
    /// Where they show themselves, without which nobody is near or far.
    let share: Link?
    let isFarUnknown: Bool
    let search: String
    let count: String
    let action: Link
    let nobody: Nothing?

    /// - Parameter places: how far away those are who show themselves.
    package init(
        layout tripLayout: TripLayout, friends: [Friend], own: (id: ID, isSharing: Bool), places: [ID: Far],
        asked: (search: String, isNear: Bool)
    ) {
        let (search, isNear) = asked
        layout = tripLayout.layout
        let trip = tripLayout.trip
        let slug = trip.fields.slug
        let named = friends.filter { $0.id != own.id }.sorted { (folded($0.name), $0.id) < (folded($1.name), $1.id) }
        // Stable: who shows nothing stands behind, by name.
        let others =
            isNear
            ? named.enumerated().map { (places[$0.element.id]?.metres ?? .infinity, $0.offset, $0.element) }
                .sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2) : named
        sorts =
            named.isEmpty
            ? []
            : [("A–Z", "", !isNear), ("Nearest", "near", isNear)].map {
                Sort(label: Texts.said(text: $0.0), link: Path.friends(slug).asking([("q", search), ("sort", $0.1)]), isCurrent: $0.2)
            }
        sort = isNear ? "near" : nil
        // Who is near is not known: a list by name under that heading would say something else.
        let isHidden = isNear && !own.isSharing && !named.isEmpty
        share = isHidden ? Path.my(slug).at("who-sees") : nil
        isFarUnknown = isNear && own.isSharing && places.isEmpty
        rows = (isHidden ? [] : others).filter { hasWords(searchable($0.name + " " + $0.fields[.languages]), search) }.map {
            Row(
                name: $0.name, face: Face($0.name, slug, $0.photo), link: Path.friend(slug, $0.id),
                role: $0.isStaff ? Texts.said(text: $0.role.label) : nil, languages: $0.fields[.languages], nearness: places[$0.id]?.text)
        }
        self.search = search
        count = counted(others.count, "friend")
        action = Path.friends(slug)
        let none =
            others.isEmpty
            ? Nothing.alone : Nothing.nobody(for: search, everybody: Path.friends(slug))
        nobody = rows.isEmpty && share == nil ? none : nil
    }
    package func render(into out: inout HTMLBuffer) { Template.rosterFriends(self, &out) }
}

package struct FriendPage: Page {
    package struct Contact: Sendable {
        let label: String
        let text: String
        let link: Link?
    }
    let layout: Layout
    let name: String
    let face: Face
    /// Of hosts and moderators.
    let role: String?
    let description: String?
    let languages: String?
    let coordinates: CoordinateForms?
    let place: String?
    let map: Link?
    let smallMap: SmallMap?
    let contacts: [Contact]
    /// Empty also where the trip hides who goes where.
    let events: [MyEventsPage.Row]
    var hasEvents: Bool { !events.isEmpty }
    /// Of places, newest first.
    let reviews: [OwnReviewRow]
    var hasReviews: Bool { !reviews.isEmpty }
    let message: Link?
    let call: FriendMapPage.Call?
    let block: Link?
    let blockLabel: String
    let blockValue: String
    let report: Link?
    /// Of one's own page, which shows what friends see: the way back.
    let profile: Link?

    /// - Parameter ground: under their place; nil while there is no map.
    package init(
        layout tripLayout: TripLayout, opened: FriendDetail, ground: (version: String, style: MapStyle)?, reviews: [PlaceReview]
    ) {
        self.reviews = reviews.map { OwnReviewRow($0, tripLayout) }
        layout = tripLayout.layout
        let (trip, now) = (tripLayout.trip, tripLayout.now)
        let (friend, place, isOther) = (opened.friend, opened.place, !opened.isSelf)
        let (slug, fields) = (trip.fields.slug, friend.fields)
        message = isOther && (trip.fields.directChat && trip.archivedAt == nil) ? Path.chatWithFriend(slug, friend.id) : nil
        call = isOther ? FriendMapPage.Call(fields[.whatsapp]) : nil
        block = isOther && !friend.isStaff ? Path.blockFriend(slug, friend.id) : nil
        (blockLabel, blockValue) = opened.isBlocked ? (Texts.said("No longer block"), "no") : (Texts.said("Block"), "yes")
        profile = isOther ? nil : Path.profile(slug)
        report = isOther ? Path.report(slug).asking("member", friend.id.description) : nil
        name = friend.name
        face = Face(friend.name, slug, friend.photo, .small)
        role = friend.isStaff ? Texts.said(text: friend.role.label) : nil
        description = fields[.description].isEmpty ? nil : fields[.description]
        languages = fields[.languages].isEmpty ? nil : fields[.languages]
        self.place = place.map { FriendPage.words($0, now) }
        coordinates = place.map { CoordinateForms($0.fix.coordinates) }
        let toMap = place.map { FriendPage.onMap($0.fix.coordinates, friend.id, slug) }
        map = toMap
        smallMap = SmallMap(
            place?.fix.coordinates, on: ground, label: friend.name, link: toMap, pin: .init(face, style: "fresh"),
            accuracy: place?.fix.accuracy)
        contacts = SocialName.fields.filter { !fields[$0].isEmpty }.map {
            Contact(label: Texts.said(text: $0.label), text: fields[$0], link: Path.social($0, fields[$0]))
        }
        let text = EventText(zone: trip.zone, now: now)
        events = opened.events.map { MyEventsPage.row($0, slug, text, isOther ? .friend : .ownPage) }
    }

    /// "610 m away · 120 m higher · just now".
    private static func words(_ place: LocatedFriend, _ now: Instant) -> String {
        let far = place.distance.map { Texts.said("\(nearness(metres: $0, above: nil)) away") } ?? Texts.said("Shows where they are")
        let above = place.distance.flatMap { _ in place.above }.flatMap(rise)
        return [far, above, TimeText.ago(now - place.fix.time)].compactMap(\.self).joined(separator: " · ")
    }

    private static func onMap(_ at: Coordinates, _ friend: ID, _ slug: String) -> Link {
        Path.myMap(slug).around(at, zoom: 16).asking("friend", friend.description)
    }

    package func render(into out: inout HTMLBuffer) { Template.rosterFriend(self, &out) }
}

/// Everything about oneself: profile, phones, sessions, who looked.
package struct ProfilePage: Page {
    let layout: Layout
    let name: String
    let face: Face
    let photo: Link
    let photoText: String
    let parts: [ProfilePart]
    let action: Link
    let version: Int
    let mistakes: Mistakes
    let phones: Link
    let account: Link
    let addPassword: Link?
    let telegram: Link?
    let look: Link
    /// What hosts wrote in the trip's own columns and let the member see.
    let own: [MemberPage.Fact]
    var hasOwn: Bool { !own.isEmpty }
    let reviews: [OwnReviewRow]
    var hasReviews: Bool { !reviews.isEmpty }
    let audit: [MemberPage.HistoryLine]
    let times: String
    let leaving: String?
    let stay: Link
    let delete: Link
    let data: Link

    /// The form, as it was filled.
    package struct Typed: Sendable {
        let values: MemberFields
        let version: Int
        /// The part that is open, by its name.
        let edited: String
        package init(_ values: MemberFields, version: Int, edited: String) {
            self.values = values
            self.version = version
            self.edited = edited
        }
    }

    package init(
        layout tripLayout: TripLayout, profile: OwnProfile, reviews: [PlaceReview], typed: Typed, complaint: Complaint
    ) {
        self.reviews = reviews.map { OwnReviewRow($0, tripLayout) }
        layout = tripLayout.layout
        let (trip, now) = (tripLayout.trip, tripLayout.now)
        let (member, errors) = (profile.member, complaint.errors)
        name = member.fields.fullName
        face = Face(member.fields.fullName, trip.fields.slug, member.photo, .small)
        photo = Path.myPhoto(trip.fields.slug)
        photoText = member.photo == nil ? Texts.said("Add a photo") : Texts.said("Change the photo")
        parts = ProfilePart.all(member, typed.values, trip.fields.slug, edited: typed.edited, errors: errors)
        action = Path.profile(trip.fields.slug)
        version = typed.version
        mistakes = Mistakes(parts.flatMap(\.fields), problem: complaint.problem)
        phones = Path.phones(trip.fields.slug)
        account = Path.account()
        addPassword = profile.hasPassword ? nil : Path.addPassword()
        telegram = profile.mayLinkTelegram ? Path.telegramSignIn().asking("next", "/account") : nil
        look = Path.friend(trip.fields.slug, member.id)
        own = OwnColumnForm.facts(profile.columns, member.fields.own)
        (audit, times) = (profile.history.map { MemberPage.line($0, trip.zone, now) }, TimeText.zoneSaid(trip.zone, now: now))
        leaving = profile.leaving.map {
            Texts.said("You asked to be deleted. It happens on \(EventText(zone: trip.zone, now: now).moment($0)).")
        }
        stay = Path.stay(trip.fields.slug)
        delete = Path.deleteMyself(trip.fields.slug)
        data = Path.myData(trip.fields.slug)
    }
    package func render(into out: inout HTMLBuffer) { Template.rosterProfile(self, &out) }
}
