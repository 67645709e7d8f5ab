/// Somebody else's tiles in the place of our own.
package struct RasterServer: Sendable, Equatable {
    package let style: MapStyle
    /// With {z}, {x} and {y}.
    package let url: String
    package let attribution: String
    package init(style: MapStyle, url: String, attribution: String) {
        self.style = style
        self.url = url
        self.attribution = attribution
    }

    /// Complaints beside the fields "url" and "attribution".
    package var errors: [FieldError] {
        var check = Validation()
        check.require(
            origin != nil, "url",
            "Type an address that begins with https:// or http://, for instance https://tiles.example/{z}/{x}/{y}.png.")
        check.require(
            ["{z}", "{x}", "{y}"].allSatisfy(url.contains), "url", "The address needs {z}, {x} and {y}: they stand for the part of the map."
        )
        check.require(url.utf8.count <= 500, "url", "At most 500 characters.")
        check.require(!attribution.isEmpty, "attribution", "Say whose map it is: people read this on it.")
        check.require(attribution.count <= 200, "attribution", "At most 200 characters.")
        return check.errors
    }

    /// "https://tiles.example", as the content security policy names it; nil for anything that is not plainly that.
    package var origin: String? {
        guard let scheme = ["https://", "http://"].first(where: url.hasPrefix) else { return nil }
        let host = url.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let isPlain = host.utf8.allSatisfy { (97...122).contains($0 | 32) || (48...57).contains($0) || "-.:".utf8.contains($0) }
        let rest = url.utf8.allSatisfy { $0 > 32 && $0 < 127 && !"\"'<>\\`;,".utf8.contains($0) }
        guard isPlain, rest, let first = host.utf8.first, first != UInt8(ascii: "."), first != UInt8(ascii: ":") else { return nil }
        return scheme + host
    }
}
