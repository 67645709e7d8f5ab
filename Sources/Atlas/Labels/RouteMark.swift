/// A route's mark as it is painted along the way: `osmc:symbol`, "way colour:background:foreground…", of the OpenStreetMap wiki.
struct RouteMark: Sendable {
    /// Picture units.
    static let side = 44

    private let background: String
    private let foreground: String?
    private let shape: Substring

    private static let colours: [Substring: String] = [
        "black": "#1d1d1d", "blue": "#1f5fa8", "brown": "#7a4a1f", "gray": "#888", "grey": "#888", "green": "#1d8a3a",
        "orange": "#ef8a1d", "purple": "#7b3f94", "red": "#d0202b", "white": "#fff", "yellow": "#f6d21f",
    ]

    /// Text that says nothing usable gives a plain plate.
    init(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        func colour(_ part: Int) -> String? {
            parts.count > part ? RouteMark.colours[parts[part].prefix { $0 != "_" }] : nil
        }
        background = colour(1) ?? "#fff"
        foreground = colour(2)
        shape = parts.count > 2 ? parts[2].drop { $0 != "_" }.dropFirst() : ""
        isKnown = colour(1) != nil || foreground != nil
    }

    let isKnown: Bool

    /// With its upper left corner at x and y.
    func write(to out: inout SVGBuffer, x: Int, y: Int) {
        let side = RouteMark.side
        out.write("<g transform=\"translate(\(x) \(y))\" stroke=\"none\"><rect width=\"\(side)\" height=\"\(side)\" ")
        out.write("fill=\"\(background)\" stroke=\"#a3467d\" stroke-width=\"3\" stroke-opacity=\"1\"/>")
        if let foreground { out.write("<path fill=\"\(foreground)\" d=\"\(path)\"/>") }
        out.write("</g>")
    }

    /// The shapes that are used most; any other one is a bar, which is what most are.
    private var path: String {
        switch shape {
        case "stripe": "M16 3h12v38H16z"
        case "cross": "M17 4h10v13h13v10H27v13H17V27H4V17h13z"
        case "x": "M5 11l6-6 11 11L33 5l6 6-11 11 11 11-6 6-11-11-11 11-6-6 11-11z"
        case "dot", "circle": "M22 9a13 13 0 1 0 .1 0z"
        case "triangle", "pointer": "M22 7 37 37H7z"
        case "diamond": "M22 5 39 22 22 39 5 22z"
        case "rectangle": "M10 13h24v18H10z"
        case "lower": "M3 22h38v19H3z"
        case "slash": "M5 33 33 5h7v7L12 40H5z"
        case "backslash": "M5 5h7l28 28v7h-7L5 12z"
        default: "M3 15h38v14H3z"
        }
    }
}
