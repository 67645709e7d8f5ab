import Domain

extension MapPage {
    /// Where somebody called for help. It stays there when they move.
    package struct Call: Sendable {
        let x: String
        let y: String
        let latitude: String
        let longitude: String
        let label: String
        let title: String
        let link: Link

        init?(_ scene: MapScene) {
            guard let call = scene.query.call, let place = call.place else { return nil }
            func text(_ time: Instant) -> String { TimeText(time, zone: scene.trip.zone, now: scene.now).text }
            let point = scene.view.point(place.coordinates)
            (x, y) = (decimal(point.x, 1), decimal(point.y, 1))
            (latitude, longitude) = (decimal(place.coordinates.latitude, 6), decimal(place.coordinates.longitude, 6))
            label = call.memberName + " " + text(call.raisedAt)
            title = Texts.said("\(call.memberName) called for help at \(text(call.raisedAt)), position of \(text(place.fixedAt))")
            link = scene.query.page(of: call.memberID, scene.slug)
        }
    }
}
