import Domain
import Foundation
import Testing

private let now = Instant(seconds: 1_767_621_900)

/// What Traccar Client says of where it is.
private let place = #""timestamp":"2026-01-05T14:03:22Z","coords":{"latitude":46.02,"longitude":7.75}"#

private func decode(_ text: String) throws -> TrackerReport {
    try Array(text.utf8).withUnsafeBufferPointer { try TrackerDecoder.decode(json: $0) }
}

private func judge(_ text: String) throws -> [Result<Fix, FixRefusal>] { try decode(text).fixes.map { $0.judged(receivedAt: now) } }

@Suite struct TrackerDecoderTests {
    @Test func traccarJSON() throws {
        let report = try decode(
            #"{"location":{"timestamp":"2026-01-05T14:03:22.000Z","coords":{"latitude":46.02,"longitude":7.75,"accuracy":12.0,"speed":8.4,"#
                + #""heading":210.0,"altitude":2583.0},"is_moving":true,"battery":{"level":0.63,"is_charging":false},"alarm":"sos","#
                + #""extras":{},"_":"&id=1&lat=.."},"device_id":"48241179"}"#
        )
        #expect(report.format == .traccar)
        let fix = try report.fixes[0].judged(receivedAt: now).get()
        var wanted = Fix(
            time: Instant(seconds: 1_767_621_802), coordinates: Coordinates(clampedLatitude: 46.02, longitude: 7.75),
            accuracy: 12, altitude: 2583, speed: 8.4, heading: 210, battery: 63)
        (wanted.isCharging, wanted.isMoving) = (false, true)
        #expect(fix == wanted)
        #expect(report.notes == ["alarm: sos"])
    }

    @Test func unknownValuesAreAbsentNeverZero() throws {
        let fix = try judge(
            #"{"location":{"timestamp":"2026-01-05T14:03:22Z","coords":{"latitude":46.02,"longitude":7.75,"speed":-1,"heading":-1,"#
                + #""accuracy":0},"battery":{"level":-1}}}"#
        )[0].get()
        #expect(fix.speed == nil && fix.heading == nil && fix.battery == nil && fix.accuracy == nil)
    }

    @Test func ownTracks() throws {
        let report = try decode(
            #"{"cog":271,"lon":2.29513,"acc":5,"vel":61,"vac":21,"lat":48.85833,"tst":1497349316,"alt":167,"_type":"location","#
                + #""tid":"JJ","t":"u","batt":67}"#
        )
        let fix = try report.fixes[0].judged(receivedAt: now).get()
        #expect(report.format == .owntracks)
        #expect(abs((fix.speed ?? 0) - 61 / 3.6) < 1e-9)
        #expect(fix.heading == 271 && fix.battery == 67 && fix.altitude == 167)
    }

    @Test(arguments: [
        "transition", "waypoint", "waypoints", "status", "steps", "card", "lwt", "beacon", "configuration", "request", "encrypted",
    ])
    func otherOwnTracksMessagesHaveNoFix(_ type: String) throws {
        let report = try decode(#"{"_type":"\#(type)","lat":46,"lon":7,"tst":1767621802,"data":"x","extra":{"a":[1,{"b":null}]}}"#)
        #expect(report.fixes.isEmpty)
        #expect(report.notes.count + report.problems.count == 1)
    }

    @Test func overlandInItsOwnTracksModeCountsFrom2001() throws {
        let fix = try judge(#"{"_type":"location","lat":46.1,"lon":7.1,"tst":789314602,"tid":"ov"}"#)[0].get()
        #expect(fix.time == Instant(seconds: 789_314_602 + 978_307_200))
    }

    @Test func overlandBatchWithEverythingThatIsNoFix() throws {
        let report = try decode(
            #"{"locations":[{"type":"Feature","geometry":{"type":"Point","coordinates":[7.75,46.02]},"#
                + #""properties":{"timestamp":"2026-01-05T15:03:22+0100","altitude":1200,"speed":-1,"horizontal_accuracy":30,"#
                + #""vertical_accuracy":-1,"motion":["driving","stationary"],"battery_state":"charging","battery_level":0.80,"#
                + #""device_id":"","wifi":""}},{"type":"Feature","geometry":{"type":"Point","coordinates":[7.75,46.02]},"#
                + #""properties":{"action":"visit","arrival_date":null}},{"type":"Feature","properties":{"action":"will_terminate","#
                + #""timestamp":"2026-01-05T14:00:00Z"}},{"properties":{"type":"trip","mode":"walking"}},17],"current":{"type":"Feature","#
                + #""geometry":{"type":"Point","coordinates":[7.76,46.03]},"#
                + #""properties":{"timestamp":"2026-01-05T14:04:00Z"}},"trip":{"mode":"car"}}"#
        )
        #expect(report.format == .overland)
        #expect(report.fixes.count == 2)
        #expect(report.notes.count == 3 && report.problems == ["an entry that is not an object"])
        let fix = try report.fixes[0].judged(receivedAt: now).get()
        #expect(fix.time == Instant(seconds: 1_767_621_802) && fix.battery == 80 && fix.speed == nil)
        // A vertical accuracy below zero says that the altitude is not known.
        #expect(fix.altitude == nil)
    }

    @Test(arguments: [
        #"{"location":[LOCATION,LOCATION],"device_id":"1"}"#, "[LOCATION,LOCATION]", #"[{"location":LOCATION},{"location":LOCATION}]"#,
        #"[{"_type":"location","lat":46.02,"lon":7.75,"tst":1767621802,"batt":0.63},LOCATION]"#,
    ])
    func severalLocationsInOneMessageAreAllPositions(_ template: String) throws {
        let location =
            #"{"timestamp":"2026-01-05T14:03:22.000Z","coords":{"latitude":46.02,"longitude":7.75,"altitude":9,"altitude_accuracy":-1},"#
            + #""battery":{"level":0.63},"is_moving":true}"#
        let report = try decode(template.replacing("LOCATION", with: location))
        #expect(report.fixes.count == 2 && report.notes.isEmpty && report.format != .unknown)
        for raw in report.fixes {
            let fix = try raw.judged(receivedAt: now).get()
            #expect(fix.time == Instant(seconds: 1_767_621_802) && fix.battery == 63 && fix.altitude == nil)
        }
    }

    @Test func whatIsNoPositionInAnArrayIsSaid() throws {
        #expect(try decode("[]").problems == ["an empty array"])
        #expect(try decode(#"[7,{"a":1}]"#).problems == ["JSON that is not an object", "JSON of no known app"])
        #expect(try decode(#"{"location":[7]}"#).problems == ["an entry that is not an object"])
    }

    @Test(arguments: [
        (#""is_moving":true"#, true), (#""is_moving":false"#, false), (#""is_moving":null"#, nil), (#""is_moving":"yes""#, nil),
        (#""activity":{"type":"still"}"#, false), (#""activity":{"type":"in_vehicle","confidence":90}"#, true),
        (#""activity":{"type":"unknown"}"#, nil), (#""activity":"walking""#, true),
        (#""is_moving":false,"activity":{"type":"walking"}"#, false), (#""activity":{"type":"walking"},"is_moving":false"#, false),
        (#""activity":17"#, nil), (#""activity":{"type":["still"]}"#, nil),
    ])
    func traccarSaysWhetherItMoves(_ more: String, _ isMoving: Bool?) throws {
        let place = #""timestamp":"2026-01-05T14:03:22Z","coords":{"latitude":46.02,"longitude":7.75}"#
        for message in [#"{"location":{\#(place),\#(more)}}"#, #"{\#(more),\#(place)}"#] {
            #expect(try judge(message)[0].get().isMoving == isMoving, "\(message)")
        }
    }

    @Test(arguments: [
        (#""bs":0"#, nil), (#""bs":1"#, false), (#""bs":2"#, true), (#""bs":3"#, true), (#""bs":4"#, nil),
        (#""bs":"2""#, true), (#""bs":[]"#, nil),
    ])
    func ownTracksSaysWhetherItCharges(_ more: String, _ isCharging: Bool?) throws {
        let fix = try judge(#"{"_type":"location","lat":46,"lon":7,"tst":1767621802,\#(more)}"#)[0].get()
        #expect(fix.isCharging == isCharging)
    }

    @Test(arguments: [
        (#"["stationary"]"#, false), (#"["walking"]"#, true), (#"["stationary","automotive"]"#, true), (#"["driving","stationary"]"#, true),
        (#"["unknown"]"#, nil), ("[]", nil), ("null", nil), (#"[17,"cycling"]"#, true), (#""stationary""#, false),
    ])
    func whatAnIPhoneTakesItsOwnerToBeDoing(_ words: String, _ isMoving: Bool?) throws {
        let ownTracks = try judge(#"{"_type":"location","lat":46,"lon":7,"tst":1767621802,"motionactivities":\#(words)}"#)[0].get()
        let feature = #"{"geometry":{"coordinates":[7,46]},"properties":{"timestamp":"2026-01-05T14:03:22Z","motion":\#(words)}}"#
        let overland = try judge(#"{"locations":[\#(feature)]}"#)[0].get()
        #expect(ownTracks.isMoving == isMoving && overland.isMoving == isMoving)
    }

    @Test(arguments: [("charging", true), ("full", true), ("unplugged", false), ("unknown", nil), ("", nil)])
    func overlandSaysWhetherItCharges(_ state: String, _ isCharging: Bool?) throws {
        let properties = #"{"timestamp":"2026-01-05T14:03:22Z","battery_state":"\#(state)"}"#
        let fix = try judge(#"{"locations":[{"geometry":{"coordinates":[7,46]},"properties":\#(properties)}]}"#)[0].get()
        #expect(fix.isCharging == isCharging)
    }

    @Test func whyAPositionWasSent() throws {
        func ownTracks(_ letter: String) throws -> FixTrigger? {
            try judge(#"{"_type":"location","lat":46,"lon":7,"tst":1767621802,"t":\#(letter)}"#)[0].get().trigger
        }
        let letters = ["p", "c", "C", "b", "r", "u", "t", "v", "z"].map { "\"\($0)\"" } + ["7", "null"]
        #expect(
            try letters.map(ownTracks) == [
                .ping, .region, .region, .beacon, .request, .hand, .timer, .visit, .other, nil, nil,
            ])
        func traccar(_ event: String) throws -> FixTrigger? {
            let place = #""timestamp":"2026-01-05T14:03:22Z","coords":{"latitude":46.02,"longitude":7.75}"#
            return try judge(#"{"location":{\#(place),"event":"\#(event)"}}"#)[0].get().trigger
        }
        let events = ["motionchange", "activitychange", "heartbeat", "providerchange", "geofence", "", "x"]
        #expect(try events.map(traccar) == [.motion, .motion, .heartbeat, .settings, .region, nil, .other])
    }

    /// Wherever an app puts it, and whatever else it says.
    @Test(arguments: [
        (#""location":{\#(place),"extras":{"alarm":"sos"}},"device_id":"x""#, true),
        (#""location":{\#(place),"extras":{"more":[1],"alarm":"lowBattery, SOS"}}"#, true),
        (#""location":{\#(place),"alarm":"lowBattery,sos"}"#, true), (#""location":{\#(place),"alarm":["lowBattery","sos"]}"#, true),
        (#""location":[{\#(place)},{\#(place),"extras":{"alarm":"sos"}}]"#, true), (#""location":{\#(place)},"alarm":"sos""#, true),
        (#"\#(place),"extras":{"alarm":"sos"}"#, true), (#""location":{\#(place),"extras":{"alarm":"sosnotreally,geofence"}}"#, false),
        (#""location":{\#(place),"extras":{"note":"sos"}}"#, false), (#""location":{\#(place),"extras":"sos"}"#, false),
        (#""location":{\#(place),"extras":{"alarm":null}}"#, false),
    ])
    func anSOSIsFound(_ message: String, _ isAlarm: Bool) throws {
        let report = try decode("{\(message)}")
        #expect(report.isAlarm == isAlarm && report.format == .traccar && report.problems.isEmpty)
        #expect(try report.fixes.allSatisfy { try $0.judged(receivedAt: now).get().coordinates.latitude == 46.02 } && !report.fixes.isEmpty)
    }

    @Test func whatCannotBeReadIsSaid() throws {
        func report(_ query: String) -> TrackerReport { TrackerDecoder.decode(query: parseQuery(query), receivedAt: now) }
        #expect(report("lat=north&lon=7").problems == ["a position that could not be read"])
        #expect(report("location=46").problems == ["a position that could not be read"])
        #expect(report("lat=&lon=null").problems.isEmpty && report("lat=&lon=null").notes == ["connected, no position"])
    }

    @Test func impossibleValuesAreNamedAndUnknownOnesAreNot() throws {
        func impossible(_ more: String) throws -> [String] {
            try decode(#"{"_type":"location","lat":46,"lon":7,"tst":1767621802,\#(more)}"#).fixes[0].impossible
        }
        #expect(try impossible(#""alt":-1,"vel":-1,"cog":-1,"batt":-1"#).isEmpty)
        #expect(try impossible(#""alt":9000,"vel":1800,"cog":360,"batt":100"#).isEmpty)
        #expect(
            try impossible(#""alt":9001,"vel":1801,"cog":361,"batt":101"#) == [
                "an impossible altitude", "an impossible speed", "an impossible course", "an impossible battery charge",
            ])
    }

    @Test(arguments: [
        (#""lat":0,"lon":0,"tst":1767621802"#, FixRefusal.nullIsland), (#""lat":91,"lon":0,"tst":1767621802"#, .impossibleCoordinates),
        (#""lat":46,"lon":181,"tst":1767621802"#, .impossibleCoordinates), (#""lat":46,"lon":7,"tst":1767622201"#, .clockAhead),
        (#""lat":46,"lon":7,"tst":1104537599"#, .tooOld), (#""lat":46,"lon":7"#, .noTime), (#""tst":1767621802"#, .noPosition),
        (#""lat":46,"lon":7,"tst":1767621802,"acc":5001"#, .inaccurate),
    ])
    func refusalsNameTheirReason(_ body: String, _ refusal: FixRefusal) throws {
        #expect(try judge("{\"_type\":\"location\",\(body)}")[0] == .failure(refusal))
    }

    @Test func limitsThemselvesPass() throws {
        for body in [
            #""lat":46,"lon":7,"tst":1767622200"#, #""lat":46,"lon":7,"tst":1104537600"#, #""lat":46,"lon":7,"tst":1767621802,"acc":5000"#,
        ] {
            #expect(throws: Never.self) { try judge("{\"_type\":\"location\",\(body)}")[0].get() }
        }
    }

    @Test(arguments: [
        "", "{", "{\"a\":}", "[1,2", "{\"a\":1,}", "nul", "{\"a\":1} x", "\"abc", "{\"a\":01x}", String(repeating: "[", count: 100),
    ])
    func brokenJSONIsMalformed(_ text: String) { #expect(throws: JSONReader.Malformed.self) { try decode(text) } }

    @Test func otherJSONParses() throws {
        for text in ["[]", "17", "\"x\"", "null", "{}", #"{"a":"\u00e9\ud83d\ude00\n\"","b":[true,false,null,-1.5e-3]}"#] {
            #expect(try decode(text).fixes.isEmpty, "\(text)")
        }
    }

    /// The real samples, where they are at hand.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: samples), "the shared samples are not here"))
    func realSamples() throws {
        for name in ["osmand-json-traccar.ndjson", "owntracks-traccar.ndjson"] {
            let lines = try String(contentsOfFile: samples + "/" + name, encoding: .utf8).split(separator: "\n")
            #expect(!lines.isEmpty)
            for line in lines {
                let report = try decode(String(line))
                #expect(throws: Never.self, "\(line)") { try report.fixes[0].judged(receivedAt: Instant(seconds: 1_790_000_000)).get() }
            }
        }
        let queries = try String(contentsOfFile: samples + "/osmand-query-traccar.tsv", encoding: .utf8).split(separator: "\n")
        for line in queries where !line.hasPrefix("#") {
            let parts = line.split(separator: "\t")
            let report = TrackerDecoder.decode(query: parseQuery(parts[1].dropFirst(2)), receivedAt: now)
            #expect(report.fixes.isEmpty == (parts[0] == "NotNull"), "\(line)")
        }
    }
}

private let samples = URL(filePath: #filePath).deletingLastPathComponent().path + "/../../../../shared/data/location"
