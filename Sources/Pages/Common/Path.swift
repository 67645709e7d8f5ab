import Domain

/// An address of this program, or of the few schemes that its pages link to. Made only by `Path`.
package struct Link: Sendable, Equatable {
    package let text: String
    fileprivate init(_ text: String) { self.text = text }

    /// An address below this one, which has no query.
    func below(_ rest: String) -> Link { Link(text + rest) }
    func asking(_ name: String, _ value: String) -> Link { Link(text + queryText([(name, value)])) }
}

/// Every address, built in one place.
package enum Path {
    /// A part of the page itself, by its id.
    package static func anchor(_ id: String) -> Link { Link("#" + percentEncoded(id)) }
    package static let home = Link("/")
    package static let signIn = Link("/sign-in")
    package static let signInCode = Link("/sign-in/code")
    package static let signUp = Link("/sign-up")
    package static func signIn(next: String) -> Link { Link("/sign-in" + queryText([("next", next)])) }
    package static func signUp(next: String) -> Link { Link("/sign-up" + queryText([("next", next)])) }
    package static let signOut = Link("/sign-out")
    package static let account = Link("/account")
    package static let password = Link("/account/password")
    package static let secondFactor = Link("/account/second-factor")
    package static let removeSecondFactor = Link("/account/second-factor/remove")
    package static let signOutEverywhere = Link("/account/sessions/end-all")
    package static func endSession(_ id: ID) -> Link { Link("/account/sessions/\(id)/end") }
    package static let address = Link("/account/address")
    package static let keepAddress = Link("/account/address/keep")
    package static let accounts = Link("/accounts")
    package static func accountAddress(_ id: ID) -> Link { Link("/accounts/\(id)/address") }
    package static func endSessions(_ id: ID) -> Link { Link("/accounts/\(id)/end-sessions") }
    package static let setSignUp = Link("/accounts/sign-up")
    package static let inviteAdmin = Link("/accounts/invites")
    package static func withdrawAdminInvite(_ id: ID) -> Link { Link("/accounts/invites/\(id)/withdraw") }
    package static func setup(_ token: String) -> Link { Link("/setup/" + percentEncoded(token)) }
    package static func staffInvite(_ token: String) -> Link { Link("/staff-invites/" + percentEncoded(token)) }

    package static let trips = Link("/trips")
    package static let tripLeft = Link("/trips?done=left")
    package static let newTrip = Link("/trips/new")
    package static let deletedTrips = Link("/deleted-trips")
    package static func deletedTrip(_ id: ID, _ rest: String) -> Link { Link("/deleted-trips/\(id)" + rest) }
    /// The list of trips, right after one was deleted.
    package static func trips(deleted id: ID) -> Link { Link("/trips" + queryText([("deleted", id.description)])) }
    package static func trip(_ slug: String, _ rest: String = "") -> Link { Link("/trips/" + percentEncoded(slug) + rest) }
    package static func search(_ slug: String) -> Link { trip(slug, "/search") }
    package static func roster(_ slug: String, _ query: [(String, String)] = []) -> Link {
        Link("/trips/" + percentEncoded(slug) + "/roster" + queryText(query))
    }
    package static func rosterFile(_ slug: String, _ name: String, _ query: [(String, String)] = []) -> Link {
        Link("/trips/" + percentEncoded(slug) + "/roster" + name + queryText(query))
    }
    package static func member(_ slug: String, _ id: ID, _ rest: String = "") -> Link {
        Link("/trips/" + percentEncoded(slug) + "/members/\(id)" + rest)
    }
    package static func way(_ slug: String, _ id: ID, _ query: [(String, String)] = []) -> Link {
        member(slug, id, "/way" + queryText(query))
    }
    package static func tracker(_ slug: String, _ id: ID, _ rest: String = "") -> Link {
        Link("/trips/" + percentEncoded(slug) + "/trackers/\(id)" + rest)
    }
    package static func groups(_ slug: String, _ rest: String = "", _ query: [(String, String)] = []) -> Link {
        trip(slug, "/groups" + rest + queryText(query))
    }
    package static func group(_ slug: String, _ id: ID, _ rest: String) -> Link {
        Link("/trips/" + percentEncoded(slug) + "/groups/\(id)" + rest)
    }
    package static func groupTrack(_ slug: String, _ name: String, _ format: TrackFormat) -> Link {
        Link("/trips/" + percentEncoded(slug) + "/track." + format.rawValue + queryText([("group", name)]))
    }
    package static func memberTrack(_ slug: String, _ id: ID, _ format: TrackFormat) -> Link {
        member(slug, id, "/track." + format.rawValue)
    }
    package static func map(_ slug: String, _ query: [(String, String)] = []) -> Link {
        Link("/trips/" + percentEncoded(slug) + "/map" + queryText(query))
    }
    /// The map where somebody called for help: with its mark there, and them chosen. Nil where no place is known.
    package static func map(_ slug: String, _ call: HelpCase) -> Link? {
        call.place.map {
            map(
                slug,
                [
                    ("lat", decimal($0.coordinates.latitude, 6)), ("lon", decimal($0.coordinates.longitude, 6)), ("z", "16"),
                    ("member", call.memberID.description), ("alert", call.id.description),
                ])
        }
    }
    package static func mapPart(_ slug: String, _ rest: String, _ query: [(String, String)] = []) -> Link {
        Link("/trips/" + percentEncoded(slug) + "/map" + rest + queryText(query))
    }
    package static func tile(_ style: MapStyle, _ version: String, zoom: Int, x: Int, y: Int, without: String = "") -> Link {
        Link("/tiles/\(style.rawValue)/\(percentEncoded(version))/\(zoom)/\(x)/\(y).svg" + (without.isEmpty ? "" : "?without=" + without))
    }
    package static func ski(_ slug: String, query: [(String, String)]) -> Link {
        Link("/trips/" + percentEncoded(slug) + "/ski" + queryText(query))
    }
    package static func ski(_ slug: String, _ id: String) -> Link { Link("/trips/" + percentEncoded(slug) + "/ski/" + percentEncoded(id)) }
    package static func events(_ slug: String, _ rest: String = "", query: [(String, String)] = []) -> Link {
        Link("/trips/" + percentEncoded(slug) + "/events" + rest + queryText(query))
    }
    package static func event(_ slug: String, _ id: ID, _ rest: String = "", query: [(String, String)] = []) -> Link {
        Link("/trips/" + percentEncoded(slug) + "/events/\(id)" + rest + queryText(query))
    }
    package static func checkIn(_ slug: String, _ event: ID, _ list: ID, _ rest: String = "", query: [(String, String)] = []) -> Link {
        Link("/trips/" + percentEncoded(slug) + "/events/\(event)/check-in/\(list)" + rest + queryText(query))
    }
    package static func personal(_ token: String, _ rest: String = "") -> Link { Link("/r/" + percentEncoded(token) + rest) }
    /// Telegram's own form for passing an address on.
    package static func shareOnTelegram(_ url: String, _ text: String) -> Link {
        Link("https://t.me/share/url" + queryText([("url", url), ("text", text)]))
    }
    package static func photo(_ slug: String, _ id: ID, _ size: PhotoSize) -> Link {
        Link("/trips/" + percentEncoded(slug) + "/photos/\(id)/\(size.rawValue)")
    }
    // MARK: chat and moderation
    package static func chat(_ slug: String, _ rest: String = "", query: [(String, String)] = []) -> Link {
        Link("/trips/" + percentEncoded(slug) + "/chat" + rest + queryText(query))
    }
    package static func conversation(_ slug: String, _ id: ID, _ rest: String = "", query: [(String, String)] = []) -> Link {
        chat(slug, "/\(id)" + rest, query: query)
    }
    package static func moderation(_ slug: String, _ rest: String = "", query: [(String, String)] = []) -> Link {
        Link("/trips/" + percentEncoded(slug) + "/moderation" + rest + queryText(query))
    }
    package static func report(_ slug: String, query: [(String, String)]) -> Link {
        Link("/trips/" + percentEncoded(slug) + "/report" + queryText(query))
    }

    // MARK: travellers

    /// The reader's own side of a trip.
    package static func my(_ slug: String, _ rest: String = "", query: [(String, String)] = []) -> Link {
        Link("/trips/" + percentEncoded(slug) + "/my" + rest + queryText(query))
    }
    package static func myEvent(_ slug: String, _ id: ID, _ rest: String = "", query: [(String, String)] = []) -> Link {
        my(slug, "/events/\(id)" + rest, query: query)
    }
    /// The traveller's map at a meeting point, which has its mark there.
    package static func myMap(_ slug: String, _ place: Coordinates, event: ID) -> Link {
        my(
            slug, "/map",
            query: [
                ("lat", decimal(place.latitude, 6)), ("lon", decimal(place.longitude, 6)), ("z", "16"), ("event", event.description),
            ])
    }
    package static func friends(_ slug: String, query: [(String, String)] = []) -> Link {
        Link("/trips/" + percentEncoded(slug) + "/friends" + queryText(query))
    }
    package static func friend(_ slug: String, _ id: ID, _ rest: String = "") -> Link {
        Link("/trips/" + percentEncoded(slug) + "/friends/\(id)" + rest)
    }
    package static func trackerSetUp(_ token: String) -> Link { Link("/t/" + percentEncoded(token)) }
    package static func join(_ token: String) -> Link { Link("/join/" + percentEncoded(token)) }
    package static func joinTrip(_ token: String) -> Link { Link("/join-trip/" + percentEncoded(token)) }
    package static func joinRequest(_ token: String) -> Link { Link("/join-request/" + percentEncoded(token)) }
    package static let findTrip = Link("/join-trip")
    package static func withdrawRequest(_ id: ID) -> Link { Link("/join-requests/\(id)/withdraw") }
    package static func joining(_ slug: String, _ rest: String = "") -> Link { Link("/trips/" + percentEncoded(slug) + "/joining" + rest) }
    package static func falseAlarm(_ slug: String, _ id: ID) -> Link { moderation(slug, "/cases/\(id)/false-alarm") }
    /// - Parameter slug: of the trip whose urgent messages are among them.
    package static func banners(_ slug: String?) -> Link { Link("/banners" + (slug.map { queryText([("trip", $0)]) } ?? "")) }
    /// Cases of help, or one of them.
    package static func help(_ slug: String, _ id: ID? = nil, _ rest: String = "") -> Link {
        Link("/trips/" + percentEncoded(slug) + "/help" + (id.map { "/\($0)" } ?? "") + rest)
    }
    /// The medics' people, or one of them.
    package static func medic(_ slug: String, _ id: ID? = nil, _ rest: String = "") -> Link {
        Link("/trips/" + percentEncoded(slug) + "/medic" + (id.map { "/\($0)" } ?? "") + rest)
    }
    /// Somebody's page, as one with this role may see it.
    package static func person(_ slug: String, _ id: ID, _ role: Role) -> Link { role.isStaff ? member(slug, id) : medic(slug, id) }
    package static func telegramSignIn(next: String) -> Link { Link("/sign-in/telegram" + queryText([("next", next)])) }
    package static let addPassword = Link("/account/add-password")

    /// A profile on another service, by a name that was checked; nil if the name is not valid.
    package static func social(_ field: MemberField, _ name: String) -> Link? {
        guard !name.isEmpty, SocialName.complaint(name, field) == nil else { return nil }
        return switch field {
        case .telegram: Link("https://t.me/" + percentEncoded(name))
        case .instagram: Link("https://www.instagram.com/" + percentEncoded(name))
        case .tiktok: Link("https://www.tiktok.com/@" + percentEncoded(name))
        case .whatsapp: Link("https://wa.me/" + name.filter(\.isNumber))
        case .linkedin: Link("https://www.linkedin.com/in/" + percentEncoded(name))
        default: nil
        }
    }

    package static let telegramCallback = Link("/sign-in/telegram/callback")
    package static let telegramWidget = Link("/sign-in/telegram/widget")
    package static let telegramLink = Link("/account/telegram/link")
    package static let seenNotices = Link("/account/notices/seen")
    package static let telegramUnlink = Link("/account/telegram/unlink")
    package static let manifest = Link("/manifest.webmanifest")
    package static let offlineWorker = Link("/offline-worker.js")
    package static let mapData = Link("/map-data")
    package static let mapDataDone = Link("/map-data?done=saved")
    package static let mapImport = Link("/map-data/import")
    package static let mapImportConfirm = Link("/map-data/import/confirm")
    package static let mapImportStop = Link("/map-data/import/stop")
    package static let rasterServers = Link("/map-data/raster-servers")
    package static func live(_ slug: String, topics: String) -> Link {
        Link("/trips/" + percentEncoded(slug) + "/live" + queryText([("topics", topics)]))
    }
    package static func asset(_ name: String) -> Link { Link("/assets/\(assetVersion)/\(name)") }

    /// One for all files together: each relative import of a module then has one address, which changes with the imported file.
    package static let assetVersion: String = {
        let hash = Assets.all.flatMap(\.hash.utf8).reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return String(hash, radix: 36)
    }()

    package static func telephone(_ number: String) -> Link { Link("tel:" + number.filter { $0.isNumber || $0 == "+" }) }
    static func sms(_ number: String) -> Link { Link("sms:" + number.filter { $0.isNumber || $0 == "+" }) }
    package static func mail(_ address: String) -> Link { Link("mailto:" + percentEncoded(address)) }
    static func mail(_ address: String, subject: String, body: String) -> Link {
        mail(address).asking("subject", subject).below("&body=" + percentEncoded(body))
    }
    /// Nil for a number without its country.
    static func whatsApp(_ number: String, text: String) -> Link? {
        let digits = number.filter(\.isNumber)
        return number.hasPrefix("+") && digits.count > 6 ? Link("https://wa.me/" + digits + queryText([("text", text)])) : nil
    }
    package static func telegram(_ name: String) -> Link { Link("https://t.me/" + percentEncoded(name)) }
    /// Set-up links of the phone apps, whose schemes are fixed here.
    static func ownTracks(_ configuration: String) -> Link { Link("owntracks:///config?inline=" + percentEncoded(configuration)) }
    static func overland(_ url: String) -> Link { Link("overland://setup?url=" + percentEncoded(url)) }
    /// Nil if the text is not a web address with a plain host.
    package static func external(https url: String) -> Link? {
        guard let scheme = ["https://", "http://"].first(where: url.hasPrefix), let first = url.dropFirst(scheme.count).first,
            first.isLetter || first.isNumber
        else { return nil }
        return Link(url)
    }

    /// Any map program of the reader's device (RFC 5870).
    static func geo(_ place: String) -> Link { Link("geo:" + place) }

    /// An address of the form "/…" that came back with a form; nil for anything that could leave this program.
    package static func local(_ text: String) -> Link? {
        let isLocal =
            text.hasPrefix("/") && !text.hasPrefix("//") && !text.contains("\\")
            && text.utf8.allSatisfy { $0 > 32 && $0 < 127 }
        return isLocal ? Link(text) : nil
    }
}
