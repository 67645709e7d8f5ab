/// What open pages hear of events.
extension TripChange {
    /// - Parameters:
    ///   - members: some of the invited.
    ///   - hint: why they should look at it.
    package static func told(_ members: [ID], _ hint: EventHint, of event: ID, title: String, _ trip: ID) -> TripChange {
        let data = JSON.object { out in
            out.add("id", event)
            out.add("why", hint.rawValue)
            out.add("title", title)
        }
        return .told(members, trip, data)
    }

    /// Ticks that are new, or that somebody took back.
    package static func scans(_ scans: [Scan], of event: ID, _ trip: ID) -> TripChange {
        let data = JSON.object { out in
            out.add("event", event)
            out.array("scans") { ScanJSON.write(scans, to: &$0) }
        }
        return TripChange(.scans, trip: trip, data: data)
    }
}
