import Domain

/// An address of this program, or of the few schemes that its pages link to. Made only by `Address` and `Path`.
package struct Link: Sendable, Equatable {
    package let text: String
    fileprivate init(_ text: String) { self.text = text }

    package func asking(_ name: String, _ value: String) -> Link { asking([(name, value)]) }
    /// With these in its query, after what is there; those without a value are left out. Before `at`.
    package func asking(_ query: [(String, String)]) -> Link {
        let more = queryText(query)
        return Link(text + (more.isEmpty || !text.utf8.contains(UInt8(ascii: "?")) ? more : "&" + more.dropFirst()))
    }
    /// At the part of the page with that id.
    package func at(_ id: String) -> Link { Link(text + "#" + percentEncoded(id)) }
}

/// One address of this program, given once: the pattern that the router matches, and the links to it that pages show.
package struct Address<each Part: PathPart>: Sendable {
    /// With a `:name` in place of each part; `**` is a part with slashes, at the end.
    package let pattern: String
    /// What stands before each part, and after the last one.
    private let pieces: [String]

    init(_ pattern: String) {
        self.pattern = pattern
        var pieces = [""]
        for segment in pattern.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            pieces[pieces.count - 1] += "/"
            if segment.hasPrefix(":") || segment == "**" { pieces.append("") } else { pieces[pieces.count - 1] += segment }
        }
        self.pieces = pieces
    }

    package func callAsFunction(_ part: repeat each Part) -> Link {
        var (text, index) = (pieces[0], 1)
        for part in repeat each part {
            text += part.pathText
            text += pieces[index]
            index += 1
        }
        return Link(text)
    }

    /// The beginning that all have in common whose parts begin like this: a script puts the rest behind it.
    package func stem(_ parts: any PathPart...) -> Link {
        let text = zip(pieces, parts).map { $0 + $1.pathText }.joined() + pieces[parts.count]
        return Link(String(text.dropLast()))
    }
}

/// An address without parts.
package typealias FixedAddress = Address<>

/// Every address of this program and every link out of it. Those of a feature are in its folder: `PathRoster.swift`.
package enum Path {
    /// A part of the page itself, by its id.
    package static func anchor(_ id: String) -> Link { Link("#" + percentEncoded(id)) }
    package static func asset(_ name: String) -> Link { assets(assetVersion, FileName(name)) }

    /// - Parameter without: layers that are left out, with commas between them: shown as they are.
    static func mapTile(_ style: MapStyle, _ version: String, zoom: Int, x: Int, y: Int, without: String) -> Link {
        Link(tile(style, version, zoom, x, "\(y).svg").text + (without.isEmpty ? "" : "?without=" + without))
    }

    /// One for all files together: each relative import of a module then has one address, which changes with the imported file.
    package static let assetVersion: String = {
        let hash = Assets.all.flatMap(\.hash.utf8).reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return String(hash, radix: 36)
    }()

    /// Telegram's own form for passing an address on.
    package static func shareOnTelegram(_ url: String, _ text: String) -> Link {
        Link("https://t.me/share/url" + queryText([("url", url), ("text", text)]))
    }
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

    package static func telephone(_ number: String) -> Link { Link("tel:" + number.filter { $0.isNumber || $0 == "+" }) }
    static func sms(_ number: String) -> Link { Link("sms:" + number.filter { $0.isNumber || $0 == "+" }) }
    package static func mail(_ address: String) -> Link { Link("mailto:" + percentEncoded(address)) }
    static func mail(_ address: String, subject: String, body: String) -> Link {
        mail(address).asking([("subject", subject), ("body", body)])
    }
    /// A message that is written already, in the phone's own program.
    static func sms(_ number: String, text: String) -> Link { Link(sms(number).text + "?&body=" + percentEncoded(text)) }
    /// Nil for a number without its country.
    static func whatsApp(_ number: String, text: String) -> Link? {
        let digits = number.filter(\.isNumber)
        return number.hasPrefix("+") && digits.count > 6 ? Link("https://wa.me/" + digits + queryText([("text", text)])) : nil
    }
    package static func telegram(_ name: String) -> Link { Link("https://t.me/" + percentEncoded(name)) }
    /// Set-up links of the phone apps, whose schemes are fixed here.
    static func ownTracks(_ configuration: String) -> Link { Link("owntracks:///config?inline=" + percentEncoded(configuration)) }
    /// Opens the app of one-time codes on the phone that shows the page. Nil for anything else.
    static func authenticator(_ link: String) -> Link? { link.hasPrefix("otpauth://totp/") ? Link(link) : nil }
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
