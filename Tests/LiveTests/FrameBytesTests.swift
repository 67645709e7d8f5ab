import Domain
import Live
import StreamSuite
import Testing

/// What streams say, byte for byte: scripts and other people's programs read it.
@Suite struct FrameBytesTests: StreamSuite {
    private func entry(_ number: UInt64, _ change: (inout Fix) -> Void = { _ in }) -> BoardEntry {
        var fix = Fix(time: start, coordinates: Coordinates(clampedLatitude: 46.40012345, longitude: -9.25))
        change(&fix)
        return BoardEntry(memberID: ID(high: number, low: 7), fix: fix, lastContactAt: start + .milliseconds(1500))
    }

    private func furnish(_ hub: Hub) {
        hub.board(trip).update(
            entry(0xAB) { fix in
                (fix.accuracy, fix.altitude, fix.speed, fix.battery) = (7.5, 1412.4, 3.06, 41)
                (fix.isCharging, fix.isMoving) = (true, true)
            }, at: start)
        hub.board(trip).update(entry(0xCD) { ($0.isCharging, $0.isMoving, $0.battery) = (false, false, 0) }, at: start)
        hub.board(trip).update(entry(0xEF), at: start)
    }

    @Test(.timeLimit(.minutes(5))) func framesAreAsAgreed() async throws {
        let hub = Hub(epoch: "e") { $0.latitude > 46 ? 1399.6 : nil }
        let (channel, stream) = try await open(hub, [.positions, .roster, .events, .friends, .alerts])
        furnish(hub)
        hub.tripChannel(trip).setFriends(true, withheld: [])
        // Members come in an order of their own: each is looked for.
        hub.sendMoves()
        hub.tripChannel(trip).withhold(ID(high: 0xAB, low: 7))
        hub.tripChannel(trip).hide(ID(high: 0xCD, low: 7))
        hub.tripChannel(trip).forget(ID(high: 0xEF, low: 7))
        hub.tripChannel(trip).touch(event: ID(high: 2, low: 2))
        hub.sendMoves()
        hub.hint("case", of: trip, at: 1)
        hub.hint("case", of: ID(high: 3, low: 3), at: 2)
        try await settle(hub, channel)
        let heard = try await written(channel).replacing("\r\n", with: "\n")
        for frame in FrameBytesTests.frames { #expect(heard.contains(frame), "\(frame)") }
        hub.end { $0.sessionID == trip }
        try await stream.value
    }

    private static let frames = [
        #"["00000000-0000-00ab-0000-000000000007",46.400123,-9.25,8,1767621802000,41,3.1,1412,1767621803500,1400,true,0]"#,
        #"["00000000-0000-00cd-0000-000000000007",46.400123,-9.25,null,1767621802000,0,null,null,1767621803500,1400,false,1767621802000]"#,
        #"["00000000-0000-00ef-0000-000000000007",46.400123,-9.25,null,1767621802000,null,null,null,1767621803500,1400,null,null]"#,
        // Friends: no battery, speed, last contact or what the phone does.
        #"["00000000-0000-00ab-0000-000000000007",46.400123,-9.25,8,1767621802000,null,null,1412,1767621802000,1400,null,null]"#,
        "192\nid: e-0-e-1\nevent: positions\ndata: {\"p\":[[\"00000000-", "]]}\n\n\n",
        "4f\nid: e-0-e-3\nevent: hidden\ndata: {\"id\":\"00000000-0000-00ab-0000-000000000007\"}\n\n\n",
        "event: hidden\ndata: {\"id\":\"00000000-0000-00cd-0000-000000000007\"}\n\n",
        "event: hidden\ndata: {\"id\":\"00000000-0000-00ef-0000-000000000007\",\"isForgotten\":true}\n\n",
        "event: event\ndata: {\"id\":\"00000000-0000-0002-0000-000000000002\"}\n\n", "event: case\ndata: {}\n\n",
        "event: case\ndata: {\"elsewhere\":true}\n\n",
    ]
}
