import Domain
import Testing

/// The area that a host draws, and what was typed of one.
@Suite struct AnnouncedAreaTests {
    private func place(_ latitude: Double, _ longitude: Double) -> Coordinates {
        Coordinates(clampedLatitude: latitude, longitude: longitude)
    }

    private func typed(_ points: String, _ radius: String = "") -> (area: AnnouncedArea?, errors: [FieldError]) {
        var check = Validation()
        let area = AnnouncedArea(points: points, radius: radius, &check)
        return (area, check.errors)
    }

    /// What is stored has five decimals: what they make one line of would come back as nothing.
    @Test func cornersThatAreStoredAsOneLineAreRefused() {
        #expect(typed("46.000004, 9\n46.000004, 9.001\n46, 9.0005").errors.map(\.field) == ["area_points"])
    }

    @Test func aShapeHoldsWhatItsSidesEnclose() throws {
        // An L: the corner in the north-east is left out.
        let area = try #require(AnnouncedArea("46.0,9.0;46.0,9.4;46.2,9.4;46.2,9.2;46.4,9.2;46.4,9.0"))
        #expect(area.contains(place(46.1, 9.3)) && area.contains(place(46.3, 9.1)))
        #expect(!area.contains(place(46.3, 9.3)) && !area.contains(place(46.5, 9.1)) && !area.contains(place(46.1, 8.9)))
        let window = try #require(AnnouncedArea("46.1,7.2,46.3,7.5"))
        #expect(window.contains(place(46.2, 7.3)) && !window.contains(place(46.2, 7.6)) && !window.contains(place(46.0, 7.3)))
    }

    @Test func sidesThatCrossHoldWhatTheMapFills() throws {
        let bow = try #require(AnnouncedArea("46.0,9.0;46.4,9.4;46.0,9.4;46.4,9.0"))
        #expect(bow.contains(place(46.2, 9.35)) == bow.contains(place(46.2, 9.05)) && !bow.contains(place(46.35, 9.2)))
    }

    @Test func aCircleHoldsWhatIsNotFartherThanItsRadius() throws {
        let area = try #require(AnnouncedArea("46.4,9.2;500"))
        #expect(area.contains(place(46.4 + 490 / 111_195, 9.2)) && !area.contains(place(46.4 + 510 / 111_195, 9.2)))
        let dateLine = try #require(AnnouncedArea("-17.0,179.999;5000"))
        #expect(dateLine.contains(place(-17, -179.99)), "a circle knows no date line")
    }

    @Test(arguments: [
        "46.1,7.2,46.3,7.5", "46.4,9.2;500", "46.0,9.0;46.0,9.4;46.2,9.4", "-46.0,-9.0;-46.0,-9.4;-46.2,-9.4;-46.25,-9.0",
    ]) func itIsReadBackFromStoreAndForm(_ text: String) throws {
        let area = try #require(AnnouncedArea(text))
        #expect(AnnouncedArea(area.text) == area && !area.text.contains(" "))
        #expect(typed(area.points, area.radius).area == area)
    }

    @Test(arguments: [
        "", ";", "46,9", "46,9;47,9", "46,9;47,9;48,9", "46,9;46,9;46,9", "91,9;46,9.1;46.1,9", "46,181;46,9.1;46.1,9",
        "46,nan;46,9.1;46.1,9",
        "46,9;49", "46,9;50001", "46,9;-500", "46,9;1e3", "46,9;500;", "46,-100;46,100;47,0", "46.3,7.2,46.1,7.5", "46.1,7.2,46.3",
        "46,9,1;46,9.1;46.1,9",
    ]) func whatIsNoAreaIsNil(_ text: String) { #expect(AnnouncedArea(text) == nil, "\(text)") }

    @Test func itsCornersAreBounded() {
        let corners = (0...AnnouncedArea.cornerLimit).map { number -> String in
            "46.\(100 + number * (number % 2 == 0 ? 1 : 3)),9.\(100 + number)"
        }
        #expect(AnnouncedArea(corners.joined(separator: ";")) == nil)
        #expect(AnnouncedArea(corners.dropLast().joined(separator: ";")) != nil)
        #expect(AnnouncedArea(String(repeating: "46.1,9.1;", count: 10_000)) == nil)
        let lines = corners.map { $0.replacing(",", with: ", ") }.joined(separator: "\n")
        #expect(typed(lines).errors == [FieldError("area_points", "At most 32 corners.")])
    }

    @Test func everyFormOfTypingIsRead() {
        for points in [
            "46.1, 9.1\n46.2, 9.1\n46.2, 9.3", "46.1,9.1\r\n\r\n46.2,9.1\r\n  46.2,9.3  ", "46,1 9,1\n46,2 9,1\n46,2 9,3",
            "46.1 9.1\n46.2   9.1\n46.2\t9.3",
        ] {
            #expect(typed(points).area == AnnouncedArea("46.1,9.1;46.2,9.1;46.2,9.3"), "\(points)")
        }
        #expect(typed("46.4, 9.2", " 500 ").area == AnnouncedArea("46.4,9.2;500"))
    }

    @Test func everyMistakeIsSaidBesideItsField() {
        func fields(_ points: String, _ radius: String = "") -> [String] { typed(points, radius).errors.map(\.field) }
        #expect(fields("") == ["area_points"] && fields("", "500") == ["area_points"])
        #expect(fields("46.1, 9.1") == ["area_radius"] && fields("46.1, 9.1", "20") == ["area_radius"])
        #expect(fields("46.1, 9.1", "far") == ["area_radius"])
        #expect(fields("46.1, 9.1\n46.2, 9.2") == ["area_points"])
        #expect(fields("46.1, 9.1\n46.2, 9.2\n46.3, 9.3") == ["area_points"], "one line")
        #expect(fields("46.1, 9.1\n46.2, 9.1\n46.2, 9.3", "500") == ["area_radius"], "no radius of a shape")
        let wrong = typed("46.1, 9.1\n96.2, 9.1\n46.2, 9.3")
        #expect(wrong.area == nil && wrong.errors.first?.said.hasPrefix("Line 2 is not a point on the map.") == true)
        #expect(typed("here").errors.count == 1)
    }

    @Test func itIsSaidByWhatIsThere() {
        let area = AnnouncedArea("46.1,9.1;46.2,9.1;46.15,9.4")
        #expect(area?.words(near: "Lodge Larix") == "inside the drawn area near “Lodge Larix”")
        #expect(area?.words(near: nil) == "inside the drawn area near 46.15, 9.2")
        #expect(AnnouncedArea("46.4,9.2;500")?.words(near: nil) == "within 500 m of a point near 46.4, 9.2")
    }
}
