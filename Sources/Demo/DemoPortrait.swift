/// Portraits that are plainly drawn: a background, shoulders, a head, hair.
enum DemoPortrait {
    private static let side = 320
    private typealias Colour = DemoPicture.Colour
    private static let grounds: [Colour] = [(222, 236, 243), (245, 231, 211), (226, 240, 222), (240, 224, 236), (228, 228, 244)]
    private static let jackets: [Colour] = [(11, 92, 122), (180, 67, 44), (58, 122, 75), (120, 70, 140), (214, 158, 46), (70, 80, 96)]
    private static let skins: [Colour] = [(244, 208, 177), (224, 172, 130), (188, 132, 92), (141, 93, 62), (96, 62, 44)]
    private static let hairs: [Colour] = [(48, 34, 28), (96, 62, 36), (201, 160, 92), (150, 72, 40), (30, 30, 34), (170, 170, 170)]

    static func png(_ index: Int) -> [UInt8] { DemoPicture.png(width: side, height: side) { colour(index, $0, $1) } }

    private static func colour(_ index: Int, _ x: Double, _ y: Double) -> Colour {
        func isInside(_ centreX: Double, _ centreY: Double, _ width: Double, _ height: Double) -> Bool {
            let (dx, dy) = ((x - centreX) / width, (y - centreY) / height)
            return dx * dx + dy * dy < 1
        }
        let (hair, skin) = (hairs[index * 7 % hairs.count], skins[index * 3 % skins.count])
        let isLong = index % 3 == 0
        if isInside(0.43, 0.44, 0.022, 0.022) || isInside(0.57, 0.44, 0.022, 0.022) { return (40, 34, 34) }
        if isInside(0.5, 0.55, 0.08, 0.03), y > 0.55 { return (168, 70, 66) }
        if isInside(0.5, 0.3, 0.2, 0.13), y < 0.36 { return hair }
        if isInside(0.5, 0.45, 0.17, 0.22) || (isInside(0.5, 0.66, 0.07, 0.12)) { return skin }
        if isInside(0.5, isLong ? 0.5 : 0.38, 0.23, isLong ? 0.3 : 0.2) { return hair }
        if isInside(0.5, 1.02, 0.38, 0.3) { return jackets[index * 5 % jackets.count] }
        return grounds[index % grounds.count]
    }
}
