import Domain
import Testing

@Suite struct PlaceInWordsTests {
    private static let hut = PlaceInWords.Landmark(
        name: "Chamanna Rosa", coordinates: Coordinates(clampedLatitude: 46.4, longitude: 9.2))

    /// Metres north and east of the hut.
    private func point(north: Double, east: Double) -> Coordinates {
        let metresOfADegree = 111_195.08
        return Coordinates(
            clampedLatitude: 46.4 + north / metresOfADegree,
            longitude: 9.2 + east / (metresOfADegree * PlaceInWordsTests.hut.coordinates.longitudeScale))
    }

    private func text(_ north: Double, _ east: Double, line: String? = nil, height: Double? = nil) -> String? {
        PlaceInWords(of: point(north: north, east: east), landmark: PlaceInWordsTests.hut, line: line, height: height).text
    }

    @Test(arguments: [
        (240.0, 0.0, "240 m north of"), (170, 170, "240 m north-east of"), (0, 240, "240 m east of"), (-170, 170, "240 m south-east of"),
        (-240, 0, "240 m south of"), (-170, -170, "240 m south-west of"), (0, -240, "240 m west of"), (170, -170, "240 m north-west of"),
        // Nearer to one direction than to the next.
        (240, 80, "250 m north of"), (240, 120, "270 m north-east of"), (-1200, 0, "1.2 km south of"),
    ])
    func theDirectionGoesFromThePlaceToThePerson(_ north: Double, _ east: Double, _ start: String) {
        #expect(text(north, east) == start + " Chamanna Rosa")
    }

    @Test func whoeverIsAtAPlaceIsAtIt() {
        #expect(text(20, 0) == "At Chamanna Rosa" && text(0, 0) == "At Chamanna Rosa" && text(30, 0) == "30 m north of Chamanna Rosa")
    }

    @Test func aPisteAndTheHeightFollow() {
        #expect(
            text(0, -240, line: "piste 4", height: 1928.4) == "240 m west of Chamanna Rosa, near piste 4, 1,930 m above sea level")
    }

    @Test func whatIsNotKnownIsLeftOut() {
        let point = point(north: 240, east: 0)
        #expect(PlaceInWords(of: point, landmark: nil, height: 812).text == "810 m above sea level")
        #expect(PlaceInWords(of: point, landmark: nil, height: nil).text == nil)
    }
}
