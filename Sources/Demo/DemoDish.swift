/// Plates that are plainly drawn: a table, a plate, what lies on it, and a few crumbs of something green.
enum DemoDish {
    private typealias Colour = DemoPicture.Colour
    private static let (width, height) = (480, 360)
    private static let tables: [Colour] = [(150, 106, 70), (196, 160, 120), (92, 74, 62), (178, 190, 196)]
    private static let dishes: [Colour] = [(214, 158, 62), (232, 190, 84), (190, 74, 48), (122, 78, 46)]
    private static let sauces: [Colour] = [(240, 214, 150), (206, 96, 52), (246, 232, 196), (160, 110, 66)]
    private static let greens: Colour = (78, 130, 62)

    static func png(_ index: Int) -> [UInt8] { DemoPicture.png(width: width, height: height) { colour(index, $0, $1) } }

    private static func colour(_ index: Int, _ x: Double, _ y: Double) -> Colour {
        let across = Double(width) / Double(height)
        func distance(_ centreX: Double, _ centreY: Double) -> Double {
            let (dx, dy) = ((x - centreX) * across, y - centreY)
            return (dx * dx + dy * dy).squareRoot()
        }
        let middle = distance(0.5, 0.52)
        for crumb in 0..<7 {
            let (turn, reach) = (Double((crumb * 37 + index * 11) % 23) / 23, Double((crumb * 13 + index * 7) % 9) / 9)
            if distance(0.36 + 0.28 * turn, 0.36 + 0.32 * reach) < 0.018 { return greens }
        }
        if distance(0.46, 0.48) < 0.11 { return sauces[index % sauces.count] }
        if middle < 0.25 { return dishes[index % dishes.count] }
        if middle < 0.37 { return (250, 249, 245) }
        if middle < 0.43 { return (226, 224, 216) }
        if distance(0.53, 0.57) < 0.45 { return shadow(tables[index % tables.count]) }
        return Int(y * 5) % 2 == 0 ? tables[index % tables.count] : shadow(tables[index % tables.count], by: 12)
    }

    private static func shadow(_ colour: Colour, by amount: UInt8 = 34) -> Colour {
        (colour.0 - min(colour.0, amount), colour.1 - min(colour.1, amount), colour.2 - min(colour.2, amount))
    }
}
