import Domain
import Foundation
import QRCodes

/// One app's way in: a code to scan, a link to tap, a text to copy.
package struct AppSetup: Sendable {
    let name: String
    let id: String
    let steps: String
    let path: String
    let viewBox: String
    let link: Link?
    let text: String

    init(name: String, id: String, steps: String, code: String, link: Link?, text: String) {
        self.name = name
        self.id = id
        self.steps = steps
        let qr = QRCode(code)
        path = qr?.path ?? ""
        viewBox = "0 0 \(qr?.size ?? 1) \(qr?.size ?? 1)"
        self.link = link
        self.text = text
    }

    /// - Parameter url: the tracker's whole address, `https://host/t/token`.
    static func all(url: String, member: Member, trip: Trip) -> [AppSetup] {
        let initials = firstLetters(member.fields.fullName)
        let ownTracks = configuration(url: url, initials: initials)
        let gpsLogger = url + "?lat=%LAT&lon=%LON&timestamp=%TIMESTAMP&acc=%ACC&alt=%ALT&spd=%SPD&dir=%DIR&batt=%BATT&charge=%ISCHARGING"
        let traccar = url + "?id=sotravel&interval=15&distance=10&accuracy=high&buffer=true"
        return [
            AppSetup(
                name: "OwnTracks", id: "owntracks",
                steps: "iPhone and Android. Install OwnTracks, then scan the code with the phone's camera, or tap the link on the phone.",
                code: Path.ownTracks(ownTracks).text, link: Path.ownTracks(ownTracks), text: url),
            AppSetup(
                name: "Traccar Client", id: "traccar",
                steps: "iPhone and Android. In the app open Settings, tap the QR code symbol and scan. Any device identifier works.",
                code: traccar, link: Path.external(https: traccar), text: url),
            AppSetup(
                name: "Overland", id: "overland",
                steps: "iPhone. Install Overland, then scan the code with the camera, or paste the address as Receiver Endpoint.",
                code: Path.overland(url).text, link: Path.overland(url), text: url),
            AppSetup(
                name: "GPSLogger", id: "gpslogger",
                steps: "Android. Under Logging details choose “Log to custom URL” and paste this address.", code: gpsLogger,
                link: nil, text: gpsLogger),
        ]
    }

    /// The `.otrc` JSON of an OwnTracks set-up in HTTP mode, base64.
    private static func configuration(url: String, initials: String) -> String {
        let configuration = JSON.object { out in
            out.add("_type", "configuration")
            out.add("mode", 3)
            out.add("url", url)
            out.add("tid", String(initials.prefix(2)))
            out.add("deviceId", "phone")
            out.add("username", "sotravel")
            out.add("auth", false)
            out.add("monitoring", 2)
            out.add("locatorInterval", 15)
        }
        return Data(configuration.bytes).base64EncodedString()
    }
}

/// A tracker as hosts see it: set-up, and the doctor.
package struct TrackerPage: Page {
    let layout: Layout
    let name: String
    let label: String
    let back: Link
    let url: String
    let isRevoked: Bool
    let apps: [AppSetup]
    let doctor: TrackerDoctor
    let replace: Link
    let revoke: Link
    let setup: Link
    let contact: TimeText?

    package init(
        layout tripLayout: TripLayout, member: Member, tracker: Tracker, url: String, doctor: TrackerDoctor
    ) {
        layout = tripLayout.layout
        let (trip, now) = (tripLayout.trip, tripLayout.now)
        let slug = trip.fields.slug
        name = member.fields.fullName
        label = tracker.label
        back = Path.member(slug, member.id)
        self.url = url
        isRevoked = tracker.revokedAt != nil
        apps = isRevoked ? [] : AppSetup.all(url: url, member: member, trip: trip)
        self.doctor = doctor
        replace = Path.tracker(slug, tracker.id, "/replace")
        revoke = Path.tracker(slug, tracker.id, "/revoke")
        setup = Path.external(https: url) ?? Path.home
        contact = tracker.lastContactAt.map { TimeText($0, zone: trip.zone, now: now) }
    }
    package func render(into out: inout HTMLBuffer) { Template.trackersTracker(self, &out) }
}

/// What the traveller sees who opens the link in a browser.
package struct TrackerSetupPage: Page {
    let layout: Layout
    let tripName: String
    let firstName: String
    let apps: [AppSetup]
    let isPaused: Bool
    package init(layout: Layout, trip: Trip, member: Member, url: String) {
        self.layout = layout
        tripName = trip.fields.name
        firstName = member.fields[.firstName].isEmpty ? member.fields.fullName : member.fields[.firstName]
        apps = AppSetup.all(url: url, member: member, trip: trip)
        isPaused = member.sharingPausedAt != nil
    }
    package func render(into out: inout HTMLBuffer) { Template.trackersSetup(self, &out) }
}
