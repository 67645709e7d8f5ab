import Database
import Domain

extension Connection {
    /// Notes what open pages have to hear of once this transaction is stored.
    func note(_ change: TripChange) {
        var ids: [UInt8] = []
        ids.reserveCapacity(change.ids.count * 16)
        for id in change.ids { ids += id.bytes }
        note(
            Change(
                kind: change.kind.rawValue, trip: change.trip.bytes, number: Int64(change.number), ids: ids,
                data: change.data?.bytes ?? []))
    }
}
