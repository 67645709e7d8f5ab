import Domain

/// The apps that send positions, and how each is set up.
struct TrackerApp: Sendable {
    let name: String
    let id: String
    /// Where the page is open on the phone itself.
    let here: String
    /// Where it is open on another screen.
    let there: String
    /// Where a phone gets it.
    let stores: [PhoneSystem: String]

    static let ownTracks = TrackerApp(
        name: "OwnTracks", id: "owntracks",
        here: "Install OwnTracks, come back here and tap Open in OwnTracks. Allow it to use your location always.",
        there: "iPhone and Android. Install OwnTracks, then scan the code with the phone’s camera, or tap the link on the phone.",
        stores: [
            .iPhone: "https://apps.apple.com/app/owntracks/id692424691",
            .android: "https://play.google.com/store/apps/details?id=org.owntracks.android",
        ])
    static let traccar = TrackerApp(
        name: "Traccar Client", id: "traccar",
        here: "Install Traccar Client, open its Settings and paste the address as Server URL. Any device identifier works.",
        there: "iPhone and Android. In the app open Settings, tap the QR code symbol and scan. Any device identifier works.",
        stores: [
            .iPhone: "https://apps.apple.com/app/traccar-client/id843156974",
            .android: "https://play.google.com/store/apps/details?id=org.traccar.client",
        ])
    static let overland = TrackerApp(
        name: "Overland", id: "overland",
        here: "Install Overland, come back here and tap Open in Overland.",
        there: "iPhone. Install Overland, then scan the code with the camera, or paste the address as Receiver Endpoint.",
        stores: [.iPhone: "https://apps.apple.com/app/overland-gps-tracker/id1292426766"])
    static let gpsLogger = TrackerApp(
        name: "GPSLogger", id: "gpslogger",
        here: "Under Logging details choose “Log to custom URL” and paste this address.",
        there: "Android. Under Logging details choose “Log to custom URL” and paste this address.",
        stores: [.android: "https://f-droid.org/packages/com.mendhak.gpslogger/"])
}
