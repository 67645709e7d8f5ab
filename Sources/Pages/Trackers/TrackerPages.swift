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
    /// Whether it is what is to be done next: not once the phone is connected.
    let isNext: Bool
    let path: String
    let viewBox: String
    let link: Link?
    let store: Link?
    let text: String
    /// One tap sets it up: its address is for the few whose app asks for it.
    var opensHere: Bool { isHere && link != nil }

    private init(_ app: TrackerApp, code: String, link: Link?, text: String, on system: PhoneSystem, isDone: Bool) {
        (name, id) = (app.name, app.id)
        isHere = system != .computer
        isNext = isHere && !isDone
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
    ///   - isDone: whether the phone has been heard from.
    static func all(url: String, member: Member, trip: Trip, on system: PhoneSystem = .computer, isDone: Bool = false) -> [AppSetup] {
        func setup(_ app: TrackerApp, code: String, link: Link?, text: String) -> AppSetup {
            AppSetup(app, code: code, link: link, text: text, on: system, isDone: isDone)
        }
        let ownTracks = configuration(url: url, initials: firstLetters(member.fields.fullName))
        let gpsLogger = url + "?lat=%LAT&lon=%LON&timestamp=%TIMESTAMP&acc=%ACC&alt=%ALT&spd=%SPD&dir=%DIR&batt=%BATT&charge=%ISCHARGING"
        let traccar = url + "?id=sotravel&interval=15&distance=10&accuracy=high&buffer=true"
        let apps: [(TrackerApp, AppSetup)] = [
            (.ownTracks, setup(.ownTracks, code: Path.ownTracks(ownTracks).text, link: Path.ownTracks(ownTracks), text: url)),
            (.traccar, setup(.traccar, code: traccar, link: Path.external(https: traccar), text: url)),
            (.overland, setup(.overland, code: Path.overland(url).text, link: Path.overland(url), text: url)),
            (.gpsLogger, setup(.gpsLogger, code: gpsLogger, link: nil, text: gpsLogger)),
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
    /// Of a phone that is new: whether it is on the map by now.
    let state: State?
    /// Then how it does comes first, and the codes of the set-up wait below.
    var hasContact: Bool { contact != nil }

    package struct State: Sendable {
        let text: String
        let isOK: Bool
        /// Whose phone it is, while its first position may come any moment.
        let waits: String?
        let link: Link
        let way: String
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
        state = isRevoked ? nil : TrackerPage.state(tracker, doctor, trip, now)
    }
    package func render(into out: inout HTMLBuffer) { Template.trackersTracker(self, &out) }

    private static func state(_ tracker: Tracker, _ doctor: TrackerDoctor, _ trip: Trip, _ now: Instant) -> State? {
        let slug = trip.fields.slug
        if let arrival = doctor.arrival {
            let accuracy = arrival.accuracy.map { ", ± \(decimal($0, 0)) m" } ?? ""
            return State(
                text: Texts.said("On the map since \(TripClock(zone: trip.zone, now: now).minute(arrival.since))") + accuracy, isOK: true,
                waits: nil, link: Path.map(slug).asking("member", tracker.memberID.description), way: Texts.said("Show on the map"))
        }
        guard tracker.lastContactAt == nil || doctor.hasNoPosition else { return nil }
        return State(
            text: tracker.lastContactAt == nil
                ? Texts.said("Waiting for the first position of this phone. This page says when it arrives.")
                : Texts.said("This phone has made contact, and no position of it has been kept yet. What it sent stands below."),
            isOK: false, waits: tracker.memberID.description, link: Path.tracker(slug, tracker.id), way: Texts.said("Check again"))
    }
}

/// What the traveller sees who opens the link in a browser.
package struct TrackerSetupPage: Page {
    /// What only whoever's phone it is sees, signed in: who sees them, the way back, and the switch.
    package struct Owner: Sendable {
        let state: String
        let phones: Link
        /// Where they choose who sees them; nil while it is on.
        let switchOn: Link?
        let home: Link

        package init(_ sharing: Sharing, _ trip: Trip, _ role: Role, isPaused: Bool, now: Instant) {
            let (slug, isOff) = (trip.fields.slug, isPaused || sharing.level == .off)
            state = isOff ? Texts.said("Sharing is off: nothing that your phone sends is kept.") : SharingPanel.state(sharing, trip, now)
            phones = Path.phones(slug)
            home = role.isStaff ? Path.trip(slug) : Path.my(slug)
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
        let all = AppSetup.all(url: phone.origin + setUp.text, member: member, trip: trip, on: system, isDone: hasSent)
        (first, others) = (all.first, Array(all.dropFirst()))
        devices = PhoneDevice.all(chosen: system) { setUp.asking("on", $0.rawValue) }
        again = setUp.asking("on", system.rawValue)
        isPaused = owner == nil && member.sharingPausedAt != nil
    }
    package func render(into out: inout HTMLBuffer) { Template.trackersSetup(self, &out) }
}
