import Domain

/// Small pictures for things at one place. All are drawn around the origin, in pixels.
enum MapSymbol: Sendable {
    case peak, saddle, hut, shelter, viewpoint, spring, cave
    case disc(String, colour: String)
    case picture(Picture, colour: String)

    /// Pictures within a disc, as SVG path data in a square of 10 pixels around the origin.
    enum Picture: String, Sendable {
        case cutlery = "M-2.6 -4v3q0 1.2 1 1.2V4M-2.6 -4M-1.6 -4v3M-.6 -4v3q0 1.2-1 1.2M2.4 4V-4q-1.6 1-1.6 4.2h1.6"
        case cup = "M-3-2.6H2V.6Q2 2.8-.5 2.8T-3 .6ZM2-1.6h.8q1.2 0 1.2 1.3T2.6 1.2H2"
        case glass = "M-3.2-3.4H3.2L0 .4ZM0 .4V3.4M-2 3.4H2"
        case cart = "M-4-3h1.4L-1.2 1.4H2.6L3.6-1.8H-2M-.8 3.2h.1M2.2 3.2h.1"
        case bag = "M-3-1.2H3L2.6 3.6H-2.6ZM-1.6-1.2q0-2.4 1.6-2.4t1.6 2.4"
        case cross = "M0-3.4V3.4M-3.4 0H3.4"
        case bed = "M-4-2.4V3M-4 1.4H4M4 3V.6Q4-.8 2.4-.8H-.6V1.4M-3-.2h.9"
        case bus = "M-3-3.2H3V2.2H-3ZM-3-.4H3M-2 2.4V3.4M2 2.4V3.4"
        case train = "M-2.6-3.4H2.6V2H-2.6ZM-2.6-.6H2.6M-2 2-3 3.6M2 2 3 3.6"
        case ski = "M-3.6 3.4 2.6-3.2M-1.6 3.6 3.8-2.2M-3.4-2.4h.1"
        case star = "M0-3.6 1-.9 3.7-.8 1.6.9 2.3 3.5 0 2-2.3 3.5-1.6.9-3.7-.8-1-.9Z"
        case tent = "M0-3.2-4 3H4ZM0-.4-1.4 3H1.4Z"
        case phone = "M-3.4-2.2-2.2-3.4-.6-1.8-1.4-.8Q-.4 1 1 1.6L1.9.7 3.6 2.3 2.4 3.5Q-2.2 2.6-3.4-2.2Z"
        case car = "M-4 1.8V-.2L-2.6-.7-1.6-2.6H1.6L2.6-.7 4-.2V1.8ZM-2.2 2V3M2.2 2V3"
        case bicycle =
            "M-4.2 1.4a1.6 1.6 0 1 0 3.2 0 1.6 1.6 0 1 0-3.2 0M1 1.4a1.6 1.6 0 1 0 3.2 0 1.6 1.6 0 1 0-3.2 0M-2.6 1.4-1.2-1.6H1.6L2.6 1.4"
        case drop = "M0-3.6Q2.8-.4 2.8 1A2.8 2.6 0 0 1-2.8 1Q-2.8-.4 0-3.6Z"
    }

    /// Nil where a thing has no picture.
    init?(_ feature: FeatureRecord) {
        switch feature.kind {
        case .peak: self = .peak
        case .saddle: self = .saddle
        case .hut: self = feature.detail == 0 ? .hut : .shelter
        case .viewpoint: self = .viewpoint
        case .spring: self = .spring
        case .cave: self = .cave
        case .helipad: self = .disc("H", colour: "#1e4e9c")
        case .pointOfInterest:
            guard let kind = PointOfInterest(rawValue: feature.detail)?.onMap else { return nil }
            self = MapSymbol(kind)
        default: return nil
        }
    }

    private static let (food, shop, health, safety, stay, transport, plain, park) = (
        "#b4571e", "#7b3f94", "#c3212b", "#1e4e9c", "#2d6f8f", "#0b62a8", "#6b6259", "#2a7a2e"
    )

    private init(_ kind: PointOfInterest) {
        self =
            switch kind {
            case .restaurant: .picture(.cutlery, colour: MapSymbol.food)
            case .fastFood: .disc("F", colour: MapSymbol.food)
            case .cafe: .picture(.cup, colour: MapSymbol.food)
            case .bar: .picture(.glass, colour: MapSymbol.food)
            case .supermarket: .picture(.cart, colour: MapSymbol.shop)
            case .skiShop, .skiService: .picture(.ski, colour: MapSymbol.shop)
            case .hotel: .picture(.bed, colour: MapSymbol.stay)
            case .campSite: .picture(.tent, colour: MapSymbol.stay)
            case .toilets: .disc("WC", colour: MapSymbol.plain)
            case .bank: .disc("€", colour: MapSymbol.plain)
            case .worship: .disc("✝", colour: MapSymbol.plain)
            case .school: .disc("E", colour: MapSymbol.plain)
            case .museum: .disc("M", colour: MapSymbol.plain)
            case .postOffice: .disc("@", colour: MapSymbol.plain)
            case .information: .disc("i", colour: MapSymbol.park)
            case .playground: .disc("♣", colour: MapSymbol.park)
            default: MapSymbol(help: kind) ?? MapSymbol(way: kind) ?? .picture(.bag, colour: MapSymbol.shop)
            }
    }

    private init?(help kind: PointOfInterest) {
        switch kind {
        case .hospital, .doctor, .mountainRescue: self = .picture(.cross, colour: MapSymbol.health)
        case .emergencyPhone: self = .picture(.phone, colour: MapSymbol.health)
        case .pharmacy: self = .picture(.cross, colour: "#1d8a4a")
        case .defibrillator: self = .disc("A", colour: MapSymbol.health)
        case .police: self = .picture(.star, colour: MapSymbol.safety)
        case .rangerStation: self = .disc("R", colour: MapSymbol.park)
        case .fireStation: self = .disc("F", colour: MapSymbol.health)
        case .shelter: self = .shelter
        default: return nil
        }
    }

    private init?(way kind: PointOfInterest) {
        switch kind {
        case .drinkingWater: self = .picture(.drop, colour: MapSymbol.transport)
        case .swimming: self = .disc("S", colour: MapSymbol.transport)
        case .parking: self = .disc("P", colour: MapSymbol.transport)
        case .fuel: self = .disc("T", colour: MapSymbol.plain)
        case .busStop, .busStation: self = .picture(.bus, colour: MapSymbol.transport)
        case .trainStation: self = .picture(.train, colour: MapSymbol.transport)
        case .bicycleRental: self = .picture(.bicycle, colour: MapSymbol.transport)
        case .taxi: self = .picture(.car, colour: MapSymbol.transport)
        default: return nil
        }
    }

    /// Pixels.
    var radius: Double {
        switch self {
        case .peak, .saddle, .viewpoint, .spring, .cave: 4.5
        case .hut, .shelter: 6
        case .disc, .picture: 7
        }
    }

    /// SVG, at the origin of a group that is scaled to pixels.
    func write(to out: inout SVGBuffer) {
        switch self {
        case .peak: out.write("<path d=\"M0-4.5 4.5 3.5H-4.5Z\" fill=\"#7a4a1f\" stroke=\"#fff\" stroke-width=\".8\"/>")
        case .saddle:
            out.write("<path d=\"M-3.5-3.5Q-.8 0-3.5 3.5M3.5-3.5Q.8 0 3.5 3.5\" fill=\"none\" stroke=\"#7a4a1f\" stroke-width=\"1.5\"/>")
        case .hut: out.write("<path d=\"M0-6 6.2-1H4.6V5.5H-4.6V-1H-6.2Z\" fill=\"#a32020\" stroke=\"#fff\"/>")
        case .shelter: out.write("<path d=\"M0-6 6.2-1H4.6V5.5H-4.6V-1H-6.2Z\" fill=\"#fff\" stroke=\"#a32020\" stroke-width=\"1.3\"/>")
        case .viewpoint: out.write("<path d=\"M0-4.5V4.5M-4.5 0H4.5M-3.2-3.2 3.2 3.2M-3.2 3.2 3.2-3.2\" stroke=\"#5b5349\"/>")
        case .spring: out.write("<circle r=\"3\" fill=\"#3f8fc4\" stroke=\"#fff\"/>")
        case .cave: out.write("<path d=\"M-4 3.5A4 5.5 0 0 1 4 3.5Z\" fill=\"#4a4038\"/>")
        case .disc(let letter, let colour):
            out.write(
                "<circle r=\"6.4\" fill=\"\(colour)\" stroke=\"#fff\"/><text y=\"3.2\" text-anchor=\"middle\" "
                    + "font-size=\"\(letter.count > 1 ? 6.5 : 9)\" font-weight=\"bold\" fill=\"#fff\">\(letter)</text>"
            )
        case .picture(let picture, let colour):
            out.write(
                "<circle r=\"6.8\" fill=\"\(colour)\" stroke=\"#fff\"/><path d=\"\(picture.rawValue)\" fill=\"none\" stroke=\"#fff\" "
                    + "stroke-width=\"1.1\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>"
            )
        }
    }
}

extension PointOfInterest {
    /// Kinds that differ in a list look alike on the map.
    var onMap: PointOfInterest {
        switch self {
        case .foodCourt: .restaurant
        case .iceCream: .cafe
        case .pub, .biergarten, .nightclub: .bar
        case .convenience: .supermarket
        case .bakery, .chemist, .sports: .shop
        case .skiRental: .skiShop
        case .clinic: .hospital
        case .dentist: .doctor
        case .atm, .moneyChange: .bank
        case .signpost: .information
        default: self
        }
    }
}
