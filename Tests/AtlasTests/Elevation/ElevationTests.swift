import Atlas
import Domain
import Foundation
import Testing

@Suite struct ElevationTests {
    let fixture: AtlasFixture
    init() throws { fixture = try AtlasFixture() }

    private func place(_ latitude: Double, _ longitude: Double) throws -> Coordinates {
        try #require(Coordinates(latitude: latitude, longitude: longitude))
    }

    @Test func heightsAreBilinear() throws {
        // A plane: a metre a row down, two a column to the east.
        let atlas = try fixture.atlas([fixture.hgt("N46E009.hgt") { row, column in Int16(1000 - row + column * 2) }])
        let step = 1.0 / 1200
        #expect(try atlas.elevation.metres(at: place(47, 9)) == 1000)
        #expect(try atlas.elevation.metres(at: place(46, 10)) == Double(1000 - 1200 + 2400))
        let found = try #require(try atlas.elevation.metres(at: place(47 - 10.5 * step, 9 + 4.25 * step)))
        #expect(abs(found - (1000 - 10.5 + 8.5)) < 1e-6)
        #expect(try atlas.elevation.metres(at: place(47.0001, 9.5)) == nil)
        #expect(try atlas.elevation.metres(at: place(46.5, 8.9999)) == nil)
    }

    @Test func voidsAreFilledFromAroundAndMarked() throws {
        let atlas = try fixture.atlas([
            fixture.hgt("N46E009.hgt") { row, column in
                (500...540).contains(row) && (600...640).contains(column) ? -32768 : Int16(1000 + column)
            }
        ])
        #expect(atlas.facts.summary.elevationVoids == 41 * 41)
        let hole = try place(47 - 520.0 / 1200, 9 + 620.0 / 1200)
        let found = try #require(atlas.elevation.metres(at: hole))
        #expect(abs(found - 1620) < 25, "\(found)")
        #expect(atlas.elevation.isFilled(at: hole))
        #expect(try !atlas.elevation.isFilled(at: place(47 - 480.0 / 1200, 9 + 620.0 / 1200)))
    }

    @Test func seamsAreTheSameFromBothSides() throws {
        // The east tile says 30 metres more along the common edge, and has voids there.
        let west = try fixture.hgt("N46E009.hgt") { row, column in Int16(1000 + column / 10) }
        let east = try fixture.hgt("N46E010.hgt") { row, column in column == 0 && row % 3 == 0 ? -32768 : Int16(1150 + column / 10) }
        let elevation = try fixture.atlas([west, east]).elevation
        for row in stride(from: 3, to: 1200, by: 111) {
            let latitude = 47 - Double(row) / 1200
            let (left, right) = (try elevation.metres(at: place(latitude, 10 - 1e-7)), try elevation.metres(at: place(latitude, 10 + 1e-7)))
            #expect(abs(try #require(left) - (try #require(right))) < 0.1)
        }
    }

    @Test func wrongTilesAreRefused() throws {
        #expect(throws: AtlasProblem.self) { try fixture.make([fixture.hgt("valley.hgt") { _, _ in 1 }]) }
        #expect(throws: AtlasProblem.self) { try fixture.make([fixture.file("N46E009.hgt", Data(count: 1000))]) }
        #expect(throws: AtlasProblem.self) { try fixture.make([fixture.hgt("N46E009.hgt") { _, _ in -32768 }]) }
        try fixture.run(
            "bash",
            ["-c", "mkdir x && head -c 2884802 /dev/zero > x/S02W071.hgt && cd x && python3 -m zipfile -c ../t.hgt.zip S02W071.hgt"])
        let atlas = try fixture.atlas([fixture.folder + "/t.hgt.zip"])
        #expect(try atlas.elevation.metres(at: place(-1.5, -70.5)) == 0)
    }

    @Test func slopeIsThatOfThePlane() throws {
        // 45 degrees to the north: as many metres up as a row is long.
        let atlas = try fixture.atlas([fixture.hgt("N00E009.hgt") { row, _ in Int16(Double(row) * 4) }])
        let slope = try #require(try atlas.elevation.slope(at: place(0.5, 9.5)))
        #expect(abs(slope - atan(4 / (111_320.0 / 1200)) * 180 / .pi) < 0.05)
    }
}
