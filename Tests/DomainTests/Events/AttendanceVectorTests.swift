import Domain
import Testing

/// Which tick counts, as `check-in/attendance.js` decides it: both are held to the same cases.
@Suite struct AttendanceVectorTests {
    private struct Case: Decodable {
        struct Tick: Decodable {
            let id: UInt64
            let list: String
            let `in`: Bool
            let at: Int64
            let got: Int64
        }
        let why: String
        let scans: [Tick]
        let undone: [UInt64]?
        /// Whether it is the list of the way back.
        let back: Bool?
        let status: String
        /// What goes with the tick that counts, the newest first.
        let takenBack: [UInt64]?
    }

    private static let lists = [("bus", "buses"), ("other bus", "buses"), ("summit", "")].enumerated().map { index, list in
        CheckInList(id: ID(high: 1, low: UInt64(index)), eventID: ID(high: 2, low: 1), name: list.0, exclusiveSet: list.1)
    }

    @Test func theLaterTickCounts() throws {
        let (lists, member) = (AttendanceVectorTests.lists, ID(high: 3, low: 1))
        for vector in try vectors("attendance", of: Case.self) {
            let scans = try vector.scans.map { tick in
                Scan(
                    id: ID(high: 4, low: tick.id), listID: try #require(lists.first { $0.name == tick.list }).id, memberID: member,
                    isIn: tick.in, scannedAt: Instant(milliseconds: tick.at), receivedAt: Instant(milliseconds: tick.got), method: .tick,
                    author: "", undoneAt: vector.undone?.contains(tick.id) == true ? Instant(milliseconds: tick.got) : nil)
            }
            let attendance = Attendance(list: lists[0], lists: lists, scans: scans, isReturn: vector.back == true)
            #expect(AttendanceVectorTests.name(attendance[member]) == vector.status, "\(vector.why)")
            guard let taken = vector.takenBack, let counting = attendance[member].scan else { continue }
            let found = attendance.takenBack(counting.id, among: scans, lists: lists)
            #expect(found == taken.map { ID(high: 4, low: $0) }, "\(vector.why)")
            // A tick under it goes alone.
            if let under = scans.first { #expect(attendance.takenBack(under.id, among: scans, lists: lists) == [under.id]) }
        }
    }

    private static func name(_ status: Attendance.Status) -> String {
        switch status {
        case .awaited: "awaited"
        case .present: "present"
        case .out: "out"
        case .elsewhere: "elsewhere"
        }
    }
}
