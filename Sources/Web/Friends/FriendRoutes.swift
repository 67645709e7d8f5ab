import Compression
import Domain
import Hummingbird
import NIOCore
import Pages
import Services

/// The others on the trip, one's own profile, one's own phones.
struct FriendRoutes {
    func add(to table: RouteTable) {
        table.get(Path.friends, .member, FriendRoutes.list)
        table.get(Path.friend, .member, FriendRoutes.show)
        table.get(Path.friendCard, .member) { web, access in
            let opened = try web.services.friend(web.id(), access)
            return web.html(PersonCardPart(card: PersonCard(friend: opened, for: web.cardReader(access))))
        }
        table.get(Path.profile, .member) { web, access in
            let own = try web.services.ownProfile(access)
            return try web.html(FriendRoutes.profile(web, access, own, own.member.fields, version: own.member.version, Complaint()))
        }
        table.post(Path.profile, .member, FriendRoutes.update)
        table.get(Path.myData, .member, FriendRoutes.data)
        table.get(Path.deleteMyself, .member) { web, access in try web.html(FriendRoutes.deletePage(web, access, [], nil)) }
        table.post(Path.deleteMyself, .member, FriendRoutes.delete)
        table.post(Path.stay, .member) { web, access in
            try await web.services.personalData.cancelDeletion(access)
            return web.redirect(Path.profile(access.trip.fields.slug).asking("done", "staying"))
        }
        table.get(Path.phones, .member) { web, access in try await web.html(FriendRoutes.phones(web, access, [])) }
        table.post(Path.phones, .member) { web, access in
            let form = try await web.form()
            return try await web.submit {
                let member = try web.services.friends.own(access)
                let tracker = try await web.services.trackers.addOwn(label: form["label"], member, access)
                return web.redirect(Path.trackerSetUp(tracker.token))
            } again: { errors, _ in
                try await FriendRoutes.phones(web, access, errors)
            }
        }
        table.post(Path.silencePhones, .member, FriendRoutes.setSilence)
        table.post(Path.revokePhone, .member) { web, access in
            try await web.services.trackers.revokeOwn(web.id(), web.services.friends.own(access), access)
            return web.redirect(Path.phones(access.trip.fields.slug).asking("done", "phone-removed"))
        }
    }

    private static func list(_ web: WebRequest, _ access: MemberAccess) throws -> Response {
        let isSharing = try web.services.sharing.find(access).effective(access.trip.fields) != .off
        let places = try web.services.friends.places(access).compactMap { place in
            place.distance.map { (place.friend.id, FriendsPage.Far(metres: $0, text: nearness(metres: $0, above: place.above))) }
        }
        return web.html(
            FriendsPage(
                layout: try web.tripLayout("Friends", access, section: "/friends"),
                friends: try web.services.friends.list(access),
                own: (access.member, isSharing), places: Dictionary(firstOf: places),
                asked: (String(tidyLine(web.query("q")).prefix(100)), web.query("sort") == "near")))
    }

    private static func show(_ web: WebRequest, _ access: MemberAccess) throws -> Response {
        let opened = try web.services.friend(web.id(), access)
        return web.html(
            FriendPage(
                layout: try web.tripLayout(opened.friend.name, access, section: "/friends"), opened: opened,
                ground: web.services.map.ground(at: opened.place?.fix.coordinates, access.trip),
                reviews: try web.services.placeReviews.all(by: opened.friend.id, access)))
    }

    // MARK: oneself

    private static func profile(
        _ web: WebRequest, _ access: MemberAccess, _ profile: OwnProfile, _ values: MemberFields, version: Int, _ complaint: Complaint
    ) throws -> ProfilePage {
        ProfilePage(
            layout: try web.tripLayout("Me", access, section: "/my/profile"), profile: profile,
            reviews: try web.services.placeReviews.all(by: access.member, access),
            typed: .init(values, version: version, edited: web.query("edit")), complaint: complaint)
    }

    private static func update(_ web: WebRequest, _ access: MemberAccess) async throws -> Response {
        let form = try await web.form()
        let own = try web.services.ownProfile(access)
        var typed = MemberFields()
        for field in MemberField.own { typed[field] = form[field.rawValue] }
        return try await web.submit {
            try await web.services.friends.update(typed, version: form.version, access)
            return web.redirect(Path.profile(access.trip.fields.slug).asking("done", "profile"))
        } again: { [typed] in
            try profile(web, access, own, typed, version: form.version, Complaint($0, $1))
        }
    }

    // MARK: what is kept of oneself

    private static func data(_ web: WebRequest, _ access: MemberAccess) async throws -> Response {
        let (files, seconds) = (try web.services.ownData.files(access), web.now.seconds)
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/zip", .contentDisposition: "attachment; filename=\"\(access.trip.fields.slug)-my-data.zip\"",
            ],
            body: .init { writer in
                // Bodies are written on the connection's event loop; reading and packing are not for there.
                try await withTaskExecutorPreference(globalConcurrentExecutor) { try await pack(files, at: seconds, into: &writer) }
            })
    }

    /// One file after the other goes out before the next is read. What fails on the way ends the connection: a zip without its end
    /// opens nowhere, so nobody takes it for the whole.
    private static func pack(_ files: [OwnDataService.File], at seconds: Int64, into writer: inout any ResponseBodyWriter) async throws {
        guard let zip = ZipWriter(at: seconds) else { throw TooLittleMemory() }
        for file in files {
            guard let bytes = try await file.load() else { continue }
            guard let packed = zip.add(file.name, bytes, isPacked: file.isPacked) else { throw TooLittleMemory() }
            try await writer.write(ByteBuffer(bytes: packed))
        }
        guard let end = zip.finish() else { throw TooLittleMemory() }
        try await writer.write(ByteBuffer(bytes: end))
        try await writer.finish(nil)
    }

    private struct TooLittleMemory: Error {}

    private static func deletePage(_ web: WebRequest, _ access: MemberAccess, _ errors: [FieldError], _ problem: String?) throws -> FormPage
    {
        FormPage(
            layout: try web.layout("Delete me", access, section: "/my/profile"),
            heading: Texts.said("Delete yourself from \(access.trip.fields.name)?"),
            action: Path.deleteMyself(access.trip.fields.slug),
            fields: [FormField("sure", "Yes, delete every position of mine now", kind: .tick, errors: errors)], submit: "Delete me"
        )
        .with(
            intro: "Every position of yours is deleted at once, for good. In seven days your name, your details and "
                + "your account follow; until "
                + "then you can change your mind. Hosts keep counting you as “former traveller”."
        )
        .with(other: ("Stay", Path.profile(access.trip.fields.slug)))
        .with(problem: problem)
        .narrow
        .asDanger
    }

    private static func delete(_ web: WebRequest, _ access: MemberAccess) async throws -> Response {
        let form = try await web.form()
        return try await web.submit {
            guard form["sure"] == "on" else { throw Refusal.invalid([FieldError("sure", "Tick the box to confirm that you mean it.")]) }
            try await web.services.personalData.requestDeletion(access)
            return web.redirect(Path.profile(access.trip.fields.slug).asking("done", "leaving"))
        } again: {
            try deletePage(web, access, $0, $1)
        }
    }

    private static func setSilence(_ web: WebRequest, _ access: MemberAccess) async throws -> Response {
        let form = try await web.form()
        let isOn = form["silence"] == "on"
        return try await web.submit {
            // What is no number is refused like one that is out of range.
            try await web.services.silence.set(isOn ? form.whole("minutes", in: SilenceWatch.range) ?? 0 : nil, access)
            return web.redirect(Path.phones(access.trip.fields.slug).asking("done", isOn ? "silence-on" : "silence-off"))
        } again: { errors, _ in
            try await phones(web, access, errors, typed: .init(isOn: isOn, minutes: form["minutes"]))
        }
    }

    private static func phones(
        _ web: WebRequest, _ access: MemberAccess, _ errors: [FieldError], typed: PhonesPage.Silence? = nil
    ) async throws -> PhonesPage {
        let minutes = try web.services.silence.minutes(access)
        return PhonesPage(
            layout: try web.tripLayout("Phones", access, section: "/my/profile"),
            trackers: try await web.services.trackers.own(web.services.friends.own(access)),
            silence: typed ?? .init(isOn: minutes != nil, minutes: String(minutes ?? SilenceWatch.usual)), errors: errors)
    }
}
