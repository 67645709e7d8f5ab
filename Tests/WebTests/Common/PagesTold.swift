import Live
import Store

extension TestApp {
    /// Waits until open pages were told of all that is stored.
    func pagesAreTold() { store.changes.settle() }
}

extension TripChannel {
    /// Of the last event that pages were told.
    var lastNumber: Substring? { lastEventID.split(separator: "-").last }
}
