import Domain
import Foundation
import QRCodes

/// One app's way in: a link to tap on the phone itself, a code to scan from another screen, a text to copy.
package struct AppSetup: Sendable {
    let name: String
    let id: String
    let steps: String
    /// For another screen than the one that shows the page.
    let otherSteps: String
    /// Whether the page is open on the phone itself, which cannot scan its own screen: the code is folded away there.
    let isHere: Bool
    let path: String
    let viewBox: String
    let link: Link?
    let store: Link?
    let text: String
    /// One tap sets it up: its address is for the few whose app asks for it.
    var opensHere: Bool { isHere && link != nil }

    private init(_ app: TrackerApp, code: String, link: Link?, text: String, on system: PhoneSystem) {
        (name, id) = (app.name, app.id)
        isHere = system != .computer
        (steps, otherSteps) = (Texts.said(text: isHere ? app.here : app.there), Texts.said(text: app.there))
        let qr = QRCode(code)
        path = qr?.path ?? ""
        viewBox = "0 0 \(qr?.size ?? 1) \(qr?.size ?? 1)"
        self.link = link
        store = app.stores[system].flatMap { Path.external(https: $0) }
        self.text = text
    }

    /// - Parameters:
    ///   - url: the tracker's whole address, `https://host/t/token`.
    ///   - system: on which the page is open; a phone is offered the apps that it can install.
    static func all(url: String, member: Member, trip: Trip, on system: PhoneSystem = .computer) -> [AppSetup] {
        let ownTracks = configuration(url: url, initials: firstLetters(member.fields.fullName))
        let gpsLogger = url + "?lat=%LAT&lon=%LON&timestamp=%TIMESTAMP&acc=%ACC&alt=%ALT&spd=%SPD&dir=%DIR&batt=%BATT&charge=%ISCHARGING"
        let traccar = url + "?id=sotravel&interval=15&distance=10&accuracy=high&buffer=true"
        let apps: [(TrackerApp, AppSetup)] = [
            (
                .ownTracks,
                AppSetup(.ownTracks, code: Path.ownTracks(ownTracks).text, link: Path.ownTracks(ownTracks), text: url, on: system)
            ),
            (.traccar, AppSetup(.traccar, code: traccar, link: Path.external(https: traccar), text: url, on: system)),
            (.overland, AppSetup(.overland, code: Path.overland(url).text, link: Path.overland(url), text: url, on: system)),
            (.gpsLogger, AppSetup(.gpsLogger, code: gpsLogger, link: nil, text: gpsLogger, on: system)),
        ]
        return apps.filter { system == .computer || $0.0.stores[system] != nil }.map(\.1)
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
    var hasApps: Bool { !apps.isEmpty }
    let doctor: TrackerDoctor
    let replace: Link
    let revoke: Link
    let setup: Link
    let contact: TimeText?
    /// Nothing has come of it yet, and may come any moment.
    let waits: Waits?
    /// Then how it does comes first, and the codes of the set-up wait below.
    var hasContact: Bool { contact != nil }

    package struct Waits: Sendable {
        let member: String
        let again: Link
    }

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
        replace = Path.replaceTracker(slug, tracker.id)
        revoke = Path.revokeTracker(slug, tracker.id)
        setup = Path.external(https: url) ?? Path.home()
        contact = tracker.lastContactAt.map { TimeText($0, zone: trip.zone, now: now) }
        waits =
            isRevoked || contact != nil ? nil : Waits(member: member.id.description, again: Path.tracker(slug, tracker.id))
    }
    package func render(into out: inout HTMLBuffer) { Template.trackersTracker(self, &out) }
}

/// What the traveller sees who opens the link in a browser.
package struct TrackerSetupPage: Page {
    /// What only whoever's phone it is sees, signed in: who sees them, the way back, and the switch.
    package struct Owner: Sendable {
        let state: String
        let phones: Link
        /// Where they choose who sees them; nil while it is on.
        let switchOn: Link?

        package init(_ sharing: Sharing, _ trip: Trip, isPaused: Bool, now: Instant) {
            let (slug, isOff) = (trip.fields.slug, isPaused || sharing.level == .off)
            state = isOff ? Texts.said("Sharing is off: nothing that your phone sends is kept.") : SharingPanel.state(sharing, trip, now)
            phones = Path.phones(slug)
            switchOn = isOff && trip.archivedAt == nil ? Path.my(slug).at("who-sees") : nil
        }
    }
    /// Its secret, on which server it is, for which phone the page is, and whether anything has come of it.
    package typealias Phone = (token: String, origin: String, system: PhoneSystem, hasSent: Bool)

    let layout: Layout
    let tripName: String
    let firstName: String
    /// For which phone; another one than the browser's is a tap away.
    let devices: [PhoneDevice]
    /// The one that is offered first, and what else sends positions.
    let first: AppSetup?
    let others: [AppSetup]
    var hasOthers: Bool { !others.isEmpty }
    let owner: Owner?
    /// For whoever is not signed in, who may be somebody else's phone: no more than that it is paused.
    let isPaused: Bool
    let hasSent: Bool
    let again: Link
    package init(layout: Layout, trip: Trip, member: Member, owner: Owner?, phone: Phone) {
        (self.layout, self.owner, hasSent) = (layout, owner, phone.hasSent)
        let (setUp, system) = (Path.trackerSetUp(phone.token), phone.system)
        tripName = trip.fields.name
        firstName = member.fields[.firstName].isEmpty ? member.fields.fullName : member.fields[.firstName]
        let all = AppSetup.all(url: phone.origin + setUp.text, member: member, trip: trip, on: system)
        (first, others) = (all.first, Array(all.dropFirst()))
        devices = PhoneDevice.all(chosen: system) { setUp.asking("on", $0.rawValue) }
        again = setUp.asking("on", system.rawValue)
        isPaused = owner == nil && member.sharingPausedAt != nil
    }
    package func render(into out: inout HTMLBuffer) { Template.trackersSetup(self, &out) }
}
