import Domain

/// What a browser shows in place of a page that it has not kept, while there is no line. It is kept with the page that calls for help.
package struct NoLinePage: Page {
    let layout: Layout
    let made: TimeText
    let phones: [EmergencyLine]
    var has112: Bool { EmergencyLine.have112(phones) }
    let sos: Link
    let home: Link
    /// Its own address: there it stands for no other page.
    let own: Link

    /// - Parameter hosts: whom everybody on the trip may phone.
    package init(layout tripLayout: TripLayout, hosts: [Friend]) {
        layout = tripLayout.layout
        let (trip, now) = (tripLayout.trip, tripLayout.now)
        made = TimeText(now, zone: trip.zone, now: now)
        phones = EmergencyLine.ordered(EmergencyLine.all(trip.fields.emergencyNumbers), EmergencyLine.hosts(hosts), isUrgent: false)
        (sos, home, own) = (Path.sos(tripLayout.slug), Path.my(tripLayout.slug), Path.noLine(tripLayout.slug))
    }
    package func render(into out: inout HTMLBuffer) { Template.tripsNoLine(self, &out) }
}
